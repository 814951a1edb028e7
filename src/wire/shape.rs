//! Objects that stay text, checked against the little that the protocol says about them.

use core::fmt;

use serde_core::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::{Constant, Key};
use crate::JsonObject;
use crate::error::{at_index, at_member, without_position};
use crate::json::text;

/// What a protocol asks of a value that is kept as text.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Any JSON value.
    Any,
    /// A string.
    String,
    /// This string.
    Text(&'static str),
    /// An array of values of one shape.
    Array(&'static Shape),
    /// An object whose values all have one shape.
    Map(&'static Shape),
    /// An object with these members (name, whether required, shape), and any others.
    Object(&'static [(&'static str, bool, Shape)]),
}

/// Checks an object against a shape.
pub fn check_shape<E: Error>(object: &JsonObject, shape: &'static Shape) -> Result<(), E> {
    if shape.fitting(object.as_str().as_bytes(), 0).is_some() {
        return Ok(());
    }
    let mut deserializer = serde_json::Deserializer::from_str(object.as_str());
    shape.deserialize(&mut deserializer).map_err(|error| E::custom(without_position(&error)))
}

impl Shape {
    /// Where the value at `start` ends, if a quick look tells that it fits; `None` tells nothing.
    fn fitting(&self, json: &[u8], start: usize) -> Option<usize> {
        match self {
            Shape::Any => Some(text::value_end(json, start)),
            Shape::String => plain_string(json, start),
            Shape::Text(text) => {
                let end = plain_string(json, start)?;
                (json.get(start + 1..end - 1) == Some(text.as_bytes())).then_some(end)
            }
            Shape::Array(element) => {
                let mut at = opened(json, start, b'[')?;
                while json.get(at) != Some(&b']') {
                    at = text::next_part(json, element.fitting(json, at)?);
                }
                Some(at + 1)
            }
            Shape::Map(_) | Shape::Object(_) => {
                let mut at = opened(json, start, b'{')?;
                let mut seen = 0_u64;
                while json.get(at) != Some(&b'}') {
                    let end = plain_string(json, at)?;
                    let name = json.get(at + 1..end - 1)?;
                    let (bit, shape) = self.member(name);
                    if seen & bit != 0 {
                        return None;
                    }
                    seen |= bit;
                    at = text::next_part(json, shape.fitting(json, text::next_part(json, end))?);
                }
                self.missing(seen).is_none().then_some(at + 1)
            }
        }
    }

    /// The shape of a member, and its bit among those that may stand once only.
    fn member(&self, name: &[u8]) -> (u64, &'static Shape) {
        match self {
            Shape::Map(value) => (0, value),
            Shape::Object(known) => {
                let mut known = known.iter().enumerate();
                let found = known.find(|(_, (known, ..))| known.as_bytes() == name);
                found.map_or((0, &Shape::Any), |(index, (_, _, shape))| (bit(index), shape))
            }
            _ => (0, &Shape::Any),
        }
    }

    /// A required member that was not seen.
    fn missing(&self, seen: u64) -> Option<&'static str> {
        let Shape::Object(known) = self else { return None };
        let mut known = known.iter().enumerate();
        let missing = known.find(|(index, (_, required, _))| *required && seen & bit(*index) == 0);
        missing.map(|(_, (name, ..))| *name)
    }
}

/// Where the string at `start` ends, if there is one without escapes.
fn plain_string(json: &[u8], start: usize) -> Option<usize> {
    let from = json.get(start + 1..).filter(|_| json.get(start) == Some(&b'"'))?;
    let length = text::first_special(from)?;
    (from.get(length) == Some(&b'"')).then_some(start + length + 2)
}

/// Where the first part of a container at `start` is.
fn opened(json: &[u8], start: usize, bracket: u8) -> Option<usize> {
    (json.get(start) == Some(&bracket)).then(|| text::next_part(json, start + 1))
}

/// The place of a member in a set of those that were seen.
fn bit(index: usize) -> u64 {
    1 << (index & 63)
}

impl<'de> DeserializeSeed<'de> for &'static Shape {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match self {
            Shape::Any => deserializer.deserialize_ignored_any(IgnoredAny).map(|_| ()),
            Shape::String => deserializer.deserialize_str(self),
            Shape::Text(text) => text.ask(deserializer),
            Shape::Array(_) => deserializer.deserialize_seq(self),
            Shape::Map(_) | Shape::Object(_) => deserializer.deserialize_map(self),
        }
    }
}

impl<'de> Visitor<'de> for &'static Shape {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Any => "a value",
            Shape::String | Shape::Text(_) => "a string",
            Shape::Array(_) => "an array",
            Shape::Map(_) | Shape::Object(_) => "an object",
        })
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        let Shape::Array(element) = self else { return Ok(()) };
        let mut index = 0;
        while array.next_element_seed(*element).map_err(|e| at_index(index, e))?.is_some() {
            index += 1;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut seen = 0_u64;
        while let Some(key) = map.next_key::<Key<'de>>()? {
            let (bit, shape) = self.member(key.as_bytes());
            if seen & bit != 0 {
                return Err(at_member(&key, A::Error::custom("duplicate member")));
            }
            seen |= bit;
            map.next_value_seed(shape).map_err(|error| at_member(&key, error))?;
        }
        if let Some(name) = self.missing(seen) {
            return Err(at_member(name, A::Error::custom("missing member")));
        }
        Ok(())
    }
}

/// Everything that an object kept as text has.
#[doc(hidden)]
#[macro_export]
macro_rules! __text_object {
    ($name:ident = $shape:expr) => {
        impl $name {
            const SHAPE: $crate::wire::Shape = $shape;

            /// An object that is known to fit, or that is on its way to a type that checks it.
            #[doc(hidden)]
            pub fn unchecked(object: $crate::JsonObject) -> Self {
                $name(object)
            }

            /// The object as it came.
            pub fn as_object(&self) -> &$crate::JsonObject {
                &self.0
            }

            /// The object as it came, owned.
            pub fn into_object(self) -> $crate::JsonObject {
                self.0
            }

            /// The member `name`, where it is there.
            pub fn get(&self, name: &str) -> ::core::option::Option<$crate::Json> {
                self.0.get(name)
            }

            /// What this value holds that its revision does not define: nothing, it is text.
            pub fn deviations(&self) -> $crate::wire::rt::Vec<$crate::Deviation> {
                $crate::wire::Walk::over(self)
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                let object: $crate::JsonObject =
                    $crate::wire::rt::Deserialize::deserialize(deserializer)?;
                $crate::wire::check_shape(&object, &Self::SHAPE)?;
                $crate::wire::rt::Result::Ok($name(object))
            }
        }

        impl $crate::wire::rt::Serialize for $name {
            fn serialize<S: $crate::wire::rt::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::wire::rt::Result<S::Ok, S::Error> {
                $crate::wire::rt::Serialize::serialize(&self.0, serializer)
            }
        }

        impl ::core::convert::TryFrom<$crate::JsonObject> for $name {
            type Error = $crate::Error;

            fn try_from(
                object: $crate::JsonObject,
            ) -> $crate::wire::rt::Result<Self, $crate::Error> {
                $crate::wire::check_shape::<$crate::wire::rt::JsonError>(&object, &Self::SHAPE)?;
                $crate::wire::rt::Result::Ok($name(object))
            }
        }

        impl ::core::convert::TryFrom<$crate::Json> for $name {
            type Error = $crate::Error;

            fn try_from(json: $crate::Json) -> $crate::wire::rt::Result<Self, $crate::Error> {
                $crate::from_str(json.as_str())
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::Error;

            fn from_str(text: &str) -> $crate::wire::rt::Result<Self, $crate::Error> {
                $crate::from_str(text)
            }
        }

        impl ::core::convert::From<$name> for $crate::JsonObject {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        $crate::__deserialize!($name);
    };
}
