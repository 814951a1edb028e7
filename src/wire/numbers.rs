//! Numbers whose values have names: sets of bits, and integers such as error codes.

use alloc::format;
use alloc::string::{String, ToString};

use serde_core::de::{Deserialize, Deserializer, Error};

use crate::Integer;

/// Reads a set of bits.
pub fn read_bits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = Integer::deserialize(deserializer)?;
    number.as_u64().ok_or_else(|| outside(number, "a set of bits, 0 or more"))
}

/// Reads an integer that has a name, or may have one.
pub fn read_integer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = Integer::deserialize(deserializer)?;
    number.as_i64().ok_or_else(|| outside(number, "a signed 64-bit integer"))
}

#[cold]
fn outside<E: Error>(number: Integer, expected: &str) -> E {
    E::custom(format!("invalid value: integer `{number}`, expected {expected}"))
}

/// Says that an integer is none of those that are listed.
#[cold]
pub fn unlisted_integer<E: Error>(number: i64, name: &str) -> E {
    E::custom(format!("invalid value: integer `{number}`, expected one that {name} lists"))
}

/// An integer as text, for what a deviation says.
pub fn text_of(number: i64) -> String {
    number.to_string()
}

/// Everything that a set of bits has. Bits without a name are kept: a newer peer may know them.
#[doc(hidden)]
#[macro_export]
macro_rules! __bits {
    ($name:ident { $($bits:ident;)* }) => {
        impl $name {
            /// The sets that have a name.
            const NAMED: &'static [(&'static str, $name)] =
                &[$((::core::stringify!($bits), $name::$bits)),*];

            /// No bits.
            pub const EMPTY: Self = $name(0);

            /// A set of these bits, with or without a name.
            pub const fn from_bits(bits: u64) -> Self {
                $name(bits)
            }

            /// The bits, as they stand in a message.
            pub const fn bits(self) -> u64 {
                self.0
            }

            /// Whether no bit is there.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether all bits of the other set are there.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether any bit of the other set is there.
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// The same without the bits of the other set.
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                $name(self.0 & !other.0)
            }

            /// The bits that have no name.
            pub const fn unknown_bits(self) -> u64 {
                self.0 $(& !$name::$bits.0)*
            }

            /// The names of the sets that are there, such as `IDLE`; one may be part of another.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                let named = Self::NAMED.iter().filter(move |(_, bits)| self.contains(*bits));
                named.map(|(name, _)| *name)
            }
        }

        impl ::core::default::Default for $name {
            fn default() -> Self {
                $name::EMPTY
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::write!(f, "{}(", ::core::stringify!($name))?;
                let mut separator = "";
                for name in self.names() {
                    ::core::write!(f, "{separator}{name}")?;
                    separator = " | ";
                }
                if self.unknown_bits() != 0 || separator.is_empty() {
                    ::core::write!(f, "{separator}{:#x}", self.unknown_bits())?;
                }
                f.write_str(")")
            }
        }

        impl ::core::ops::BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                $name(self.0 | other.0)
            }
        }

        impl ::core::ops::BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl ::core::ops::BitAnd for $name {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                $name(self.0 & other.0)
            }
        }

        impl ::core::convert::From<u64> for $name {
            fn from(bits: u64) -> Self {
                $name(bits)
            }
        }

        impl ::core::convert::From<$name> for u64 {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_bits(deserializer).map($name)
            }
        }

        impl $crate::wire::rt::Serialize for $name {
            fn serialize<S: $crate::wire::rt::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::wire::rt::Result<S::Ok, S::Error> {
                serializer.serialize_u64(self.0)
            }
        }

        $crate::__deserialize!($name);
    };
}

/// Everything that integers with names have; see `__string_enum` for what becomes of others.
#[doc(hidden)]
#[macro_export]
macro_rules! __integers {
    ($openness:ident $name:ident { $($value:ident;)* }) => {
        impl $name {
            /// The values that have a name.
            const NAMED: &'static [(&'static str, $name)] =
                &[$((::core::stringify!($value), $name::$value)),*];

            /// The value as it stands in a message.
            pub const fn get(self) -> i64 {
                self.0
            }

            /// The name of the value, such as `NOT_FOUND`; `None` where it is not listed.
            pub fn name(self) -> ::core::option::Option<&'static str> {
                Self::NAMED.iter().find(|(_, value)| *value == self).map(|(name, _)| *name)
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let name = self.name().unwrap_or(::core::stringify!($name));
                ::core::write!(f, "{name}({})", self.0)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.0, f)
            }
        }

        impl ::core::convert::From<$name> for i64 {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl ::core::convert::From<$name> for $crate::Integer {
            fn from(value: $name) -> Self {
                $crate::Integer::from(value.0)
            }
        }

        impl ::core::cmp::PartialEq<$name> for $crate::Integer {
            fn eq(&self, value: &$name) -> bool {
                self.as_i64() == ::core::option::Option::Some(value.0)
            }
        }

        impl $crate::wire::rt::Serialize for $name {
            fn serialize<S: $crate::wire::rt::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::wire::rt::Result<S::Ok, S::Error> {
                serializer.serialize_i64(self.0)
            }
        }

        $crate::__integers!(@read $openness $name);
        $crate::__deserialize!($name);
    };
    (@read fixed $name:ident) => {
        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                let value = $name($crate::wire::read_integer(deserializer)?);
                match value.name() {
                    ::core::option::Option::Some(_) => $crate::wire::rt::Result::Ok(value),
                    ::core::option::Option::None => $crate::wire::rt::Result::Err(
                        $crate::wire::unlisted_integer(value.0, ::core::stringify!($name)),
                    ),
                }
            }
        }
    };
    (@read $openness:ident $name:ident) => {
        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_integer(deserializer).map($name)
            }

            fn inspect(&self, walk: &mut $crate::wire::Walk) {
                $crate::__integers!(@inspect $openness self walk);
            }
        }

        impl ::core::convert::From<i64> for $name {
            fn from(value: i64) -> Self {
                $name(value)
            }
        }
    };
    (@inspect open $value:ident $walk:ident) => {
        let _ = $walk;
    };
    (@inspect listed $value:ident $walk:ident) => {
        if $value.name().is_none() {
            $walk.unknown_value("the list of integers", &$crate::wire::text_of($value.0));
        }
    };
}
