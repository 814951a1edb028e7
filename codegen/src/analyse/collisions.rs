//! Names that would be the same in Rust, or no names at all.

use std::collections::BTreeMap;

use crate::decisions::Decisions;
use crate::error::Error;
use crate::ir::{Body, Definition, Definitions, Type};
use crate::normalise::{Normal, place};
use crate::spelling::RUNTIME;

/// The field that every struct has for members that it does not model.
const UNMODELLED: &str = "extensions";

/// The types that generated code uses beside the runtime's ([`RUNTIME`]), so that a definition can't
/// have their name unless it is the same thing.
const USED: &[&str] = &["Box", "Option", "String", "Unknown", "Vec"];

/// Every collision, with what to do about it.
pub(super) fn find(
    definitions: &Definitions,
    normal: &Normal,
    decisions: &Decisions,
    file: &str,
) -> Vec<Error> {
    let mut errors = Vec::new();
    let mut types: BTreeMap<&str, &str> = BTreeMap::new();
    let has_text = definitions.0.values().any(|one| matches!(one.body, Body::Text(_)));
    for (name, definition) in &definitions.0 {
        let at = place(normal, name);
        let rust = definition.rust.as_str();
        let mut complain = |message: String| errors.push(Error::new(file, &at, message));
        if !is_name(rust) {
            complain(format!(
                "`{name}` gives no name in Rust: {}",
                naming(name, "types", decisions)
            ));
        } else if (RUNTIME.contains(&rust) || USED.contains(&rust) || (rust == "Shape" && has_text))
            && !is_same(definition)
        {
            complain(format!(
                "`{rust}` is a type that generated code uses: {}",
                naming(name, "types", decisions)
            ));
        }
        if let Some(other) = types.insert(rust, name) {
            complain(format!(
                "`{name}` and `{other}` are both `{rust}` in Rust: {}",
                naming(name, "types", decisions)
            ));
        }
        let reserved = match &definition.body {
            Body::Struct(_) => UNMODELLED,
            _ => "Unknown",
        };
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for (rust, wire) in parts(definition) {
            let part = format!("{name}.{wire}");
            if !is_name(rust) {
                complain(format!(
                    "`{part}` gives no name in Rust: {}",
                    naming(&part, "fields", decisions)
                ));
            } else if rust == reserved {
                complain(format!(
                    "`{part}` is `{rust}` in Rust, which holds what is not modelled: {}",
                    naming(&part, "fields", decisions)
                ));
            } else if let Some(other) = seen.insert(rust, wire) {
                complain(format!(
                    "`{wire}` and `{other}` are both `{rust}` in Rust: {}",
                    naming(&part, "fields", decisions)
                ));
            }
        }
    }
    errors
}

/// What to do about a poor name.
fn naming(what: &str, table: &str, decisions: &Decisions) -> String {
    format!("give `{what}` a name {}", decisions.place(table))
}

/// The names in Rust of a definition's members, values or alternatives, with those in the schema.
fn parts(definition: &Definition) -> Vec<(&str, &str)> {
    match &definition.body {
        Body::Struct(members) => {
            members.iter().map(|member| (member.field.as_str(), member.wire.as_str())).collect()
        }
        Body::Enum(list) => {
            list.values.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
        }
        Body::Integers(list) => list.values.iter().map(|one| (&*one.rust, &*one.wire)).collect(),
        Body::Bits(bits) => bits.iter().map(|one| (&*one.rust, &*one.wire)).collect(),
        Body::Union(union) => {
            let variants = union.alternatives.iter().map(|one| one.variant.as_str());
            variants.map(|variant| (variant, variant)).collect()
        }
        Body::Text(_) | Body::String | Body::Alias(_) => Vec::new(),
    }
}

fn is_name(rust: &str) -> bool {
    syn::parse_str::<syn::Ident>(rust).is_ok()
}

/// Whether a definition is what the runtime's type of its name is.
fn is_same(definition: &Definition) -> bool {
    let Body::Alias(ty) = &definition.body else { return false };
    match definition.rust.as_str() {
        "Integer" => *ty == Type::Integer,
        "Json" => *ty == Type::Json,
        "JsonObject" => *ty == Type::JsonObject,
        "Number" => *ty == Type::Number,
        "StringOrInteger" => *ty == Type::StringOrInteger,
        _ => false,
    }
}
