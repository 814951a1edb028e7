//! Decisions that are missing, that fit nothing, or that the schemas say otherwise: each is told, and
//! says what to do.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::path::Path;

use support::{folder, put, run, snapshot, stderr, workspace};

/// Runs `check` over a copy of the real schemas with a part of one file said otherwise.
fn complaints(name: &str, file: &str, part: &str, otherwise: &str) -> Vec<String> {
    let root = folder(name);
    for (path, text) in snapshot(&workspace().join("schemas")) {
        put(&root.join(path.strip_prefix(workspace()).unwrap()), &text);
    }
    fs::copy(workspace().join("Cargo.toml"), root.join("Cargo.toml")).unwrap();
    let path = root.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(part), "{file} does not say {part}");
    put(&path, &text.replacen(part, otherwise, 1));
    let output = run(&root, &["check"]);
    assert!(!Path::new(&root).join("generated").exists());
    stderr(&output).lines().map(str::to_owned).collect()
}

#[test]
fn a_demanded_member_needs_a_decision() {
    let row = "[[mcp.default]]\nmembers = [\"ElicitRequestURLParams.elicitationId\"]";
    let other = "[[mcp.default]]\nmembers = [\"ElicitRequestURLParams.id\"]";
    assert_eq!(
        complaints("decisions_default", "schemas/lineage.toml", row, other),
        [
            "schemas/lineage.toml: `ElicitRequestURLParams.elicitationId` is demanded in 2025-11-25, \
             and not everywhere: say under `default` what its absence means elsewhere, or, without a \
             `value`, why nothing does",
            "schemas/lineage.toml: default of `ElicitRequestURLParams.id`: no revision demands it \
             more than another: take it out",
        ]
    );
}

#[test]
fn rows_of_nothing_are_told() {
    let (head, rows) = ("[mcp.results]\n", "[mcp.results]\nNobody = \"AnyCallToolResult\"\n");
    assert_eq!(
        complaints("decisions_results", "schemas/lineage.toml", head, rows),
        ["schemas/lineage.toml: result `Nobody`: it answers no method: take it out"]
    );
    let (head, rows) = ("[mcp.rules]\n", "[mcp.rules]\nNobody = \"why\"\n");
    assert_eq!(
        complaints("decisions_rules", "schemas/lineage.toml", head, rows),
        ["schemas/lineage.toml: rule of `Nobody`: the model has no such definition: take it out"]
    );
}

#[test]
fn the_schema_says_who_sends_what() {
    let row = "kind = \"request\"\nfrom = \"client\"\ndefinition = \"CompleteRequest\"";
    let said =
        complaints("decisions_from", "schemas/methods.toml", row, &row.replace("client", "server"));
    assert!(said.contains(
        &"schemas/methods.toml: 2025-11-25, by its `ClientRequest`: `CompleteRequest` is sent by \
          this side too: correct `from`"
            .into()
    ));
    let row = "result = \"CompleteResult\"";
    let other = "result = \"ElicitResult\"";
    let said = complaints("decisions_answer", "schemas/methods.toml", row, other);
    assert!(
        said.contains(
            &"schemas/methods.toml: 2025-11-25, by its `ServerResult`: `ElicitResult` answers no \
              request of `completion/complete`: correct the `result`"
                .into()
        ),
        "{said:?}"
    );
}

#[test]
fn the_manifest_has_a_feature_for_each_revision() {
    let line = "ahp_v1_0 = [\"ahp\"]\n";
    assert_eq!(
        complaints("decisions_feature", "Cargo.toml", line, ""),
        ["Cargo.toml#/features/ahp_v1_0: it is missing, or has other parts: write `ahp_v1_0 = \
          [\"ahp\"]`"]
    );
    let (part, rest) = ("\"convert\", \"v2024_11_05\", ", "\"convert\", ");
    assert_eq!(
        complaints("decisions_features", "Cargo.toml", part, rest),
        ["Cargo.toml#/features/default: it lacks revisions: add \"v2024_11_05\""]
    );
}
