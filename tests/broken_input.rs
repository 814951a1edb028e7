//! The table of faults in the guide, row by row: what it says of the strict reader and of the
//! lenient one is what happens.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use mcp_revisions::check;
use mcp_revisions::message::{Pending, RawMessage};
use mcp_revisions::v2025_06_18::ClientMessage;
use mcp_revisions::{Habit, Json, Leniency, Nullable, Revision};

/// (the row's first cell, revision, definition, document).
type Case = (&'static str, &'static str, &'static str, &'static str);

const NULL_MEMBER: &str = "an optional member is `null`: `nextCursor`, `annotations.title`, `structuredContent` before 2026-07-28";
const NULL: &str =
    "`null` where the schema has it: a task's `ttl`, `structuredContent` from 2026-07-28";
const OLD_NULL_ID: &str = "the same before 2025-11-25, where an error has an id";
const BOOLEAN: &str = "`true` or `false` as the schema of a property, before 2026-07-28";
const LATER_KIND: &str = "a kind of content that came later: `audio`, `resource_link`";
const NO_META: &str = "`params` or their `_meta` missing in 2026-07-28";
const DEMANDED: &str = "a member missing that the revision demands: `serverInfo`, `ttlMs`";

const CASES: &[Case] = &[
    (NULL_MEMBER, "2025-06-18", "ListToolsResult", r#"{"tools":[],"nextCursor":null}"#),
    (NULL_MEMBER, "2025-03-26", "ToolAnnotations", r#"{"title":null}"#),
    (NULL_MEMBER, "2025-11-25", "CallToolResult", r#"{"content":[],"structuredContent":null}"#),
    ("a required member is `null`: `tools`", "2025-06-18", "ListToolsResult", r#"{"tools":null}"#),
    (
        NULL,
        "2025-11-25",
        "Task",
        r#"{"taskId":"1","status":"working","createdAt":"a","lastUpdatedAt":"b","ttl":null}"#,
    ),
    (
        NULL,
        "2026-07-28",
        "CallToolResult",
        r#"{"content":[],"resultType":"complete","structuredContent":null}"#,
    ),
    (
        "an error with `id: null`",
        "2025-11-25",
        "JSONRPCErrorResponse",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
    ),
    (
        OLD_NULL_ID,
        "2024-11-05",
        "JSONRPCError",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
    ),
    (
        OLD_NULL_ID,
        "2025-03-26",
        "JSONRPCError",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
    ),
    (
        OLD_NULL_ID,
        "2025-06-18",
        "JSONRPCError",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
    ),
    (
        "an error without `id` before 2025-11-25",
        "2025-06-18",
        "JSONRPCError",
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}"#,
    ),
    (
        "a request with `id: null`",
        "2025-06-18",
        "JSONRPCRequest",
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
    ),
    (
        "an id such as `20050.5`",
        "2025-06-18",
        "JSONRPCRequest",
        r#"{"jsonrpc":"2.0","id":20050.5,"method":"ping"}"#,
    ),
    (
        "an id such as `1.0`",
        "2025-06-18",
        "JSONRPCRequest",
        r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#,
    ),
    ("a tool's schema without `type`", "2025-06-18", "Tool", r#"{"name":"a","inputSchema":{}}"#),
    (
        BOOLEAN,
        "2025-11-25",
        "Tool",
        r#"{"name":"a","inputSchema":{"type":"object","properties":{"x":true}}}"#,
    ),
    (
        BOOLEAN,
        "2024-11-05",
        "Tool",
        r#"{"name":"a","inputSchema":{"type":"object","properties":{"x":false}}}"#,
    ),
    (
        "`structuredContent` without `content`",
        "2025-06-18",
        "CallToolResult",
        r#"{"structuredContent":{}}"#,
    ),
    ("`content` that is a string", "2025-06-18", "CallToolResult", r#"{"content":"Hello"}"#),
    (
        "one tool without `inputSchema` among good ones",
        "2025-06-18",
        "ListToolsResult",
        r#"{"tools":[{"name":"a"},{"name":"b","inputSchema":{"type":"object"}}]}"#,
    ),
    (
        LATER_KIND,
        "2024-11-05",
        "CallToolResult",
        r#"{"content":[{"type":"audio","data":"","mimeType":"audio/wav"}]}"#,
    ),
    (
        LATER_KIND,
        "2025-03-26",
        "CallToolResult",
        r#"{"content":[{"type":"resource_link","name":"a","uri":"b:c"}]}"#,
    ),
    (
        "a method that is not known, or came later",
        "2025-06-18",
        "ClientMessage",
        r#"{"method":"tasks/list","jsonrpc":"2.0","id":1}"#,
    ),
    (
        "a member that came later or is a vendor's",
        "2024-11-05",
        "Tool",
        r#"{"name":"a","inputSchema":{"type":"object"},"title":"A","x-rank":1}"#,
    ),
    (
        "a form's field that came later: `array`",
        "2025-06-18",
        "PrimitiveSchemaDefinition",
        r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#,
    ),
    (
        "a form's answer that is an array, before 2025-11-25",
        "2025-06-18",
        "ElicitResult",
        r#"{"action":"accept","content":{"a":["b"]}}"#,
    ),
    (
        "an elicitation by url, before 2025-11-25",
        "2025-06-18",
        "ElicitRequest",
        r#"{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"u:v","elicitationId":"1"}}"#,
    ),
    (
        NO_META,
        "2026-07-28",
        "ListToolsRequest",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    ),
    (
        NO_META,
        "2026-07-28",
        "ListToolsRequest",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#,
    ),
    (
        DEMANDED,
        "2025-06-18",
        "InitializeResult",
        r#"{"protocolVersion":"2025-06-18","capabilities":{}}"#,
    ),
    (
        DEMANDED,
        "2026-07-28",
        "ListToolsResult",
        r#"{"tools":[],"resultType":"complete","cacheScope":"public"}"#,
    ),
    (
        "a message with neither `method`, `result` nor `error`",
        "2025-06-18",
        "JSONRPCMessage",
        r#"{"jsonrpc":"2.0","id":1}"#,
    ),
    (
        "a batch where the revision has none",
        "2025-06-18",
        "JSONRPCMessage",
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
    ),
    ("an empty batch in 2025-03-26", "2025-03-26", "JSONRPCMessage", "[]"),
    (
        "another `jsonrpc` than `\"2.0\"`, or none",
        "2025-06-18",
        "JSONRPCRequest",
        r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
    ),
    (
        "another `jsonrpc` than `\"2.0\"`, or none",
        "2025-06-18",
        "JSONRPCRequest",
        r#"{"id":1,"method":"ping"}"#,
    ),
    ("a member said twice", "2025-06-18", "Root", r#"{"uri":"file:///a","uri":"file:///b"}"#),
];

#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Refused,
    /// With something that the revision does not define.
    Held,
    Read,
    Forgiven(Habit),
}

/// What a cell of the table says.
fn told(cell: &str) -> Outcome {
    let word = cell.split([' ', ',', ':']).next().unwrap();
    match word {
        "refused" => Outcome::Refused,
        "held" => Outcome::Held,
        "read" | "kept" => Outcome::Read,
        habit => {
            let name = habit.trim_matches('`');
            let known = Habit::ALL.into_iter().find(|known| format!("{known:?}") == name);
            Outcome::Forgiven(known.unwrap_or_else(|| panic!("no outcome: {cell}")))
        }
    }
}

fn outcomes((_, revision, name, document): &Case) -> [Outcome; 2] {
    let revision: Revision = revision.parse().unwrap();
    [Leniency::none(), Leniency::all()].map(|leniency| {
        let (deviations, forgiven) = if *name == "ClientMessage" {
            let mut pending = Pending::new();
            let read = ClientMessage::from_str_with(document, &mut pending, leniency);
            let Ok(read) = read else { return Outcome::Refused };
            (read.value.deviations(), read.forgiven)
        } else {
            let definition = check::definition(revision, name);
            let definition = definition.unwrap_or_else(|| panic!("{name}"));
            let Ok(read) = definition.rewrite_with(document, leniency) else {
                return Outcome::Refused;
            };
            (read.value.deviations, read.forgiven)
        };
        match forgiven.as_slice() {
            [] if deviations.is_empty() => Outcome::Read,
            [] => Outcome::Held,
            [one] => Outcome::Forgiven(one.habit),
            more => panic!("{document}: {more:?}"),
        }
    })
}

fn rows() -> Vec<Vec<&'static str>> {
    let page = include_str!("../src/guide/broken_input.md");
    let lines = page.lines().skip_while(|line| !line.starts_with("| fault |")).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn each_row_of_the_table_is_what_happens() {
    let rows = rows();
    assert!(rows.len() > 25);
    for row in &rows {
        let [fault, strict, lenient] = row.as_slice() else { panic!("{row:?}") };
        let strict = told(strict);
        let lenient = if *lenient == "the same" { strict.clone() } else { told(lenient) };
        let cases: Vec<&Case> = CASES.iter().filter(|case| case.0 == *fault).collect();
        assert!(!cases.is_empty(), "no case: {fault}");
        for case in cases {
            assert_eq!(outcomes(case), [strict.clone(), lenient.clone()], "{case:?}");
        }
    }
    for (fault, ..) in CASES {
        assert!(rows.iter().any(|row| row[0] == *fault), "no row: {fault}");
    }
}

/// Before 2025-11-25 a typed error has an id, so that one without has no valid form. A message that
/// leaves bodies as JSON is of any revision: it reads the error, and keeps the null.
#[test]
fn an_error_with_a_null_id_is_read_as_a_raw_message() {
    let error = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#;
    let RawMessage::Error(told) = RawMessage::from_str(error, &mut Pending::new()).unwrap() else {
        panic!("{error}")
    };
    assert_eq!(told.id, Some(Nullable::Null));
    assert_eq!(told.error.get("code"), Some(Json::from(-32700)));
}
