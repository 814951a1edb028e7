//! What the schema says of each type, for its docs: `schema_docs.rs` in the revision's folder. Rustdoc
//! shows the docs of an `impl` with those of its type, so the types themselves stay free of it.

use serde_json::{Map, Value};

use crate::ir::{Body, Definitions};
use crate::print::header;

/// The file's name, without its ending.
pub const FILE: &str = "schema_docs";

/// The text of the file, for what [`corrected`](crate::corrected::corrected) wrote.
#[must_use]
pub fn fragments(schema: &str, definitions: &Definitions, source: &str) -> String {
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let empty = Map::new();
    let said = schema.get("definitions").and_then(Value::as_object).unwrap_or(&empty);
    let mut text = header(source) + "//! What the schema says of each type.\n\nuse super::*;\n";
    for definition in definitions.0.values() {
        // Another name for a type of the runtime, or of the standard library, has no docs of its own.
        let own = !matches!(definition.body, Body::Alias(_));
        let Some(fragment) = said.get(&definition.name).filter(|_| own) else { continue };
        let fragment = resolved(fragment, &schema);
        text.push_str("\n/// <details><summary>Schema</summary>\n///\n/// ```json\n");
        for line in serde_json::to_string_pretty(fragment).unwrap_or_default().lines() {
            text.push_str(&format!("/// {line}\n"));
        }
        text.push_str("/// ```\n///\n/// </details>\n");
        text.push_str(&format!("impl {} {{}}\n", definition.rust));
    }
    text
}

/// The part itself, where only the place of one is said.
fn resolved<'a>(fragment: &'a Value, schema: &'a Value) -> &'a Value {
    let place =
        fragment.get("$ref").and_then(Value::as_str).and_then(|place| place.strip_prefix('#'));
    place.and_then(|place| schema.pointer(place)).unwrap_or(fragment)
}

#[cfg(test)]
mod tests {
    use super::fragments;
    use crate::ir::{Body, Definition, Definitions, Type};

    #[test]
    fn a_type_shows_its_own_part_of_the_schema() {
        let one = |name: &str, rust: &str, body: Body| {
            let (name, rust) = (name.to_owned(), rust.to_owned());
            (name.clone(), Definition { name, rust, description: None, body })
        };
        let definitions = Definitions(
            [
                one("JSONThing", "JsonThing", Body::Struct(Vec::new())),
                one("Label", "Label", Body::Alias(Type::String)),
                one("ThingPart", "ThingPart", Body::Struct(Vec::new())),
            ]
            .into(),
        );
        let schema = r##"{"definitions": {
            "JSONThing": {"properties": {"part": {"required": ["a"]}}},
            "Label": {"type": "string"},
            "ThingPart": {"$ref": "#/definitions/JSONThing/properties/part"}}}"##;
        let text = fragments(schema, &definitions, "a schema");
        assert!(text.contains("/// </details>\nimpl JsonThing {}\n"), "{text}");
        assert!(!text.contains("Label"), "{text}");
        let part = text.split("impl JsonThing {}").nth(1).unwrap();
        let shown = "/// {\n///   \"required\": [\n///     \"a\"\n///   ]\n/// }\n/// ```";
        assert!(part.contains(shown) && part.ends_with("impl ThingPart {}\n"), "{part}");
    }
}
