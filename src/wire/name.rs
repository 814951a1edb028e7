//! The names of members that types model: known in advance, and so is how JSON spells them.

use serde_core::ser::{Serialize, Serializer};

/// A name, which is written as a string.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    name: &'static str,
    /// The name in quotes; empty where it needs escapes.
    quoted: &'static str,
}

impl Name {
    /// A name, and the same in quotes.
    pub const fn new(name: &'static str, quoted: &'static str) -> Self {
        let mut rest = name.as_bytes();
        while let [byte, after @ ..] = rest {
            if *byte < b' ' || *byte == b'"' || *byte == b'\\' {
                return Name { name, quoted: "" };
            }
            rest = after;
        }
        Name { name, quoted }
    }
}

impl Serialize for Name {
    /// As the variant of an enum, which all formats write as a string: the name of the enum is where
    /// [`crate::to_string`] finds the name in quotes, and of no meaning to others.
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant(self.quoted, 0, self.name)
    }
}

/// The name of a member.
#[doc(hidden)]
#[macro_export]
macro_rules! __name {
    ($name:literal) => {
        &const { $crate::wire::Name::new($name, ::core::concat!("\"", $name, "\"")) }
    };
}
