//! A revision's module as files: one an area, the tables, and `api.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use quote::ToTokens;
use syn::Item;

use crate::api;
use crate::decisions::{Constant, Decisions, Envelope};
use crate::error::Error;
use crate::fragments;
use crate::ir::{Body, Const, Definition, Sign, Test, Type};
use crate::pointer;
use crate::protocol::{self, Direction, Failures};
use crate::refine::{Context, items, mark_growing};
use crate::table;

mod code;
mod single;
mod uses;

use code::Code;
pub use single::single;
use uses::Names;

/// What the files of a revision are made of.
#[derive(Debug)]
pub struct Module<'a> {
    /// The protocol and revision, for the headers.
    pub title: String,
    /// The schema's path, for the headers.
    pub source: String,
    /// How generated code reaches the runtime: `crate` or `mcp_revisions`.
    pub runtime: &'a str,
    /// What the schema says, and what is known beside it.
    pub context: Context<'a>,
    /// The unions of a direction.
    pub directions: &'a [Direction],
    /// The errors with typed data.
    pub failures: Option<&'a Failures>,
    /// The text of `convert.rs`, where there is a model.
    pub convert: Option<String>,
    /// Whether documents can be checked by a definition's name.
    pub registry: bool,
    /// What messages travel in.
    pub envelope: Option<&'a Envelope>,
}

/// The files of a revision, by path below its folder.
pub fn print(
    module: &Module<'_>,
    decisions: &Decisions,
) -> Result<BTreeMap<PathBuf, String>, Vec<Error>> {
    let mut areas: BTreeMap<&str, Code> = BTreeMap::new();
    let mut home: BTreeMap<&str, &str> = BTreeMap::new();
    let mut face = Vec::new();
    let mut errors = each_definition(module, |definition, items| {
        let Some(area) = decisions.area(&definition.name) else {
            let message = format!("`{}` is in no area: add it to one", definition.name);
            return Some(Error::new("schemas/areas.toml", "", message));
        };
        home.insert(&definition.rust, area);
        face.extend(items.iter().flat_map(api::lines));
        areas.entry(area).or_default().extend(items);
        None
    });
    if !module.directions.is_empty() {
        let mut items = protocol::items(module.directions);
        items.extend(module.failures.map(protocol::failure_item));
        if !module.registry {
            mark_growing(&mut items);
        }
        face.extend(items.iter().flat_map(api::lines));
        let mut messages = Code::default();
        messages.extend(items);
        let other = areas.insert("messages", messages);
        errors.extend(other.and_then(|_| taken("messages")));
    }
    errors.extend(areas.keys().filter_map(|area| bad_area(area)));
    errors.extend(decisions.constants().iter().filter_map(|row| bad_constant(row, module)));
    if !errors.is_empty() {
        return Err(errors);
    }
    let names: Vec<&str> = areas.keys().copied().collect();
    let mut files = BTreeMap::new();
    files.insert(PathBuf::from("mod.rs"), module_text(module, &names) + &constants(decisions));
    files.insert(PathBuf::from("wire.rs"), wire_text(module));
    if let Some(convert) = &module.convert {
        files.insert(PathBuf::from("convert.rs"), convert.clone());
    }
    for (area, code) in areas {
        let doc = if area == "messages" {
            "What each side sends, by method."
        } else {
            decisions.area_doc(area)
        };
        let uses = uses(&code, &home, area, module);
        let text = format!("{}//! {doc}\n\n{uses}{}", header(&module.source), code.text());
        files.insert(PathBuf::from(format!("{area}.rs")), text);
    }
    face.extend(decisions.constants().keys().map(|name| format!("const {name}")));
    files.insert(PathBuf::from("api.txt"), api::list(module, face));
    Ok(files)
}

/// Makes the items of one definition after the other, since a syntax tree is many times as large as
/// its text, and hands them over. Returns what is wrong; a definition without items is.
fn each_definition<'a>(
    module: &Module<'a>,
    mut take: impl FnMut(&'a Definition, Vec<Item>) -> Option<Error>,
) -> Vec<Error> {
    let made = |definition: &'a Definition| {
        let message = match items(definition, module.context) {
            Ok(items) if !items.is_empty() => return take(definition, items),
            Ok(_) => {
                format!("`{}` was not emitted: this is a fault of the generator", definition.name)
            }
            Err(message) => message,
        };
        let at = pointer::join("/definitions", &definition.name);
        Some(Error::new(&module.source, at, message))
    };
    module.context.definitions.0.values().filter_map(made).collect()
}

/// An area whose file would take the place of another, or that can't be a module.
fn bad_area(area: &str) -> Option<Error> {
    if matches!(area, "convert" | "mod" | fragments::FILE | "wire") {
        return taken(area);
    }
    let message = format!("`{area}` can't name a module: call the area otherwise");
    let named = syn::parse_str::<syn::Ident>(area).is_ok();
    (!named).then(|| Error::new("schemas/areas.toml", "", message))
}

fn taken(area: &str) -> Option<Error> {
    let message = format!("`{area}` is a file of the generator's own: call the area otherwise");
    Some(Error::new("schemas/areas.toml", "", message))
}

/// The lines that every generated file starts with.
#[must_use]
pub fn header(source: &str) -> String {
    format!("// @generated by `cargo codegen generate` from {source}. Do not edit.\n\n")
}

/// The `use` lines of an area.
fn uses(code: &Code, home: &BTreeMap<&str, &str>, area: &str, module: &Module<'_>) -> String {
    let names = code.names();
    let mut uses: Vec<String> = Vec::new();
    let mut by_area: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in names.iter() {
        match home.get(name.as_str()) {
            Some(other) if *other != area => by_area.entry(other).or_default().push(name),
            _ => {}
        }
    }
    let std = names.alloc("alloc");
    if !std.is_empty() {
        uses.extend(std);
        uses.push(String::new());
    }
    for (other, names) in by_area {
        uses.push(format!("use super::{other}::{};", uses::group(&names)));
    }
    uses.extend(names.runtime(module.runtime, |name| home.contains_key(name)));
    let uses = uses.join("\n");
    if uses.is_empty() { uses } else { format!("{}\n\n", uses.trim_end()) }
}

fn module_text(module: &Module<'_>, areas: &[&str]) -> String {
    let mut text = header(&module.source);
    text.push_str(&format!("//! {}.\n\n", module.title));
    for area in areas {
        text.push_str(&format!("mod {area};\n"));
    }
    if module.convert.is_some() {
        text.push_str("#[cfg(feature = \"convert\")]\nmod convert;\n");
    }
    if module.registry {
        text.push_str(&format!("#[cfg(feature = \"schema-docs\")]\nmod {};\n", fragments::FILE));
    }
    text.push_str("mod wire;\n\n");
    for area in areas {
        text.push_str(&format!("pub use {area}::*;\n"));
    }
    if !module.directions.is_empty() {
        text.push_str("pub use wire::{Client, ClientMessage, Server, ServerMessage};\n");
    }
    if module.registry {
        text.push_str("\n#[cfg(feature = \"check\")]\npub(crate) use wire::definition;\n");
        if module.convert.is_some() {
            text.push_str(
                "#[cfg(all(feature = \"check\", feature = \"convert\"))]\n\
                 pub(crate) use convert::ENDS;\n",
            );
        }
    }
    text
}

/// Constants that have a name.
fn constants(decisions: &Decisions) -> String {
    let rows = decisions.constants().iter();
    let rows = rows.map(|(name, row)| {
        format!("\n/// {}\npub const {name}: &str = {:?};\n", row.doc, row.value)
    });
    rows.collect()
}

/// A named constant that no member of the schema has.
fn bad_constant((name, row): (&String, &Constant), module: &Module<'_>) -> Option<Error> {
    let mut members = module.context.definitions.0.values().flat_map(Definition::members);
    let known = members.any(
        |member| matches!(&member.ty, Type::Const(Const::String(value)) if *value == row.value),
    );
    let message = || {
        let value = &row.value;
        format!("constant `{name}`: no member is always {value:?} in {}", module.context.revision)
    };
    (!known).then(|| Error::new("schemas/names.toml", "", message()))
}

fn wire_text(module: &Module<'_>) -> String {
    let mut text = header(&module.source);
    text.push_str("//! How the types of this revision stand in a document.\n\n");
    let body = format!(
        "{}{}{}{}",
        table::definitions(module.context.definitions, module.envelope),
        table::directions(module.directions),
        module.failures.map(table::failures).unwrap_or_default(),
        peers(module)
    );
    let methods = table::methods(module.context.methods, module.context.definitions);
    let mut names = Names::default();
    names.add_tables(&body);
    names.add_tables(&methods);
    let local: BTreeSet<&str> =
        module.context.definitions.0.values().map(|d| d.rust.as_str()).collect();
    for line in names.alloc("alloc") {
        text.push_str(&line);
        text.push('\n');
    }
    if !local.is_empty() {
        text.push_str("\nuse super::*;\n");
    }
    for line in names.runtime(module.runtime, |name| local.contains(name)) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str(&names.macros(module.runtime));
    text.push_str(&body);
    if !methods.is_empty() {
        text.push('\n');
        text.push_str(&methods);
    }
    if module.registry {
        text.push_str(&registry(module));
    }
    text
}

/// The two sides of a session.
fn peers(module: &Module<'_>) -> String {
    let Some(envelope) = module.envelope.filter(|_| !module.directions.is_empty()) else {
        return String::new();
    };
    let rust = |name: &String| module.context.definitions.0.get(name).map(|d| d.rust.as_str());
    let error = envelope.error.iter().find_map(rust).unwrap_or("RawError");
    let either = envelope.either;
    let batches = module.context.definitions.0.get(&envelope.message).is_some_and(is_batched);
    let runtime = module.runtime;
    let mut text = String::new();
    for (side, who) in [("Client", "a client"), ("Server", "a server")] {
        text.push_str(&format!(
            "\n/// What {who} of this revision sends.\n\
             #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
             pub struct {side};\n\n\
             /// A message of {who} of this revision.\n\
             pub type {side}Message = {runtime}::message::Message<{side}>;\n\n\
             impl {runtime}::message::Peer for {side} {{\n    \
                 type Request = {side}Request;\n    \
                 type Notification = {side}Notification;\n    \
                 type Result = {side}Result;\n    \
                 type Error = {error};\n    \
                 const BATCHES: bool = {batches};\n    \
                 const EITHER: bool = {either};\n}}\n",
        ));
    }
    text
}

/// Whether a message may be an array of messages.
fn is_batched(message: &Definition) -> bool {
    let Body::Union(union) = &message.body else { return false };
    union.alternatives.iter().any(|one| match &one.sign {
        Sign::Tests(tests) => tests.contains(&Test::Kind("Array")),
        Sign::Tag { .. } | Sign::Members(_) => false,
    })
}

/// Every definition by its schema name, for checking documents and for schemars.
fn registry(module: &Module<'_>) -> String {
    let runtime = module.runtime;
    let mut text = format!(
        "\n/// Reads and writes a document as the definition of this name.\n\
         #[cfg(feature = \"check\")]\n\
         pub(crate) fn definition(name: &str) -> Option<{runtime}::check::Definition> {{\n    \
         use {runtime}::check::Definition;\n    \
         Some(match name {{\n"
    );
    for definition in module.context.definitions.0.values() {
        text.push_str(&format!(
            "        {:?} => Definition::of::<{}>(),\n",
            definition.name, definition.rust
        ));
    }
    text.push_str("        _ => return None,\n    })\n}\n");
    text.push_str(&format!(
        "\n#[cfg(feature = \"schemars\")]\n\
         {runtime}::schemas::json_schemas! {{ {:?}, include_str!(\"schema.json\");\n",
        module.title.to_lowercase().replace(' ', "-")
    ));
    // An alias is a type that has a schema already.
    let types = module.context.definitions.0.values().filter(|d| !matches!(d.body, Body::Alias(_)));
    for definition in types {
        text.push_str(&format!("    {:?} => {};\n", definition.name, definition.rust));
    }
    text.push_str("}\n");
    text
}

/// The name of an item.
pub(crate) fn item_name(item: &Item) -> String {
    match item {
        Item::Struct(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Use(item) => match &item.tree {
            syn::UseTree::Path(path) => match &*path.tree {
                syn::UseTree::Name(name) => name.ident.to_string(),
                _ => String::new(),
            },
            _ => String::new(),
        },
        Item::Impl(item) => item.self_ty.to_token_stream().to_string(),
        _ => String::new(),
    }
}
