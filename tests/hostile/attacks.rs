//! One kind of attack at a time.

use mcp_revisions::check::{self, FindingKind};
use mcp_revisions::message::{Pending, RawMessage};
use mcp_revisions::v2025_11_25::*;
use mcp_revisions::{Json, Map, Revision, from_slice, from_str, to_string};

/// A result with free JSON in places that are modelled and in one that is not.
fn result_with(json: &str) -> String {
    format!(
        r#"{{"content":[{{"type":"text","text":"a","x":{json}}},{{"type":"zzz","y":{json}}}],"z":{json}}}"#
    )
}

#[test]
fn depth_costs_no_stack() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let objects = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    for json in [&deep, &objects] {
        let text = result_with(json);
        let result: CallToolResult = from_str(&text).expect("free JSON has no limit of depth");
        assert_eq!(result.clone(), result);
        assert!(to_string(&result).is_ok_and(|written| written == text));
        assert!(format!("{result:?}").len() > 100_000);
        assert_eq!(result.deviations().len(), 1);
        assert!(
            check::document(
                check::definition(Revision::V2025_11_25, "CallToolResultOrCreateTask")
                    .expect("a definition"),
                &text
            )
            .iter()
            .all(|f| f.kind == FindingKind::Deviates)
        );

        let log = format!(r#"{{"level":"info","data":{json}}}"#);
        let log: LoggingMessageNotificationParams = from_str(&log).expect("free JSON");
        assert_eq!(log.data, Json::from_text(json.as_str()).expect("JSON"));
        let tool = format!(
            r#"{{"name":"a","inputSchema":{{"type":"object","properties":{{"a":{{"x":{json}}}}}}}}}"#
        );
        assert!(from_str::<Tool>(&tool).is_ok());
        let message = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{json}}}"#);
        let message = RawMessage::from_str(&message, &mut Pending::new()).expect("a message");
        assert_eq!(message.clone(), message);

        // Where a type stands, what is deep is of the wrong kind, and that is soon seen.
        for text in [
            format!(r#"{{"content":{json}}}"#),
            format!(r#"{{"content":[{json}]}}"#),
            format!(r#"{{"content":[{{"type":{json}}}]}}"#),
            format!(r#"{{"content":[{{"type":"text","text":{json}}}]}}"#),
            format!(r#"{{"content":[],"isError":{json}}}"#),
        ] {
            for error in [
                from_str::<CallToolResult>(&text).expect_err("no result").to_string(),
                from_str::<CallToolResultOrCreateTask>(&text).expect_err("no result").to_string(),
            ] {
                assert!(error.starts_with("content") || error.starts_with("isError"), "{error}");
                assert!(error.contains("expected") || error.contains("missing"), "{error}");
                assert!(error.len() < 200, "{error}");
            }
        }
        assert!(from_str::<CallToolResult>(json).is_err());
        assert!(
            from_str::<SamplingMessage>(&format!(r#"{{"role":"user","content":{json}}}"#)).is_err()
        );
        assert!(
            from_str::<ElicitResult>(&format!(r#"{{"action":"accept","content":{{"a":{json}}}}}"#))
                .is_err()
        );
    }
    assert!(from_str::<CallToolResult>(&"[".repeat(100_000)).is_err_and(|error| error.is_syntax()));
}

#[test]
fn large_values_take_time_in_proportion() {
    let long = "x\\n".repeat(4 << 20);
    let text = result_with(&format!("\"{long}\""));
    let result: CallToolResultOrCreateTask = from_str(&text).expect("a long string");
    assert_eq!(to_string(&result).map(|written| written.len()), Ok(text.len()));
    let text = format!(
        r#"{{"content":[{{"text":"{long}","type":"text","{long}":1,"n":{}}}]}}"#,
        "9".repeat(1 << 20)
    );
    let result: CallToolResult = from_str(&text).expect("a long string, name and number");
    assert!(to_string(&result).is_ok());
    // Errors show a part of a long value only.
    let text = format!(r#"{{"content":"{long}"}}"#);
    assert!(from_str::<CallToolResult>(&text).is_err());
    // Many members with one name, and many with different ones.
    for name in ["same", "other"] {
        let members: Vec<String> = (0..200_000)
            .map(|at| format!(r#""{name}{}":{at}"#, at * usize::from(name == "other")))
            .collect();
        let text = format!(r#"{{{},"type":"zzz"}}"#, members.join(","));
        let block: ContentBlock = from_str(&text).expect("an unknown block");
        let again: ContentBlock = from_str(&to_string(&block).expect("text")).expect("the same");
        assert_eq!(block, again);
    }
}

#[test]
fn members_said_twice() {
    // Modelled, an error that names it; not modelled, kept in order.
    for (text, path) in [
        (r#"{"content":[],"content":[]}"#, "content"),
        (r#"{"content":[{"type":"text","text":"a","text":"b"}]}"#, "content[0].text"),
        (r#"{"content":[{"text":"a","type":"text","type":"text"}]}"#, "content[0].type"),
        (r#"{"content":[{"type":"zzz","type":"text"}]}"#, "content[0].type"),
        (r#"{"content":[],"c\u006fntent":[]}"#, "content"),
    ] {
        for error in [
            from_str::<CallToolResult>(text).expect_err(text),
            from_str::<CallToolResultOrCreateTask>(text).map(|_| ()).expect_err(text),
        ] {
            assert_eq!((error.path(), error.reason()), (path, "duplicate member"), "{text}");
        }
    }
    for (text, path) in [
        (r#"{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}"#, "id"),
        (r#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}"#, "jsonrpc"),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{},"params":{}}"#, "params"),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}"#,
            "params.name",
        ),
    ] {
        let error = ClientMessage::from_str(text, &mut Pending::new()).expect_err(text);
        assert_eq!((error.path(), error.reason()), (path, "duplicate member"));
    }
    let text = r#"{"content":[],"x":1,"structuredContent":{"a":1,"a":2},"x":2}"#;
    let result: CallToolResult = from_str(text).expect("a result");
    assert_eq!(result.extensions.get_all("x").count(), 2);
    let written = to_string(&result).expect("text");
    assert!(
        written.contains(r#""x":1,"x":2"#) && written.contains(r#"{"a":1,"a":2}"#),
        "{written}"
    );
}

#[test]
fn strings_that_are_none() {
    // A lone surrogate stands in free JSON only: a Rust string has no place for it.
    for lone in [r"\ud800", r"\udc00\ud800", r"x\uDFFF"] {
        let free = format!(r#"{{"level":"info","data":{{"{lone}":"{lone}"}}}}"#);
        let log: LoggingMessageNotificationParams = from_str(&free).expect("free JSON");
        assert_eq!(to_string(&log).as_ref(), Ok(&free));
        for (typed, path) in [
            (format!(r#"{{"level":"{lone}","data":1}}"#), "level"),
            (format!(r#"{{"level":"info","logger":"{lone}","data":1}}"#), "logger"),
            (format!(r#"{{"level":"info","data":1,"{lone}":1}}"#), ""),
        ] {
            let error =
                from_str::<LoggingMessageNotificationParams>(&typed).expect_err("no string");
            assert_eq!(error.path(), path);
            assert!(
                error.reason().contains("surrogate") || error.reason().contains("hex escape"),
                "{error}"
            );
            assert!(!error.is_syntax(), "{error}");
        }
        let typed = format!(r#"{{"content":[{{"type":"zzz","{lone}":1}}]}}"#);
        assert!(from_str::<CallToolResult>(&typed).is_err());
        let name = format!(r#"{{"content":[],"{lone}":1}}"#);
        assert!(
            from_str::<CallToolResultOrCreateTask>(&name).is_err_and(|error| !error.is_syntax())
        );
    }
    let pair = r#"{"level":"info","logger":"\ud83d\ude00\u0000","data":1}"#;
    let log: LoggingMessageNotificationParams = from_str(pair).expect("a pair");
    assert_eq!(log.logger.as_deref(), Some("\u{1f600}\0"));
    for text in [
        "\u{feff}{}",
        "{}\0",
        "{\"a\0\":1}",
        "{\"a\":\"\n\"}",
        "\u{a0}{}",
        "",
        " ",
        "{} {}",
        "nul",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":NaN}",
        "{'a':1}",
        "{\"a\":1,}",
    ] {
        assert!(from_str::<EmptyResult>(text).is_err_and(|error| error.is_syntax()), "{text:?}");
        assert!(
            ClientMessage::from_str(text, &mut Pending::new())
                .is_err_and(|error| error.is_syntax()),
            "{text:?}"
        );
    }
    for bytes in [&b"\xff{}"[..], b"{\"a\":\"\xc3\"}", b"{\"a\":\"\xed\xa0\x80\"}"] {
        assert!(from_slice::<EmptyResult>(bytes).is_err_and(|error| error.is_syntax()));
        assert!(serde_json::from_slice::<EmptyResult>(bytes).is_err());
        assert!(serde_json::from_reader::<_, EmptyResult>(bytes).is_err());
    }
}

#[test]
fn names_of_our_own_mean_nothing() {
    let text = r#"{"extensions":{"a":1},"content":[{"type":"text","text":"a","extensions":null,"tag":1,"members":[]}],"Unknown":{},"value":1,"$serde_json::private::RawValue":"x","$serde_json::private::Number":"1"}"#;
    let result: CallToolResult = from_str(text).expect("a result");
    assert_eq!(result.extensions.get("extensions").map(Json::as_str), Some(r#"{"a":1}"#));
    assert_eq!(result.extensions.len(), 5);
    let again = to_string(&result).expect("text");
    assert_eq!(Json::from_text(again).expect("JSON"), Json::from_text(text).expect("JSON"));
    // What looks like serde_json's own wrapping is no number and no text.
    for id in
        [r#"{"$serde_json::private::RawValue":"1"}"#, r#"{"$serde_json::private::Number":"1"}"#]
    {
        let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        assert!(ClientMessage::from_str(&text, &mut Pending::new()).is_err());
        assert!(from_str::<PingRequest>(&text).is_err());
    }
}

#[test]
fn escapes_and_order_do_not_matter() {
    let text =
        r#"{"\u0063ontent":[{"t\u0065xt":"\u0061","\u0074ype":"te\u0078t"}],"i\u0073Error":true}"#;
    let plain = r#"{"isError":true,"content":[{"type":"text","text":"a"}]}"#;
    let read: CallToolResult = from_str(text).expect("a result");
    assert_eq!(read, from_str(plain).expect("a result"));
    // A reader can't lend its names.
    assert_eq!(read, serde_json::from_reader(text.as_bytes()).expect("a result"));
    let message = r#"{"p\u0061rams":{"n\u0061me":"a"},"\u0069d":"\u0031","m\u0065thod":"tools\/c\u0061ll","json\u0072pc":"2\u002e0"}"#;
    let message = ClientMessage::from_str(message, &mut Pending::new()).expect("a request");
    assert_eq!(message, ClientMessage::request("1", CallToolRequestParams::new("a")));
    let map: Map<Json> = from_str(r#"{"\u0061":1}"#).expect("a map");
    assert!(map.contains_key("a"));
}
