//! JSON text in and out: reading that refuses duplicate keys, and the one way we print.

use crate::error::Error;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use sha2::{Digest, Sha256};
use std::fmt;

/// Reads JSON. A key that stands twice in an object is an error, since a reader would silently
/// lose one of the two.
pub fn parse(text: &str, file: &str) -> Result<Value, Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    Strict
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|cause| Error::new(file, "", format!("not valid JSON: {cause}")))
}

/// Pretty JSON with two spaces and a final newline.
#[must_use]
pub fn print(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The lower-case hexadecimal SHA-256 of bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An object with one member, which is moved into it, not copied as `json!` does.
#[must_use]
pub fn object(key: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), value)]))
}

/// The value with the keys of all its objects sorted.
#[must_use]
pub fn sorted(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.into_iter().collect();
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            members.into_iter().map(|(key, value)| (key, sorted(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other => other,
    }
}

/// How many values a value is made of, with itself.
#[must_use]
pub fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum::<usize>(),
        _ => 0,
    }
}

struct Strict;

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Strict)? {
            list.push(item);
        }
        // A schema is held for long, and an array that grew has room for as many again.
        list.shrink_to_fit();
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(serde::de::Error::custom(format!(
                    "the key {key:?} stands twice: remove one"
                )));
            }
            object.insert(key, members.next_value_seed(Strict)?);
        }
        Ok(Value::Object(object))
    }
}
