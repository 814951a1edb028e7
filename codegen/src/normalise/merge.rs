//! `allOf` as one schema. Where two members name the same property, the later one narrows the
//! earlier one and stands alone.

use serde_json::{Map, Value};

use crate::pointer::definition_name;

/// The schema without `allOf`; an error says what can't be merged. `left` is how many parts may still
/// be merged.
pub(super) fn all_of(
    schema: &Value,
    definitions: &Map<String, Value>,
    left: &mut usize,
) -> Result<Value, String> {
    merged(schema, definitions, left, 0)
}

/// Deeper than any schema is nested; a schema that is its own part gets there.
const DEEPEST: usize = 32;

fn merged(
    schema: &Value,
    definitions: &Map<String, Value>,
    left: &mut usize,
    depth: usize,
) -> Result<Value, String> {
    let Some(parts) = schema.get("allOf").and_then(Value::as_array) else {
        return Ok(schema.clone());
    };
    let mut whole = Map::new();
    for part in parts {
        *left =
            left.checked_sub(1).ok_or("definitions hold each other through `allOf` too often")?;
        let part = merged(&resolve(part, definitions, depth)?, definitions, left, depth + 1)?;
        for (key, value) in part.as_object().cloned().unwrap_or_default() {
            add(&mut whole, &key, value)?;
        }
    }
    // What stands beside `allOf` says more about this schema than its parts do.
    let beside = schema.as_object().cloned().unwrap_or_default();
    for (key, value) in beside.into_iter().filter(|(key, _)| key != "allOf") {
        if matches!(key.as_str(), "description" | "additionalProperties") {
            whole.remove(&key);
        }
        add(&mut whole, &key, value)?;
    }
    Ok(Value::Object(whole))
}

/// Follows references to a definition's body.
fn resolve(
    schema: &Value,
    definitions: &Map<String, Value>,
    depth: usize,
) -> Result<Value, String> {
    let Some(target) = schema.get("$ref").and_then(Value::as_str) else {
        return Ok(schema.clone());
    };
    match definitions.get(&definition_name(target)) {
        Some(body) if depth < DEEPEST => resolve(body, definitions, depth + 1),
        Some(_) => {
            Err(format!("`allOf` refers to itself through `{target}`: take that reference out"))
        }
        None => Err(format!("`{target}` is not defined: define it or correct the reference")),
    }
}

fn add(merged: &mut Map<String, Value>, key: &str, value: Value) -> Result<(), String> {
    match (merged.get_mut(key), value) {
        (None, value) => {
            merged.insert(key.to_owned(), value);
        }
        (Some(Value::Object(known)), Value::Object(more)) if key == "properties" => {
            known.extend(more);
        }
        (Some(Value::Array(known)), Value::Array(more)) if key == "required" => {
            for name in more {
                if !known.contains(&name) {
                    known.push(name);
                }
            }
            known.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }
        (Some(known), value) if *known == value => {}
        (Some(_), _) if matches!(key, "description" | "additionalProperties") => {}
        (Some(_), _) => {
            return Err(format!(
                "members of `allOf` differ in `{key}`: add an erratum that says which holds"
            ));
        }
    }
    Ok(())
}
