//! JSON that the protocol does not look into: kept as text, read on demand, compared by value.
//!
//! [`Json`] is any value, [`JsonObject`] one that is known to be an object. [`differences`] tells
//! where two values differ.

mod canonical;
mod convert;
mod difference;
mod kind;
mod object;
pub(crate) mod text;
mod tree;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod laws;
#[cfg(test)]
mod tests;

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

#[cfg(feature = "check")]
pub(crate) use difference::differences_of_texts;
pub use difference::{Difference, DifferenceKind, Differences, differences};
pub use kind::JsonKind;
pub(crate) use kind::{shortened, unexpected};
pub use object::JsonObject;

use crate::{Error, Number};

/// One JSON value as received: its text, not a tree.
///
/// The text stays as it came, but on one line: line breaks, which JSON allows between tokens only,
/// become spaces on the way in, so that a value never breaks the framing of the stdio transport
/// (one message a line).
///
/// Two values are equal when they say the same: the order of an object's members, the escapes of
/// strings and white space do not count. Numbers are compared exactly, at any length, and by kind:
/// `1.0` equals `1.00` and `10e-1` but not `1`, since one is spelled as an integer and the other is
/// not (JSON Schema calls both one number; but a peer may read them as different types, so a value
/// that passes through must not turn one into the other). Minus zero equals zero of its kind.
/// Members with one name are compared in their order. Hashing goes along with equality, and neither
/// depends on the features of serde_json that a program switches on.
///
/// Nothing here recurses into the value, so depth is not limited; [`parse`](Json::parse) has the
/// limit of serde_json (128).
///
/// ```
/// use mcp_revisions::Json;
///
/// let schema: Json = r#"{"type": "object", "maxProperties": 1e2}"#.parse()?;
/// assert_eq!(schema, r#"{"maxProperties":100.0,"type":"object"}"#.parse()?);
/// assert_eq!(schema.get("type"), Some(Json::from("object")));
/// # Ok::<(), mcp_revisions::Error>(())
/// ```
///
/// With serde it works in serde_json's formats (text, readers and `serde_json::Value`), since only
/// they hand out the text of a value. Binary formats are refused with an error that says so, on
/// reading and on writing; other text formats, and serde's own buffering (`flatten`, untagged
/// enums), on reading.
#[derive(Clone, Default)]
pub struct Json(Box<RawValue>);

impl Json {
    /// `null`, which is also the default.
    pub fn null() -> Self {
        Json::default()
    }

    /// Takes one JSON value as text. White space around it is dropped.
    ///
    /// (`Json::from` makes a JSON string of a text.)
    ///
    /// # Errors
    ///
    /// The text is not one JSON value.
    pub fn from_text(text: impl Into<String>) -> Result<Self, Error> {
        Ok(Json::on_one_line(RawValue::from_string(text.into())?)?)
    }

    /// Takes JSON that serde_json has already read.
    pub(crate) fn from_raw(raw: &RawValue) -> Result<Self, Error> {
        Ok(Json::on_one_line(raw.to_owned())?)
    }

    /// Writes a value as JSON.
    ///
    /// # Errors
    ///
    /// The value refuses to be written, or has a map whose keys are not strings.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        Ok(Json::on_one_line(to_raw_value(value)?)?)
    }

    /// Writes a value that can't fail: made of strings, numbers and JSON texts only.
    fn from_plain<T: Serialize + ?Sized>(value: &T) -> Self {
        Json(to_raw_value(value).unwrap_or_default())
    }

    /// Every way in from outside passes here.
    fn on_one_line(raw: Box<RawValue>) -> Result<Self, serde_json::Error> {
        if !has_line_break(raw.get()) {
            return Ok(Json(raw));
        }
        // The text is valid, so its line breaks are outside of strings.
        RawValue::from_string(raw.get().replace(['\n', '\r'], " ")).map(Json)
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Reads the value as a type.
    ///
    /// # Errors
    ///
    /// The value does not fit the type. Positions count within this value.
    pub fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, Error> {
        Ok(serde_json::from_str(self.as_str())?)
    }

    /// What kind of value this is.
    pub fn kind(&self) -> JsonKind {
        JsonKind::of(self.as_str())
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        self.kind() == JsonKind::Null
    }

    /// The member of an object, or the element of an array (by index in decimal digits).
    ///
    /// Of several members with one name the last counts.
    pub fn get(&self, token: &str) -> Option<Json> {
        text::child(self.as_str(), token).and_then(Json::from_part)
    }

    /// The value at a JSON pointer (RFC 6901); the empty pointer is this value itself.
    pub fn pointer(&self, pointer: &str) -> Option<Json> {
        let mut part = self.as_str();
        if !pointer.is_empty() {
            for token in pointer.strip_prefix('/')?.split('/') {
                part = text::child(part, &crate::pointer::unescape(token))?;
            }
        }
        Json::from_part(part)
    }

    /// A copy, where this is `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// The number, as written, where this is one.
    pub fn as_number(&self) -> Option<Number> {
        self.as_str().parse().ok()
    }

    /// What the string says, where this is one. An escaped lone surrogate (`"\ud800"`), which Rust
    /// strings have no place for, becomes U+FFFD.
    pub fn as_string(&self) -> Option<String> {
        (self.kind() == JsonKind::String).then(|| text::decode_lossy(self.as_str()).into_owned())
    }

    /// The elements, where this is an array.
    pub fn as_array(&self) -> Option<Vec<Json>> {
        (self.kind() == JsonKind::Array)
            .then(|| text::elements(self.as_str()).filter_map(Json::from_part).collect())
    }

    /// A copy, where this is an object. (`JsonObject::try_from` takes the value without a copy.)
    pub fn as_object(&self) -> Option<JsonObject> {
        JsonObject::checked(self.clone())
    }

    /// A copy of a part of a value.
    fn from_part(text: &str) -> Option<Json> {
        let raw: &RawValue = serde_json::from_str(text).ok()?;
        Some(Json(raw.to_owned()))
    }
}

/// Looks for the least byte of whole blocks first, which costs next to nothing: JSON has no byte
/// below the space but tabs and line breaks.
fn has_line_break(text: &str) -> bool {
    text.as_bytes().chunks(512).any(|block| {
        let least = block.iter().fold(u8::MAX, |least, byte| least.min(*byte));
        least < b' ' && block.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
    })
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
            || (self.kind() == other.kind()
                && canonical::canonical(self.as_str()) == canonical::canonical(other.as_str()))
    }
}

impl Eq for Json {}

impl Hash for Json {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&canonical::canonical(self.as_str()));
    }
}

/// What formats without text are told.
pub(crate) const NOT_JSON: &str = "this value is held as JSON text, which only serde_json's formats have: convert it to JSON first";

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Json({self})")
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Json {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Json::from_text(text)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Err(serde_core::ser::Error::custom(NOT_JSON));
        }
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Err(serde_core::de::Error::custom(NOT_JSON));
        }
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Json::on_one_line(raw).map_err(serde_core::de::Error::custom)
    }
}
