//! What is absent, null or empty; numbers, ids, one and many.

use super::*;

#[test]
fn absent_null_and_empty_differ() {
    for (text, icons) in [
        (r#"{"name":"a","inputSchema":{"type":"object"}}"#, None),
        (r#"{"name":"a","inputSchema":{"type":"object"},"icons":[]}"#, Some(0)),
    ] {
        let tool: Tool = from_str(text).unwrap();
        assert_eq!(tool.icons.as_ref().map(Vec::len), icons);
        assert_eq!(to_string(&tool).unwrap(), text);
    }
    assert_eq!(
        refusal::<Tool>(r#"{"name":"a","inputSchema":{"type":"object"},"icons":null}"#),
        "icons: invalid type: null, expected an array"
    );

    let log = r#"{"level":"info","data":null}"#;
    assert!(from_str::<LoggingMessageNotificationParams>(log).unwrap().data.is_null());
    assert_eq!(rewrite::<LoggingMessageNotificationParams>(log), log);
    assert_eq!(
        refusal::<LoggingMessageNotificationParams>(r#"{"level":"info"}"#),
        "data: missing member"
    );
    for (text, data) in [
        (r#"{"code":1,"message":"m"}"#, None),
        (r#"{"code":1,"message":"m","data":null}"#, Some(Json::null())),
    ] {
        let error: mcp_revisions::v2025_11_25::Error = from_str(text).unwrap();
        assert_eq!(error.data, data);
        assert_eq!(to_string(&error).unwrap(), text);
    }

    let task = |ttl: &str| {
        format!(r#"{{"taskId":"t","status":"working","createdAt":"c","lastUpdatedAt":"l"{ttl}}}"#)
    };
    assert_eq!(from_str::<Task>(&task(r#","ttl":null"#)).unwrap().ttl, Nullable::Null);
    assert_eq!(
        from_str::<Task>(&task(r#","ttl":0"#)).unwrap().ttl,
        Nullable::Value(Integer::from(0))
    );
    assert_eq!(refusal::<Task>(&task("")), "ttl: missing member");
}

#[test]
fn numbers_keep_their_kind_and_integers_are_exact() {
    let forty = "1234567890123456789012345678901234567890";
    for number in ["2", "2.0", "-0", "-0.0", "1e400", "1E-7", "0.10", forty] {
        let text = format!(r#"{{"progressToken":1,"progress":{number}}}"#);
        assert_eq!(rewrite::<ProgressNotificationParams>(&text), text);
    }
    let total = |number: &str| format!(r#"{{"values":[],"total":{number}}}"#);
    for (number, written) in [
        ("3", "3"),
        ("3.0", "3"),
        ("3e0", "3"),
        ("-0", "0"),
        ("18446744073709551615", "18446744073709551615"),
    ] {
        assert_eq!(rewrite::<CompleteResultCompletion>(&total(number)), total(written), "{number}");
    }
    assert_eq!(
        refusal::<CompleteResultCompletion>(&total("3.5")),
        "total: invalid type: floating point `3.5`, expected an integer"
    );
}

#[test]
fn ids_are_strings_or_integers_of_64_bits() {
    for (text, id) in [
        (r#""1""#, StringOrInteger::from("1")),
        ("1", StringOrInteger::from(1)),
        ("-9223372036854775808", StringOrInteger::from(i64::MIN)),
        ("18446744073709551615", StringOrInteger::from(u64::MAX)),
    ] {
        assert_eq!(from_str::<RequestId>(text).unwrap(), id);
        assert_eq!(to_string(&id).unwrap(), text);
    }
    let ping = |id: &str| format!(r#"{{"jsonrpc":"2.0","method":"ping","id":{id}}}"#);
    assert!(
        refusal::<PingRequest>(&ping("18446744073709551616")).ends_with("is not exact in 64 bits")
    );
    assert!(
        refusal::<PingRequest>(&ping("1.5")).starts_with("id: invalid type: floating point `1.5`")
    );
    assert_eq!(
        refusal::<PingRequest>(&ping("null")),
        "id: invalid type: null, expected a string or an integer"
    );
}

#[test]
fn one_and_many_differ() {
    let message = |content: &str| format!(r#"{{"role":"user","content":{content}}}"#);
    let block = r#"{"type":"text","text":"a"}"#;
    let one: SamplingMessage = from_str(&message(block)).unwrap();
    let many: SamplingMessage = from_str(&message(&format!("[{block}]"))).unwrap();
    assert!(matches!(one.content, OneOrMany::One(_)) && matches!(many.content, OneOrMany::Many(_)));
    assert_eq!((one.content.len(), many.content.len()), (1, 1));
    assert_eq!(to_string(&one).unwrap(), message(block));
    assert_eq!(to_string(&many).unwrap(), message(&format!("[{block}]")));
    assert_eq!(
        refusal::<SamplingMessage>(&message(r#"[{"type":"text"}]"#)),
        "content[0].text: missing member"
    );
    assert_eq!(
        refusal::<SamplingMessage>(&message(r#"{"type":"text"}"#)),
        "content.text: missing member"
    );
}
