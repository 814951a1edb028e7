//! Enums of strings. Values that a revision does not list are held, not refused.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserializer, Error, Visitor};

/// Reads a string and makes a value of it without keeping the text where that is not needed.
pub fn read_string<'de, T, D>(
    deserializer: D,
    make: fn(&str) -> Result<T, &'static str>,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
{
    struct StringVisitor<T>(fn(&str) -> Result<T, &'static str>, PhantomData<T>);

    impl<T> Visitor<'_> for StringVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.0)(text).map_err(|expected| {
                E::invalid_value(serde_core::de::Unexpected::Str(text), &expected)
            })
        }

        fn visit_string<E: Error>(self, text: String) -> Result<T, E> {
            self.visit_str(&text)
        }
    }

    deserializer.deserialize_str(StringVisitor(make, PhantomData))
}

/// Says that a text is none of the values that are listed.
#[cold]
pub fn unlisted_value(text: &str, expected: &str) -> crate::Error {
    let found = serde_core::de::Unexpected::Str(text);
    crate::Error::new("", alloc::format!("invalid value: {found}, expected {expected}"))
}

/// Everything that a string with a type of its own has.
#[doc(hidden)]
#[macro_export]
macro_rules! __string {
    ($name:ident) => {
        impl $name {
            /// The text, as it stands in a message.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// What this value holds that its revision does not define: nothing.
            pub fn deviations(&self) -> $crate::wire::rt::Vec<$crate::Deviation> {
                $crate::wire::Walk::over(self)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl ::core::convert::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        // A map by such strings can be asked with a `&str`: equality, order and hash are its own.
        impl ::core::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl ::core::cmp::PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.0 == other
            }
        }

        impl ::core::cmp::PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.0 == *other
            }
        }

        impl ::core::convert::From<&str> for $name {
            fn from(text: &str) -> Self {
                $name(text.into())
            }
        }

        impl ::core::convert::From<$crate::wire::rt::String> for $name {
            fn from(text: $crate::wire::rt::String) -> Self {
                $name(text)
            }
        }

        impl ::core::convert::From<$name> for $crate::wire::rt::String {
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = ::core::convert::Infallible;

            fn from_str(text: &str) -> $crate::wire::rt::Result<Self, Self::Err> {
                $crate::wire::rt::Result::Ok($name::from(text))
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                <$crate::wire::rt::String as $crate::wire::Wire>::read(deserializer).map($name)
            }
        }

        impl $crate::wire::rt::Serialize for $name {
            fn serialize<S: $crate::wire::rt::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::wire::rt::Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        $crate::__deserialize!($name);
    };
}

/// Everything that an enum of strings has.
///
/// `open` enums are those to which the spec lets peers add values; `listed` ones hold values that a
/// newer revision may have added, as a deviation; `fixed` ones refuse what they do not list.
#[doc(hidden)]
#[macro_export]
macro_rules! __string_enum {
    (fixed $name:ident { $($kind:ident = $value:literal;)* }) => {
        $crate::__string_enum!(@text $name { $($kind = $value;)* });

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_string(deserializer, |text| match text {
                    $($value => $crate::wire::rt::Result::Ok($name::$kind),)*
                    _ => $crate::wire::rt::Result::Err($crate::__string_enum!(@expected $($value)*)),
                })
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::Error;

            fn from_str(text: &str) -> $crate::wire::rt::Result<Self, Self::Err> {
                match text {
                    $($value => $crate::wire::rt::Result::Ok($name::$kind),)*
                    _ => $crate::wire::rt::Result::Err($crate::wire::unlisted_value(
                        text,
                        $crate::__string_enum!(@expected $($value)*),
                    )),
                }
            }
        }
    };
    (@expected $first:literal $($value:literal)*) => {
        ::core::concat!("\"", $first, "\"" $(, " or \"", $value, "\"")*)
    };
    ($openness:ident $name:ident { $($kind:ident = $value:literal;)* }) => {
        $crate::__string_enum!(@text $name { $($kind = $value;)* } Unknown);

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_string(deserializer, |text| {
                    $crate::wire::rt::Result::Ok($name::from(text))
                })
            }

            fn inspect(&self, walk: &mut $crate::wire::Walk) {
                if let $name::Unknown(value) = self {
                    $crate::__note_value!($openness $name value walk);
                }
            }
        }

        impl ::core::convert::From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($value => $name::$kind,)*
                    _ => $name::Unknown(text.into()),
                }
            }
        }

        impl ::core::convert::From<$crate::wire::rt::String> for $name {
            fn from(text: $crate::wire::rt::String) -> Self {
                match text.as_str() {
                    $($value => $name::$kind,)*
                    _ => $name::Unknown(text),
                }
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = ::core::convert::Infallible;

            fn from_str(text: &str) -> $crate::wire::rt::Result<Self, Self::Err> {
                $crate::wire::rt::Result::Ok($name::from(text))
            }
        }
    };
    (@text $name:ident { $($kind:ident = $value:literal;)* } $($unknown:ident)?) => {
        impl $name {
            /// The value as it stands in a message.
            pub fn as_str(&self) -> &str {
                match self {
                    $($name::$kind => $value,)*
                    $($name::$unknown(text) => text,)?
                }
            }

            /// What this value holds that its revision does not define.
            pub fn deviations(&self) -> $crate::wire::rt::Vec<$crate::Deviation> {
                $crate::wire::Walk::over(self)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::wire::rt::Serialize for $name {
            fn serialize<S: $crate::wire::rt::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::wire::rt::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        $crate::__deserialize!($name);
    };
}

/// Notes a value that is not listed, where the enum is not open.
#[doc(hidden)]
#[macro_export]
macro_rules! __note_value {
    (open $name:ident $value:ident $walk:ident) => {
        let _ = ($value, $walk);
    };
    (listed $name:ident $value:ident $walk:ident) => {
        $walk.unknown_value(::core::stringify!($name), $value)
    };
}
