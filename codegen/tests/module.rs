//! The types of a user's own schema: what is refused, where the message points, and what a build
//! script can decide.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;

use mcp_revisions_codegen::Module;
use support::{folder, put};

/// Bad schemas, and the whole message.
const BAD: &[(&str, &str)] = &[
    ("{", "not valid JSON: EOF while parsing an object at line 1 column 1"),
    ("[]", "not a JSON Schema: its root is no object"),
    ("{}", "holds no definitions, and its root describes no type"),
    (
        r##"{"$defs":{"A":{"$ref":"#/$defs/B"}}}"##,
        "#/$defs/A/$ref: the reference \"#/$defs/B\" names no definition: define \"B\" or correct the reference",
    ),
    (
        r#"{"properties":{"x":{"patternProperties":{}}}}"#,
        "#/properties/x/patternProperties: unknown keyword \"patternProperties\": say it otherwise, or leave it out of account with `Module::ignore`",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"a":{}},"required":["b"]}}}"#,
        "#/$defs/A: `required` names `b`, which is no property: add or correct it",
    ),
    // Names.
    (
        r#"{"$defs":{"pet_owner":{"type":"string"},"PetOwner":{"type":"string"}}}"#,
        "#/$defs/pet_owner: `pet_owner` and `PetOwner` are both `PetOwner` in Rust: give `pet_owner` a name with `Module::rename`",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"a-b":{},"a_b":{}}}}}"#,
        "#/$defs/A: `a_b` and `a-b` are both `a_b` in Rust: give `A.a_b` a name with `Module::field`",
    ),
    (
        r#"{"$defs":{"A":{"enum":["a b","a-b"]}}}"#,
        "#/$defs/A: `a-b` and `a b` are both `AB` in Rust: give `A.a-b` a name with `Module::field`",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"extensions":{}}}}}"#,
        "#/$defs/A: `A.extensions` is `extensions` in Rust, which holds what is not modelled: give `A.extensions` a name with `Module::field`",
    ),
    (
        r#"{"$defs":{"A":{"enum":["unknown"]}}}"#,
        "#/$defs/A: `A.unknown` is `Unknown` in Rust, which holds what is not modelled: give `A.unknown` a name with `Module::field`",
    ),
    (
        r#"{"$defs":{"Map":{"properties":{"scale":{"type":"number"}}}}}"#,
        "#/$defs/Map: `Map` is a type that generated code uses: give `Map` a name with `Module::rename`",
    ),
    (
        r#"{"$defs":{"4x4":{"type":"string"}}}"#,
        "#/$defs/4x4: `4x4` gives no name in Rust: give `4x4` a name with `Module::rename`",
    ),
    (
        r#"{"$defs":{"self":{"type":"string"}}}"#,
        "#/$defs/self: `self` gives no name in Rust: give `self` a name with `Module::rename`",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"2fa":{},"*":{}}}}}"#,
        "#/$defs/A: `A.*` gives no name in Rust: give `A.*` a name with `Module::field`
schema.json#/$defs/A: `A.2fa` gives no name in Rust: give `A.2fa` a name with `Module::field`",
    ),
    (
        r#"{"$defs":{"PetOwner":{"type":"string"},"Pet":{"properties":{"owner":{"enum":["me"]}}}}}"#,
        "#/$defs/Pet/properties/owner: `PetOwner` is another definition already: give `Pet.owner` a name with `Module::part`",
    ),
    // Unions.
    (
        r##"{"title":"pet","anyOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],"$defs":{"Cat":{"properties":{"name":{}}},"Dog":{"properties":{"name":{}}}}}"##,
        "no member tells Cat, Dog apart: give each a constant",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"b":{"anyOf":[{"type":"string"},{"type":"string","format":"uri"}]}}}}}"#,
        "#/$defs/A/properties/b: two alternatives are both of JSON kind String: name one type for both",
    ),
    (
        r##"{"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/B"},{"type":"object"}]},"B":{"properties":{"b":{}}}}}"##,
        "#/$defs/A: an open object among others, which every object would fit: leave one of them out",
    ),
    (
        r##"{"$defs":{"A":{"anyOf":[{"$ref":"#/$defs/B"},{"type":"object"}]},"B":{"anyOf":[{"type":"string"},{"type":"boolean"}]}}}"##,
        "#/$defs/A: `B` is a union itself: list its alternatives in its place",
    ),
    (
        r#"{"$defs":{"A":{"anyOf":[{},{"type":"object"}]}}}"#,
        "#/$defs/A: any value among other types can't be told apart: leave it out or say what it may be",
    ),
    // Types that have none.
    (
        r#"{"$defs":{"A":{"properties":{"one":{"enum":[1,2]}}}}}"#,
        "#/$defs/A/properties/one: an enum or const of other values than strings: give their type instead",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"half":{"const":0.5}},"required":["half"]}}}"#,
        "#/$defs/A/properties/half: the constant `0.5` has no type to hold it: give its type instead",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"nothing":{"type":"null"}}}}}"#,
        "#/$defs/A/properties/nothing: the type `null` can't stand alone: say what else it may be",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"b":{"minLength":1}}}}}"#,
        "#/$defs/A/properties/b: nothing says what type this is: add a `type` to {\"minLength\":1}",
    ),
    (
        r#"{"$defs":{"A":{"properties":{"b":{}},"additionalProperties":{"type":"string"}}}}"#,
        "#/$defs/A/additionalProperties: members of one type beside named members: put them into a map that is a member, or add an erratum",
    ),
    // Schemas that never end.
    (
        r##"{"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}}"##,
        "#/$defs/A: `A` stands for itself: say what it holds, or put it into an object
schema.json#/$defs/B: `B` stands for itself: say what it holds, or put it into an object",
    ),
    (
        r##"{"$defs":{"A":{"type":"array","items":{"$ref":"#/$defs/A"}}}}"##,
        "#/$defs/A: `A` stands for itself: say what it holds, or put it into an object",
    ),
    (
        r##"{"$defs":{"A":{"allOf":[{"$ref":"#/$defs/A"},{"properties":{"b":{}}}]}}}"##,
        "#/$defs/A: `allOf` refers to itself through `#/definitions/A`: take that reference out",
    ),
    (
        r#"{"$defs":{"A":{"allOf":[{"type":"string"},{"type":"integer"}]}}}"#,
        "#/$defs/A: members of `allOf` differ in `type`: add an erratum that says which holds",
    ),
];

#[test]
fn a_bad_schema_is_told_and_nothing_is_written() {
    let mut wrong = Vec::new();
    for (schema, message) in BAD {
        let folder = folder("module_bad");
        let target = folder.join("out/schema.rs");
        let made = Module::from_schema_text(schema, "schema.json")
            .and_then(|module| module.write_to(&target));
        let colon = if message.starts_with('#') { "" } else { ": " };
        let expected = Err(format!("schema.json{colon}{message}"));
        let found = made.map_err(|errors| errors.to_string());
        if found != expected {
            wrong.push(format!("{schema}\n   found {found:?}\nexpected {expected:?}"));
        }
        assert!(!target.parent().unwrap().exists(), "{schema}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_would_be_many_times_as_large_is_refused() {
    let told = |definitions: Vec<String>| {
        let schema = format!(r#"{{"$defs":{{{}}}}}"#, definitions.join(","));
        let made = Module::from_schema_text(&schema, "x.json").and_then(|module| module.to_text());
        made.unwrap_err().to_string()
    };
    let reference = |name: &str| format!(r##"{{"$ref":"#/$defs/{name}"}}"##);

    let twice = |index: usize| {
        let half = reference(&format!("A{index}"));
        format!(r#""A{}":{{"allOf":[{half},{half}]}}"#, index + 1)
    };
    let first = r#""A0":{"properties":{"a":{}}}"#.to_owned();
    let message = told(std::iter::once(first).chain((0..60).map(twice)).collect());
    assert!(message.contains("`allOf` makes the schema more than 64 times as large"), "{message}");

    let values: Vec<String> = (0..200).map(|value| format!("\"v{value}\"")).collect();
    let mut definitions = vec![
        format!(r#""E":{{"enum":[{}]}}"#, values.join(",")),
        format!(r#""A":{{"properties":{{"k":{}}},"required":["k"]}}"#, reference("E")),
        r#""B":{"properties":{"k":{"const":"b"}},"required":["k"]}"#.to_owned(),
    ];
    let union =
        |index| format!(r#""U{index}":{{"anyOf":[{},{}]}}"#, reference("A"), reference("B"));
    definitions.extend((0..200).map(union));
    let message = told(definitions);
    assert!(message.contains("unions list more than 8 names for each value"), "{message}");

    let message = told(vec![format!(r#""{}":{{"type":"string"}}"#, "long".repeat(101))]);
    assert!(message.starts_with(r#"x.json#/$defs: the name "longlong"#), "{message}");
    assert!(message.ends_with("… is too long: shorten it") && message.len() < 150, "{message}");
}

#[test]
fn arrays_within_arrays_have_an_end() {
    let made = |depth| {
        let array = |inner: String, _| format!(r#"{{"type":["array","null"],"items":{inner}}}"#);
        let schema = (0..depth).fold("{}".to_owned(), array);
        let schema = format!(r#"{{"$defs":{{"A":{schema}}}}}"#);
        Module::from_schema_text(&schema, "x.json").and_then(|module| module.to_text())
    };
    assert!(made(16).is_ok());
    let message = made(17).unwrap_err().to_string();
    let told = "arrays and maps within each other, more than 16 of them: make one of them a member \
                of an object";
    assert!(message.starts_with("x.json#/$defs/A/items/") && message.ends_with(told), "{message}");
    assert!(made(60).is_err());
}

#[test]
fn what_is_said_of_a_type_is_repeated_in_unions_unless_it_is_long() {
    let repeated = |length| {
        let doc = "x".repeat(length);
        let schema = format!(
            r##"{{"$defs":{{"A":{{"properties":{{"a":{{}}}},"description":"{doc}"}},
            "U":{{"anyOf":[{{"$ref":"#/$defs/A"}},{{"type":"string"}}]}}}}}}"##
        );
        let module = Module::from_schema_text(&schema, "x.json").unwrap();
        module.to_text().unwrap().matches(&doc).count()
    };
    assert_eq!((repeated(500), repeated(501)), (2, 1));
}

#[test]
fn a_schema_that_is_not_there() {
    let error = Module::from_schema_file("no/such.json").unwrap_err().to_string();
    assert!(error.starts_with("no/such.json: cannot read: "), "{error}");
}

#[test]
fn keywords_of_other_tools_are_left_out_of_account_where_asked() {
    let schema = r#"{"$defs":{"Job":{"x-order":1,"properties":{"x-order":{"type":"string","x-order":2},"method":{"const":"run"}},"required":["method"]}}}"#;
    let module = Module::from_schema_text(schema, "x.json").unwrap();
    assert!(module.to_text().unwrap_err().to_string().starts_with(
        "x.json#/$defs/Job/x-order: unknown keyword \"x-order\": say it otherwise, or"
    ));
    let text = module.ignore(["x-order"]).to_text().unwrap();
    assert!(text.contains("pub x_order: Option<String>"), "{text}");
}

#[test]
fn a_definition_that_nothing_needs_can_be_left_out() {
    let schema = r##"{"$defs":{"Any":{"anyOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B"}]},"A":{"properties":{"a":{}}},"B":{"properties":{"a":{}}}}}"##;
    let module = Module::from_schema_text(schema, "x.json").unwrap();
    assert!(module.to_text().is_err());
    assert!(module.clone().skip("Any").to_text().is_ok());
    assert_eq!(
        module.skip("A").skip("B").to_text().unwrap_err().to_string(),
        "x.json#/$defs/Any/anyOf/0: `A` is skipped: take it out of `skip`, or this too\n\
         x.json#/$defs/Any/anyOf/1: `B` is skipped: take it out of `skip`, or this too"
    );
}

const PET: &str = r##"{
    "properties": {
        "extensions": {"type": "array", "items": {"properties": {"URLPath": {"type": "string"}}}},
        "id": {"type": "string"},
        "alive": {"type": "boolean"},
        "place": {"$ref": "#/$defs/Map"}
    },
    "required": ["id", "alive"],
    "$defs": {"Map": {"enum": ["A+", "A-"]}}
}"##;

#[test]
fn a_build_script_decides_about_names() {
    let text = Module::from_schema_text(PET, "house/my pet.json")
        .unwrap()
        .title("Pets.\n\nAnd their places.")
        .first(["id"])
        .acronyms(["URL"])
        .rename("Map", "Place")
        .part("MyPet.extensions[]", "Extension")
        .field("MyPet.extensions", "own_extensions")
        .field("Map.A+", "Best")
        .runtime("crate::mcp")
        .to_text()
        .unwrap();
    let head = "// @generated by mcp-revisions-codegen from my pet.json. Do not edit.\n\
                // Pets.\n//\n// And their places.\n\n\
                use crate::mcp::alloc::string::String;\n";
    assert!(text.starts_with(head), "{text}");
    for line in [
        "pub struct MyPet {",
        "    pub own_extensions: Option<Vec<Extension>>,",
        "    pub place: Option<Place>,",
        "    with url_path, with_url_path = \"URLPath\": String;",
        "    new id = \"id\": String;\n    new alive = \"alive\": bool;",
        "    Best = \"A+\";\n    A = \"A-\";",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let other = Module::from_schema_text(PET, "x.json")
        .unwrap()
        .rename("Map", "Place")
        .root("Animal")
        .field("Animal.extensions", "own")
        .field("Map.A+", "Best");
    assert!(other.to_text().unwrap().contains("pub struct AnimalExtensionsItem {"));
}

#[test]
fn a_decision_that_applies_to_nothing_is_told() {
    let module = Module::from_schema_text(r#"{"$defs":{"Pet":{"type":"string"}}}"#, "x.json");
    let module = module.unwrap().rename("Dog", "Hound").field("Pet.a", "b").part("Pet.c", "D");
    assert_eq!(
        module.to_text().unwrap_err().to_string(),
        "x.json: `Dog`, given with `Module::rename`, is nothing in the schema: correct it or take it out\n\
         x.json: `Pet.c`, given with `Module::part`, is nothing in the schema: correct it or take it out\n\
         x.json: `Pet.a`, given with `Module::field`, is nothing in the schema: correct it or take it out",
    );
}

#[test]
fn a_module_is_written_once() {
    let folder = folder("module_written");
    let schema = folder.join("pet.json");
    put(&schema, r#"{"$defs":{"Pet":{"type":"object","properties":{"name":{"type":"string"}}}}}"#);
    let target = folder.join("src/pet.rs");
    let module = Module::from_schema_file(&schema).unwrap();
    assert!(module.write_to(&target).unwrap());
    assert!(!module.write_to(&target).unwrap());
    assert_eq!(fs::read_to_string(&target).unwrap(), module.to_text().unwrap());
    assert_eq!(fs::read_dir(target.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn the_order_of_a_schema_does_not_matter() {
    let one = r##"{"$defs": {
        "A": {"required": ["x", "y"], "properties": {"x": {"type": "string"}, "y": {"$ref": "#/$defs/B"}}},
        "B": {"type": "string", "enum": ["p", "q"]}
    }}"##;
    let other = r##"{"$defs": {
        "B": {"enum": ["q", "p"], "type": "string"},
        "A": {"properties": {"y": {"$ref": "#/$defs/B"}, "x": {"type": "string"}}, "required": ["y", "x"]}
    }}"##;
    let text = |schema| Module::from_schema_text(schema, "x.json").unwrap().to_text().unwrap();
    assert_eq!(text(one), text(other));
}
