//! The messages, of revision 2025-11-25, made by code.

use std::fmt::Write;

use mcp_revisions::message::Direction;

/// What a message is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The server's answer to `tools/list`, with id 1.
    ToolsList,
    /// The server's answer to `tools/call`, with id 2.
    ToolsCallResult,
    /// The client's request `tools/call`.
    ToolsCall,
    /// The server's notification `notifications/progress`.
    Progress,
}

impl Kind {
    /// Who sends it.
    pub fn sender(self) -> Direction {
        match self {
            Kind::ToolsCall => Direction::FromClient,
            _ => Direction::FromServer,
        }
    }
}

/// One message.
#[derive(Clone, Debug)]
pub struct Sample {
    pub kind: Kind,
    pub name: &'static str,
    pub text: String,
}

/// The four messages that the aims speak of.
pub fn four() -> Vec<Sample> {
    vec![
        Sample { kind: Kind::ToolsList, name: "tools/list result, 100 tools", text: tools(100) },
        Sample {
            kind: Kind::ToolsCallResult,
            name: "tools/call result, 20 blocks",
            text: blocks(20),
        },
        Sample { kind: Kind::ToolsCall, name: "tools/call request", text: call() },
        Sample { kind: Kind::Progress, name: "progress notification", text: progress() },
    ]
}

/// An answer to `tools/list`.
pub fn tools(count: usize) -> String {
    let mut text = String::from(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":["#);
    for i in 0..count {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(
            text,
            r#"{comma}{{"name":"tool_{i}","title":"Tool {i}","description":"Does the thing number {i} with some care, and tells what it did in a sentence or two.\nSee the manual.","inputSchema":{{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{{"path":{{"type":"string","description":"Where the file is"}},"count":{{"type":"integer","minimum":0,"maximum":100}},"options":{{"type":"array","items":{{"type":"string","enum":["a","b","c"]}}}}}},"required":["path"],"additionalProperties":false}},"annotations":{{"readOnlyHint":true,"openWorldHint":false}},"_meta":{{"example.org/shelf":{{"row":1}}}}}}"#
        );
    }
    text.push_str(r#"],"nextCursor":"abc"}}"#);
    text
}

/// An answer to `tools/call`: texts with annotations, images and embedded resources.
pub fn blocks(count: usize) -> String {
    let mut text = String::from(r#"{"jsonrpc":"2.0","id":2,"result":{"content":["#);
    for i in 0..count {
        if i > 0 {
            text.push(',');
        }
        let _ = match i % 4 {
            0 => write!(
                text,
                r#"{{"type":"resource","resource":{{"uri":"file:///a/{i}","mimeType":"text/plain","text":"Some text of a resource that is not too short but also not too long."}}}}"#
            ),
            1 => write!(
                text,
                r#"{{"type":"image","data":"{}","mimeType":"image/png"}}"#,
                "iVBORw0KGgo".repeat(20)
            ),
            _ => write!(
                text,
                r#"{{"type":"text","text":"This is block {i} of the answer, with a few words in it.","annotations":{{"audience":["user"],"priority":0.5}}}}"#
            ),
        };
    }
    text.push_str(
        r#"],"structuredContent":{"rows":[{"a":1,"b":"x"},{"a":2,"b":"y"}]},"isError":false}}"#,
    );
    text
}

/// A request `tools/call`.
pub fn call() -> String {
    String::from(
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Oslo","days":3,"units":"metric"},"_meta":{"progressToken":"abc"}}}"#,
    )
}

/// A notification of progress.
pub fn progress() -> String {
    String::from(
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"abc","progress":50,"total":100,"message":"half way"}}"#,
    )
}
