//! `JsonSchema` of schemars (feature `schemars`): a generated type has its revision's own schema, and
//! a tool gets its schemas from types of your own.
//!
//! The schemas are texts beside the generated types, a definition a line, so that nothing is parsed
//! but what is asked for.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map as Object, Value, json};

use crate::{
    Error, Integer, Json, JsonObject, Map, Null, Nullable, Number, OneOrMany, StringOrInteger,
};

/// Gives a type's schema, or a reference to it.
pub(crate) type OfType = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a revision, and which of its definitions are types.
pub(crate) struct Source {
    /// Tells the definitions of revisions apart.
    pub(crate) id: &'static str,
    /// The whole file.
    pub(crate) text: &'static str,
    /// The schema of a type, by the name of its definition.
    pub(crate) types: &'static [(&'static str, OfType)],
}

impl Source {
    /// The schema of a definition, its references put among the generator's own.
    pub(crate) fn definition(&self, name: &str, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = self.read(name).unwrap_or_default();
        // The name of a part stands for its place in another definition.
        if let Some(place) = schema.get("$ref").and_then(Value::as_str)
            && let Some((owner, rest)) = place.strip_prefix(PLACE).and_then(|p| p.split_once('/'))
        {
            let owner = self.read(owner).unwrap_or_default();
            schema = owner.pointer(&format!("/{rest}")).cloned().unwrap_or_default();
        }
        self.adopt(&mut schema, generator);
        Schema::try_from(schema).unwrap_or_default()
    }

    fn read(&self, name: &str) -> Option<Value> {
        let start = format!("{}:", json!(name));
        let line = self.text.lines().find_map(|line| line.strip_prefix(start.as_str()))?;
        serde_json::from_str(line.strip_suffix(',').unwrap_or(line)).ok()
    }

    /// Replaces references into the file.
    fn adopt(&self, schema: &mut Value, generator: &mut SchemaGenerator) {
        match schema {
            Value::Array(parts) => parts.iter_mut().for_each(|part| self.adopt(part, generator)),
            Value::Object(members) => {
                let name = members.get("$ref").and_then(Value::as_str);
                match name.and_then(|place| place.strip_prefix(PLACE)) {
                    Some(name) => *schema = self.reference(&String::from(name), generator),
                    None => members.values_mut().for_each(|part| self.adopt(part, generator)),
                }
            }
            _ => {}
        }
    }

    fn reference(&self, name: &str, generator: &mut SchemaGenerator) -> Value {
        if let Some((_, of_type)) = self.types.iter().find(|(known, _)| *known == name) {
            return of_type(generator).into();
        }
        // An alias has no type of its own, and may hold itself.
        let key = format!("{name}.{}", self.id);
        if !generator.definitions().contains_key(&key) {
            generator.definitions_mut().insert(key.clone(), Value::Bool(true));
            let schema = self.definition(name, generator).into();
            generator.definitions_mut().insert(key.clone(), schema);
        }
        let path = &generator.settings().definitions_path;
        json!({ "$ref": format!("#{path}/{key}") })
    }
}

const PLACE: &str = "#/definitions/";

/// Implements `JsonSchema` for the types of a revision.
macro_rules! json_schemas {
    ($id:literal, $text:expr; $($name:literal => $type:ty;)*) => {
        static SCHEMAS: $crate::schemas::Source = $crate::schemas::Source {
            id: $id,
            text: $text,
            types: &[$(($name, |generator| generator.subschema_for::<$type>()),)*],
        };

        $(
            impl ::schemars::JsonSchema for $type {
                fn schema_name() -> ::alloc::borrow::Cow<'static, str> {
                    ::alloc::borrow::Cow::Borrowed($name)
                }

                fn schema_id() -> ::alloc::borrow::Cow<'static, str> {
                    ::alloc::borrow::Cow::Borrowed(::core::concat!($id, "/", $name))
                }

                fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                    SCHEMAS.definition($name, generator)
                }
            }
        )*
    };
}

pub(crate) use json_schemas;

/// The schema of a type of your own as a tool has it: JSON Schema 2020-12, an object where a schema of
/// a property could be `true`.
pub(crate) fn of<T, S>(settings: SchemaSettings) -> Result<S, Error>
where
    T: JsonSchema,
    S: TryFrom<JsonObject, Error = Error>,
{
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // Up to 2025-11-25 the schema of a property is an object.
    RecursiveTransform(open_properties).transform(&mut schema);
    S::try_from(JsonObject::from_serialize(&schema)?)
}

fn open_properties(schema: &mut Schema) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for property in properties.values_mut() {
        match property {
            Value::Bool(true) => *property = Value::Object(Object::new()),
            Value::Bool(false) => *property = json!({ "not": {} }),
            _ => {}
        }
    }
}

macro_rules! leaf {
    ($($type:ty = $name:literal: $schema:tt;)*) => {$(
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )*};
}

leaf! {
    Json = "Json": true;
    JsonObject = "JsonObject": { "type": "object" };
    Number = "Number": { "type": "number" };
    Integer = "Integer": { "type": "integer" };
    StringOrInteger = "StringOrInteger": { "type": ["string", "integer"] };
    Null = "Null": { "type": "null" };
}

macro_rules! around {
    ($($type:ident = $name:literal: $generator:ident $inner:ident => $schema:tt;)*) => {$(
        impl<T: JsonSchema> JsonSchema for $type<T> {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                Cow::Owned(format!("{}_{}", $name, T::schema_name()))
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                let $inner = $generator.subschema_for::<T>();
                json_schema!($schema)
            }
        }
    )*};
}

around! {
    Map = "Map": generator inner => { "type": "object", "additionalProperties": inner };
    OneOrMany = "OneOrMany": generator inner => { "anyOf": [inner, { "type": "array", "items": inner }] };
    Nullable = "Nullable": generator inner => { "anyOf": [inner, { "type": "null" }] };
}
