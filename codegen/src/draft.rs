//! The first draft of a struct: typify's, of one definition at a time, since what it makes of a
//! schema is many times as large as what is kept of it.
//!
//! typify is given what it is best at, an object of named parts. Definitions, and the types that it
//! has no word for (JSON kept as text, numbers that remember their spelling, one-or-many), stand in
//! its input as names that are replaced by the types of Rust.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use syn::{File, Item, ItemStruct};
use typify::{TypeSpace, TypeSpaceSettings};

use crate::ir::{Definitions, Member, Type};
use crate::spelling::spell;

/// The name of the struct in the draft.
const NAME: &str = "Draft";

/// Drafts a struct with a field for each member, in their order.
pub fn draft(members: &[&Member], definitions: &Definitions) -> Result<ItemStruct, String> {
    let fault = |cause: String| format!("typify refused the schema: {cause}");
    let mut replaced = Replaced { definitions, names: BTreeMap::new() };
    // typify changes names to its taste and sorts them, so it is given names that it leaves alone.
    let fields: Vec<String> = (0..members.len()).map(|index| format!("field{index:06}")).collect();
    let properties: Map<String, Value> = fields
        .iter()
        .zip(members)
        .map(|(field, member)| (field.clone(), replaced.schema(&member.ty)))
        .collect();
    let required = fields.iter().zip(members).filter(|(_, member)| member.required);
    let required: Vec<&String> = required.map(|(field, _)| field).collect();
    // Otherwise an object without members would be drafted as a map.
    let closed = members.is_empty();
    let object = json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": !closed,
    });
    let mut settings = TypeSpaceSettings::default();
    settings.with_map_type("Map");
    let mut schemas = Map::new();
    schemas.insert(NAME.to_owned(), object);
    for (rust, name) in replaced.names {
        settings.with_replacement(&name, rust, std::iter::empty());
        schemas.insert(name, json!({}));
    }
    let root = serde_json::from_value(json!({ "definitions": schemas }))
        .map_err(|cause| fault(cause.to_string()))?;
    let mut space = TypeSpace::new(&settings);
    space.add_root_schema(root).map_err(|cause| fault(cause.to_string()))?;
    let file: File = syn::parse2(space.to_stream()).map_err(|cause| fault(cause.to_string()))?;
    let drafted = file.items.into_iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == NAME => Some(item),
        _ => None,
    });
    drafted.ok_or_else(|| fault("it made no struct of it".to_owned()))
}

/// The types that stand in the draft as names: by how Rust spells them, the name.
struct Replaced<'a> {
    definitions: &'a Definitions,
    names: BTreeMap<String, String>,
}

impl Replaced<'_> {
    /// A type as typify is told of it.
    fn schema(&mut self, ty: &Type) -> Value {
        match ty {
            Type::String => json!({ "type": "string" }),
            Type::Bool => json!({ "type": "boolean" }),
            Type::Array(inner) => json!({ "type": "array", "items": self.schema(inner) }),
            Type::Map(inner) => {
                json!({ "type": "object", "additionalProperties": self.schema(inner) })
            }
            other => {
                let next = format!("Type{}", self.names.len());
                let name = self.names.entry(spell(other, self.definitions)).or_insert(next);
                json!({ "$ref": format!("#/definitions/{name}") })
            }
        }
    }
}
