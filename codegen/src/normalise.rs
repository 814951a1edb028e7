//! A schema in normal form: every object, union and enum is a definition with a name, `allOf` is
//! merged, and what a union repeats of a definition is a reference to it.
//!
//! What comes out is a JSON Schema still, of fewer constructs:
//! - a definition is an object with `properties`, a union (`anyOf`), an enum, or a leaf;
//! - a leaf is `$ref`, a scalar, an open object, an array or a map of leaves, `{}`;
//! - `x-one-or-many` and `x-nullable` hold a leaf; `x-text` marks an object that stays text, and
//!   `x-at` tells where a part with a name of our own stood.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use serde_json::{Map, Value, json};

use crate::canonical::LONGEST_NAME;
use crate::decisions::Decisions;
use crate::error::Error;
use crate::json::object;
use crate::pointer;

mod copies;
mod merge;
mod parts;
mod spelling;

use parts::{
    any_of, flat, holds_parts, is_nullable, is_open, is_scalar_pair, non_empty, reference,
    required, same_set, set, with_description, without,
};
use spelling::{enum_of_constants, is_null, labels, said, same, without_null};

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
    let roots = given.iter().filter(|(name, _)| decisions.skipped(name).is_none());
    let roots: Vec<(&String, &Value)> = roots.collect();
    copies::check(given, &roots).map_err(|(name, message)| {
        vec![Error::new(file, pointer::join("/definitions", name), message)]
    })?;
    let mut lift = Lift {
        given,
        decisions,
        file,
        done: Normal::new(),
        parts: BTreeMap::new(),
        queue: VecDeque::new(),
        errors: Vec::new(),
    };
    for (name, body) in roots {
        let at = pointer::join("/definitions", name);
        lift.queue.push_back((name.clone(), at, Cow::Borrowed(body)));
    }
    while let Some((name, at, body)) = lift.queue.pop_front() {
        let mut body = lift.definition(&name, &at, &body);
        if at != pointer::join("/definitions", &name) {
            set(&mut body, "x-at", Value::String(at));
        }
        lift.done.insert(name, body);
    }
    if lift.errors.is_empty() { Ok(lift.done) } else { Err(lift.errors) }
}

/// How many arrays and maps may stand within each other in one type. Who prints or compiles a type
/// takes stack for each of them.
const DEEPEST: usize = 16;

/// What stands behind a place for the elements of an array, and for the values of a map.
const MARKS: [char; 4] = ['[', ']', '{', '}'];

/// Takes anonymous parts out of definitions and gives them names.
struct Lift<'a> {
    given: &'a Map<String, Value>,
    decisions: &'a Decisions,
    file: &'a str,
    done: Normal,
    /// What the parts with a name stood for, in short.
    parts: BTreeMap<String, String>,
    queue: VecDeque<(String, String, Cow<'a, Value>)>,
    errors: Vec<Error>,
}

impl Lift<'_> {
    fn complain(&mut self, at: &str, message: impl Into<String>) {
        self.errors.push(Error::new(self.file, at, message));
    }

    /// The body of a definition, its parts replaced by references.
    fn definition(&mut self, name: &str, at: &str, body: &Value) -> Value {
        let body = match merge::all_of(body, self.given) {
            Ok(body) => body,
            Err(message) => {
                self.complain(at, message);
                return json!({});
            }
        };
        let body = enum_of_constants(&body).map_or(body, Cow::Owned);
        let nullable = any_of(&body).is_some_and(|all| all.iter().any(is_null));
        if nullable || (holds_parts(&body) && without_null(&body).is_some()) {
            return with_description(self.leaf(&format!("{name}.value"), at, &body), &body);
        }
        if let Some(properties) = non_empty(&body, "properties") {
            if body.get("x-text").is_some() {
                return body.into_owned();
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
                    schema = object("x-nullable", schema);
                }
                lifted.insert(member.clone(), schema);
            }
            if let Some(rest) = body.get("additionalProperties")
                && !is_open(rest)
            {
                self.complain(
                    &pointer::join(at, "additionalProperties"),
                    "members of one type beside named members: put them into a map that is a member, or add an erratum",
                );
            }
            let mut body = without(&body, &["properties"]);
            set(&mut body, "properties", Value::Object(lifted));
            return body;
        }
        let spelled_out = any_of(&body).map(|all| flat(all)).or_else(|| {
            (!is_scalar_pair(&body)).then(|| flat(&[without(&body, &["description"])]))
        });
        if let Some(alternatives) = spelled_out {
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
            let mut union = object("anyOf", Value::Array(alternatives));
            if let Some(open) = body.get("x-open") {
                set(&mut union, "x-open", open.clone());
            }
            return with_description(union, &body);
        }
        if body.get("enum").is_some() || body.get("x-known").is_some() {
            return body.into_owned();
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
        let schema = match merge::all_of(schema, self.given) {
            Ok(schema) => schema,
            Err(message) => {
                self.complain(at, message);
                return json!({});
            }
        };
        if schema.get("$ref").is_some() {
            return schema.into_owned();
        }
        let schema = enum_of_constants(&schema).map_or(schema, Cow::Owned);
        if let Some(alternatives) = any_of(&schema) {
            return self.union(path, at, &schema, alternatives);
        }
        if holds_parts(&schema)
            && let Some(plain) = without_null(&schema)
        {
            return object("x-nullable", self.leaf(path, at, &plain));
        }
        // A constant among an array's elements or a map's values has a type to hold it.
        let element = path.ends_with([']', '}']) && schema.get("const").is_some();
        let several = !is_scalar_pair(&schema);
        if element || several || holds_parts(&schema) || schema.get("x-known").is_some() {
            return self.name_part(path, at, &schema);
        }
        if path.len() - path.trim_end_matches(MARKS).len() > 2 * DEEPEST {
            let message = format!(
                "arrays and maps within each other, more than {DEEPEST} of them: make one of them a \
                 member of an object"
            );
            self.complain(at, message);
            return json!({});
        }
        let mut leaf = without(&schema, &["items", "additionalProperties"]);
        if let Some(items) = schema.get("items") {
            let items = self.leaf(&format!("{path}[]"), &pointer::join(at, "items"), items);
            set(&mut leaf, "items", items);
        }
        if let Some(values) = schema.get("additionalProperties") {
            let at = pointer::join(at, "additionalProperties");
            let values = match is_open(values) {
                true => values.clone(),
                false => self.leaf(&format!("{path}{{}}"), &at, values),
            };
            set(&mut leaf, "additionalProperties", values);
        }
        leaf
    }

    /// A union in the place of a leaf: nullable, one-or-many, or a definition of its own.
    fn union(&mut self, path: &str, at: &str, schema: &Value, alternatives: &[Value]) -> Value {
        if alternatives.iter().any(is_null) {
            let rest: Vec<&Value> = alternatives.iter().filter(|s| !is_null(s)).collect();
            let inner = match rest.as_slice() {
                [one] => self.leaf(path, at, one),
                _ => self.leaf(path, at, &json!({ "anyOf": rest })),
            };
            return object("x-nullable", inner);
        }
        if let Some(item) = self.one_or_many(alternatives) {
            return object("x-one-or-many", self.leaf(path, at, item));
        }
        self.name_part(path, at, schema)
    }

    /// The item, where the alternatives are an item's own and an array of such items.
    fn one_or_many<'v>(&self, alternatives: &'v [Value]) -> Option<&'v Value> {
        let is_array =
            |schema: &&Value| schema.get("type").and_then(Value::as_str) == Some("array");
        let arrays: Vec<&Value> = alternatives.iter().filter(is_array).collect();
        let [array] = arrays.as_slice() else { return None };
        let item = array.get("items")?;
        let ones: Vec<&Value> = alternatives.iter().filter(|s| !is_array(s)).collect();
        if ones == [item] {
            return Some(item);
        }
        let name = pointer::definition_name(item.get("$ref").and_then(Value::as_str)?);
        let union = self.given.get(&name).and_then(any_of)?;
        same_set(union, &ones).then_some(item)
    }

    /// Makes a definition of an anonymous part.
    fn name_part(&mut self, path: &str, at: &str, schema: &Value) -> Value {
        let name = match self.decisions.anonymous(path) {
            Some(name) => name.to_owned(),
            None => self.made_up(path),
        };
        if name.len() > LONGEST_NAME {
            let start: String = name.chars().take(60).collect();
            let message = format!(
                "the name `{start}…` of this part is too long: give it a name {}",
                self.decisions.place("anonymous")
            );
            self.complain(at, message);
            return json!({});
        }
        let mut part = schema.clone();
        if self.decisions.is_text(path) {
            set(&mut part, "x-text", Value::Bool(true));
        }
        let said = said(&part);
        let given = self.given.get(&name).filter(|_| self.decisions.skipped(&name).is_none());
        match self.parts.get(&name).cloned().or_else(|| given.map(self::said)) {
            None => {
                self.parts.insert(name.clone(), said);
                self.queue.push_back((name.clone(), at.to_owned(), Cow::Owned(part)));
            }
            Some(known) if known == said => {}
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
        let owner = owner.trim_end_matches(MARKS);
        let member = member.trim_end_matches(MARKS);
        format!("{owner}{}{suffix}", self.decisions.naming().type_name(member))
    }
}
