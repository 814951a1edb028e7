//! Prints what this crate and others do with input that is untidy or hostile, as a table. Each cell
//! is tried in a process of its own, since some end in a crash.
//!
//! ```sh
//! cargo run --release --ignore-rust-version --bin inputs > ../../src/guide/inputs.md
//! ```

use std::env;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mcp_revisions::json::{DifferenceKind, differences};
use mcp_revisions::message::Pending;
use mcp_revisions::v2025_11_25 as ours;
use mcp_revisions::{Json, Leniency};
use protocol_droid_schema::wire::v2025_11_25 as droid;
use rmcp::model as rmcp;
use rust_mcp_schema as rust_mcp;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What an input is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A `tools/list` result.
    Tools,
    /// A `tools/call` result.
    Result,
    /// A `tools/call` request, as a message.
    Call,
    /// A progress notification, as a message.
    Progress,
    /// An error, as a message.
    Error,
}

const READERS: [&str; 5] =
    ["mcp-revisions", "with `Leniency`", "rust-mcp-schema", "rmcp", "protocol-droid-schema"];

/// How long a reader may take.
const PATIENCE: Duration = Duration::from_secs(20);

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [input, reader] = arguments.as_slice() {
        let (input, reader): (usize, usize) = (input.parse().unwrap(), reader.parse().unwrap());
        let (_, kind, text) = inputs().swap_remove(input);
        println!("{}", read(kind, &text, reader));
        return;
    }
    println!("What this crate and others do with input that is untidy or hostile.\n");
    println!("Read as 2025-11-25. *same*: read, and written as equal JSON. *changed*: read, and");
    println!(
        "written as another document, also where `50` became `50.0`; the place is where. Printed by"
    );
    println!("`cargo run --release --ignore-rust-version --bin inputs` in `benches/peers`.\n");
    println!("| input | {} |", READERS.join(" | "));
    println!("|{}", " --- |".repeat(READERS.len() + 1));
    for (index, (what, ..)) in inputs().iter().enumerate() {
        let cells: Vec<String> = (0..READERS.len()).map(|reader| cell(index, reader)).collect();
        println!("| {what} | {} |", cells.join(" | "));
    }
}

fn cell(input: usize, reader: usize) -> String {
    let mut child = Command::new(env::current_exe().unwrap())
        .args([input.to_string(), reader.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            return format!("**hangs** (over {} s)", PATIENCE.as_secs());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    if !output.status.success() {
        return "**crashes**".to_owned();
    }
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn read(kind: Kind, text: &str, reader: usize) -> String {
    match (reader, kind) {
        (0, Kind::Tools) => strict::<ours::ListToolsResult>(text),
        (0, Kind::Result) => strict::<ours::CallToolResult>(text),
        (0, Kind::Call) => {
            told(text, &ours::ClientMessage::from_str(text, &mut Pending::new()), deviations)
        }
        (0, _) => told(text, &ours::ServerMessage::from_str(text, &mut Pending::new()), deviations),
        (1, Kind::Tools) => lenient(text, Leniency::all().read::<ours::ListToolsResult>(text)),
        (1, Kind::Result) => lenient(text, Leniency::all().read::<ours::CallToolResult>(text)),
        (1, Kind::Call) => {
            let (mut pending, all) = (Pending::new(), Leniency::all());
            lenient(text, ours::ClientMessage::from_str_with(text, &mut pending, all))
        }
        (1, _) => {
            let (mut pending, all) = (Pending::new(), Leniency::all());
            lenient(text, ours::ServerMessage::from_str_with(text, &mut pending, all))
        }
        (2, Kind::Tools) => serde::<rust_mcp::ListToolsResult>(text),
        (2, Kind::Result) => serde::<rust_mcp::CallToolResult>(text),
        (2, Kind::Call) => serde::<rust_mcp::schema_utils::ClientMessage>(text),
        (2, _) => serde::<rust_mcp::schema_utils::ServerMessage>(text),
        (3, Kind::Tools) => serde::<rmcp::ListToolsResult>(text),
        (3, Kind::Result) => serde::<rmcp::CallToolResult>(text),
        (3, Kind::Call) => serde::<rmcp::ClientJsonRpcMessage>(text),
        (3, _) => serde::<rmcp::ServerJsonRpcMessage>(text),
        (_, Kind::Tools) => serde::<droid::ListToolsResult>(text),
        (_, Kind::Result) => serde::<droid::CallToolResult>(text),
        (_, Kind::Call) => serde::<droid::CallToolRequest>(text),
        (_, Kind::Progress) => serde::<droid::ProgressNotification>(text),
        (_, Kind::Error) => serde::<droid::JSONRPCErrorResponse>(text),
    }
}

fn serde<T: DeserializeOwned + Serialize>(text: &str) -> String {
    told(text, &serde_json::from_str::<T>(text), |_| 0)
}

fn strict<T: DeserializeOwned + Serialize + Deviating>(text: &str) -> String {
    told(text, &mcp_revisions::from_str::<T>(text), Deviating::count)
}

/// What a value says of itself.
trait Deviating {
    fn count(&self) -> usize;
}

impl Deviating for ours::ListToolsResult {
    fn count(&self) -> usize {
        self.deviations().len()
    }
}

impl Deviating for ours::CallToolResult {
    fn count(&self) -> usize {
        self.deviations().len()
    }
}

fn deviations<P: mcp_revisions::message::Peer>(
    message: &mcp_revisions::message::Message<P>,
) -> usize {
    message.deviations().len()
}

fn lenient<T: Serialize>(
    text: &str,
    read: Result<mcp_revisions::Lenient<T>, mcp_revisions::Error>,
) -> String {
    match read {
        Ok(read) if read.forgiven.is_empty() => {
            told(text, &Ok::<_, mcp_revisions::Error>(read.value), |_| 0)
        }
        Ok(read) => {
            let habits: Vec<String> =
                read.forgiven.iter().map(|one| format!("{:?}", one.habit)).collect();
            format!("forgiven: `{}`", habits.join("`, `"))
        }
        Err(error) => refused(&error.to_string()),
    }
}

fn told<T: Serialize, E: std::fmt::Display>(
    text: &str,
    read: &Result<T, E>,
    deviations: impl Fn(&T) -> usize,
) -> String {
    let value = match read {
        Ok(value) => value,
        Err(error) => return refused(&error.to_string()),
    };
    let Ok(before) = Json::from_text(text) else { return "read, and no JSON".to_owned() };
    let after: Json = match serde_json::to_string(value).map(Json::from_text) {
        Ok(Ok(json)) => json,
        _ => return "read, **can't be written**".to_owned(),
    };
    let changed = differences(&before, &after)
        .find(|found| found.kind != DifferenceKind::NumberSpelling || found.pointer != "/id");
    match changed {
        None if deviations(value) > 0 => "same, told as unknown".to_owned(),
        None if differences(&before, &after).next().is_some() => "id written as `1`".to_owned(),
        None => "same".to_owned(),
        Some(difference) => {
            let pointer: String = difference.pointer.chars().take(60).collect();
            format!("**changed** `{pointer}`")
        }
    }
}

fn refused(error: &str) -> String {
    // Without the position, and without what a table can't hold.
    let error = error.split(" at line ").next().unwrap_or_default();
    let short: String = error.chars().take(90).collect();
    format!(
        "refused: {}",
        short
            .replace('|', "\\|")
            .replace('[', "\\[")
            .replace(']', "\\]")
            .replace('`', "'")
            .replace('\n', " ")
    )
}

/// A tool with something in it.
fn tool(inside: &str) -> String {
    format!(r#"{{"tools":[{{"name":"a","inputSchema":{{"type":"object"}}{inside}}}]}}"#)
}

/// A result with free JSON.
fn structured(json: &str) -> String {
    format!(r#"{{"content":[],"structuredContent":{{"a":{json}}}}}"#)
}

fn nested(open: &str, close: &str, depth: usize) -> String {
    format!("{}{}", open.repeat(depth), close.repeat(depth))
}

/// The inputs: what it is, as what it is read, and the text.
fn inputs() -> Vec<(&'static str, Kind, String)> {
    let call = |id: &str, arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"a","arguments":{arguments}}}}}"#
        )
    };
    let error = |members: &str| {
        format!(r#"{{"jsonrpc":"2.0"{members},"error":{{"code":-32700,"message":"m"}}}}"#)
    };
    let progress = |progress: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":1,"progress":{progress}}}}}"#
        )
    };
    let two = |other: &str| {
        format!(r#"{{"tools":[{other},{{"name":"b","inputSchema":{{"type":"object"}}}}]}}"#)
    };
    let text = |inside: &str| format!(r#"{{"content":[{{"type":"text","text":"t"{inside}}}]}}"#);
    vec![
        ("`nextCursor: null`", Kind::Tools, r#"{"tools":[],"nextCursor":null}"#.into()),
        ("`tools: null`", Kind::Tools, r#"{"tools":null}"#.into()),
        ("a hint that is `null`", Kind::Tools, tool(r#","annotations":{"readOnlyHint":null}"#)),
        ("empty `annotations`", Kind::Tools, tool(r#","annotations":{}"#)),
        ("empty `icons`", Kind::Tools, tool(r#","icons":[]"#)),
        ("`_meta: {}`", Kind::Tools, tool(r#","_meta":{}"#)),
        ("a tool's member that no revision has", Kind::Tools, tool(r#","x-rank":[1.0]"#)),
        ("a tool without `inputSchema` beside a good one", Kind::Tools, two(r#"{"name":"a"}"#)),
        ("a tool that is a number beside a good one", Kind::Tools, two("7")),
        (
            "`inputSchema` without `type`",
            Kind::Tools,
            two(r#"{"name":"a","inputSchema":{"properties":{}}}"#),
        ),
        (
            "a property whose schema is `true`",
            Kind::Tools,
            two(r#"{"name":"a","inputSchema":{"type":"object","properties":{"x":true}}}"#),
        ),
        (
            "`$schema` and `anyOf` in an `inputSchema`",
            Kind::Tools,
            two(
                r#"{"name":"a","inputSchema":{"type":"object","$schema":"urn:x","anyOf":[{"required":["x"]}],"additionalProperties":false}}"#,
            ),
        ),
        (
            "an icon's `theme` of a later day",
            Kind::Tools,
            tool(r#","icons":[{"src":"https://e.x/i","theme":"sepia"}]"#),
        ),
        (
            "a member said twice: `name`",
            Kind::Tools,
            two(r#"{"name":"a","name":"c","inputSchema":{"type":"object"}}"#),
        ),
        ("a free member said twice", Kind::Tools, tool(r#","_meta":{"k":1,"k":2}"#)),
        (
            "no `content` beside `structuredContent`",
            Kind::Result,
            r#"{"structuredContent":{"a":1}}"#.into(),
        ),
        ("neither `content` nor `structuredContent`", Kind::Result, r#"{"isError":false}"#.into()),
        ("`content` is a string", Kind::Result, r#"{"content":"hello"}"#.into()),
        (
            "`structuredContent: null`",
            Kind::Result,
            r#"{"content":[],"structuredContent":null}"#.into(),
        ),
        ("`isError: null`", Kind::Result, r#"{"content":[],"isError":null}"#.into()),
        (
            "a kind of content that is not known",
            Kind::Result,
            r#"{"content":[{"type":"hologram","data":"x","n":1.0}]}"#.into(),
        ),
        ("text content without `text`", Kind::Result, r#"{"content":[{"type":"text"}]}"#.into()),
        ("content without `type`", Kind::Result, r#"{"content":[{"text":"t"}]}"#.into()),
        ("a vendor's member in content", Kind::Result, text(r#","x-vendor":{"a":1}"#)),
        ("`_meta` in content", Kind::Result, text(r#","_meta":{"a":1}"#)),
        (
            "`type` after the other members",
            Kind::Result,
            r#"{"content":[{"text":"t","type":"text"}]}"#.into(),
        ),
        (
            "escapes in names and values",
            Kind::Result,
            r#"{"c\u006fntent":[{"typ\u0065":"te\u0078t","text":"\u00e9\ud83d\ude00"}]}"#.into(),
        ),
        ("`2.0` in free JSON", Kind::Result, structured("2.0")),
        ("`-0` in free JSON", Kind::Result, structured("-0")),
        ("`1e400` in free JSON", Kind::Result, structured("1e400")),
        ("2^64 in free JSON", Kind::Result, structured("18446744073709551616")),
        (
            "0.1 with 40 digits in free JSON",
            Kind::Result,
            structured("0.1000000000000000000000000000000000000001"),
        ),
        ("half of a surrogate pair in free JSON", Kind::Result, structured(r#""\ud800""#)),
        (
            "half of a surrogate pair in `text`",
            Kind::Result,
            r#"{"content":[{"type":"text","text":"\ud800"}]}"#.into(),
        ),
        (
            "NUL, escaped, in `text`",
            Kind::Result,
            r#"{"content":[{"type":"text","text":"\u0000"}]}"#.into(),
        ),
        ("a byte order mark", Kind::Result, "\u{feff}{\"content\":[]}".into()),
        ("a comma too many", Kind::Result, r#"{"content":[],}"#.into()),
        ("two documents", Kind::Result, r#"{"content":[]}{}"#.into()),
        ("200 nested arrays in free JSON", Kind::Result, structured(&nested("[", "]", 200))),
        (
            "100,000 nested arrays in free JSON",
            Kind::Result,
            structured(&nested("[", "]", 100_000)),
        ),
        (
            "100,000 nested arrays as a vendor's member",
            Kind::Result,
            text(&format!(r#","x":{}"#, nested("[", "]", 100_000))),
        ),
        (
            "100,000 nested objects as `arguments`",
            Kind::Call,
            call("1", &nested("{\"a\":", "}", 100_000).replacen(":}", ":{}}", 1)),
        ),
        (
            "a text of 10 MB",
            Kind::Result,
            format!(r#"{{"content":[{{"type":"text","text":"{}"}}]}}"#, "x".repeat(10_000_000)),
        ),
        ("an `id` of `1.0`", Kind::Call, call("1.0", "{}")),
        ("an `id` of `1.5`", Kind::Call, call("1.5", "{}")),
        ("an `id` of 2^64", Kind::Call, call("18446744073709551616", "{}")),
        ("an `id` of 2^53 + 1", Kind::Call, call("9007199254740993", "{}")),
        ("a request with `id: null`", Kind::Call, call("null", "{}")),
        ("`arguments: null`", Kind::Call, call("1", "null")),
        ("`arguments` that are an array", Kind::Call, call("1", "[]")),
        (
            "a member beside `params`",
            Kind::Call,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"},"trace":"t"}"#
                .into(),
        ),
        (
            "no `jsonrpc`",
            Kind::Call,
            r#"{"id":1,"method":"tools/call","params":{"name":"a"}}"#.into(),
        ),
        (
            "`jsonrpc: \"1.0\"`",
            Kind::Call,
            r#"{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"a"}}"#.into(),
        ),
        ("an error with `id: null`", Kind::Error, error(r#","id":null"#)),
        ("an error without `id`", Kind::Error, error("")),
        (
            "an error whose `data` is a number",
            Kind::Error,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":1.0}}"#.into(),
        ),
        ("`progress: 50`", Kind::Progress, progress("50")),
        ("`progress: 50.0`", Kind::Progress, progress("50.0")),
        (
            "`progress` of 40 digits",
            Kind::Progress,
            progress("0.1234567890123456789012345678901234567890"),
        ),
        ("`progress: \"50\"`", Kind::Progress, progress("\"50\"")),
    ]
}
