//! What holds for all of a protocol.

use serde::Deserialize;

/// What becomes of values and kinds that a schema does not list and does not call open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Unlisted {
    /// They are held, as deviations.
    #[default]
    Held,
    /// They are refused: the schema says what is open.
    Refused,
}

/// How objects without a tag are told apart where there are more than two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Untagged {
    /// By one test after the other, each for a member; what passes none is the last kind.
    #[default]
    Tests,
    /// By all members that only one kind requires: the kind with most of its own there.
    Members,
}

/// What the variants of a tagged union are named after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variants {
    /// The names of the types, without what they have in common.
    #[default]
    Types,
    /// The values of the tag, where each kind has one that is a word.
    Tags,
}

/// Whether docs must be there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wanted {
    /// A definition or member without docs is an error.
    #[default]
    Required,
    /// It gets a short one from its name.
    Optional,
}
