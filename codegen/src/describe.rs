//! A schema on one line, in a notation close to TypeScript's: `string[]`, `{name: string, cursor?:
//! Cursor}`, `number (minimum 0, maximum 1)`.

use serde_json::{Map, Value};

/// Keywords that narrow a type, in the order in which they are shown.
const CONSTRAINTS: [&str; 17] = [
    "format",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "not",
    "x-known",
];

/// The type that a canonical schema describes, with its constraints.
#[must_use]
pub fn type_text(schema: &Value) -> String {
    let Value::Object(members) = schema else {
        return schema.to_string();
    };
    let base = base(members);
    let constraints = constraints(members);
    if constraints.is_empty() { base } else { format!("{base} ({constraints})") }
}

/// A member as an object type shows it: `name: type`, or `name?: type` when it may be absent.
#[must_use]
pub fn member_text(name: &str, required: bool, schema: &Value) -> String {
    let optional = if required { "" } else { "?" };
    format!("{name}{optional}: {}", type_text(schema))
}

/// Whether an object says that a member must be there.
#[must_use]
pub fn requires(object: &Value, name: &str) -> bool {
    let required = object.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|required| required == name))
}

/// The name of the definition that a reference names.
#[must_use]
pub fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}

/// The constraints of a schema on one line; empty when there are none.
#[must_use]
pub fn constraints(members: &Map<String, Value>) -> String {
    let mut parts: Vec<_> = CONSTRAINTS
        .iter()
        .filter_map(|key| Some((key, members.get(*key)?)))
        .map(|(key, value)| match value {
            Value::String(text) => format!("{key} {text}"),
            Value::Object(_) => format!("{key} {}", type_text(value)),
            other => format!("{key} {other}"),
        })
        .collect();
    if members.get("additionalProperties") == Some(&Value::Bool(false)) {
        parts.push("no other members".to_owned());
    }
    parts.join(", ")
}

fn base(members: &Map<String, Value>) -> String {
    let mut parts = Vec::new();
    if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
        parts.push(reference.rsplit('/').next().unwrap_or_default().to_owned());
    }
    if let Some(value) = members.get("const") {
        parts.push(value.to_string());
    } else if let Some(values) = members.get("enum").and_then(Value::as_array) {
        parts.push(values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | "));
    } else if members.contains_key("properties") {
        parts.push(object(members));
    } else if let Some(names) = members.get("type") {
        parts.push(types(names, members));
    }
    for (key, separator) in [("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")] {
        if let Some(schemas) = members.get(key).and_then(Value::as_array) {
            parts.push(schemas.iter().map(type_text).collect::<Vec<_>>().join(separator));
        }
    }
    if parts.is_empty() { "any".to_owned() } else { parts.join(" & ") }
}

fn types(names: &Value, members: &Map<String, Value>) -> String {
    let name = |name: &str| match name {
        "array" => match members.get("items") {
            Some(items) => {
                let text = type_text(items);
                if text.contains(' ') && !text.starts_with('{') {
                    format!("({text})[]")
                } else {
                    format!("{text}[]")
                }
            }
            None => "any[]".to_owned(),
        },
        "object" => object(members),
        name => name.to_owned(),
    };
    match names {
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(name).collect::<Vec<_>>().join(" | ")
        }
        names => names.as_str().map(name).unwrap_or_default(),
    }
}

fn object(members: &Map<String, Value>) -> String {
    let whole = Value::Object(members.clone());
    let mut parts: Vec<_> = members
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, schema)| member_text(name, requires(&whole, name), schema))
        .collect();
    // An empty schema says no more than that the object is open, which all are unless they say not.
    if let Some(rest @ Value::Object(schema)) = members.get("additionalProperties")
        && !schema.is_empty()
    {
        parts.push(format!("[name]: {}", type_text(rest)));
    }
    if parts.is_empty() { "object".to_owned() } else { format!("{{{}}}", parts.join(", ")) }
}
