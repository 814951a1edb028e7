//! The canonical form: what a schema says, however it is spelt.

#![allow(clippy::unwrap_used)]

mod support;

use mcp_revisions_codegen::canonical::{Options, canonical};
use mcp_revisions_codegen::json;
use serde_json::json;
use std::fs;

#[test]
fn the_canonical_form_does_not_depend_on_spelling() {
    let old = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "definitions": {
            "Pet": {
                "description": "A pet.",
                "type": "object",
                "properties": {
                    "name": {"type": ["null", "string"], "default": "Rex"},
                    // These are names of members, not keywords.
                    "default": true,
                    "title": {"$ref": "#/definitions/Title", "description": "Its title."},
                },
                "required": ["title", "name"],
                "additionalProperties": true,
            },
            "Title": {"enum": ["Sir", "Dame"], "type": "string"},
        },
    });
    let new = json!({
        "$defs": {
            "Title": {"type": ["string"], "enum": ["Dame", "Sir"]},
            "Pet": {
                "additionalProperties": {},
                "required": ["name", "title"],
                "properties": {
                    "title": {"$ref": "#/$defs/Title"},
                    "default": {},
                    "name": {"type": ["string", "null"]},
                },
                "type": "object",
            },
        },
        "$schema": "https://json-schema.org/draft/2020-12/schema",
    });
    let print = |schema| json::print(&canonical(schema, "pets.json", &Options::default()).unwrap());
    assert_eq!(print(&old), print(&new));
    assert_eq!(
        print(&old),
        r##"{
  "definitions": {
    "Pet": {
      "additionalProperties": {},
      "properties": {
        "default": {},
        "name": {
          "type": [
            "null",
            "string"
          ]
        },
        "title": {
          "$ref": "#/definitions/Title"
        }
      },
      "required": [
        "name",
        "title"
      ],
      "type": "object"
    },
    "Title": {
      "enum": [
        "Dame",
        "Sir"
      ],
      "type": "string"
    }
  }
}
"##
    );
}

#[test]
fn a_root_that_is_a_type_gets_its_title_or_the_name_that_is_passed() {
    let schema = json!({
        "title": "Pet",
        "description": "A pet.",
        "type": "object",
        "properties": {"friends": {"items": {"$ref": "#"}, "type": "array"}},
    });
    let named = |name: Option<&str>| {
        let options = Options {
            keep_descriptions: true,
            name: name.map(str::to_owned),
            ..Options::default()
        };
        canonical(&schema, "pets.json", &options).unwrap()
    };
    let pet = |reference: &str| {
        json!({
            "description": "A pet.",
            "properties": {"friends": {"items": {"$ref": reference}, "type": "array"}},
            "type": "object",
        })
    };
    assert_eq!(named(None), json!({"definitions": {"Pet": pet("#/definitions/Pet")}}));
    assert_eq!(named(Some("Dog")), json!({"definitions": {"Dog": pet("#/definitions/Dog")}}));
}

#[test]
fn the_canonical_form_of_a_canonical_form_is_itself() {
    let schemas = support::workspace().join("schemas/mcp");
    for entry in fs::read_dir(schemas).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display().to_string();
        let schema = json::parse(&text, &name).unwrap();
        let again = canonical(&schema, &name, &Options::default()).unwrap();
        assert_eq!(json::print(&again), text, "{name}");
    }
}
