//! `generate` and `check` over a whole workspace: the same bytes every time, and nothing written
//! when anything is wrong.

#![allow(clippy::unwrap_used)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use mcp_revisions_codegen::canonical::{Options, canonical};
use mcp_revisions_codegen::json;
use serde_json::Value;
use support::{folder, put, run, snapshot, stderr, stdout, workspace};

/// A copy of a folder.
fn copy(from: &Path, to: &Path) {
    for (path, text) in snapshot(from) {
        put(&to.join(path.strip_prefix(from).unwrap()), &text);
    }
}

#[test]
fn the_committed_modules_are_what_a_run_makes() {
    let root = folder("generate_all");
    copy(&workspace().join("schemas"), &root.join("schemas"));
    let output = run(&root, &["generate"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let relative = |root: &Path| -> Vec<(PathBuf, String)> {
        let files = snapshot(&root.join("generated")).into_iter();
        files.map(|(path, text)| (path.strip_prefix(root).unwrap().to_owned(), text)).collect()
    };
    let (made, committed) = (relative(&root), relative(workspace()));
    let stale = made.iter().find(|file| !committed.contains(file));
    let stale = stale.or_else(|| committed.iter().find(|file| !made.contains(file)));
    let stale = stale.map(|(path, _)| path.display());
    assert!(stale.is_none(), "{} is out of date: run `cargo codegen generate`", stale.unwrap());
}

#[test]
fn a_second_run_writes_nothing() {
    let root = pets("generate_twice", PETS, &[]);
    let generated = root.join("generated");
    let check = run(&root, &["check"]);
    assert!(!check.status.success());
    assert_eq!(
        stderr(&check),
        "the generated files are out of date: run `cargo codegen generate`\n"
    );
    assert!(!generated.exists(), "check wrote something");

    assert!(run(&root, &["generate"]).status.success());
    let first = snapshot(&generated);
    let written = |(path, _): &(PathBuf, String)| fs::metadata(path).unwrap().modified().unwrap();
    let times: Vec<_> = first.iter().map(written).collect();
    assert!(run(&root, &["check"]).status.success());
    assert_eq!(stdout(&run(&root, &["generate"])), "");
    assert_eq!(first, snapshot(&generated));
    assert_eq!(times, first.iter().map(written).collect::<Vec<_>>());
}

/// The same document with the members of all objects, and all sets of names, the other way round.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev().map(|(key, value)| {
                let set = matches!(key.as_str(), "required" | "enum" | "type");
                let value = match value {
                    Value::Array(items) if set => items.iter().rev().cloned().collect(),
                    value => reversed(value),
                };
                (key.clone(), value)
            });
            Value::Object(members.collect())
        }
        Value::Array(items) => items.iter().map(reversed).collect(),
        other => other.clone(),
    }
}

#[test]
fn the_order_of_a_schema_does_not_matter() {
    for (path, text) in snapshot(&workspace().join("schemas/mcp")) {
        let schema = json::parse(&text, "schema").unwrap();
        let other = reversed(&schema);
        assert_ne!(json::print(&other), text);
        let read = canonical(&other, "schema", &Options::default()).unwrap();
        assert!(json::print(&read) == text, "{}", path.display());
    }
}

/// What the tests below change one thing of.
const PETS: &str = r##"{"definitions": {
    "Pet": {"properties": {
        "name": {"type": "string"}, "size": {"enum": ["big", "small"]}, "home": {"$ref": "#/definitions/Home"}
    }, "required": ["name"]},
    "Home": {"type": "object", "properties": {"street": {"type": "string"}}}
}}"##;

const AREAS: (&str, &str) =
    ("areas.toml", "[pets.pets]\ndoc = \"Pets.\"\nnames = [\"Pet*\", \"Home\"]\n");

/// A workspace with one revision, whose schema is this text.
fn pets(name: &str, schema: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = folder(name);
    let digest = json::sha256(schema.as_bytes());
    put(&root.join("schemas/pets/1.0.0.json"), schema);
    put(
        &root.join("schemas/sources.toml"),
        &format!(
            "[[source]]\nprotocol = \"pets\"\nrevision = \"1.0.0\"\nstatus = \"released\"\n\
             file = \"pets/1.0.0.json\"\ndoc = \"Pets.\"\ndialect = \"draft-07\"\nsha256 = \"{digest}\"\n\
             digest = \"{digest}\"\n"
        ),
    );
    for (name, text) in files {
        put(&root.join("schemas").join(name), text);
    }
    root
}

/// A schema, the files beside it, and what `generate` says to them.
type Bad = (&'static str, &'static [(&'static str, &'static str)], &'static str);

const BAD: &[Bad] = &[
    (
        "{",
        &[],
        "./schemas/pets/1.0.0.json: not valid JSON: EOF while parsing an object at line 1 column 1",
    ),
    (
        r##"{"definitions":{"Pet":{"$ref":"#/definitions/Dog"}}}"##,
        &[],
        "pets 1.0.0#/definitions/Pet/$ref: the reference \"#/definitions/Dog\" names no definition: define \"Dog\" or correct the reference",
    ),
    (
        r#"{"definitions":{"Pet":{"then":{}}}}"#,
        &[],
        "pets 1.0.0#/definitions/Pet/then: unknown keyword \"then\": add a rule or an erratum",
    ),
    (
        r#"{"definitions":{"Pet":{"type":["string","integer","boolean"]},"Dog":{"properties":{"a":{"type":"null"}}}}}"#,
        &[],
        "schemas/pets/1.0.0.json#/definitions/Dog/properties/a: the type `null` can't stand alone: say what else it may be",
    ),
    (
        r#"{"definitions":{"Pet":{"type":"string"},"PET":{"type":"string"}}}"#,
        &[],
        "schemas/pets/1.0.0.json#/definitions/Pet: `Pet` and `PET` are both `Pet` in Rust: give `Pet` a name in names.toml, under `types`",
    ),
    (
        r#"{"definitions":{"Pet":{"properties":{"a":{"type":"string"},"$a":{"type":"string"}}}}}"#,
        &[],
        "schemas/pets/1.0.0.json#/definitions/Pet: `a` and `$a` are both `a` in Rust: give `Pet.a` a name in names.toml, under `fields`",
    ),
    (
        r#"{"definitions":{"Pet":{"enum":["a","A"]}}}"#,
        &[],
        "schemas/pets/1.0.0.json#/definitions/Pet: `a` and `A` are both `A` in Rust: give `Pet.a` a name in names.toml, under `fields`",
    ),
    (
        r##"{"definitions":{"Pet":{"anyOf":[{"$ref":"#/definitions/Cat"},{"$ref":"#/definitions/Dog"}]},"Cat":{"properties":{"name":{}}},"Dog":{"properties":{"name":{}}}}}"##,
        &[],
        "schemas/pets/1.0.0.json#/definitions/Pet: no member tells Cat, Dog apart: give each a constant",
    ),
    (
        r#"{"definitions":{"Pet":{"properties":{"name":{}},"required":["nmae"]}}}"#,
        &[],
        "schemas/pets/1.0.0.json#/definitions/Pet: `required` names `nmae`, which is no property: add or correct it",
    ),
    // Decisions.
    (
        PETS,
        &[("areas.toml", "[pets.pets]\ndoc = \"Pets.\"\nnames = [\"Pet*\"]\n")],
        "schemas/areas.toml: `Home` is in no area: add it to one",
    ),
    (
        PETS,
        &[("areas.toml", "[pets.pets]\ndoc = \"Pets.\"\nnames = [\"*\", \"Dog*\"]\n")],
        "schemas/areas.toml: `areas: Dog*` applies to no revision: correct it or take it out",
    ),
    (
        PETS,
        &[("names.toml", "[pets.anonymous]\n\"Pet.shape\" = \"Shape\"\n")],
        "schemas/names.toml: `anonymous: Pet.shape` applies to no revision: correct it or take it out",
    ),
    (
        PETS,
        &[("names.toml", "[pets.skip]\nHome = \"not wanted\"\n")],
        "schemas/pets/1.0.0.json#/definitions/Pet/properties/home: `Home` is skipped: take it out of `skip`, or this too",
    ),
    (
        PETS,
        &[("order.toml", "[values]\nPetSize = [\"small\"]\n")],
        "schemas/order.toml#/values/PetSize: `big` has no place: add it",
    ),
    (
        PETS,
        &[(
            "docs/pets.toml",
            "[Pet]\ndoc = \"A pet.\"\nmembers = {name = \"A.\", size = \"B.\"}\n[PetSize]\ndoc = \"How big.\"\nvalues = {big = \"C.\", small = \"D.\"}\n[Home]\ndoc = \"A home.\"\nmembers = {street = \"E.\"}\n",
        )],
        "schemas/pets/1.0.0.json#/definitions/Pet: `Pet.home` has no entry in schemas/docs: add one",
    ),
    (
        PETS,
        &[(
            "docs/pets.toml",
            "[Pet]\ndoc = \"A pet.\"\nmembers = {name = \"A.\", size = \"B.\", home = \"F.\", tail = \"G.\"}\n[PetSize]\ndoc = \"How big.\"\nvalues = {big = \"C.\", small = \"D.\"}\n[Home]\ndoc = \"A home.\"\nmembers = {street = \"E.\"}\n",
        )],
        "./schemas/docs/pets.toml: `[Pet]` members.tail is used by no revision: correct it or take it out",
    ),
    (
        PETS,
        &[(
            "errata.toml",
            "[[erratum]]\nprotocol = \"pets\"\nrevisions = [\"1.0.0\"]\nat = \"/definitions/Dog\"\nremove = true\nexpect = '{}'\nreason = \"no dogs\"\n",
        )],
        "schemas/errata.toml: erratum 1 (no dogs): /definitions/Dog of pets 1.0.0 is no longer there: remove or correct the row",
    ),
    (
        PETS,
        &[("areas.toml", "[pets.wire]\ndoc = \"Pets.\"\nnames = [\"*\"]\n")],
        "schemas/areas.toml: `wire` is a file of the generator's own: call the area otherwise",
    ),
    (
        PETS,
        &[("areas.toml", "[pets.my-pets]\ndoc = \"Pets.\"\nnames = [\"*\"]\n")],
        "schemas/areas.toml: `my-pets` can't name a module: call the area otherwise",
    ),
    // Methods.
    (
        r#"{"definitions":{"FeedRequest":{"properties":{"method":{"const":"feed"}},"required":["method"]}}}"#,
        &[],
        "schemas/methods.toml: `feed` (`FeedRequest`) of 1.0.0 has no row: add one that says who sends it and what answers it",
    ),
    (
        PETS,
        &[(
            "methods.toml",
            "[[method]]\nprotocol = \"pets\"\nname = \"feed\"\nkind = \"notification\"\nfrom = \"client\"\ndefinition = \"FeedRequest\"\nrevisions = [\"1.0.0\"]\n",
        )],
        "schemas/methods.toml: `feed`: no definition `FeedRequest` with a constant `method` in 1.0.0: correct the row or take the revision out",
    ),
];

#[test]
fn anything_wrong_is_told_and_nothing_is_written() {
    let mut wrong = Vec::new();
    for (schema, files, message) in BAD {
        let root = pets("generate_bad", schema, files);
        let before = snapshot(&root);
        let output = run(&root, &["generate"]);
        let expected = format!("{message}\n");
        if output.status.code() != Some(1) || stderr(&output) != expected {
            wrong.push(format!("{schema}\n   found {}expected {expected}", stderr(&output)));
        }
        assert_eq!(snapshot(&root), before, "{schema}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_schema_that_was_edited_is_told() {
    let root = pets("generate_edited", PETS, &[]);
    put(&root.join("schemas/pets/1.0.0.json"), &PETS.replace("street", "road"));
    assert_eq!(
        stderr(&run(&root, &["generate"])),
        "./schemas/pets/1.0.0.json: not the text that sources.toml records: it is written by \
         import only, so import the official schema again, and put corrections into errata.toml\n"
    );
    assert!(!root.join("generated").exists());
}

#[test]
fn a_good_schema_makes_files_by_area() {
    let root = pets("generate_good", PETS, &[AREAS]);
    let output = run(&root, &["generate"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let files = snapshot(&root.join("generated"));
    let names: Vec<_> = files
        .iter()
        .map(|(path, _)| path.strip_prefix(root.join("generated")).unwrap().to_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "mod.rs",
            "v1_0/api.txt",
            "v1_0/mod.rs",
            "v1_0/pets.rs",
            "v1_0/schema.json",
            "v1_0/schema_docs.rs",
            "v1_0/wire.rs"
        ]
    );
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("schema.json")) {
        assert!(text.contains("@generated by `cargo codegen generate`"), "{}", path.display());
    }
}

#[test]
fn a_schema_may_define_nothing() {
    let root = pets("generate_empty", r#"{"definitions": {}}"#, &[]);
    let output = run(&root, &["generate"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let module = fs::read_to_string(root.join("generated/v1_0/mod.rs")).unwrap();
    assert!(module.contains("//! PETS 1.0.0.\n"), "{module}");
}

#[test]
fn a_stale_module_is_shown_and_then_mended() {
    let root = pets("generate_stale", PETS, &[]);
    assert!(run(&root, &["generate"]).status.success());
    let path = root.join("generated/v1_0/types.rs");
    let text = fs::read_to_string(&path).unwrap();
    put(&path, &text.replace("pub street", "pub road"));
    put(&root.join("generated/v0_9/mod.rs"), "// @generated by `cargo codegen generate`\n");
    put(&root.join("generated/notes.txt"), "mine\n");
    let check = run(&root, &["check"]);
    assert!(!check.status.success());
    let said = stdout(&check);
    assert!(said.contains("generated/v1_0/types.rs: changed\n@@ line "), "{said}");
    assert!(
        said.contains("\n-    pub road: Option<String>,\n+    pub street: Option<String>,\n"),
        "{said}"
    );
    assert!(said.contains("generated/v0_9/mod.rs: no longer made\n"), "{said}");

    assert!(run(&root, &["generate"]).status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert!(!root.join("generated/v0_9").exists());
    assert!(root.join("generated/notes.txt").exists());
    assert!(run(&root, &["check"]).status.success());
}

#[test]
fn a_method_may_be_called_request_and_answered_by_result() {
    let schema = r#"{"definitions": {
        "Request": {"properties": {"method": {"const": "ask"}}, "required": ["method"]},
        "PokeRequest": {"properties": {"method": {"const": "poke"}}, "required": ["method"]},
        "Result": {"properties": {"done": {"type": "boolean"}}}
    }}"#;
    let row = |name: &str, definition: &str| {
        format!(
            "[[method]]\nprotocol = \"pets\"\nname = \"{name}\"\nkind = \"request\"\n\
             from = \"client\"\ndefinition = \"{definition}\"\nresult = \"Result\"\n\
             revisions = [\"1.0.0\"]\n"
        )
    };
    let methods = row("ask", "Request") + &row("poke", "PokeRequest");
    let root = pets("generate_request", schema, &[("methods.toml", &methods)]);
    let output = run(&root, &["generate"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let made = fs::read_to_string(root.join("generated/v1_0/messages.rs")).unwrap();
    assert!(made.contains("    Request(Option<Json>),\n"), "{made}");
    assert!(made.contains("    Result(Result),\n"), "{made}");
}

#[test]
fn two_protocols_do_not_share_a_module() {
    let root = pets("generate_shared", PETS, &[]);
    let sources = fs::read_to_string(root.join("schemas/sources.toml")).unwrap();
    let other = sources.replace("protocol = \"pets\"", "protocol = \"zoo\"");
    put(&root.join("schemas/sources.toml"), &format!("{sources}\n{other}"));
    assert_eq!(
        stderr(&run(&root, &["generate"])),
        "schemas/sources.toml: pets 1.0.0 and zoo 1.0.0 would both be the module v1_0: keep one of \
         them elsewhere\n"
    );
    assert!(!root.join("generated").exists());
}
