//! [`OneOrMany`].

use alloc::string::String;
use alloc::vec::{self, Vec};
use core::marker::PhantomData;
use core::{fmt, slice};

use serde_core::de::value::MapAccessDeserializer;
use serde_core::de::{
    Deserialize, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde_core::ser::{Serialize, Serializer};

use crate::error::at_index;

/// The most elements that room is made for before they are seen.
const MOST_EXPECTED: usize = 64;

/// One value, or an array of values: an array on the wire is `Many`, anything else is `One`, and
/// each is written as it was read. One value and an array of it are not equal.
///
/// Reading does not buffer the value. `T` must therefore be a type that serde reads from its own
/// kinds: structs, strings, lists, but not [`Json`](crate::Json), [`JsonObject`](crate::JsonObject)
/// or [`Number`](crate::Number), which are read from text (inside of `T` they are fine).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OneOrMany<T> {
    /// A value that is not an array.
    One(T),
    /// An array.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// The values, also where there is one only.
    pub fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(value) => slice::from_ref(value),
            OneOrMany::Many(values) => values,
        }
    }

    /// The values, also where there is one only.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        match self {
            OneOrMany::One(value) => slice::from_mut(value),
            OneOrMany::Many(values) => values,
        }
    }

    /// The values, also where there is one only.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// The values, to be changed.
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether this is an array without elements.
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// The values, also where there is one only.
    pub fn into_vec(self) -> Vec<T> {
        match self {
            OneOrMany::One(value) => Vec::from([value]),
            OneOrMany::Many(values) => values,
        }
    }
}

impl<T> From<T> for OneOrMany<T> {
    fn from(value: T) -> Self {
        OneOrMany::One(value)
    }
}

impl<T> From<Vec<T>> for OneOrMany<T> {
    fn from(values: Vec<T>) -> Self {
        OneOrMany::Many(values)
    }
}

impl<T> IntoIterator for OneOrMany<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> vec::IntoIter<T> {
        self.into_vec().into_iter()
    }
}

impl<'a, T> IntoIterator for &'a OneOrMany<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> slice::Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut OneOrMany<T> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    fn into_iter(self) -> slice::IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            OneOrMany::One(value) => value.serialize(serializer),
            OneOrMany::Many(values) => values.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

struct OneOrManyVisitor<T>(PhantomData<T>);

macro_rules! visit_one {
    ($($name:ident: $type:ty),* $(,)?) => {$(
        fn $name<E: Error>(self, value: $type) -> Result<OneOrMany<T>, E> {
            T::deserialize(value.into_deserializer()).map(OneOrMany::One)
        }
    )*};
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one value or an array of them")
    }

    visit_one! {
        visit_bool: bool,
        visit_i64: i64,
        visit_u64: u64,
        visit_i128: i128,
        visit_u128: u128,
        visit_f64: f64,
        visit_str: &str,
        visit_string: String,
    }

    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<OneOrMany<T>, E> {
        T::deserialize(serde_core::de::value::BorrowedStrDeserializer::new(value))
            .map(OneOrMany::One)
    }

    fn visit_unit<E: Error>(self) -> Result<OneOrMany<T>, E> {
        T::deserialize(().into_deserializer()).map(OneOrMany::One)
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<OneOrMany<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(access)).map(OneOrMany::One)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<OneOrMany<T>, A::Error> {
        let mut values = Vec::with_capacity(access.size_hint().unwrap_or(0).min(MOST_EXPECTED));
        loop {
            match access.next_element() {
                Ok(Some(value)) => values.push(value),
                Ok(None) => return Ok(OneOrMany::Many(values)),
                Err(error) => return Err(at_index(values.len(), error)),
            }
        }
    }
}
