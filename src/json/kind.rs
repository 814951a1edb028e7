//! What kind of JSON value a text is, and how a value of the wrong kind is named in an error.

use alloc::format;
use alloc::string::String;
use core::fmt;

use serde_core::de::{Error, Expected, Unexpected};

use crate::number::is_integer_spelling;

/// The longest piece of a value that an error message shows, in bytes.
const SHOWN: usize = 60;

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JsonKind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number, however spelled.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl JsonKind {
    /// The kind of a text that is known to be one JSON value: its first byte decides.
    pub(crate) fn of(text: &str) -> Self {
        match text.as_bytes().first() {
            Some(b'{') => JsonKind::Object,
            Some(b'[') => JsonKind::Array,
            Some(b'"') => JsonKind::String,
            Some(b't' | b'f') => JsonKind::Bool,
            Some(b'-' | b'0'..=b'9') => JsonKind::Number,
            _ => JsonKind::Null,
        }
    }
}

impl fmt::Display for JsonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            JsonKind::Null => "null",
            JsonKind::Bool => "boolean",
            JsonKind::Number => "number",
            JsonKind::String => "string",
            JsonKind::Array => "array",
            JsonKind::Object => "object",
        })
    }
}

/// The error for a JSON text of the wrong kind, worded as serde words it for a value that it reads
/// itself. Long strings and numbers are shown in part.
#[cold]
pub(crate) fn unexpected<E: Error>(text: &str, expected: &dyn Expected) -> E {
    match JsonKind::of(text) {
        JsonKind::Null => E::invalid_type(Unexpected::Unit, expected),
        JsonKind::Bool => E::invalid_type(Unexpected::Bool(text == "true"), expected),
        JsonKind::Array => E::invalid_type(Unexpected::Seq, expected),
        JsonKind::Object => E::invalid_type(Unexpected::Map, expected),
        JsonKind::String => {
            let shown = shortened(&super::text::decode_lossy(text));
            E::invalid_type(Unexpected::Str(&shown), expected)
        }
        JsonKind::Number => {
            if let Ok(value) = text.parse::<u64>() {
                E::invalid_type(Unexpected::Unsigned(value), expected)
            } else if let Ok(value) = text.parse::<i64>() {
                E::invalid_type(Unexpected::Signed(value), expected)
            } else {
                let kind = if is_integer_spelling(text) { "integer" } else { "floating point" };
                let shown = format!("{kind} `{}`", shortened(text));
                E::invalid_type(Unexpected::Other(&shown), expected)
            }
        }
    }
}

/// As much of a text as belongs in a message.
pub(crate) fn shortened(text: &str) -> String {
    if text.len() <= SHOWN {
        return String::from(text);
    }
    let end = (0..=SHOWN).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or_default())
}
