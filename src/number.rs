//! [`Number`]: a JSON number as written.

mod decimal;

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::json::{JsonKind, NOT_JSON, unexpected};
use crate::{Error, Integer};

pub(crate) use decimal::{Decimal, is_integer_spelling};

/// A JSON number as written: `2`, `2.0` and forty digits stay what they are.
///
/// Numbers are equal when they have exactly the same value and are of one kind: `2.0` equals `2.00`
/// and `20e-1`, but not `2`, which is spelled as an integer. Minus zero equals zero of its kind.
/// Comparing with a Rust number follows the same rule: `2` equals `2_i64` and `2.0` equals
/// `2.0_f64`, not the other way round. To compare whatever the kind, use
/// [`as_f64`](Number::as_f64) or [`as_i64`](Number::as_i64). ([`Integer`], which the protocol uses
/// where it demands an integer, has no kinds: `3.0` reads as 3.)
///
/// ```
/// use mcp_revisions::Number;
///
/// let progress: Number = "50.0".parse()?;
/// assert_eq!(progress.as_i64(), Some(50));
/// assert_eq!(progress.to_string(), "50.0");
/// assert_eq!(Number::try_from(0.5)?, 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Number(Box<RawValue>);

impl Number {
    /// The number as written.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Whether the number is spelled as an integer: without fraction and exponent.
    pub fn is_integer_spelling(&self) -> bool {
        is_integer_spelling(self.as_str())
    }

    /// The nearest double; `None` where the number is beyond the range of doubles.
    pub fn as_f64(&self) -> Option<f64> {
        self.as_str().parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// The exact value, where it has no fraction and fits: `3.0` gives 3.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_integer().and_then(Integer::as_i64)
    }

    /// The exact value, where it has no fraction and fits: `3.0` gives 3.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_integer().and_then(Integer::as_u64)
    }

    /// The exact value, where it has no fraction and fits: `3.0` gives 3.
    pub fn as_integer(&self) -> Option<Integer> {
        Integer::from_number(self.as_str())
    }

    pub(crate) fn into_raw(self) -> Box<RawValue> {
        self.0
    }

    fn required<E: serde_core::de::Error>(raw: Box<RawValue>) -> Result<Self, E> {
        match JsonKind::of(raw.get()) {
            JsonKind::Number => Ok(Number(raw)),
            _ => Err(unexpected(raw.get(), &"a number")),
        }
    }

    /// Writes a number that JSON has: an integer or a finite float.
    fn from_plain<T: Serialize>(value: &T) -> Self {
        Number(to_raw_value(value).unwrap_or_default())
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str() || Decimal::of(self.as_str()) == Decimal::of(other.as_str())
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&Decimal::of(self.as_str()).canonical());
    }
}

impl PartialEq<i64> for Number {
    fn eq(&self, other: &i64) -> bool {
        self.is_integer_spelling() && self.as_i64() == Some(*other)
    }
}

impl PartialEq<f64> for Number {
    fn eq(&self, other: &f64) -> bool {
        Number::try_from(*other).is_ok_and(|other| *self == other)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({self})")
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Number {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(serde_json::from_str(text)?)
    }
}

macro_rules! from_integers {
    ($($type:ty),*) => {$(
        impl From<$type> for Number {
            fn from(value: $type) -> Self {
                Number::from_plain(&value)
            }
        }
    )*};
}

from_integers!(i8, i16, i32, i64, u8, u16, u32, u64, Integer);

/// JSON has no number for this float: it is infinite, or not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("infinity and NaN are not JSON numbers")
    }
}

impl core::error::Error for NotFinite {}

macro_rules! from_floats {
    ($($type:ty),*) => {$(
        /// Stays a float: `2.0` is written `2.0`.
        impl TryFrom<$type> for Number {
            type Error = NotFinite;

            fn try_from(value: $type) -> Result<Self, NotFinite> {
                if value.is_finite() { Ok(Number::from_plain(&value)) } else { Err(NotFinite) }
            }
        }
    )*};
}

from_floats!(f32, f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Err(serde_core::ser::Error::custom(NOT_JSON));
        }
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Err(serde_core::de::Error::custom(NOT_JSON));
        }
        Number::required(Box::<RawValue>::deserialize(deserializer)?)
    }
}
