//! The Agent Host Protocol (AHP): one module a version, and how two sides agree on one.
//!
//! AHP connects an agent host with its clients: sessions, chats, tools, terminals and changesets
//! are states on channels, and actions change them. Its versions are SemVer, not dates; a module
//! stands for a minor version, since patches change no types. What a later version adds stands in a
//! module of its own: the types here do not grow, and so none is `#[non_exhaustive]`.
//!
//! ```
//! use mcp_revisions::ahp::{Version, negotiate};
//!
//! // A host that speaks 1.0 takes the highest version on offer that 1.0 is compatible with.
//! let agreed = negotiate(&["0.9.0", "1.0.0", "1.1.0"], &[Version::V1_0])?;
//! assert_eq!(agreed.to_string(), "1.1.0");
//! # Ok::<(), mcp_revisions::ahp::NegotiationError>(())
//! ```

// Without a version there is nothing in it.
#[allow(unused_imports, unreachable_pub)]
pub use crate::generated::ahp::*;

mod version;

pub use version::{InvalidVersion, NegotiationError, Version, negotiate};
