//! What the documents say is so: their links lead somewhere, and their commands print what they
//! show. Their Rust code is run as doc tests.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]
#![cfg(feature = "cli")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mcp_revisions::convert::{Feature, Session, Tolerance};
use mcp_revisions::message::Direction;
use mcp_revisions::{Revision, check};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|cause| panic!("{path}: {cause}"))
}

fn documents() -> Vec<String> {
    let mut found: Vec<String> =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "generated/features.md"]
            .map(String::from)
            .into();
    for entry in fs::read_dir(root().join("src/guide")).unwrap() {
        found.push(format!("src/guide/{}", entry.unwrap().file_name().to_string_lossy()));
    }
    found
}

/// The blocks between fences that begin with `fence`.
fn blocks<'a>(text: &'a str, fence: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(&format!("\n{fence}\n")) {
        let (block, after) = after.split_once("\n```").expect("a fence that ends");
        found.push(block);
        rest = after;
    }
    found
}

/// The text without what stands between fences and in code spans, where brackets are no links.
fn prose(text: &str) -> String {
    let outside = text.split("\n```").step_by(2);
    outside.flat_map(|part| part.split('`').step_by(2)).collect::<Vec<_>>().join(" ")
}

/// A heading as the anchor that it becomes.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = prose(&read(&document));
        for after in text.split("](").skip(1) {
            let target = after.split(')').next().unwrap();
            if target.contains("://") || target.contains("::") || target.starts_with("mod@") {
                continue;
            }
            let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
            let folder = Path::new(&document).parent().unwrap();
            let file = if path.is_empty() {
                root().join(&document)
            } else {
                root().join(folder).join(path)
            };
            let there = file.exists()
                && (fragment.is_empty()
                    || fs::read_to_string(&file).is_ok_and(|text| {
                        text.lines()
                            .filter_map(|line| line.trim_start_matches('#').strip_prefix(' '))
                            .any(|heading| anchor(heading) == fragment)
                    }));
            if !there {
                broken.push(format!("{document}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    let readme = read("README.md");
    let mut runs = 0;
    for block in blocks(&readme, "```console") {
        let (command, shown) = block.split_once('\n').unwrap_or((block, ""));
        let Some(arguments) = command.strip_prefix("$ cargo run --features cli -- ") else {
            assert_eq!(command, "$ cargo test --workspace --all-features");
            continue;
        };
        let output = Command::new(env!("CARGO_BIN_EXE_mcp-revisions"))
            .args(arguments.split_whitespace())
            .current_dir(root())
            .output()
            .unwrap();
        let printed = [output.stderr, output.stdout].concat();
        let printed = String::from_utf8(printed).unwrap();
        // What is shown is all of it, or its beginning.
        let matches = match shown.strip_suffix("\n…") {
            Some(start) => printed.starts_with(&format!("{start}\n")),
            None => printed == format!("{shown}\n"),
        };
        assert!(matches, "{command}\nprints\n{printed}");
        assert!(!shown.is_empty(), "{command}");
        runs += 1;
    }
    assert_eq!(runs, 2);
}

#[test]
fn the_readme_names_every_revision_and_every_feature_of_cargo() {
    let readme = read("README.md");
    for revision in Revision::RELEASED {
        let module = format!("`v{}`", revision.as_str().replace('-', "_"));
        assert!(readme.contains(&format!("[{revision}]")), "{revision}");
        assert_eq!(readme.matches(&module).count(), 2, "{module} in both tables");
    }
    let manifest: toml::Value = toml::from_str(&read("Cargo.toml")).unwrap();
    let table = readme.split("## Cargo features").nth(1).unwrap();
    for name in manifest["features"].as_table().unwrap().keys().filter(|name| *name != "default") {
        assert!(table.contains(&format!("`{name}`")), "{name}");
    }
    let rust = manifest["workspace"]["package"]["rust-version"].as_str().unwrap();
    assert!(readme.contains(&format!("Rust {rust} or newer")), "{rust}");
}

#[test]
fn the_changelog_names_the_commit_of_every_schema() {
    let changelog = read("CHANGELOG.md");
    let sources: toml::Value = toml::from_str(&read("schemas/sources.toml")).unwrap();
    for source in sources["source"].as_array().unwrap() {
        let revision = source["revision"].as_str().unwrap();
        if let Some(commit) = source.get("commit").and_then(|commit| commit.as_str()) {
            let told =
                changelog.lines().any(|line| line.contains(revision) && line.contains(commit));
            assert!(told, "{revision} {commit}");
        }
    }
}

#[test]
fn the_page_of_features_has_a_row_for_each() {
    let page = read("generated/features.md");
    let rows: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| **")?.split_once("**").map(|(id, _)| id))
        .collect();
    let known: BTreeSet<&str> = Feature::ALL.iter().map(|feature| feature.id()).collect();
    assert_eq!(rows, known);
    for feature in Feature::ALL {
        let [_, _, done] = feature.conversion();
        if done.starts_with("rules/") {
            assert!(root().join("src/convert").join(format!("{done}.rs")).exists(), "{done}");
        }
    }
}

#[test]
fn the_package_holds_what_users_need() {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "-p", "mcp-revisions"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = String::from_utf8(output.stdout).unwrap();
    let files: BTreeSet<&str> = files.lines().collect();
    for needed in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "NOTICE", "generated/mod.rs"] {
        assert!(files.contains(needed), "{needed}");
    }
    let rest = files.iter().filter(|file| {
        let source = file.starts_with("src/") || file.starts_with("generated/");
        (source && file.ends_with("api.txt")) || (!source && file.contains('/'))
    });
    assert_eq!(rest.count(), 0, "{files:?}");
}

#[test]
fn every_rust_block_of_the_readme_and_the_guide_is_run() {
    let lib = [read("src/guide.rs"), read("src/lib.rs")].concat();
    for document in documents() {
        let text = read(&document);
        let fences: Vec<&str> = text.lines().filter(|line| line.starts_with("```")).collect();
        // What opens a block of Rust; others name their language.
        let rust = fences.iter().step_by(2).filter(|fence| matches!(**fence, "```" | "```rust"));
        let name = document.rsplit('/').next().unwrap();
        let included = lib.contains(&format!("{name}\")"));
        assert!(rust.count() == 0 || included, "{document} is in no module, so nothing runs it");
        assert!(!text.contains("```ignore") && !text.contains("no_run"), "{document}");
    }
}

#[test]
fn every_revision_stands_in_every_table() {
    let message =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let manifest: toml::Value = toml::from_str(&read("Cargo.toml")).unwrap();
    for revision in Revision::RELEASED {
        assert!(check::definition(revision, "Tool").is_some(), "{revision}");
        assert!(check::passage(revision, revision, "Tool").is_some(), "{revision}");
        let findings = check::Session::new(revision).message(message, Some(Direction::FromClient));
        assert!(findings.is_empty(), "{revision} {findings:?}");
        let mut session = Session::new(revision, revision, Tolerance::Lossless);
        let crossed = session.message(message, Direction::FromClient).unwrap().remove(0).unwrap();
        assert!(crossed.value().is_some(), "{revision}");
        for list in ["default", "cli"] {
            let feature = format!("v{}", revision.as_str().replace('-', "_"));
            let list = manifest["features"][list].as_array().unwrap();
            assert!(list.iter().any(|known| known.as_str() == Some(&feature)), "{feature}");
        }
    }
    assert_eq!(Revision::RELEASED.last(), Some(&Revision::NEWEST));
}
