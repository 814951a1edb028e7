//! What reading a document and writing it again comes to.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use mcp_revisions::check::{FindingKind, definition, document};
use mcp_revisions::json::{DifferenceKind, differences};
use mcp_revisions::message::{Message, Peer, Pending};
use mcp_revisions::{Deviation, Error, Json, OneOrMany, Revision};

/// What a document turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It comes back equal.
    Equal,
    /// It is refused at this pointer.
    Refused(String),
    /// It comes back equal, and holds what its revision does not define at these pointers.
    Held(BTreeSet<String>),
    /// It comes back as another document.
    Changed(BTreeSet<String>),
}

impl Outcome {
    fn of_read(changed: BTreeSet<String>, held: BTreeSet<String>) -> Self {
        match (changed.is_empty(), held.is_empty()) {
            (false, _) => Outcome::Changed(changed),
            (true, false) => Outcome::Held(held),
            (true, true) => Outcome::Equal,
        }
    }
}

/// A document read as a definition.
pub(crate) fn of_document(revision: Revision, name: &str, text: &str) -> Outcome {
    let definition =
        definition(revision, name).unwrap_or_else(|| panic!("{revision} has no {name}"));
    let findings = document(definition, text);
    let places = |kind| -> BTreeSet<String> {
        let of_kind = findings.iter().filter(|finding| finding.kind == kind);
        of_kind.map(|finding| finding.pointer.clone()).collect()
    };
    match places(FindingKind::Refused).into_iter().next() {
        Some(at) => Outcome::Refused(at),
        None => Outcome::of_read(places(FindingKind::Changed), places(FindingKind::Deviates)),
    }
}

/// A message of one side, with the kind that it is read as: a method's, `Error`, `batch`, or
/// `refused`.
pub(crate) fn of_message(
    revision: Revision,
    from: &str,
    text: &str,
    pending: Pending,
) -> (&'static str, Outcome) {
    macro_rules! side {
        ($module:ident, $message:ident) => {
            one(text, pending, |message: &mcp_revisions::$module::$message| match message {
                Message::Request(request) => request.body.kind(),
                Message::Notification(notification) => notification.body.kind(),
                Message::Response(response) => response.body.kind(),
                Message::Error(_) => "Error",
            })
        };
    }
    macro_rules! sides {
        ($($revision:ident $module:ident),*) => {
            match (revision, from) {
                $((Revision::$revision, "client") => side!($module, ClientMessage),)*
                $((Revision::$revision, "server") => side!($module, ServerMessage),)*
                (revision, side) => panic!("no {side} of {revision}"),
            }
        };
    }
    sides!(
        V2024_11_05 v2024_11_05, V2025_03_26 v2025_03_26, V2025_06_18 v2025_06_18,
        V2025_11_25 v2025_11_25, V2026_07_28 v2026_07_28
    )
}

fn one<P: Peer>(
    text: &str,
    mut pending: Pending,
    kind: impl Fn(&Message<P>) -> &'static str,
) -> (&'static str, Outcome) {
    match Message::<P>::batch_from_str(text, &mut pending) {
        Err(error) => ("refused", Outcome::Refused(Error::pointer(&error))),
        Ok(read) => {
            let (kind, deviations) = match &read {
                OneOrMany::One(message) => (kind(message), message.deviations()),
                OneOrMany::Many(many) => {
                    ("batch", many.iter().flat_map(Message::deviations).collect())
                }
            };
            (kind, written(text, &mcp_revisions::to_string(&read).unwrap(), deviations))
        }
    }
}

fn written(before: &str, after: &str, deviations: Vec<Deviation>) -> Outcome {
    let (before, after): (Json, Json) = (before.parse().unwrap(), after.parse().unwrap());
    let mut held: BTreeSet<String> = deviations.into_iter().map(|found| found.pointer).collect();
    let mut changed = BTreeSet::new();
    for difference in differences(&before, &after) {
        match difference.kind {
            DifferenceKind::NumberSpelling => held.insert(difference.pointer),
            _ => changed.insert(difference.pointer),
        };
    }
    Outcome::of_read(changed, held)
}
