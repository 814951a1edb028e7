//! Reading what can be read: one broken element does not cost the others.

#![cfg(all(feature = "v2025_11_25", feature = "v2025_03_26"))]

use std::time::{Duration, Instant};

use mcp_revisions::message::{Message, Pending};
use mcp_revisions::v2025_11_25::*;
use mcp_revisions::{Habit, Json, Leniency, Lenient, from_str, to_string};

/// A tool that reads.
const GOOD: &str = r#"{"name":"good","inputSchema":{"type":"object"}}"#;

/// Forgives broken elements and nothing else.
const ELEMENTS: Leniency = Leniency::none().with(Habit::BrokenElement);

fn faults<T>(read: &Lenient<T>) -> Vec<String> {
    read.forgiven.iter().map(|fault| format!("{} | {fault}", fault.pointer)).collect()
}

#[test]
fn a_broken_tool_is_held_and_the_others_are_typed() {
    let text = format!(
        r#"{{"nextCursor": "c", "tools": [ {GOOD}, {{"name": "x"}} , {GOOD},7,
            {{"name":"icons","inputSchema":{{"type":"object"}},"icons":[{{"src":"a"}},{{}}]}}, {GOOD}],
            "later": [1.0, {{"a":1,"a":2}}]}}"#
    );
    let list = ELEMENTS.read::<ListToolsResult>(&text).unwrap();
    assert_eq!(
        faults(&list),
        [
            "/tools/1 | tools[1].inputSchema: missing member",
            "/tools/3 | tools[3]: invalid type: integer `7`, expected an object (Tool)",
            "/tools/4 | tools[4].icons[1].src: missing member",
        ]
    );
    assert_eq!(list.forgiven[0].found.as_ref().unwrap().as_str(), r#"{"name": "x"}"#);
    assert_eq!(list.forgiven[1].found, Some(Json::from(7)));
    let good = [GOOD; 3].join(",");
    assert_eq!(
        to_string(&list.value).unwrap(),
        format!(r#"{{"tools":[{good}],"nextCursor":"c","later":[1.0, {{"a":1,"a":2}}]}}"#)
    );
}

#[test]
fn a_document_without_faults_reads_as_ever() {
    let text = format!(r#"{{"tools":[{GOOD}]}}"#);
    let list = ELEMENTS.read::<ListToolsResult>(&text).unwrap();
    assert_eq!(list, Lenient { value: from_str(&text).unwrap(), forgiven: Vec::new() });
}

#[test]
fn unknown_blocks_are_no_fault_and_broken_ones_are() {
    let text = r#"{"structuredContent": {"list": [1, {}, "long enough to be cut away while the blocks are tried"]},
        "content": [{"type":"hologram","x":1}, {"type":"text"}, {"text":"no type"}, {"text":"t","type":"text"}]}"#;
    for faulty in [
        faults(&ELEMENTS.read::<CallToolResult>(text).unwrap()),
        faults(&ELEMENTS.read::<CallToolResultOrCreateTask>(text).unwrap()),
    ] {
        assert_eq!(
            faulty,
            [
                "/content/1 | content[1].text: missing member",
                "/content/2 | content[2].type: missing member"
            ]
        );
    }
    let result = ELEMENTS.read::<CallToolResult>(text).unwrap().value;
    assert_eq!(
        result.content.iter().map(ContentBlock::kind).collect::<Vec<_>>(),
        ["Unknown", "Text"]
    );
    assert_eq!(
        result.structured_content.unwrap().get("list").unwrap().as_array().unwrap().len(),
        3
    );
}

#[test]
fn several_arrays_each_lose_what_is_broken() {
    let text = r#"{"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"user"}],
        "maxTokens":5.5,"maxTokens2":1,"tools":[{"name":"x"},{}]}"#;
    // The fault outside of the arrays is the one that can't be helped.
    let error = ELEMENTS.read::<CreateMessageRequestParams>(text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "maxTokens: invalid type: floating point `5.5`, expected an integer"
    );
    let text = text.replace("5.5", "5.0");
    let params = ELEMENTS.read::<CreateMessageRequestParams>(&text).unwrap();
    assert_eq!(
        faults(&params),
        [
            "/messages/1 | messages[1].content: missing member",
            "/tools/0 | tools[0].inputSchema: missing member",
            "/tools/1 | tools[1].name: missing member",
        ]
    );
    assert_eq!((params.value.messages.len(), params.value.tools.map(|t| t.len())), (1, Some(0)));
}

#[test]
fn arrays_inside_of_maps_are_found() {
    let text = r#"{"message":"m","requestedSchema":{"type":"object","properties":{
        "a/b":{"type":"string","enum":["x",1,"y"]},"~ \"q\"":{"type":"array","items":{"type":"string","enum":[[],"z"]}}}}}"#;
    let form = ELEMENTS.read::<ElicitRequestParams>(text).unwrap();
    assert_eq!(
        form.forgiven.iter().map(|fault| &*fault.pointer).collect::<Vec<_>>(),
        [
            "/requestedSchema/properties/a~1b/enum/1",
            "/requestedSchema/properties/~0 \"q\"/items/enum/0",
        ]
    );
}

#[test]
fn what_is_not_inside_an_array_is_refused_as_ever() {
    for text in [
        r#"{"tools": 5}"#,
        r#"{"tools": [], "nextCursor": 5}"#,
        r#"{"nextCursor": "a"}"#,
        r#"{"tools": [5], "tools": [5]}"#,
        r#"{"tools": [{"name": "a",}]}"#,
        r#"{"tools": [5"#,
        "",
        "[]",
    ] {
        let strict = from_str::<ListToolsResult>(text).unwrap_err();
        assert_eq!(ELEMENTS.read::<ListToolsResult>(text).unwrap_err(), strict, "{text}");
    }
}

#[test]
fn names_are_read_with_their_escapes_and_broken_surrogates_are_faults() {
    let text = format!(
        r#"{{"\u0074ools":[{{"name":"\ud800","inputSchema":{{"type":"object"}}}},{GOOD}]}}"#
    );
    let list = ELEMENTS.read::<ListToolsResult>(&text).unwrap();
    assert_eq!(list.forgiven[0].pointer, "/tools/0");
    assert_eq!(list.value.tools.len(), 1);
}

#[test]
fn a_message_keeps_its_envelope() {
    let request = ClientMessage::request("r", ClientRequest::ListTools(None));
    let mut pending = Pending::new();
    pending.sent(&request);
    let text =
        format!(r#"{{"result":{{"tools":[{{}},{GOOD}]}},"id":"r","jsonrpc":"2.0","trace":[1]}}"#);
    let answer = ServerMessage::from_str_with(&text, &mut pending, ELEMENTS).unwrap();
    assert!(pending.is_empty());
    assert_eq!(faults(&answer), ["/result/tools/0 | result.tools[0].name: missing member"]);
    let Message::Response(response) = answer.value else { panic!("a response") };
    assert_eq!(response.extensions.get("trace").unwrap().as_str(), "[1]");
    let tools = ListToolsResult::try_from(response.body).unwrap().tools;
    assert_eq!(tools.len(), 1);

    let call = r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[1,2],"maxTokens":1}}"#;
    let call = ServerMessage::from_str_with(call, &mut pending, ELEMENTS).unwrap();
    assert_eq!(call.forgiven.len(), 2);
    assert_eq!(call.forgiven[1].error.path(), "params.messages[1]");
}

#[test]
fn large_documents_take_time_in_proportion() {
    let start = Instant::now();
    let bad = vec!["{\"name\":\"bad\"}"; 10_000].join(",");
    let mixed = [GOOD, "5"].repeat(1_000).join(",");
    let good = vec![GOOD; 2_000].join(",");
    let blocks = vec![r#"{"type":"text","text":"x"},{"type":"text"}"#; 1_000].join(",");
    let rest = vec![r#"{"k":"0123456789"}"#; 10_000].join(",");

    let list = ELEMENTS.read::<ListToolsResult>(&format!(r#"{{"tools":[{bad}]}}"#)).unwrap();
    assert_eq!((list.value.tools.len(), list.forgiven.len()), (0, 10_000));
    assert_eq!(list.forgiven[9_999].error.path(), "tools[9999].inputSchema");
    let list = ELEMENTS
        .read::<ListToolsResult>(&format!(r#"{{"tools":[{mixed},{good},{mixed}]}}"#))
        .unwrap();
    assert_eq!((list.value.tools.len(), list.forgiven.len()), (4_000, 2_000));
    let text = format!(r#"{{"structuredContent":{{"rest":[{rest}]}},"content":[{blocks}]}}"#);
    let result = ELEMENTS.read::<CallToolResultOrCreateTask>(&text).unwrap();
    assert_eq!(result.forgiven.len(), 1_000);
    let text = format!(r#"{{"messages":[{blocks}],"tools":[{bad}],"maxTokens":1}}"#);
    let params = ELEMENTS.read::<CreateMessageRequestParams>(&text).unwrap();
    assert_eq!(params.forgiven.len(), 12_000);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn hostile_documents_end_with_the_strict_error() {
    let start = Instant::now();
    // More broken elements than anybody wants to hold.
    let text = format!(r#"{{"tools":[{}]}}"#, vec!["1"; 200_000].join(","));
    let error = ELEMENTS.read::<ListToolsResult>(&text).unwrap_err();
    assert_eq!(error.path(), "tools[0]");
    // Many arrays, each with its own fault.
    let properties: Vec<String> =
        (0..3_000).map(|at| format!(r#""p{at}":{{"type":"string","enum":[1]}}"#)).collect();
    let text = format!(
        r#"{{"message":"m","requestedSchema":{{"type":"object","properties":{{{}}}}}}}"#,
        properties.join(",")
    );
    let error = ELEMENTS.read::<ElicitRequestParams>(&text).unwrap_err();
    assert!(error.path().starts_with("requestedSchema.properties.p"), "{error}");
    // Many small members around the array.
    let members: Vec<String> = (0..20_000).map(|at| format!(r#""m{at}":{at}"#)).collect();
    let text = format!(r#"{{{},"tools":[{}]}}"#, members.join(","), vec!["1"; 2_000].join(","));
    let _ = ELEMENTS.read::<ListToolsResult>(&text);
    // Deep ones.
    let deep = format!(r#"{{"x":{}{},"tools":[1]}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(ELEMENTS.read::<ListToolsResult>(&deep).unwrap().forgiven.len(), 1);
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}", start.elapsed());
}
