//! The example crate, whose build script makes types of a schema of its own: it builds, and prints
//! what its text promises.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use std::process::Command;

use support::{stderr, stdout, workspace};

#[test]
fn types_of_an_own_schema_are_built_and_used() {
    // The target folder that this test was built into: what it needs is mostly there.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "own-schema", "--target-dir"])
        .arg(target)
        .current_dir(workspace())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stdout(&output);
    let lines: Vec<&str> = said.lines().collect();
    let [kind, value, document, error] = lines.as_slice() else { panic!("{said}") };
    assert_eq!(*kind, "/jobs/1/task: Task has no kind \"shred\" in this schema");
    assert_eq!(*value, "/jobs/1/priority: Priority has no value \"urgent\" in this schema");
    for part in [
        r#"{"jobs":[{"id":1,"task":{"kind":"resize","source":"a.png","width":320},"owner":null}"#,
        r#"{"id":"b","task":{"kind":"shred","paper":"A4"},"priority":"urgent","weight":1.50}"#,
        r#""then":{"id":3,"task":{"kind":"mail","to":{"list":"owners"}}}"#,
        r#""name":"nightly","region":"north"}"#,
    ] {
        assert!(document.contains(part), "{part} is not in {document}");
    }
    assert!(error.starts_with("jobs[0].task.to.list: invalid type: integer `7`"), "{error}");
}
