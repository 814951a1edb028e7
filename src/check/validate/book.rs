//! The schemas of all revisions, each read once, and a validator for each definition that was asked
//! for.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};

use super::Subject;
use super::document::Part;
use super::violation::{self, Violation};
use crate::Error;

/// The schema of a revision.
pub(in crate::check) struct Book {
    definitions: Map<String, Value>,
    methods: Vec<Method>,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// A method, as the schema has it.
pub(super) struct Method {
    name: String,
    kind: String,
    /// `client`, `server`, `both`, or `input` for what stands inside of results only.
    from: String,
    /// The whole message.
    pub(super) definition: Option<String>,
    pub(super) params: Option<String>,
    pub(super) result: Option<String>,
}

impl Method {
    fn of(row: &Value) -> Self {
        let text = |name: &str| row.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
        Method {
            name: text("name").unwrap_or_default(),
            kind: text("kind").unwrap_or_default(),
            from: text("from").unwrap_or_default(),
            definition: text("definition"),
            params: text("params"),
            result: text("result").filter(|name| name != "null"),
        }
    }
}

impl Book {
    /// Reads the schema of a revision, as the generator wrote it.
    pub(in crate::check) fn read(text: &str) -> Self {
        // The generator wrote it, and a test reads all of them.
        let mut schema: Value = serde_json::from_str(text).unwrap_or_default();
        choose(&mut schema);
        let definitions = match schema.get_mut("definitions").map(Value::take) {
            Some(Value::Object(definitions)) => definitions,
            _ => Map::new(),
        };
        let methods = schema.get("methods").and_then(Value::as_array).into_iter().flatten();
        Book {
            definitions,
            methods: methods.map(Method::of).collect(),
            validators: Mutex::default(),
        }
    }

    /// The definition of what is asked for.
    pub(super) fn definition<'a>(&'a self, subject: Subject<'a>) -> Option<&'a str> {
        let method = |name: &str| self.methods.iter().find(|method| method.name == name);
        let name = match subject {
            Subject::Definition(name) => name,
            Subject::Params(name) => method(name)?.params.as_deref()?,
            Subject::Result(name) => method(name)?.result.as_deref()?,
        };
        self.first(&[name])
    }

    /// The first of these definitions that the schema has.
    pub(super) fn first<'a>(&self, names: &[&'a str]) -> Option<&'a str> {
        names.iter().copied().find(|name| self.definitions.contains_key(*name))
    }

    /// A method of one side.
    pub(super) fn method(&self, kind: &str, side: &str, name: &str) -> Option<&Method> {
        self.methods.iter().find(|method| {
            method.name == name && method.kind == kind && ["both", side].contains(&&*method.from)
        })
    }

    /// What a definition says against a document, or a part of one.
    pub(super) fn violations(&self, name: &str, part: Part<'_>) -> Result<Vec<Violation>, Error> {
        let validator = self.validator(name)?;
        let mut found = Vec::new();
        for error in validator.iter_errors(part.value) {
            violation::add(&error, &mut found);
        }
        found.iter_mut().for_each(|violation| part.tell(violation));
        violation::sort(&mut found);
        Ok(found)
    }

    fn validator(&self, name: &str) -> Result<Arc<Validator>, Error> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(validator) = validators.get(name) {
            return Ok(Arc::clone(validator));
        }
        let built = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&self.schema(name))
            .map_err(|error| Error::new("", format!("{name} is no schema: {error}")))?;
        let built = Arc::new(built);
        validators.insert(name.to_owned(), Arc::clone(&built));
        Ok(built)
    }

    /// A schema for one definition, with those that it refers to and no others: a validator is
    /// built in proportion.
    fn schema(&self, name: &str) -> Value {
        let mut needed: BTreeMap<&str, &Value> = BTreeMap::new();
        let mut open = Vec::from([name]);
        while let Some(name) = open.pop() {
            if let Some(body) = self.definitions.get(name)
                && needed.insert(name, body).is_none()
            {
                references(body, &mut open);
            }
        }
        let needed = needed.into_iter().map(|(name, body)| (name.to_owned(), body.clone()));
        json!({
            "$ref": format!("#/definitions/{name}"),
            "definitions": Value::Object(needed.collect()),
        })
    }
}

/// Unions without a tag are judged by the alternative that a value is meant as, as reading does: a
/// broken request is no notification, though the schema of notifications is open enough for it
/// (JSON-RPC 2.0, section 4.1: a notification has no id).
fn choose(schema: &mut Value) {
    let Some(Value::Object(choices)) = schema.get_mut("choices").map(Value::take) else { return };
    for (place, ways) in choices {
        let (Some(any), Value::Array(ways)) = (schema.pointer(&format!("{place}/anyOf")), ways)
        else {
            continue;
        };
        let any = any.clone();
        let chosen = ways.into_iter().rev().fold(json!({ "anyOf": any }), |otherwise, mut way| {
            if let Some(way) = way.as_object_mut() {
                way.insert("else".to_owned(), otherwise);
            }
            way
        });
        // A union without a name may stand in several places.
        replace(schema, &any, &chosen);
    }
}

fn replace(schema: &mut Value, any: &Value, chosen: &Value) {
    match schema {
        Value::Object(members) if members.get("anyOf") == Some(any) => {
            members.remove("anyOf");
            members.extend(chosen.as_object().cloned().unwrap_or_default());
        }
        Value::Object(members) => members.values_mut().for_each(|part| replace(part, any, chosen)),
        Value::Array(items) => items.iter_mut().for_each(|part| replace(part, any, chosen)),
        _ => {}
    }
}

/// The names of the definitions that a schema refers to, also to a part of them.
fn references<'a>(schema: &'a Value, found: &mut Vec<&'a str>) {
    match schema {
        Value::Object(members) => {
            for (name, value) in members {
                match value.as_str().and_then(|text| text.strip_prefix("#/definitions/")) {
                    Some(place) if name == "$ref" => {
                        found.extend(place.split('/').next());
                    }
                    _ => references(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

impl core::fmt::Debug for Book {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Book").field("definitions", &self.definitions.len()).finish_non_exhaustive()
    }
}
