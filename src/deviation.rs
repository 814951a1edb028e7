//! What a value holds that its revision does not define.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Something that a peer sent and that was held, though the revision does not define it: a union
/// member of an unknown kind, or a value that an enum does not list.
///
/// Members that a type does not model are no deviation: objects are open in every revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// Where it stands, as a JSON pointer (RFC 6901) into the value that was asked.
    pub pointer: String,
    /// What was found there, in a few words.
    pub what: String,
}

impl Deviation {
    /// The same, inside element `index` of an array.
    #[cfg(feature = "check")]
    pub(crate) fn inside(mut self, index: usize) -> Self {
        self.pointer = format!("/{index}{}", self.pointer);
        self
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.what)
    }
}

/// Walks a value and gathers its deviations.
#[derive(Debug, Default)]
pub struct Walk {
    pointer: String,
    found: Vec<Deviation>,
}

impl Walk {
    /// The deviations of one value.
    pub fn over(value: &impl crate::wire::Wire) -> Vec<Deviation> {
        let mut walk = Walk::default();
        value.inspect(&mut walk);
        walk.found
    }

    /// Looks at the member `name`.
    pub fn member(&mut self, name: &str, value: &impl crate::wire::Wire) {
        let length = self.pointer.len();
        crate::pointer::push(&mut self.pointer, name);
        value.inspect(self);
        self.pointer.truncate(length);
    }

    /// Looks at element `index`.
    pub fn element(&mut self, index: usize, value: &impl crate::wire::Wire) {
        self.member(&index.to_string(), value);
    }

    /// Notes a value that an enum does not list.
    pub fn unknown_value(&mut self, name: &str, value: &str) {
        self.note(format!("{name} has no value \"{value}\" in this schema"));
    }

    /// Notes a union member of an unknown kind.
    pub fn unknown_kind(&mut self, name: &str, tag: &str, value: &str) {
        self.note(format!("{name} has no {tag} \"{value}\" in this schema"));
    }

    /// Notes a method that a revision does not have.
    pub fn unknown_method(&mut self, method: &str) {
        self.note(format!("no method \"{method}\" in this schema"));
    }

    /// Notes a member that rules out another one.
    pub fn stray(&mut self, what: &str) {
        self.note(what.to_string());
    }

    fn note(&mut self, what: String) {
        self.found.push(Deviation { pointer: self.pointer.clone(), what });
    }
}
