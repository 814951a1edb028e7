//! `mcp-revisions convert`: what it prints, where notices go, and how it exits.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Tools that an older client has no place for: one that must run as a task, one with an icon.
const SESSION: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"dredge","inputSchema":{"type":"object"},"execution":{"taskSupport":"required"}},{"name":"tide","inputSchema":{"type":"object"},"icons":[]}]}}
{"jsonrpc":"2.0","id":2,"method":"tasks/list"}
"#;

const FROM_TO: [&str; 4] = ["--from", "2025-11-25", "--to", "2025-06-18"];

/// A file with this content, in a folder of these tests.
fn file(name: &str, content: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli_convert");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Runs the command over a file: exit code, standard output, and standard error without the name
/// of the file.
fn convert(args: &[&str], file: &Path) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-revisions"));
    let output = command.arg("convert").args(args).arg(file).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    let err = err.replace(&file.display().to_string(), "FILE");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap(), err)
}

#[test]
fn notices_go_to_standard_error() {
    let path = file("notices.jsonl", SESSION);
    let (code, out, err) = convert(&[&FROM_TO[..], &["--tolerance", "drop"]].concat(), &path);
    assert_eq!(
        out,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n\
         {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"tide\",\
         \"inputSchema\":{\"type\":\"object\"}}]}}\n"
    );
    assert_eq!(
        err,
        "FILE:2 /result/tools/0: dropped, it must run as a task, and 2025-06-18 has none\n\
         FILE:2 /result/tools/1/icons: dropped, 2025-06-18 has no icons (since 2025-11-25)\n\
         FILE:3 (document): refused, 2025-06-18 has no tasks of its own (since 2025-11-25)\n\
         FILE:3 left out: it can't cross within the tolerance\n"
    );
    assert_eq!(code, 1);
}

#[test]
fn a_report_has_a_line_for_each_notice() {
    let path = file("reported.jsonl", SESSION);
    let report = path.with_extension("report");
    let args = ["--tolerance", "drop", "--report", report.to_str().unwrap()];
    let (code, _, err) = convert(&[&FROM_TO[..], &args].concat(), &path);
    assert_eq!((code, err.as_str()), (1, ""));
    let report = std::fs::read_to_string(report).unwrap();
    let lines: Vec<serde_json::Value> =
        report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    let icons = lines.get(1).unwrap();
    assert_eq!(icons["pointer"], "/result/tools/1/icons");
    assert_eq!(icons["feature"], "icons");
    assert_eq!(icons["line"], 2);
    // The whole message has the empty pointer; only a person reads `(document)`.
    let task = lines.get(2).unwrap();
    assert_eq!((&task["pointer"], &task["happened"]), (&"".into(), &"refused".into()));
}

#[test]
fn what_a_message_does_not_say_the_caller_tells() {
    let news = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
    let path = file("news.jsonl", &format!("{{\"dir\":\"s2c\",\"msg\":{news}}}\n"));
    let up = ["--from", "2025-11-25", "--to", "2026-07-28", "--tolerance", "drop"];
    let (code, out, err) = convert(&up, &path);
    assert_eq!((code, out.as_str()), (0, ""));
    assert!(err.contains("set its id"), "{err}");
    for (given, id) in [("7", "7"), ("\"7\"", "\"7\""), ("listen-1", "\"listen-1\"")] {
        let (code, out, _) = convert(&[&up[..], &["--subscription", given]].concat(), &path);
        assert!(out.contains(&format!("subscriptionId\":{id}}}")), "{out}");
        assert_eq!(code, 0);
    }
}

#[test]
fn untidy_messages_cross_where_that_is_forgiven() {
    let path = file("untidy.jsonl", &SESSION.replace("\"icons\":[]", "\"icons\":null"));
    let drop = [&FROM_TO[..], &["--tolerance", "drop"]].concat();
    let (_, out, err) = convert(&drop, &path);
    assert!(!out.contains("tide") && err.contains("FILE:2 can't be read: "), "{out}{err}");
    let (_, out, err) = convert(&[&drop[..], &["--lenient"]].concat(), &path);
    assert!(out.contains("tide"), "{out}");
    assert!(err.contains("FILE:2 /result/tools/1/icons: forgiven, "), "{err}");
}

#[test]
fn where_peers_disagree_the_caller_chooses() {
    let path = file("choices.jsonl", SESSION);
    let choices = ["--tolerance", "drop", "--tasks", "keep"];
    let (_, out, _) = convert(&[&FROM_TO[..], &choices].concat(), &path);
    assert!(out.contains("dredge"), "{out}");

    let (code, out, err) = convert(&[&FROM_TO[..], &["--tasks", "drop"]].concat(), &path);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("no such choice: \"drop\"; there are hide, keep, refuse"), "{err}");

    let old = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}
"#;
    let path = file("cache.jsonl", old);
    let args = ["--from", "2025-11-25", "--to", "2026-07-28", "--cache-scope", "public"];
    let (_, out, err) = convert(&[&args[..], &["--ttl-ms", "60000"]].concat(), &path);
    assert!(out.contains(r#""ttlMs":60000,"cacheScope":"public""#), "{out}{err}");
}
