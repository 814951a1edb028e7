//! How much of a schema is copied: through `allOf`, a definition has all that another one holds, and
//! so has everything that holds this one through `allOf`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::json::count;
use crate::pointer::{definition_name, reference};

/// How many values there are at most when everything is copied: so many for any schema, and for each
/// of its values.
const LEAST: usize = 1024;
const EACH: usize = 64;

/// Deeper than any schema is nested, with all that is copied into it. Definitions that lead to
/// themselves through `allOf` get there.
const DEEPEST: usize = 256;

/// Checks that copying has an end, before anything is copied. An error is a definition and what is
/// wrong with it.
pub(super) fn check<'a>(
    definitions: &Map<String, Value>,
    roots: &[(&'a String, &Value)],
) -> Result<(), (&'a str, String)> {
    let mut sizes = Sizes { definitions, known: BTreeMap::new() };
    let most = LEAST + EACH * definitions.values().map(count).sum::<usize>();
    let mut whole = 0_usize;
    for (name, body) in roots {
        let fault = |message| (name.as_str(), message);
        whole = whole.saturating_add(sizes.schema(body, 0).map_err(fault)?);
        if whole > most {
            return Err(fault(format!(
                "`allOf` makes the schema more than {EACH} times as large as it is: refer to what \
                 many definitions share as a member of theirs"
            )));
        }
    }
    Ok(())
}

struct Sizes<'a> {
    definitions: &'a Map<String, Value>,
    /// How many values definitions are made of, with all that is copied into them.
    known: BTreeMap<String, usize>,
}

impl Sizes<'_> {
    fn schema(&mut self, schema: &Value, depth: usize) -> Result<usize, String> {
        let mut size = 1_usize;
        match schema {
            Value::Array(items) => {
                for item in items {
                    size = size.saturating_add(self.schema(item, depth + 1)?);
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    let parts = value.as_array().filter(|_| key == "allOf");
                    for part in parts.into_iter().flatten() {
                        size = size.saturating_add(self.part(part, depth + 1)?);
                    }
                    if parts.is_none() {
                        size = size.saturating_add(self.schema(value, depth + 1)?);
                    }
                }
            }
            _ => {}
        }
        Ok(size)
    }

    /// A part of `allOf`: the definition that it refers to, or what it says itself.
    fn part(&mut self, part: &Value, depth: usize) -> Result<usize, String> {
        let Some(target) = part.get("$ref").and_then(Value::as_str) else {
            return self.schema(part, depth);
        };
        let name = definition_name(target);
        if let Some(size) = self.known.get(&name) {
            return Ok(*size);
        }
        // One that is not there is told when it is looked for.
        let Some(body) = self.definitions.get(&name) else { return Ok(1) };
        if depth >= DEEPEST {
            let target = reference(&name);
            return Err(format!(
                "`allOf` refers to itself through `{target}`: take that reference out"
            ));
        }
        let size = self.part(body, depth + 1)?;
        self.known.insert(name, size);
        Ok(size)
    }
}
