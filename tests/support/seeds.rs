//! The fixtures as inputs of the fuzz targets.

#![allow(dead_code, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use mcp_revisions::Json;

use super::targets::{REVISIONS, names};

/// The inputs of a target.
pub(crate) fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut seeds = match target {
        "generate" => schemas(),
        "convert" => convertible(),
        _ => documents(),
    };
    seeds.extend(found(target));
    seeds
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().find(|folder| folder.join("schemas/sources.toml").exists());
    root.expect("the repository is above").to_owned()
}

/// What fuzzing has found: `tests/fixtures/fuzz/TARGET-…`, each a file that once was too much.
fn found(target: &str) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(root().join("tests/fixtures/fuzz")).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(target))
    });
    files.sort();
    files.iter().map(|file| std::fs::read(file).expect("a file")).collect()
}

fn input(revision: usize, definition: u8, text: &str) -> Vec<u8> {
    let mut input = vec![u8::try_from(revision).expect("few"), definition];
    input.extend_from_slice(text.as_bytes());
    input
}

/// The sessions, in pieces and each message alone, and the cases.
fn documents() -> Vec<Vec<u8>> {
    let mut seeds = BTreeSet::new();
    for (at, revision) in REVISIONS.iter().enumerate() {
        for start in ["harbour", "untidy"] {
            let file = root().join(format!("tests/fixtures/sessions/{start}-{revision}.jsonl"));
            let Ok(text) = read_to_string(file) else { continue };
            let lines: Vec<&str> = text.lines().collect();
            for piece in lines.chunks(6) {
                seeds.insert(input(at, 0, &piece.join("\n")));
            }
            for (index, line) in lines.iter().enumerate() {
                let next = lines.get(index + 1).copied().unwrap_or_default();
                seeds.insert(input(at, 0, &format!("{line}\n{next}")));
            }
        }
    }
    let cases = read_to_string(root().join("tests/fixtures/cases.jsonl")).expect("the cases");
    for case in cases.lines() {
        let case: Json = case.parse().expect("a case");
        let text = |name: &str| case.get(name).and_then(|value| value.as_string());
        let Some(document) = case.get("input") else { continue };
        let revision = text("revision").or_else(|| text("from")).unwrap_or_default();
        let Some(at) = REVISIONS.iter().position(|known| known.as_str() == revision) else {
            continue;
        };
        let name = text("type").unwrap_or_default();
        let definition = names(REVISIONS[at]).iter().position(|known| *known == name);
        let definition = definition.and_then(|at| u8::try_from(at + 1).ok()).unwrap_or(0);
        seeds.insert(input(at, definition, document.as_str()));
    }
    seeds.into_iter().collect()
}

/// The same, each into one or two other revisions, in turn.
fn convertible() -> Vec<Vec<u8>> {
    let documents = documents().into_iter().enumerate();
    let aimed = documents.flat_map(|(index, document)| {
        (0..2).map(move |step| {
            let to = u8::try_from((index + step * 3) % 5).unwrap_or(0);
            let how = u8::try_from(index % 8).unwrap_or(0);
            [&[to, how], document.as_slice()].concat()
        })
    });
    aimed.collect()
}

/// Definitions of the schemas, a few at a time so that each is small, and bytes to grow schemas from.
fn schemas() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for revision in ["2024-11-05", "2026-07-28"] {
        let file = root().join(format!("schemas/mcp/{revision}.json"));
        let schema = read_to_string(file).expect("a schema");
        let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
        for (name, body) in schema["definitions"].as_object().expect("definitions") {
            if !body.to_string().contains("$ref") {
                seeds.push(format!(r#"{{"definitions":{{"{name}":{body}}}}}"#).into_bytes());
            }
        }
    }
    let mut rng = fastrand::Rng::with_seed(5);
    seeds.extend((0..200).map(|_| (0..rng.usize(..80)).map(|_| rng.u8(..)).collect()));
    seeds
}
