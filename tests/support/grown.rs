//! JSON Schemas that grow from bytes: each byte is a decision.

#![allow(dead_code, clippy::indexing_slicing)]

use serde_json::{Map, Value, json};

/// Names of definitions and members, some of them awkward in Rust.
const NAMES: &[&str] = &[
    "a",
    "A",
    "type",
    "Type",
    "self",
    "Self",
    "é",
    "",
    " ",
    "a-b",
    "a_b",
    "aB",
    "0",
    "$ref",
    "extensions",
    "new",
    "Option",
    "Vec",
    "String",
    "Box",
    "crate",
    "value",
    "method",
    "id",
    "/~",
    "A[]",
    "A.a",
];

/// Values of `type`.
const TYPES: &[&str] = &["object", "string", "integer", "number", "boolean", "null", "array", "x"];

/// A schema with definitions.
pub(crate) fn grown(bytes: &[u8]) -> Value {
    let mut seed = Seed(bytes.iter());
    let mut definitions = Map::new();
    for _ in 0..seed.below(6) {
        let name = seed.of(NAMES);
        definitions.insert(name.to_owned(), seed.schema(0));
    }
    let mut root = match seed.below(3) {
        0 => seed.schema(0),
        _ => json!({}),
    };
    if let Value::Object(root) = &mut root {
        let key = seed.of(&["definitions", "$defs"]);
        root.insert(key.to_owned(), Value::Object(definitions));
    }
    root
}

/// The bytes that are left; when there are none, the first choice is taken.
struct Seed<'a>(std::slice::Iter<'a, u8>);

impl Seed<'_> {
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % count
    }

    fn of<'s>(&mut self, list: &[&'s str]) -> &'s str {
        list[self.below(list.len())]
    }

    fn schemas(&mut self, depth: usize) -> Vec<Value> {
        (0..self.below(4)).map(|_| self.schema(depth + 1)).collect()
    }

    fn schema(&mut self, depth: usize) -> Value {
        if depth > 5 {
            return json!({});
        }
        let mut schema = match self.below(14) {
            0 => json!({"type": self.of(TYPES)}),
            1 | 2 => {
                let key = self.of(&["$defs", "definitions", "$defs/a/properties"]);
                json!({"$ref": format!("#/{key}/{}", self.of(NAMES))})
            }
            3..=6 => {
                let mut properties = Map::new();
                let mut required = Vec::new();
                for _ in 0..self.below(5) {
                    let name = self.of(NAMES);
                    properties.insert(name.to_owned(), self.schema(depth + 1));
                    if self.below(2) == 0 {
                        required.push(name);
                    }
                }
                json!({"type": "object", "properties": properties, "required": required})
            }
            7 => json!({"anyOf": self.schemas(depth)}),
            8 => json!({"oneOf": self.schemas(depth)}),
            9 => json!({"allOf": self.schemas(depth)}),
            10 => json!({"type": "array", "items": self.schema(depth + 1)}),
            11 => json!({"type": "object", "additionalProperties": self.schema(depth + 1)}),
            12 => json!({"const": self.value()}),
            _ => json!({"enum": (0..self.below(4)).map(|_| self.value()).collect::<Vec<_>>()}),
        };
        if self.below(8) == 1
            && let Value::Object(members) = &mut schema
        {
            let (key, value) = match self.below(9) {
                0 => ("description", json!(self.of(NAMES))),
                1 => ("title", json!(self.of(NAMES))),
                2 => ("additionalProperties", json!(self.below(2) == 0)),
                3 => ("type", json!([self.of(TYPES), self.of(TYPES)])),
                4 => ("minimum", json!(0)),
                5 => ("format", json!("uri")),
                6 => ("default", self.value()),
                7 => ("x-open", json!(true)),
                _ => ("$comment", json!("*/ \"#")),
            };
            members.insert(key.to_owned(), value);
        }
        schema
    }

    fn value(&mut self) -> Value {
        match self.below(7) {
            0..=3 => json!(self.of(NAMES)),
            4 => json!(self.below(3)),
            5 => json!(1.5),
            _ => Value::Null,
        }
    }
}
