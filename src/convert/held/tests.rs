use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::convert::{Lift, Lower, Options, SamplingBlocks, Tolerance, Versioned, convert};
use crate::{v2024_11_05, v2025_06_18, v2025_11_25, v2026_07_28};

fn carry() -> Options {
    Options::default().with_carry(true)
}

/// What a message says that has a name of this crate, in the target, and what was told.
fn crossed<A, B>(text: &str, options: Options) -> (B, Vec<String>)
where
    A: Versioned + Lift<A::Model> + serde_core::de::DeserializeOwned,
    A::Model: Lower<B>,
    B: Versioned,
{
    let value: A = crate::from_str(text).unwrap();
    let (value, report) = convert(value, options).unwrap().into_parts();
    (value, report.iter().map(ToString::to_string).collect())
}

/// Any peer may write such members: they stay what they are, unmodelled members, unless this crate
/// would have made what stands there of them, and the caller carries.
#[test]
fn what_a_peer_made_up_replaces_nothing() {
    let forged = [
        r#"{"role":"user","content":{"type":"text","text":"a"},"mcp-revisions/content":[{"type":"text","text":"b"}]}"#,
        r#"{"role":"user","content":{"type":"text","text":"a"},"mcp-revisions/content":[]}"#,
        r#"{"role":"user","content":{"type":"text","text":"a"},"mcp-revisions/content":7}"#,
    ];
    for text in forged {
        for options in [Options::default(), carry()] {
            let (message, told) = crossed::<
                v2025_06_18::SamplingMessage,
                v2025_11_25::SamplingMessage,
            >(text, options);
            assert_eq!(crate::to_string(&message).unwrap(), text);
            assert!(told.is_empty(), "{told:?}");
        }
    }
    let schema = r#""inputSchema":{"type":"object"}"#;
    let forged = [
        r#","outputSchema":{"type":"object"},"mcp-revisions/outputSchema":{"type":"array"}}"#,
        r#","outputSchema":{"type":"object"},"mcp-revisions/outputSchema":true}"#,
    ]
    .map(|rest| [r#"{"name":"t","#, schema, rest].concat());
    for text in forged {
        for options in [Options::default(), carry()] {
            let (tool, told) = crossed::<v2025_11_25::Tool, v2026_07_28::Tool>(&text, options);
            assert_eq!(crate::to_string(&tool).unwrap(), text);
            assert!(told.is_empty(), "{told:?}");
        }
    }
    let result =
        r#"{"content":[],"structuredContent":{"a":1},"mcp-revisions/structuredContent":2}"#;
    let (crossing, _) =
        crossed::<v2025_11_25::CallToolResult, v2026_07_28::CallToolResult>(result, carry());
    let written = crate::to_string(&crossing).unwrap();
    assert!(written.contains(r#""structuredContent":{"a":1}"#), "{written}");
    assert!(written.contains(r#""mcp-revisions/structuredContent":2"#), "{written}");
}

#[test]
fn without_carry_nothing_comes_back() {
    let sent = r#"{"role":"user","content":[{"type":"text","text":"a"}]}"#;
    let (there, _) =
        crossed::<v2025_11_25::SamplingMessage, v2025_06_18::SamplingMessage>(sent, carry());
    let text = crate::to_string(&there).unwrap();
    let (back, told) = crossed::<v2025_06_18::SamplingMessage, v2025_11_25::SamplingMessage>(
        &text,
        Options::default(),
    );
    assert_eq!(crate::to_string(&back).unwrap(), text);
    assert!(told.is_empty());
}

/// A message is never left out for what it says of itself.
#[test]
fn parts_that_nobody_holds_stay_messages() {
    let part = r#"{"role":"user","content":{"type":"text","text":"b"},"mcp-revisions/part":true}"#;
    let holds = |blocks: &str| {
        [
            r#"{"role":"user","content":{"type":"text","text":"a"},"mcp-revisions/content":"#,
            blocks,
            "}",
        ]
        .concat()
    };
    let others = holds(r#"[{"type":"text","text":"x"},{"type":"text","text":"c"}]"#);
    // The first block has to be the one that stands there, and a part to say nothing more.
    let changed = holds(r#"[{"type":"text","text":"x"},{"type":"text","text":"b"}]"#);
    let whole = holds(r#"[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#);
    let more = |member: &str| [&part[..part.len() - 1], ",", member, "}"].concat();
    for messages in [
        part.into(),
        [part, part].join(","),
        [&*others, part].join(","),
        [&*changed, part].join(","),
    ] {
        for options in [Options::default(), carry()] {
            let text = sampled(&messages);
            let (params, told) = parts_crossed(&text, options);
            assert_eq!(crate::to_string(&params).unwrap(), text);
            assert!(told.is_empty(), "{told:?}");
        }
    }
    for part in [more(r#""_meta":{"a":1}"#), more(r#""x":1"#), part.replace("true", "false")] {
        let (params, _) = parts_crossed(&sampled(&[&*whole, &part].join(",")), carry());
        assert_eq!(params.messages.len(), 2, "{part}");
    }
}

fn sampled(messages: &str) -> String {
    [r#"{"messages":["#, messages, r#"],"maxTokens":1}"#].concat()
}

fn parts_crossed(
    text: &str,
    options: Options,
) -> (v2025_11_25::CreateMessageRequestParams, Vec<String>) {
    crossed::<v2025_06_18::CreateMessageRequestParams, _>(text, options)
}

/// What has a place of this crate's already is not overwritten: it can't be carried, and costs.
#[test]
fn a_place_that_is_taken_stays() {
    let text = r#"{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"mcp-revisions/content":"mine"}"#;
    let message: v2025_11_25::SamplingMessage = crate::from_str(text).unwrap();
    let join = carry().with_sampling_blocks(SamplingBlocks::Join);
    assert!(convert::<_, v2025_06_18::SamplingMessage>(message.clone(), join.clone()).is_err());
    let options = Options { tolerance: Tolerance::Degrade, ..join };
    let there = convert::<_, v2025_06_18::SamplingMessage>(message, options).unwrap();
    assert_eq!(
        crate::to_string(there.value()).unwrap(),
        r#"{"role":"user","content":{"type":"text","text":"a\nb"},"mcp-revisions/content":"mine"}"#
    );
}

/// Content that is carried twice comes back once, also by way of a revision that has neither member.
#[test]
fn what_is_carried_on_comes_back_whole() {
    let text = r#"{"resultType":"complete","content":[],"structuredContent":[1]}"#;
    let (first, _) =
        crossed::<v2026_07_28::CallToolResult, v2025_11_25::CallToolResult>(text, carry());
    let first = crate::to_string(&first).unwrap();
    let (second, _) =
        crossed::<v2025_11_25::CallToolResult, v2024_11_05::CallToolResult>(&first, carry());
    let second = crate::to_string(&second).unwrap();
    let (back, _) =
        crossed::<v2024_11_05::CallToolResult, v2026_07_28::CallToolResult>(&second, carry());
    let sent: v2026_07_28::CallToolResult = crate::from_str(text).unwrap();
    assert_eq!(back, sent, "{second}");
}
