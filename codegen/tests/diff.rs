//! `diff`: what a person reads about two revisions.

mod support;

use mcp_revisions_codegen::diff::compare;
use serde_json::json;
use support::{run, stderr, stdout, workspace};

#[test]
fn each_kind_of_change_has_its_line() {
    let old = json!({"definitions": {
        "Gone": {"type": "string"},
        "Message": {"anyOf": [{"$ref": "#/definitions/Gone"}, {"$ref": "#/definitions/Pet"}]},
        "Pet": {
            "properties": {
                "age": {"minimum": 0, "type": "integer"},
                "home": {"properties": {"street": {"type": "string"}}, "type": "object"},
                "kind": {"const": "dog", "type": "string"},
                "method": {"const": "pets/old"},
                "name": {"type": "string"},
                "toys": {"items": {"type": "string"}, "type": "array"},
            },
            "required": ["name"],
            "type": "object",
        },
        "Same": {"additionalProperties": {}, "type": "object"},
    }});
    let new = json!({"definitions": {
        "Home": {
            "properties": {"street": {"type": "string"}, "town": {"type": "string"}},
            "required": ["town"],
            "type": "object",
        },
        "Message": {"anyOf": [{"$ref": "#/definitions/Home"}, {"$ref": "#/definitions/Pet"}]},
        "Pet": {
            "properties": {
                "age": {"minimum": 1, "type": "integer"},
                "home": {"$ref": "#/definitions/Home"},
                "kind": {"enum": ["cat", "dog"], "type": "string"},
                "method": {"const": "pets/new"},
                "nick": {"type": "string"},
                "toys": {"items": {"type": "integer"}, "maxItems": 3, "type": "array"},
            },
            "type": "object",
        },
        "Same": {"type": "object"},
    }});
    assert_eq!(
        compare(&old, &new).print(false),
        r#"
1 definitions added, 1 removed, 2 changed, 1 the same

Methods
  + pets/new
  - pets/old

Added
  + Home = {street?: string, town: string}

Removed
  - Gone = string

Changed
  Message
    - | Gone
    + | Home
  Pet
    ~ age: integer (minimum 0) -> integer (minimum 1)
    ~ home: an anonymous object -> Home
    + home.town: string
    ~ kind: "dog" -> "cat" | "dog"
    ~ method: "pets/old" -> "pets/new"
    - name: string
    ~ toys: no constraint -> maxItems 3
    ~ toys[]: string -> integer
    + nick?: string
"#
    );
}

#[test]
fn the_schemas_of_this_repository() {
    let output = run(workspace(), &["diff", "2024-11-05", "2025-03-26", "--markdown"]);
    let text = stdout(&output);
    assert!(
        text.starts_with(
            "# mcp 2024-11-05 -> 2025-03-26\n\n5 definitions added, 1 removed, 13 changed, 65 the \
             same\n"
        ),
        "{text}"
    );
    assert!(text.contains("\n### Tool\n\n- added `annotations?: ToolAnnotations`\n"), "{text}");
    assert!(!run(workspace(), &["diff", "2024-11-05", "1999-01-01"]).status.success());
    for (args, told) in [
        (["diff", "2024-11-05", "1.0.0"], "is of several protocols: pass --protocol"),
        (["diff", "1998-01-01", "1999-01-01"], "is of no protocol: there are ahp 1.0.0, mcp 2024-"),
    ] {
        let output = run(workspace(), &args);
        assert!(!output.status.success());
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}
