//! What a revision's schema says against a document (feature `validate`).
//!
//! Reading is more generous than the schema where a newer peer may be right (unknown kinds and
//! values are held), and blind to what types do not carry (`minimum`, `format`). [`validate`] asks
//! the schema itself: the official one, with the corrections of this crate's errata.

mod book;
mod document;
mod message;
mod violation;

use alloc::format;

use super::Schema;
use crate::{Error, Json, Revision};
pub(super) use book::Book;
use document::Document;

pub(super) use message::of_message;
pub use violation::Violation;

/// What a document is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject<'a> {
    /// A value of the definition with this name, as in the schema or as one of this crate's types:
    /// `CallToolResult`.
    Definition(&'a str),
    /// The `params` of this method.
    Params(&'a str),
    /// The `result` of this method.
    Result(&'a str),
}

/// The definition with this name.
impl<'a> From<&'a str> for Subject<'a> {
    fn from(name: &'a str) -> Self {
        Subject::Definition(name)
    }
}

/// All that a schema says against a document, by pointer; nothing, where the document is valid.
///
/// Formats are checked. A value of a union counts as what it is meant to be: by its tag, or by the
/// members that tell the alternatives apart when it is read. Besides what the schema says, this tells
/// what makes a document unusable all the same: a member that is said twice, half of a surrogate
/// pair, and, where the schema wants an integer, one that 64 bits do not hold. What is valid here can
/// be read.
///
/// ```
/// # #[cfg(feature = "v2025_11_25")] {
/// use mcp_revisions::{Json, Revision, check::Subject};
///
/// let result: Json = r#"{"content": [{"type": "text"}], "isError": "no"}"#.parse()?;
/// let violations = Revision::V2025_11_25.validate(Subject::Result("tools/call"), &result)?;
/// assert_eq!(violations[0].pointer, "/content/0");
/// assert_eq!(violations[0].schema, "/definitions/TextContent/required");
/// assert_eq!(violations[1].to_string(), r#"/isError: value is not of type "boolean""#);
/// # }
/// # Ok::<(), mcp_revisions::Error>(())
/// ```
///
/// # Errors
///
/// The schema has no such definition or method, the feature of the revision is off, or the document
/// is nested deeper than 127.
pub fn validate<'a>(
    schema: impl Into<Schema>,
    subject: impl Into<Subject<'a>>,
    document: &Json,
) -> Result<alloc::vec::Vec<Violation>, Error> {
    let schema = schema.into();
    let book = book(schema)?;
    let subject = subject.into();
    let name = book.definition(subject).ok_or_else(|| {
        let what = match subject {
            Subject::Definition(name) => format!("definition {name:?}"),
            Subject::Params(method) => format!("params of the method {method:?}"),
            Subject::Result(method) => format!("result of the method {method:?}"),
        };
        Error::new("", format!("{schema} has no {what}"))
    })?;
    let document = Document::read(document)?;
    let mut found = book.violations(name, document.whole())?;
    found.extend(document.no_values);
    found.sort();
    Ok(found)
}

fn book(schema: Schema) -> Result<&'static Book, Error> {
    schema
        .book()
        .ok_or_else(|| Error::new("", format!("the schema of {schema} is not part of this build")))
}

impl Revision {
    /// All that this revision's schema says against a document: see
    /// [`check::validate`](crate::check::validate()).
    ///
    /// # Errors
    ///
    /// As there.
    pub fn validate<'a>(
        self,
        subject: impl Into<Subject<'a>>,
        document: &Json,
    ) -> Result<alloc::vec::Vec<Violation>, Error> {
        validate(self, subject, document)
    }
}
