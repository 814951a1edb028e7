//! Errata: those of this repository apply, and one that does not is told by its row.

#![allow(clippy::unwrap_used)]

mod support;

use mcp_revisions_codegen::error::Errors;
use mcp_revisions_codegen::{errata, sources};
use serde_json::{Value, json};

fn schema() -> Value {
    json!({"definitions": {
        "Count": {"type": "integer"},
        "Pet": {"properties": {"name": {"type": "string"}}, "required": ["name"], "type": "object"},
    }})
}

/// What applying one row to [`schema`] gives: the schema, or the complaints.
fn apply(row: &str) -> Result<Value, String> {
    let head = "[[erratum]]\nprotocol = \"pets\"\nrevisions = [\"1.0.0\"]\nreason = \"a test\"\n";
    errata::parse(&format!("{head}{row}"))
        .and_then(|errata| errata::apply(&schema(), "pets", "1.0.0", &errata))
        .map_err(|errors| Errors(errors).to_string())
}

#[test]
fn a_row_replaces_adds_and_removes() {
    let replaced = apply(
        r#"
        at = "/definitions/Count"
        expect = '{"type":"integer"}'
        replace = '{"x-known":["b","a"],"type":"string"}'
        "#,
    );
    let known = json!({"type": "string", "x-known": ["b", "a"]});
    assert_eq!(replaced.unwrap().pointer("/definitions/Count"), Some(&known));

    let added = apply(
        r##"
        at = ["/definitions/Pet/properties/age", "/definitions/Pet/properties/a~1b"]
        add = '{"$ref":"#/definitions/Count"}'
        "##,
    );
    let added = added.unwrap();
    let count = json!({"$ref": "#/definitions/Count"});
    assert_eq!(added.pointer("/definitions/Pet/properties/age"), Some(&count));
    assert_eq!(added.pointer("/definitions/Pet/properties/a~1b"), Some(&count));

    let removed = apply(
        r#"
        at = "/definitions/Pet/required"
        expect = '["name"]'
        remove = true
        "#,
    );
    assert_eq!(removed.unwrap().pointer("/definitions/Pet/required"), None);
}

#[test]
fn a_row_that_no_longer_applies_is_an_error() {
    let cases = [
        (
            "at = '/definitions/Count'\nexpect = '{\"type\":\"number\"}'\nreplace = '{}'",
            "schemas/errata.toml: erratum 1 (a test): /definitions/Count of pets 1.0.0 is \
             {\"type\":\"integer\"}, not {\"type\":\"number\"} as the row expects: remove or \
             correct the row",
        ),
        (
            "at = '/definitions/Dog'\nexpect = '{}'\nremove = true",
            "schemas/errata.toml: erratum 1 (a test): /definitions/Dog of pets 1.0.0 is no longer \
             there: remove or correct the row",
        ),
        (
            "at = '/definitions/Pet/properties/name'\nadd = '{}'",
            "schemas/errata.toml: erratum 1 (a test): /definitions/Pet/properties/name of pets \
             1.0.0 is already there: remove the row",
        ),
        (
            "at = '/definitions/Dog/properties/name'\nadd = '{}'",
            "schemas/errata.toml: erratum 1 (a test): /definitions/Dog/properties/name of pets \
             1.0.0 has no parent: remove or correct the row",
        ),
        (
            "at = '/definitions/Pet/properties/age'\nadd = '{\"$ref\":\"#/definitions/Age\"}'",
            "pets 1.0.0, corrected by schemas/errata.toml#/definitions/Pet/properties/age/$ref: \
             the reference \"#/definitions/Age\" names no definition: define \"Age\" or correct \
             the reference",
        ),
        (
            "at = '/definitions/Count'\nexpect = '{'\nreplace = '{}'",
            "schemas/errata.toml: erratum 1 (a test): expect is not valid JSON: EOF while parsing \
             an object at line 1 column 1",
        ),
        (
            "at = '/definitions/Count'\nreplace = '{}'",
            "schemas/errata.toml: erratum 1 (a test): must say one of: replace and expect, add \
             alone, remove = true and expect",
        ),
    ];
    for (row, message) in cases {
        assert_eq!(apply(row), Err(message.to_owned()), "{row}");
    }
}

#[test]
fn a_row_for_a_revision_without_a_source_is_an_error() {
    let folder = support::folder("errata-sources");
    let text = "[[erratum]]\nprotocol = \"pets\"\nrevisions = [\"9.0.0\"]\nreason = \"a test\"\n\
                at = \"/definitions/Pet\"\nadd = '{}'\n";
    support::put(&folder.join("schemas/errata.toml"), text);
    let errors = errata::load(&folder, &[]).unwrap_err();
    assert_eq!(
        Errors(errors).to_string(),
        "schemas/errata.toml: erratum 1 (a test): sources.toml has no pets 9.0.0: remove the \
         revision from the row"
    );
}

#[test]
fn the_errata_of_this_repository_apply() {
    let root = support::workspace();
    let sources = sources::load(root).unwrap();
    let errata = errata::load(root, &sources).unwrap();
    for source in &sources {
        let schema = sources::load_schema(root, source).unwrap();
        let corrected = errata::apply(&schema, &source.protocol, &source.revision, &errata);
        let corrected = corrected.map_err(Errors).unwrap();
        assert_ne!(corrected, schema, "{}", source.revision);
    }
}

/// Up to 2025-11-25 every request and notification may carry `_meta`.
#[test]
fn no_params_hide_their_meta() {
    let root = support::workspace();
    let sources = sources::load(root).unwrap();
    let errata = errata::load(root, &sources).unwrap();
    for source in sources.iter().filter(|source| source.revision.as_str() < "2026") {
        let schema = sources::load_schema(root, source).unwrap();
        let corrected = errata::apply(&schema, "mcp", &source.revision, &errata).unwrap();
        for (name, definition) in corrected.get("definitions").unwrap().as_object().unwrap() {
            let Some(members) = definition.pointer("/properties/params/properties") else {
                continue;
            };
            assert!(members.get("_meta").is_some(), "{} {name}", source.revision);
        }
    }
}
