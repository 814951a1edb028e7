//! Whole messages of the Agent Host Protocol, and the tool that checks them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};
use std::process::Command;

use mcp_revisions::Revision;
use mcp_revisions::check::{Direction, Schema, Session, named_revision};

/// A session as it is recorded: both sides, with an action that is too new and one that is broken.
const SESSION: &[&str] = &[
    r#"{"dir":"c2s","msg":{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"channel":"ahp-root://","clientId":"c","protocolVersions":["1.0.0"]}}}"#,
    r#"{"dir":"s2c","msg":{"jsonrpc":"2.0","id":"a","result":{"protocolVersion":"1.0.0","serverSeq":4,"snapshots":[{"resource":"ahp-root://","state":{"agents":[]},"fromSeq":4}]}}}"#,
    r#"{"dir":"c2s","msg":{"jsonrpc":"2.0","id":-1,"method":"createChat","params":{"channel":"ahp-session:/1","chat":"ahp-chat:/1"}}}"#,
    r#"{"dir":"s2c","msg":{"jsonrpc":"2.0","id":-1,"result":null}}"#,
    r#"{"dir":"s2c","msg":{"jsonrpc":"2.0","method":"action","params":{"channel":"ahp-chat:/1","serverSeq":5,"action":{"type":"chat/dreamt","of":"sheep"}}}}"#,
    r#"{"dir":"s2c","msg":{"jsonrpc":"2.0","method":"action","params":{"channel":"ahp-chat:/1","serverSeq":6,"action":{"type":"chat/delta","turnId":"t","content":""}}}}"#,
    r#"{"dir":"s2c","msg":{"jsonrpc":"2.0","id":9,"method":"resourceRead","params":{"channel":"ahp-root://","uri":"file:///a"}}}"#,
    r#"{"dir":"c2s","msg":{"jsonrpc":"2.0","id":9,"result":{"data":"","encoding":"latin1"}}}"#,
    r#"{"dir":"s2c","msg":{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}}"#,
    r#"{"dir":"c2s","msg":{"jsonrpc":"2.0","method":"x-dance","params":{}}}"#,
];

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Runs `mcp-revisions check`; gives its exit code and output.
fn check(args: &[&str], path: &Path) -> (i32, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_mcp-revisions"))
        .arg("check")
        .args(args)
        .arg(path)
        .output()
        .unwrap();
    let text = [run.stdout, run.stderr].concat();
    (run.status.code().unwrap(), String::from_utf8(text).unwrap())
}

#[test]
fn a_session_names_its_version_and_faults_are_named() {
    let path = file("ahp-session.jsonl", &SESSION.join("\n"));
    let (code, out) = check(&[], &path);
    assert_eq!(code, 1);
    for found in [
        ":6 /msg/params/action/partId: refused: missing member",
        r#":8 /msg/result/encoding: refused: invalid value: string "latin1", expected "#,
        r#":10 /msg/method: deviates: no method "x-dance" in this schema"#,
        "10 documents: 0 changed, 2 refused, 1 deviating",
    ] {
        assert!(out.contains(found), "{found}\n{out}");
    }
    assert_eq!(out.lines().count(), 4, "{out}");
    assert_eq!(check(&["--schema", "ahp/1.0.0"], &path), (code, out));
}

#[test]
fn one_definition() {
    let text = "{\"type\":\"resource\",\"uri\":\"a\",\"label\":\"A\",\"sizeHint\":10.0,\"x\":1}\n\
                {\"type\":\"resource\",\"label\":\"A\"}\n\
                {\"uri\":\"a\",\"label\":\"A\"}\n";
    let path = file("ahp-attachments.jsonl", text);
    let (code, out) =
        check(&["--schema", "ahp/1.0.0", "--type", "MessageResourceAttachment"], &path);
    assert_eq!(code, 1);
    assert!(out.contains(":2 /uri: refused: missing member"), "{out}");
    assert!(out.contains(":3 /type: refused: missing member"), "{out}");
    assert!(out.contains("3 documents: 0 changed, 2 refused, 0 deviating"), "{out}");

    let (code, out) = check(&["--schema", "ahp/1.0.0", "--type", "Nonsense"], &path);
    assert_eq!((code, out.contains("ahp/1.0.0 has no definition")), (2, true), "{out}");
    let (code, out) = check(&["--schema", "ahp/7.0.0", "--type", "Turn"], &path);
    assert_eq!((code, out.contains("known are ahp/1.0.0")), (2, true), "{out}");
}

#[test]
fn schemas_by_name() {
    assert_eq!("ahp/1.0.3".parse(), Ok(Schema::AhpV1_0));
    assert_eq!("mcp/draft".parse(), Ok(Schema::Mcp(Revision::Draft)));
    for unknown in ["ahp", "ahp/1.1.0", "ahp/1.0.x", "mcp/1.0.0", "x/1.0.0", ""] {
        assert!(unknown.parse::<Schema>().is_err(), "{unknown}");
    }
    for asked in [r#"["1.0.0"]"#, r#"["7.0.0", 5, "1.0.2", "2025-11-25"]"#] {
        let asked = format!(r#"{{"params":{{"protocolVersions":{asked}}}}}"#);
        assert_eq!(named_revision(&asked).unwrap().1, Schema::AhpV1_0);
    }
    let mut session = Session::new(Schema::AhpV1_0);
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"channel":"ahp-root://"}}"#;
    assert_eq!(session.message(ping, None), []);
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
    let found = session.message(answer, Some(Direction::FromServer));
    assert_eq!(found[0].pointer, "/result");
}
