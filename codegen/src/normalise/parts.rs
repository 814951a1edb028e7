//! Parts of a schema, looked at and put together.

use serde_json::{Map, Value, json};

use crate::pointer;

/// Alternatives with type lists spelled out: `{"type": ["string", "null"]}` is two.
pub(super) fn flat(alternatives: &[Value]) -> Vec<Value> {
    let mut flat = Vec::new();
    for schema in alternatives {
        match schema.get("type").and_then(Value::as_array) {
            None => flat.push(schema.clone()),
            Some(types) => flat.extend(types.iter().map(|one| {
                let others: Vec<&str> =
                    PARTS.iter().filter(|(_, of)| one != of).map(|(key, _)| *key).collect();
                let mut schema = without(schema, &others);
                set(&mut schema, "type", one.clone());
                schema
            })),
        }
    }
    flat
}

/// Keywords that hold parts, and the type that they speak of.
const PARTS: [(&str, &str); 3] =
    [("additionalProperties", "object"), ("items", "array"), ("properties", "object")];

/// Type lists that have a type in the runtime: string or integer, one type or null.
pub(super) fn is_scalar_pair(schema: &Value) -> bool {
    let Some(types) = schema.get("type").and_then(Value::as_array) else { return true };
    let types: Vec<&str> = types.iter().filter_map(Value::as_str).collect();
    match types.as_slice() {
        [a, b] => {
            [a, b].contains(&&"null")
                || ([a, b].contains(&&"string") && [a, b].contains(&&"integer"))
        }
        _ => false,
    }
}

/// `anyOf` or `oneOf`.
pub(super) fn any_of(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array)
}

pub(super) fn same_set(a: &[Value], b: &[&Value]) -> bool {
    a.len() == b.len() && a.iter().all(|value| b.contains(&value))
}

pub(super) fn is_nullable(schema: &Value) -> bool {
    let types = schema.get("type").and_then(Value::as_array);
    schema.get("x-nullable").is_some() || types.is_some_and(|types| types.contains(&json!("null")))
}

/// Whether `additionalProperties` gives the members no type. Objects that are closed are read like
/// open ones: what a peer adds is kept.
pub(super) fn is_open(schema: &Value) -> bool {
    *schema == json!({}) || schema.is_boolean()
}

/// Whether a schema has members or values, which make it a definition.
pub(super) fn holds_parts(schema: &Value) -> bool {
    schema.get("enum").is_some_and(Value::is_array) || non_empty(schema, "properties").is_some()
}

pub(super) fn non_empty<'a>(schema: &'a Value, key: &str) -> Option<&'a Map<String, Value>> {
    schema.get(key).and_then(Value::as_object).filter(|members| !members.is_empty())
}

pub(super) fn required(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": pointer::reference(name) })
}

pub(super) fn set(schema: &mut Value, key: &str, value: Value) {
    if let Value::Object(members) = schema {
        members.insert(key.to_owned(), value);
    }
}

pub(super) fn with_description(mut schema: Value, from: &Value) -> Value {
    if let Some(description) = from.get("description") {
        set(&mut schema, "description", description.clone());
    }
    schema
}

/// A copy without some of the keywords.
pub(super) fn without(schema: &Value, keywords: &[&str]) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    let kept = members.iter().filter(|(key, _)| !keywords.contains(&key.as_str()));
    kept.map(|(key, value)| (key.clone(), value.clone())).collect()
}
