//! What a [`Json`] is made from without being able to fail.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Json, JsonObject};
use crate::{Integer, Map, Number, StringOrInteger};

macro_rules! from_plain {
    ($($type:ty),* $(,)?) => {$(
        impl From<$type> for Json {
            fn from(value: $type) -> Self {
                Json::from_plain(&value)
            }
        }
    )*};
}

from_plain!(bool, i8, i16, i32, i64, u8, u16, u32, u64, Integer, StringOrInteger, String);
from_plain!(Vec<Json>, Map<Json>, serde_json::Value);

/// A JSON string that says `text`. To take JSON text, use [`Json::from_text`] or [`str::parse`].
impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::from_plain(text)
    }
}

/// `null`.
impl From<()> for Json {
    fn from((): ()) -> Self {
        Json::null()
    }
}

impl From<Number> for Json {
    fn from(number: Number) -> Self {
        Json(number.into_raw())
    }
}

impl From<JsonObject> for Json {
    fn from(object: JsonObject) -> Self {
        object.into_json()
    }
}

impl FromIterator<Json> for Json {
    /// An array.
    fn from_iter<I: IntoIterator<Item = Json>>(elements: I) -> Self {
        Json::from(Vec::from_iter(elements))
    }
}
