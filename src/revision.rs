//! The dated revisions of the protocol.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// A revision of MCP. Later revisions are greater; the draft is greater than all of them.
///
/// The revision that a peer names in a message is a string, since it may be one that this crate
/// does not know: [`Revision::from_str`] reads it.
///
/// ```
/// use mcp_revisions::Revision;
///
/// let asked: Revision = "2025-11-25".parse()?;
/// assert!(asked > Revision::V2025_06_18);
/// assert!("2031-01-01".parse::<Revision>().is_err());
/// # Ok::<(), mcp_revisions::UnknownRevision>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// 2024-11-05, the first.
    V2024_11_05,
    /// 2025-03-26: audio, tool annotations, batches, Streamable HTTP.
    V2025_03_26,
    /// 2025-06-18: structured tool output, elicitation, resource links; batches gone.
    V2025_06_18,
    /// 2025-11-25: icons, tasks, url elicitation, tools in sampling.
    V2025_11_25,
    /// 2026-07-28: no handshake, results that ask for input, cache hints.
    V2026_07_28,
    /// The draft of the next revision, which changes without notice.
    Draft,
}

impl Revision {
    /// Every dated revision, oldest first.
    pub const RELEASED: [Revision; 5] = [
        Revision::V2024_11_05,
        Revision::V2025_03_26,
        Revision::V2025_06_18,
        Revision::V2025_11_25,
        Revision::V2026_07_28,
    ];

    /// The newest dated revision.
    pub const NEWEST: Revision = Revision::V2026_07_28;

    /// The revision as it stands in messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Revision::V2024_11_05 => "2024-11-05",
            Revision::V2025_03_26 => "2025-03-26",
            Revision::V2025_06_18 => "2025-06-18",
            Revision::V2025_11_25 => "2025-11-25",
            Revision::V2026_07_28 => "2026-07-28",
            Revision::Draft => "draft",
        }
    }

    /// Whether it is final.
    pub const fn is_released(self) -> bool {
        !matches!(self, Revision::Draft)
    }

    /// The dated revision before this one.
    pub fn previous(self) -> Option<Revision> {
        Self::RELEASED.into_iter().rev().find(|other| *other < self)
    }

    /// The dated revision after this one.
    pub fn next(self) -> Option<Revision> {
        Self::RELEASED.into_iter().find(|other| *other > self)
    }

    /// Whether a session begins with `initialize` (up to 2025-11-25), or every request names its
    /// revision (from 2026-07-28, basic/versioning).
    pub fn has_handshake(self) -> bool {
        self <= Revision::V2025_11_25
    }

    /// What a server answers to a client that asks for `asked` in `initialize`: the same, where the
    /// server speaks it, or else the newest that it speaks (2025-11-25, basic/lifecycle).
    ///
    /// `None` where `spoken` holds no revision with a handshake.
    pub fn negotiate(asked: &str, spoken: &[Revision]) -> Option<Revision> {
        let mut spoken = spoken.iter().copied().filter(|revision| revision.has_handshake());
        let same = spoken.clone().find(|revision| revision.as_str() == asked);
        same.or_else(|| spoken.by_ref().max())
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        Self::RELEASED
            .into_iter()
            .chain([Revision::Draft])
            .find(|revision| revision.as_str() == text)
            .ok_or_else(|| UnknownRevision(text.to_string()))
    }
}

/// A revision that this crate does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRevision(String);

impl UnknownRevision {
    /// The text that was to be read.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnknownRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown revision {:?}; known are", self.0)?;
        for revision in Revision::RELEASED {
            write!(f, " {revision},")?;
        }
        f.write_str(" draft")
    }
}

impl core::error::Error for UnknownRevision {}
