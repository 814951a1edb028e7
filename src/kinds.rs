//! The error of taking a value out of a union.

use core::fmt;

/// A union held another kind than the one asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongKind {
    /// The union.
    pub union: &'static str,
    /// The kind that was asked for.
    pub expected: &'static str,
    /// The kind that was there.
    pub found: &'static str,
}

impl fmt::Display for WrongKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} holds {}, not {}", self.union, self.found, self.expected)
    }
}

impl core::error::Error for WrongKind {}
