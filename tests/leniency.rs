//! Habits of peers: each is forgiven where the caller says so, is told, and does not come out again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support {
    #[allow(dead_code, unused_imports, reason = "valid values, and the schema as judge")]
    pub(crate) mod values;
}

use fastrand::Rng;
use mcp_revisions::check::{self, Definition};
use mcp_revisions::message::Pending;
use mcp_revisions::{Habit, Json, Leniency, Revision, v2025_06_18, v2025_11_25};
use serde_json::Value;
use support::values::{Maker, Member, Part, Schemas, Shape, Style, What, print};

/// (revision, definition, document, what is forgiven, what is written).
type Case =
    (&'static str, &'static str, &'static str, &'static [(Habit, &'static str)], &'static str);

const CASES: &[Case] = &[
    (
        "2025-06-18",
        "Tool",
        r#"{"name":"issues","inputSchema":{"type":"object"},"annotations":{"title":null,"readOnlyHint":null,"idempotentHint":true}}"#,
        &[
            (Habit::NullMember, "/annotations/title"),
            (Habit::NullMember, "/annotations/readOnlyHint"),
        ],
        r#"{"name":"issues","inputSchema":{"type":"object"},"annotations":{"idempotentHint":true}}"#,
    ),
    (
        "2025-06-18",
        "CallToolResult",
        r#"{"content":[],"structuredContent":null}"#,
        &[(Habit::NullMember, "/structuredContent")],
        r#"{"content":[]}"#,
    ),
    (
        "2026-07-28",
        "CallToolResult",
        r#"{"content":[],"resultType":"complete","structuredContent":null}"#,
        &[],
        r#"{"content":[],"resultType":"complete","structuredContent":null}"#,
    ),
    (
        "2025-06-18",
        "ListResourceTemplatesRequest",
        r#"{"method":"resources/templates/list","params":{"cursor":null,"_meta":{"progressToken":5}}}"#,
        &[(Habit::NullMember, "/params/cursor")],
        r#"{"method":"resources/templates/list","params":{"_meta":{"progressToken":5}}}"#,
    ),
    (
        "2025-11-25",
        "JSONRPCErrorResponse",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
        &[(Habit::NullErrorId, "/id")],
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#,
    ),
    (
        "2024-11-05",
        "ListToolsResult",
        r#"{"tools":[{"name":"a","inputSchema":{"properties":{"x":true}}},{"name":"b","inputSchema":{"type":"object","properties":{"y":false}}}]}"#,
        &[
            (Habit::BooleanSchema, "/tools/0/inputSchema/properties/x"),
            (Habit::UntypedSchema, "/tools/0/inputSchema/type"),
            (Habit::BooleanSchema, "/tools/1/inputSchema/properties/y"),
        ],
        r#"{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"x":{}}}},{"name":"b","inputSchema":{"type":"object","properties":{"y":{"not":{}}}}}]}"#,
    ),
    (
        "2026-07-28",
        "Tool",
        r#"{"name":"a","inputSchema":{"type":"object","properties":{"x":true}}}"#,
        &[],
        r#"{"name":"a","inputSchema":{"type":"object","properties":{"x":true}}}"#,
    ),
    (
        "2025-11-25",
        "CallToolResultOrCreateTask",
        r#"{"structuredContent":{"a":[null]},"content":null}"#,
        &[(Habit::NullMember, "/content"), (Habit::NoContent, "/content")],
        r#"{"content":[],"structuredContent":{"a":[null]}}"#,
    ),
    (
        "2025-11-25",
        "JSONRPCRequest",
        r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#,
        &[(Habit::FloatId, "/id")],
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    ),
    (
        "2025-03-26",
        "ListToolsResult",
        r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b","annotations":{"title":null}},{"name":"c","inputSchema":{"type":"object"},"annotations":{"title":null}}]}"#,
        &[(Habit::BrokenElement, "/tools/1"), (Habit::NullMember, "/tools/2/annotations/title")],
        r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"c","inputSchema":{"type":"object"},"annotations":{}}]}"#,
    ),
];

/// What is not to be forgiven: (revision, definition, document, where it is refused).
const REFUSED: &[(&str, &str, &str, &str)] = &[
    ("2025-11-25", "ListToolsResult", r#"{"tools":null}"#, "/tools"),
    ("2025-11-25", "CallToolResult", r#"{"content":"Hello","isError":null}"#, "/content"),
    ("2025-11-25", "CallToolResult", r#"{"isError":false}"#, "/content"),
    ("2025-11-25", "JSONRPCRequest", r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, "/id"),
    ("2025-11-25", "JSONRPCRequest", r#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "/id"),
    (
        "2025-06-18",
        "JSONRPCError",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#,
        "/id",
    ),
    ("2025-11-25", "Tool", r#"{"name":"a"}"#, "/inputSchema"),
    ("2025-11-25", "Tool", r#"{"name":"a","inputSchema":null}"#, "/inputSchema"),
];

fn definition(revision: &str, name: &str) -> Definition {
    let revision: Revision = revision.parse().unwrap();
    check::definition(revision, name).unwrap()
}

#[test]
fn habits_are_forgiven_and_told() {
    for (revision, name, document, forgiven, written) in CASES {
        let definition = definition(revision, name);
        let read = definition.rewrite_with(document, Leniency::all()).expect(document);
        let told: Vec<(Habit, &str)> =
            read.forgiven.iter().map(|one| (one.habit, &*one.pointer)).collect();
        assert_eq!(told, *forgiven, "{document}");
        let (written, expected): (Json, Json) =
            (read.value.text.parse().unwrap(), written.parse().unwrap());
        assert_eq!(written, expected);
        let document: Json = document.parse().unwrap();
        for one in read.forgiven {
            // Content that is null is gone before content is missing.
            if one.habit != Habit::NoContent {
                assert_eq!(one.found, document.pointer(&one.pointer), "{document}");
            }
            assert_eq!(one.error.line(), 0);
        }
        let revision: Revision = revision.parse().unwrap();
        assert_eq!(revision.validate(*name, &written), Ok(Vec::new()));
    }
}

#[test]
fn a_habit_that_is_not_named_is_not_forgiven() {
    for (revision, name, document, forgiven, _) in CASES {
        let definition = definition(revision, name);
        for (habit, _) in *forgiven {
            let leniency = Leniency::all().without(*habit).without(Habit::BrokenElement);
            match definition.rewrite_with(document, leniency) {
                // The strict reader takes an id such as 1.0.
                Ok(read) => assert!(*habit == Habit::FloatId && read.forgiven.is_empty()),
                Err(error) => assert!(!error.reason().is_empty()),
            }
        }
        let strict = definition.rewrite_with(document, Leniency::default());
        assert_eq!(strict.map(|read| read.value), definition.rewrite(document));
    }
}

#[test]
fn what_would_be_a_guess_is_refused() {
    for (revision, name, document, place) in REFUSED {
        let error = definition(revision, name)
            .rewrite_with(document, Leniency::all().without(Habit::BrokenElement))
            .expect_err(document);
        assert_eq!(error.pointer(), *place, "{document}");
    }
}

#[test]
fn leniency_is_a_set_of_habits() {
    assert_eq!(Leniency::default(), Leniency::none());
    let one = Leniency::none().with(Habit::NoContent);
    assert_eq!(format!("{one:?}"), "Leniency {NoContent}");
    for habit in Habit::ALL {
        assert!(Leniency::all().forgives(habit) && !Leniency::none().forgives(habit));
        assert_eq!(one.forgives(habit), habit == Habit::NoContent);
    }
}

#[test]
fn messages_are_read_with_what_they_answer() {
    let mut pending = Pending::new();
    pending.insert(1, "tools/call");
    let text =
        r#"{"jsonrpc": "2.0", "id": 1.0, "result": {"structuredContent": {}, "_meta": null}}"#;
    let read =
        v2025_11_25::ServerMessage::from_str_with(text, &mut pending, Leniency::all()).unwrap();
    let told: Vec<&str> = read.forgiven.iter().map(|one| &*one.pointer).collect();
    assert_eq!(told, ["/id", "/result/_meta", "/result/content"]);
    assert!(pending.is_empty());
    // A request is never made a notification.
    let text = r#"{"jsonrpc":"2.0","id":null,"method":"tools/list","params":{}}"#;
    let read = v2025_06_18::ClientMessage::from_str_with(text, &mut pending, Leniency::all());
    assert_eq!(read.unwrap_err().pointer(), "/id");
}

/// Gives objects `null` where an optional member of theirs is absent; how many.
fn add_nulls(schemas: &Schemas, part: &mut Part<'_>, rng: &mut Rng) -> usize {
    let mut added = 0;
    let Some(schema) = part.schema else { return 0 };
    match (&mut part.what, schemas.shape(schema)) {
        (What::Object(members), Shape::Object(object)) => {
            for name in object.properties.keys().filter(|name| !object.required.contains(*name)) {
                if members.iter().all(|member| member.name != *name) && rng.u8(..3) == 0 {
                    let part = Part::from(What::Null);
                    let name = (*name).to_owned();
                    members.push(Member { name, part, required: false, is_tag: false });
                    added += 1;
                }
            }
            members
                .iter_mut()
                .for_each(|member| added += add_nulls(schemas, &mut member.part, rng));
        }
        (What::Array(items), _) => {
            items.iter_mut().for_each(|item| added += add_nulls(schemas, item, rng));
        }
        _ => {}
    }
    added
}

#[test]
fn nothing_that_is_written_is_invalid() {
    let mut documents = 0;
    for revision in Revision::RELEASED {
        let schemas = Schemas::load(revision.as_str());
        for name in schemas.names() {
            let definition = check::definition(revision, name).unwrap();
            let validator = schemas.validator(name);
            let mut maker = Maker::new(&schemas, revision.as_str(), name);
            let mut rng = Rng::with_seed(3);
            for number in 0..30 {
                let style = Style::numbered(number);
                let mut value = maker.make(style);
                if add_nulls(&schemas, &mut value, &mut rng) == 0 {
                    continue;
                }
                let text = print(&value, style.spelling, &mut maker.rng);
                let leniency = Leniency::all().without(Habit::BrokenElement);
                let read = match definition.rewrite_with(&text, leniency) {
                    Ok(read) => read,
                    Err(error) => panic!("{revision} {name}: {error}: {text}"),
                };
                let written: Value = serde_json::from_str(&read.value.text).unwrap();
                assert!(validator.is_valid(&written), "{revision} {name}: {text}: {written}");
                documents += 1;
            }
        }
    }
    println!("{documents} documents with members that are null");
    assert!(documents > 3_000, "{documents}");
}
