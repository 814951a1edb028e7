//! What a user of the types relies on.

#![cfg(all(feature = "v2025_11_25", feature = "v2025_03_26"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that can't go on should fail")]

mod building;
mod messages;
mod states;
mod unions;

use mcp_revisions::v2025_11_25::*;
use mcp_revisions::{
    Integer, Json, JsonObject, Notification, Nullable, Number, OneOrMany, Request, StringOrInteger,
    from_slice, from_str, to_string, v2025_03_26,
};
use serde_core::de::DeserializeOwned;
use serde_json::json;

fn schema() -> ToolInputSchema {
    r#"{"type": "object"}"#.parse().unwrap()
}

/// Reads, writes, and gives what was written.
fn rewrite<T: DeserializeOwned + serde_core::Serialize>(text: &str) -> String {
    to_string(&from_str::<T>(text).unwrap()).unwrap()
}

/// What reading says of a document that does not fit, without line and column.
fn refusal<T: DeserializeOwned>(text: &str) -> String {
    match from_str::<T>(text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => format!("{}: {}", error.path(), error.reason()),
    }
}

#[test]
fn every_way_into_serde_json_gives_the_same() {
    let text = r#"{"content":[{"text":"a\"\u00e9","type":"text","x":[1.50]},{"type":"n/a","y":1}],"isError":false,"more":{"a":2e1}}"#;
    let read: CallToolResultOrCreateTask = from_str(text).unwrap();
    assert_eq!(from_slice::<CallToolResultOrCreateTask>(text.as_bytes()).unwrap(), read);
    assert_eq!(serde_json::from_str::<CallToolResultOrCreateTask>(text).unwrap(), read);
    assert_eq!(
        serde_json::from_slice::<CallToolResultOrCreateTask>(text.as_bytes()).unwrap(),
        read
    );
    assert_eq!(
        serde_json::from_reader::<_, CallToolResultOrCreateTask>(text.as_bytes()).unwrap(),
        read
    );
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::from_value::<CallToolResultOrCreateTask>(value.clone()).unwrap(), read);
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
    let params = json!({"messages": [{"role": "user", "content": [{"type": "text", "text": "a"}]}], "maxTokens": 3});
    let read: CreateMessageRequestParams = serde_json::from_value(params.clone()).unwrap();
    assert_eq!(read, from_str(&params.to_string()).unwrap());
    assert_eq!(read.max_tokens, 3);
}
