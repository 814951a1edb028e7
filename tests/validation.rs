//! What schemas say against documents, by definition, by method and by message.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use mcp_revisions::check::{FindingKind, Session, Subject, validate};
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
    for document in [format!("{}{}", "[".repeat(200), "]".repeat(200)), "\"\\ud800\"".to_owned()] {
        let document: Json = document.parse().unwrap();
        assert!(Revision::V2025_11_25.validate("JSONRPCMessage", &document).is_err());
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
    assert_eq!(invalid("{}", Direction::FromServer), [""]);
}
