//! The program `mcp-revisions`: what it prints, and how it exits.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "support/shared.rs"]
mod shared;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_mcp-revisions");

/// What a run of the program came to.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        Run {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The last line.
    fn summary(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }

    /// Everything but the last line.
    fn findings(&self) -> Vec<&str> {
        let mut lines: Vec<_> = self.out.lines().collect();
        lines.pop();
        lines
    }
}

/// Runs `mcp-revisions check` with these arguments, then these files.
fn check(args: &[&str], files: &[PathBuf]) -> Run {
    Run::of(Command::new(PROGRAM).arg("check").args(args).args(files))
}

/// A file with this content, in a folder of these tests.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

fn session(name: &str) -> PathBuf {
    shared::fixture("sessions").join(name)
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;

#[test]
fn sessions_of_every_revision_pass() {
    let mut files = shared::files(&shared::fixture("sessions"), ".jsonl");
    files.retain(|path| !path.ends_with("untidy-2025-11-25.jsonl"));
    let run = check(&[], &files);
    assert_eq!(run.out, "174 documents: 0 changed, 0 refused, 0 deviating\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn a_finding_names_file_line_and_member() {
    let path = session("untidy-2025-11-25.jsonl");
    let run = check(&[], std::slice::from_ref(&path));
    assert_eq!(run.code, 1);
    assert_eq!(run.summary(), "27 documents: 0 changed, 11 refused, 5 deviating");
    let path = path.display();
    let first = format!("{path}:5 /msg/result/tools/1/inputSchema: refused: missing member");
    assert_eq!(run.findings()[0], first);
    let held = format!("{path}:12 /msg/params/level: deviates: ");
    assert!(run.out.contains(&held), "{}", run.out);
    assert_eq!(run.findings().len(), 17);
}

#[test]
fn the_schema_is_asked_where_that_is_wanted() {
    let path = session("untidy-2025-11-25.jsonl");
    let run = check(&["--validate"], std::slice::from_ref(&path));
    assert_eq!(run.code, 1);
    assert_eq!(run.summary(), "27 documents: 0 changed, 11 refused, 14 invalid, 5 deviating");
    let rule = "/definitions/Tool/required";
    let first = format!(
        r#"{}:5 /msg/result/tools/1: invalid: "inputSchema" is a required property ({rule})"#,
        path.display()
    );
    assert_eq!(run.findings()[0], first);
    let path = file("priority.json", r#"{"priority":2}"#);
    let args = ["--validate", "--revision", "2025-11-25", "--type", "Annotations"];
    let run = check(&args, &[path]);
    assert_eq!(run.summary(), "1 document: 0 changed, 0 refused, 1 invalid, 0 deviating");
}

#[test]
fn findings_as_json_lines_say_the_same() {
    let path = session("untidy-2025-11-25.jsonl");
    let run = check(&["--json"], std::slice::from_ref(&path));
    let plain = check(&[], std::slice::from_ref(&path));
    assert_eq!(run.code, 1);
    let lines: Vec<String> = run
        .out
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["file"], path.display().to_string());
            let pointer = match line["pointer"].as_str().unwrap() {
                "" => "(document)",
                pointer => pointer,
            };
            let [finding, what] = ["finding", "what"].map(|name| line[name].as_str().unwrap());
            format!("{}:{} {pointer}: {finding}: {what}", path.display(), line["line"])
        })
        .collect();
    assert_eq!(lines, plain.findings());
}

#[test]
fn deviations_alone_are_no_failure() {
    let path = file("fog.jsonl", r#"{"jsonrpc":"2.0","id":1,"method":"harbour/fog"}"#);
    let run = check(&["--revision", "2025-11-25"], &[path]);
    assert_eq!(run.summary(), "1 document: 0 changed, 0 refused, 1 deviating");
    assert_eq!(run.code, 0);
}

#[test]
fn documents_of_a_definition() {
    let good = file("tool.json", r#"{"name":"tide","inputSchema":{"type":"object"},"x":2.0}"#);
    let bad = file("no-tool.json", r#"{"inputSchema":{"type":"object"}}"#);
    let args = ["--revision", "2025-11-25", "--type", "Tool"];
    let run = check(&args, std::slice::from_ref(&good));
    assert_eq!((run.code, run.summary()), (0, "1 document: 0 changed, 0 refused, 0 deviating"));
    let run = check(&args, &[good, bad]);
    assert_eq!((run.code, run.summary()), (1, "2 documents: 0 changed, 1 refused, 0 deviating"));
    assert!(run.findings()[0].ends_with("no-tool.json:1 /name: refused: missing member"));
}

#[test]
fn bad_usage_exits_with_2_and_says_what_is_right() {
    let path = file("ping.jsonl", PING);
    let some = std::slice::from_ref(&path);
    for (args, files, says) in [
        (&[][..], &[][..], "FILES"),
        (&["--revision", "2031-05-05"], some, "2026-07-28"),
        (&["--type", "Tool"], some, "--revision"),
        (&["--type", "Toll", "--revision", "2025-11-25"], some, "no definition \"Toll\""),
        (&["--colour"], some, "--colour"),
    ] {
        let run = check(args, files);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.contains(says), "{args:?}: {}", run.err);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_told() {
    let session = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/sessions/harbour-2025-11-25.jsonl");
    let session = session.to_str().unwrap();
    let convert = ["convert", "--from", "2025-11-25", "--to", "2025-06-18"];
    for args in [&["check", session][..], &[&convert[..], &[session]].concat()[..], &["features"]] {
        let mut command = Command::new(PROGRAM);
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command.args(args).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err.contains("error: can't write: "), "{args:?}: {err}");
    }
}

#[test]
fn a_document_may_take_many_lines() {
    let text =
        "\n{\n  \"name\": \"tide\",\n  \"inputSchema\": {\n    \"type\": \"object\"\n  }\n}\n";
    let args = ["--revision", "2025-11-25", "--type", "Tool"];
    let run = check(&args, &[file("many-lines.json", text)]);
    assert_eq!((run.code, run.summary()), (0, "1 document: 0 changed, 0 refused, 0 deviating"));

    let text = "{\n  \"name\": 7,\n  \"inputSchema\": {}\n}\n";
    let run = check(&args, &[file("many-wrong-lines.json", text)]);
    assert_eq!((run.code, run.summary()), (1, "1 document: 0 changed, 1 refused, 0 deviating"));
    assert!(run.findings()[0].contains("many-wrong-lines.json:1 /name: refused: "), "{}", run.out);
}

#[test]
fn lines_that_are_no_json_are_told_and_the_others_read() {
    let cut = &PONG[..20];
    for (name, text, line, says) in [
        ("cut-last.jsonl", format!("{PING}\n{cut}"), 2, "cut off"),
        ("cut-first.jsonl", format!("{cut}\n{PING}\n{PONG}\n"), 1, "cut off"),
        ("prose.jsonl", format!("{PING}\nserver started\n{PONG}\n"), 2, "not JSON"),
        ("two.jsonl", format!("{PING}\n{PONG}{PONG}\n"), 2, "not JSON"),
    ] {
        let documents = text.lines().count();
        let run = check(&["--revision", "2025-11-25"], &[file(name, text)]);
        let summary = format!("{documents} documents: 0 changed, 1 refused, 0 deviating");
        assert_eq!((run.code, run.summary()), (1, summary.as_str()), "{name}: {}", run.out);
        let place = format!("{name}:{line} (document): refused: ");
        assert!(run.findings()[0].contains(&place), "{name}: {}", run.out);
        assert!(run.findings()[0].contains(says), "{name}: {}", run.out);
    }
    let run = check(&["--revision", "2025-11-25"], &[file("latin1.jsonl", b"\"caf\xe9\"\n")]);
    assert_eq!(run.code, 1);
    assert!(run.findings()[0].contains("not UTF-8"), "{}", run.out);
}

#[test]
fn files_that_hold_nothing_to_check_are_told_and_the_others_checked() {
    let folder = shared::fixture("sessions");
    let missing = folder.join("nowhere.jsonl");
    let good = session("harbour-2024-11-05.jsonl");
    for (path, says) in [
        (file("empty.jsonl", ""), "empty"),
        (file("blank.jsonl", "\n  \n\n"), "empty"),
        (folder, "directory"),
        (missing, "no such file"),
    ] {
        let run = check(&[], &[path.clone(), good.clone()]);
        assert_eq!(run.code, 1, "{}", path.display());
        assert_eq!(run.out, "34 documents: 0 changed, 0 refused, 0 deviating\n");
        let name = path.display().to_string();
        assert!(run.err.contains(&name) && run.err.contains(says), "{}", run.err);
        assert_eq!(check(&["--json"], &[path]).code, 1);
    }
}

#[test]
fn a_bare_message_needs_no_direction() {
    // The answer is read as the result of the request in front, whoever sent it.
    let text = [
        r#"{"jsonrpc":"2.0","id":"a","method":"roots/list"}"#,
        r#"{"jsonrpc":"2.0","id":"a","result":{"roots":[{"uri":7}]}}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":"a","result":{"tools":[{"name":"tide"}]}}"#,
    ]
    .join("\n");
    let run = check(&["--revision", "2025-11-25"], &[file("bare.jsonl", text)]);
    assert_eq!(run.summary(), "4 documents: 0 changed, 2 refused, 0 deviating");
    assert!(run.findings()[0].contains("bare.jsonl:2 /result/roots/0/uri: "), "{}", run.out);
    assert!(run.findings()[1].contains("bare.jsonl:4 /result/tools/0/inputSchema: "));
}

#[test]
fn a_session_that_names_no_known_revision_asks_for_one() {
    let text = r#"{"dir":"s2c","msg":{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2031-05-05","capabilities":{},"serverInfo":{"name":"quay","version":"7"}}}}"#;
    let path = file("future.jsonl", text);
    let run = check(&[], std::slice::from_ref(&path));
    assert_eq!((run.code, run.summary()), (1, "1 document: 0 changed, 1 refused, 0 deviating"));
    assert!(run.findings()[0].contains("--revision"), "{}", run.out);
    let run = check(&["--revision", "2025-11-25"], &[path]);
    assert_eq!((run.code, run.summary()), (0, "1 document: 0 changed, 0 refused, 0 deviating"));
}

#[test]
fn the_revision_that_is_asked_for_counts_for_all_messages() {
    // Audio is of 2025-03-26; the session says so itself.
    let path = session("harbour-2025-03-26.jsonl");
    let run = check(&["--revision", "2024-11-05"], &[path]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("ContentBlock has no type \"audio\""), "{}", run.out);
    assert!(run.out.contains("a batch, which this revision does not have"), "{}", run.out);
}

#[test]
fn byte_order_marks_and_line_ends_of_windows_are_no_fault() {
    let text = format!("\u{feff}{PING}\r\n\r\n{PONG}\r\n");
    let run = check(&["--revision", "2025-11-25"], &[file("windows.jsonl", text)]);
    assert_eq!(run.out, "2 documents: 0 changed, 0 refused, 0 deviating\n");
    assert_eq!(run.code, 0);
}

/// The limit is on the whole address space of the program, its own code included, and it is well
/// below the size of the file.
#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_file() {
    let data = "tide ".repeat(12_000);
    let mut text = String::new();
    while text.len() < 50_000_000 {
        let line = r#"{"jsonrpc":"2.0","method":"notifications/message","params":"#;
        writeln!(text, r#"{line}{{"level":"info","data":"{data}"}}}}"#).unwrap();
    }
    let documents = text.lines().count();
    let path = file("large.jsonl", text);
    // In KiB: the program itself counts too, and its data are a fraction of the file.
    let limit = std::fs::metadata(PROGRAM).unwrap().len() / 1024 + 8_000;
    let limited = format!(r#"ulimit -v {limit} && exec "$0" check --revision 2025-11-25 "$1""#);
    let run = Run::of(Command::new("sh").args(["-c", &limited, PROGRAM]).arg(&path));
    std::fs::remove_file(path).unwrap();
    assert_eq!(run.out, format!("{documents} documents: 0 changed, 0 refused, 0 deviating\n"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn recorded_traffic_in_one_run() {
    let Some(folder) = shared::shared("traffic") else { return };
    let run = check(&[], &shared::files(&folder, ".jsonl"));
    assert_eq!(run.code, 1);
    assert_eq!(run.summary(), "4267 documents: 0 changed, 13 refused, 75 deviating");
}
