//! How generated types are read and written.
//!
//! Generated code names its members and their types in the tables of a revision's `wire.rs`; the
//! macros here turn a table into serde's traits, and the functions do the work. Nothing in this
//! module is meant to be called by hand: it is public so that code generated from a schema of your
//! own can use it.

mod by_members;
mod choice;
mod constant;
mod entries;
mod enums;
mod held;
mod name;
mod numbers;
mod object;
mod presence;
mod shape;
mod tagged;
mod value;

pub use by_members::{ByMembers, OwnMembers, read_by_members};
pub use choice::{Choice, Peek, Test, read_choice, read_chosen};
pub use constant::Constant;
pub use entries::{Entries, Key, present, required};
pub(crate) use held::RAW;
pub use name::Name;
pub use numbers::{read_bits, read_integer, text_of, unlisted_integer};
pub use object::{Object, read_object};
pub use presence::{ByPresence, read_by_presence, read_last};
pub use shape::{Shape, check_shape};
pub use tagged::{Kept, Tagged, Unknown, read_tagged, unlisted_kind};
pub use value::{Wire, from_text};

pub use crate::deviation::Walk;
pub use enums::{read_string, unlisted_value};
use held::Held;

/// The parts of `alloc` and `core` that the macros name.
#[doc(hidden)]
pub mod rt {
    pub use alloc::string::String;
    pub use alloc::vec::Vec;
    pub use core::result::Result;
    pub use serde_core::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess};
    pub use serde_core::ser::{Serialize, SerializeMap, Serializer};
    pub use serde_json::Error as JsonError;
}
