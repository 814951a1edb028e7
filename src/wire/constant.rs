//! Members that hold one fixed value: checked on reading, always written, stored nowhere.

use alloc::format;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, Visitor};
use serde_core::ser::Serialize;

use crate::Json;
use crate::error::without_position;

/// A value that a member must have.
pub trait Constant: Serialize + Copy + fmt::Display {
    /// The check, as a seed for the member's value.
    fn seed(self) -> Check<Self> {
        Check(self)
    }

    /// The same for a value that was set aside.
    fn check_held<E: Error>(self, json: &Json) -> Result<(), E> {
        let mut deserializer = serde_json::Deserializer::from_str(json.as_str());
        Check(self)
            .deserialize(&mut deserializer)
            .map_err(|error| E::custom(without_position(&error)))
    }

    /// Asks the deserializer for a value of this kind.
    fn ask<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error>;
}

impl Constant for &'static str {
    fn ask<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(Check(self))
    }
}

impl Constant for i64 {
    fn ask<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_i64(Check(self))
    }
}

impl Constant for bool {
    fn ask<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_bool(Check(self))
    }
}

/// Compares what it reads with the constant.
#[derive(Clone, Copy, Debug)]
pub struct Check<C>(C);

impl<'de, C: Constant> DeserializeSeed<'de> for Check<C> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.ask(deserializer)
    }
}

impl<'de> Visitor<'de> for Check<&'static str> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if text == self.0 {
            Ok(())
        } else {
            Err(differs(&self, serde_core::de::Unexpected::Str(text)))
        }
    }
}

impl<'de> Visitor<'de> for Check<i64> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        if value == self.0 {
            Ok(())
        } else {
            Err(differs(&self, serde_core::de::Unexpected::Signed(value)))
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => Err(differs(&self, serde_core::de::Unexpected::Unsigned(value))),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        // The constants of a protocol are small: every one of them is exact as a float.
        #[allow(clippy::cast_precision_loss)]
        if value == self.0 as f64 {
            Ok(())
        } else {
            Err(differs(&self, serde_core::de::Unexpected::Float(value)))
        }
    }
}

impl<'de> Visitor<'de> for Check<bool> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        if value == self.0 {
            Ok(())
        } else {
            Err(differs(&self, serde_core::de::Unexpected::Bool(value)))
        }
    }
}

#[cold]
fn differs<E: Error>(
    expected: &dyn serde_core::de::Expected,
    found: serde_core::de::Unexpected<'_>,
) -> E {
    E::custom(format!("invalid value: {found}, expected {expected}"))
}
