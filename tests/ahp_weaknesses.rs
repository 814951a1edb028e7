//! The traps of the Agent Host Protocol, each with a test that shows that it is none here.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::HashSet;

use mcp_revisions::ahp::v1_0::{
    AUTOMATIONS_CHANNEL, AhpErrorCode, AnnotationsUpdatedAction, AuthRequiredErrorData, ChatOrigin,
    ChatOriginUser, ChatToolCallConfirmedAction, Client, ClientMessage, ClientRequest,
    ConfigPropertySchema, ConfigPropertyType, DirectoryEntryType, ErrorData, IconTheme,
    InitializeParams, InitializeResult, JsonRpcError, JsonRpcMessage, MessageAttachment,
    MessageResourceAttachment, PartialSessionSummary, ROOT_CHANNEL, ServerMessage, ServerResult,
    SessionStatus, Snapshot, SnapshotState, StateAction, SubscribeParams, TerminalClaim,
    ToolCallMcpContributor, ToolCallResult, ToolCallState, Turn, TurnState, Uri,
};
use mcp_revisions::ahp::{Version, negotiate};
use mcp_revisions::message::{Message, Pending};
use mcp_revisions::{Json, JsonObject, Map, Null, Nullable, Request, from_str, to_string};
use serde_json::{Value, json};

/// Reads and writes, and compares.
fn same<T>(document: &Value) -> T
where
    T: for<'de> serde_core::Deserialize<'de> + serde_core::Serialize,
{
    let value: T = from_str(&document.to_string()).unwrap();
    let written: Value = serde_json::from_str(&to_string(&value).unwrap()).unwrap();
    assert_eq!(written, *document);
    value
}

fn refused<T: for<'de> serde_core::Deserialize<'de>>(document: &Value) -> String {
    match from_str::<T>(&document.to_string()) {
        Ok(_) => panic!("read: {document}"),
        Err(error) => format!("{}: {}", error.path(), error.reason()),
    }
}

fn auth_required() -> Value {
    json!({
        "status": "auth-required",
        "toolCallId": "call-1",
        "toolName": "search",
        "displayName": "Search",
        "contributor": {"kind": "mcp", "customizationId": "server-1"},
        "invocationMessage": "Searching",
        "confirmed": "not-needed",
        "auth": {
            "reason": "insufficientScope",
            "resource": {"resource": "https://api.example.com", "scopes_supported": ["read"]}
        }
    })
}

/// Trap 1: A state of a tool call whose struct has a `status` of its own can be reached, and writes it
/// once.
#[test]
fn a_tool_call_that_waits_for_authorization() {
    let call: ToolCallState = same(&auth_required());
    let ToolCallState::AuthRequired(state) = &call else { panic!("{call:?}") };
    assert_eq!(state.contributor, ToolCallMcpContributor::new("server-1"));
    assert_eq!(state.auth.resource.scopes_supported.as_ref().unwrap(), &["read"]);
    let text = to_string(&call).unwrap();
    assert_eq!(text.matches("\"status\"").count(), 1);
    assert_eq!(from_str::<ToolCallState>(&text).unwrap(), call);
    // Alone it has its tag, too.
    assert_eq!(to_string(state).unwrap(), text);
}

/// Trap 2: A variant's struct writes and checks its tag when it stands alone.
#[test]
fn tags_belong_to_the_variant() {
    let attachment = MessageResourceAttachment::new("file:///src/lib.rs", "lib.rs");
    let text = to_string(&attachment).unwrap();
    assert_eq!(text, r#"{"type":"resource","uri":"file:///src/lib.rs","label":"lib.rs"}"#);
    assert_eq!(from_str::<MessageResourceAttachment>(&text).unwrap(), attachment);
    let union = MessageAttachment::from(attachment);
    assert_eq!(to_string(&union).unwrap(), text);

    let other = json!({"type": "chat", "uri": "file:///a", "label": "a"});
    assert_eq!(
        refused::<MessageResourceAttachment>(&other),
        r#"type: invalid value: string "chat", expected "resource""#
    );
    let none = json!({"uri": "file:///a", "label": "a"});
    assert_eq!(refused::<MessageResourceAttachment>(&none), "type: missing member");
}

/// Trap 3: A known tag with a broken body is an error that names the member; so are a missing tag and
/// what is no object. Only a tag that the version does not know is held.
#[test]
fn unknown_is_not_broken() {
    let broken = json!({"type": "chat/delta", "turnId": "t", "partId": 5, "content": ""});
    assert!(refused::<StateAction>(&broken).starts_with("partId: invalid type"));
    assert_eq!(refused::<StateAction>(&json!({"turnId": "t"})), "type: missing member");
    assert!(refused::<StateAction>(&json!(42)).contains("expected an object (StateAction)"));

    let action: StateAction = same(&json!({"turnId": "t", "type": "chat/dreamt", "of": [1.50]}));
    let StateAction::Unknown(unknown) = &action else { panic!("{action:?}") };
    assert_eq!(unknown.tag(), "chat/dreamt");

    // A union that the protocol closes holds nothing that it does not list.
    let claim = json!({"kind": "robot", "clientId": "c"});
    assert_eq!(
        refused::<TerminalClaim>(&claim),
        r#"kind: invalid value: string "robot", expected "client" or "session""#
    );
}

/// Trap 4: A snapshot's state goes by the members that tell the states apart, in no order.
#[test]
fn snapshots() {
    let chat = json!({
        "resource": "ahp-chat:/1", "title": "Chat", "status": 1,
        "modifiedAt": "2026-10-02T00:00:00Z", "turns": [], "agents": []
    });
    let state: SnapshotState = same(&chat);
    assert!(matches!(state, SnapshotState::Chat(_)));

    let mut broken = chat;
    broken["turns"] = json!([{"id": "turn-1"}]);
    let snapshot = json!({"resource": "ahp-chat:/1", "state": broken, "fromSeq": 7});
    let told = refused::<Snapshot>(&snapshot);
    assert_eq!(told, "state.turns[0].message: missing member");

    let both = refused::<SnapshotState>(&json!({"turns": [], "agents": []}));
    assert!(both.contains("members of several kinds of SnapshotState"), "{both}");
    let neither = refused::<SnapshotState>(&json!({"title": "?"}));
    assert!(neither.contains("no member tells the kind of SnapshotState"), "{neither}");
}

/// Trap 5: Ids are strings, negative and large integers; an error may have none; what has a result and
/// an error is told.
#[test]
fn ids() {
    for id in [json!("a"), json!(-1), json!(u64::MAX), json!(0)] {
        let text = json!({"jsonrpc": "2.0", "id": id, "method": "ping", "params": {
            "channel": "ahp-root://"
        }});
        let message = ClientMessage::from_str(&text.to_string(), &mut Pending::new()).unwrap();
        let Message::Request(request) = &message else { panic!("{message:?}") };
        assert!(matches!(request.body, ClientRequest::Ping(_)));
        assert_eq!(serde_json::from_str::<Value>(&message.to_json().unwrap()).unwrap(), text);
    }
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "no"}});
    let message = ServerMessage::from_str(&error.to_string(), &mut Pending::new()).unwrap();
    let Message::Error(response) = &message else { panic!("{message:?}") };
    assert_eq!(response.id, Nullable::Null);
    assert_eq!(serde_json::from_str::<Value>(&message.to_json().unwrap()).unwrap(), error);

    let both = r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"no"}}"#;
    let error = ServerMessage::from_str(both, &mut Pending::new()).unwrap_err();
    assert_eq!(error.to_string(), "error: beside a result, and an answer has one of them");
    let both =
        json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}, "result": {}});
    assert_eq!(
        refused::<JsonRpcMessage>(&both),
        "error: beside `result`, where one of them may stand"
    );
    // A peer of JSON-RPC 1 sends both, one of them null.
    let mut error = both;
    error["result"] = Value::Null;
    assert!(matches!(same(&error), JsonRpcMessage::ErrorResponse(_)));
    let result = json!({"jsonrpc": "2.0", "id": -1, "error": null, "result": null});
    assert!(matches!(same(&result), JsonRpcMessage::SuccessResponse(_)));
}

/// Trap 6: Members that the version does not model are kept, in order.
#[test]
fn unmodelled_members() {
    let text = r#"{"type":"resource","uri":"u","label":"l","z":1.0,"a":null,"m":{"b":2,"a":1}}"#;
    let attachment: MessageResourceAttachment = from_str(text).unwrap();
    assert_eq!(to_string(&attachment).unwrap(), text);
    assert_eq!(attachment.extensions.get("a").map(Json::as_str), Some("null"));
}

/// Trap 7: Absent and null differ: a patch can take a value away, and null survives where any JSON may
/// stand.
#[test]
fn three_states() {
    let patch: PartialSessionSummary = same(&json!({"activity": null, "title": "New"}));
    assert_eq!(patch.activity, Some(Nullable::Null));
    assert_eq!(patch.title, Some(Nullable::Value("New".into())));
    assert_eq!(patch.status, None);
    let action = AnnotationsUpdatedAction::new("annotation-1").with_range(Nullable::Null);
    assert_eq!(
        to_string(&action).unwrap(),
        r#"{"type":"annotations/updated","annotationId":"annotation-1","range":null}"#
    );
    let setting = json!({"type": "string", "title": "Shell", "default": null, "enum": ["a", null]});
    let setting: ConfigPropertySchema = same(&setting);
    assert_eq!(setting.default.as_ref().map(Json::as_str), Some("null"));
    let error: JsonRpcError = same(&json!({"code": 1, "message": "no", "data": null}));
    assert!(error.data.is_some());
}

/// Trap 8: Numbers: `10.0` is an integer, times may have a fraction, sequence numbers have one type,
/// and statuses are sets of bits in every place.
#[test]
fn numbers() {
    let turn: Turn = from_str(
        r#"{"id":"t","duration":12.50,"message":{"text":"","origin":{"kind":"user"}},
            "responseParts":[],"state":"complete"}"#,
    )
    .unwrap();
    assert_eq!(turn.state, TurnState::Complete);
    assert!(to_string(&turn).unwrap().contains("\"duration\":12.50"));
    let result: InitializeResult =
        from_str(r#"{"protocolVersion":"1.0.0","serverSeq":10.0,"snapshots":[]}"#).unwrap();
    assert_eq!(result.server_seq, 10);
    let result =
        json!({"protocolVersion": "1.0.0", "serverSeq": 18446744073709551615u64, "snapshots": []});
    same::<InitializeResult>(&result);

    let status = SessionStatus::INPUT_NEEDED | SessionStatus::IS_READ;
    assert!(status.contains(SessionStatus::IN_PROGRESS));
    assert_eq!(status.bits(), 56);
    let unknown: SessionStatus = same(&json!(1032));
    assert_eq!(unknown.unknown_bits(), 1024);
    assert_eq!(format!("{unknown:?}"), "SessionStatus(IN_PROGRESS | 0x400)");
    assert_eq!(format!("{:?}", SessionStatus::IDLE), "SessionStatus(IDLE)");
    assert_eq!(format!("{:?}", SessionStatus::EMPTY), "SessionStatus(0x0)");
    assert!(refused::<SessionStatus>(&json!(-8)).contains("a set of bits"));
    let patch: PartialSessionSummary = same(&json!({"status": 56}));
    assert_eq!(patch.status, Some(Nullable::Value(status)));
}

/// Trap 9: What the protocol says exactly has an exact type.
#[test]
fn exact_types() {
    assert_eq!("dark".parse::<IconTheme>().unwrap(), IconTheme::Dark);
    assert!("sepia".parse::<IconTheme>().is_err());
    assert_eq!(DirectoryEntryType::Directory.as_str(), "directory");
    assert_eq!(ConfigPropertyType::Array.to_string(), "array");
    let params = InitializeParams::new("client-1", vec!["1.0.0".to_owned()]);
    assert!(to_string(&params).unwrap().starts_with(r#"{"channel":"ahp-root://","#));
    let elsewhere = json!({"channel": "ahp-chat:/1", "clientId": "c", "protocolVersions": []});
    assert!(refused::<InitializeParams>(&elsewhere).starts_with("channel: invalid value"));

    // A URI is a type of its own: no title or text is taken for one by mistake.
    let reference: MessageResourceAttachment = same(&json!({"type": "resource", "label": "lib.rs",
        "uri": "file:///lib.rs"}));
    let uri: &Uri = &reference.uri;
    assert_eq!((uri.as_str(), uri.to_string()), ("file:///lib.rs", "file:///lib.rs".to_owned()));
    assert!(*uri == "file:///lib.rs" && "file:///lib.rs".parse::<Uri>().as_ref() == Ok(uri));
    assert_eq!(uri, &Uri::from("file:///lib.rs"));

    let failed = json!({"success": false, "pastTenseMessage": {"markdown": "*no*"}, "error": {
        "message": "timeout", "code": "ETIMEDOUT"
    }});
    let failed: ToolCallResult = same(&failed);
    assert_eq!(failed.error.unwrap().code.as_deref(), Some("ETIMEDOUT"));

    let approved = json!({"type": "chat/toolCallConfirmed", "turnId": "t", "toolCallId": "c",
        "approved": true, "confirmed": "user-action"});
    let action: StateAction = same(&approved);
    let StateAction::ChatToolCallConfirmed(ChatToolCallConfirmedAction::Approved(_)) = action
    else {
        panic!("{action:?}")
    };
    let mut denied = approved;
    denied["approved"] = json!(false);
    assert_eq!(refused::<StateAction>(&denied), "reason: missing member");
    denied["reason"] = json!("skipped");
    same::<StateAction>(&denied);
    let mut missing = auth_required();
    missing.as_object_mut().unwrap().remove("contributor");
    assert_eq!(refused::<ToolCallState>(&missing), "contributor: missing member");
}

/// Trap 10: Types are made by what they require and extended by setters, and the next version is a
/// module of its own, so it breaks nobody; conversions, names, equality and hashing are there.
#[test]
fn construction() {
    let attachment = MessageResourceAttachment::new("file:///a.rs", "a.rs")
        .with_content_type("text/rust")
        .with_display_kind("document");
    let union: MessageAttachment = attachment.clone().into();
    assert_eq!(union.kind(), "Resource");
    assert_eq!(MessageResourceAttachment::try_from(union).unwrap(), attachment);
    assert_eq!(ChatOrigin::from(ChatOriginUser::new()).kind(), "User");
    assert_eq!(ChatOriginUser::default(), ChatOriginUser::new());
    assert_eq!(SubscribeParams::new(ROOT_CHANNEL).extensions, Map::new());
    assert_eq!((ROOT_CHANNEL, AUTOMATIONS_CHANNEL), ("ahp-root://", "ahp-automations://"));
    assert_eq!(AhpErrorCode::NOT_FOUND.name(), Some("NOT_FOUND"));

    // Values can be members of a set, also what they hold as JSON.
    let with_meta = |meta: &str| attachment.clone().with_meta(meta.parse::<JsonObject>().unwrap());
    let seen = HashSet::from([
        attachment.clone(),
        with_meta(r#"{"a":1,"b":[]}"#),
        with_meta(r#"{ "b" : [], "a" : 1 }"#),
        with_meta(r#"{"a":2}"#),
    ]);
    assert_eq!(seen.len(), 3);
}

/// Trap 11: Methods are bound to their params and results, errors to their data, and versions are agreed
/// on.
#[test]
fn methods_errors_and_versions() {
    assert_eq!(<InitializeParams as Request>::METHOD, "initialize");
    let asked = ClientMessage::request("a", InitializeParams::new("c", vec!["1.0.0".to_owned()]));
    let mut pending = Pending::new();
    pending.sent(&asked);
    let text = r#"{"jsonrpc":"2.0","id":"a","result":
        {"protocolVersion":"1.0.0","serverSeq":0,"snapshots":[]}}"#;
    let answer = ServerMessage::from_str(text, &mut pending).unwrap();
    let Message::Response(response) = answer else { panic!("{answer:?}") };
    assert!(matches!(response.body, ServerResult::Initialize(_)));

    pending.insert(2, "createChat");
    let text = r#"{"jsonrpc":"2.0","id":2,"result":null}"#;
    let answer = ServerMessage::from_str(text, &mut pending).unwrap();
    let Message::Response(response) = answer else { panic!("{answer:?}") };
    assert_eq!(response.body, ServerResult::Null(Null));

    let data = ErrorData::from(AuthRequiredErrorData::new(Vec::new()));
    let error = data.to_error("log in first").unwrap();
    assert_eq!(error.code, AhpErrorCode::AUTH_REQUIRED);
    assert_eq!(error.typed_data().unwrap(), Some(data));
    let broken: JsonRpcError =
        same(&json!({"code": -32005, "message": "no", "data": {"supportedVersions": "1"}}));
    assert_eq!(broken.typed_data().unwrap_err().path(), "data.supportedVersions");

    let released = [Version::V1_0, Version::new(0, 9, 0)];
    let agreed = |offered: &[&str]| negotiate(offered, &released).map(|v| v.to_string());
    assert_eq!(agreed(&["0.9.0", "1.2.3"]).unwrap(), "1.2.3");
    assert_eq!(agreed(&["0.9.7", "2.0.0"]).unwrap(), "0.9.7");
    let refused = agreed(&["0.10.0", "2.0.0"]).unwrap_err();
    assert_eq!(refused.supported_versions().unwrap(), ["1.0.0", "0.9.0"]);
    for malformed in ["1.0", "1.0.0-rc.1", "01.0.0", "v1.0.0", ""] {
        assert!(agreed(&[malformed, "1.0.0"]).is_err(), "{malformed}");
    }
    let _ = Client;
}
