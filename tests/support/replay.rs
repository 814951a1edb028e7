//! A recorded session, read by the crate and judged by the official schemas side by side.

#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mcp_revisions::Revision;
use mcp_revisions::check::{Direction, Finding, FindingKind, Session};
use serde_json::Value;
use serde_json::value::RawValue;

use super::faults::Faults;
use super::oracle::{Oracle, Waiting};

/// A message of a session, with what the crate and the schema say of it.
pub(crate) struct Judged {
    /// The file.
    pub(crate) name: String,
    /// The line, from 1.
    pub(crate) line: usize,
    /// What the crate found.
    pub(crate) findings: Vec<Finding>,
    /// What the schema finds.
    pub(crate) faults: Faults,
}

/// A line of a recording.
pub(crate) struct Recorded {
    pub(crate) from_client: bool,
    pub(crate) text: String,
    pub(crate) message: Value,
}

/// Reads a session: a line a message, `{"dir": "c2s" or "s2c", "msg": …}`.
pub(crate) fn read(path: &Path) -> Vec<Recorded> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| {
            let line: BTreeMap<String, Box<RawValue>> = serde_json::from_str(line).unwrap();
            let text = line["msg"].get().to_owned();
            let message = serde_json::from_str(&text).unwrap();
            Recorded { from_client: line["dir"].get() == "\"c2s\"", text, message }
        })
        .collect()
}

/// The revision that a message settles, where it is a known one: what a server agrees to, or what a
/// request is of.
pub(crate) fn settled(message: &Value) -> Option<Revision> {
    let request = "/params/_meta/io.modelcontextprotocol~1protocolVersion";
    let named = message.pointer("/result/protocolVersion").or_else(|| message.pointer(request))?;
    named.as_str()?.parse().ok()
}

/// Replays a session. Its first messages are of the revision that it settles on.
pub(crate) fn replay(oracle: &Oracle, path: &Path) -> Vec<Judged> {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let messages = read(path);
    let mut revision = messages.iter().find_map(|recorded| settled(&recorded.message)).unwrap();
    let mut session = Session::new(revision);
    let mut waiting = Waiting::new();
    let mut judged = Vec::new();
    for (index, recorded) in messages.iter().enumerate() {
        let Recorded { from_client, text, message } = recorded;
        revision = settled(message).unwrap_or(revision);
        session.set_revision(revision);
        let (side, direction) = if *from_client {
            ("client", Direction::FromClient)
        } else {
            ("server", Direction::FromServer)
        };
        judged.push(Judged {
            name: name.clone(),
            line: index + 1,
            findings: session.message(text, Some(direction)),
            faults: oracle.message(revision.as_str(), side, message, &mut waiting),
        });
    }
    judged
}

impl Judged {
    /// The places of findings of a kind.
    fn places(&self, kind: FindingKind) -> BTreeSet<String> {
        let of_kind = self.findings.iter().filter(|finding| finding.kind == kind);
        of_kind.map(|finding| finding.pointer.clone()).collect()
    }

    /// Where the crate and the schema disagree.
    pub(crate) fn disagreement(&self) -> Option<String> {
        let refused = self.places(FindingKind::Refused);
        let agrees = if self.faults.refused.is_empty() {
            refused.is_empty() && self.places(FindingKind::Deviates) == self.faults.held
        } else {
            // Reading stops at the first fault, and nothing else is said of the message.
            refused.len() == 1
                && self.findings.len() == 1
                && refused.is_subset(&self.faults.refused)
        };
        let changed = !self.places(FindingKind::Changed).is_empty();
        (changed || !agrees).then(|| {
            let Judged { name, line, findings, faults } = self;
            format!("{name}:{line}: found {findings:?}, the schema says {faults:?}")
        })
    }
}

/// How many messages were changed, refused, or deviate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) messages: usize,
    pub(crate) changed: usize,
    pub(crate) refused: usize,
    pub(crate) deviating: usize,
}

impl Totals {
    /// Adds a message.
    pub(crate) fn count(&mut self, judged: &Judged) {
        let any = |kind| usize::from(!judged.places(kind).is_empty());
        self.messages += 1;
        self.changed += any(FindingKind::Changed);
        self.refused += any(FindingKind::Refused);
        self.deviating += any(FindingKind::Deviates);
    }
}
