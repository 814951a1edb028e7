//! The official examples of 2026-07-28, each read as the type that it is an example of.

#![allow(clippy::unwrap_used)]

#[path = "support/faults.rs"]
mod faults;
#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/shared.rs"]
mod shared;

use mcp_revisions::Revision;
use mcp_revisions::check::{definition, document};

#[test]
fn official_examples_come_back_equal() {
    let Some(folder) = shared::shared("mcp/upstream/2026-07-28/examples") else { return };
    let oracle = oracle::Oracle::new();
    let mut count = 0;
    for kind in shared::files(&folder, "") {
        let name = kind.file_name().unwrap().to_string_lossy().into_owned();
        let definition = definition(Revision::V2026_07_28, &name).unwrap();
        for path in shared::files(&kind, ".json") {
            count += 1;
            let text = std::fs::read_to_string(&path).unwrap();
            let findings = document(definition, &text);
            let value = serde_json::from_str(&text).unwrap();
            let faults = oracle.document("2026-07-28", &name, &value);
            let file = path.file_name().unwrap().to_string_lossy();
            assert!(findings.is_empty(), "{name}/{file}: {findings:?}");
            assert_eq!(faults, faults::Faults::default(), "{name}/{file}");
        }
    }
    assert_eq!(count, 129);
}
