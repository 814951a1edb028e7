//! The text of a scalar, from serde_json.
//!
//! serde hands out a number as an integer or a double, and a double does not tell `3.0` from
//! `3.00000000000000000001`. So the scalars here ask serde_json for the text. Other formats give the
//! value itself.

use serde_core::de::{Error, Expected, MapAccess, Unexpected};

pub(super) use crate::wire::RAW;

use crate::wire::Key;

/// The name under which serde_json gives the text of a number to everybody, in a program that has
/// switched on its feature `arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// The text, from the map of one member in which serde_json gives it.
pub(super) fn text_of<'de, A: MapAccess<'de>>(
    mut access: A,
    expected: &dyn Expected,
) -> Result<Key<'de>, A::Error> {
    let has_maps_for_numbers = || serde_json::Number::from_u128(u128::MAX).is_some();
    match access.next_key::<Key<'de>>()?.as_deref() {
        Some(RAW) => access.next_value(),
        Some(NUMBER) if has_maps_for_numbers() => access.next_value(),
        _ => Err(A::Error::invalid_type(Unexpected::Map, expected)),
    }
}
