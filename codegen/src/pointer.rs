//! JSON pointers (RFC 6901): building them, following them, and naming what differs by them.

use serde_json::Value;
use std::fmt;

/// A token as it stands in a pointer: `~` and `/` are escaped.
#[must_use]
pub fn escape(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// The token that an escaped one stands for.
#[must_use]
pub fn unescape(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// `pointer` with one more token.
#[must_use]
pub fn join(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", escape(token))
}

/// The pointer of the parent and the last token, unescaped. `None` for the root or for text that
/// is no pointer.
#[must_use]
pub fn split_last(pointer: &str) -> Option<(&str, String)> {
    let (parent, last) = pointer.rsplit_once('/')?;
    (parent.is_empty() || parent.starts_with('/')).then(|| (parent, unescape(last)))
}

/// The name of the definition that a reference such as `#/definitions/Pet` names.
#[must_use]
pub fn definition_name(reference: &str) -> String {
    unescape(reference.rsplit('/').next().unwrap_or(reference))
}

/// The reference to a definition.
#[must_use]
pub fn reference(name: &str) -> String {
    format!("#{}", join("/definitions", name))
}

/// One place where two documents differ. A side is `None` where it has nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Where.
    pub pointer: String,
    /// What the first document says there.
    pub here: Option<Value>,
    /// What the second document says there.
    pub there: Option<Value>,
}

impl Difference {
    /// One line, with `there` named after the second document:
    /// `/definitions/Size/type: "integer" here, "number" in new.json`.
    #[must_use]
    pub fn line(&self, there: &str) -> String {
        let (pointer, here_value, there_value) =
            (&self.pointer, Short(&self.here), Short(&self.there));
        match (&self.here, &self.there) {
            (_, None) => format!("{pointer}: {here_value} here, nothing in {there}"),
            (None, _) => format!("{pointer}: nothing here, {there_value} in {there}"),
            _ => format!("{pointer}: {here_value} here, {there_value} in {there}"),
        }
    }
}

/// A value on one line, cut where a reader has seen enough.
struct Short<'a>(&'a Option<Value>);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 160;
        let Some(value) = self.0 else {
            return f.write_str("nothing");
        };
        let text = value.to_string();
        if text.chars().count() <= LONGEST {
            return f.write_str(&text);
        }
        let start: String = text.chars().take(LONGEST).collect();
        write!(f, "{start}…")
    }
}

/// Every place where two documents differ, in document order, as deep as possible.
#[must_use]
pub fn differences(here: &Value, there: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(here, there, String::new(), &mut found);
    found
}

fn compare(here: &Value, there: &Value, pointer: String, found: &mut Vec<Difference>) {
    match (here, there) {
        (Value::Object(ours), Value::Object(theirs)) => {
            for (key, our) in ours {
                let place = join(&pointer, key);
                match theirs.get(key) {
                    Some(their) => compare(our, their, place, found),
                    None => found.push(Difference {
                        pointer: place,
                        here: Some(our.clone()),
                        there: None,
                    }),
                }
            }
            for (key, their) in theirs.iter().filter(|(key, _)| !ours.contains_key(*key)) {
                found.push(Difference {
                    pointer: join(&pointer, key),
                    here: None,
                    there: Some(their.clone()),
                });
            }
        }
        // Lists of another length, or of plain values, read better as a whole.
        (Value::Array(ours), Value::Array(theirs))
            if ours.len() == theirs.len() && ours.iter().all(Value::is_object) =>
        {
            for (index, (our, their)) in ours.iter().zip(theirs).enumerate() {
                compare(our, their, format!("{pointer}/{index}"), found);
            }
        }
        _ if here == there => {}
        _ => {
            found.push(Difference { pointer, here: Some(here.clone()), there: Some(there.clone()) })
        }
    }
}
