//! Two spellings of one thing: what a schema says in a roundabout way, said plainly.

use serde_json::{Value, json};

use super::{any_of, non_empty, required, set, without};
use crate::json;

/// Whether a schema allows null and nothing else.
pub(super) fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

/// A list of constant strings as an enum: `{"oneOf": [{"const": "a"}, {"const": "b"}]}`.
pub(super) fn enum_of_constants(schema: &Value) -> Option<Value> {
    let alternatives = any_of(schema)?;
    let values: Option<Vec<Value>> = alternatives
        .iter()
        .map(|one| {
            let plain = one
                .as_object()?
                .keys()
                .all(|key| matches!(key.as_str(), "const" | "description" | "type"));
            one.get("const").filter(|value| plain && value.is_string()).cloned()
        })
        .collect();
    let mut plain = json!({ "type": "string", "enum": values? });
    if let Some(description) = schema.get("description") {
        set(&mut plain, "description", description.clone());
    }
    Some(plain)
}

/// An object or enum that may also be null, `{"type": ["object", "null"], "properties": …}`,
/// without the null.
pub(super) fn without_null(schema: &Value) -> Option<Value> {
    let types = schema.get("type").and_then(Value::as_array)?;
    let rest: Vec<&Value> = types.iter().filter(|name| *name != "null").collect();
    if rest.len() == types.len() || rest.is_empty() {
        return None;
    }
    let mut plain = schema.clone();
    match rest.as_slice() {
        [one] => set(&mut plain, "type", (*one).clone()),
        many => set(&mut plain, "type", json!(many)),
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let values: Vec<&Value> = values.iter().filter(|value| !value.is_null()).collect();
        set(&mut plain, "enum", json!(values));
    }
    Some(plain)
}

/// What tells each alternative of a union from the others, for its name: its own value, the value
/// of a constant member that all objects have, or a member that only it requires.
pub(super) fn labels(alternatives: &[Value]) -> Vec<Option<String>> {
    let objects: Vec<&Value> =
        alternatives.iter().filter(|schema| non_empty(schema, "properties").is_some()).collect();
    let tag = objects.first().and_then(|first| {
        let members = non_empty(first, "properties")?;
        members.keys().find(|member| {
            let mut values: Vec<_> =
                objects.iter().filter_map(|schema| constant(schema, member)).collect();
            values.sort();
            values.dedup();
            values.len() == objects.len()
        })
    });
    let label = |schema: &Value| match (schema.get("const").and_then(Value::as_str), tag) {
        (Some(value), _) => Some(value.to_owned()),
        (None, Some(tag)) => constant(schema, tag),
        (None, None) => own_member(schema, &objects),
    };
    alternatives.iter().map(label).collect()
}

/// The constant that a member holds.
fn constant(schema: &Value, member: &str) -> Option<String> {
    let member = schema.get("properties")?.get(member)?;
    member.get("const")?.as_str().map(str::to_owned)
}

/// A required member that only this one of several objects has.
fn own_member(schema: &Value, objects: &[&Value]) -> Option<String> {
    let has = |object: &Value, member: &str| {
        object.get("properties").is_some_and(|members| members.get(member).is_some())
    };
    let mut names = required(schema).into_iter();
    let own = names.find(|name| objects.iter().filter(|object| has(object, name)).count() == 1)?;
    Some(own.to_owned())
}

/// Whether two schemas say the same, whatever their descriptions.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    let (Value::Object(a), Value::Object(b)) = (a, b) else { return a == b };
    let said = |key: &&String| key.as_str() != "description";
    a.keys().filter(said).count() == b.keys().filter(said).count()
        && a.iter().filter(|(key, _)| said(key)).all(|(key, value)| b.get(key) == Some(value))
}

/// The same in short: two schemas that say the same have the same.
pub(super) fn said(schema: &Value) -> String {
    json::sha256(json::sorted(without(schema, &["description"])).to_string().as_bytes())
}
