//! Small documents, each with one trap that readers of this protocol have fallen into, and what is
//! right: back as an equal document, refused with the member named, or held and reported.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "support/faults.rs"]
mod faults;
#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/outcome.rs"]
mod outcome;
#[path = "support/shared.rs"]
mod shared;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mcp_revisions::message::{Message, Pending};
use mcp_revisions::{Json, OneOrMany, Revision, StringOrInteger, v2026_07_28 as v26};
use oracle::{Oracle, Waiting};
use outcome::{Outcome, of_document, of_message};
use serde_json::Value;

/// A line of a file of cases: its members as text, so that numbers stay as they are written.
struct Case(BTreeMap<String, Json>);

impl Case {
    fn all(path: &Path) -> Vec<Self> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(|line| Case(serde_json::from_str(line).unwrap())).collect()
    }

    fn optional(&self, name: &str) -> Option<String> {
        self.0.get(name).and_then(Json::as_string)
    }

    fn text(&self, name: &str) -> String {
        self.optional(name).unwrap_or_else(|| panic!("{:?} has no {name}", self.0))
    }

    fn input(&self) -> &str {
        self.0["input"].as_str()
    }

    fn value(&self) -> Value {
        serde_json::from_str(self.input()).unwrap()
    }

    fn revision(&self) -> Revision {
        self.text("revision").parse().unwrap()
    }

    /// The requests that wait: the one that the input answers, where it answers one.
    fn pending(&self, answering: Option<&str>) -> Pending {
        let mut pending = Pending::new();
        if let (Some(method), Some(id)) = (answering, self.0["input"].get("id")) {
            pending.insert(id.parse::<StringOrInteger>().unwrap(), method);
        }
        pending
    }
}

#[test]
fn own_cases_come_out_as_they_say() {
    let oracle = Oracle::new();
    let mut wrong = Vec::new();
    for case in Case::all(&shared::fixture("cases.jsonl")) {
        let place = format!("{} {}: {}", case.text("kind"), case.text("revision"), case.input());
        let revision = case.text("revision");
        let (outcome, faults) = match case.optional("type") {
            Some(name) => (
                of_document(case.revision(), &name, case.input()),
                oracle.document(&revision, &name, &case.value()),
            ),
            None => {
                let (from, answering) = (case.text("from"), case.optional("answering"));
                let pending = case.pending(answering.as_deref());
                let (kind, outcome) = of_message(case.revision(), &from, case.input(), pending);
                if let Some(expected) = case.optional("is")
                    && kind != expected
                {
                    wrong.push(format!("{place}: read as {kind}"));
                }
                let mut waiting = Waiting::new();
                if let Some(method) = answering {
                    let other = if from == "client" { "server" } else { "client" };
                    let id = case.value()["id"].to_string();
                    waiting.insert((other.to_owned(), id), method);
                }
                (outcome, oracle.message(&revision, &from, &case.value(), &mut waiting))
            }
        };
        let (expected, schema_agrees) = match case.text("expect").as_str() {
            "equal" => (Outcome::Equal, faults == faults::Faults::default()),
            "refused" => {
                let at = case.text("at");
                let agrees = faults.refused.iter().any(|pointer| pointer.starts_with(&at));
                (Outcome::Refused(at), agrees)
            }
            "held" => {
                let at = BTreeSet::from([case.text("at")]);
                let agrees = faults.refused.is_empty() && faults.held == at;
                (Outcome::Held(at), agrees)
            }
            other => panic!("{place}: expects {other:?}"),
        };
        if outcome != expected || !schema_agrees {
            wrong.push(format!("{place}: {outcome:?}, the schema says {faults:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn shared_cases_come_out_as_they_say() {
    let Some(path) = shared::shared("cases.jsonl") else { return };
    let oracle = Oracle::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for case in Case::all(&path) {
        let expect = case.text("expect");
        let expect = expect.split(':').next().unwrap();
        *counts.entry(expect.to_owned()).or_default() += 1;
        let Some(name) = case.optional("schema_type") else { continue };
        let id = case.text("id");
        let outcome = of_document(case.revision(), &name, case.input());
        let faults = oracle.document(&case.text("revision"), &name, &case.value());
        match (expect, &outcome) {
            ("roundtrip" | "accept" | "classify" | "convert-loss-reported", Outcome::Equal) => {}
            ("reject", Outcome::Refused(at)) => {
                assert!(faults.refused.contains(at), "{id}: {at}, the schema says {faults:?}");
                // A batch is wrong as a whole; every other fault has a member to name.
                assert_eq!(at.is_empty(), case.value().is_array(), "{id}: {at:?}");
            }
            ("reject", Outcome::Held(at)) => {
                assert!(faults.refused.is_empty(), "{id}: the schema says {faults:?}");
                assert_eq!(*at, faults.held, "{id}");
            }
            (expect, outcome) => panic!("{id}: {expect}, and it is {outcome:?}"),
        }
        if name.starts_with("JSONRPC") && expect == "reject" {
            for side in ["client", "server"] {
                let (kind, _) = of_message(case.revision(), side, case.input(), Pending::new());
                assert_eq!(kind, "refused", "{id} as a message of the {side}");
            }
        }
    }
    let read = ["roundtrip", "accept", "reject", "classify"].map(|expect| counts[expect]);
    assert_eq!((read, counts.values().sum::<usize>()), ([26, 4, 18, 3], 58), "{counts:?}");
}

#[test]
fn own_cases_cover_every_kind_of_shared_case() {
    let Some(path) = shared::shared("cases.jsonl") else { return };
    let kinds = |path: &Path| Case::all(path).iter().map(|case| case.text("kind")).collect();
    let own: BTreeSet<String> = kinds(&shared::fixture("cases.jsonl"));
    let mut theirs: BTreeSet<String> = kinds(&path);
    theirs.retain(|kind| !kind.starts_with("codegen-"));
    assert_eq!(theirs.difference(&own).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn shared_messages_are_classified_by_the_method_that_they_answer() {
    let Some(path) = shared::shared("cases.jsonl") else { return };
    for case in Case::all(&path) {
        let expect = case.text("expect");
        let Some(class) = expect.strip_prefix("classify:") else { continue };
        let (answering, response, expected) = match class {
            "EmptyResult" => ("ping", case.input().to_owned(), "Empty"),
            "raw-result" => ("nobody/knows", response(case.input()), "Unknown"),
            "InputRequiredResult" => {
                let text = response(case.input());
                assert_eq!(called(&text).kind(), "InputRequired");
                ("tools/call", text, "CallTool")
            }
            other => panic!("classify as {other}"),
        };
        let id: Json = response.parse::<Json>().unwrap().get("id").unwrap();
        let mut pending = Pending::new();
        pending.insert(id.parse::<StringOrInteger>().unwrap(), answering);
        let (kind, outcome) = of_message(case.revision(), "server", &response, pending);
        assert_eq!((kind, outcome), (expected, Outcome::Equal), "{class}");
    }
}

/// A response around a result.
fn response(result: &str) -> String {
    format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {result}}}"#)
}

/// The result of a `tools/call` of 2026-07-28.
fn called(text: &str) -> v26::CallToolResultOrInputRequired {
    let mut pending = Pending::new();
    pending.insert(1, "tools/call");
    let Message::Response(response) = v26::ServerMessage::from_str(text, &mut pending).unwrap()
    else {
        panic!("{text} is no response")
    };
    let v26::ServerResult::CallTool(result) = response.body else { panic!("{text}") };
    result
}

#[test]
fn a_result_that_asks_for_input_goes_by_its_tag_alone() {
    let asks = r#"{"content": [], "requestState": "s", "resultType": "input_required"}"#;
    let v26::CallToolResultOrInputRequired::InputRequired(asks) = called(&response(asks)) else {
        panic!("read as another result")
    };
    assert_eq!(asks.request_state.as_deref(), Some("s"));
    assert_eq!(asks.extensions.get("content").map(Json::as_str), Some("[]"));

    let done = r#"{"inputRequests": {}, "content": [], "resultType": "complete"}"#;
    let v26::CallToolResultOrInputRequired::CallTool(done) = called(&response(done)) else {
        panic!("read as another result")
    };
    assert!(done.content.is_empty());
    assert!(done.extensions.get("inputRequests").is_some());
}

#[test]
fn a_revision_that_is_not_known_is_a_value() {
    // What a client asks for, what the server speaks, and what it answers.
    let spoken = [Revision::V2024_11_05, Revision::V2025_06_18, Revision::V2026_07_28];
    for (asked, answered) in [
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-06-18"),
        ("2031-05-05", "2025-06-18"),
        ("2024-11-05", "2024-11-05"),
        ("2026-07-28", "2025-06-18"),
    ] {
        let negotiated = Revision::negotiate(asked, &spoken).map(Revision::as_str);
        assert_eq!(negotiated, Some(answered), "{asked}");
        let result = format!(
            r#"{{"protocolVersion": "{asked}", "capabilities": {{}}, "serverInfo": {{"name": "quay", "version": "7"}}}}"#
        );
        assert_eq!(of_document(Revision::V2025_06_18, "InitializeResult", &result), Outcome::Equal);
    }
    let error = "2031-05-05".parse::<Revision>().unwrap_err().to_string();
    assert!(error.contains("2031-05-05") && error.contains("2026-07-28"), "{error}");
}

#[test]
fn a_batch_is_one_or_many() {
    use mcp_revisions::v2025_03_26::ClientMessage;
    let text = r#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#;
    let read = ClientMessage::batch_from_str(text, &mut Pending::new()).unwrap();
    assert!(matches!(&read, OneOrMany::Many(many) if many.len() == 1), "{read:?}");
}
