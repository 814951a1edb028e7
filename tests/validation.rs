//! What schemas say against documents, by definition, by method and by message.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use mcp_revisions::check::{FindingKind, Schema, Session, Subject, validate};
use mcp_revisions::message::Direction;
use mcp_revisions::{Json, Revision};

fn said(revision: Revision, subject: Subject<'_>, document: &str) -> Vec<String> {
    let document: Json = document.parse().unwrap();
    let violations = revision.validate(subject, &document).unwrap();
    violations.iter().map(|found| format!("{found} ({})", found.schema)).collect()
}

#[test]
fn all_violations_are_told_with_both_pointers() {
    let document = r#"{"tools": [{"inputSchema": {}, "annotations": {"readOnlyHint": 1}}],
        "nextCursor": 5}"#;
    assert_eq!(
        said(Revision::V2025_06_18, Subject::Result("tools/list"), document),
        [
            r#"/nextCursor: value is not of type "string" (/definitions/ListToolsResult/properties/nextCursor/type)"#,
            r#"/tools/0: "name" is a required property (/definitions/Tool/required)"#,
            r#"/tools/0/annotations/readOnlyHint: value is not of type "boolean" (/definitions/ToolAnnotations/properties/readOnlyHint/type)"#,
            r#"/tools/0/inputSchema: "type" is a required property (/definitions/Tool/properties/inputSchema/required)"#,
        ]
    );
    let document = r#"{"name": "berth", "arguments": []}"#;
    for subject in [Subject::Params("tools/call"), Subject::Definition("CallToolRequestParams")] {
        let said = said(Revision::V2024_11_05, subject, document);
        assert_eq!(said.len(), 1);
        assert!(said[0].starts_with(r#"/arguments: value is not of type "object""#), "{said:?}");
    }
}

#[test]
fn of_a_union_the_alternative_that_was_meant_is_told() {
    let message = r#"{"role": "user", "content": {"type": "image", "data": "%", "mimeType": 1}}"#;
    assert_eq!(
        said(Revision::V2025_03_26, Subject::from("PromptMessage"), message),
        [
            r#"/content/mimeType: value is not of type "string" (/definitions/ImageContent/properties/mimeType/type)"#
        ]
    );
}

#[test]
fn what_types_do_not_carry_is_told() {
    let annotations = r#"{"priority": 1.5}"#;
    assert!(
        mcp_revisions::from_str::<mcp_revisions::v2025_11_25::Annotations>(annotations).is_ok()
    );
    let said = said(Revision::V2025_11_25, Subject::from("Annotations"), annotations);
    assert!(said[0].contains("maximum"), "{said:?}");
}

#[test]
fn what_is_open_is_valid_with_what_it_does_not_list() {
    let said = |name: &str, document: &str| {
        let document: Json = document.parse().unwrap();
        let violations = validate(Schema::AhpV1_0, Subject::from(name), &document).unwrap();
        violations.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let none = <[String; 0]>::default();
    for (name, document) in [
        ("ActionType", r#""chat/dreamt""#),
        ("AhpErrorCode", "-32006"),
        ("StateAction", r#"{"type": "chat/dreamt", "of": "sheep"}"#),
        ("SessionOrigin", r#"{"kind": "dream"}"#),
        ("ResponsePart", r#"{"kind": "toolCall", "toolCall": {"status": "dreaming"}}"#),
    ] {
        assert_eq!(said(name, document), none, "{name}");
    }
    for (name, document, fault) in [
        ("TerminalClaimKind", r#""robot""#, "(document): value is not one of"),
        ("TerminalClaim", r#"{"kind": "robot"}"#, "(document): value is not valid under any"),
        (
            "StateAction",
            r#"{"type": "chat/delta", "turnId": "t", "content": ""}"#,
            r#"(document): "partId" is a required property"#,
        ),
        (
            "ResponsePart",
            r#"{"kind": "toolCall", "toolCall": {}}"#,
            r#"/toolCall: "status" is a required property"#,
        ),
    ] {
        let said = said(name, document);
        assert!(said.len() == 1 && said[0].starts_with(fault), "{name}: {said:?}");
    }
}

#[test]
fn what_can_not_be_asked_is_an_error() {
    let null = Json::null();
    for (subject, reason) in [
        (Subject::from("Tol"), r#"mcp/2025-11-25 has no definition "Tol""#),
        (Subject::Params("ping/pong"), r#"has no params of the method "ping/pong""#),
        (Subject::Result("notifications/progress"), "has no result of the method"),
    ] {
        let error = validate(Revision::V2025_11_25, subject, &null).unwrap_err().to_string();
        assert!(error.contains(reason.trim_start_matches("mcp/")), "{error}");
    }
    let deep: Json = format!("{}{}", "[".repeat(128), "]".repeat(128)).parse().unwrap();
    assert!(Revision::V2025_11_25.validate("JSONRPCMessage", &deep).is_err());
}

#[test]
fn what_no_schema_speaks_of_and_no_reader_can_use_is_told() {
    // Said twice, wherever it is; what stands last counts.
    let document = r#"{"name": "a", "arguments": {"x": {"\u0078": 1, "x": 2}}, "name": "b"}"#;
    assert_eq!(
        said(Revision::V2025_06_18, Subject::Params("tools/call"), document),
        ["/arguments/x/x: member is said twice ()", "/name: member is said twice ()"]
    );
    assert_eq!(
        said(Revision::V2025_06_18, Subject::from("Root"), r#"{"uri": "\ud800"}"#)[0],
        "/uri: half of a surrogate pair ()"
    );
    // An integer to a schema, and not to a program; no integer, though the nearest double is one.
    let id = |id: &str| {
        let request = format!(r#"{{"jsonrpc": "2.0", "id": {id}, "method": "ping"}}"#);
        said(Revision::V2025_11_25, Subject::from("PingRequest"), &request)
    };
    for large in ["18446744073709551616", "-1e40", "1e400"] {
        let told = "/id: integer is not exact in 64 bits (/definitions/RequestId/type)";
        assert_eq!(id(large), [told], "{large}");
    }
    for fraction in ["1.00000000000000000001", "9007199254740993.5", "1e-400"] {
        assert!(id(fraction)[0].starts_with("/id: value is not of type"), "{fraction}");
    }
    for whole in ["18446744073709551615", "-9223372036854775808", "1.8446744073709551615e19", "-0"]
    {
        assert!(id(whole).is_empty(), "{whole}");
    }
    // Any number is a number, within its bounds.
    let priority = |priority: &str| {
        let annotations = format!(r#"{{"priority": {priority}}}"#);
        said(Revision::V2025_06_18, Subject::from("Annotations"), &annotations)
    };
    assert!(priority("1e-400").is_empty() && priority("1.0").is_empty());
    assert!(priority("1e400")[0].contains("/maximum"), "{:?}", priority("1e400"));
}

#[test]
fn a_broken_value_of_a_union_is_no_other_alternative() {
    let message = r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#;
    for revision in Revision::RELEASED {
        let said = said(revision, Subject::from("JSONRPCMessage"), message);
        assert!(said.len() == 1 && said[0].starts_with("/id: "), "{said:?}");
    }
    let choice = r#"{"type": "string", "enum": "red"}"#;
    assert_eq!(
        said(Revision::V2025_11_25, Subject::from("PrimitiveSchemaDefinition"), choice),
        [
            r#"/enum: value is not of type "array" (/definitions/UntitledSingleSelectEnumSchema/properties/enum/type)"#
        ]
    );
    // The same union in two places.
    let contents = r#"{"uri": "a:b", "text": 1, "blob": ""}"#;
    for (name, document) in [
        ("ReadResourceResult", format!(r#"{{"contents": [{contents}]}}"#)),
        ("EmbeddedResource", format!(r#"{{"type": "resource", "resource": {contents}}}"#)),
    ] {
        let said = said(Revision::V2024_11_05, Subject::from(name), &document);
        assert!(said.len() == 1 && said[0].contains("/text: value is not of type"), "{said:?}");
    }
}

#[test]
fn messages_are_validated_with_what_they_answer() {
    let mut session = Session::new(Revision::V2025_11_25).validating();
    let mut invalid = |text: &str, from| -> Vec<String> {
        let findings = session.message(text, Some(from));
        let invalid = findings.iter().filter(|finding| finding.kind == FindingKind::Invalid);
        invalid.map(|finding| finding.pointer.clone()).collect()
    };
    let ask = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 1}}"#;
    assert_eq!(invalid(ask, Direction::FromClient), ["/params/name"]);
    let answer = r#"{"jsonrpc": "2.0", "id": 1, "result": {"isError": false}}"#;
    assert_eq!(invalid(answer, Direction::FromServer), ["/result"]);
    // Nobody asked.
    assert!(invalid(answer, Direction::FromServer).is_empty());
    let error = r#"{"jsonrpc": "2.0", "id": null, "error": {"code": 1, "message": "m"}}"#;
    assert_eq!(invalid(error, Direction::FromServer), ["/id"]);
    // What is neither an answer nor a request is to be a notification: `jsonrpc` and `method` miss.
    assert_eq!(invalid("{}", Direction::FromServer), ["", ""]);
    let twice =
        r#"{"jsonrpc": "2.0", "id": 9, "method": "ping", "params": {"_meta": {"a": 1, "a": 2}}}"#;
    assert_eq!(invalid(twice, Direction::FromServer), ["/params/_meta/a"]);
}

#[test]
fn large_and_deep_documents_are_validated_in_time() {
    let start = std::time::Instant::now();
    let tools = vec!["{}"; 20_000].join(",");
    let list = format!(r#"{{"tools": [{tools}]}}"#);
    assert_eq!(said(Revision::V2025_11_25, Subject::from("ListToolsResult"), &list).len(), 40_000);
    let twice = vec![r#""a": 1"#; 20_000].join(",");
    let arguments = format!(r#"{{"name": "a", "arguments": {{{twice}}}}}"#);
    let said = said(Revision::V2025_11_25, Subject::Params("tools/call"), &arguments);
    assert_eq!(said.len(), 19_999);
    let mut session = Session::new(Revision::V2025_03_26).validating();
    let batch = vec![r#"{"jsonrpc": "2.0", "method": 1}"#; 10_000].join(",");
    let findings = session.message(&format!("[{batch}]"), Some(Direction::FromClient));
    assert!(findings.len() >= 10_000);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let request =
        format!(r#"{{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {{"a": {deep}}}}}"#);
    let findings = session.message(&request, Some(Direction::FromClient));
    assert_eq!(findings[0].what, "nested too deep");
    println!("{:?}", start.elapsed());
    assert!(start.elapsed().as_secs() < 60);
}
