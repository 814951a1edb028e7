//! Sessions, message by message: nothing changes, and what is refused or held is exactly what the
//! official schema of the session's revision refuses.

#![allow(clippy::unwrap_used)]

#[path = "support/faults.rs"]
mod faults;
#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/replay.rs"]
mod replay;
#[path = "support/shared.rs"]
mod shared;

use std::path::Path;

use mcp_revisions::Revision;
use mcp_revisions::check::FindingKind::{Deviates, Refused};
use oracle::Oracle;
use replay::{Judged, Totals, replay};

/// Replays the sessions of a folder; crate and schema must agree on every message.
fn judge(folder: &Path) -> Vec<Vec<Judged>> {
    let oracle = Oracle::new();
    let sessions = shared::files(folder, ".jsonl");
    let judged: Vec<_> = sessions.iter().map(|session| replay(&oracle, session)).collect();
    let disagreements: Vec<_> = judged.iter().flatten().filter_map(Judged::disagreement).collect();
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
    judged
}

fn totals<'a>(messages: impl IntoIterator<Item = &'a Judged>) -> Totals {
    let mut totals = Totals::default();
    messages.into_iter().for_each(|judged| totals.count(judged));
    totals
}

#[test]
fn recorded_traffic_is_read_as_the_schemas_say() {
    let Some(folder) = shared::shared("traffic") else { return };
    let sessions = judge(&folder);
    assert_eq!(sessions.len(), 60);
    let expected = Totals { messages: 4267, changed: 0, refused: 13, deviating: 75 };
    assert_eq!(totals(sessions.iter().flatten()), expected);
}

#[test]
fn own_sessions_of_every_revision_come_back_equal() {
    let sessions = judge(&shared::fixture("sessions"));
    for revision in Revision::RELEASED {
        let name = format!("harbour-{revision}.jsonl");
        let session = sessions.iter().find(|session| session[0].name == name).unwrap();
        let found: Vec<_> = session.iter().flat_map(|judged| &judged.findings).collect();
        assert!(found.is_empty(), "{name}: {found:?}");
        assert!((15..=40).contains(&session.len()), "{name} has {} messages", session.len());
    }
}

#[test]
fn faults_of_an_untidy_session_are_named_and_the_rest_is_read() {
    let sessions = judge(&shared::fixture("sessions"));
    let session = sessions.iter().find(|session| session[0].name.starts_with("untidy")).unwrap();
    let found: Vec<_> = session
        .iter()
        .flat_map(|judged| judged.findings.iter().map(|found| (judged.line, found)))
        .map(|(line, found)| (line, found.kind, found.pointer.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (5, Refused, "/result/tools/1/inputSchema"),
            (6, Refused, "/params/arguments"),
            (7, Refused, "/result/content/2/mimeType"),
            (9, Deviates, "/result/content/0/annotations/audience/1"),
            (9, Deviates, "/result/content/1"),
            (10, Deviates, "/method"),
            (12, Deviates, "/params/level"),
            (13, Deviates, "/params/maxTokens"),
            (14, Refused, "/result/model"),
            (15, Refused, "/id"),
            (17, Refused, "/id"),
            (18, Refused, ""),
            (19, Refused, "/jsonrpc"),
            (20, Refused, "/method"),
            (22, Refused, "/result/contents/0/blob"),
            (23, Deviates, "/params/ref"),
            (24, Refused, "/error/code"),
        ]
    );
    let expected = Totals { messages: 27, changed: 0, refused: 11, deviating: 5 };
    assert_eq!(totals(session), expected);
}
