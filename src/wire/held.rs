//! A value that is set aside: its text, borrowed from the document where that is possible.

use alloc::borrow::ToOwned;
use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};

use super::Key;
use crate::Json;

/// The name of the newtype in which serde_json gives the text of a value.
///
/// serde_json means it for its own `RawValue`, which takes the text either borrowed or owned, and
/// not whichever comes. Where the name means nothing, in other formats, the value itself is given.
pub(crate) const RAW: &str = "$serde_json::private::RawValue";

/// The text of a JSON value.
#[derive(Clone, Debug)]
pub(super) struct Held<'de>(Key<'de>);

impl Held<'_> {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// A string that was read before.
    pub(super) fn string(text: &str) -> Self {
        Held(Key::owned(Json::from(text).as_str().to_owned()))
    }
}

impl<'de> Deserialize<'de> for Held<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(RAW, HeldVisitor)
    }
}

struct HeldVisitor;

impl<'de> Visitor<'de> for HeldVisitor {
    type Value = Held<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Held<'de>, A::Error> {
        match access.next_key::<Key<'de>>()?.as_deref() {
            Some(RAW) => access.next_value().map(Held),
            _ => Err(A::Error::invalid_type(Unexpected::Map, &self)),
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Held<'de>, D::Error> {
        Json::deserialize(value).map(|json| Held(Key::owned(json.as_str().to_owned())))
    }
}
