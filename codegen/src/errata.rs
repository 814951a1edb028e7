//! What upstream schemas say wrongly: `schemas/errata.toml`, applied to canonical schemas.
//!
//! A row says what it expects to find, and fails when it no longer finds that: then upstream has
//! changed, and a person decides whether the row is still wanted.

use crate::canonical::{self, Options};
use crate::error::Error;
use crate::json;
use crate::pointer;
use crate::sources::Source;
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// What a row does at each of its pointers.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Puts `with` where `expect` stands.
    Replace {
        /// What must stand there.
        expect: Value,
        /// What is right.
        with: Value,
    },
    /// Puts a value where nothing stands.
    Add(Value),
    /// Takes away what stands there.
    Remove {
        /// What must stand there.
        expect: Value,
    },
}

/// One row of `errata.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Erratum {
    /// The number of the row, from 1.
    pub row: usize,
    /// The protocol whose schemas are wrong.
    pub protocol: String,
    /// The revisions that are wrong.
    pub revisions: Vec<String>,
    /// Where, as JSON pointers into the canonical schema.
    pub at: Vec<String>,
    /// What to do there.
    pub op: Op,
    /// Why, for people.
    pub reason: String,
}

/// How messages name the file.
const FILE: &str = "schemas/errata.toml";

impl Erratum {
    /// A complaint about this row.
    fn error(&self, message: &str) -> Error {
        let Self { row, reason, .. } = self;
        Error::new(FILE, "", format!("erratum {row} ({reason}): {message}"))
    }

    fn concerns(&self, protocol: &str, revision: &str) -> bool {
        self.protocol == protocol && self.revisions.iter().any(|known| known == revision)
    }
}

/// Reads `schemas/errata.toml` under `root`; without the file there are no errata. Every revision
/// that a row names must be in `sources`.
pub fn load(root: &Path, sources: &[Source]) -> Result<Vec<Erratum>, Vec<Error>> {
    let path = root.join(FILE);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text =
        std::fs::read_to_string(&path).map_err(|cause| vec![Error::io("read", &path, &cause)])?;
    let errata = parse(&text)?;
    let errors: Vec<_> = errata
        .iter()
        .flat_map(|erratum| erratum.revisions.iter().map(move |revision| (erratum, revision)))
        .filter(|(erratum, revision)| {
            !sources.iter().any(|s| s.protocol == erratum.protocol && s.revision == **revision)
        })
        .map(|(erratum, revision)| {
            erratum.error(&format!(
                "sources.toml has no {} {revision}: remove the revision from the row",
                erratum.protocol
            ))
        })
        .collect();
    if errors.is_empty() { Ok(errata) } else { Err(errors) }
}

/// Reads the text of an errata file.
pub fn parse(text: &str) -> Result<Vec<Erratum>, Vec<Error>> {
    let table: Table = toml::from_str(text)
        .map_err(|cause| vec![Error::new(FILE, "", cause.to_string().trim_end())])?;
    let mut errata = Vec::new();
    let mut errors = Vec::new();
    for (index, row) in table.erratum.into_iter().enumerate() {
        match row.read(index + 1) {
            Ok(erratum) => errata.push(erratum),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(errata) } else { Err(errors) }
}

/// The schema with the rows for its revision applied, in their order. All rows that do not apply
/// are told at once.
pub fn apply(
    schema: &Value,
    protocol: &str,
    revision: &str,
    errata: &[Erratum],
) -> Result<Value, Vec<Error>> {
    let mut corrected = schema.clone();
    let mut errors = Vec::new();
    let mine: Vec<&Erratum> =
        errata.iter().filter(|erratum| erratum.concerns(protocol, revision)).collect();
    for erratum in &mine {
        for at in &erratum.at {
            if let Err(message) = apply_at(&mut corrected, at, &erratum.op) {
                errors.push(erratum.error(&format!("{at} of {protocol} {revision} {message}")));
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    // The result must be a schema again, with every reference in place.
    let options = Options { keep_descriptions: true, allow_known: true, ..Options::default() };
    let corrected_by = if mine.is_empty() { "" } else { ", corrected by schemas/errata.toml" };
    let file = format!("{protocol} {revision}{corrected_by}");
    canonical::canonical(&corrected, &file, &options)
}

fn apply_at(schema: &mut Value, at: &str, op: &Op) -> Result<(), String> {
    if let Op::Replace { expect, .. } | Op::Remove { expect } = op {
        let Some(found) = schema.pointer(at) else {
            return Err("is no longer there: remove or correct the row".to_owned());
        };
        if found != expect {
            return Err(format!(
                "is {found}, not {expect} as the row expects: remove or correct the row"
            ));
        }
    } else if schema.pointer(at).is_some() {
        return Err("is already there: remove the row".to_owned());
    }
    let parent = pointer::split_last(at)
        .and_then(|(parent, last)| Some((schema.pointer_mut(parent)?, last)));
    let Some((parent, last)) = parent else {
        return Err("has no parent: remove or correct the row".to_owned());
    };
    match (parent, op) {
        (Value::Object(members), Op::Replace { with: value, .. } | Op::Add(value)) => {
            members.insert(last, value.clone());
        }
        (Value::Object(members), Op::Remove { .. }) => {
            members.shift_remove(&last);
        }
        (Value::Array(items), op) => {
            let index: usize = last.parse().map_err(|_| "is no place in a list".to_owned())?;
            match op {
                Op::Add(value) if index == items.len() => items.push(value.clone()),
                Op::Add(_) => return Err("is no place to add to: use the list's end".to_owned()),
                Op::Replace { with, .. } => {
                    if let Some(item) = items.get_mut(index) {
                        *item = with.clone();
                    }
                }
                Op::Remove { .. } => {
                    items.remove(index);
                }
            }
        }
        _ => return Err("stands in something that holds no members".to_owned()),
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    erratum: Vec<Row>,
}

/// A row as written. JSON values stand in strings, so that they read as in a schema.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    protocol: String,
    revisions: Vec<String>,
    at: At,
    replace: Option<String>,
    add: Option<String>,
    remove: Option<bool>,
    expect: Option<String>,
    reason: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum At {
    One(String),
    Many(Vec<String>),
}

impl Row {
    fn read(self, row: usize) -> Result<Erratum, Error> {
        let reason = self.reason;
        let refuse =
            |message: String| Error::new(FILE, "", format!("erratum {row} ({reason}): {message}"));
        let value = |key: &str, text: String| {
            json::parse(&text, key)
                .map(json::sorted)
                .map_err(|cause| refuse(format!("{key} is {}", cause.message())))
        };
        let expect = self.expect.map(|text| value("expect", text)).transpose()?;
        let op = match (self.replace, self.add, self.remove, expect) {
            (Some(text), None, None, Some(expect)) => {
                Op::Replace { expect, with: value("replace", text)? }
            }
            (None, Some(text), None, None) => Op::Add(value("add", text)?),
            (None, None, Some(true), Some(expect)) => Op::Remove { expect },
            _ => {
                let message = "must say one of: replace and expect, add alone, remove = true and \
                               expect";
                return Err(refuse(message.to_owned()));
            }
        };
        let at = match self.at {
            At::One(pointer) => vec![pointer],
            At::Many(pointers) => pointers,
        };
        if at.is_empty() || self.revisions.is_empty() || reason.trim().is_empty() {
            return Err(refuse("must name revisions, pointers and a reason".to_owned()));
        }
        if let Some(wrong) = at.iter().find(|pointer| !pointer.starts_with("/definitions/")) {
            return Err(refuse(format!("{wrong:?} must start with /definitions/")));
        }
        Ok(Erratum { row, protocol: self.protocol, revisions: self.revisions, at, op, reason })
    }
}
