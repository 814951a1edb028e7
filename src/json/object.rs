//! [`JsonObject`].

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::{Serialize, Serializer};
use serde_json::Value;

use super::{Json, JsonKind, text, unexpected};
use crate::{Error, Map};

/// A [`Json`] that is known to be an object: tool arguments, schemas, `_meta` values.
///
/// Members keep their order, and text that is not touched stays as it came. [`insert`] and
/// [`remove`] write the text anew each time; to build an object of many members, collect them.
///
/// ```
/// use mcp_revisions::{Json, JsonObject};
///
/// let mut arguments = JsonObject::from([("city", "Oslo")]);
/// arguments.insert("days", 3);
/// assert_eq!(arguments.to_string(), r#"{"city":"Oslo","days":3}"#);
/// assert_eq!(arguments.get("days"), Some(Json::from(3)));
/// ```
///
/// [`insert`]: JsonObject::insert
/// [`remove`]: JsonObject::remove
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct JsonObject(Json);

impl JsonObject {
    /// `{}`
    pub fn new() -> Self {
        JsonObject::from(Map::new())
    }

    pub(super) fn checked(json: Json) -> Option<Self> {
        (json.kind() == JsonKind::Object).then_some(JsonObject(json))
    }

    fn required<E: serde_core::de::Error>(json: Json) -> Result<Self, E> {
        match json.kind() {
            JsonKind::Object => Ok(JsonObject(json)),
            _ => Err(unexpected(json.as_str(), &"an object")),
        }
    }

    /// Takes one JSON object as text.
    ///
    /// # Errors
    ///
    /// The text is not one JSON value, or not an object.
    pub fn from_text(text: impl Into<String>) -> Result<Self, Error> {
        JsonObject::try_from(Json::from_text(text)?)
    }

    /// Writes a value as a JSON object.
    ///
    /// # Errors
    ///
    /// The value can't be written as JSON, or is written as something else than an object.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, Error> {
        JsonObject::try_from(Json::from_serialize(value)?)
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The object as any JSON value.
    pub fn as_json(&self) -> &Json {
        &self.0
    }

    /// The object as any JSON value.
    pub fn into_json(self) -> Json {
        self.0
    }

    /// Reads the object as a type.
    ///
    /// # Errors
    ///
    /// The object does not fit the type. Positions count within this object.
    pub fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, Error> {
        self.0.parse()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        text::members(self.as_str()).next().is_none()
    }

    /// The member `name`; the last of several with that name.
    pub fn get(&self, name: &str) -> Option<Json> {
        self.0.get(name)
    }

    /// All members in order, also several with one name.
    ///
    /// An escaped lone surrogate in a name (`"\ud800"`), which Rust strings have no place for,
    /// becomes U+FFFD.
    pub fn entries(&self) -> Map<Json> {
        if let Ok(members) = self.parse() {
            return members;
        }
        let members = text::members(self.as_str());
        members
            .filter_map(|member| {
                Some((text::decode_lossy(member.name), Json::from_part(member.value)?))
            })
            .collect()
    }

    /// Sets the member `name`: in place of the last that has the name, or at the end. Others with
    /// the name go. Returns what [`get`](JsonObject::get) gave before.
    pub fn insert(&mut self, name: &str, value: impl Into<Json>) -> Option<Json> {
        self.replace(name, Some(&value.into()))
    }

    /// Removes every member `name`. Returns what [`get`](JsonObject::get) gave before.
    pub fn remove(&mut self, name: &str) -> Option<Json> {
        self.replace(name, None)
    }

    fn replace(&mut self, name: &str, value: Option<&Json>) -> Option<Json> {
        let old = text::child(self.as_str(), name);
        let previous = old.and_then(Json::from_part);
        if previous.is_none() && value.is_none() {
            return None;
        }
        let quoted = Json::from(name);
        let mut written = String::with_capacity(self.as_str().len() + quoted.as_str().len());
        written.push('{');
        for member in text::members(self.as_str()) {
            if !member.is_named(name) {
                push_member(&mut written, member.name, member.value);
            } else if let Some(value) = value
                && old.is_some_and(|old| core::ptr::eq(old, member.value))
            {
                push_member(&mut written, member.name, value.as_str());
            }
        }
        if let (None, Some(value)) = (old, value) {
            push_member(&mut written, quoted.as_str(), value.as_str());
        }
        written.push('}');
        // Made of valid pieces, so it is valid.
        if let Ok(changed) = JsonObject::from_text(written) {
            *self = changed;
        }
        previous
    }
}

fn push_member(written: &mut String, name: &str, value: &str) {
    if written.len() > 1 {
        written.push(',');
    }
    written.push_str(name);
    written.push(':');
    written.push_str(value);
}

impl Default for JsonObject {
    fn default() -> Self {
        JsonObject::new()
    }
}

impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonObject({self})")
    }
}

impl fmt::Display for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for JsonObject {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        JsonObject::from_text(text)
    }
}

impl From<Map<Json>> for JsonObject {
    fn from(members: Map<Json>) -> Self {
        JsonObject(Json::from(members))
    }
}

impl From<serde_json::Map<String, Value>> for JsonObject {
    fn from(members: serde_json::Map<String, Value>) -> Self {
        JsonObject(Json::from(Value::Object(members)))
    }
}

impl<K: Into<String>, V: Into<Json>> FromIterator<(K, V)> for JsonObject {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        JsonObject::from(
            members.into_iter().map(|(name, value)| (name, value.into())).collect::<Map<Json>>(),
        )
    }
}

impl<K: Into<String>, V: Into<Json>, const N: usize> From<[(K, V); N]> for JsonObject {
    fn from(members: [(K, V); N]) -> Self {
        members.into_iter().collect()
    }
}

impl TryFrom<Json> for JsonObject {
    type Error = Error;

    fn try_from(json: Json) -> Result<Self, Error> {
        Ok(JsonObject::required::<serde_json::Error>(json)?)
    }
}

impl TryFrom<Value> for JsonObject {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self, Error> {
        JsonObject::try_from(Json::from(value))
    }
}

impl Serialize for JsonObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        JsonObject::required(Json::deserialize(deserializer)?)
    }
}
