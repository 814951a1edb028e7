//! Conversions between revisions, with a report of all that does not fit.
//!
//! A value of a revision is lifted into the [neutral model](crate::model), which loses nothing, and
//! lowered into another revision, which may. [`convert`] does both:
//!
//! ```
//! # #[cfg(all(feature = "v2024_11_05", feature = "v2025_11_25"))] {
//! use mcp_revisions::{convert::{Tolerance, convert}, v2024_11_05, v2025_11_25};
//!
//! let text = r#"{"tools": [{"name": "add", "title": "Add", "inputSchema": {"type": "object"}}]}"#;
//! let tools: v2025_11_25::ListToolsResult = mcp_revisions::from_str(text)?;
//!
//! let crossing = convert::<_, v2024_11_05::ListToolsResult>(tools, Tolerance::Drop).unwrap();
//! let notices: Vec<String> = crossing.report().iter().map(|notice| notice.to_string()).collect();
//! assert_eq!(notices, ["/tools/0/title: dropped, 2024-11-05 has no title (since 2025-06-18)"]);
//! # }
//! # Ok::<(), mcp_revisions::Error>(())
//! ```
//!
//! * [`Tolerance`] is the most that you accept; past it, the [`Refusal`] lists every notice.
//! * [`Options::carry`] keeps what does not fit as unmodelled members, for the way back.
//! * What needs more than one message (a handshake, a subscription, a request for input) is refused
//!   and names its feature: it is a session's work.

mod batch;
mod beyond;
mod choices;
mod edge;
mod envelope;
mod feature;
mod feature_set;
mod forgiven;
mod handshake;
mod held;
mod kinds;
mod lift;
mod lower;
mod lowering;
mod message;
mod methods;
mod notice;
mod options;
mod path;
mod peer;
mod relay;
pub mod rules;
mod tables;
mod waiting;

pub use crate::generated::feature::Feature;
pub use choices::{
    ElicitationId, MissingResource, NonObject, SamplingBlocks, Tasks, Tolerance, ToolOutput,
    UnknownChoice, UntypedResult,
};
pub use feature_set::{FeatureSet, Features};
pub use lift::Lift;
pub use lower::{Adapt, Lower};
pub use lowering::Lowering;
pub use message::{Outcome, Session, message};
pub use notice::{Crossing, Happened, Notice, Refusal};
pub use options::{Cache, Identity, Options};
pub use relay::Relayed;

use crate::Revision;

/// A type of a revision that has a counterpart in the model.
pub trait Versioned {
    /// The revision.
    const REVISION: Revision;
    /// The type of the model.
    type Model;
}

/// Converts a value of one revision into a type of another.
///
/// # Errors
///
/// More was lost than the options tolerate, or a part can't cross at all: the refusal lists
/// everything that happened on the way.
pub fn convert<A, B>(value: A, options: impl Into<Options>) -> Result<Crossing<B>, Refusal>
where
    A: Versioned + Lift<A::Model>,
    A::Model: Lower<B>,
    B: Versioned,
{
    let mut lowering = Lowering::new(Some(A::REVISION), B::REVISION, options.into());
    let lowered = value.lift().lower(&mut lowering);
    lowering.finish(lowered)
}

/// Lowers a value of the model into a type of a revision.
///
/// # Errors
///
/// As [`convert`].
pub fn lower<M, B>(value: M, options: impl Into<Options>) -> Result<Crossing<B>, Refusal>
where
    M: Lower<B>,
    B: Versioned,
{
    let mut lowering = Lowering::new(None, B::REVISION, options.into());
    let lowered = value.lower(&mut lowering);
    lowering.finish(lowered)
}
