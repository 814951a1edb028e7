//! Methods, messages, and what answers what.

use super::*;
use mcp_revisions::message::{Message, Pending};

#[test]
fn methods_are_bound_to_their_types() {
    fn of<R: Request>() -> &'static str {
        R::METHOD
    }
    fn told<N: Notification>() -> &'static str {
        N::METHOD
    }
    assert_eq!(of::<CallToolRequest>(), "tools/call");
    assert_eq!(told::<ProgressNotification>(), "notifications/progress");
    let _: <CallToolRequest as Request>::Params = CallToolRequestParams::new("a");
    let _: <ListToolsRequest as Request>::Params = None;
    let _: Option<<ListToolsRequest as Request>::Result> = None::<ListToolsResult>;
}

#[test]
fn messages_are_made_and_written() {
    for (message, text) in [
        (
            to_string(&ClientMessage::request(
                1,
                CallToolRequestParams::new("add").with_arguments([("a", 1)]),
            )),
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1}}}"#,
        ),
        (
            to_string(&ClientMessage::request("x", ClientRequest::Ping(None))),
            r#"{"jsonrpc":"2.0","id":"x","method":"ping"}"#,
        ),
        (
            to_string(&ServerMessage::response(
                1,
                CallToolResult::new(vec![TextContent::new("3").into()]),
            )),
            r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}]}}"#,
        ),
        (
            to_string(&ClientMessage::notification(ClientNotification::Initialized(None))),
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        ),
    ] {
        assert_eq!(message.unwrap(), text);
    }
}

#[test]
fn a_result_is_read_by_the_request_that_it_answers() {
    let mut pending = Pending::new();
    pending.sent(&ClientMessage::request(7, ClientRequest::ListTools(None)));
    let text = r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}"#;
    let Message::Response(first) = ServerMessage::from_str(text, &mut pending).unwrap() else {
        panic!("a response")
    };
    assert_eq!(first.body.kind(), "ListTools");
    // It is answered now: what comes again is held as JSON.
    let Message::Response(again) = ServerMessage::from_str(text, &mut pending).unwrap() else {
        panic!("a response")
    };
    assert_eq!(again.body, ServerResult::Unknown(r#"{"tools":[]}"#.parse().unwrap()));
}

#[test]
fn unknown_methods_and_members_of_the_envelope_are_held() {
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"x/y","params":[1.0],"trace":null}"#;
    let message = ClientMessage::from_str(text, &mut Pending::new()).unwrap();
    assert_eq!(message.to_json().unwrap(), text);
    assert_eq!(message.deviations()[0].to_string(), "/method: no method \"x/y\" in this schema");
}

#[test]
fn batches_are_of_one_revision() {
    let text = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]"#;
    let batch = v2025_03_26::ClientMessage::batch_from_str(text, &mut Pending::new()).unwrap();
    assert_eq!(to_string(&batch).unwrap(), text);
    let error = ClientMessage::batch_from_str(text, &mut Pending::new()).unwrap_err();
    assert_eq!(error.reason(), "a batch, which this revision does not have");
    let mixed =
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"result":{}}]"#;
    let error = v2025_03_26::ClientMessage::batch_from_str(mixed, &mut Pending::new()).unwrap_err();
    assert_eq!(error.path(), "[1]");
}

#[test]
fn errors_of_a_body_count_lines_in_the_message() {
    let text =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\n \"method\":\"tools/call\",\"params\":{\n\"name\":5}}";
    let error = ClientMessage::from_str(text, &mut Pending::new()).unwrap_err();
    assert_eq!((error.path(), error.pointer()), ("params.name", "/params/name".into()));
    assert_eq!((error.line(), error.column()), (3, 8));
    let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}"#;
    let error = ClientMessage::from_str(text, &mut Pending::new()).unwrap_err();
    assert_eq!((error.line(), error.column()), (1, text.find('5').unwrap() + 1));
}

#[test]
fn members_of_a_message_stand_in_any_order() {
    fn orders(members: &[&str]) -> Vec<String> {
        let Some((first, rest)) = members.split_first() else { return vec![String::new()] };
        let shorter = orders(rest);
        let places = (0..members.len()).flat_map(|place| shorter.iter().map(move |s| (place, s)));
        places
            .map(|(place, shorter)| {
                let mut order: Vec<&str> = shorter.split_terminator('\n').collect();
                order.insert(place, first);
                order.iter().map(|member| format!("{member}\n")).collect()
            })
            .collect()
    }
    let read = |members: &[&str], expected: &ServerMessage| {
        let orders = orders(members);
        assert_eq!(orders.len(), (1..=members.len()).product::<usize>());
        for order in orders {
            let text = format!("{{{}}}", order.trim_end().replace('\n', ","));
            let mut pending = Pending::new();
            pending.insert(1, "tools/call");
            let answers = matches!(expected, Message::Response(_) | Message::Error(_));
            assert_eq!(&ServerMessage::from_str(&text, &mut pending).unwrap(), expected, "{text}");
            assert_eq!(pending.is_empty(), answers, "{text}");
        }
    };
    let version = r#""jsonrpc":"2.0""#;
    let id = r#""id":1"#;
    let result = r#""result":{"content":[{"text":"a","type":"text"}]}"#;
    let call = CallToolResult::new(vec![TextContent::new("a").into()]);
    read(&[version, id, result], &ServerMessage::response(1, call));
    // With a task it is another result, whatever else is there.
    let result = r#""result":{"content":[],"task":{"taskId":"t","status":"working","createdAt":"c","lastUpdatedAt":"l","ttl":null}}"#;
    let task = Task::new("t", TaskStatus::Working, "c", "l", Nullable::Null);
    let mut created = CreateTaskResult::new(task);
    created.extensions.push("content", Json::from(vec![]));
    read(&[version, id, result], &ServerMessage::response(1, created));
    let params = r#""params":{"message":"m","mode":"url","elicitationId":"e","url":"u"}"#;
    let url = ElicitRequestUrlParams::new("e", "m", "u");
    read(
        &[version, id, r#""method":"elicitation/create""#, params],
        &ServerMessage::request(1, ElicitRequestParams::from(url)),
    );
    read(
        &[
            version,
            r#""method":"notifications/progress""#,
            r#""params":{"progressToken":1,"progress":2}"#,
        ],
        &ServerMessage::notification(ProgressNotificationParams::new(1, 2)),
    );
}
