//! `allOf` as one schema. Where two members name the same property, the later one narrows the
//! earlier one and stands alone.

use serde_json::{Map, Value};

/// The schema without `allOf`; an error says what can't be merged.
pub(super) fn all_of(schema: &Value, definitions: &Map<String, Value>) -> Result<Value, String> {
    let Some(parts) = schema.get("allOf").and_then(Value::as_array) else {
        return Ok(schema.clone());
    };
    let mut merged = schema.as_object().cloned().unwrap_or_default();
    merged.remove("allOf");
    for part in parts {
        let part = all_of(&resolve(part, definitions, 0)?, definitions)?;
        for (key, value) in part.as_object().cloned().unwrap_or_default() {
            add(&mut merged, &key, value)?;
        }
    }
    Ok(Value::Object(merged))
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
    let name = target.rsplit('/').next().unwrap_or(target);
    match definitions.get(name) {
        Some(body) if depth < 32 => resolve(body, definitions, depth + 1),
        Some(_) => Err(format!("`allOf` refers to itself through `{target}`")),
        None => Err(format!("`{target}` is not defined")),
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
