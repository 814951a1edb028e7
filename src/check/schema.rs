//! The schemas that documents can be checked against, by protocol and revision.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use super::Definition;
use crate::Revision;

/// A protocol's revision.
///
/// ```
/// use mcp_revisions::{Revision, check::Schema};
///
/// assert_eq!("mcp/2025-11-25".parse(), Ok(Schema::Mcp(Revision::V2025_11_25)));
/// assert_eq!("2025-11-25".parse(), Ok(Schema::Mcp(Revision::V2025_11_25)));
/// assert_eq!("ahp/1.0.0".parse(), Ok(Schema::AhpV1_0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Schema {
    /// A revision of the Model Context Protocol.
    Mcp(Revision),
    /// Version 1.0 of the Agent Host Protocol, any patch of it.
    AhpV1_0,
}

impl Schema {
    /// The definition with this name; `None` where there is none, or where the feature of the
    /// revision is off.
    pub(super) fn definition(self, name: &str) -> Option<Definition> {
        let _ = name;
        match self {
            #[cfg(feature = "v2024_11_05")]
            Schema::Mcp(Revision::V2024_11_05) => crate::v2024_11_05::definition(name),
            #[cfg(feature = "v2025_03_26")]
            Schema::Mcp(Revision::V2025_03_26) => crate::v2025_03_26::definition(name),
            #[cfg(feature = "v2025_06_18")]
            Schema::Mcp(Revision::V2025_06_18) => crate::v2025_06_18::definition(name),
            #[cfg(feature = "v2025_11_25")]
            Schema::Mcp(Revision::V2025_11_25) => crate::v2025_11_25::definition(name),
            #[cfg(feature = "v2026_07_28")]
            Schema::Mcp(Revision::V2026_07_28) => crate::v2026_07_28::definition(name),
            #[cfg(feature = "draft")]
            Schema::Mcp(Revision::Draft) => crate::draft::definition(name),
            #[cfg(feature = "ahp_v1_0")]
            Schema::AhpV1_0 => crate::ahp::v1_0::definition(name),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }

    /// The schema whose revision a message names: a date, or a version such as `1.0.0`.
    pub(super) fn named(version: &str) -> Option<Self> {
        match version.parse() {
            Ok(revision) => Some(Schema::Mcp(revision)),
            Err(_) => is_1_0(version).then_some(Schema::AhpV1_0),
        }
    }
}

/// Whether a text is version 1.0 or a patch of it.
fn is_1_0(version: &str) -> bool {
    let patch = version.strip_prefix("1.0.");
    version == "1.0"
        || patch.is_some_and(|patch| {
            !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit())
        })
}

impl From<Revision> for Schema {
    fn from(revision: Revision) -> Self {
        Schema::Mcp(revision)
    }
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schema::Mcp(revision) => revision.fmt(f),
            Schema::AhpV1_0 => f.write_str("ahp/1.0.0"),
        }
    }
}

impl FromStr for Schema {
    type Err = UnknownSchema;

    fn from_str(text: &str) -> Result<Self, UnknownSchema> {
        let unknown = || UnknownSchema(text.to_string());
        let known = match text.split_once('/') {
            Some(("ahp", version)) => is_1_0(version).then_some(Schema::AhpV1_0),
            Some(("mcp", revision)) => revision.parse().ok().map(Schema::Mcp),
            Some(_) => None,
            None => text.parse().ok().map(Schema::Mcp),
        };
        known.ok_or_else(unknown)
    }
}

/// A schema that this crate does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSchema(String);

impl fmt::Display for UnknownSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown schema {:?}; known are ahp/1.0.0", self.0)?;
        for revision in Revision::RELEASED {
            write!(f, ", mcp/{revision}")?;
        }
        f.write_str(", mcp/draft")
    }
}

impl core::error::Error for UnknownSchema {}
