//! Reading and writing documents by name, and comparing what comes out with what went in.
//!
//! This is what `mcp-revisions check` is made of: [`document`] for one document of a definition,
//! [`Session`] for the messages of a session. Both give [`Finding`]s; none means that the document
//! was read, written and found equal, and that it holds nothing its revision does not define.

#[cfg(feature = "convert")]
mod passage;
mod schema;
mod session;
#[cfg(feature = "validate")]
mod validate;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::json::{Difference, DifferenceKind, differences_of_texts};
use crate::wire::{Walk, Wire};
use crate::{Deviation, Error, Leniency, Lenient};

pub use crate::message::Direction;
#[cfg(feature = "convert")]
pub(crate) use passage::End;
#[cfg(feature = "convert")]
pub use passage::{Passage, passage};
pub use schema::{Schema, UnknownSchema};
pub use session::{Named, Session, named_revision};
#[cfg(feature = "validate")]
pub use validate::{Subject, Violation, validate};

/// What a document turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// It reads and writes back equal, but holds something that its revision does not define, or
    /// an integer spelled with a fraction.
    Deviates,
    /// It can't be read.
    Refused,
    /// The revision's schema does not allow it (only where that was asked for, with the feature
    /// `validate`).
    Invalid,
    /// It reads, and does not write back equal: a fault of this crate.
    Changed,
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FindingKind::Deviates => "deviates",
            FindingKind::Refused => "refused",
            FindingKind::Invalid => "invalid",
            FindingKind::Changed => "changed",
        })
    }
}

/// Something to tell about a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it means for the document.
    pub kind: FindingKind,
    /// Where it is, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What it is, in a few words.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() { "(document)" } else { &self.pointer };
        write!(f, "{pointer}: {}: {}", self.kind, self.what)
    }
}

impl Finding {
    fn refused(error: &Error) -> Self {
        Finding {
            kind: FindingKind::Refused,
            pointer: error.pointer(),
            what: error.reason().to_string(),
        }
    }

    /// What was written and is not what was read.
    fn of(difference: Difference) -> Self {
        let (kind, what) = match difference.kind {
            DifferenceKind::NumberSpelling => {
                let what = "an integer spelled with a fraction or an exponent";
                (FindingKind::Deviates, String::from(what))
            }
            kind => (FindingKind::Changed, format!("{kind:?}").to_lowercase()),
        };
        Finding { kind, pointer: difference.pointer, what }
    }

    /// What a schema says; where it could not be asked, that.
    #[cfg(feature = "validate")]
    fn invalid(said: Result<Vec<Violation>, Error>) -> Vec<Self> {
        let finding = |pointer, what| Finding { kind: FindingKind::Invalid, pointer, what };
        match said {
            Ok(violations) => violations
                .into_iter()
                .map(|Violation { pointer, schema, message }| {
                    let rule = if schema.is_empty() { schema } else { format!(" ({schema})") };
                    finding(pointer, format!("{message}{rule}"))
                })
                .collect(),
            Err(error) => Vec::from([finding(error.pointer(), error.reason().to_string())]),
        }
    }
}

/// A definition that was asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    rewrite: fn(&str, Leniency) -> Result<Lenient<Rewritten>, Error>,
}

impl Definition {
    /// The definition that `T` is.
    pub(crate) fn of<T: Wire>() -> Self {
        Definition { rewrite: rewrite::<T> }
    }

    /// Reads a document as this definition and writes it again.
    ///
    /// # Errors
    ///
    /// The document does not fit the definition.
    pub fn rewrite(&self, text: &str) -> Result<Rewritten, Error> {
        (self.rewrite)(text, Leniency::none()).map(|read| read.value)
    }

    /// The same, and forgives what a peer's habits do to the document.
    ///
    /// # Errors
    ///
    /// Something in the document is not to be forgiven.
    pub fn rewrite_with(
        &self,
        text: &str,
        leniency: Leniency,
    ) -> Result<Lenient<Rewritten>, Error> {
        (self.rewrite)(text, leniency)
    }
}

/// A document that was read and written again.
#[derive(Clone, Debug, PartialEq)]
pub struct Rewritten {
    /// What was written.
    pub text: String,
    /// What the value holds that its revision does not define.
    pub deviations: Vec<Deviation>,
}

fn rewrite<T: Wire>(text: &str, leniency: Leniency) -> Result<Lenient<Rewritten>, Error> {
    let Lenient { value, forgiven } =
        leniency.read_by(text, &mut |text| crate::wire::from_text::<T>(text))?;
    let value = Rewritten { text: crate::to_string(&value)?, deviations: Walk::over(&value) };
    Ok(Lenient { value, forgiven })
}

/// The definition of a revision by its name in the schema; `None` where there is none, or where the
/// revision's feature is off.
pub fn definition(schema: impl Into<Schema>, name: &str) -> Option<Definition> {
    schema.into().definition(name)
}

/// Checks one document as a definition.
pub fn document(definition: Definition, text: &str) -> Vec<Finding> {
    match definition.rewrite(text) {
        Ok(rewritten) => compare(text, rewritten),
        Err(error) => Vec::from([Finding::refused(&error)]),
    }
}

/// Checks one document as a definition, and asks the schema about it besides.
#[cfg(feature = "validate")]
pub fn document_validated(schema: impl Into<Schema>, name: &str, text: &str) -> Vec<Finding> {
    let schema = schema.into();
    let said = crate::Json::from_text(text).and_then(|json| validate(schema, name, &json));
    let mut findings = Finding::invalid(said);
    match schema.definition(name) {
        Some(definition) => findings.extend(document(definition, text)),
        None => {
            let reason = format!("{schema} has no definition {name:?}");
            findings.push(Finding::refused(&Error::new("", reason)));
        }
    }
    findings
}

/// What differs between a document and what was written for it, and what the value said of itself.
fn compare(text: &str, rewritten: Rewritten) -> Vec<Finding> {
    let Rewritten { text: written, deviations } = rewritten;
    let differences = differences_of_texts(text, &written);
    let mut findings: Vec<Finding> = differences.map(Finding::of).collect();
    findings.extend(deviations.into_iter().map(|deviation| Finding {
        kind: FindingKind::Deviates,
        pointer: deviation.pointer,
        what: deviation.what,
    }));
    findings
}
