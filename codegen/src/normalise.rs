//! A schema in normal form: every object, union and enum is a definition with a name, `allOf` is
//! merged, and what a union repeats of a definition is a reference to it.
//!
//! What comes out is a JSON Schema still, of fewer constructs:
//! - a definition is an object with `properties`, a union (`anyOf`), an enum, or a leaf;
//! - a leaf is `$ref`, a scalar, an open object, an array or a map of leaves, `{}`;
//! - `x-one-or-many` and `x-nullable` hold a leaf; `x-text` marks an object that stays text, and
//!   `x-at` tells where a part with a name of our own stood.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Map, Value, json};

use crate::decisions::Decisions;
use crate::error::Error;
use crate::pointer;

mod merge;
mod parts;
mod spelling;

use parts::{
    any_of, flat, holds_parts, is_nullable, is_open, is_scalar_pair, non_empty, reference,
    required, same_set, set, with_description, without_description,
};
use spelling::{enum_of_constants, is_null, labels, same, without_null};

/// The definitions of a schema in normal form.
pub type Normal = BTreeMap<String, Value>;

/// Where a definition stands in the schema.
pub(crate) fn place(normal: &Normal, name: &str) -> String {
    let at = normal.get(name).and_then(|schema| schema.get("x-at")).and_then(Value::as_str);
    at.map_or_else(|| pointer::join("/definitions", name), str::to_owned)
}

/// Brings a canonical schema (errata applied) into normal form. `file` names it in complaints.
pub fn normalise(schema: &Value, decisions: &Decisions, file: &str) -> Result<Normal, Vec<Error>> {
    let Some(given) = schema.get("definitions").and_then(Value::as_object) else {
        return Err(vec![Error::new(file, "", "no `definitions`: import the schema first")]);
    };
    let mut lift = Lift {
        given,
        decisions,
        file,
        done: Normal::new(),
        raw: BTreeMap::new(),
        queue: VecDeque::new(),
        left: LEAST_PARTS + PARTS_EACH * count(schema),
        errors: Vec::new(),
    };
    for (name, body) in given {
        if decisions.skipped(name).is_some() {
            continue;
        }
        lift.raw.insert(name.clone(), body.clone());
        lift.queue.push_back((name.clone(), pointer::join("/definitions", name), body.clone()));
    }
    while let Some((name, at, body)) = lift.queue.pop_front() {
        if lift.left == 0 {
            let message =
                "the parts here have no end: do definitions hold each other through `allOf`?";
            return Err(vec![Error::new(file, &at, message)]);
        }
        let mut body = lift.definition(&name, &at, &body);
        if at != pointer::join("/definitions", &name) {
            set(&mut body, "x-at", Value::String(at));
        }
        lift.done.insert(name, body);
    }
    if lift.errors.is_empty() { Ok(lift.done) } else { Err(lift.errors) }
}

/// The longest name of a part, in bytes. A part that holds itself has one without end.
const LONGEST_NAME: usize = 400;

/// How many parts are named and merged at most: so many for any schema, and for each of its values.
/// Definitions that hold each other several times through `allOf` have more of them than anyone can
/// wait for, long before names get long.
const LEAST_PARTS: usize = 256;
const PARTS_EACH: usize = 8;

/// How many values a schema is made of.
fn count(schema: &Value) -> usize {
    1 + match schema {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum::<usize>(),
        _ => 0,
    }
}

/// Takes anonymous parts out of definitions and gives them names.
struct Lift<'a> {
    given: &'a Map<String, Value>,
    decisions: &'a Decisions,
    file: &'a str,
    done: Normal,
    /// What each name stands for, before normalising.
    raw: BTreeMap<String, Value>,
    queue: VecDeque<(String, String, Value)>,
    /// How many parts may still be named or merged.
    left: usize,
    errors: Vec<Error>,
}

impl Lift<'_> {
    fn complain(&mut self, at: &str, message: impl Into<String>) {
        self.errors.push(Error::new(self.file, at, message));
    }

    /// The body of a definition, its parts replaced by references.
    fn definition(&mut self, name: &str, at: &str, body: &Value) -> Value {
        let body = match merge::all_of(body, self.given, &mut self.left) {
            Ok(body) => body,
            Err(message) => {
                self.complain(at, message);
                return json!({});
            }
        };
        let body = enum_of_constants(&body).unwrap_or(body);
        let nullable = any_of(&body).is_some_and(|all| all.iter().any(is_null));
        if nullable || (holds_parts(&body) && without_null(&body).is_some()) {
            return with_description(self.leaf(&format!("{name}.value"), at, &body), &body);
        }
        if let Some(properties) = non_empty(&body, "properties") {
            if body.get("x-text").is_some() {
                return body;
            }
            let mut lifted = Map::new();
            let required = required(&body);
            let patch = self.decisions.is_patch(name);
            for (member, schema) in properties {
                let at = pointer::join(&pointer::join(at, "properties"), member);
                let path = format!("{name}.{member}");
                let optional_const =
                    schema.get("const").is_some() && !required.contains(&member.as_str());
                let mut schema = if optional_const {
                    self.name_part(&path, &at, schema)
                } else {
                    self.leaf(&path, &at, schema)
                };
                if patch && !required.contains(&member.as_str()) && !is_nullable(&schema) {
                    schema = json!({ "x-nullable": schema });
                }
                lifted.insert(member.clone(), schema);
            }
            let mut body = body.clone();
            if let Some(rest) = body.get("additionalProperties")
                && !is_open(rest)
            {
                self.complain(
                    &pointer::join(at, "additionalProperties"),
                    "members of one type beside named members: put them into a map that is a member, or add an erratum",
                );
            }
            set(&mut body, "properties", Value::Object(lifted));
            return body;
        }
        let spelled_out = any_of(&body)
            .or_else(|| (!is_scalar_pair(&body)).then(|| vec![without_description(&body)]));
        if let Some(alternatives) = spelled_out {
            let alternatives = flat(&alternatives);
            let labels = labels(&alternatives);
            let alternatives = alternatives
                .iter()
                .enumerate()
                .map(|(index, schema)| {
                    let at = pointer::join(&pointer::join(at, "anyOf"), &index.to_string());
                    let label = labels.get(index).cloned().flatten();
                    let label = label.unwrap_or_else(|| format!("alternative{}", index + 1));
                    self.alternative(name, &label, &at, schema)
                })
                .collect();
            let mut union = json!({ "anyOf": Value::Array(alternatives) });
            if let Some(open) = body.get("x-open") {
                set(&mut union, "x-open", open.clone());
            }
            return with_description(union, &body);
        }
        if body.get("enum").is_some() || body.get("x-known").is_some() {
            return body;
        }
        with_description(self.leaf(name, at, &body), &body)
    }

    /// One alternative of a union.
    fn alternative(&mut self, union: &str, label: &str, at: &str, schema: &Value) -> Value {
        if schema.get("$ref").is_some() {
            return self.leaf(union, at, schema);
        }
        if schema.get("type").and_then(Value::as_str) == Some("array") {
            let known = self.given.iter().find(|(_, body)| same(body, schema));
            if let Some((name, _)) = known {
                return reference(name);
            }
        }
        if schema.get("const").is_some() {
            return self.name_part(&format!("{union}.{label}"), at, schema);
        }
        self.leaf(&format!("{union}.{label}"), at, schema)
    }

    /// A schema in a position where only leaves stand.
    fn leaf(&mut self, path: &str, at: &str, schema: &Value) -> Value {
        let schema = match merge::all_of(schema, self.given, &mut self.left) {
            Ok(schema) => schema,
            Err(message) => {
                self.complain(at, message);
                return json!({});
            }
        };
        if schema.get("$ref").is_some() {
            return schema;
        }
        let schema = enum_of_constants(&schema).unwrap_or(schema);
        if let Some(alternatives) = any_of(&schema) {
            return self.union(path, at, &schema, &alternatives);
        }
        if holds_parts(&schema)
            && let Some(plain) = without_null(&schema)
        {
            return json!({ "x-nullable": self.leaf(path, at, &plain) });
        }
        // A constant among an array's elements or a map's values has a type to hold it.
        let element = path.ends_with([']', '}']) && schema.get("const").is_some();
        if element || holds_parts(&schema) || schema.get("x-known").is_some() {
            return self.name_part(path, at, &schema);
        }
        let mut leaf = schema.clone();
        if let Some(items) = schema.get("items") {
            let items = self.leaf(&format!("{path}[]"), &pointer::join(at, "items"), items);
            set(&mut leaf, "items", items);
        }
        if let Some(values) = schema.get("additionalProperties")
            && !is_open(values)
        {
            let at = pointer::join(at, "additionalProperties");
            let values = self.leaf(&format!("{path}{{}}"), &at, values);
            set(&mut leaf, "additionalProperties", values);
        }
        if flat(std::slice::from_ref(&schema)).len() > 1 && !is_scalar_pair(&schema) {
            return self.name_part(path, at, &schema);
        }
        leaf
    }

    /// A union in the place of a leaf: nullable, one-or-many, or a definition of its own.
    fn union(&mut self, path: &str, at: &str, schema: &Value, alternatives: &[Value]) -> Value {
        if alternatives.iter().any(is_null) {
            let rest: Vec<Value> = alternatives.iter().filter(|s| !is_null(s)).cloned().collect();
            let inner = match rest.as_slice() {
                [one] => one.clone(),
                _ => json!({ "anyOf": rest }),
            };
            return json!({ "x-nullable": self.leaf(path, at, &inner) });
        }
        if let Some(item) = self.one_or_many(alternatives) {
            return json!({ "x-one-or-many": self.leaf(path, at, &item) });
        }
        self.name_part(path, at, schema)
    }

    /// The item, where the alternatives are an item's own and an array of such items.
    fn one_or_many(&self, alternatives: &[Value]) -> Option<Value> {
        let is_array =
            |schema: &&Value| schema.get("type").and_then(Value::as_str) == Some("array");
        let arrays: Vec<&Value> = alternatives.iter().filter(is_array).collect();
        let [array] = arrays.as_slice() else { return None };
        let item = array.get("items")?;
        let ones: Vec<Value> = alternatives.iter().filter(|s| !is_array(s)).cloned().collect();
        if ones.as_slice() == std::slice::from_ref(item) {
            return Some(item.clone());
        }
        let name = pointer::definition_name(item.get("$ref").and_then(Value::as_str)?);
        let union = self.given.get(&name).and_then(any_of)?;
        same_set(&union, &ones).then(|| item.clone())
    }

    /// Makes a definition of an anonymous part.
    fn name_part(&mut self, path: &str, at: &str, schema: &Value) -> Value {
        let name = match self.decisions.anonymous(path) {
            Some(name) => name.to_owned(),
            None => self.made_up(path),
        };
        self.left = self.left.saturating_sub(1);
        if name.len() > LONGEST_NAME || self.left == 0 {
            let message = format!(
                "the parts here, such as `{}…`, have no end: does the definition hold itself through \
                 `allOf`?",
                name.chars().take(60).collect::<String>()
            );
            self.complain(at, message);
            return json!({});
        }
        let mut raw = schema.clone();
        if self.decisions.is_text(path) {
            set(&mut raw, "x-text", Value::Bool(true));
        }
        match self.raw.get(&name) {
            None => {
                self.raw.insert(name.clone(), raw.clone());
                self.queue.push_back((name.clone(), at.to_owned(), raw));
            }
            Some(known) if same(known, &raw) => {}
            Some(_) => self.complain(
                at,
                format!(
                    "`{name}` is another definition already: give `{path}` a name {}",
                    self.decisions.place("anonymous")
                ),
            ),
        }
        reference(&name)
    }

    /// `Owner.member` is `OwnerMember`.
    fn made_up(&self, path: &str) -> String {
        let (owner, member) = path.split_once('.').unwrap_or((path, ""));
        let suffix = if member.ends_with("[]") || owner.ends_with("[]") {
            "Item"
        } else if member.ends_with("{}") || owner.ends_with("{}") {
            "Value"
        } else {
            ""
        };
        let owner = owner.trim_end_matches(['[', ']', '{', '}']);
        let member = member.trim_end_matches(['[', ']', '{', '}']);
        format!("{owner}{}{suffix}", self.decisions.naming().type_name(member))
    }
}
