//! Members that hold one fixed value: checked on reading, always written, stored nowhere.

use alloc::format;
use core::fmt;

use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error, Visitor};
use serde_core::ser::Serialize;

use crate::Integer;
use crate::error::without_position;

/// A value that a member must have.
pub trait Constant: Serialize + Copy + fmt::Display {
    /// The check, as a seed for the member's value.
    fn seed(self) -> Check<Self> {
        Check(self)
    }

    /// The same for a value that was set aside.
    fn check_held<E: Error>(self, json: &str) -> Result<(), E> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
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
        let found = Integer::deserialize(deserializer)?;
        if found == self {
            Ok(())
        } else {
            Err(D::Error::custom(format!("invalid value: integer `{found}`, expected {self}")))
        }
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
