//! The comparison in the readme, cell by cell: the same answers of a server, through each crate. The
//! table is printed, and must stand in the readme.
//!
//!     cargo test --ignore-rust-version --manifest-path benches/peers/Cargo.toml -- --nocapture

#![cfg(feature = "peers")]

use mcp_revisions::message::Pending;
use mcp_revisions::v2025_11_25::ServerMessage;
use protocol_droid_schema::wire::{v2024_11_05, v2025_11_25 as droid, v2026_07_28};
use rmcp::model::ServerJsonRpcMessage;
use rust_mcp_schema::schema_utils::ServerMessage as RustServerMessage;
use serde::Serialize;
use serde::de::DeserializeOwned;
use turbomcp_protocol::types as turbo;

/// What stands in an answer, and for what it is looked at.
struct Probe {
    says: &'static str,
    method: &'static str,
    result: &'static str,
    /// What has to be there when it is written again: a member, and its value.
    kept: [&'static str; 2],
}

const PROBES: [Probe; 5] = [
    Probe {
        says: "a member that the revision does not define",
        method: "tools/list",
        result: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"x-berth":{"quay":4}}]}"#,
        kept: [r#""x-berth":"#, r#"{"quay":4}"#],
    },
    Probe {
        says: "an optional list that is there and empty",
        method: "tools/list",
        result: r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"icons":[]}]}"#,
        kept: [r#""icons":"#, "[]"],
    },
    Probe {
        says: "numbers of structured content, past 2^64",
        method: "tools/call",
        result: r#"{"content":[],"structuredContent":{"exact":12345678901234567890123}}"#,
        kept: [r#""exact":"#, "12345678901234567890123"],
    },
    Probe {
        says: "content of a kind that came later",
        method: "tools/call",
        result: r#"{"content":[{"type":"hologram","frames":2}]}"#,
        kept: [r#""frames":"#, "2"],
    },
    Probe {
        says: "`$defs` and `additionalProperties` of a tool's schema",
        method: "tools/list",
        result: r##"{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"n":{"$ref":"#/$defs/N"}},"$defs":{"N":{"type":"integer"}},"additionalProperties":false}}]}"##,
        kept: [r#""$defs":"#, r#"{"N":{"type":"integer"}}"#],
    },
];

type Rewrite = fn(&str, &str) -> Result<String, String>;

/// Each crate reads the answer to a method, and writes it.
const CRATES: [(&str, Rewrite); 5] = [
    ("mcp-revisions", |method, result| {
        let mut pending = Pending::new();
        pending.insert(1, method);
        let message = ServerMessage::from_str(&message(result), &mut pending);
        message.and_then(|message| message.to_json()).map_err(|error| error.to_string())
    }),
    ("rust-mcp-schema 2.0", |_, result| typed::<RustServerMessage>(&message(result))),
    ("rmcp 3.11", |_, result| typed::<ServerJsonRpcMessage>(&message(result))),
    ("turbomcp-protocol 3.6", |method, result| match method {
        "tools/list" => typed::<turbo::ListToolsResult>(result),
        _ => typed::<turbo::CallToolResult>(result),
    }),
    ("protocol-droid-schema 0.7", |method, result| match method {
        "tools/list" => typed::<droid::ListToolsResult>(result),
        _ => typed::<droid::CallToolResult>(result),
    }),
];

fn message(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#)
}

fn typed<T: DeserializeOwned + Serialize>(text: &str) -> Result<String, String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    serde_json::to_string(&value).map_err(|error| error.to_string())
}

/// What became of a probe.
fn outcome(rewrite: Rewrite, probe: &Probe) -> &'static str {
    match rewrite(probe.method, probe.result) {
        Err(_) => "refused",
        Ok(text) if text.contains(&probe.kept.concat()) => "kept",
        Ok(text) if text.contains(probe.kept[0]) => "changed",
        Ok(_) => "lost",
    }
}

/// Where a crate says that the second tool of a list has no schema.
fn place(rewrite: Rewrite) -> &'static str {
    let list = r#"{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b"}]}"#;
    let Err(error) = rewrite("tools/list", list) else { return "no error" };
    match (error.contains("tools[1]"), error.contains("inputSchema")) {
        (true, true) => "index and member",
        (false, true) => "member",
        _ => "nothing",
    }
}

#[test]
fn the_readme_shows_what_happens() {
    let mut table = vec![format!("| | {} |", CRATES.map(|(name, _)| name).join(" | "))];
    table.push(format!("| --- |{}", " --- |".repeat(CRATES.len())));
    for probe in &PROBES {
        let cells = CRATES.map(|(_, rewrite)| outcome(rewrite, probe));
        table.push(format!("| {} | {} |", probe.says, cells.join(" | ")));
    }
    let cells = CRATES.map(|(_, rewrite)| place(rewrite));
    table.push(format!("| an error for a tool without its schema names | {} |", cells.join(" | ")));
    let table = table.join("\n");
    println!("{table}");
    for (name, rewrite) in CRATES {
        println!("{name}: {:?}", rewrite("tools/list", r#"{"tools":[{"name":"b"}]}"#).err());
    }
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    assert!(readme.contains(&table), "the readme has another table");
}

/// Two crates have the types of every revision side by side.
#[test]
fn revisions_in_one_build() {
    let tool = r#"{"name":"a","inputSchema":{"type":"object"}}"#;
    assert!(typed::<v2024_11_05::Tool>(tool).is_ok());
    assert!(typed::<v2026_07_28::Tool>(tool).is_ok());
    assert!(typed::<mcp_revisions::v2025_06_18::Tool>(tool).is_ok());
    assert!(typed::<mcp_revisions::v2025_11_25::Tool>(tool).is_ok());
}
