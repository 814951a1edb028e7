//! Constructors, setters, conversions and what a value says of itself.

use super::*;

#[test]
fn constructors_take_what_is_required_and_setters_the_rest() {
    let tool = Tool::new("add", schema())
        .with_title("Add")
        .with_annotations(ToolAnnotations::default().with_read_only_hint(true))
        .with_icons(vec![Icon::new("https://x/i.png").with_sizes(vec!["48x48".to_string()])])
        .with_meta([("x/y", 1)]);
    assert_eq!(
        to_string(&tool).unwrap(),
        r#"{"name":"add","inputSchema":{"type": "object"},"title":"Add","icons":[{"src":"https://x/i.png","sizes":["48x48"]}],"annotations":{"readOnlyHint":true},"_meta":{"x/y":1}}"#
    );
    let progress =
        ProgressNotificationParams::new("token", 2).with_total(Number::try_from(4.0).unwrap());
    assert_eq!(
        to_string(&progress).unwrap(),
        r#"{"progressToken":"token","progress":2,"total":4.0}"#
    );
}

#[test]
fn types_without_required_members_have_a_default() {
    assert_eq!(to_string(&ClientCapabilities::default()).unwrap(), "{}");
    assert_eq!(ToolAnnotations::default(), ToolAnnotations::new());
    assert_eq!(
        to_string(&ToolListChangedNotification::default()).unwrap(),
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#
    );
}

#[test]
fn unions_are_made_from_their_kinds_and_taken_apart() {
    let block = ContentBlock::from(TextContent::new("hi"));
    assert_eq!(block.kind(), "Text");
    assert_eq!(TextContent::try_from(block.clone()).unwrap().text, "hi");
    let wrong = ImageContent::try_from(block).unwrap_err();
    assert_eq!(wrong.to_string(), "ContentBlock holds Text, not Image");
    assert_eq!((wrong.union, wrong.expected, wrong.found), ("ContentBlock", "Image", "Text"));

    let request = ClientRequest::from(CallToolRequestParams::new("add"));
    assert_eq!(request.method(), "tools/call");
    // The params of a list request stand for several methods, so they do not make a request alone.
    assert_eq!(ClientRequest::ListTools(None).kind(), "ListTools");
    let result = ServerResult::from(CallToolResult::new(vec![]));
    assert_eq!(result.kind(), "CallTool");
    assert_eq!(to_string(&result).unwrap(), r#"{"content":[]}"#);
    assert!(CreateTaskResult::try_from(result.clone()).is_err());
    assert_eq!(CallToolResult::try_from(result).unwrap(), CallToolResult::new(vec![]));
}

#[test]
fn enums_of_strings_hold_what_is_not_listed() {
    for (text, level, deviates) in [
        ("warning", LoggingLevel::Warning, false),
        ("verbose", LoggingLevel::Unknown("verbose".into()), true),
    ] {
        assert_eq!(LoggingLevel::from(text), level);
        assert_eq!(LoggingLevel::from(text.to_string()), level);
        assert_eq!(text.parse::<LoggingLevel>().unwrap(), level);
        assert_eq!(from_str::<LoggingLevel>(&format!("\"{text}\"")).unwrap(), level);
        assert_eq!((level.to_string(), level.as_str()), (text.to_string(), text));
        assert_eq!(!level.deviations().is_empty(), deviates);
    }
    assert!(StopReason::from("refusal").deviations().is_empty(), "the spec leaves it open");
}

#[test]
fn deviations_say_where() {
    let text = r#"{"messages":[{"role":"narrator","content":{"type":"hologram"}},
        {"role":"user","content":{"type":"text","text":"a","annotations":{"audience":["dog"]}}}]}"#;
    let result: GetPromptResult = from_str(text).unwrap();
    let found: Vec<String> = result.deviations().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "/messages/0/role: Role has no value \"narrator\" in this schema",
            "/messages/0/content: ContentBlock has no type \"hologram\" in this schema",
            "/messages/1/content/annotations/audience/0: Role has no value \"dog\" in this schema",
        ]
    );
}
