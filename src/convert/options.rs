//! What a caller decides about a conversion.

use alloc::string::{String, ToString};

use super::Tolerance;
use super::choices::{
    ElicitationId, MissingResource, NonObject, SamplingBlocks, Tasks, ToolOutput, UntypedResult,
};
use crate::{Json, Leniency, StringOrInteger, model};

/// How to convert. A [`Tolerance`] alone is enough: everything else has a default.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The most that may be lost.
    pub tolerance: Tolerance,
    /// Keep what the target does not define as unmodelled members and unknown kinds, instead of
    /// dropping it, so that the way back restores it. Members are always valid, since objects are
    /// open in every revision; a peer that validates refuses kinds and values that its revision does
    /// not list. Where the target says something else in a member, what was said stands beside it,
    /// as `mcp-revisions/` and the name of the member.
    pub carry: bool,
    /// Who the client is, for requests of a revision in which each of them says so (2026-07-28);
    /// without it, a request that does not say so is refused.
    pub identity: Option<Identity>,
    /// What is forgiven to the senders of whole messages, each with a notice; by default nothing. An
    /// element that can't be read is dropped, so the tolerance decides. With any leniency, what the
    /// sender says in a form that only a later revision has is read so, towards such a revision.
    pub leniency: Leniency,
    /// The subscription of the client that news of an older server is for, by the id of its
    /// `subscriptions/listen`, towards 2026-07-28; without it, such news is refused.
    pub subscription: Option<StringOrInteger>,
    /// How long a result of an older peer may be cached, and by whom, towards 2026-07-28.
    pub cache: Cache,
    /// A result of a 2026-07-28 peer that does not say of what type it is.
    pub untyped_result: UntypedResult,
    /// Structured content, and an output schema, that is no object, towards 2025-11-25 and older.
    pub non_object: NonObject,
    /// What the output schema of the tool allows that a result of `tools/call` is of: a result does
    /// not say. Where it is known, content is wrapped, and unwrapped, without a loss.
    pub tool_output: ToolOutput,
    /// The error code for a resource that does not exist, towards and from 2026-07-28.
    pub missing_resource: MissingResource,
    /// Tools that must run as tasks, and task capabilities, away from 2025-11-25.
    pub tasks: Tasks,
    /// A web page to visit that has no id, towards 2025-11-25.
    pub elicitation_id: ElicitationId,
    /// A sampling message with several blocks, towards 2025-06-18 and older.
    pub sampling_blocks: SamplingBlocks,
}

impl Options {
    /// Options with a tolerance, and defaults for the rest.
    pub fn new(tolerance: Tolerance) -> Self {
        Options { tolerance, ..Options::default() }
    }

    /// Sets [`subscription`](Options::subscription).
    #[must_use]
    pub fn with_subscription(mut self, id: impl Into<StringOrInteger>) -> Self {
        self.subscription = Some(id.into());
        self
    }
}

macro_rules! setters {
    ($($with:ident $field:ident: $type:ty;)*) => {
        impl Options {
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](Options::", stringify!($field), ").")]
                #[must_use]
                pub fn $with(mut self, $field: $type) -> Self {
                    self.$field = $field.into();
                    self
                }
            )*
        }
    };
}

setters! {
    with_carry carry: bool;
    with_identity identity: Identity;
    with_leniency leniency: Leniency;
    with_cache cache: Cache;
    with_untyped_result untyped_result: UntypedResult;
    with_non_object non_object: NonObject;
    with_tool_output tool_output: ToolOutput;
    with_missing_resource missing_resource: MissingResource;
    with_tasks tasks: Tasks;
    with_elicitation_id elicitation_id: ElicitationId;
    with_sampling_blocks sampling_blocks: SamplingBlocks;
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

/// What is said of caching for a server that says nothing of it.
///
/// By default a result is stale at once and for one user only: that is what clients of an older
/// revision take it for, and the only scope that is safe for a server that one does not know
/// (2026-07-28, server/utilities/caching). Who knows the server may say better.
#[derive(Clone, Debug, PartialEq)]
pub struct Cache {
    /// How long a result is fresh, in milliseconds.
    pub ttl_ms: u64,
    /// Who may be given a cached copy.
    pub scope: model::CacheScope,
}

impl Default for Cache {
    fn default() -> Self {
        Cache { ttl_ms: 0, scope: model::CacheScope::Private }
    }
}

impl Cache {
    /// What the caller wants to be said in a member, as JSON, where it is not the default.
    pub(super) fn chosen(&self, member: &str) -> Option<String> {
        let Cache { ttl_ms, scope } = Cache::default();
        match member {
            "ttlMs" if self.ttl_ms != ttl_ms => Some(self.ttl_ms.to_string()),
            "cacheScope" if self.scope != scope => crate::to_string(&self.scope).ok(),
            _ => None,
        }
    }
}

/// The member under which [`NonObject::Wrap`] puts a value.
pub(crate) const WRAPPED: &str = "result";

/// A value inside an object of its own.
pub(crate) fn wrapped(value: Json) -> crate::JsonObject {
    [(WRAPPED, value)].into()
}
