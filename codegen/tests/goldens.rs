//! Schemas and the modules that are made of them. The modules stand beside the schemas, so that a
//! change of the generator shows in them; they are compiled, and read and write documents here.
//!
//! `UPDATE_GOLDENS=1 cargo test -p mcp-revisions-codegen --test goldens` writes them anew.

#![allow(missing_docs, unreachable_pub)]

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
