//! Single conversions, each with what comes out and what is told: our own, and those of the shared
//! cases that are about conversions.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support {
    pub(crate) mod shared;
}

use std::collections::BTreeMap;
use std::path::Path;

use mcp_revisions::check::passage;
use mcp_revisions::convert::{
    Crossing, Identity, Notice, Options, Outcome, Refusal, Session, Tolerance, UntypedResult,
};
use mcp_revisions::message::{Direction, convert};
use mcp_revisions::{Json, Revision, json, model};
use support::shared;

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

    fn revision(&self, name: &str) -> Revision {
        self.text(name).parse().unwrap()
    }

    fn options(&self) -> Options {
        let tolerance = match self.optional("tolerance").as_deref() {
            None | Some("drop") => Tolerance::Drop,
            Some("degrade") => Tolerance::Degrade,
            Some("lossless") => Tolerance::Lossless,
            Some(other) => panic!("no tolerance {other}"),
        };
        let carry = self.0.get("carry").and_then(Json::as_bool).unwrap_or(false);
        let mut options = Options::new(tolerance).with_carry(carry);
        options.subscription = self.optional("subscription").map(Into::into);
        match self.optional("client") {
            None => options,
            Some(name) => {
                let info = Some(model::Implementation::new(name, "1"));
                options.with_identity(Identity { info, ..Identity::default() })
            }
        }
    }

    /// What comes of the input, and what is told: places and what happened there.
    fn converted(&self) -> (Json, Vec<String>) {
        let (from, to) = (self.revision("from"), self.revision("to"));
        let input = self.0["input"].as_str();
        if let Some(name) = self.optional("type") {
            let passage = passage(from, to, &name).unwrap_or_else(|| panic!("no way for {name}"));
            let outcome = passage.convert(input, self.options()).unwrap();
            return told(outcome.map(|crossing| {
                let (text, report) = crossing.into_parts();
                (text.parse().unwrap(), report)
            }));
        }
        let direction = match self.text("side").as_str() {
            "client" => Direction::FromClient,
            _ => Direction::FromServer,
        };
        // What comes of the request does not matter: it may well be refused.
        let asked = self.0.get("asked").and_then(|asked| asked.get("method")?.as_string());
        let outcome = convert(input, direction, asked.as_deref(), from, to, self.options());
        told(outcome.unwrap().map(|crossing: Crossing<Option<String>>| {
            let (text, report) = crossing.into_parts();
            (text.map_or_else(Json::null, |text| text.parse().unwrap()), report)
        }))
    }
}

/// A crossing or a refusal, in the words of the cases: a refusal gives nothing.
fn told(outcome: Result<(Json, Vec<Notice>), Refusal>) -> (Json, Vec<String>) {
    let (json, report) = outcome.unwrap_or_else(|refusal| {
        assert!(refusal.reasons().next().is_some(), "a refusal without a reason");
        (Json::null(), refusal.into_report())
    });
    let lines = report.iter().map(|notice| {
        let feature = notice.feature.map_or_else(String::new, |feature| format!(" {feature}"));
        format!("{} {}{feature}", notice.pointer, notice.happened)
    });
    (json, lines.collect())
}

#[test]
fn own_cases_come_out_as_they_say() {
    let mut wrong = Vec::new();
    for case in Case::all(&shared::fixture("crossings.jsonl")) {
        let (output, report) = case.converted();
        let expected: Vec<String> =
            case.0["report"].as_array().unwrap().iter().filter_map(Json::as_string).collect();
        let differs = json::differences(&case.0["output"], &output).next();
        if differs.is_some() || report != expected {
            let difference = differs.map(|found| found.to_string()).unwrap_or_default();
            let why = case.text("why");
            wrong.push(format!("{why}: {difference}\n    {output}\n    {report:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Shared cases that a conversion answers: the sender, the target, and what must be told. A peer
/// of the older revision may get something less only if that is named.
const SHARED: &[(&str, Revision, Revision, &[&str])] = &[
    (
        "X03",
        Revision::V2025_06_18,
        Revision::V2025_03_26,
        &["/structuredContent degraded structured-content"],
    ),
    (
        "X04",
        Revision::V2026_07_28,
        Revision::V2025_11_25,
        &["/resultType rewritten result-type", "/structuredContent degraded structured-content"],
    ),
    (
        "X07",
        Revision::V2025_11_25,
        Revision::V2025_06_18,
        &["/params/requestedSchema/properties/multi dropped elicitation-enum-multi"],
    ),
    ("X08", Revision::V2025_11_25, Revision::V2025_06_18, &["/params refused elicitation-url"]),
    ("X10", Revision::V2025_11_25, Revision::V2026_07_28, &["/execution rewritten tool-execution"]),
    (
        "X16",
        Revision::V2025_11_25,
        Revision::V2026_07_28,
        &[
            "/params/_meta/io.modelcontextprotocol~1clientCapabilities refused request-meta-protocol",
            "/params/_meta/io.modelcontextprotocol~1protocolVersion made up request-meta-protocol",
        ],
    ),
    ("X18", Revision::V2025_11_25, Revision::V2025_11_25, &[]),
    ("X27", Revision::V2026_07_28, Revision::V2025_11_25, &[]),
];

#[test]
fn shared_cases_tell_their_losses() {
    let Some(path) = shared::shared("cases.jsonl") else { return };
    let mut seen = 0;
    let mut wrong = Vec::new();
    for case in Case::all(&path) {
        let id = case.text("id");
        let Some((_, from, to, expected)) = SHARED.iter().find(|(known, ..)| *known == id) else {
            assert_ne!(case.text("expect"), "convert-loss-reported", "{id} is not tried");
            continue;
        };
        seen += 1;
        let name = case.text("schema_type");
        let passage = passage(*from, *to, &name).unwrap();
        let mut input = case.0["input"].as_object().unwrap();
        // The newer definitions of requests include the envelope.
        if name.ends_with("Request") {
            input.insert("jsonrpc", "2.0");
            input.insert("id", 1);
        }
        let outcome = passage.convert(input.as_str(), Tolerance::Drop).unwrap();
        let (output, report) = told(outcome.map(|crossing| {
            let (text, report) = crossing.into_parts();
            (text.parse().unwrap(), report)
        }));
        if report != *expected {
            wrong.push(format!("{id}: {report:?}\n    {output}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen, SHARED.len());
}

#[test]
fn batches_become_their_messages() {
    let mut session =
        Session::new(Revision::V2025_03_26, Revision::V2024_11_05, Tolerance::Lossless);
    let asked = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},
        {"jsonrpc":"2.0","id":2,"method":"tools/list"}]"#;
    let crossed = session.message(asked, Direction::FromClient).unwrap();
    let apart = "(document): rewritten, 2024-11-05 has no batches: its messages cross one by one";
    let told = |outcomes: &[Outcome]| -> Vec<Vec<String>> {
        let report = |outcome: &Outcome| outcome.as_ref().unwrap().report().to_vec();
        outcomes.iter().map(|it| report(it).iter().map(Notice::to_string).collect()).collect()
    };
    assert_eq!(told(&crossed), [vec![apart.to_owned()], vec![]]);
    let methods: Vec<String> = crossed
        .into_iter()
        .map(|outcome| outcome.unwrap().into_value().unwrap())
        .map(|text| text.parse::<Json>().unwrap().get("method").unwrap().as_string().unwrap())
        .collect();
    assert_eq!(methods, ["ping", "tools/list"]);

    let answered = r#"[{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}},
        {"jsonrpc":"2.0","id":1,"result":{}}]"#;
    let crossed = session.message(answered, Direction::FromServer).unwrap();
    assert_eq!(told(&crossed), [vec![apart.to_owned()], vec![]]);
    let nothing = session.message("[]", Direction::FromClient).unwrap().remove(0).unwrap_err();
    assert_eq!(
        nothing.to_string(),
        "can't cross: (document): dropped, 2024-11-05 has no batches, and this one holds no message"
    );

    // Within the one revision that has them, nothing changes.
    let mut session =
        Session::new(Revision::V2025_03_26, Revision::V2025_03_26, Tolerance::Lossless);
    for (text, direction) in [
        (asked, Direction::FromClient),
        (answered, Direction::FromServer),
        ("[]", Direction::FromServer),
    ] {
        let [crossed] = &session.message(text, direction).unwrap()[..] else { panic!("{text}") };
        let crossing = crossed.as_ref().unwrap();
        let batch: Json = crossing.value().as_ref().unwrap().parse().unwrap();
        assert_eq!(batch, text.parse().unwrap());
        assert!(crossing.report().is_empty());
    }

    // No other revision has batches.
    let mut session = Session::new(Revision::V2025_06_18, Revision::V2025_03_26, Tolerance::Drop);
    assert!(session.message(asked, Direction::FromClient).is_err());
}

#[test]
fn a_result_without_its_type_is_complete_where_the_caller_says_so() {
    // A server that leaves out the type may leave out what there is on caching.
    let answer =
        |rest: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"contents":[]{rest}}}}}"#);
    let caching = r#","ttlMs":0,"cacheScope":"private""#;
    let section = "(2026-07-28, basic#resulttype)";
    let complete = format!(
        "/result/resultType: made up, its sender left it out, and the caller takes it for complete \
         {section}"
    );
    let [scope, ttl] = ["cacheScope", "ttlMs"].map(|name| {
        format!(
            "/result/{name}: made up, its sender left it out (2026-07-28, server/utilities/caching)"
        )
    });
    for to in Revision::RELEASED {
        let answered = |choice, rest| {
            let options = Options::new(Tolerance::Lossless).with_untyped_result(choice);
            let (from, method) = (Revision::V2026_07_28, Some("resources/read"));
            convert(&answer(rest), Direction::FromServer, method, from, to, options)
        };
        let error = answered(UntypedResult::Refuse, caching).unwrap_err();
        assert!(error.to_string().contains("resultType"), "{error}");
        for (rest, expected) in [(caching, vec![&complete]), ("", vec![&scope, &complete, &ttl])] {
            let crossing = answered(UntypedResult::Complete, rest).unwrap().unwrap();
            let told: Vec<_> = crossing.report().iter().map(ToString::to_string).collect();
            let made_up = told.iter().filter(|told| told.contains(": made up, "));
            assert_eq!(made_up.collect::<Vec<_>>(), expected);
            let result = crossing.value().as_ref().unwrap().parse::<Json>().unwrap();
            for name in ["resultType", "ttlMs", "cacheScope"] {
                let said = result.pointer(&format!("/result/{name}")).is_some();
                assert_eq!(said, to == Revision::V2026_07_28, "{result}");
            }
        }
    }
}

#[test]
fn the_losses_of_a_long_list_are_told_once_each_and_in_order() {
    const COUNT: usize = 100;
    let tools: Vec<String> = (0..COUNT)
        .map(|number| {
            format!(
                r#"{{"name": "tide_{number}", "title": "Tide {number}",
                    "icons": [{{"src": "data:image/png;base64,AA=="}}],
                    "annotations": {{"readOnlyHint": true}},
                    "inputSchema": {{"type": "object"}},
                    "outputSchema": {{"type": "object", "properties": {{"level": {{}}}}}}}}"#
            )
        })
        .collect();
    let list = format!(
        r#"{{"tools": [{}], "ttlMs": 500, "cacheScope": "public", "resultType": "complete"}}"#,
        tools.join(", ")
    );
    let passage = passage(Revision::V2026_07_28, Revision::V2024_11_05, "ListToolsResult").unwrap();
    let crossing = passage.convert(&list, Tolerance::Drop).unwrap().unwrap();

    let mut expected = vec![
        "/cacheScope: dropped, 2024-11-05 has no cache hints (since 2026-07-28)".to_owned(),
        "/resultType: rewritten, its absence means the same".to_owned(),
    ];
    for number in 0..COUNT {
        for (member, since) in [
            ("annotations", "tool annotations (since 2025-03-26)"),
            ("icons", "icons (since 2025-11-25)"),
            ("outputSchema", "output schemas (since 2025-06-18)"),
            ("title", "title (since 2025-06-18)"),
        ] {
            expected.push(format!("/tools/{number}/{member}: dropped, 2024-11-05 has no {since}"));
        }
    }
    expected.push("/ttlMs: dropped, 2024-11-05 has no cache hints (since 2026-07-28)".to_owned());
    let report: Vec<String> = crossing.report().iter().map(ToString::to_string).collect();
    assert_eq!(report, expected);

    let output: Json = crossing.value().parse().unwrap();
    let tools = output.get("tools").unwrap().as_array().unwrap();
    assert_eq!(tools.len(), COUNT);
    for (number, tool) in tools.iter().enumerate() {
        let bare = format!(r#"{{"name": "tide_{number}", "inputSchema": {{"type": "object"}}}}"#);
        assert_eq!(*tool, bare.parse::<Json>().unwrap());
    }
}
