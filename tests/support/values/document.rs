//! A document as it is made: JSON that remembers which schema each part comes from.

use std::collections::BTreeSet;

use fastrand::Rng;
use serde_json::Value;

/// A part of a document.
#[derive(Clone, Debug)]
pub(crate) struct Part<'s> {
    pub(crate) what: What<'s>,
    /// The schema that it was made from; none for JSON that is free.
    pub(crate) schema: Option<&'s Value>,
    /// Whether reading must report it as a deviation.
    pub(crate) deviates: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum What<'s> {
    Null,
    Bool(bool),
    /// A number as written.
    Number(String),
    Text(String),
    Array(Vec<Part<'s>>),
    Object(Vec<Member<'s>>),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub(crate) struct Member<'s> {
    pub(crate) name: String,
    pub(crate) part: Part<'s>,
    pub(crate) required: bool,
    /// Whether it tells the alternatives of a union apart, so that unknown values are held.
    pub(crate) is_tag: bool,
}

impl<'s> From<What<'s>> for Part<'s> {
    fn from(what: What<'s>) -> Self {
        Part { what, schema: None, deviates: false }
    }
}

impl Part<'_> {
    /// A part with a fixed value.
    pub(crate) fn fixed(value: &Value) -> Self {
        Part::from(match value {
            Value::Null => What::Null,
            Value::Bool(value) => What::Bool(*value),
            Value::Number(number) => What::Number(number.to_string()),
            Value::String(text) => What::Text(text.clone()),
            Value::Array(items) => What::Array(items.iter().map(Part::fixed).collect()),
            Value::Object(members) => What::Object(
                members
                    .iter()
                    .map(|(name, value)| Member {
                        name: name.clone(),
                        part: Part::fixed(value),
                        required: false,
                        is_tag: false,
                    })
                    .collect(),
            ),
        })
    }

    /// Where the parts stand that reading must report, as JSON pointers.
    pub(crate) fn deviations(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.gather("", &mut found);
        found
    }

    fn gather(&self, pointer: &str, found: &mut BTreeSet<String>) {
        if self.deviates {
            found.insert(pointer.to_owned());
        }
        match &self.what {
            What::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    item.gather(&format!("{pointer}/{index}"), found);
                }
            }
            What::Object(members) => {
                for member in members {
                    member.part.gather(&inside(pointer, &member.name), found);
                }
            }
            _ => {}
        }
    }
}

/// The pointer of a member.
pub(crate) fn inside(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// How a document is spelled: JSON leaves some freedom.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spelling {
    /// Strings and names hold escapes that they don't need.
    pub(crate) escapes: bool,
    /// There are spaces and line ends between the tokens.
    pub(crate) spaces: bool,
}

/// Writes a document.
pub(crate) fn print(part: &Part<'_>, spelling: Spelling, rng: &mut Rng) -> String {
    let mut printer = Printer { spelling, rng, text: String::new() };
    printer.part(part);
    printer.text
}

struct Printer<'a> {
    spelling: Spelling,
    rng: &'a mut Rng,
    text: String,
}

impl Printer<'_> {
    fn part(&mut self, part: &Part<'_>) {
        self.space();
        match &part.what {
            What::Null => self.text.push_str("null"),
            What::Bool(value) => self.text.push_str(&value.to_string()),
            What::Number(text) => self.text.push_str(text),
            What::Text(text) => self.string(text),
            What::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.text.push(if index == 0 { '[' } else { ',' });
                    self.part(item);
                }
                self.close("[", ']', items.is_empty());
            }
            What::Object(members) => {
                for (index, member) in members.iter().enumerate() {
                    self.text.push(if index == 0 { '{' } else { ',' });
                    self.space();
                    self.string(&member.name);
                    self.space();
                    self.text.push(':');
                    self.part(&member.part);
                }
                self.close("{", '}', members.is_empty());
            }
        }
        self.space();
    }

    fn close(&mut self, open: &str, close: char, is_empty: bool) {
        if is_empty {
            self.text.push_str(open);
        }
        self.space();
        self.text.push(close);
    }

    fn space(&mut self) {
        if self.spelling.spaces {
            self.text.push_str(["", " ", "\n", "\r\n\t", "  "][self.rng.usize(..5)]);
        }
    }

    fn string(&mut self, text: &str) {
        self.text.push('"');
        for letter in text.chars() {
            if self.spelling.escapes && self.rng.u8(..6) == 0 {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    self.text.push_str(&format!("\\u{unit:04x}"));
                }
                continue;
            }
            match letter {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\t' => self.text.push_str("\\t"),
                '/' if self.spelling.escapes => self.text.push_str("\\/"),
                letter if letter < ' ' => {
                    self.text.push_str(&format!("\\u{:04X}", u32::from(letter)));
                }
                letter => self.text.push(letter),
            }
        }
        self.text.push('"');
    }
}
