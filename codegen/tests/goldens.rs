//! Schemas and the modules that are made of them. The modules stand beside the schemas, so that a
//! change of the generator shows in them; they are compiled, and read and write documents here.
//!
//! `UPDATE_GOLDENS=1 cargo test -p mcp-revisions-codegen --test goldens` writes them anew.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use mcp_revisions_codegen::Module;

#[path = "goldens/empty.rs"]
#[rustfmt::skip]
pub mod empty;
#[path = "goldens/farm.rs"]
#[rustfmt::skip]
pub mod farm;
#[path = "goldens/merged.rs"]
#[rustfmt::skip]
pub mod merged;
#[path = "goldens/names.rs"]
#[rustfmt::skip]
pub mod names;
#[path = "goldens/tree.rs"]
#[rustfmt::skip]
pub mod tree;
#[path = "goldens/unions.rs"]
#[rustfmt::skip]
pub mod unions;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens")
}

fn module(name: &str) -> Module {
    let module = Module::from_schema_file(folder().join(name).with_extension("json")).unwrap();
    match name {
        "names" => module.field("Clone.<", "Less").field("Clone.Self", "Own"),
        "merged" => module.text("Chair.history"),
        _ => module.title("A schema of the tests."),
    }
}

#[test]
fn the_modules_are_what_the_generator_makes() {
    let update = std::env::var_os("UPDATE_GOLDENS").is_some();
    for name in ["empty", "farm", "merged", "names", "tree", "unions"] {
        let made = module(name).to_text().unwrap();
        let path = folder().join(name).with_extension("rs");
        if update {
            fs::write(&path, &made).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        let difference = mcp_revisions_codegen::write::first_difference(&golden, &made);
        assert!(golden == made, "{name}.rs: set UPDATE_GOLDENS=1 if this is meant\n{difference}");
    }
}

/// Reads a document, and writes it again.
fn again<T: mcp_revisions::wire::Wire>(text: &str) -> Result<String, String> {
    let value: T = mcp_revisions::wire::from_text(text).map_err(|error| error.to_string())?;
    mcp_revisions::to_string(&value).map_err(|error| error.to_string())
}

#[test]
fn documents_come_back_as_they_were() {
    let same = |made: Result<String, String>, text: &str| assert_eq!(made.as_deref(), Ok(text));
    let farm = r#"{"acres":12.50,"animals":[{"kind":"sheep","shorn":true,"name":"Ba"},{"kind":"cow","litres":7},{"kind":"goat","beard":[1]}],"name":"Low","owner":null,"gate":null,"stock":{"hay":3},"tags":["a"],"sold":false}"#;
    same(again::<farm::Farm>(farm), farm);
    let one = r#"{"acres":1,"animals":[],"name":"","owner":"me","address":{"street":"s","zip":"1"},"tags":"a"}"#;
    same(again::<farm::Farm>(one), one);

    let link = r#"{"value":"a","next":{"value":"b","next":{"value":"c"}}}"#;
    same(again::<tree::Link>(link), link);
    let folder = r#"{"name":"a","parent":{"name":"b","parent":null},"alike":[{"name":"c","parent":null}],"folders":[],"shortcuts":{"x":{"name":"d","parent":null}}}"#;
    same(again::<tree::Folder>(folder), folder);
    let sum =
        r#"{"op":"sum","left":{"op":"literal","value":1e3},"right":{"op":"product","of":[]}}"#;
    same(again::<tree::Expression>(sum), sum);
    same(again::<tree::Hen>(r#"{"from":{"from":{}}}"#), r#"{"from":{"from":{}}}"#);
    same(again::<tree::Words>(r#"["a",["b",{"c":"d"}]]"#), r#"["a",["b",{"c":"d"}]]"#);

    let words = r#"{"type":"words","entries":"e","key":"k","ref":"r","self":1,"tag":"t","$schema":"s","_meta":{},"com.example/clientInfo":"c","default":null,"enum":[],"quote\"d":"q"}"#;
    same(again::<names::Words>(words), words);
    same(again::<names::Clone>(r#""<""#), r#""<""#);
    same(again::<names::Clone>(r#""new""#), r#""new""#);
    same(again::<names::ABC>(r#"{"again":{"again":{}}}"#), r#"{"again":{"again":{}}}"#);

    let text = r#"{"type":"text","text":"hello"}"#;
    same(again::<unions::ContentBlock>(text), text);
    same(again::<unions::Payment>(r#"{"amount":1,"card":"c"}"#), r#"{"amount":1,"card":"c"}"#);
    same(again::<unions::Payment>(r#"{"amount":1,"iban":"i"}"#), r#"{"amount":1,"iban":"i"}"#);
    same(again::<unions::Auto>(r#""auto""#), r#""auto""#);
    same(again::<unions::Auto>("1"), "1");
    same(again::<unions::MaybePlace>("null"), "null");
    same(again::<unions::MaybeLevel>(r#""low""#), r#""low""#);
    same(again::<unions::Flags>(r#"["on","on"]"#), r#"["on","on"]"#);

    let chair =
        r#"{"kind":"chair","id":"1","history":{"type":"history", "owners":["a"]},"legs":4}"#;
    same(again::<merged::Furniture>(chair), chair);
}

#[test]
fn what_a_schema_refuses_is_told() {
    let error = |made: Result<String, String>, text: &str| {
        assert!(made.as_ref().is_err_and(|error| error.starts_with(text)), "{made:?}, not {text}");
    };
    error(again::<farm::Farm>(r#"{"acres":1,"animals":[],"name":"x"}"#), "owner: missing member");
    error(
        again::<farm::Farm>(r#"{"acres":1,"animals":[{"kind":"cow"}],"name":"x","owner":null}"#),
        "animals[0].litres: missing member",
    );
    error(again::<tree::Link>(r#"{"value":"a","next":{}}"#), "next.value: missing member");
    error(
        again::<unions::Auto>(r#""manual""#),
        "invalid value: string \"manual\", expected \"auto\"",
    );
    error(again::<unions::Setting>("[]"), "invalid type: array, expected Bool or Number or String");
    error(
        again::<merged::Chair>(r#"{"kind":"chair","id":"1","history":{"type":"story"}}"#),
        "history.type",
    );
}

#[test]
fn constructors_take_what_a_box_holds() {
    let literal = |value: i32| tree::Expression::from(tree::Literal::new(value));
    let sum = tree::Sum::new(literal(1), Box::new(literal(2)));
    let text = mcp_revisions::to_string(&tree::Expression::from(sum)).unwrap();
    let literals = [r#"{"op":"literal","value":1}"#, r#"{"op":"literal","value":2}"#];
    assert_eq!(text, format!(r#"{{"op":"sum","left":{},"right":{}}}"#, literals[0], literals[1]));

    let list = tree::Link::new("a").with_next(tree::Link::new("b"));
    assert_eq!(mcp_revisions::to_string(&list).unwrap(), r#"{"value":"a","next":{"value":"b"}}"#);
}
