//! Every door of serde_json gives the same value; other formats are told why they can't.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fmt::Debug;

use mcp_revisions::message::{Pending, RawMessage};
use mcp_revisions::v2025_11_25::*;
use mcp_revisions::{
    Json, JsonObject, Map, Number, OneOrMany, StringOrInteger, from_slice, from_str,
};
use serde_json::Value;

/// Reads a text through all doors: as text, bytes, a reader, and a tree of the same.
fn all_doors<T>(text: &str) -> T
where
    T: for<'de> serde_core::Deserialize<'de> + serde_core::Serialize + PartialEq + Debug,
{
    let value: T = from_str(text).unwrap();
    assert_eq!(value, from_slice(text.as_bytes()).unwrap(), "{text}");
    assert_eq!(value, serde_json::from_str(text).unwrap(), "{text}");
    assert_eq!(value, serde_json::from_slice(text.as_bytes()).unwrap(), "{text}");
    assert_eq!(value, serde_json::from_reader(text.as_bytes()).unwrap(), "{text}");
    // A tree may hold less than the text, so it is compared with its own text.
    if let Ok(tree) = serde_json::from_str::<Value>(text) {
        let of_tree: T = serde_json::from_value(tree.clone()).unwrap();
        assert_eq!(of_tree, from_str(&tree.to_string()).unwrap(), "{text}");
        assert_eq!(serde_json::to_value(&of_tree).unwrap(), tree, "{text}");
    }
    value
}

#[test]
fn all_doors_give_the_same_value() {
    for number in ["0", "-0", "2.0", "1e2", "0.1", "18446744073709551615", "-9223372036854775808"] {
        all_doors::<Json>(number);
        all_doors::<Number>(number);
        all_doors::<Json>(&format!(r#"{{"a":[{number},"\u00e9\n",null]}}"#));
        all_doors::<ProgressNotificationParams>(&format!(
            r#"{{"progressToken":"t","progress":{number},"x":{number}}}"#
        ));
    }
    all_doors::<JsonObject>(r#"{"b":1,"a":{"b":[]}}"#);
    all_doors::<Map<Json>>(r#"{"b":1,"a":{"b":[]}}"#);
    all_doors::<StringOrInteger>("\"\\u0031\"");
    all_doors::<StringOrInteger>("1");
    all_doors::<OneOrMany<Annotations>>(r#"[{"priority":0.5},{}]"#);
    all_doors::<ListToolsResult>(
        r#"{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"p":{"minimum":1.50}}},"x":[1.0]}],"nextCursor":"\u0063"}"#,
    );
    all_doors::<CallToolResult>(
        r#"{"content":[{"text":"t","type":"text"},{"n":1.0,"type":"hologram"},{"resource":{"uri":"u","blob":""},"type":"resource"}],"structuredContent":{"a":0.1}}"#,
    );
    all_doors::<CallToolResultOrCreateTask>(r#"{"content":[],"_meta":{"a":{"b":1}}}"#);
    all_doors::<SamplingMessage>(
        r#"{"role":"user","content":{"type":"tool_use","id":"1","name":"a","input":{"x":2.0}}}"#,
    );
    all_doors::<ElicitRequestParams>(
        r#"{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"number","minimum":0.50},"b":{"oneOf":[{"const":"x","title":"X"}],"type":"string"}}}}"#,
    );
    let sessions = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/sessions");
    for line in
        std::fs::read_to_string(format!("{sessions}/harbour-2025-11-25.jsonl")).unwrap().lines()
    {
        let line: Json = line.parse().unwrap();
        let text = line.get("msg").unwrap();
        let message = RawMessage::from_str(text.as_str(), &mut Pending::new()).unwrap();
        let bytes = RawMessage::from_slice(text.as_str().as_bytes(), &mut Pending::new());
        assert_eq!(Ok(message), bytes);
    }
}

#[test]
fn binary_formats_are_told_why() {
    fn to_cbor<T: serde_core::Serialize>(value: &T) -> std::result::Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let written = ciborium::into_writer(value, &mut bytes);
        written.map(|()| bytes).map_err(|error| error.to_string())
    }
    let tool = Tool::new("a", r#"{"type":"object"}"#.parse::<ToolInputSchema>().unwrap());
    let why = "only serde_json's formats have";
    assert!(to_cbor(&tool).unwrap_err().contains(why));
    assert!(to_cbor(&Json::from(1)).unwrap_err().contains(why));
    assert!(to_cbor(&Number::from(1)).unwrap_err().contains(why));
    let cbor = to_cbor(&serde_json::json!({"name": "a", "inputSchema": {"type": "object"}}));
    let error = ciborium::from_reader::<Tool, _>(&*cbor.unwrap()).unwrap_err();
    assert!(error.to_string().contains(why), "{error}");
    // What holds no JSON text is an ordinary value.
    let host = Implementation::new("a", "1");
    let bytes = to_cbor(&host).unwrap();
    assert_eq!(ciborium::from_reader::<Implementation, _>(&*bytes).unwrap(), host);
}
