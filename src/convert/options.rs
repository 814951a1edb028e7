//! What a caller decides about a conversion.

use super::Tolerance;
use crate::{Json, model};

/// How to convert. A [`Tolerance`] alone is enough: everything else has a default.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The most that may be lost.
    pub tolerance: Tolerance,
    /// Keep what the target does not define as unmodelled members and unknown kinds, instead of
    /// dropping it: objects are open in every revision, so the way back restores it.
    pub carry: bool,
    /// What becomes of structured content, and of an output schema, that is no object, towards
    /// 2025-11-25 and older.
    pub non_object: NonObject,
    /// Who the client is, for requests of a revision in which each of them says so (2026-07-28);
    /// without it, a request that does not say so is refused.
    pub identity: Option<Identity>,
}

impl Options {
    /// Options with a tolerance, and defaults for the rest.
    pub fn new(tolerance: Tolerance) -> Self {
        Options { tolerance, ..Options::default() }
    }

    /// Sets [`carry`](Options::carry).
    #[must_use]
    pub fn with_carry(mut self, carry: bool) -> Self {
        self.carry = carry;
        self
    }

    /// Sets [`non_object`](Options::non_object).
    #[must_use]
    pub fn with_non_object(mut self, non_object: NonObject) -> Self {
        self.non_object = non_object;
        self
    }

    /// Sets [`identity`](Options::identity).
    #[must_use]
    pub fn with_identity(mut self, identity: Identity) -> Self {
        self.identity = Some(identity);
        self
    }
}

impl From<Tolerance> for Options {
    fn from(tolerance: Tolerance) -> Self {
        Options::new(tolerance)
    }
}

/// What a client says of itself in every request of 2026-07-28 (basic#_meta).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Identity {
    /// What it can do.
    pub capabilities: model::ClientCapabilities,
    /// Its name and version, where it tells.
    pub info: Option<model::Implementation>,
}

/// What becomes of structured content that is no object, where the target wants one.
///
/// Peers disagree: rmcp drops it, others wrap it. The spec asks a server that sends such content to
/// send it as text too, so nothing a model reads is lost by dropping it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NonObject {
    /// As `{"result": …}`, and an output schema around it. The default: a client can use it.
    #[default]
    Wrap,
    /// As a text block with the JSON, unless one is there already; the output schema is dropped.
    Text,
    /// Not at all.
    Drop,
    /// The whole value is refused.
    Refuse,
}

/// The member under which [`NonObject::Wrap`] puts a value.
pub(crate) const WRAPPED: &str = "result";

/// A value inside an object of its own.
pub(crate) fn wrapped(value: Json) -> crate::JsonObject {
    [(WRAPPED, value)].into()
}
