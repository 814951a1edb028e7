//! [`Nullable`].

use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

/// A member that may be `null`. An absent member is another matter: `Option<Nullable<T>>` tells all
/// three apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nullable<T> {
    /// `null`
    Null,
    /// Anything else.
    Value(T),
}

impl<T> Nullable<T> {
    /// Whether this is `null`.
    pub const fn is_null(&self) -> bool {
        matches!(self, Nullable::Null)
    }

    /// The value, where there is one.
    pub const fn as_option(&self) -> Option<&T> {
        match self {
            Nullable::Null => None,
            Nullable::Value(value) => Some(value),
        }
    }

    /// The value, where there is one.
    pub fn into_option(self) -> Option<T> {
        self.into()
    }

    /// Changes the value, where there is one.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Nullable<U> {
        match self {
            Nullable::Null => Nullable::Null,
            Nullable::Value(value) => Nullable::Value(change(value)),
        }
    }
}

impl<T> Default for Nullable<T> {
    /// `null`
    fn default() -> Self {
        Nullable::Null
    }
}

impl<T> From<T> for Nullable<T> {
    fn from(value: T) -> Self {
        Nullable::Value(value)
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Nullable::Null, Nullable::Value)
    }
}

impl<T> From<Nullable<T>> for Option<T> {
    fn from(value: Nullable<T>) -> Self {
        match value {
            Nullable::Null => None,
            Nullable::Value(value) => Some(value),
        }
    }
}

impl<T: Serialize> Serialize for Nullable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Nullable::Null => serializer.serialize_unit(),
            Nullable::Value(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nullable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_option(NullableVisitor(PhantomData))
    }
}

struct NullableVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for NullableVisitor<T> {
    type Value = Nullable<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E: Error>(self) -> Result<Nullable<T>, E> {
        Ok(Nullable::Null)
    }

    fn visit_unit<E: Error>(self) -> Result<Nullable<T>, E> {
        Ok(Nullable::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Nullable<T>, D::Error> {
        T::deserialize(deserializer).map(Nullable::Value)
    }
}
