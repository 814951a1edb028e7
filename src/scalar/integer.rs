//! [`Integer`].

use core::fmt;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer, Error, Expected, MapAccess, Unexpected, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::text::{RAW, text_of};
use crate::json::{JsonKind, shortened, unexpected};
use crate::number::Decimal;

/// Below this (2^50), a double that serde_json reads without its feature `float_roundtrip` is within
/// a quarter of the number in the text, so a whole double stands for no other integer.
const WHOLE_DOUBLES: f64 = 1_125_899_906_842_624.0;

/// From here on (2^63), a double may also stand for a text that is spelled as an integer.
const LARGE_INTEGERS: f64 = 9_223_372_036_854_775_808.0;

/// An integer, held exactly: any that fits `i64` or `u64`.
///
/// JSON has one type for all numbers, so a peer may write an integer as `3.0` or `3e0`. These are
/// read too, and written as `3`. A number with a fraction, however small, and one beyond 64 bits is
/// an error.
///
/// Formats other than those of serde_json, and serde's own buffering (`flatten`, untagged enums),
/// give `3.0` as a double, which is read below 2^50 only: beyond, it may not be the number that was
/// written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Integer(Repr);

/// One form for each value, and in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Repr {
    /// Below zero.
    Negative(i64),
    Natural(u64),
}

impl Integer {
    /// The value, where it fits.
    pub const fn as_i64(self) -> Option<i64> {
        match self.0 {
            Repr::Negative(value) => Some(value),
            Repr::Natural(value) if value <= i64::MAX.cast_unsigned() => Some(value.cast_signed()),
            Repr::Natural(_) => None,
        }
    }

    /// The value, where it fits.
    pub const fn as_u64(self) -> Option<u64> {
        match self.0 {
            Repr::Negative(_) => None,
            Repr::Natural(value) => Some(value),
        }
    }

    /// The value, which always fits.
    pub const fn as_i128(self) -> i128 {
        match self.0 {
            Repr::Negative(value) => value as i128,
            Repr::Natural(value) => value as i128,
        }
    }

    /// The exact value of a JSON number, where it has no fraction and fits.
    pub(crate) fn from_number(text: &str) -> Option<Self> {
        match text.parse::<Integer>() {
            Ok(integer) => Some(integer),
            Err(_) => Integer::try_from(Decimal::of(text).to_i128()?).ok(),
        }
    }

    /// Reads a JSON value that is known to be valid.
    pub(super) fn from_json<E: Error>(text: &str, expected: &dyn Expected) -> Result<Self, E> {
        if let Ok(integer) = text.parse() {
            return Ok(integer);
        }
        if JsonKind::of(text) != JsonKind::Number {
            return Err(unexpected(text, expected));
        }
        let value = Decimal::of(text);
        match value.to_i128().map(Integer::try_from) {
            Some(Ok(integer)) => Ok(integer),
            None if value.has_fraction() => Err(unexpected(text, expected)),
            _ => Err(inexact(&shortened(text))),
        }
    }

    pub(super) fn from_f64<E: Error>(value: f64, expected: &dyn Expected) -> Result<Self, E> {
        if value.abs() >= LARGE_INTEGERS {
            return Err(inexact(&format_args!("{value:?}")));
        }
        if value.abs() >= WHOLE_DOUBLES {
            return Err(E::custom(format_args!(
                "number {value:?} is written with a fraction or an exponent, and too large to be exact"
            )));
        }
        // Within these bounds the cast is exact but for a fraction.
        let whole = value as i64;
        if whole as f64 == value {
            Ok(Integer::from(whole))
        } else {
            Err(E::invalid_type(Unexpected::Float(value), expected))
        }
    }

    pub(super) fn from_i128<E: Error>(value: i128) -> Result<Self, E> {
        Integer::try_from(value).map_err(|_| inexact(&value))
    }

    pub(super) fn from_u128<E: Error>(value: u128) -> Result<Self, E> {
        u64::try_from(value).map(Integer::from).map_err(|_| inexact(&value))
    }
}

#[cold]
fn inexact<E: Error>(value: &dyn fmt::Display) -> E {
    E::custom(format_args!("number {value} is not exact in 64 bits"))
}

impl Default for Integer {
    /// Zero.
    fn default() -> Self {
        Integer(Repr::Natural(0))
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Repr::Negative(value) => value.fmt(f),
            Repr::Natural(value) => value.fmt(f),
        }
    }
}

/// The number does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutOfRange;

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an integer in range")
    }
}

impl core::error::Error for OutOfRange {}

impl FromStr for Integer {
    type Err = OutOfRange;

    /// Decimal digits, with a minus sign below zero.
    fn from_str(text: &str) -> Result<Self, OutOfRange> {
        if text.starts_with('+') {
            return Err(OutOfRange);
        }
        match text.parse::<u64>() {
            Ok(value) => Ok(Integer::from(value)),
            Err(_) => text.parse::<i64>().map(Integer::from).map_err(|_| OutOfRange),
        }
    }
}

macro_rules! conversions {
    (from: $($from:ty),*; try_from: $($try_from:ty),*; into: $($into:ty),*) => {
        $(impl From<$from> for Integer {
            fn from(value: $from) -> Self {
                let value = i64::from(value);
                match u64::try_from(value) {
                    Ok(natural) => Integer(Repr::Natural(natural)),
                    Err(_) => Integer(Repr::Negative(value)),
                }
            }
        })*

        $(impl TryFrom<$try_from> for Integer {
            type Error = OutOfRange;

            fn try_from(value: $try_from) -> Result<Self, OutOfRange> {
                match u64::try_from(value) {
                    Ok(natural) => Ok(Integer(Repr::Natural(natural))),
                    Err(_) => i64::try_from(value).map(Integer::from).map_err(|_| OutOfRange),
                }
            }
        })*

        $(impl TryFrom<Integer> for $into {
            type Error = OutOfRange;

            fn try_from(value: Integer) -> Result<Self, OutOfRange> {
                <$into>::try_from(value.as_i128()).map_err(|_| OutOfRange)
            }
        }

        impl PartialEq<$into> for Integer {
            fn eq(&self, other: &$into) -> bool {
                <$into>::try_from(*self).is_ok_and(|value| value == *other)
            }
        })*
    };
}

conversions! {
    from: i8, i16, i32, i64, u8, u16, u32;
    try_from: i128, u128, isize, usize;
    into: i8, i16, i32, i64, isize, u8, u16, u32, u64, usize
}

impl From<u64> for Integer {
    fn from(value: u64) -> Self {
        Integer(Repr::Natural(value))
    }
}

impl From<Integer> for i128 {
    fn from(value: Integer) -> Self {
        value.as_i128()
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Repr::Negative(value) => serializer.serialize_i64(value),
            Repr::Natural(value) => serializer.serialize_u64(value),
        }
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(RAW, IntegerVisitor)
    }
}

struct IntegerVisitor;

impl<'de> Visitor<'de> for IntegerVisitor {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Integer, E> {
        Ok(Integer::from(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Integer, E> {
        Ok(Integer::from(value))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Integer, E> {
        Integer::from_i128(value)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Integer, E> {
        Integer::from_u128(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Integer, E> {
        Integer::from_f64(value, &self)
    }

    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<Integer, A::Error> {
        Integer::from_json(&text_of(access, &self)?, &self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Integer, D::Error> {
        value.deserialize_any(self)
    }
}
