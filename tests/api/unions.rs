//! How the kinds of unions are told apart, and what is checked.

use super::*;

#[test]
fn constants_are_checked_also_where_a_kind_is_read_alone() {
    assert_eq!(refusal::<TextContent>(r#"{"text":"a"}"#), "type: missing member");
    assert_eq!(
        refusal::<TextContent>(r#"{"type":"image","text":"a"}"#),
        "type: invalid value: string \"image\", expected \"text\""
    );
    assert_eq!(
        refusal::<PingRequest>(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#),
        "jsonrpc: invalid value: string \"1.0\", expected \"2.0\""
    );
    assert_eq!(
        rewrite::<TextContent>(r#"{"text":"a","type":"text"}"#),
        r#"{"type":"text","text":"a"}"#
    );
}

#[test]
fn the_tag_may_stand_last() {
    let text = r#"{"text":"a","zzz":[1.0],"_meta":{"b":1},"type":"text"}"#;
    let ContentBlock::Text(block) = from_str(text).unwrap() else { panic!("text") };
    assert_eq!(block.text, "a");
    assert_eq!(block.extensions.get("zzz").unwrap().as_str(), "[1.0]");
    assert_eq!(refusal::<ContentBlock>(r#"{"text":"a"}"#), "type: missing member");
    assert_eq!(
        refusal::<ContentBlock>(r#"{"type":7}"#),
        "type: invalid type: integer `7`, expected a string"
    );
    assert_eq!(
        refusal::<ContentBlock>(r#"{"type":"text","text":"a","type":"text"}"#),
        "type: duplicate member"
    );
}

#[test]
fn an_unknown_tag_is_held_and_a_broken_body_is_named() {
    let text = r#"{"depth":3.0,"type":"hologram","depth":4}"#;
    let ContentBlock::Unknown(held) = from_str(text).unwrap() else { panic!("unknown") };
    assert_eq!(held.tag(), "hologram");
    assert_eq!(held.members().len(), 3);
    let written = to_string(&ContentBlock::Unknown(held)).unwrap();
    assert_eq!(Json::from_text(written).unwrap(), Json::from_text(text).unwrap());
    assert_eq!(
        refusal::<CallToolResult>(
            r#"{"content":[{"type":"text","text":"a"},{"type":"image","data":1}]}"#
        ),
        "content[1].data: invalid type: integer `1`, expected a string"
    );
}

#[test]
fn contents_of_resources_go_by_their_member() {
    for (text, kind) in [
        (r#"{"uri":"u","text":"t"}"#, "Text"),
        (r#"{"uri":"u","blob":"t"}"#, "Blob"),
        (r#"{"uri":"u","text":"t","blob":"t"}"#, "Text"),
    ] {
        let contents: TextOrBlobResourceContents = from_str(text).unwrap();
        assert_eq!(contents.kind(), kind);
        assert_eq!(to_string(&contents).unwrap(), text);
    }
    assert_eq!(refusal::<TextOrBlobResourceContents>(r#"{"uri":"u"}"#), "blob: missing member");
}

#[test]
fn each_kind_of_form_field_is_told_apart() {
    for (text, kind) in [
        (r#"{"type":"boolean","default":false}"#, "Boolean"),
        (r#"{"type":"number","minimum":0.5}"#, "Number"),
        (r#"{"type":"integer","maximum":5}"#, "Number"),
        (r#"{"type":"string","format":"email"}"#, "String"),
        (r#"{"type":"string","enum":["a"]}"#, "UntitledSingleSelectEnum"),
        (r#"{"type":"string","enum":["a"],"enumNames":["A"]}"#, "LegacyTitledEnum"),
        (r#"{"type":"string","oneOf":[{"title":"A","const":"a"}]}"#, "TitledSingleSelectEnum"),
        (r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#, "UntitledMultiSelectEnum"),
        (
            r#"{"type":"array","items":{"anyOf":[{"title":"A","const":"a"}]}}"#,
            "TitledMultiSelectEnum",
        ),
        (r#"{"type":"date"}"#, "Unknown"),
    ] {
        let field: PrimitiveSchemaDefinition = from_str(text).unwrap();
        assert_eq!(field.kind(), kind, "{text}");
        assert_eq!(to_string(&field).unwrap(), text);
    }
}

#[test]
fn elicitation_without_a_mode_is_a_form() {
    let form = r#"{"message":"m","requestedSchema":{"type":"object","properties":{}}}"#;
    let params: ElicitRequestParams = from_str(form).unwrap();
    let ElicitRequestParams::Form(read) = &params else { panic!("a form") };
    assert_eq!(read.mode, None);
    assert_eq!(to_string(&params).unwrap(), form);
    let named = form.replace("{\"message", "{\"mode\":\"form\",\"message");
    let ElicitRequestParams::Form(read) = from_str(&named).unwrap() else { panic!("a form") };
    assert_eq!(read.mode, Some(ElicitRequestFormParamsMode::Form));
}

#[test]
fn schemas_of_tools_are_text_that_was_looked_at() {
    let tool = |schema: &str| format!(r#"{{"name":"a","inputSchema":{schema}}}"#);
    let kept = tool(r#"{ "type" : "object", "properties": {"a": {"const": 1.50}}, "$x": [1e2] }"#);
    assert_eq!(rewrite::<Tool>(&kept), kept);
    for (schema, reason) in [
        ("null", "inputSchema: invalid type: null, expected an object"),
        ("{}", "inputSchema.type: missing member"),
        (
            r#"{"type":"array"}"#,
            "inputSchema.type: invalid value: string \"array\", expected \"object\"",
        ),
        (
            r#"{"type":"object","properties":{"a":true}}"#,
            "inputSchema.properties.a: invalid type: boolean `true`, expected an object",
        ),
        (
            r#"{"type":"object","required":["a",1]}"#,
            "inputSchema.required[1]: invalid type: integer `1`, expected a string",
        ),
    ] {
        assert_eq!(refusal::<Tool>(&tool(schema)), reason);
    }
    assert!(ToolInputSchema::try_from(JsonObject::new()).is_err());
    assert_eq!(schema().get("type"), Some(Json::from("object")));
}
