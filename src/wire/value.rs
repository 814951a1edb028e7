//! The one trait behind all members: reading with a path to the fault, and looking for deviations.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor,
};
use serde_core::ser::Serialize;

use super::entries::read_held;
use super::{Entries, Key, Walk};
use crate::error::{at_index, at_member};
use crate::{
    Integer, Json, JsonKind, JsonObject, Map, Null, Nullable, Number, OneOrMany, StringOrInteger,
};

/// A value that can be a member of a generated type.
///
/// It differs from serde's own trait in that arrays and maps name the element at fault, and in that
/// a value can be asked what it holds that its revision does not define.
pub trait Wire: Serialize + Sized {
    /// Reads a value; an error names the members on the way to the fault.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    /// Reads a value that is likely to be of the most common kind of its union, in one pass. A
    /// refusal says nothing: `read` decides.
    fn read_likely<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)
    }

    /// Reads a value from the members of an object.
    fn read_entries<'de, A: MapAccess<'de>>(entries: Entries<'de, A>) -> Result<Self, A::Error> {
        let mut members = Map::new();
        entries.rest(&mut members)?;
        read_held(Json::from(members).as_str())
    }

    /// Reads a value in one pass where it is an object that has none of these members of other
    /// alternatives (the last row is its own). A refusal says nothing: `read` decides.
    fn read_last<'de, D: Deserializer<'de>>(
        deserializer: D,
        members: &'static [&'static [&'static str]],
    ) -> Result<Self, D::Error> {
        let _ = (deserializer, members);
        Err(D::Error::custom("not known by its members"))
    }

    /// Gathers what the value holds that its revision does not define.
    fn inspect(&self, walk: &mut Walk) {
        let _ = walk;
    }
}

/// Reads a `T` where serde wants a seed.
#[derive(Debug)]
pub(super) struct Seed<T>(pub(super) PhantomData<T>);

impl<'de, T: Wire> DeserializeSeed<'de> for Seed<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::read(deserializer)
    }
}

/// Reads a value from text; the error says where.
pub fn from_text<T: Wire>(text: &str) -> Result<T, crate::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    T::read(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| crate::read::explain(&error, text))
}

macro_rules! leaf {
    ($($leaf:ty),*) => {$(
        impl Wire for $leaf {
            #[inline]
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Deserialize::deserialize(deserializer)
            }
        }
    )*};
}

leaf!(bool, String, Json, JsonObject, Number, Integer, StringOrInteger, Null);

impl<T: Wire> Wire for Box<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Box::new)
    }

    fn read_entries<'de, A: MapAccess<'de>>(entries: Entries<'de, A>) -> Result<Self, A::Error> {
        T::read_entries(entries).map(Box::new)
    }

    fn inspect(&self, walk: &mut Walk) {
        (**self).inspect(walk);
    }
}

impl<T: Wire> Wire for Nullable<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NullableVisitor<T>(PhantomData<T>);

        impl<'de, T: Wire> Visitor<'de> for NullableVisitor<T> {
            type Value = Nullable<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("null or a value")
            }

            fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Nullable::Null)
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Nullable::Null)
            }

            fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Self::Value, D::Error> {
                T::read(inner).map(Nullable::Value)
            }
        }

        deserializer.deserialize_option(NullableVisitor(PhantomData))
    }

    fn inspect(&self, walk: &mut Walk) {
        if let Nullable::Value(value) = self {
            value.inspect(walk);
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ArrayVisitor(PhantomData))
    }

    fn inspect(&self, walk: &mut Walk) {
        for (index, element) in self.iter().enumerate() {
            walk.element(index, element);
        }
    }
}

struct ArrayVisitor<T>(PhantomData<T>);

impl<'de, T: Wire> Visitor<'de> for ArrayVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Vec<T>, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) =
            array.next_element_seed(Seed(PhantomData)).map_err(|e| at_index(elements.len(), e))?
        {
            elements.push(element);
        }
        Ok(elements)
    }
}

impl<T: Wire> Wire for Map<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor<T>(PhantomData<T>);

        impl<'de, T: Wire> Visitor<'de> for MapVisitor<T> {
            type Value = Map<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Map<T>, A::Error> {
                let mut members = Map::new();
                while let Some(key) = map.next_key::<Key<'de>>()? {
                    let value = map
                        .next_value_seed(Seed(PhantomData))
                        .map_err(|error| at_member(&key, error))?;
                    members.push(key, value);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(MapVisitor(PhantomData))
    }

    fn inspect(&self, walk: &mut Walk) {
        for (name, value) in self.iter() {
            walk.member(name, value);
        }
    }
}

impl<T: Wire> Wire for OneOrMany<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Through text, since an item may want to see its own text first.
        let json = Json::deserialize(deserializer)?;
        match json.kind() {
            JsonKind::Array => read_held(json.as_str()).map(OneOrMany::Many),
            _ => read_held(json.as_str()).map(OneOrMany::One),
        }
    }

    fn inspect(&self, walk: &mut Walk) {
        match self {
            OneOrMany::One(one) => one.inspect(walk),
            OneOrMany::Many(many) => many.inspect(walk),
        }
    }
}
