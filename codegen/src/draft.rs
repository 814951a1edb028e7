//! The first draft of the Rust types: typify's, over the structs and enums of a revision.
//!
//! typify is given what it is best at, objects of named parts; the types that it has no word for
//! (JSON kept as text, numbers that remember their spelling, one-or-many, unions) stand in its
//! input as names, which the passes of `refine` then put right.

use std::collections::BTreeMap;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use serde_json::{Map, Value, json};
use syn::File;
use typify::{TypeSpace, TypeSpaceSettings};

use crate::error::Error;
use crate::ir::{Body, Definition, Definitions, Type};

/// Types of the runtime, by the name under which they stand in the draft.
pub(crate) const RUNTIME: &[&str] =
    &["Json", "JsonObject", "Integer", "Number", "StringOrInteger", "Null", "Const"];

/// Drafts the structs and enums of a revision.
pub fn draft(definitions: &Definitions, file: &str) -> Result<File, Vec<Error>> {
    let mut schemas = Map::new();
    for name in RUNTIME {
        schemas.insert((*name).to_owned(), json!({}));
    }
    // typify changes names to its taste, so it is given names that it leaves alone.
    let mut names = Names::new();
    for (index, definition) in definitions.0.values().enumerate() {
        names.insert(definition.name.as_str(), (format!("Draft{index}"), &definition.rust));
    }
    for definition in definitions.0.values() {
        let schema = match &definition.body {
            Body::Struct(_) => object(definition, &names),
            Body::Enum(list) => {
                // `refine` names the values; the draft need not find names for them.
                let values: Vec<String> =
                    (0..list.values.len()).map(|index| format!("v{index}")).collect();
                json!({ "type": "string", "enum": values })
            }
            Body::Text(_)
            | Body::String
            | Body::Integers(_)
            | Body::Bits(_)
            | Body::Union(_)
            | Body::Alias(_) => json!({}),
        };
        let name = names.get(definition.name.as_str()).map(|(drafted, _)| drafted.clone());
        schemas.insert(name.unwrap_or_default(), schema);
    }
    let fault =
        |cause: String| vec![Error::new(file, "", format!("typify refused the schema: {cause}"))];
    let root = serde_json::from_value(json!({ "definitions": Value::Object(schemas) }))
        .map_err(|cause| fault(cause.to_string()))?;
    let mut settings = TypeSpaceSettings::default();
    settings.with_map_type("Map");
    let mut space = TypeSpace::new(&settings);
    space.add_root_schema(root).map_err(|cause| fault(cause.to_string()))?;
    let names: BTreeMap<String, &str> =
        names.into_values().map(|(drafted, rust)| (drafted, rust.as_str())).collect();
    syn::parse2(renamed(space.to_stream(), &names)).map_err(|cause| fault(cause.to_string()))
}

/// By schema name: the name in the draft, and the one in Rust.
type Names<'a> = BTreeMap<&'a str, (String, &'a String)>;

/// The draft with the names that the types have in Rust.
fn renamed(draft: TokenStream, names: &BTreeMap<String, &str>) -> TokenStream {
    draft
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(ident) => match names.get(&ident.to_string()) {
                Some(rust) => TokenTree::Ident(Ident::new(rust, ident.span())),
                None => TokenTree::Ident(ident),
            },
            TokenTree::Group(group) => {
                let inner = renamed(group.stream(), names);
                TokenTree::Group(Group::new(group.delimiter(), inner))
            }
            other => other,
        })
        .collect()
}

fn object(definition: &Definition, names: &Names<'_>) -> Value {
    let members = definition.members();
    let properties: Map<String, Value> =
        members.iter().map(|member| (member.wire.clone(), schema(&member.ty, names))).collect();
    let required: Vec<&str> =
        members.iter().filter(|m| m.required).map(|m| m.wire.as_str()).collect();
    if properties.is_empty() {
        // Otherwise it would be drafted as a map.
        return json!({ "type": "object", "additionalProperties": false });
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// A type as typify is told of it.
fn schema(ty: &Type, names: &Names<'_>) -> Value {
    let name = |name: &str| json!({ "$ref": format!("#/definitions/{name}") });
    match ty {
        Type::Json => name("Json"),
        Type::JsonObject => name("JsonObject"),
        Type::Integer => name("Integer"),
        Type::Number => name("Number"),
        Type::StringOrInteger => name("StringOrInteger"),
        Type::Null => name("Null"),
        Type::Const(_) => name("Const"),
        Type::String => json!({ "type": "string" }),
        Type::Bool => json!({ "type": "boolean" }),
        Type::Array(inner) => json!({ "type": "array", "items": schema(inner, names) }),
        Type::Map(inner) => {
            json!({ "type": "object", "additionalProperties": schema(inner, names) })
        }
        // `refine` writes what these really are.
        Type::OneOrMany(inner) | Type::Nullable(inner) | Type::Boxed(inner) => schema(inner, names),
        Type::Named(target) => match names.get(target.as_str()) {
            Some((drafted, _)) => name(drafted),
            None => name("Json"),
        },
    }
}
