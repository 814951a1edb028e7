//! A document as a validator sees it, and what JSON Schema has no value for.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::Violation;
use crate::json::text::{self, RawMember};
use crate::number::Decimal;
use crate::{Error, Integer, Json, JsonKind, pointer};

/// How many arrays and objects may stand one in the other: as many as serde_json reads.
const DEEPEST: usize = 127;

/// The largest double with a fraction.
const LARGEST_FRACTION: f64 = 4_503_599_627_370_495.5;

/// A document, read for validators.
pub(super) struct Document {
    pub(super) value: Value,
    /// What no schema has to forbid: a member that is said twice (JSON Schema 2020-12, core, 4.2.1:
    /// undefined; RFC 7493, 2.3: forbidden), and half of a surrogate pair (RFC 7493, 2.1).
    pub(super) no_values: Vec<Violation>,
    /// Where integers stand that 64 bits do not hold.
    too_large: BTreeSet<String>,
}

impl Document {
    pub(super) fn read(json: &Json) -> Result<Self, Error> {
        let mut document =
            Document { value: Value::Null, no_values: Vec::new(), too_large: BTreeSet::new() };
        document.value = document.part(json.as_str(), &mut String::new(), DEEPEST)?;
        Ok(document)
    }

    /// The whole document.
    pub(super) fn whole(&self) -> Part<'_> {
        Part { value: &self.value, place: "", too_large: &self.too_large }
    }

    fn part(&mut self, text: &str, place: &mut String, depth: usize) -> Result<Value, Error> {
        let deeper = || depth.checked_sub(1).ok_or_else(|| Error::new("", "nested too deep"));
        let length = place.len();
        Ok(match JsonKind::of(text) {
            JsonKind::Null => Value::Null,
            JsonKind::Bool => Value::Bool(text == "true"),
            JsonKind::Number => self.number(text, place),
            JsonKind::String => Value::String(self.string(text, place)),
            JsonKind::Array => {
                let depth = deeper()?;
                let mut items = Vec::new();
                for (index, item) in text::elements(text).enumerate() {
                    pointer::push(place, &format!("{index}"));
                    items.push(self.part(item, place, depth)?);
                    place.truncate(length);
                }
                Value::Array(items)
            }
            JsonKind::Object => {
                let depth = deeper()?;
                let mut members = Map::new();
                for RawMember { name, value } in text::members(text) {
                    let said = text::decode_lossy(name);
                    pointer::push(place, &said);
                    let name = self.string(name, place);
                    let value = self.part(value, place, depth)?;
                    if members.insert(name, value).is_some() {
                        self.no_value(place, "member is said twice");
                    }
                    place.truncate(length);
                }
                Value::Object(members)
            }
        })
    }

    fn string(&mut self, quoted: &str, place: &str) -> String {
        if core::str::from_utf8(&text::decode(quoted)).is_err() {
            self.no_value(place, "half of a surrogate pair");
        }
        text::decode_lossy(quoted).into_owned()
    }

    /// A validator sees doubles. What is no integer has a fraction there, too, also where the nearest
    /// double has none; and so has an integer that 64 bits do not hold, which no type here reads.
    fn number(&mut self, text: &str, place: &str) -> Value {
        if let Some(integer) = Integer::from_number(text) {
            return integer.as_i64().map_or_else(|| integer.as_u64().into(), Value::from);
        }
        if !Decimal::of(text).has_fraction() {
            self.too_large.insert(place.to_owned());
        }
        let double = text.parse().unwrap_or(0.0_f64).clamp(-LARGEST_FRACTION, LARGEST_FRACTION);
        let whole = double.fract() == 0.0;
        Value::from(if whole { double.next_up() } else { double })
    }

    fn no_value(&mut self, place: &str, message: &str) {
        let (pointer, message) = (place.to_owned(), message.to_owned());
        self.no_values.push(Violation { pointer, schema: String::new(), message });
    }
}

/// A part of a document.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) value: &'a Value,
    place: &'a str,
    too_large: &'a BTreeSet<String>,
}

impl<'a> Part<'a> {
    /// Another value at another place of the same document.
    pub(super) fn at(self, value: &'a Value, place: &'a str) -> Self {
        Part { value, place, too_large: self.too_large }
    }

    /// Puts a violation into its place in the document, and names what is wrong with a number that
    /// is an integer to the schema.
    pub(super) fn tell(self, violation: &mut Violation) {
        violation.pointer.insert_str(0, self.place);
        if violation.schema.ends_with("/type") && self.too_large.contains(&violation.pointer) {
            violation.message = "integer is not exact in 64 bits".to_owned();
        }
    }
}
