//! `verify`: the same, only other prose, or other things said.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::PathBuf;
use support::{folder, put, run, stderr, stdout};

const OFFICIAL: &str = r##"{"$defs":{
    "Id": {"type": "string"},
    "Pet": {"description": "A pet.", "properties": {"id": {"$ref": "#/$defs/Id"}, "legs": {"type": "integer"}}, "required": ["id"], "type": "object"}
}}"##;

/// A workspace with one schema, imported from [`OFFICIAL`].
fn workspace(name: &str) -> PathBuf {
    let folder = folder(name);
    put(&folder.join("1.0.0/schema.json"), OFFICIAL);
    put(&folder.join("schemas/sources.toml"), "");
    let args = ["import", "1.0.0/schema.json", "--protocol", "pets", "--revision", "1.0.0"];
    let output = run(&folder, &args);
    assert!(output.status.success(), "{}", stderr(&output));
    folder
}

#[test]
fn the_same_file() {
    let folder = workspace("verify-same");
    let output = run(&folder, &["verify", "1.0.0/schema.json"]);
    assert_eq!(stdout(&output), "1.0.0: same (2 definitions), sha256 matches the recorded one\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn other_prose() {
    let folder = workspace("verify-prose");
    put(&folder.join("1.0.0/schema.json"), &OFFICIAL.replace("A pet.", "An animal."));
    let output = run(&folder, &["verify", "1.0.0/schema.json"]);
    assert_eq!(
        stdout(&output),
        "1.0.0: same (2 definitions), sha256 differs from the recorded one: only prose or layout \
         changed\n"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn another_structure() {
    let folder = workspace("verify-structure");
    let text = OFFICIAL
        .replace(r#""integer""#, r#""number""#)
        .replace(r#""required": ["id"], "#, "")
        .replace(r#""Id": "#, r#""Name": {"type": "string"}, "Id": "#);
    put(&folder.join("new.json"), &text);
    let output = run(&folder, &["verify", "new.json", "--revision", "1.0.0"]);
    assert_eq!(
        stdout(&output),
        "1.0.0: 3 differences from new.json\n\
         \x20 /definitions/Pet/properties/legs/type: \"integer\" here, \"number\" in new.json\n\
         \x20 /definitions/Pet/required: [\"id\"] here, nothing in new.json\n\
         \x20 /definitions/Name: nothing here, {\"type\":\"string\"} in new.json\n"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_path_that_names_no_revision() {
    let folder = workspace("verify-hint");
    put(&folder.join("other.json"), OFFICIAL);
    assert_eq!(
        stderr(&run(&folder, &["verify", "other.json"])),
        "other.json: its path names no revision: pass --revision, one of 1.0.0\n"
    );
    assert_eq!(
        stderr(&run(&folder, &["verify", "other.json", "--revision", "2.0.0"])),
        "other.json: sources.toml has no revision 2.0.0: it has 1.0.0\n"
    );
}

#[test]
fn a_committed_schema_that_was_edited() {
    let folder = workspace("verify-edited");
    let committed = folder.join("schemas/pets/1.0.0.json");
    let text = std::fs::read_to_string(&committed).unwrap();
    put(&committed, &text.replace("integer", "number"));
    let output = run(&folder, &["verify", "1.0.0/schema.json"]);
    assert_eq!(
        stderr(&output).split_once(": ").unwrap().1,
        "not the text that sources.toml records: it is written by import only, so import the \
         official schema again, and put corrections into errata.toml\n"
    );
    assert_eq!(output.status.code(), Some(1));
}
