use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::convert::{Feature, Happened, Identity, Options, Session, Tolerance, message};
use crate::message::Direction;
use crate::model::ClientCapabilities;
use crate::{Json, Revision};

/// What becomes of the result of `method`: its JSON, if any, and the notices.
fn answered(
    from: Revision,
    to: Revision,
    options: impl Into<Options>,
    method: &str,
    result: &str,
) -> (Option<Json>, Vec<String>) {
    let answer = alloc::format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
    let direction = Direction::FromServer;
    told(message(&answer, direction, Some(method), from, to, options).unwrap(), "/result")
}

fn sent(
    from: Revision,
    to: Revision,
    options: impl Into<Options>,
    direction: Direction,
    text: &str,
) -> (Option<Json>, Vec<String>) {
    let mut session = Session::new(from, to, options);
    told(session.message(text, direction).unwrap().remove(0), "/params")
}

fn told(outcome: crate::convert::Outcome, part: &str) -> (Option<Json>, Vec<String>) {
    let shown =
        |report: &[crate::convert::Notice]| report.iter().map(ToString::to_string).collect();
    match outcome {
        Ok(crossing) => {
            let report = shown(crossing.report());
            let message = crossing.into_value().map(|text| Json::from_text(&text).unwrap());
            (message.and_then(|message| message.pointer(part)), report)
        }
        Err(refusal) => (None, shown(refusal.report())),
    }
}

fn json(text: &str) -> Option<Json> {
    Some(Json::from_text(text).unwrap())
}

#[test]
fn an_adopted_member_is_lowered_like_any_other() {
    let tools = r#"{"tools": [{"name": "x", "inputSchema": {"type": "object"},
        "execution": {"taskSupport": "often"}, "icons": [{"src": "a:b", "theme": "loud"}]}]}"#;
    let (from, to) = (Revision::V2025_06_18, Revision::V2025_11_25);
    let at = "/result/tools/0";
    let lost = |happened: &str| {
        let why = "2025-11-25 does not list this value";
        Vec::from([
            alloc::format!("{at}/execution/taskSupport: {happened}, {why}"),
            alloc::format!("{at}/icons/0/theme: {happened}, {why}"),
        ])
    };
    let without = r#"{"tools": [{"name": "x", "inputSchema": {"type": "object"},
        "execution": {}, "icons": [{"src": "a:b"}]}]}"#;
    assert_eq!(
        answered(from, to, Tolerance::Drop, "tools/list", tools),
        (json(without), lost("dropped"))
    );
    let carry = Options::new(Tolerance::Lossless).with_carry(true);
    assert_eq!(answered(from, to, carry, "tools/list", tools), (json(tools), lost("carried")));
}

#[test]
fn a_kind_of_a_later_revision_goes_by_its_rule() {
    let result = r#"{"content": [{"type": "resource_link", "name": "a", "uri": "file:///a"},
        {"type": "audio", "data": "", "mimeType": "a/b", "annotations": {"audience": ["all"]}},
        {"type": "smell"}]}"#;
    assert_eq!(
        answered(
            Revision::V2024_11_05,
            Revision::V2025_03_26,
            Tolerance::Drop,
            "tools/call",
            result
        ),
        (
            json(
                r#"{"content": [{"type": "text", "text": "a: file:///a"},
                    {"type": "audio", "data": "", "mimeType": "a/b",
                     "annotations": {"audience": []}}]}"#
            ),
            Vec::from(
                [
                    "/result/content/0: degraded, 2025-03-26 has no resource links (since \
                     2025-06-18): it becomes text",
                    "/result/content/1/annotations/audience/0: dropped, 2025-03-26 does not list \
                     this value",
                    "/result/content/2: dropped, 2025-03-26 has no type \"smell\"",
                ]
                .map(String::from)
            )
        )
    );
}

#[test]
fn what_an_older_server_cannot_mean_is_not_taken_from_it() {
    let (from, to) = (Revision::V2025_11_25, Revision::V2026_07_28);
    let odd = r#"{"tools": [], "ttlMs": -5, "cacheScope": "weird", "resultType": "zz"}"#;
    let (result, report) = answered(from, to, Tolerance::Drop, "tools/list", odd);
    let tidy = r#"{"tools": [], "ttlMs": 0, "cacheScope": "private", "resultType": "complete"}"#;
    assert_eq!(result, json(tidy));
    let dropped: Vec<_> = report.iter().filter(|line| line.contains(": dropped, ")).collect();
    assert_eq!(
        dropped,
        [
            "/result/cacheScope: dropped, 2026-07-28 does not list this value",
            "/result/resultType: dropped, a result of the sender's revision is complete",
            "/result/ttlMs: dropped, a time to live is not negative",
        ]
    );
    let fits = r#"{"tools": [], "ttlMs": 5, "cacheScope": "public", "resultType": "complete"}"#;
    assert_eq!(
        answered(from, to, Tolerance::Lossless, "tools/list", fits),
        (json(fits), Vec::new())
    );
    let demand = r#"{"content": [], "resultType": "input_required"}"#;
    let complete = r#"{"content": [], "resultType": "complete"}"#;
    assert_eq!(answered(from, to, Tolerance::Drop, "tools/call", demand).0, json(complete));
    assert_eq!(answered(from, to, Tolerance::Lossless, "tools/call", demand).0, None);
}

#[test]
fn answers_that_an_older_server_did_not_ask_for_are_dropped() {
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call",
        "params":{"name":"x","inputResponses":{},"requestState":"s"}}"#;
    let identity = Identity { capabilities: ClientCapabilities::default(), info: None };
    let options = Options::new(Tolerance::Drop).with_identity(identity);
    let (from, to) = (Revision::V2025_11_25, Revision::V2026_07_28);
    let (params, report) = sent(from, to, options, Direction::FromClient, call);
    let params = params.and_then(|params| params.as_object()).unwrap().entries();
    assert_eq!(params.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["name", "_meta"]);
    for member in ["inputResponses", "requestState"] {
        let told = "dropped, a server of the sender's revision asks for nothing by a result";
        assert!(report.contains(&alloc::format!("/params/{member}: {told}")), "{report:?}");
    }
}

#[test]
fn a_task_beside_an_answer_is_not_the_answer() {
    for (from, result) in [
        (Revision::V2025_06_18, r#"{"content": [], "task": {"taskId": "t"}}"#),
        (
            Revision::V2026_07_28,
            r#"{"content": [], "task": {"taskId": "t"}, "resultType": "complete"}"#,
        ),
    ] {
        let to = Revision::V2025_11_25;
        let (crossed, report) = answered(from, to, Tolerance::Drop, "tools/call", result);
        assert_eq!(crossed, json(r#"{"content": []}"#));
        let told = "/result/task: dropped, beside an answer, it would say that there is none yet";
        assert!(report.iter().any(|line| line == told), "{report:?}");
    }
}

#[test]
fn the_tasks_extension_is_not_copied_by_shape() {
    let from = Revision::V2026_07_28;
    for to in [Revision::V2024_11_05, Revision::V2025_06_18, Revision::V2025_11_25] {
        let why = alloc::format!("it is of the tasks extension, which {to} does not have");
        for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
            let request = alloc::format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"taskId":"t"}}}}"#
            );
            let (crossed, report) =
                sent(from, to, Tolerance::Drop, Direction::FromClient, &request);
            assert_eq!(crossed, None);
            assert_eq!(report, [alloc::format!("(document): refused, {why}")]);
            let (crossed, report) = answered(from, to, Tolerance::Drop, method, "{}");
            assert_eq!(
                (crossed, report),
                (None, Vec::from([alloc::format!("/result: refused, {why}")]))
            );
        }
        let news = r#"{"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"t"}}"#;
        let mut session = Session::new(from, to, Tolerance::Drop);
        let outcome = session.message(news, Direction::FromServer).unwrap().remove(0).unwrap();
        let [notice] = outcome.report() else { panic!("{:?}", outcome.report()) };
        assert_eq!(
            (notice.happened, notice.feature),
            (Happened::Dropped, Some(Feature::TasksExtension))
        );
        assert!(outcome.value().is_none());
    }
}

#[test]
fn a_method_of_neither_names_its_client_too() {
    let (old, new) = (Revision::V2025_11_25, Revision::V2026_07_28);
    let ask = r#"{"jsonrpc":"2.0","id":1,"method":"acme/ask"}"#;
    let (crossed, report) = sent(old, new, Tolerance::Drop, Direction::FromClient, ask);
    assert_eq!(crossed, None);
    assert!(report.iter().any(|line| line.ends_with("set an identity")), "{report:?}");
    let identity = || Identity { capabilities: ClientCapabilities::default(), info: None };
    let options = || Options::new(Tolerance::Drop).with_identity(identity());
    let named = r#"{"_meta": {"io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/protocolVersion": "2026-07-28"}}"#;
    let (crossed, report) = sent(old, new, options(), Direction::FromClient, ask);
    assert_eq!(crossed, json(named));
    assert_eq!(report.len(), 4, "{report:?}");
    for method in ["acme/ask", "ping"] {
        let request =
            alloc::format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{named}}}"#);
        let (crossed, report) = sent(new, old, options(), Direction::FromClient, &request);
        assert_eq!(crossed, json(r#"{"_meta": {}}"#));
        assert_eq!(report.len(), 2, "{report:?}");
    }
    // Within one revision, and between two that agree, it is left alone.
    assert_eq!(sent(new, new, Tolerance::Lossless, Direction::FromClient, ask), (None, Vec::new()));
    let handed =
        alloc::format!(r#"{{"jsonrpc":"2.0","id":1,"method":"acme/ask","params":{named}}}"#);
    assert_eq!(
        sent(Revision::V2024_11_05, old, Tolerance::Lossless, Direction::FromClient, &handed),
        (json(named), Vec::new())
    );
}
