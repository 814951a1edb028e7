//! `import`: what it writes for a good schema, and that it writes nothing for a bad one.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use support::{folder, put, run, snapshot, stderr, stdout};

/// Bad schemas, where each is bad, and what the message must say.
const BAD: &[(&str, &str, &str)] = &[
    // Not a schema at all.
    ("{", "", "not valid JSON: EOF while parsing an object at line 1 column 1"),
    ("[1]", "", "not a JSON Schema: its root is no object"),
    ("{}", "", "holds no definitions, and its root describes no type"),
    (
        r#"{"definitions":{"A":{}, "A":{}}}"#,
        "",
        "not valid JSON: the key \"A\" stands twice: remove one at line 1 column 27",
    ),
    (
        r#"{"$schema":"http://json-schema.org/draft-04/schema#","definitions":{"A":{}}}"#,
        "/$schema",
        "unknown dialect \"http://json-schema.org/draft-04/schema#\": convert the schema to one of draft-06, draft-07, 2019-09, 2020-12",
    ),
    // Keywords.
    (
        r#"{"definitions":{"Tool":{"properties":{"x":{"foo":1}}}}}"#,
        "/definitions/Tool/properties/x/foo",
        "unknown keyword \"foo\": add a rule or an erratum",
    ),
    (
        r#"{"$defs":{"A":{"if":{}}}}"#,
        "/$defs/A/if",
        "unknown keyword \"if\": add a rule or an erratum",
    ),
    (
        r#"{"definitions":{"A":{"type":"string","x-known":["a"]}}}"#,
        "/definitions/A/x-known",
        "unknown keyword \"x-known\": add a rule or an erratum",
    ),
    (
        r#"{"definitions":{"A":{"definitions":{"B":{}}}}}"#,
        "/definitions/A/definitions",
        "\"definitions\" inside a schema: move the definitions to the root",
    ),
    (
        r#"{"definitions":{"A":{"$id":"urn:a"}}}"#,
        "/definitions/A/$id",
        "\"$id\" inside a schema changes what references mean: remove it",
    ),
    (r#"{"definitions":{"A":{}},"$defs":{"A":{}}}"#, "/$defs/A", "A is defined twice: rename one"),
    // References.
    (
        r##"{"definitions":{"A":{"$ref":"#/definitions/B"}}}"##,
        "/definitions/A/$ref",
        "the reference \"#/definitions/B\" names no definition: define \"B\" or correct the reference",
    ),
    (
        r#"{"definitions":{"A":{"$ref":"other.json#/definitions/B"}}}"#,
        "/definitions/A/$ref",
        "the reference \"other.json#/definitions/B\" leaves the file: bundle the schemas into one file first",
    ),
    (
        r##"{"definitions":{"A":{"$ref":"#/definitions/A/items"}}}"##,
        "/definitions/A/$ref",
        "the reference \"#/definitions/A/items\" points inside a definition: give that schema a definition of its own",
    ),
    (
        r##"{"definitions":{"A":{"$ref":"#anchor"}}}"##,
        "/definitions/A/$ref",
        "the reference \"#anchor\" names no definition: move what it names to the definitions",
    ),
    (
        r##"{"definitions":{"A":{"$ref":"#/definitions/A","type":"object"}}}"##,
        "/definitions/A/type",
        "\"type\" stands beside \"$ref\", where draft-07 ignores it: remove it, or put both into an allOf",
    ),
    // Shapes.
    (
        r#"{"definitions":{"A":false}}"#,
        "/definitions/A",
        "no value fits the schema false: leave the member out, or say what it holds",
    ),
    (r#"{"definitions":{"A":"string"}}"#, "/definitions/A", "not a schema: it must be an object"),
    (
        r#"{"definitions":{"A":{"items":[{}]}}}"#,
        "/definitions/A/items",
        "a schema for each position is not supported: use one schema for all items",
    ),
    (
        r#"{"definitions":{"A":{"type":"text"}}}"#,
        "/definitions/A/type",
        "\"text\" is no type: use array, boolean, integer, null, number, object, string",
    ),
    (
        r#"{"definitions":{"A":{"anyOf":[]}}}"#,
        "/definitions/A/anyOf",
        "must be a list of schemas, and not an empty one",
    ),
    (
        r#"{"definitions":{"A":{"required":[1]}}}"#,
        "/definitions/A/required",
        "must be a list of strings",
    ),
    (
        r#"{"definitions":{"A":{"enum":["a","b","a"]}}}"#,
        "/definitions/A/enum",
        "says a value twice: remove one",
    ),
    (
        r#"{"definitions":{"A":{"minimum":"1"}}}"#,
        "/definitions/A/minimum",
        "\"minimum\" must be a number, not \"1\"",
    ),
    (
        r#"{"definitions":{"A":{"maxItems":-1}}}"#,
        "/definitions/A/maxItems",
        "\"maxItems\" must be a whole number, zero or more, not -1",
    ),
    // The root as a type.
    (
        r#"{"type":"object"}"#,
        "",
        "describes a type that has no name: pass --name, or give it a title",
    ),
    (r#"{"title":"My pet","type":"object"}"#, "", "\"My pet\" cannot name a type: pass --name"),
    (
        r#"{"title":"Pet","type":"object","definitions":{"Pet":{}}}"#,
        "",
        "Pet is also a definition: pass another name with --name",
    ),
];

#[test]
fn a_bad_schema_is_told_and_nothing_is_written() {
    let folder = folder("import-bad");
    put(&folder.join("good.json"), r#"{"definitions":{"A":{"type":"string"}}}"#);
    let import = |file: &str| {
        let args = ["import", file, "--protocol", "pets", "--revision", "1.0.0"];
        run(&folder, &[&args[..], &["--schemas", "schemas"]].concat())
    };
    assert!(import("good.json").status.success());
    let before = snapshot(&folder.join("schemas"));
    for (text, pointer, message) in BAD {
        put(&folder.join("bad.json"), text);
        let output = import("bad.json");
        let place = if pointer.is_empty() { String::new() } else { format!("#{pointer}") };
        assert_eq!(stderr(&output), format!("bad.json{place}: {message}\n"), "{text}");
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert_eq!(snapshot(&folder.join("schemas")), before, "{text}");
    }
}

#[test]
fn a_bad_schema_starts_no_table() {
    let folder = folder("import-bad-first");
    put(&folder.join("bad.json"), "{}");
    let args = ["import", "bad.json", "--protocol", "pets", "--revision", "1.0.0"];
    let output = run(&folder, &[&args[..], &["--schemas", "schemas"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(!folder.join("schemas").exists());
}

#[test]
fn every_mistake_is_told_at_once() {
    let folder = folder("import-many");
    put(&folder.join("bad.json"), r#"{"$defs":{"A":{"if":{}},"B":{"type":"text"},"C":7}}"#);
    let args = ["import", "bad.json", "--protocol", "pets", "--revision", "draft"];
    let output = run(&folder, &[&args[..], &["--schemas", "schemas"]].concat());
    let places: Vec<_> =
        stderr(&output).lines().map(|line| line.split(": ").next().unwrap().to_owned()).collect();
    assert_eq!(places, ["bad.json#/$defs/A/if", "bad.json#/$defs/B/type", "bad.json#/$defs/C"]);
}

#[test]
fn a_wrong_name_is_told() {
    let folder = folder("import-names");
    put(&folder.join("good.json"), r#"{"definitions":{"A":{}}}"#);
    let import = |protocol: &str, revision: &str| {
        let args = ["import", "good.json", "--protocol", protocol, "--revision", revision];
        stderr(&run(&folder, &[&args[..], &["--schemas", "schemas"]].concat()))
    };
    assert_eq!(
        import("../pets", "1.0.0"),
        "\"../pets\" is no name for a protocol: use lower-case letters, digits and _\n"
    );
    assert_eq!(
        import("pets", "../1"),
        "\"../1\" is no revision: use a date (2020-12-31), a version (1.0.0) or draft\n"
    );
    assert!(!folder.join("schemas").exists());
}

#[test]
fn the_table_is_ordered_and_keeps_its_head() {
    let folder = folder("import-table");
    put(&folder.join("good.json"), r#"{"definitions":{"A":{}}}"#);
    put(&folder.join("schemas/sources.toml"), "# Our schemas.\n\n");
    for revision in ["draft", "1.10.0", "1.9.0", "2025-01-01", "1.9.0"] {
        let output =
            run(&folder, &["import", "good.json", "--protocol", "pets", "--revision", revision]);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    let table = fs::read_to_string(folder.join("schemas/sources.toml")).unwrap();
    assert!(table.starts_with("# Our schemas.\n\n[[source]]\nprotocol = \"pets\"\n"), "{table}");
    let revisions: Vec<_> =
        table.lines().filter_map(|line| line.strip_prefix("revision = ")).collect();
    assert_eq!(revisions, ["\"2025-01-01\"", "\"1.9.0\"", "\"1.10.0\"", "\"draft\""]);
    assert!(table.contains("status = \"draft\""));
    let list = stdout(&run(&folder, &["list"]));
    assert_eq!(list.lines().count(), 5, "{list}");
}

#[test]
fn two_revisions_of_one_module_clash() {
    let folder = folder("import-clash");
    put(&folder.join("good.json"), r#"{"definitions":{"A":{}}}"#);
    let import = |revision: &str| {
        let args = ["import", "good.json", "--protocol", "pets", "--revision", revision];
        run(&folder, &[&args[..], &["--schemas", "schemas"]].concat())
    };
    assert!(import("1.0.0").status.success());
    let before = snapshot(&folder.join("schemas"));
    assert_eq!(
        stderr(&import("1.0.1")),
        "schemas/sources.toml#/source/1: pets 1.0.1 and revision 1.0.0 would both be the module \
         v1_0: remove one row\n"
    );
    assert_eq!(snapshot(&folder.join("schemas")), before);
}
