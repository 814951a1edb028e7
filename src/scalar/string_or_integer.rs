//! [`StringOrInteger`].

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::Integer;
use super::text::{RAW, text_of};
use crate::error::without_position;
use crate::json::JsonKind;

/// A string or an integer: ids of requests, progress tokens. `"1"` and `1` are different.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StringOrInteger {
    /// A string on the wire.
    String(String),
    /// A number on the wire.
    Integer(Integer),
}

impl StringOrInteger {
    /// The string, where this is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            StringOrInteger::String(text) => Some(text),
            StringOrInteger::Integer(_) => None,
        }
    }

    /// The integer, where this is one.
    pub fn as_integer(&self) -> Option<Integer> {
        match self {
            StringOrInteger::String(_) => None,
            StringOrInteger::Integer(integer) => Some(*integer),
        }
    }
}

impl fmt::Display for StringOrInteger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StringOrInteger::String(text) => text.fmt(f),
            StringOrInteger::Integer(integer) => integer.fmt(f),
        }
    }
}

impl From<&str> for StringOrInteger {
    fn from(text: &str) -> Self {
        StringOrInteger::String(text.to_owned())
    }
}

impl From<String> for StringOrInteger {
    fn from(text: String) -> Self {
        StringOrInteger::String(text)
    }
}

macro_rules! from_integers {
    ($($type:ty),*) => {$(
        impl From<$type> for StringOrInteger {
            fn from(value: $type) -> Self {
                StringOrInteger::Integer(Integer::from(value))
            }
        }
    )*};
}

from_integers!(i8, i16, i32, i64, u8, u16, u32, u64, Integer);

impl Serialize for StringOrInteger {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            StringOrInteger::String(text) => serializer.serialize_str(text),
            StringOrInteger::Integer(integer) => integer.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for StringOrInteger {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(RAW, StringOrIntegerVisitor)
    }
}

struct StringOrIntegerVisitor;

impl<'de> Visitor<'de> for StringOrIntegerVisitor {
    type Value = StringOrInteger;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or an integer")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<StringOrInteger, E> {
        Ok(StringOrInteger::from(text))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<StringOrInteger, E> {
        Ok(StringOrInteger::String(text))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<StringOrInteger, E> {
        Ok(StringOrInteger::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<StringOrInteger, E> {
        Ok(StringOrInteger::from(value))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<StringOrInteger, E> {
        Integer::from_i128(value).map(StringOrInteger::Integer)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<StringOrInteger, E> {
        Integer::from_u128(value).map(StringOrInteger::Integer)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<StringOrInteger, E> {
        Integer::from_f64(value, &self).map(StringOrInteger::Integer)
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<StringOrInteger, A::Error> {
        let text = text_of(access, &self)?;
        if JsonKind::of(&text) != JsonKind::String {
            return Integer::from_json(&text, &self).map(StringOrInteger::Integer);
        }
        serde_json::from_str(&text)
            .map(StringOrInteger::String)
            .map_err(|error| A::Error::custom(without_position(&error)))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        value: D,
    ) -> Result<StringOrInteger, D::Error> {
        value.deserialize_any(self)
    }
}
