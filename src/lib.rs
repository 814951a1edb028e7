//! Every revision of the Model Context Protocol (MCP) as exact Rust types.
#![forbid(unsafe_code)]
#![no_std]

pub extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "ahp_v1_0")]
pub mod ahp;
#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "convert")]
pub mod convert;
mod deviation;
mod error;
pub mod json;
mod kinds;
pub mod map;
pub mod message;
mod number;
mod read;
mod revision;
mod salvage;
mod scalar;
mod shapes;
#[doc(hidden)]
pub mod wire;

// A person chooses boxes by measurement, not by a lint.
#[allow(clippy::large_enum_variant)]
#[rustfmt::skip]
#[path = "../generated/mod.rs"]
mod generated;

pub use deviation::Deviation;
pub use error::Error;
// With other protocols only, there is nothing at the root.
#[allow(unused_imports, unreachable_pub)]
pub use generated::*;
pub use json::{Json, JsonKind, JsonObject};
pub use kinds::WrongKind;
pub use map::Map;
pub use message::{Notification, Request};
pub use number::{NotFinite, Number};
pub use read::{from_slice, from_str, to_string};
pub use revision::{Revision, UnknownRevision};
pub use salvage::{Fault, Salvaged, salvage};
pub use scalar::{Integer, OutOfRange, StringOrInteger};
pub use shapes::{Null, Nullable, OneOrMany};
