//! Large documents and odd numbers: what is read, and what it costs.

use std::time::{Duration, Instant};

use mcp_revisions::message::{Pending, RawMessage};
use mcp_revisions::v2025_11_25::*;
use mcp_revisions::{Integer, Number, from_str, to_string};

/// The longest that one of these may take, in a build without optimisation on a busy machine.
const SLOW: Duration = Duration::from_secs(120);

#[test]
fn a_message_of_100_mb() {
    let start = Instant::now();
    let data = "tide and time ".repeat(7_500_000);
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{data}"}}]}}}}"#
    );
    assert!(text.len() > 100 << 20);
    let mut pending = Pending::new();
    pending.insert(1, "tools/call");
    let message = ServerMessage::from_str(&text, &mut pending).expect("a response");
    assert!(to_string(&message).is_ok_and(|written| written == text));
    drop(message);
    let raw = RawMessage::from_str(&text, &mut Pending::new()).expect("a response");
    assert!(to_string(&raw).is_ok_and(|written| written == text));
    println!("{} bytes: {:?}", text.len(), start.elapsed());
    assert!(start.elapsed() < SLOW);
}

#[test]
fn a_million_tools() {
    let start = Instant::now();
    let tools = vec![r#"{"name":"t","inputSchema":{"type":"object"}}"#; 1_000_000].join(",");
    let text = format!(r#"{{"tools":[{tools}]}}"#);
    let list: ListToolsResult = from_str(&text).expect("a list");
    assert_eq!(list.tools.len(), 1_000_000);
    assert!(to_string(&list).is_ok_and(|written| written == text));
    println!("{} bytes: {:?}", text.len(), start.elapsed());
    assert!(start.elapsed() < SLOW);
}

#[test]
fn a_string_of_10_mb() {
    let long = "\\u00e9\\\\x".repeat(1 << 20);
    let text = format!(r#"{{"level":"info","logger":"{long}","data":"{long}"}}"#);
    let log: LoggingMessageNotificationParams = from_str(&text).expect("a log message");
    let said = log.data.as_string().expect("a string");
    assert_eq!(log.logger, Some(said));
    let again: LoggingMessageNotificationParams =
        from_str(&to_string(&log).expect("text")).expect("the same");
    assert_eq!(log, again);
}

#[test]
fn numbers_beyond_the_usual() {
    const LONG: &str = "0.1000000000000000000000000000000000000001";
    for number in ["1e400", "-1e400", "-0", "-0.0", "18446744073709551616", LONG, "1E-400"] {
        // Free JSON and members that are any number keep it.
        let text = format!(r#"{{"level":"info","data":[{number}]}}"#);
        let log: LoggingMessageNotificationParams = from_str(&text).expect("free JSON");
        assert_eq!(to_string(&log), Ok(text));
        let text = format!(r#"{{"progressToken":1,"progress":{number}}}"#);
        let progress: ProgressNotificationParams = from_str(&text).expect("a number");
        assert_eq!(progress.progress.as_str(), number);
        assert_eq!(to_string(&progress), Ok(text));
        assert_eq!(progress, progress.clone());
    }
    let number = |text: &str| text.parse::<Number>().expect("a number");
    assert_eq!(number("1e400").as_f64(), None);
    assert_ne!(number(LONG), number("0.1"));
    assert_eq!(number(LONG).as_f64(), Some(0.1));
    // Integers are exact in 64 bits, or an error.
    for (text, read) in [
        ("-0", Some("0")),
        ("-0.0", Some("0")),
        ("10e-1", Some("1")),
        ("18446744073709551615", Some("18446744073709551615")),
        ("18446744073709551616", None),
        ("1e400", None),
        (LONG, None),
    ] {
        let integer = from_str::<Integer>(text).ok().map(|integer| integer.to_string());
        assert_eq!(integer.as_deref(), read, "{text}");
        let request = format!(r#"{{"jsonrpc":"2.0","id":{text},"method":"ping"}}"#);
        let message = ClientMessage::from_str(&request, &mut Pending::new());
        assert_eq!(message.is_ok(), read.is_some(), "{text}");
        if let Err(error) = message {
            assert_eq!(error.path(), "id");
        }
    }
}

#[cfg(all(feature = "convert", feature = "v2024_11_05", feature = "v2025_06_18"))]
#[test]
fn what_is_deep_crosses() {
    use mcp_revisions::convert::{Session, Tolerance};
    use mcp_revisions::{Json, Revision, message::Direction};

    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let ask = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"a","arguments":{{"a":{deep}}},"x":{deep}}}}}"#
    );
    let answer = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"t","x":{deep}}}],"structuredContent":{{"a":{deep}}},"_meta":{{"a":{deep}}}}}}}"#
    );
    for to in Revision::RELEASED {
        let mut session = Session::new(Revision::V2025_11_25, to, Tolerance::Drop);
        for (text, from) in [(&ask, Direction::FromClient), (&answer, Direction::FromServer)] {
            for crossed in session.message(text, from).expect("a message of 2025-11-25") {
                // Towards 2026-07-28 a request must say who asks: it is refused, and that is told.
                let Ok(crossing) = crossed else { continue };
                let written = crossing.value().as_deref().expect("a message");
                let json = Json::from_text(written).expect("JSON");
                assert_eq!(json, json.clone());
                assert!(written.contains(&deep));
            }
        }
    }
}
