//! Nothing in the generator names a thing of a protocol: what it knows comes from its inputs.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use heck::ToUpperCamelCase;

/// Words that the generator uses of itself: its own types, and those of the runtime that it prints.
const OWN: &[&str] = &["JsonObject", "ErrorData"];

/// Definitions, methods, features and revisions of every protocol, as they stand in the inputs.
fn names(schemas: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let toml = |file: &str| -> toml::Table {
        toml::from_str(&std::fs::read_to_string(schemas.join(file)).unwrap()).unwrap()
    };
    for source in toml("sources.toml")["source"].as_array().unwrap() {
        let text = |name: &str| source.get(name).and_then(toml::Value::as_str);
        names.extend(text("revision").map(str::to_owned));
        let file = schemas.join(text("file").unwrap_or_default());
        let Ok(schema) = std::fs::read_to_string(file) else { continue };
        let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
        names.extend(schema["definitions"].as_object().unwrap().keys().cloned());
    }
    for method in toml("methods.toml")["method"].as_array().unwrap() {
        names.insert(method["name"].as_str().unwrap().to_owned());
    }
    for feature in toml("lineage.toml")["mcp"]["feature"].as_array().unwrap() {
        names.insert(feature["id"].as_str().unwrap().to_upper_camel_case());
    }
    // Names of one word are words of the language, too.
    let is_name = |name: &String| {
        let humps = name.chars().filter(char::is_ascii_uppercase).count();
        (humps > 1 || name.contains(['/', '-'])) && !OWN.contains(&name.as_str())
    };
    names.into_iter().filter(is_name).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn the_generator_names_no_thing_of_a_protocol() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = names(&root.join("../schemas"));
    assert!(names.len() > 300, "{}", names.len());
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        // Examples in comments and in tests may be of a protocol.
        let code = text.split("#[cfg(test)]").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let inside = |c: char| c.is_alphanumeric() || "/-_.".contains(c);
            for word in line.split(|c| !inside(c)).filter(|word| names.contains(*word)) {
                found.push(format!("{}: {word}: {line}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
