//! The next version of the Agent Host Protocol needs data only: a changed schema is imported,
//! generated and compiled, and no code is touched.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use support::{folder, put, run, stderr, workspace};

/// A program that uses what the next version brings, and the version before beside it.
const PROBE: &str = r##"//! What the next version brings.

use next::ahp::{Version, v1_0, v1_1};
use next::check::Schema;

fn main() {
    // The renamed definition, the new kind of attachment, and the new required member.
    let canvas = v1_1::CanvasLink::new("ahp-canvas:/1");
    let voice = v1_1::MessageAttachment::from(v1_1::MessageVoiceAttachment::new("memo", 2));
    let text = next::to_string(&voice).unwrap();
    assert_eq!(text, r#"{"type":"voice","label":"memo","seconds":2}"#);
    let read: v1_0::MessageAttachment = next::from_str(&text).unwrap();
    assert!(matches!(read, v1_0::MessageAttachment::Unknown(_)));
    assert_eq!(next::to_string(&read).unwrap(), text);
    let option = r#"{"id":"a","label":"A"}"#;
    assert!(next::from_str::<v1_0::ChatInputOption>(option).is_ok());
    let error = next::from_str::<v1_1::ChatInputOption>(option).unwrap_err();
    assert_eq!(error.path(), "weight");
    // It is known by name wherever versions are.
    assert_eq!(Version::V1_1.to_string(), "1.1.0");
    assert_eq!("ahp/1.1.7".parse(), Ok(Schema::AhpV1_1));
    println!("{canvas:?} {voice:?}");
}
"##;

/// What the new things are for.
const DOCS: &str = r#"
CanvasLink.doc = "A canvas that a chat shows."
MessageVoiceAttachment.doc = "A voice."
MessageVoiceAttachment.members.seconds = "Length in seconds."
ChatInputOption.members.weight = "Place among the options."
"#;

const MANIFEST: &str = r#"
[workspace]

[package]
name = "next"
edition = "2024"

[features]
default = ["std", "check", "ahp_v1_0", "ahp_v1_1"]
check = []
std = ["serde_core/std", "serde_json/std"]
ahp = []
ahp_v1_0 = ["ahp"]
ahp_v1_1 = ["ahp"]

[lints.rust]
missing_docs = "deny"
unexpected_cfgs = "allow"

[dependencies]
serde_core = { version = "1.0.220", default-features = false, features = ["alloc"] }
serde_json = { version = "1.0.145", default-features = false, features = ["alloc", "raw_value"] }
"#;

/// Every reference to a definition under its new name.
fn rename(schema: &mut Value, from: &str, to: &str) {
    match schema {
        Value::String(text) if *text == format!("#/definitions/{from}") => {
            *text = format!("#/definitions/{to}");
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, from, to)),
        Value::Object(members) => members.values_mut().for_each(|value| rename(value, from, to)),
        _ => {}
    }
}

/// What another version may change.
fn next_schema() -> Value {
    let text = fs::read_to_string(workspace().join("schemas/ahp/1.0.0.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    rename(&mut schema, "CanvasReference", "CanvasLink");
    let definitions = schema["definitions"].as_object_mut().unwrap();
    let canvas = definitions.shift_remove("CanvasReference").unwrap();
    definitions.insert("CanvasLink".into(), canvas);
    definitions.insert(
        "MessageVoiceAttachment".into(),
        json!({
            "type": "object",
            "properties": {
                "type": {"const": "voice"},
                "label": {"type": "string"},
                "seconds": {"type": "number"}
            },
            "required": ["label", "seconds", "type"]
        }),
    );
    let kinds = definitions["MessageAttachment"]["oneOf"].as_array_mut().unwrap();
    kinds.push(json!({"$ref": "#/definitions/MessageVoiceAttachment"}));
    let option = &mut definitions["ChatInputOption"];
    option["properties"]["weight"] = json!({"type": "integer"});
    option["required"].as_array_mut().unwrap().push(json!("weight"));
    schema
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

#[test]
fn the_next_version_is_data() {
    let root = folder("ahp_next");
    copy(&workspace().join("schemas"), &root.join("schemas"));
    copy(&workspace().join("src"), &root.join("src"));
    fs::remove_dir_all(root.join("src/bin")).unwrap();
    put(&root.join("next.json"), &next_schema().to_string());

    let import = ["import", "next.json", "--protocol", "ahp", "--revision", "1.1.0", "--root", "."];
    let imported = run(&root, &import);
    assert!(imported.status.success(), "{}", stderr(&imported));
    let path = root.join("schemas/sources.toml");
    let text = fs::read_to_string(&path).unwrap();
    let named = "revision = \"1.1.0\"\n";
    put(&path, &text.replace(named, &format!("{named}doc = \"Version 1.1.\"\n")));
    // What was decided for the version before holds for this one, too.
    for table in ["errata.toml", "methods.toml"] {
        let path = root.join("schemas").join(table);
        let text = fs::read_to_string(&path).unwrap();
        put(&path, &text.replace("revisions = [\"1.0.0\"]", "revisions = [\"1.0.0\", \"1.1.0\"]"));
    }
    let docs = root.join("schemas/docs/ahp/tools.toml");
    let text = fs::read_to_string(&docs).unwrap();
    put(&docs, &(text + DOCS));
    let generated = run(&root, &["generate"]);
    assert!(generated.status.success(), "{}", stderr(&generated));

    put(&root.join("Cargo.toml"), MANIFEST);
    put(&root.join("examples/probe.rs"), PROBE);
    fs::copy(workspace().join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
    let probe = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--example", "probe"])
        .env("CARGO_TARGET_DIR", root.join("target"))
        .current_dir(&root)
        .output()
        .unwrap();
    assert!(probe.status.success(), "{}", stderr(&probe));
}
