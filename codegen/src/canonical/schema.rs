//! One schema to its canonical form, keyword by keyword.

use super::Walk;
use crate::json;
use crate::keywords::{Keyword, TYPES, keyword};
use crate::pointer;
use serde_json::{Map, Value, json};
use std::cmp::Ordering;
use std::collections::BTreeSet;

impl Walk<'_> {
    pub(super) fn schema(&mut self, schema: &Value, place: &str) -> Value {
        let members = match schema {
            Value::Object(members) => members,
            Value::Bool(true) => return json!({}),
            Value::Bool(false) => {
                let message = "no value fits the schema false: leave the member out, or say what \
                               it holds";
                self.refuse(place, message.to_owned());
                return Value::Null;
            }
            _ => {
                self.refuse(place, "not a schema: it must be an object".to_owned());
                return Value::Null;
            }
        };
        let reference = members.contains_key("$ref");
        let mut canonical = Map::new();
        for (key, value) in members {
            let place = pointer::join(place, key);
            let Some(kind) = self.kind(key, &place) else {
                continue;
            };
            if reference && !matches!(kind, Keyword::Annotation | Keyword::Reference) {
                let message = format!(
                    "{key:?} stands beside \"$ref\", where draft-07 ignores it: remove it, or \
                     put both into an allOf"
                );
                self.refuse(&place, message);
                continue;
            }
            let value = match kind {
                Keyword::Integers => self.integers(value, members.get("enum"), &place),
                _ => self.value(kind, key, value, &place),
            };
            if let Some(value) = value {
                canonical.insert(key.clone(), value);
            }
        }
        if canonical.contains_key("x-known") && canonical.get("type") != Some(&json!("string")) {
            self.refuse(place, "x-known needs the type \"string\" beside it".to_owned());
        }
        Value::Object(canonical)
    }

    fn kind(&mut self, key: &str, place: &str) -> Option<Keyword> {
        let ignored = self.options.ignore.as_ref();
        if ignored.is_some_and(|ignored| ignored.iter().any(|known| known == key)) {
            return Some(Keyword::Annotation);
        }
        let kind = keyword(key).filter(|kind| self.options.allow_known || *kind != Keyword::Known);
        if kind.is_none() {
            let message = match key {
                "definitions" | "$defs" => {
                    format!("{key:?} inside a schema: move the definitions to the root")
                }
                "$id" | "id" => {
                    format!("{key:?} inside a schema changes what references mean: remove it")
                }
                _ if ignored.is_some() => format!(
                    "unknown keyword {key:?}: say it otherwise, or leave it out of account with \
                     `Module::ignore`"
                ),
                _ => format!("unknown keyword {key:?}: add a rule or an erratum"),
            };
            self.refuse(place, message);
        }
        kind
    }

    /// What follows a keyword in canonical form; `None` when nothing of it stays.
    fn value(&mut self, kind: Keyword, key: &str, value: &Value, place: &str) -> Option<Value> {
        let fits = match kind {
            Keyword::Annotation => {
                if key == "description" && self.options.keep_descriptions && value.is_string() {
                    return Some(value.clone());
                }
                return None;
            }
            Keyword::Reference => return self.reference(value, place),
            Keyword::Schema if key == "items" && value.is_array() => {
                let message = "a schema for each position is not supported: use one schema for \
                               all items";
                self.refuse(place, message.to_owned());
                return None;
            }
            Keyword::SchemaOrFalse if *value == Value::Bool(false) => return Some(value.clone()),
            Keyword::Schema | Keyword::SchemaOrFalse => return Some(self.schema(value, place)),
            Keyword::Schemas => return self.schemas(value, place),
            Keyword::Members => return self.members(value, place),
            Keyword::Type => return self.types(value, place),
            Keyword::Names | Keyword::Known => return self.strings(kind, value, place),
            Keyword::Values => return self.values(value, place),
            Keyword::Value | Keyword::Integers => return Some(json::sorted(value.clone())),
            Keyword::Text => value.is_string(),
            Keyword::Number => value.is_number(),
            Keyword::Count => value.is_u64(),
            Keyword::Flag => value.is_boolean(),
        };
        if fits {
            return Some(value.clone());
        }
        let wanted = match kind {
            Keyword::Text => "a string",
            Keyword::Number => "a number",
            Keyword::Count => "a whole number, zero or more",
            _ => "true or false",
        };
        self.refuse(place, format!("{key:?} must be {wanted}, not {value}"));
        None
    }

    fn reference(&mut self, value: &Value, place: &str) -> Option<Value> {
        let text = value.as_str().unwrap_or_default();
        let name = match (text, &self.root) {
            ("#", Some(root)) => root.clone(),
            _ => {
                let path = ["#/definitions/", "#/$defs/"]
                    .iter()
                    .find_map(|start| text.strip_prefix(start));
                let Some(path) = path else {
                    let message = if text.starts_with('#') {
                        format!(
                            "the reference {value} names no definition: move what it names to the definitions"
                        )
                    } else {
                        format!(
                            "the reference {value} leaves the file: bundle the schemas into one file first"
                        )
                    };
                    self.refuse(place, message);
                    return None;
                };
                if path.contains('/') {
                    let message = format!(
                        "the reference {value} points inside a definition: give that schema a \
                         definition of its own"
                    );
                    self.refuse(place, message);
                    return None;
                }
                pointer::unescape(&percent_decoded(path))
            }
        };
        if !self.names.contains(&name) {
            let message = format!(
                "the reference {value} names no definition: define {name:?} or correct the reference"
            );
            self.refuse(place, message);
        }
        Some(Value::String(format!("#{}", pointer::join("/definitions", &name))))
    }

    fn schemas(&mut self, value: &Value, place: &str) -> Option<Value> {
        let Some(schemas) = value.as_array().filter(|schemas| !schemas.is_empty()) else {
            self.refuse(place, "must be a list of schemas, and not an empty one".to_owned());
            return None;
        };
        let schemas = schemas.iter().enumerate();
        Some(
            schemas
                .map(|(index, schema)| self.schema(schema, &format!("{place}/{index}")))
                .collect(),
        )
    }

    fn members(&mut self, value: &Value, place: &str) -> Option<Value> {
        let Value::Object(members) = value else {
            self.refuse(place, "must be an object of schemas".to_owned());
            return None;
        };
        let mut canonical = Map::new();
        for (name, schema) in members {
            if self.is_short(name, place) {
                let schema = self.schema(schema, &pointer::join(place, name));
                canonical.insert(name.clone(), schema);
            }
        }
        Some(Value::Object(canonical))
    }

    fn types(&mut self, value: &Value, place: &str) -> Option<Value> {
        let names: Vec<_> = match value {
            Value::Array(names) => names.iter().collect(),
            name => vec![name],
        };
        let mut types = BTreeSet::new();
        for name in &names {
            match name.as_str().filter(|name| TYPES.contains(name)) {
                Some(name) => {
                    types.insert(name);
                }
                None => {
                    self.refuse(place, format!("{name} is no type: use {}", TYPES.join(", ")));
                    return None;
                }
            }
        }
        let mut types = types.into_iter();
        match (types.next(), types.next()) {
            (None, _) => {
                self.refuse(place, "names no type: remove it, or name one".to_owned());
                None
            }
            (Some(only), None) => Some(json!(only)),
            (Some(first), Some(second)) => {
                Some([first, second].into_iter().chain(types).map(Value::from).collect())
            }
        }
    }

    fn strings(&mut self, kind: Keyword, value: &Value, place: &str) -> Option<Value> {
        let names: Option<Vec<&str>> =
            value.as_array().and_then(|names| names.iter().map(Value::as_str).collect());
        let Some(mut names) = names else {
            self.refuse(place, "must be a list of strings".to_owned());
            return None;
        };
        let distinct: BTreeSet<_> = names.iter().copied().collect();
        if distinct.len() < names.len() {
            self.refuse(place, "says a string twice: remove one".to_owned());
        }
        if kind == Keyword::Names {
            names = distinct.into_iter().collect();
        }
        // An empty list says nothing.
        (!names.is_empty()).then(|| names.into_iter().map(Value::from).collect())
    }

    /// Integers by name; a list names the values of the `enum` beside it, in its order.
    fn integers(&mut self, value: &Value, values: Option<&Value>, place: &str) -> Option<Value> {
        let named: Option<Map<String, Value>> = match value {
            Value::Object(named) => Some(named.clone()),
            Value::Array(names) => values.and_then(Value::as_array).and_then(|values| {
                let names: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
                let names = names.filter(|names| names.len() == values.len())?;
                let named = names.into_iter().map(str::to_owned).zip(values.iter().cloned());
                let named: Map<String, Value> = named.collect();
                (named.len() == values.len()).then_some(named)
            }),
            _ => None,
        };
        let named = named.filter(|named| named.values().all(Value::is_i64));
        if named.is_none() {
            let message = "must name integers: an object of them, or a name for each value of \
                           the enum beside it";
            self.refuse(place, message.to_owned());
        }
        named.map(|named| json::sorted(Value::Object(named)))
    }

    fn values(&mut self, value: &Value, place: &str) -> Option<Value> {
        let Some(values) = value.as_array().filter(|values| !values.is_empty()) else {
            self.refuse(place, "must be a list of values, and not an empty one".to_owned());
            return None;
        };
        let mut values: Vec<_> = values.iter().cloned().map(json::sorted).collect();
        values.sort_unstable_by(|a, b| match (a.as_str(), b.as_str()) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => a.to_string().cmp(&b.to_string()),
        });
        let before = values.len();
        values.dedup();
        if values.len() < before {
            self.refuse(place, "says a value twice: remove one".to_owned());
        }
        Some(Value::Array(values))
    }
}

/// Undoes the `%20` of a URI fragment. What is not valid stays as it is.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = (*first == b'%')
            .then(|| after.get(..2))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
