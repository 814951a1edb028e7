//! `allOf` as one schema. Where two members name the same property, the later one narrows the
//! earlier one and stands alone.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::pointer::definition_name;

/// The schema without `allOf`; an error says what can't be merged.
pub(super) fn all_of<'a>(
    schema: &'a Value,
    definitions: &'a Map<String, Value>,
) -> Result<Cow<'a, Value>, String> {
    let Some(parts) = schema.get("allOf").and_then(Value::as_array) else {
        return Ok(Cow::Borrowed(schema));
    };
    let mut whole = Map::new();
    for part in parts {
        let part = all_of(resolve(part, definitions)?, definitions)?;
        for (key, value) in part.as_object().into_iter().flatten() {
            add(&mut whole, key, value)?;
        }
    }
    // What stands beside `allOf` says more about this schema than its parts do.
    let beside = schema.as_object().into_iter().flatten();
    for (key, value) in beside.filter(|(key, _)| *key != "allOf") {
        if matches!(key.as_str(), "description" | "additionalProperties") {
            whole.remove(key);
        }
        add(&mut whole, key, value)?;
    }
    Ok(Cow::Owned(Value::Object(whole)))
}

/// Follows references to a definition's body, which end: see [`copies`](super::copies).
fn resolve<'a>(
    schema: &'a Value,
    definitions: &'a Map<String, Value>,
) -> Result<&'a Value, String> {
    let Some(target) = schema.get("$ref").and_then(Value::as_str) else {
        return Ok(schema);
    };
    match definitions.get(&definition_name(target)) {
        Some(body) => resolve(body, definitions),
        None => Err(format!("`{target}` is not defined: define it or correct the reference")),
    }
}

fn add(merged: &mut Map<String, Value>, key: &str, value: &Value) -> Result<(), String> {
    match (merged.get_mut(key), value) {
        (None, value) => {
            merged.insert(key.to_owned(), value.clone());
        }
        (Some(Value::Object(known)), Value::Object(more)) if key == "properties" => {
            known.extend(more.clone());
        }
        (Some(Value::Array(known)), Value::Array(more)) if key == "required" => {
            for name in more {
                if !known.contains(name) {
                    known.push(name.clone());
                }
            }
            known.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }
        (Some(known), value) if known == value => {}
        (Some(_), _) if matches!(key, "description" | "additionalProperties") => {}
        (Some(_), _) => {
            return Err(format!(
                "members of `allOf` differ in `{key}`: add an erratum that says which holds"
            ));
        }
    }
    Ok(())
}
