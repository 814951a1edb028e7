//! `diff` names every definition and member that an independent comparison of the official schemas
//! found, where that comparison is at hand.
#![allow(missing_docs)]

use std::path::Path;

use mcp_revisions_codegen::diff::diff;

/// What one pair of revisions is said to differ in.
struct Pair<'a> {
    older: &'a str,
    newer: &'a str,
    body: &'a str,
}

fn pairs(text: &str) -> Vec<Pair<'_>> {
    let rule = "=".repeat(100);
    let parts: Vec<&str> = text.split(&rule).collect();
    parts
        .windows(2)
        .skip(1)
        .step_by(2)
        .filter_map(|pair| {
            let [title, body] = pair else { return None };
            let (older, newer) = title.trim().split_once("  ->  ")?;
            Some(Pair { older, newer, body })
        })
        .collect()
}

/// The names listed under a heading.
fn listed<'a>(body: &'a str, heading: &str) -> Vec<&'a str> {
    let Some((_, after)) = body.split_once(&format!("\n-- {heading}\n")) else { return Vec::new() };
    let lines = after.lines().take_while(|line| line.starts_with("   "));
    lines.filter_map(|line| line.split_whitespace().next()).collect()
}

/// The members said to have come or gone, each with its definition.
fn members(body: &str) -> Vec<(&str, String)> {
    let Some((_, changes)) = body.split_once("-- changes, definition by definition") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut definition = "";
    for line in changes.lines() {
        if let Some(name) = line.strip_prefix("   ").filter(|rest| !rest.starts_with(' ')) {
            definition = name.split_whitespace().next().unwrap_or_default();
        }
        let mut words = line.split_whitespace();
        let (Some(what), Some(pointer)) = (words.next(), words.next()) else { continue };
        if (what.starts_with("+prop") || what.starts_with("-prop")) && pointer.starts_with('/') {
            let member = pointer.rsplit('/').next().unwrap_or_default();
            found.push((definition, member.replace("~1", "/")));
        }
    }
    found
}

#[test]
fn no_definition_or_member_is_missing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let facts = root.join("../shared/mcp/facts/structural-diff.txt");
    let Ok(text) = std::fs::read_to_string(&facts) else {
        println!("skipped: {} is not there", facts.display());
        return;
    };
    let mut looked_for = 0;
    for Pair { older, newer, body } in pairs(&text) {
        let ours = diff(&root.join("schemas"), Some("mcp"), older, newer).unwrap();
        let shown = ours.print(false);
        for name in listed(body, "added").into_iter().chain(listed(body, "removed")) {
            looked_for += 1;
            assert!(shown.contains(name), "{older} -> {newer}: {name} is missing");
        }
        for (definition, member) in members(body) {
            looked_for += 1;
            // A member of an object that became a definition stands with that definition.
            let own = ours.changed.iter().filter(|(name, _)| name == definition);
            let mut lines = own.flat_map(|(_, lines)| lines).map(|line| &line.text);
            let in_new = ours.added.iter().any(|(_, body)| body.contains(&member));
            assert!(
                in_new || lines.any(|line| line.contains(&member)),
                "{older} -> {newer}: {definition}.{member} is missing"
            );
        }
    }
    assert!(looked_for > 200, "only {looked_for} names were found in {}", facts.display());
    println!("{looked_for} definitions and members are named");
}
