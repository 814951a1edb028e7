//! `JsonSchema` for generated types, and tools from types of one's own.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use jsonschema::Validator;
use mcp_revisions::ahp::v1_0::{ActionEnvelope, RootState};
use mcp_revisions::{JsonObject, v2024_11_05, v2025_06_18, v2025_11_25, v2026_07_28};
use mcp_revisions::{from_str, model, to_string};
use schemars::{JsonSchema, Schema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A validator, which finds every reference.
fn validator(schema: &Schema) -> Validator {
    assert!(!to_string(schema).unwrap().contains("#/definitions/"));
    jsonschema::validator_for(schema.as_value()).unwrap()
}

#[test]
fn a_type_has_its_revisions_schema() {
    let tool = json!({"name": "a", "inputSchema": {"type": "object"}, "icons": [{"src": "i"}]});
    let mut wrong = tool.clone();
    wrong["icons"] = json!([{"source": "i"}]);
    let newer = validator(&schema_for!(v2025_11_25::Tool));
    assert!(newer.is_valid(&tool) && !newer.is_valid(&wrong));
    let older = validator(&schema_for!(v2024_11_05::Tool));
    assert!(older.is_valid(&wrong), "2024-11-05 knows no icons");
    let text = std::fs::read_to_string("schemas/mcp/2025-11-25.json").unwrap();
    let official: Value = serde_json::from_str(&text).unwrap();
    let icon = schema_for!(v2025_11_25::Icon);
    let official = &official["definitions"]["Icon"];
    assert_eq!(icon.get("properties"), official.get("properties"));
    assert_eq!(icon.get("required"), official.get("required"));
}

#[test]
fn references_are_among_the_definitions() {
    for schema in [
        schema_for!(v2024_11_05::SamplingMessage),
        schema_for!(v2025_06_18::CallToolRequestParams),
        schema_for!(v2025_11_25::JsonRpcMessage),
        schema_for!(v2026_07_28::CallToolResultOrInputRequired),
        schema_for!(v2026_07_28::ServerCapabilities),
        schema_for!(ActionEnvelope),
        schema_for!(RootState),
    ] {
        validator(&schema);
    }
}

#[test]
fn two_revisions_stand_side_by_side() {
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Both {
        old: v2024_11_05::Tool,
        new: v2025_11_25::Tool,
    }
    let both = schema_for!(Both);
    validator(&both);
    let definitions = both.get("$defs").unwrap().as_object().unwrap();
    assert!(definitions["Tool"]["properties"].get("icons").is_none());
    assert!(definitions["Tool2"]["properties"].get("icons").is_some());
}

/// Where a boat is to lie.
#[derive(Deserialize, JsonSchema, Serialize)]
struct Berth {
    boat: String,
    metres: Option<f64>,
    note: Value,
}

#[test]
fn a_tool_is_made_of_a_type() {
    let tool = v2024_11_05::Tool::from_schema::<Berth>("berth").unwrap();
    let schema: Value = tool.input_schema.as_object().parse().unwrap();
    assert_eq!(schema["properties"]["boat"], json!({"type": "string"}));
    assert_eq!(schema["properties"]["note"], json!({}), "true would be refused");
    assert_eq!(schema["required"], json!(["boat", "note"]));
    // What is made can be read again.
    assert_eq!(from_str::<v2024_11_05::Tool>(&to_string(&tool).unwrap()).unwrap(), tool);

    let output = model::ToolOutputSchema::of::<Berth>().unwrap();
    let tool = model::Tool::from_schema::<Berth>("berth").unwrap().with_output_schema(output);
    assert!(tool.output_schema.is_some());
}

#[test]
fn arguments_are_an_object() {
    assert!(v2025_11_25::Tool::from_schema::<Vec<u8>>("list").is_err());
    assert!(v2025_11_25::ToolOutputSchema::of::<Vec<u8>>().is_err());
    assert!(v2026_07_28::ToolOutputSchema::of::<Vec<u8>>().is_ok());
    assert!(v2025_11_25::ToolInputSchema::of::<JsonObject>().is_ok());
}
