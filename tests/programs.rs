//! The examples do what they say. They stand in as modules, joined by pipes.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, unreachable_pub)]

#[path = "../examples/ahp.rs"]
#[allow(dead_code)]
mod ahp;
#[path = "../examples/client.rs"]
#[allow(dead_code)]
mod client;
#[path = "../examples/gateway.rs"]
#[allow(dead_code)]
mod gateway;
#[path = "../examples/server.rs"]
#[allow(dead_code)]
mod server;

use std::io::{BufReader, PipeReader, PipeWriter, pipe};
use std::sync::Mutex;
use std::thread;

use mcp_revisions::Revision;
use mcp_revisions::convert::{Session, Tolerance};

/// A way to send and to receive for each of two sides.
fn joined() -> ((BufReader<PipeReader>, PipeWriter), (BufReader<PipeReader>, PipeWriter)) {
    let (from_first, to_second) = pipe().unwrap();
    let (from_second, to_first) = pipe().unwrap();
    ((BufReader::new(from_second), to_second), (BufReader::new(from_first), to_first))
}

/// What the client sees of a server that speaks these revisions.
fn seen(spoken: &[Revision]) -> Vec<String> {
    let (ours, (input, output)) = joined();
    thread::scope(|scope| {
        scope.spawn(|| server::serve(spoken, input, output).unwrap());
        client::talk(client::Connection::new(ours.0, ours.1)).unwrap()
    })
}

/// What the server answers to one line.
fn answered(spoken: &[Revision], line: &str) -> String {
    let mut output = Vec::new();
    server::serve(spoken, line.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

const SUM: &str = r#"answer [{"type":"text","text":"{\"sum\":5.0}"}]"#;

#[test]
fn the_client_finds_out_what_the_server_speaks() {
    for revision in Revision::RELEASED {
        let expected = [&format!("revision {revision}"), "tool add", SUM];
        assert_eq!(seen(&[revision]), expected, "{revision}");
    }
    assert_eq!(seen(&Revision::RELEASED)[0], "revision 2026-07-28");
    assert_eq!(seen(&Revision::RELEASED[..4])[0], "revision 2025-11-25");
}

#[test]
fn the_server_says_a_tool_as_the_revision_of_the_client_does() {
    let old = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    );
    let old = answered(&Revision::RELEASED, old);
    assert_eq!(old.lines().count(), 2, "{old}");
    assert!(old.contains(r#""id":1,"result":{"protocolVersion":"2024-11-05""#), "{old}");
    assert!(old.contains(r#""name":"add""#) && !old.contains(r#""title""#), "{old}");
    let new = r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let new = answered(&Revision::RELEASED, new);
    assert!(
        new.contains(r#""title":"Add""#) && new.contains(r#""resultType":"complete""#),
        "{new}"
    );
}

#[test]
fn the_server_answers_a_batch_and_names_what_it_speaks() {
    let batch = r#"[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"c","version":"1"}}},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":1}}}]"#;
    let answers = answered(&Revision::RELEASED, batch);
    assert_eq!(answers.lines().count(), 2, "{answers}");
    assert!(answers.contains("missing field `b`"), "{answers}");
    let unknown = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}}"#;
    let refused = answered(&[Revision::V2026_07_28], unknown);
    let data = r#""data":{"requested":"2031-01-01","supported":["2026-07-28"]}"#;
    assert!(refused.contains(r#""code":-32022"#) && refused.contains(data), "{refused}");
}

#[test]
fn the_gateway_joins_a_client_of_today_to_a_server_of_the_first_revision() {
    let told = Mutex::new(Vec::new());
    let tell = |notice: &str| told.lock().unwrap().push(String::from(notice));
    let (client, for_client) = joined();
    let (for_server, (input, output)) = joined();
    let session = Session::gateway(Revision::V2025_11_25, Revision::V2024_11_05, Tolerance::Drop);
    let seen = thread::scope(|scope| {
        scope.spawn(|| server::serve(&[Revision::V2024_11_05], input, output).unwrap());
        scope.spawn(|| gateway::pass(session, for_client, for_server, &tell).unwrap());
        client::talk(client::Connection::new(client.0, client.1)).unwrap()
    });
    assert_eq!(seen, ["revision 2025-11-25", "tool add", SUM]);
    let told = told.into_inner().unwrap();
    let expected = [
        "c2s /params/protocolVersion: rewritten, the revision of the server",
        "s2c /result/protocolVersion: rewritten, the revision of the client",
    ];
    assert!(expected.iter().all(|notice| told.iter().any(|one| one == notice)), "{told:#?}");
}

#[test]
fn chats_are_put_together_from_actions() {
    let mut chats = ahp::Chats::default();
    let action = |action: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"action","params":{{"channel":"ahp-chat:/1","serverSeq":5,"action":{action}}}}}"#
        )
    };
    let delta = |text: &str| {
        action(&format!(r#"{{"type":"chat/delta","turnId":"t","partId":"p","content":"{text}"}}"#))
    };
    for line in [delta("Good "), delta("day."), action(r#"{"type":"chat/dreamt","of":"sheep"}"#)] {
        chats.read(&line).unwrap();
    }
    assert_eq!(chats.texts["ahp-chat:/1"], "Good day.");
    assert_eq!(chats.unknown, ["chat/dreamt"]);
    let error = chats.read(&action(r#"{"type":"chat/delta","turnId":"t","content":""}"#));
    assert_eq!(error.unwrap_err().path(), "params.action.partId");
}

#[test]
fn an_example_is_read_in_one_go() {
    for name in ["ahp", "client", "gateway", "server"] {
        let path = format!("{}/examples/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(path).unwrap().lines().count();
        assert!(lines < 120, "{name} has {lines} lines");
    }
}
