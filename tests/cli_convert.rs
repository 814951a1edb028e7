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
fn a_file_that_cannot_be_read_is_told_in_both() {
    let path = file("none.jsonl", "").with_file_name("missing.jsonl");
    let report = path.with_extension("report");
    let args = ["--tolerance", "drop", "--report", report.to_str().unwrap()];
    let (code, out, err) = convert(&[&FROM_TO[..], &args].concat(), &path);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.starts_with("FILE: "), "{err}");
    let line: serde_json::Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
    let fault = line["fault"].as_str().unwrap();
    assert_eq!((err.trim_end(), line.get("line")), (format!("FILE: {fault}").as_str(), None));
}

#[test]
fn a_draft_is_bad_usage() {
    let path = file("draft.jsonl", SESSION);
    let (code, out, err) = convert(&["--from", "draft", "--to", "2025-06-18"], &path);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("conversions are between dated revisions"), "{err}");
}

#[test]
fn a_report_does_not_take_the_place_of_what_it_is_about() {
    let path = file("own_report.jsonl", SESSION);
    let args = [&FROM_TO[..], &["--report", path.to_str().unwrap()]].concat();
    let (code, out, err) = convert(&args, &path);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("take the place of"), "{err}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), SESSION);
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

    let old = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}
"#;
    let path = file("cache.jsonl", old);
    let args = ["--from", "2025-11-25", "--to", "2026-07-28", "--cache-scope", "public"];
    let (_, out, err) = convert(&[&args[..], &["--ttl-ms", "60000"]].concat(), &path);
    assert!(out.contains(r#""ttlMs":60000,"cacheScope":"public""#), "{out}{err}");
}

/// The notices of a run, without what comes before the pointer.
fn told(err: &str) -> Vec<&str> {
    err.lines().filter_map(|line| Some(line.split_once(' ')?.1)).collect()
}

#[test]
fn a_broken_element_is_a_loss() {
    let path = file("broken.jsonl", &SESSION.replace(r#""name":"tide","#, ""));
    let lenient = [&FROM_TO[..], &["--lenient"]].concat();
    let (code, out, err) = convert(&lenient, &path);
    assert_eq!((code, out.lines().count()), (1, 1), "{err}");
    let (_, out, err) = convert(&[&lenient[..], &["--tolerance", "drop"]].concat(), &path);
    assert_eq!(out.lines().count(), 2);
    let place = "FILE:2 /result/tools/1: dropped, it can't be read: ";
    assert!(err.lines().any(|line| line.starts_with(place)), "{err}");
}

#[test]
fn a_form_of_the_target_is_read() {
    let ask = r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}],"maxTokens":1}}
"#;
    let path = file("newer_form.jsonl", ask);
    let up = ["--from", "2025-06-18", "--to", "2025-11-25"];
    let (code, out, err) = convert(&up, &path);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    let (code, out, err) = convert(&[&up[..], &["--lenient"]].concat(), &path);
    assert_eq!((code, out.as_str()), (0, ask), "{err}");
}

#[test]
fn a_refusal_lists_every_notice() {
    let tools = SESSION.replace(r#""execution""#, r#""icons":[],"execution""#);
    let path = file("refusal.jsonl", &tools);
    let (code, _, err) = convert(&[&FROM_TO[..], &["--tasks", "refuse"]].concat(), &path);
    assert_eq!(code, 1);
    assert_eq!(
        told(&err)[..4],
        [
            "/result/tools/0: refused, it must run as a task, and 2025-06-18 has none",
            "/result/tools/0/icons: dropped, 2025-06-18 has no icons (since 2025-11-25)",
            "/result/tools/1/icons: dropped, 2025-06-18 has no icons (since 2025-11-25)",
            "left out: it can't cross within the tolerance",
        ]
    );
}

#[test]
fn frames_stay_as_they_are() {
    let frames = r#"{"ts":12,"dir":"c2s","msg":{"jsonrpc":"2.0","id":1,"method":"ping"},"note":"x"}
{"msg":{"jsonrpc":"2.0","id":1,"result":{}},"dir":"s2c"}
"#;
    let path = file("frames.jsonl", frames);
    assert_eq!(convert(&FROM_TO, &path), (0, frames.to_owned(), String::new()));
}

#[test]
fn batches_stay_where_they_can() {
    let batches = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"}]
[]
"#;
    let path = file("batches.jsonl", batches);
    let same = ["--from", "2025-03-26", "--to", "2025-03-26"];
    assert_eq!(convert(&same, &path), (0, batches.to_owned(), String::new()));
    let up = ["--from", "2025-03-26", "--to", "2025-06-18"];
    let (code, out, err) = convert(&up, &path);
    assert_eq!((code, out.lines().count()), (1, 2));
    let why = "(document): dropped, 2025-06-18 has no batches, and this one holds no message";
    let apart = "(document): rewritten, 2025-06-18 has no batches: its messages cross one by one";
    assert_eq!(told(&err), [apart, why, "left out: it can't cross within the tolerance"]);
    let (code, _, err) = convert(&[&up[..], &["--tolerance", "drop"]].concat(), &path);
    assert_eq!((code, told(&err)), (0, vec![apart, why]));
}

#[test]
fn an_id_is_written_as_an_integer_and_that_is_told() {
    let ping = r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}
"#;
    let path = file("fraction.jsonl", ping);
    let (code, out, err) = convert(&FROM_TO, &path);
    assert_eq!((code, out), (0, ping.replace("1.0,", "1,")));
    assert_eq!(told(&err), ["/id: rewritten, an integer is written without a fraction"]);
}

#[test]
fn a_handshake_names_the_target() {
    let ask = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
"#;
    let path = file("handshake.jsonl", ask);
    let (code, out, err) = convert(&FROM_TO, &path);
    assert_eq!((code, out), (0, ask.replace("2025-11-25", "2025-06-18")));
    assert_eq!(told(&err), ["/params/protocolVersion: rewritten, the revision of the session"]);
}

#[test]
fn a_list_without_type_and_caching_is_complete_where_that_is_said() {
    let meta = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    let list = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{{\"_meta\":{meta}}}}}\n\
         {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"tools\":[]}}}}\n"
    );
    let path = file("untyped.jsonl", &list);
    let down = ["--from", "2026-07-28", "--to", "2025-11-25", "--tolerance", "drop"];
    let (code, _, err) = convert(&down, &path);
    assert!(code == 1 && err.contains("FILE:2 can't be read: result.resultType"), "{err}");
    let (code, out, err) = convert(&[&down[..], &["--untyped-result", "complete"]].concat(), &path);
    assert_eq!(code, 0, "{err}");
    assert!(out.ends_with("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\n"), "{out}");
    assert!(err.contains("FILE:2 /result/ttlMs: made up, its sender left it out"), "{err}");
}
