//! The tables of a protocol: `names.toml` and `order.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::habits::{Unlisted, Untagged, Variants, Wanted};

/// One protocol's table of `names.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Names {
    /// Runs of capitals that are words of their own.
    #[serde(default)]
    pub(crate) acronyms: Vec<String>,
    /// Names in Rust for definitions whose own name gives a poor one.
    #[serde(default)]
    pub(crate) types: BTreeMap<String, String>,
    /// Names of anonymous parts, by `Owner.member`, `Owner.member[]` or `Owner.member{}`.
    #[serde(default)]
    pub(crate) anonymous: BTreeMap<String, String>,
    /// Names of fields, values and alternatives where the rule gives a poor one, by `Owner.member`,
    /// `Owner.value` or `Owner.Alternative`.
    #[serde(default)]
    pub(crate) fields: BTreeMap<String, String>,
    /// Members whose object stays text, with the reason.
    #[serde(default)]
    pub(crate) text: BTreeMap<String, String>,
    /// Definitions that are strings and have a type of their own, with the reason.
    #[serde(default)]
    pub(crate) strings: BTreeMap<String, String>,
    /// Definitions that are not emitted, with the reason.
    #[serde(default)]
    pub(crate) skip: BTreeMap<String, String>,
    /// Definitions that say what changes: a member may be absent (no change), null, or a value.
    #[serde(default)]
    pub(super) patches: Vec<String>,
    /// What becomes of values and kinds that a schema does not list and does not call open.
    #[serde(default)]
    pub(super) unlisted: Unlisted,
    /// How objects without a tag are told apart where there are more than two.
    #[serde(default)]
    pub(super) untagged: Untagged,
    /// What the variants of a tagged union are named after.
    #[serde(default)]
    pub(super) variants: Variants,
    /// The module that the protocol's revisions stand in; without one, the root.
    pub(super) module: Option<String>,
    /// Whether every definition and member must have docs, where there are any.
    #[serde(default)]
    pub(super) docs: Wanted,
    /// What the messages of the protocol travel in, where it has methods.
    pub(super) envelope: Option<Envelope>,
    /// Values of constants that users write too, by the name of the Rust constant.
    #[serde(default)]
    pub(super) constants: BTreeMap<String, Constant>,
}

/// A constant with a name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// What some member of the schema always is.
    pub value: String,
    /// What it is for.
    pub doc: String,
}

/// The definitions of the frame around messages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// Any message; where it may be an array, messages travel in batches.
    pub message: String,
    /// The answer to a request that failed; the first that a revision has.
    pub error: Vec<String>,
    /// The definition with the `code` and the `data` of an error, where data are typed by code.
    pub failure: Option<String>,
    /// Whether an answer with a result and an error is refused; otherwise it is a result, and the
    /// error is told.
    #[serde(default)]
    pub either: bool,
}

/// `order.toml`: the order in which a person expects members and values.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Order {
    /// Members that come first, in this order.
    #[serde(default)]
    pub(super) first: Vec<String>,
    /// Members that come last, in this order.
    #[serde(default)]
    pub(super) last: Vec<String>,
    /// The order of an enum's values, where the alphabet is not it.
    #[serde(default)]
    pub(super) values: BTreeMap<String, Vec<String>>,
}
