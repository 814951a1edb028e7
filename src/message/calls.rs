//! Methods with their params, as the unions of a direction hold them.

use alloc::format;
use alloc::string::String;
use core::fmt::Debug;

use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::{Serialize, SerializeMap};

use crate::wire::{Walk, Wire};
use crate::{Error, Json};

/// A method with its params as they came: one that a revision does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The method.
    pub method: String,
    /// The params; absent and null differ.
    pub params: Option<Json>,
}

/// A union of the methods that one side sends.
pub trait Calls: Clone + Debug + PartialEq + Sized {
    /// The method, as it stands in a message.
    fn method(&self) -> &str;

    /// Whether this is a method of the revision.
    fn knows(method: &str) -> bool;

    /// Reads the params of `method`, given as text; one that is not known is held.
    fn read(method: &str, params: Option<&str>) -> Result<Self, Error>;

    /// Reads the params of a method that is known. A refusal says nothing: `read` decides.
    fn read_likely<'de, D: Deserializer<'de>>(method: &str, params: D) -> Result<Self, D::Error>;

    /// Writes the member `params`, where there are any.
    fn write_params<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;

    /// Gathers what it holds that its revision does not define.
    fn inspect(&self, walk: &mut Walk);
}

impl Calls for Call {
    fn method(&self) -> &str {
        &self.method
    }

    fn knows(_: &str) -> bool {
        false
    }

    fn read(method: &str, params: Option<&str>) -> Result<Self, Error> {
        let params = params.map(Json::from_text).transpose()?;
        Ok(Call { method: method.into(), params })
    }

    fn read_likely<'de, D: Deserializer<'de>>(method: &str, params: D) -> Result<Self, D::Error> {
        let params = Json::deserialize(params)?;
        Ok(Call { method: method.into(), params: Some(params) })
    }

    fn write_params<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match &self.params {
            Some(params) => map.serialize_entry(crate::__name!("params"), params),
            None => Ok(()),
        }
    }

    fn inspect(&self, walk: &mut Walk) {
        walk.member("method", &UnknownMethod(&self.method));
    }
}

/// A method that a revision does not know, as a deviation.
struct UnknownMethod<'a>(&'a str);

impl Serialize for UnknownMethod<'_> {
    fn serialize<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl Wire for UnknownMethod<'_> {
    fn read<'de, D: serde_core::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde_core::de::Error::custom("a method can't be read on its own"))
    }

    fn inspect(&self, walk: &mut Walk) {
        walk.unknown_method(self.0);
    }
}

/// The error of a method that is not known, for those who ask all the same.
#[cold]
pub fn unknown_method<'de, T, D: Deserializer<'de>>(_: D) -> Result<T, D::Error> {
    Err(serde_core::de::Error::custom("a method that is not known"))
}

/// Reads the params of a method.
pub fn read_params<T: Wire>(method: &str, params: Option<&str>) -> Result<T, Error> {
    match params {
        Some(text) => crate::wire::from_text(text).map_err(|error| error.inside("params")),
        None => Err(Error::new("params", format!("missing member ({method} needs it)"))),
    }
}

/// What a union of methods has, from the table of its methods.
///
/// `optional` params may be absent; a `unique` type of params stands for its method alone.
#[doc(hidden)]
#[macro_export]
macro_rules! __calls {
    ($name:ident { $($method:literal => $kind:ident($type:ty) $($mark:ident)*;)* }) => {
        impl $crate::message::Calls for $name {
            fn method(&self) -> &str {
                match self {
                    $($name::$kind(_) => $method,)*
                    $name::Unknown(call) => &call.method,
                }
            }

            fn knows(method: &str) -> bool {
                match method {
                    $($method => true,)*
                    _ => false,
                }
            }

            fn read_likely<'de, D: $crate::wire::rt::Deserializer<'de>>(
                method: &str,
                params: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                match method {
                    $($method => $crate::__params!(likely $type, params; $($mark)*).map($name::$kind),)*
                    _ => $crate::message::unknown_method(params),
                }
            }

            fn read(
                method: &str,
                params: ::core::option::Option<&str>,
            ) -> $crate::wire::rt::Result<Self, $crate::Error> {
                $crate::wire::rt::Result::Ok(match method {
                    $($method => $name::$kind($crate::__params!(read $type, method, params; $($mark)*)),)*
                    _ => $name::Unknown(<$crate::message::Call as $crate::message::Calls>::read(
                        method, params,
                    )?),
                })
            }

            fn write_params<M: $crate::wire::rt::SerializeMap>(
                &self,
                map: &mut M,
            ) -> $crate::wire::rt::Result<(), M::Error> {
                match self {
                    $($name::$kind(params) => $crate::__params!(write params, map; $($mark)*),)*
                    $name::Unknown(call) => $crate::message::Calls::write_params(call, map),
                }
            }

            fn inspect(&self, walk: &mut $crate::wire::Walk) {
                match self {
                    $($name::$kind(params) => $crate::__params!(inspect params, walk; $($mark)*),)*
                    $name::Unknown(call) => $crate::message::Calls::inspect(call, walk),
                }
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

            /// The method, as it stands in a message.
            pub fn method(&self) -> &str {
                $crate::message::Calls::method(self)
            }
        }

        $($crate::__params!(convert $name $kind $type; $($mark)*);)*
    };
}

/// The parts of a method that depend on its marks.
#[doc(hidden)]
#[macro_export]
macro_rules! __params {
    (read $type:ty, $method:ident, $params:ident; optional $($mark:ident)*) => {
        match $params {
            ::core::option::Option::None => ::core::option::Option::None,
            some => {
                ::core::option::Option::Some($crate::message::read_params::<$type>($method, some)?)
            }
        }
    };
    (read $type:ty, $method:ident, $params:ident; $($mark:ident)*) => {
        $crate::message::read_params::<$type>($method, $params)?
    };
    (likely $type:ty, $params:ident; optional $($mark:ident)*) => {
        <$type as $crate::wire::Wire>::read_likely($params).map(::core::option::Option::Some)
    };
    (likely $type:ty, $params:ident; $($mark:ident)*) => {
        <$type as $crate::wire::Wire>::read_likely($params)
    };
    (write $params:ident, $map:ident; optional $($mark:ident)*) => {
        match $params {
            ::core::option::Option::Some(params) => {
                $map.serialize_entry($crate::__name!("params"), params)
            }
            ::core::option::Option::None => $crate::wire::rt::Result::Ok(()),
        }
    };
    (write $params:ident, $map:ident; $($mark:ident)*) => {
        $map.serialize_entry($crate::__name!("params"), $params)
    };
    (inspect $params:ident, $walk:ident; optional $($mark:ident)*) => {
        if let ::core::option::Option::Some(params) = $params {
            $walk.member("params", params);
        }
    };
    (inspect $params:ident, $walk:ident; $($mark:ident)*) => {
        $walk.member("params", $params)
    };
    (convert $name:ident $kind:ident $type:ty; optional unique) => {
        impl ::core::convert::From<$type> for $name {
            fn from(params: $type) -> Self {
                $name::$kind(::core::option::Option::Some(params))
            }
        }
    };
    (convert $name:ident $kind:ident $type:ty; unique) => {
        impl ::core::convert::From<$type> for $name {
            fn from(params: $type) -> Self {
                $name::$kind(params)
            }
        }

        impl ::core::convert::TryFrom<$name> for $type {
            type Error = $crate::WrongKind;

            fn try_from(value: $name) -> $crate::wire::rt::Result<Self, $crate::WrongKind> {
                match value {
                    $name::$kind(params) => $crate::wire::rt::Result::Ok(params),
                    other => $crate::wire::rt::Result::Err($crate::WrongKind {
                        union: ::core::stringify!($name),
                        expected: ::core::stringify!($kind),
                        found: other.kind(),
                    }),
                }
            }
        }
    };
    (convert $name:ident $kind:ident $type:ty; $($mark:ident)*) => {};
}

/// Binds a request's method, params and result.
#[doc(hidden)]
#[macro_export]
macro_rules! __request {
    ($name:ident = $method:literal: $params:ty => $result:ty) => {
        impl $crate::Request for $name {
            const METHOD: &'static str = $method;
            type Params = $params;
            type Result = $result;
        }
    };
}

/// Binds a notification's method and params.
#[doc(hidden)]
#[macro_export]
macro_rules! __notification {
    ($name:ident = $method:literal: $params:ty) => {
        impl $crate::Notification for $name {
            const METHOD: &'static str = $method;
            type Params = $params;
        }
    };
}
