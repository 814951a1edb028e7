//! The official examples of 2026-07-28, each read as the type that it is an example of.

#![allow(clippy::unwrap_used)]

#[path = "support/faults.rs"]
mod faults;
#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/shared.rs"]
mod shared;

use std::collections::BTreeSet;

use mcp_revisions::Revision;
use mcp_revisions::check::{definition, document};

/// Examples that their own type refuses, with the members that they leave out. This result is to be
/// cached, yet does not say for how long; the official schema lets it pass since an alternative of
/// the response, the result that asks for input, requires nothing but some `resultType`.
const FAULTY: [(&str, &str, [&str; 2]); 1] = [(
    "ReadResourceResultResponse",
    "read-resource-result-response.json",
    ["/result/cacheScope", "/result/ttlMs"],
)];

#[test]
fn official_examples_come_back_equal() {
    let Some(folder) = shared::shared("mcp/upstream/2026-07-28/examples") else { return };
    let oracle = oracle::Oracle::new();
    let mut count = 0;
    let mut faulty = 0;
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
            let known = FAULTY.iter().find(|(of, name_of, _)| *of == name && *name_of == file);
            let Some((_, _, members)) = known else {
                assert!(findings.is_empty(), "{name}/{file}: {findings:?}");
                assert_eq!(faults, faults::Faults::default(), "{name}/{file}");
                continue;
            };
            faulty += 1;
            assert_eq!(faults.refused, BTreeSet::from(members.map(str::to_owned)), "{name}/{file}");
            let [finding] = &findings[..] else { panic!("{name}/{file}: {findings:?}") };
            assert!(faults.refused.contains(&finding.pointer), "{name}/{file}: {finding}");
        }
    }
    assert_eq!((count, faulty), (129, FAULTY.len()));
}
