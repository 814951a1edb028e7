//! Results, as the unions of a direction hold them.

use core::fmt::Debug;

use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::Serialize;

use crate::wire::{Walk, Wire};
use crate::{Error, Json};

/// A union of the results with which one side answers.
pub trait Replies: Clone + Debug + PartialEq + Serialize + Sized {
    /// Whether this is a method of the revision.
    fn knows(method: &str) -> bool;

    /// Reads the answer to a method that is known. A refusal says nothing: `read` decides.
    fn read_likely<'de, D: Deserializer<'de>>(method: &str, result: D) -> Result<Self, D::Error>;

    /// Reads the answer to `method`, given as text; without one, or where it is not known, the
    /// answer is held as JSON.
    fn read(method: Option<&str>, result: &str) -> Result<Self, Error>;

    /// Gathers what it holds that its revision does not define.
    fn inspect(&self, walk: &mut Walk);
}

impl Replies for Json {
    fn knows(_: &str) -> bool {
        false
    }

    fn read_likely<'de, D: Deserializer<'de>>(_: &str, result: D) -> Result<Self, D::Error> {
        Json::deserialize(result)
    }

    fn read(_: Option<&str>, result: &str) -> Result<Self, Error> {
        Json::from_text(result)
    }

    fn inspect(&self, _: &mut Walk) {}
}

/// Reads the result of a method.
pub fn read_reply<T: Wire>(result: &str) -> Result<T, Error> {
    let mut deserializer = serde_json::Deserializer::from_str(result);
    if let Ok(value) = T::read_likely(&mut deserializer)
        && deserializer.end().is_ok()
    {
        return Ok(value);
    }
    crate::wire::from_text(result).map_err(|error| error.inside("result"))
}

/// What a union of results has, from the table of its methods.
///
/// `via` names a type that stands in one of the results only, which is a union itself.
#[doc(hidden)]
#[macro_export]
macro_rules! __replies {
    ($name:ident {
        $($($method:literal)|+ => $kind:ident($type:ty);)*
        $(via $through:ident => $part:ty;)*
    }) => {
        impl $crate::message::Replies for $name {
            fn knows(method: &str) -> bool {
                match method {
                    $($($method)|+ => true,)*
                    _ => false,
                }
            }

            fn read_likely<'de, D: $crate::wire::rt::Deserializer<'de>>(
                method: &str,
                result: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                match method {
                    $($($method)|+ => {
                        <$type as $crate::wire::Wire>::read_likely(result).map($name::$kind)
                    })*
                    _ => $crate::message::unknown_method(result),
                }
            }

            fn read(
                method: ::core::option::Option<&str>,
                result: &str,
            ) -> $crate::wire::rt::Result<Self, $crate::Error> {
                $crate::wire::rt::Result::Ok(match method {
                    $(::core::option::Option::Some($($method)|+) => {
                        $name::$kind($crate::message::read_reply::<$type>(result)?)
                    })*
                    _ => $name::Unknown($crate::message::read_reply::<$crate::Json>(result)?),
                })
            }

            fn inspect(&self, walk: &mut $crate::wire::Walk) {
                match self {
                    $($name::$kind(result) => walk.member("result", result),)*
                    $name::Unknown(_) => {}
                }
                let _ = walk;
            }
        }

        impl $name {
            /// The name of the kind that this is.
            pub fn kind(&self) -> &'static str {
                match self {
                    $($name::$kind(_) => ::core::stringify!($kind),)*
                    $name::Unknown(_) => "Unknown",
                }
            }
        }

        impl $crate::wire::rt::Serialize for $name {
            fn serialize<S: $crate::wire::rt::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::wire::rt::Result<S::Ok, S::Error> {
                match self {
                    $($name::$kind(result) => $crate::wire::rt::Serialize::serialize(result, serializer),)*
                    $name::Unknown(result) => $crate::wire::rt::Serialize::serialize(result, serializer),
                }
            }
        }

        $(
            impl ::core::convert::From<$type> for $name {
                fn from(result: $type) -> Self {
                    $name::$kind(result)
                }
            }

            impl ::core::convert::TryFrom<$name> for $type {
                type Error = $crate::WrongKind;

                fn try_from(value: $name) -> $crate::wire::rt::Result<Self, $crate::WrongKind> {
                    match value {
                        $name::$kind(result) => $crate::wire::rt::Result::Ok(result),
                        other => $crate::wire::rt::Result::Err($crate::WrongKind {
                            union: ::core::stringify!($name),
                            expected: ::core::stringify!($kind),
                            found: other.kind(),
                        }),
                    }
                }
            }
        )*

        $(
            impl ::core::convert::From<$part> for $name {
                fn from(result: $part) -> Self {
                    $name::$through(result.into())
                }
            }

            impl ::core::convert::TryFrom<$name> for $part {
                type Error = $crate::WrongKind;

                fn try_from(value: $name) -> $crate::wire::rt::Result<Self, $crate::WrongKind> {
                    match value {
                        $name::$through(result) => result.try_into(),
                        other => $crate::wire::rt::Result::Err($crate::WrongKind {
                            union: ::core::stringify!($name),
                            expected: ::core::stringify!($through),
                            found: other.kind(),
                        }),
                    }
                }
            }
        )*
    };
}
