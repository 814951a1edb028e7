//! The canonical form of a JSON Schema: what it says, without how it says it.
//!
//! Two schemas that say the same have the same canonical text, so that it can be compared, hashed
//! and kept: one spelling for definitions and references, no annotations, object keys and sets
//! sorted. The order of `anyOf`, `oneOf` and `allOf` stays, since a reader may try them in turn.
//!
//! The walk keeps schema position and data position apart: a member *named* `title` or `default`
//! is data and stays.

use crate::error::Error;
use crate::json;
use crate::keywords::{DIALECTS, Keyword, keyword};
use crate::pointer;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

mod schema;

/// The longest name of a definition, a part or a member, in bytes.
pub(crate) const LONGEST_NAME: usize = 400;

/// How [`canonical`] treats a schema.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Keep `description` in schema position: for users' schemas, whose texts become docs.
    pub keep_descriptions: bool,
    /// The name of the type that the root itself describes; otherwise its `title`.
    pub name: Option<String>,
    /// Allow our own keyword `x-known`, which errata add. An official file may not use it.
    pub allow_known: bool,
    /// In a user's schema: keywords of other tools, which say nothing about types.
    pub ignore: Option<Vec<String>>,
}

/// The canonical form of a schema. `file` names it in complaints.
pub fn canonical(official: &Value, file: &str, options: &Options) -> Result<Value, Vec<Error>> {
    let Value::Object(root) = official else {
        return Err(vec![Error::new(file, "", "not a JSON Schema: its root is no object")]);
    };
    let mut walk = Walk { file, options, names: BTreeSet::new(), root: None, errors: Vec::new() };
    if let Err(error) = dialect(official, file) {
        walk.errors.push(error);
    }
    let definitions = walk.find_definitions(root);
    let own = walk.find_root(root);

    let mut canonical = Map::new();
    if let (Some(own), Some(name)) = (own, walk.root.clone()) {
        let schema = walk.schema(&Value::Object(own), "");
        canonical.insert(name, schema);
    }
    for (place, name, schema) in definitions {
        let schema = walk.schema(schema, &place);
        canonical.insert(name.clone(), schema);
    }
    let says_none = root.contains_key("definitions") || root.contains_key("$defs");
    if canonical.is_empty() && !says_none && walk.errors.is_empty() {
        walk.refuse("", "holds no definitions, and its root describes no type".to_owned());
    }
    if walk.errors.is_empty() {
        Ok(json::sorted(json::object("definitions", Value::Object(canonical))))
    } else {
        Err(walk.errors)
    }
}

/// The short name of a schema's dialect: what `$schema` says, or else what its place for
/// definitions suggests.
pub fn dialect(official: &Value, file: &str) -> Result<&'static str, Error> {
    let Some(uri) = official.get("$schema") else {
        return Ok(if official.get("$defs").is_some() { "2020-12" } else { "draft-07" });
    };
    let text = uri.as_str().unwrap_or_default().trim_end_matches('#');
    let known = DIALECTS.iter().find(|(known, _)| *known == text);
    known.map(|(_, name)| *name).ok_or_else(|| {
        let names: Vec<_> = DIALECTS.iter().map(|(_, name)| *name).collect();
        let message =
            format!("unknown dialect {uri}: convert the schema to one of {}", names.join(", "));
        Error::new(file, "/$schema", message)
    })
}

/// The number of definitions of a canonical schema.
#[must_use]
pub fn definition_count(canonical: &Value) -> usize {
    canonical.get("definitions").and_then(Value::as_object).map_or(0, Map::len)
}

struct Walk<'a> {
    file: &'a str,
    options: &'a Options,
    /// The names that a reference may name.
    names: BTreeSet<String>,
    /// The name of the root, if it is a type itself.
    root: Option<String>,
    errors: Vec<Error>,
}

impl Walk<'_> {
    fn refuse(&mut self, place: &str, message: String) {
        self.errors.push(Error::new(self.file, place, message));
    }

    /// Whether a name is one that can be repeated wherever something is said of what it names.
    fn is_short(&mut self, name: &str, place: &str) -> bool {
        if name.len() > LONGEST_NAME {
            let start: String = name.chars().take(60).collect();
            self.refuse(place, format!("the name {start:?}… is too long: shorten it"));
        }
        name.len() <= LONGEST_NAME
    }

    /// The definitions under either spelling, each with its place in the official file.
    fn find_definitions<'v>(
        &mut self,
        root: &'v Map<String, Value>,
    ) -> Vec<(String, &'v String, &'v Value)> {
        let mut found = Vec::new();
        for key in ["definitions", "$defs"] {
            let place = pointer::join("", key);
            match root.get(key) {
                None => {}
                Some(Value::Object(definitions)) => {
                    for (name, schema) in definitions {
                        if !self.is_short(name, &place) {
                            continue;
                        }
                        let place = pointer::join(&place, name);
                        if !self.names.insert(name.clone()) {
                            self.refuse(&place, format!("{name} is defined twice: rename one"));
                        }
                        found.push((place, name, schema));
                    }
                }
                Some(_) => self.refuse(&place, "must be an object of schemas".to_owned()),
            }
        }
        found
    }

    /// The part of the root that describes a type, if any, and the name to give it.
    fn find_root(&mut self, root: &Map<String, Value>) -> Option<Map<String, Value>> {
        const FRAME: [&str; 4] = ["definitions", "$defs", "$id", "$schema"];
        let own: Map<_, _> = root
            .iter()
            .filter(|(key, _)| !FRAME.contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let says = own.keys().any(|key| keyword(key) != Some(Keyword::Annotation));
        if !says || own.contains_key("$ref") {
            // `{"$ref": "#/definitions/Pet"}` only says where to start reading.
            if says {
                self.schema(&Value::Object(own), "");
            }
            if self.options.name.is_some() {
                let message = "describes no type of its own: leave out --name";
                self.refuse("", message.to_owned());
            }
            return None;
        }
        let title = own.get("title").and_then(Value::as_str);
        let Some(name) = self.options.name.as_deref().or(title).map(str::to_owned) else {
            let message = "describes a type that has no name: pass --name, or give it a title";
            self.refuse("", message.to_owned());
            return None;
        };
        let mut letters = name.chars();
        let plain = letters.next().is_some_and(|first| first.is_ascii_alphabetic())
            && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if !plain {
            self.refuse("", format!("{name:?} cannot name a type: pass --name"));
        } else if !self.names.insert(name.clone()) {
            self.refuse("", format!("{name} is also a definition: pass another name with --name"));
        }
        self.root = Some(name);
        Some(own)
    }
}
