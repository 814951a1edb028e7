//! The dated revisions of the protocol.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::generated::for_each_revision;

macro_rules! revisions {
    (
        released { $($_feature:literal $name:ident $_module:ident $text:literal $doc:literal;)* }
        drafts { $($_of_draft:literal $draft:ident $_in_draft:ident $draft_text:literal $draft_doc:literal;)* }
    ) => {
        /// A revision of MCP. Later revisions are greater; the draft is greater than all of them.
        ///
        /// The revision that a peer names in a message is a string, since it may be one that this
        /// crate does not know: [`Revision::from_str`] reads it.
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
            $(#[doc = $doc] $name,)*
            $(#[doc = $draft_doc] $draft,)*
        }

        impl Revision {
            /// Every dated revision, oldest first.
            pub const RELEASED: [Revision; [$($text),*].len()] = [$(Revision::$name),*];

            /// The dated revisions, then drafts.
            pub(crate) const ALL: &[Revision] = &[$(Revision::$name,)* $(Revision::$draft,)*];

            /// The revision as it stands in messages.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Revision::$name => $text,)*
                    $(Revision::$draft => $draft_text,)*
                }
            }

            /// Whether it is final.
            pub const fn is_released(self) -> bool {
                match self {
                    $(Revision::$name => true,)*
                    $(Revision::$draft => false,)*
                }
            }
        }
    };
}

for_each_revision!(revisions);

impl Revision {
    /// The newest dated revision.
    pub const NEWEST: Revision = {
        let [.., newest] = Self::RELEASED;
        newest
    };

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
        Self::ALL
            .iter()
            .copied()
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
        for (index, revision) in Revision::ALL.iter().enumerate() {
            write!(f, "{} {revision}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownRevision {}
