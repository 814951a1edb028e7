//! Two spellings of one thing: what a schema says in a roundabout way, said plainly.

use serde_json::{Value, json};

use super::{any_of, set};

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

/// What tells each alternative of a union from the others, for its name: the value of a constant
/// member that all of them have, each another one.
pub(super) fn labels(alternatives: &[Value]) -> Option<Vec<String>> {
    let constant = |schema: &Value, member: &str| {
        let member = schema.get("properties")?.get(member)?;
        member.get("const")?.as_str().map(str::to_owned)
    };
    let first = alternatives.first()?.get("properties")?.as_object()?;
    first.keys().find_map(|member| {
        let labels: Option<Vec<String>> =
            alternatives.iter().map(|schema| constant(schema, member)).collect();
        let labels = labels?;
        let mut distinct: Vec<&String> = labels.iter().collect();
        distinct.sort();
        distinct.dedup();
        (distinct.len() == labels.len()).then_some(labels)
    })
}

/// Whether two schemas say the same, whatever their descriptions.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    let (Value::Object(a), Value::Object(b)) = (a, b) else { return a == b };
    let said = |key: &&String| key.as_str() != "description";
    a.keys().filter(said).count() == b.keys().filter(said).count()
        && a.iter().filter(|(key, _)| said(key)).all(|(key, value)| b.get(key) == Some(value))
}
