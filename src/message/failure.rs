//! What errors say beside their message, by code.

use alloc::string::String;

use serde_core::ser::Serialize;

use crate::wire::Wire;
use crate::{Error, Json};

/// Reads the data of an error.
pub fn read_data<T: Wire>(data: &Json) -> Result<T, Error> {
    crate::wire::from_text(data.as_str()).map_err(|error| error.inside("data"))
}

/// Writes the data of an error.
pub fn write_data<T: Serialize>(data: &T) -> Result<Json, Error> {
    let text: String = crate::to_string(data)?;
    Json::from_text(text)
}

/// What a union of error data has, from the table of its codes.
#[doc(hidden)]
#[macro_export]
macro_rules! __error_data {
    ($name:ident for $error:ident { $($code:literal => $kind:ident($type:ty);)* }) => {
        impl $name {
            /// The code of the errors that say this.
            pub const fn code(&self) -> i64 {
                match self {
                    $($name::$kind(_) => $code,)*
                }
            }

            /// An error of this code with these data.
            ///
            /// # Errors
            ///
            /// None that a type of this crate can cause; serde_json's signature has one.
            pub fn to_error(
                &self,
                message: impl Into<$crate::wire::rt::String>,
            ) -> $crate::wire::rt::Result<$error, $crate::Error> {
                let data = match self {
                    $($name::$kind(data) => $crate::message::write_data(data)?,)*
                };
                $crate::wire::rt::Result::Ok($error::new(self.code(), message).with_data(data))
            }
        }

        impl $error {
            /// The data, where this code has some that the revision defines.
            ///
            /// # Errors
            ///
            /// The data do not fit the code: the error names the member.
            pub fn typed_data(
                &self,
            ) -> $crate::wire::rt::Result<::core::option::Option<$name>, $crate::Error> {
                let ::core::option::Option::Some(data) = &self.data else {
                    return $crate::wire::rt::Result::Ok(::core::option::Option::None);
                };
                $crate::wire::rt::Result::Ok(match self.code.as_i64() {
                    $(::core::option::Option::Some($code) => ::core::option::Option::Some(
                        $name::$kind($crate::message::read_data(data)?),
                    ),)*
                    _ => ::core::option::Option::None,
                })
            }
        }

        $(
            impl ::core::convert::From<$type> for $name {
                fn from(data: $type) -> Self {
                    $name::$kind(data)
                }
            }
        )*
    };
}
