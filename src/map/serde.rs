//! Reading and writing a [`Map`] as a JSON object.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::Map;
use crate::error::at_member;

/// The most members that room is made for before they are seen.
const MOST_EXPECTED: usize = 64;

impl<T: Serialize> Serialize for Map<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Map<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor(PhantomData))
    }
}

struct MembersVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for MembersVisitor<T> {
    type Value = Map<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Map<T>, A::Error> {
        let mut members = Map::with_capacity(access.size_hint().unwrap_or(0).min(MOST_EXPECTED));
        while let Some(name) = access.next_key::<String>()? {
            match access.next_value() {
                Ok(value) => members.push(name, value),
                Err(error) => return Err(at_member(&name, error)),
            }
        }
        Ok(members)
    }
}
