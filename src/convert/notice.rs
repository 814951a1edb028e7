//! What happened to a value on its way from one revision to another.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Feature, Tolerance};
use crate::Revision;

/// What happened at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Happened {
    /// The sender broke its revision, and the caller's [`Leniency`](crate::Leniency) lets it.
    Forgiven,
    /// A value was made up, which the target demands.
    Synthesised,
    /// It is said in another way, which means the same: a program reads no other from it.
    Rewritten,
    /// It was kept as an unmodelled member, which the target does not define, and the way back gives
    /// it as it was.
    Carried,
    /// It is still said, in another way that says less.
    Degraded,
    /// It is gone, and nothing in the target says it.
    Dropped,
    /// It can't cross, whatever is tolerated.
    Refused,
}

impl Happened {
    /// The least tolerance that accepts it; `None` where none does.
    pub fn tolerance(self) -> Option<Tolerance> {
        match self {
            Happened::Forgiven
            | Happened::Synthesised
            | Happened::Rewritten
            | Happened::Carried => Some(Tolerance::Lossless),
            Happened::Degraded => Some(Tolerance::Degrade),
            Happened::Dropped => Some(Tolerance::Drop),
            Happened::Refused => None,
        }
    }
}

impl fmt::Display for Happened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Happened::Forgiven => "forgiven",
            Happened::Synthesised => "made up",
            Happened::Rewritten => "rewritten",
            Happened::Carried => "carried",
            Happened::Degraded => "degraded",
            Happened::Dropped => "dropped",
            Happened::Refused => "refused",
        })
    }
}

/// One thing that happened, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Where, as a JSON pointer (RFC 6901) into the sender's value; empty where it is about the
    /// whole, for which `Display` writes `(document)`.
    pub pointer: String,
    /// The feature that it is about, where it is about one.
    pub feature: Option<Feature>,
    /// What happened.
    pub happened: Happened,
    /// The sender's revision; `None` where the value came from the model.
    pub from: Option<Revision>,
    /// The target's revision.
    pub to: Revision,
    /// Why, in a few words.
    pub why: Cow<'static, str>,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() { "(document)" } else { &self.pointer };
        write!(f, "{pointer}: {}, {}", self.happened, self.why)
    }
}

/// A value that crossed, and what happened on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing<T> {
    value: T,
    pub(super) report: Vec<Notice>,
}

impl<T> Crossing<T> {
    pub(crate) fn new(value: T, report: Vec<Notice>) -> Self {
        Crossing { value, report }
    }

    /// The value.
    pub fn value(&self) -> &T {
        &self.value
    }

    /// The value, owned.
    pub fn into_value(self) -> T {
        self.value
    }

    /// Everything that happened, in the order of the sender's value.
    pub fn report(&self) -> &[Notice] {
        &self.report
    }

    /// The value and the report.
    pub fn into_parts(self) -> (T, Vec<Notice>) {
        (self.value, self.report)
    }
}

/// A value that did not cross.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub(super) report: Vec<Notice>,
    pub(super) tolerance: Tolerance,
}

impl Refusal {
    /// Everything that happened, in the order of the sender's value; also what was tolerable.
    pub fn report(&self) -> &[Notice] {
        &self.report
    }

    /// The same, owned.
    pub fn into_report(self) -> Vec<Notice> {
        self.report
    }

    /// What the caller accepted.
    pub fn tolerance(&self) -> Tolerance {
        self.tolerance
    }

    /// The notices that went past the tolerance.
    pub fn reasons(&self) -> impl Iterator<Item = &Notice> {
        self.report
            .iter()
            .filter(|notice| notice.happened.tolerance().is_none_or(|least| least > self.tolerance))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("can't cross:")?;
        for (index, notice) in self.reasons().enumerate() {
            let gap = if index == 0 { " " } else { "; " };
            write!(f, "{gap}{notice}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Refusal {}
