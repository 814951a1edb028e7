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

/// Where the pages of the guide stand once the crate is released.
const PAGES: &str = "https://docs.rs/mcp-revisions/latest/mcp_revisions/guide/";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|cause| panic!("{path}: {cause}"))
}

/// Every document of the repository.
fn documents() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_dir() {
                if !name.starts_with('.') && name != "target" {
                    folders.push(entry.path());
                }
            } else if name.ends_with(".md") {
                let path = entry.path();
                found.push(path.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    assert!(found.len() >= 9, "{found:?}");
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
fn every_link_into_the_repository_leads_somewhere() {
    let mut broken = Vec::new();
    let guide = read("src/guide.rs");
    for document in documents() {
        let text = prose(&read(&document));
        for after in text.split("](").skip(1) {
            let target = after.split(')').next().unwrap();
            // Pages of this crate on docs.rs are modules of the guide.
            if let Some(page) = target.strip_prefix(PAGES) {
                let module = format!("pub mod {} {{}}", page.trim_end_matches('/'));
                if !guide.contains(&module) {
                    broken.push(format!("{document}: {target}"));
                }
                continue;
            }
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
fn the_commands_that_documents_give_name_what_is_there() {
    let mut commands = 0;
    for document in documents() {
        let text = read(&document);
        let shell = blocks(&text, "```sh").into_iter().flat_map(str::lines);
        let console = blocks(&text, "```console").into_iter().flat_map(str::lines);
        let console = console.filter_map(|line| line.strip_prefix("$ "));
        let spans = text.split('`').skip(1).step_by(2).filter(|span| span.starts_with("cargo "));
        for line in shell.chain(console).chain(spans) {
            let line = line.split(" #").next().unwrap();
            let words: Vec<&str> = line.split_whitespace().collect();
            // What is measured stands in a workspace of its own, where its commands are run.
            let folders = [root(), root().join("benches/peers")];
            let there = |path: &str| folders.iter().any(|folder| folder.join(path).exists());
            for pair in words.windows(2) {
                let found = match pair {
                    ["--manifest-path" | "--fuzz-dir", path] => there(path),
                    ["--example", name] => there(&format!("examples/{name}.rs")),
                    ["--bin", "seeds"] => there("tests/fuzz/seeds.rs"),
                    ["--bin", name] => there(&format!("src/bin/{name}.rs")),
                    _ => continue,
                };
                assert!(found, "{document}: {line}");
            }
            match words.first() {
                Some(&"cargo") => commands += 1,
                Some(program) if program.contains('/') => assert!(there(program), "{line}"),
                _ => {}
            }
        }
    }
    assert!(commands > 20, "{commands}");
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
    let version = manifest["workspace"]["package"]["version"].as_str().unwrap();
    let (compatible, _) = version.rsplit_once('.').unwrap();
    let dependency = format!("[dependencies]\nmcp-revisions = \"{compatible}\"");
    assert_eq!(blocks(&readme, "```toml"), [dependency], "of {version}");
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
        let others = ["```console", "```sh", "```text", "```toml"];
        let rust = fences.iter().step_by(2).filter(|fence| !others.contains(fence));
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
