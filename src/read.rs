//! Reading documents: serde_json, with errors that say where.

use alloc::string::ToString;

use serde_core::de::{Deserialize, IgnoredAny};

use crate::Error;

/// Reads a value from JSON text.
///
/// ```
/// let number: mcp_revisions::Integer = mcp_revisions::from_str("3.0")?;
/// assert_eq!(number, 3);
/// # Ok::<(), mcp_revisions::Error>(())
/// ```
///
/// # Errors
///
/// The text is no JSON, or it does not fit the type: the error names the member.
pub fn from_str<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| explain(&error, text))
}

/// Reads a value from bytes, which must be UTF-8.
///
/// # Errors
///
/// As [`from_str`], and where the bytes are not UTF-8.
pub fn from_slice<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
    from_str(utf8(bytes)?)
}

/// Writes a value as JSON on one line.
///
/// # Errors
///
/// None that a type of this crate can cause; serde_json's signature has one.
pub fn to_string<T: serde_core::Serialize>(value: &T) -> Result<alloc::string::String, Error> {
    crate::write::to_string(value).map_err(Error::from)
}

pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Error> {
    core::str::from_utf8(bytes).map_err(|error| Error::new("", error.to_string()).with_syntax(true))
}

/// An error with the path to the fault. Whether the text is JSON at all is looked at only here,
/// since an error on the way out of nested types no longer tells.
#[cold]
pub(crate) fn explain(error: &serde_json::Error, text: &str) -> Error {
    let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
    Error::from_json(error).with_syntax(!is_json)
}
