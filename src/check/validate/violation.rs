//! [`Violation`], and what a validator says of unions.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

/// Something that a schema does not allow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    /// Where it stands in the document, as a JSON pointer (RFC 6901). A member that is missing is
    /// missing here.
    pub pointer: String,
    /// The rule of the schema that forbids it, as a JSON pointer:
    /// `/definitions/TextContent/required`. Empty where JSON itself is at fault: a member that is said
    /// twice, or half of a surrogate pair.
    pub schema: String,
    /// What is wrong, in a few words. The value itself is not repeated.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() { "(document)" } else { &self.pointer };
        write!(f, "{pointer}: {}", self.message)
    }
}

/// Adds what a validator says; of a union, what is said by the alternative that a value is meant as:
/// that of its kind and tag that misses the fewest members, and has the fewest complaints.
pub(super) fn add(error: &ValidationError<'_>, found: &mut Vec<Violation>) {
    if let Kind::AnyOf { context } | Kind::OneOfNotValid { context } = error.kind()
        && let Some(nearest) = nearest(context, error.instance_path().as_str())
    {
        found.extend(nearest);
        return;
    }
    let violation = Violation {
        pointer: error.instance_path().as_str().to_owned(),
        schema: error.schema_path().as_str().to_owned(),
        message: error.masked().to_string(),
    };
    found.push(violation);
}

/// Puts violations in order, each once. (Validators look at members in an order of their own, and may
/// come to a rule by several ways.)
pub(super) fn sort(found: &mut Vec<Violation>) {
    found.sort();
    found.dedup();
}

/// What the one alternative that a value is nearest to says; `None` where several are as near and
/// say different things.
fn nearest(alternatives: &[Vec<ValidationError<'_>>], at: &str) -> Option<Vec<Violation>> {
    let meant =
        alternatives.iter().filter(|errors| !errors.iter().any(|error| is_other_kind(error, at)));
    let mut said: Vec<(usize, Vec<Violation>)> = meant
        .map(|errors| {
            let mut found = Vec::new();
            errors.iter().for_each(|error| add(error, &mut found));
            sort(&mut found);
            let is_missing = |error: &&ValidationError<'_>| {
                matches!(error.kind(), Kind::Required { .. })
                    && error.instance_path().as_str() == at
            };
            (errors.iter().filter(is_missing).count(), found)
        })
        .collect();
    let distance = |(missing, found): &(usize, Vec<Violation>)| (*missing, found.len());
    said.sort_by_key(distance);
    let mut said = said.into_iter();
    let first = said.next()?;
    // What two say with one voice may be told by one.
    let same = |second: &[Violation]| {
        first
            .1
            .iter()
            .zip(second)
            .all(|(one, other)| one.pointer == other.pointer && one.message == other.message)
    };
    let alone =
        said.next().is_none_or(|second| distance(&first) < distance(&second) || same(&second.1));
    alone.then_some(first.1)
}

/// Whether an alternative is for another kind of JSON, or for an object with another tag.
fn is_other_kind(error: &ValidationError<'_>, at: &str) -> bool {
    let path = error.instance_path().as_str();
    match error.kind() {
        Kind::Type { .. } => path == at,
        Kind::Constant { .. } | Kind::Enum { .. } | Kind::Not { .. } => {
            error.instance().is_string()
                && path.rsplit_once('/').is_some_and(|(parent, _)| parent == at)
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            path == at
                && context.iter().all(|errors| errors.iter().any(|error| is_other_kind(error, at)))
        }
        _ => false,
    }
}
