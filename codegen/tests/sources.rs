//! The table of schemas: names of modules, and what it refuses.

use mcp_revisions_codegen::error::Errors;
use mcp_revisions_codegen::sources::{Sources, is_revision, module_name};

#[test]
fn a_revision_names_its_module() {
    let cases = [
        ("2025-11-25", "v2025_11_25"),
        ("draft", "draft"),
        ("1.0.0", "v1_0"),
        ("1.12.3", "v1_12"),
        ("2.0.0-rc.1", "v2_0_rc_1"),
    ];
    for (revision, module) in cases {
        assert!(is_revision(revision), "{revision}");
        assert_eq!(module_name(revision), module);
    }
    for wrong in ["", "1.0", "2025-1-1", "next", "1.0.0-", "../draft"] {
        assert!(!is_revision(wrong), "{wrong}");
    }
}

#[test]
fn a_wrong_table_is_told_with_its_line() {
    let text = "[[source]]\nprotocol = \"mcp\"\ncolour = 1\n";
    let message = Sources::parse(text, "sources.toml").map_err(|errors| Errors(errors).to_string());
    let message = message.err().unwrap_or_default();
    assert!(message.contains("line 3") && message.contains("colour"), "{message}");
}
