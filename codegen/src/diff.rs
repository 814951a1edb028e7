//! `diff`: what changed between two revisions, definition by definition, for people.
//!
//! It reads committed schemas as they are, without errata; renames and features are judgements, and
//! come from `lineage.toml`.

use crate::describe::{constraints, member_text, reference, requires, type_text};
use crate::error::Error;
use crate::lineage::Decided;
use crate::sources::{self, Source, Sources, compare_revisions};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// What changed between two revisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// What both schemas are called: the protocol, and `1.0.0 -> 1.1.0`.
    pub title: String,
    /// The dialects, when they differ.
    pub dialects: Option<(String, String)>,
    /// Methods that only the newer revision has.
    pub methods_added: Vec<String>,
    /// Methods that only the older revision has.
    pub methods_removed: Vec<String>,
    /// Definitions that only the newer revision has, each with its type on one line.
    pub added: Vec<(String, String)>,
    /// Definitions that only the older revision has.
    pub removed: Vec<(String, String)>,
    /// Definitions that changed, each with its changes.
    pub changed: Vec<(String, Vec<Line>)>,
    /// How many definitions say the same in both.
    pub unchanged: usize,
    /// Definitions that have another name in the newer revision.
    pub renamed: Vec<(String, String)>,
    /// Features that the newer revision brought, each with what it is.
    pub features_added: Vec<(String, String)>,
    /// Features that it took away.
    pub features_removed: Vec<(String, String)>,
}

/// One change inside a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// `+` for what is new, `-` for what is gone, `~` for what differs.
    pub sign: char,
    /// What, such as `cursor?: string` or `params.name: string -> Name`.
    pub text: String,
}

/// Compares two revisions of a protocol in a folder of schemas; `protocol` is needed where several
/// have such revisions.
pub fn diff(schemas: &Path, protocol: Option<&str>, a: &str, b: &str) -> Result<Diff, Vec<Error>> {
    let table = Sources::load(schemas)?;
    let having: BTreeSet<&str> = table
        .rows
        .iter()
        .filter(|row| row.revision == a || row.revision == b)
        .map(|row| row.protocol.as_str())
        .collect();
    let protocol = match (protocol, having.first()) {
        (Some(protocol), _) => protocol,
        (None, Some(protocol)) if having.len() == 1 => protocol,
        (None, found) => {
            let path = sources::table_path(schemas).display().to_string();
            let told = match found {
                Some(_) => "is of several protocols: pass --protocol".to_owned(),
                None => {
                    let known = table.rows.iter();
                    let known = known.map(|row| format!("{} {}", row.protocol, row.revision));
                    format!("is of no protocol: there are {}", known.collect::<Vec<_>>().join(", "))
                }
            };
            return Err(vec![Error::new(path, "", format!("{a} or {b} {told}"))]);
        }
    };
    let mut errors = Vec::new();
    let mut load = |revision: &str| -> Option<(Source, Value)> {
        let loaded = match table.find(protocol, revision) {
            Some(source) => {
                sources::load_schema_in(schemas, source).map(|schema| (source.clone(), schema))
            }
            None => {
                let known = table.rows.iter().filter(|row| row.protocol == protocol);
                let known: Vec<_> = known.map(|row| row.revision.as_str()).collect();
                Err(Error::new(
                    sources::table_path(schemas).display().to_string(),
                    "",
                    format!("no {protocol} {revision}: it has {}", known.join(", ")),
                ))
            }
        };
        loaded.map_err(|error| errors.push(error)).ok()
    };
    let (a, b) = (load(a), load(b));
    let (Some((older, old)), Some((newer, new))) = (a, b) else {
        return Err(errors);
    };
    let mut diff = compare(&old, &new);
    diff.title = format!("{protocol} {} -> {}", older.revision, newer.revision);
    if let Some(decided) = Decided::load(schemas, protocol)? {
        diff.judge(&decided, (&older.revision, &old), (&newer.revision, &new));
    }
    if older.dialect != newer.dialect {
        diff.dialects = Some((older.dialect, newer.dialect));
    }
    Ok(diff)
}

/// The definitions of a canonical schema.
fn definitions(schema: &Value) -> impl Iterator<Item = &String> {
    schema.get("definitions").and_then(Value::as_object).into_iter().flat_map(Map::keys)
}

/// Compares two canonical schemas.
#[must_use]
pub fn compare(old: &Value, new: &Value) -> Diff {
    let empty = Map::new();
    let definitions = |schema| Value::as_object(Value::get(schema, "definitions")?);
    let (old, new) = (definitions(old).unwrap_or(&empty), definitions(new).unwrap_or(&empty));
    let mut diff = Diff::default();
    for (name, schema) in old {
        let Some(other) = new.get(name) else {
            diff.removed.push((name.clone(), type_text(schema)));
            continue;
        };
        let mut walk = Walk { old, new, lines: Vec::new() };
        walk.schema("", schema, other);
        if walk.lines.is_empty() {
            diff.unchanged += 1;
        } else {
            diff.changed.push((name.clone(), walk.lines));
        }
    }
    for (name, schema) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
        diff.added.push((name.clone(), type_text(schema)));
    }
    let (before, after) = (methods(old), methods(new));
    diff.methods_added = after.difference(&before).cloned().collect();
    diff.methods_removed = before.difference(&after).cloned().collect();
    diff
}

/// The methods that definitions of messages name.
fn methods(definitions: &Map<String, Value>) -> BTreeSet<String> {
    let method =
        |schema: &Value| Some(schema.pointer("/properties/method/const")?.as_str()?.to_owned());
    definitions.values().filter_map(method).collect()
}

struct Walk<'a> {
    old: &'a Map<String, Value>,
    new: &'a Map<String, Value>,
    lines: Vec<Line>,
}

impl Walk<'_> {
    fn line(&mut self, sign: char, text: String) {
        self.lines.push(Line { sign, text });
    }

    /// Compares two schemas at a member's path; the path is empty for the definition itself.
    fn schema(&mut self, path: &str, old: &Value, new: &Value) {
        if old == new {
            return;
        }
        if is_object(old) && is_object(new) {
            self.narrowing(path, old, new);
            return self.members(path, old, new);
        }
        // An anonymous object that got a name, or lost it: say so, then compare what it holds. A
        // bare `object` has nothing to compare.
        if has_members(old)
            && let Some(target) = target(self.new, new)
        {
            self.change(path, "an anonymous object", &type_text(new));
            return self.members(path, old, target);
        }
        if has_members(new)
            && let Some(target) = target(self.old, old)
        {
            self.change(path, &type_text(old), "an anonymous object");
            return self.members(path, target, new);
        }
        let (was, is) = (type_text(old), type_text(new));
        match (alternatives(old), alternatives(new)) {
            (Some(before), Some(after)) => return self.alternatives(path, &before, &after),
            // One alternative is left, or there was only one.
            (Some(before), None) if before.contains(&is) => {
                return self.alternatives(path, &before, &[is]);
            }
            (None, Some(after)) if after.contains(&was) => {
                return self.alternatives(path, &[was], &after);
            }
            _ => {}
        }
        if let (Some(was), Some(is)) = (items(old), items(new)) {
            self.narrowing(path, old, new);
            return self.schema(&format!("{path}[]"), was, is);
        }
        if was != is {
            self.change(path, &was, &is);
        }
    }

    fn change(&mut self, path: &str, was: &str, is: &str) {
        let path = if path.is_empty() { String::new() } else { format!("{path}: ") };
        self.line('~', format!("{path}{was} -> {is}"));
    }

    /// Compares what two objects or lists say beside their members or items.
    fn narrowing(&mut self, path: &str, old: &Value, new: &Value) {
        let text = |schema: &Value| {
            let text = schema.as_object().map(constraints).unwrap_or_default();
            if text.is_empty() { "no constraint".to_owned() } else { text }
        };
        let (was, is) = (text(old), text(new));
        if was != is {
            self.change(path, &was, &is);
        }
    }

    fn members(&mut self, path: &str, old: &Value, new: &Value) {
        let inside = |name: &str| match path {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        };
        let empty = Map::new();
        let (was, is) = (properties(old).unwrap_or(&empty), properties(new).unwrap_or(&empty));
        for (name, schema) in was {
            let place = inside(name);
            let required = requires(old, name);
            let Some(other) = is.get(name) else {
                self.line('-', member_text(&place, required, schema));
                continue;
            };
            if required != requires(new, name) {
                let words = if required { "required -> optional" } else { "optional -> required" };
                self.line('~', format!("{place}: {words}"));
            }
            self.schema(&place, schema, other);
        }
        for (name, schema) in is.iter().filter(|(name, _)| !was.contains_key(*name)) {
            self.line('+', member_text(&inside(name), requires(new, name), schema));
        }
        let any = Value::Object(Map::new());
        let others = |schema: &Value| match schema.get("additionalProperties") {
            Some(others @ Value::Object(_)) => others.clone(),
            _ => any.clone(),
        };
        self.schema(&inside("[name]"), &others(old), &others(new));
    }

    fn alternatives(&mut self, path: &str, was: &[String], is: &[String]) {
        let place = |text: &str| match path {
            "" => format!("| {text}"),
            path => format!("{path} | {text}"),
        };
        let before = self.lines.len();
        for text in was.iter().filter(|text| !is.contains(text)) {
            self.line('-', place(text));
        }
        for text in is.iter().filter(|text| !was.contains(text)) {
            self.line('+', place(text));
        }
        if self.lines.len() == before && was != is {
            self.change(path, &format!("order {}", was.join(" | ")), &is.join(" | "));
        }
    }
}

fn is_object(schema: &Value) -> bool {
    let typed = schema.get("type").is_some_and(|name| name == "object");
    typed && ["anyOf", "oneOf", "allOf"].iter().all(|key| schema.get(*key).is_none())
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

fn has_members(schema: &Value) -> bool {
    is_object(schema) && properties(schema).is_some_and(|members| !members.is_empty())
}

/// The object that a reference names.
fn target<'v>(definitions: &'v Map<String, Value>, schema: &Value) -> Option<&'v Value> {
    definitions.get(reference(schema)?).filter(|target| is_object(target))
}

/// The alternatives of a union, each on one line.
fn alternatives(schema: &Value) -> Option<Vec<String>> {
    let schemas = schema.get("anyOf").or_else(|| schema.get("oneOf"))?;
    Some(schemas.as_array()?.iter().map(type_text).collect())
}

fn items(schema: &Value) -> Option<&Value> {
    schema.get("type").is_some_and(|name| name == "array").then(|| schema.get("items")).flatten()
}

impl Diff {
    /// Adds what people decided: definitions that moved, features that came or went.
    fn judge(&mut self, decided: &Decided, older: (&str, &Value), newer: (&str, &Value)) {
        for name in definitions(older.1) {
            let model = decided.model_name(older.0, name);
            let moved = definitions(newer.1)
                .find(|other| *other != name && decided.model_name(newer.0, other) == model);
            self.renamed.extend(moved.map(|other| (name.clone(), other.clone())));
        }
        let (was, is) = (older.0, newer.0);
        let after = |a: &str, b: &str| compare_revisions(a, b).is_gt();
        for row in decided.features() {
            let what = || (row.id.clone(), row.doc.clone());
            if after(&row.since, was) && !after(&row.since, is) {
                self.features_added.push(what());
            }
            let gone =
                row.until.as_deref().is_some_and(|until| !after(was, until) && after(is, until));
            if gone && !after(&row.since, was) {
                self.features_removed.push(what());
            }
        }
    }

    /// The change as plain text, or as Markdown.
    #[must_use]
    pub fn print(&self, markdown: bool) -> String {
        let mut text = String::new();
        let (top, head) = if markdown { ("# ", "\n## ") } else { ("", "\n") };
        // A list item that starts with a sign would be a list in the list.
        let word = |sign| match sign {
            '+' => "added",
            '-' => "removed",
            _ => "changed",
        };
        let item = |sign: char, body: &str| match markdown {
            true => format!("- {} `{body}`\n", word(sign)),
            false => format!("  {sign} {body}\n"),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{top}{}", self.title);
        let _ = writeln!(
            text,
            "{}{} definitions added, {} removed, {} changed, {} the same",
            if markdown { "\n" } else { "" },
            self.added.len(),
            self.removed.len(),
            self.changed.len(),
            self.unchanged
        );
        if let Some((was, is)) = &self.dialects {
            let _ = writeln!(text, "{}dialect: {was} -> {is}", if markdown { "\n" } else { "" });
        }
        let start = |text: &mut String, title: &str| {
            text.push_str(head);
            text.push_str(title);
            text.push_str(if markdown { "\n\n" } else { "\n" });
        };
        if !self.methods_added.is_empty() || !self.methods_removed.is_empty() {
            start(&mut text, "Methods");
            let added = self.methods_added.iter().map(|method| ('+', method));
            let removed = self.methods_removed.iter().map(|method| ('-', method));
            for (sign, method) in added.chain(removed) {
                text.push_str(&item(sign, method));
            }
        }
        for (title, sign, gap, rows) in [
            ("Features brought", '+', ": ", &self.features_added),
            ("Features gone", '-', ": ", &self.features_removed),
            ("Renamed", '~', " -> ", &self.renamed),
            ("Added", '+', " = ", &self.added),
            ("Removed", '-', " = ", &self.removed),
        ] {
            if !rows.is_empty() {
                start(&mut text, title);
                for (name, body) in rows {
                    text.push_str(&item(sign, &format!("{name}{gap}{body}")));
                }
            }
        }
        if !self.changed.is_empty() {
            start(&mut text, "Changed");
            for (name, lines) in &self.changed {
                text.push_str(&if markdown {
                    format!("### {name}\n\n")
                } else {
                    format!("  {name}\n")
                });
                for line in lines {
                    let indent = if markdown { "" } else { "  " };
                    text.push_str(indent);
                    text.push_str(&item(line.sign, &line.text));
                }
                if markdown {
                    text.push('\n');
                }
            }
        }
        text
    }
}
