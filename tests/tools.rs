//! Arguments and results of tools as types of one's own.

#![allow(clippy::unwrap_used)]

use mcp_revisions::{from_str, model, to_string, v2024_11_05, v2025_06_18, v2026_07_28};
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, PartialEq, Deserialize, Serialize)]
struct Berth {
    #[serde(default)]
    boat: String,
    #[serde(default)]
    metres: f64,
}

#[test]
fn arguments_are_read_as_a_type() {
    let text = r#"{"name":"berth","arguments":{"boat":"Elsa","metres":9.5}}"#;
    let elsa = Berth { boat: "Elsa".into(), metres: 9.5 };
    let call: v2024_11_05::CallToolRequestParams = from_str(text).unwrap();
    assert_eq!(call.arguments_as::<Berth>().unwrap(), elsa);
    let call = model::CallToolRequestParams::from(call);
    assert_eq!(call.arguments_as::<Berth>().unwrap(), elsa);
}

#[test]
fn absent_arguments_are_none() {
    let call = model::CallToolRequestParams::new("berth");
    assert_eq!(call.arguments_as::<Berth>().unwrap(), Berth::default());
}

#[test]
fn a_fault_says_where_it_is() {
    let text = r#"{"name":"berth","arguments":{"boat":7}}"#;
    let call: v2025_06_18::CallToolRequestParams = from_str(text).unwrap();
    let error = call.arguments_as::<Berth>().unwrap_err();
    assert_eq!(error.path(), "arguments");
    assert!(error.reason().starts_with("invalid type: integer `7`, expected a string"), "{error}");
}

#[test]
fn structured_content_stands_in_a_text_block_too() {
    let elsa = Berth { boat: "Elsa".into(), metres: 9.5 };
    let json = r#"{"boat":"Elsa","metres":9.5}"#;
    let content = format!(
        r#""content":[{{"type":"text","text":{}}}],"structuredContent":{json}"#,
        serde_json::to_string(json).unwrap()
    );
    let result = v2025_06_18::CallToolResult::structured(&elsa).unwrap();
    assert_eq!(to_string(&result).unwrap(), format!("{{{content}}}"));
    assert_eq!(result.structured_as::<Berth>().unwrap(), Some(elsa));
    let result = v2026_07_28::CallToolResult::structured(&result.structured_content).unwrap();
    let expected = format!(r#"{{"resultType":"complete",{content}}}"#);
    assert_eq!(to_string(&result).unwrap(), expected);
}

#[test]
fn only_an_object_is_structured_content_up_to_2025_11_25() {
    let error = v2025_06_18::CallToolResult::structured(&[1, 2]).unwrap_err();
    assert_eq!(error.path(), "structuredContent");
    let result = v2026_07_28::CallToolResult::structured(&[1, 2]).unwrap();
    assert_eq!(result.structured_as::<Vec<u8>>().unwrap(), Some(vec![1, 2]));
    assert_eq!(model::CallToolResult::new([]).structured_as::<Berth>().unwrap(), None);
}

#[test]
fn a_failure_is_a_result() {
    let result = v2026_07_28::CallToolResult::failed("no such boat");
    let expected = r#"{"resultType":"complete","content":[{"type":"text","text":"no such boat"}],"isError":true}"#;
    assert_eq!(to_string(&result).unwrap(), expected);
}
