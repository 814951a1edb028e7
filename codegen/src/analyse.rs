//! From a schema in normal form to definitions of a few kinds.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::boxes::endless_aliases;
use crate::decisions::Decisions;
use crate::error::Error;
use crate::ir::{
    Body, Const, Constant, Definition, Definitions, Enum, Integers, Member, Openness, Type,
};
use crate::json::count;
use crate::normalise::{Normal, place};
use crate::pointer;

mod collisions;
mod shapes;
pub(crate) mod unions;

/// How many names unions list at most: so many in any schema, and for each of its values. A union lists
/// all tags of what it is made of, and so does every other one that is made of the same.
const LEAST_LISTED: usize = 1024;
const LISTED_EACH: usize = 8;

/// Reads every definition; `file` names the schema in complaints.
pub fn analyse(
    normal: &Normal,
    decisions: &Decisions,
    file: &str,
) -> Result<Definitions, Vec<Error>> {
    let mut reader = Reader { normal, decisions, file, errors: Vec::new() };
    let mut definitions = BTreeMap::new();
    for (name, schema) in normal {
        if any_of(schema).is_none() {
            let body = reader.body(name, schema);
            definitions.insert(name.clone(), reader.definition(name, schema, body));
        }
    }
    let known = Definitions(definitions);
    for name in endless_aliases(&known) {
        let at = place(normal, name);
        let message = "stands for itself: say what it holds, or put it into an object";
        reader.complain(&at, format!("`{name}` {message}"));
    }
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    let mut definitions = known.0;
    let mut left = LEAST_LISTED + LISTED_EACH * normal.values().map(count).sum::<usize>();
    // Unions look into the definitions that they are made of, which may be unions themselves.
    let mut unions: Vec<(&String, &Value)> =
        normal.iter().filter(|(_, schema)| any_of(schema).is_some()).collect();
    while !unions.is_empty() {
        let waits = |schema: &Value| {
            let parts = any_of(schema).into_iter().flatten().filter_map(target);
            parts.into_iter().any(|part| unions.iter().any(|(name, _)| **name == part))
        };
        let (mut ready, mut waiting): (Vec<_>, Vec<_>) =
            unions.iter().copied().partition(|(_, schema)| !waits(schema));
        if ready.is_empty() {
            ready = std::mem::take(&mut waiting);
        }
        unions = waiting;
        for (name, schema) in ready {
            let told = reader.errors.len();
            let types: Vec<Type> = any_of(schema)
                .into_iter()
                .flatten()
                .enumerate()
                .map(|(index, schema)| {
                    reader.ty(schema, &format!("{}/anyOf/{index}", place(normal, name)))
                })
                .collect();
            // A part that is not there was told already.
            if reader.errors.len() > told {
                continue;
            }
            match unions::union(&types, &definitions, decisions) {
                Ok(mut union) => {
                    left = left.saturating_sub(unions::listed(&union));
                    if left == 0 {
                        let message = format!(
                            "unions list more than {LISTED_EACH} names for each value of the \
                             schema: make a definition of a union that stands in many"
                        );
                        reader.complain(&place(normal, name), message);
                        return Err(reader.errors);
                    }
                    union.openness = decisions.openness(is_open(schema));
                    unions::shorten(&mut union, &decisions.type_name(name), |ty| {
                        let schema = ty.named().and_then(|name| normal.get(name));
                        schema.is_some_and(|schema| schema.get("x-at").is_some())
                    });
                    for alternative in &mut union.alternatives {
                        if let Some(decided) = decisions.field(name, &alternative.variant) {
                            alternative.variant = decided.to_owned();
                        }
                    }
                    let definition = reader.definition(name, schema, Body::Union(union));
                    definitions.insert(name.clone(), definition);
                }
                Err(message) => reader.complain(&place(normal, name), message),
            }
        }
    }
    let definitions = Definitions(definitions);
    reader.errors.extend(collisions::find(&definitions, normal, decisions, file));
    if reader.errors.is_empty() { Ok(definitions) } else { Err(reader.errors) }
}

struct Reader<'a> {
    normal: &'a Normal,
    decisions: &'a Decisions,
    file: &'a str,
    errors: Vec<Error>,
}

impl Reader<'_> {
    fn complain(&mut self, at: &str, message: impl Into<String>) {
        self.errors.push(Error::new(self.file, at, message));
    }

    fn definition(&self, name: &str, schema: &Value, body: Body) -> Definition {
        Definition {
            name: name.to_owned(),
            rust: self.decisions.type_name(name),
            description: description(schema),
            body,
        }
    }

    fn body(&mut self, name: &str, schema: &Value) -> Body {
        let at = place(self.normal, name);
        if schema.get("x-text").is_some() {
            return Body::Text(self.shape(schema, &at));
        }
        let has_members = match schema.get("properties").and_then(Value::as_object) {
            // A definition that says it has no members is not any object.
            Some(members) => !members.is_empty() || schema.get("additionalProperties").is_none(),
            None => false,
        };
        if has_members {
            return Body::Struct(self.members(name, schema, &at));
        }
        let named = |key: &str| schema.get(key).and_then(Value::as_object);
        if let Some(values) = named("x-names") {
            let mut values = self.constants(values, Value::as_i64);
            values.sort_by_key(|constant| std::cmp::Reverse(constant.value));
            let openness = self.decisions.openness(is_open(schema));
            return Body::Integers(Integers { values, openness });
        }
        if let Some(bits) = named("x-bits") {
            let mut bits = self.constants(bits, Value::as_u64);
            bits.sort_by_key(|constant| constant.value);
            return Body::Bits(bits);
        }
        if let Some(values) = schema.get("enum").or_else(|| schema.get("x-known")) {
            let open = schema.get("x-known").is_some() || is_open(schema);
            let openness = self.decisions.openness(open);
            return Body::Enum(self.values(name, values, openness, &at));
        }
        if let Some(value) = schema.get("const") {
            let values = Value::Array(vec![value.clone()]);
            return Body::Enum(self.values(name, &values, Openness::Fixed, &at));
        }
        match self.ty(schema, &at) {
            Type::String if self.decisions.is_own_string(name) => Body::String,
            ty => Body::Alias(ty),
        }
    }

    fn constants<T>(
        &self,
        named: &Map<String, Value>,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Vec<Constant<T>> {
        let naming = self.decisions.naming();
        let read = |(wire, value): (&String, &Value)| {
            let (rust, wire) = (naming.constant(wire), wire.clone());
            Some(Constant { rust, wire, value: read(value)? })
        };
        named.iter().filter_map(read).collect()
    }

    fn members(&mut self, owner: &str, schema: &Value, at: &str) -> Vec<Member> {
        let required = strings(schema.get("required"));
        let properties = schema.get("properties").and_then(Value::as_object);
        let mut members: Vec<Member> = properties
            .into_iter()
            .flatten()
            .map(|(wire, schema)| {
                let at = pointer::join(&pointer::join(at, "properties"), wire);
                let field = match self.decisions.field(owner, wire) {
                    Some(field) => field.to_owned(),
                    None => self.decisions.naming().field(wire),
                };
                Member {
                    wire: wire.clone(),
                    field,
                    required: required.contains(&wire.as_str()),
                    ty: self.ty(schema, &at),
                    description: description(schema),
                }
            })
            .collect();
        members.sort_by(|a, b| {
            (self.decisions.rank(&a.wire), &a.wire).cmp(&(self.decisions.rank(&b.wire), &b.wire))
        });
        for name in required {
            if !members.iter().any(|member| member.wire == name) {
                self.complain(
                    at,
                    format!("`required` names `{name}`, which is no property: add or correct it"),
                );
            }
        }
        members
    }

    fn values(&mut self, name: &str, values: &Value, openness: Openness, at: &str) -> Enum {
        let mut listed: Vec<String> =
            strings(Some(values)).into_iter().map(str::to_owned).collect();
        if listed.len() != values.as_array().map_or(0, Vec::len) {
            self.complain(
                at,
                "an enum or const of other values than strings: give their type instead",
            );
        }
        if let Some(order) = self.decisions.value_order(name) {
            let place = |value: &String| order.iter().position(|known| known == value);
            for value in listed.iter().filter(|value| place(value).is_none()) {
                self.errors.push(Error::new(
                    "schemas/order.toml",
                    format!("/values/{name}"),
                    format!("`{value}` has no place: add it"),
                ));
            }
            listed.sort_by_key(place);
        }
        let values = listed.into_iter().map(|value| {
            let decided = self.decisions.field(name, &value).map(str::to_owned);
            (decided.unwrap_or_else(|| self.decisions.naming().variant(&value)), value)
        });
        let values = values.collect();
        Enum { values, openness }
    }

    fn ty(&mut self, schema: &Value, at: &str) -> Type {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let name = pointer::definition_name(target);
            if !self.normal.contains_key(&name) {
                self.complain(
                    at,
                    format!("`{name}` is skipped: take it out of `skip`, or this too"),
                );
            }
            return Type::Named(name);
        }
        if let Some(inner) = schema.get("x-nullable") {
            return Type::Nullable(Box::new(self.ty(inner, at)));
        }
        if let Some(item) = schema.get("x-one-or-many") {
            return Type::OneOrMany(Box::new(self.ty(item, at)));
        }
        if let Some(value) = schema.get("const") {
            return match value {
                Value::String(text) => Type::Const(Const::String(text.clone())),
                Value::Bool(flag) => Type::Const(Const::Bool(*flag)),
                other => match other.as_i64() {
                    Some(number) => Type::Const(Const::Integer(number)),
                    None => {
                        self.complain(
                            at,
                            format!("the constant `{other}` has no type to hold it: give its type instead"),
                        );
                        Type::Json
                    }
                },
            };
        }
        match schema.get("type") {
            None if is_any(schema) => Type::Json,
            Some(Value::String(name)) => self.simple(name, schema, at),
            Some(Value::Array(names)) => {
                let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
                match names.as_slice() {
                    ["string", "integer"] | ["integer", "string"] => Type::StringOrInteger,
                    ["null", name] | [name, "null"] => {
                        Type::Nullable(Box::new(self.simple(name, schema, at)))
                    }
                    _ => {
                        self.complain(
                            at,
                            format!("types {names:?} together: make them a definition with anyOf"),
                        );
                        Type::Json
                    }
                }
            }
            _ => {
                self.complain(
                    at,
                    format!("nothing says what type this is: add a `type` to {schema}"),
                );
                Type::Json
            }
        }
    }

    fn simple(&mut self, name: &str, schema: &Value, at: &str) -> Type {
        match name {
            "string" => Type::String,
            "boolean" => Type::Bool,
            "integer" => Type::Integer,
            "number" => Type::Number,
            "array" => match schema.get("items") {
                Some(items) => Type::Array(Box::new(self.ty(items, &pointer::join(at, "items")))),
                None => Type::Array(Box::new(Type::Json)),
            },
            "object" => match schema.get("additionalProperties") {
                None | Some(Value::Bool(_)) => Type::JsonObject,
                Some(values) => {
                    let values = self.ty(values, &pointer::join(at, "additionalProperties"));
                    match self.resolved(&values) {
                        Type::Json => Type::JsonObject,
                        _ => Type::Map(Box::new(values)),
                    }
                }
            },
            other => {
                self.complain(
                    at,
                    format!("the type `{other}` can't stand alone: say what else it may be"),
                );
                Type::Json
            }
        }
    }

    /// What a name stands for, as far as leaves go.
    fn resolved(&mut self, ty: &Type) -> Type {
        let Type::Named(name) = ty else { return ty.clone() };
        match self.normal.get(name) {
            Some(schema) if is_any(schema) => Type::Json,
            _ => ty.clone(),
        }
    }
}

/// A schema that allows every value.
fn is_any(schema: &Value) -> bool {
    match schema {
        Value::Bool(open) => *open,
        Value::Object(keys) => keys.keys().all(|key| key == "description"),
        _ => false,
    }
}

/// Whether a schema says that values or kinds which it does not list may come.
fn is_open(schema: &Value) -> bool {
    schema.get("x-open") == Some(&Value::Bool(true))
}

/// The definition that a reference names.
fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref").and_then(Value::as_str)?.rsplit('/').next()
}

fn any_of(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("anyOf").and_then(Value::as_array)
}

fn description(schema: &Value) -> Option<String> {
    schema.get("description").and_then(Value::as_str).map(str::to_owned)
}

fn strings(list: Option<&Value>) -> Vec<&str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}
