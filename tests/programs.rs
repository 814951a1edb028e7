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

use std::io::{BufReader, PipeReader, PipeWriter, Write, pipe};
use std::sync::Mutex;
use std::thread;

use mcp_revisions::convert::{Session, Tolerance};
use mcp_revisions::{Json, JsonObject, Revision};

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
fn the_server_answers_for_what_can_not_be_read_and_goes_on() {
    let lines = concat!(
        "\n",
        r#"{"jsonrpc":"2.0","id":"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        "\n",
        r#"{"id":2,"method":"ping"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":4,"method":"ping"}"#,
    );
    let answers = answered(&Revision::RELEASED, lines);
    let answers: Vec<&str> = answers.lines().collect();
    // The ping without an id gets no error from a server of 2025-06-18, whose errors all have one.
    assert_eq!(answers.len(), 5, "{answers:#?}");
    assert_eq!(error(answers[0], "EOF"), (Json::null(), -32700, true));
    assert_eq!(error(answers[2], "jsonrpc"), (2.into(), -32600, true));
    assert_eq!(error(answers[3], "params.name"), (3.into(), -32602, true));
    assert_eq!(answers[4], r#"{"jsonrpc":"2.0","id":4,"result":{}}"#);
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

/// What a gateway sends back to the client of `revision`, and what it tells, where client and
/// server send these lines.
fn relayed(revision: Revision, client: &str, server: &str) -> (Vec<String>, Vec<String>) {
    let session = Session::gateway(revision, Revision::V2025_06_18, Tolerance::Drop);
    let (mut to_client, told) = (Vec::new(), Mutex::new(Vec::new()));
    let (from_server, mut server_end) = pipe().unwrap();
    let (client_end, answering) = pipe().unwrap();
    thread::scope(|scope| {
        // The server speaks once it has heard the client out, and goes.
        scope.spawn(move || {
            std::io::copy(&mut BufReader::new(client_end), &mut std::io::sink()).unwrap();
            server_end.write_all(server.as_bytes()).unwrap();
        });
        let from_client = std::io::Cursor::new(client.to_owned());
        let tell = |notice: &str| told.lock().unwrap().push(String::from(notice));
        let server = (BufReader::new(from_server), answering);
        gateway::pass(session, (from_client, &mut to_client), server, tell).unwrap();
    });
    let to_client = String::from_utf8(to_client).unwrap();
    (to_client.lines().map(String::from).collect(), told.into_inner().unwrap())
}
/// The error of a response: its id, its code, and whether it says `words`.
fn error(line: &str, words: &str) -> (Json, i64, bool) {
    let response = JsonObject::from_text(line).unwrap();
    let error = response.get("error").unwrap();
    let said = error.get("message").unwrap().as_string().unwrap().contains(words);
    let code = error.get("code").unwrap().parse().unwrap();
    (response.get("id").unwrap_or_else(Json::null), code, said)
}

#[test]
fn the_gateway_answers_for_what_can_not_cross_and_goes_on() {
    let client = concat!(
        "\n",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":7}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":"three","method":"tasks/list"}"#,
        "\n",
        r#"[{"jsonrpc":"2.0","id":4,"method":"ping"}]"#,
        "\n",
        r#"{"id":5,"method":"ping"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":7,"method":"prompts/list"}"#,
        "\n",
    );
    let server = concat!(
        "listening on standard input\n",
        r#"{"jsonrpc":"2.0","id":1,"result":{"tools":7}}"#,
        "\n\n",
        r#"{"jsonrpc":"2.0","id":6}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
        "\n",
    );
    let (to_client, told) = relayed(Revision::V2025_11_25, client, server);
    let expected = [
        (Json::null(), -32600, "id"),
        (Json::null(), -32700, "EOF"),
        (2.into(), -32602, "params.name"),
        ("three".into(), -32601, "2025-06-18 has no"),
        (4.into(), -32600, "a batch"),
        (5.into(), -32600, "jsonrpc"),
        (1.into(), -32603, "result.tools"),
        (6.into(), -32603, "method"),
    ];
    for (line, (id, code, words)) in to_client.iter().zip(&expected) {
        assert_eq!(error(line, words), (id.clone(), *code, true), "{line}");
    }
    let changed = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    assert_eq!(to_client[expected.len()], changed);
    // The server goes, and leaves one waiting.
    let left = error(&to_client[expected.len() + 1], "the server has ended");
    assert_eq!(left, (7.into(), -32603, true));
    assert_eq!(to_client.len(), expected.len() + 2, "{to_client:#?}");
    // All but the last two, and the notification and the server's greeting, of which nobody hears.
    assert_eq!(told.len(), expected.len() + 2, "{told:#?}");
    assert!(told.iter().any(|line| line.starts_with("s2c /result/tools: refused, ")), "{told:#?}");

    // An error that answers no request is none for older clients.
    let (to_client, told) = relayed(Revision::V2024_11_05, "{", "");
    assert_eq!((to_client.len(), told.len()), (0, 1), "{told:?}");
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
        scope.spawn(|| gateway::pass(session, for_client, for_server, tell).unwrap());
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
    for (name, most) in [("ahp", 60), ("client", 120), ("gateway", 60), ("server", 120)] {
        let path = format!("{}/examples/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= most, "{name} has {lines} lines");
    }
}
