//! The schemas that documents can be checked against, by protocol and revision.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use super::session::one_side;
#[cfg(feature = "validate")]
use super::validate::Book;
use super::{Definition, Rewritten};
use crate::generated::{for_each_revision, for_each_version};
use crate::message::{Direction, Pending};
use crate::{Error, Revision};

macro_rules! versions {
    ($($_feature:literal $kind:ident $module:ident $_in:ident $_name:ident $text:literal $_numbers:tt $doc:literal;)*) => {
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
            $(#[doc = $doc] $kind,)*
        }

        /// Versions of other protocols: the protocol's name, and the version.
        const VERSIONS: &[(Schema, &str, &str)] =
            &[$((Schema::$kind, stringify!($module), $text)),*];
    };
}

for_each_version!(versions);

macro_rules! sides {
    ($text:ident $direction:ident $client:ident $server:ident $($module:ident)::+) => {{
        use crate::$($module)::+::{Client, Server};
        match $direction {
            Direction::FromClient => one_side::<Client>($text, $client, $server),
            Direction::FromServer => one_side::<Server>($text, $server, $client),
        }
    }};
}

#[cfg(feature = "validate")]
macro_rules! book {
    ($($folder:ident)/+) => {{
        static BOOK: std::sync::OnceLock<Book> = std::sync::OnceLock::new();
        let text = include_str!(concat!("../../generated/", $(stringify!($folder), "/",)+ "schema.json"));
        Some(BOOK.get_or_init(|| Book::read(text)))
    }};
}

/// All rows, those of versions first.
macro_rules! and_revisions {
    ($($versions:tt)*) => {
        for_each_revision!(by_schema $($versions)*);
    };
}

macro_rules! by_schema {
    (
        $($version:literal $kind:ident $protocol:ident $module:ident $_n:ident $_t:literal $_v:tt $_d:literal;)*
        released { $($feature:literal $name:ident $revision:ident $_r:literal $_e:literal;)* }
        drafts { $($of_draft:literal $draft:ident $in_draft:ident $_f:literal $_g:literal;)* }
    ) => {
        impl Schema {
            /// The definition with this name; `None` where there is none, or where the feature of
            /// the revision is off.
            pub(super) fn definition(self, name: &str) -> Option<Definition> {
                let _ = name;
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Schema::Mcp(Revision::$name) => crate::$revision::definition(name),
                    )*
                    $(
                        #[cfg(feature = $of_draft)]
                        Schema::Mcp(Revision::$draft) => crate::$in_draft::definition(name),
                    )*
                    $(
                        #[cfg(feature = $version)]
                        Schema::$kind => crate::$protocol::$module::definition(name),
                    )*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }

            /// What the revision's schema says; `None` where the feature of the revision is off.
            #[cfg(feature = "validate")]
            pub(super) fn book(self) -> Option<&'static Book> {
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Schema::Mcp(Revision::$name) => book!($revision),
                    )*
                    $(
                        #[cfg(feature = $of_draft)]
                        Schema::Mcp(Revision::$draft) => book!($in_draft),
                    )*
                    $(
                        #[cfg(feature = $version)]
                        Schema::$kind => book!($protocol/$module),
                    )*
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }

            /// Reads and writes a message of one side; both sides have requests without an answer.
            pub(super) fn rewrite(
                self,
                text: &str,
                direction: Direction,
                client: &mut Pending,
                server: &mut Pending,
            ) -> Result<Rewritten, Error> {
                let _ = (text, direction, &client, &server);
                match self {
                    $(
                        #[cfg(feature = $feature)]
                        Schema::Mcp(Revision::$name) => sides!(text direction client server $revision),
                    )*
                    $(
                        #[cfg(feature = $of_draft)]
                        Schema::Mcp(Revision::$draft) => sides!(text direction client server $in_draft),
                    )*
                    $(
                        #[cfg(feature = $version)]
                        Schema::$kind => sides!(text direction client server $protocol::$module),
                    )*
                    #[allow(unreachable_patterns)]
                    _ => Err(Error::new("", "this revision is not part of this build")),
                }
            }
        }
    };
}

for_each_version!(and_revisions);

impl Schema {
    /// The schema whose revision a message names: a date, or a version such as `1.0.0`.
    pub(super) fn named(version: &str) -> Option<Self> {
        let revision = version.parse().ok().map(Schema::Mcp);
        revision.or_else(|| VERSIONS.iter().find(|row| is_patch(version, row.2)).map(|row| row.0))
    }
}

/// Whether a text is a version, without its patch number or with any.
fn is_patch(text: &str, version: &str) -> bool {
    let Some((minor, _)) = version.rsplit_once('.') else { return false };
    match text.strip_prefix(minor) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('.').is_some_and(|patch| {
            !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit())
        }),
        None => false,
    }
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
            other => match VERSIONS.iter().find(|row| row.0 == *other) {
                Some((_, protocol, version)) => write!(f, "{protocol}/{version}"),
                None => Ok(()),
            },
        }
    }
}

impl FromStr for Schema {
    type Err = UnknownSchema;

    fn from_str(text: &str) -> Result<Self, UnknownSchema> {
        let known = match text.split_once('/') {
            None => text.parse().ok().map(Schema::Mcp),
            Some(("mcp", revision)) => revision.parse().ok().map(Schema::Mcp),
            Some((protocol, version)) => VERSIONS
                .iter()
                .find(|row| row.1 == protocol && is_patch(version, row.2))
                .map(|row| row.0),
        };
        known.ok_or_else(|| UnknownSchema(text.to_string()))
    }
}

/// A schema that this crate does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSchema(String);

impl fmt::Display for UnknownSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown schema {:?}; known are", self.0)?;
        for (_, protocol, version) in VERSIONS {
            write!(f, " {protocol}/{version},")?;
        }
        for (index, revision) in Revision::ALL.iter().enumerate() {
            write!(f, "{} mcp/{revision}", if index > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownSchema {}
