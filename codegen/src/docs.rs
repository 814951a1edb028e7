//! What types and members are for, from `schemas/docs/`, in our own words.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use crate::error::Error;
use crate::revision::MODEL;

/// The texts, and which of them were used.
#[derive(Debug, Default)]
pub struct Docs {
    entries: BTreeMap<String, (String, Entry)>,
    used: RefCell<BTreeSet<String>>,
    required: bool,
}

/// The entry that speaks of members of every definition, where its own does not.
const ANY: &str = "*";

/// What is said about one definition.
#[derive(Clone, Debug, Default)]
struct Entry {
    base: Texts,
    revisions: BTreeMap<String, Texts>,
}

/// The texts of a definition, in one revision or in all.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    doc: Option<String>,
    #[serde(default)]
    members: BTreeMap<String, String>,
    #[serde(default)]
    values: BTreeMap<String, String>,
}

impl Docs {
    /// Reads the docs of a protocol: its own folder, or else the files of the whole.
    pub fn load_for(folder: &Path, protocol: &str, required: bool) -> Result<Self, Vec<Error>> {
        let own = folder.join(protocol);
        let mut docs = Self::load(if own.is_dir() { &own } else { folder })?;
        docs.required &= required;
        Ok(docs)
    }

    /// Reads every file of a folder; a folder that is not there says nothing, and then nothing is
    /// missed.
    pub fn load(folder: &Path) -> Result<Self, Vec<Error>> {
        let mut docs = Docs { required: folder.is_dir(), ..Docs::default() };
        if !docs.required {
            return Ok(docs);
        }
        let listing = std::fs::read_dir(folder).map_err(|e| Error::io("read", folder, &e))?;
        let mut paths = Vec::new();
        for entry in listing {
            paths.push(entry.map_err(|e| Error::io("read", folder, &e))?.path());
        }
        paths.sort();
        let mut errors = Vec::new();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "toml")) {
            errors.extend(docs.read(path).err());
        }
        if errors.is_empty() { Ok(docs) } else { Err(errors) }
    }

    fn read(&mut self, path: &Path) -> Result<(), Error> {
        let file = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|cause| Error::io("read", path, &cause))?;
        let tables: BTreeMap<String, BTreeMap<String, toml::Value>> =
            toml::from_str(&text).map_err(|cause| Error::new(&file, "", cause.to_string()))?;
        for (name, table) in tables {
            let fault =
                |cause: toml::de::Error| Error::new(&file, format!("/{name}"), cause.to_string());
            let mut entry = Entry::default();
            let mut base = toml::Table::new();
            for (key, value) in table {
                if matches!(key.as_str(), "doc" | "members" | "values") {
                    base.insert(key, value);
                } else {
                    entry.revisions.insert(key, value.try_into().map_err(fault)?);
                }
            }
            entry.base = base.try_into().map_err(fault)?;
            if let Some((other, _)) = self.entries.insert(name.clone(), (file.clone(), entry)) {
                let message = format!("`{name}` has an entry in {other} too: keep one");
                return Err(Error::new(&file, format!("/{name}"), message));
            }
        }
        Ok(())
    }

    /// What a definition is for.
    #[must_use]
    pub fn definition(&self, name: &str, revision: &str) -> Option<String> {
        self.find(name, revision, "doc", |texts| texts.doc.as_ref())
    }

    /// What a member is for.
    #[must_use]
    pub fn member(&self, name: &str, member: &str, revision: &str) -> Option<String> {
        self.find(name, revision, &format!("members.{member}"), |texts| texts.members.get(member))
    }

    /// What a value of an enum means.
    #[must_use]
    pub fn value(&self, name: &str, value: &str, revision: &str) -> Option<String> {
        self.find(name, revision, &format!("values.{value}"), |texts| texts.values.get(value))
    }

    /// Whether a thing without a text is an error.
    #[must_use]
    pub fn are_required(&self) -> bool {
        self.required
    }

    /// The entries that no revision needed.
    #[must_use]
    pub fn unused(&self) -> Vec<Error> {
        let used = self.used.borrow();
        let mut errors = Vec::new();
        for (name, (file, entry)) in &self.entries {
            let base = keys(name, "", &entry.base);
            let revisions =
                entry.revisions.iter().flat_map(|(revision, texts)| keys(name, revision, texts));
            for (key, shown) in base.into_iter().chain(revisions) {
                if !used.contains(&key) {
                    errors.push(Error::new(
                        file,
                        "",
                        format!("{shown} is used by no revision: correct it or take it out"),
                    ));
                }
            }
        }
        errors
    }

    fn find(
        &self,
        name: &str,
        revision: &str,
        what: &str,
        pick: impl Fn(&Texts) -> Option<&String>,
    ) -> Option<String> {
        [name, ANY].into_iter().find_map(|name| self.find_in(name, revision, what, &pick))
    }

    fn find_in(
        &self,
        name: &str,
        revision: &str,
        what: &str,
        pick: impl Fn(&Texts) -> Option<&String>,
    ) -> Option<String> {
        let (_, entry) = self.entries.get(name)?;
        let special = entry.revisions.get(revision).and_then(&pick);
        let (from, text) = match special {
            Some(text) => (revision, text),
            None => match pick(&entry.base) {
                Some(text) => ("", text),
                // The model says what the newest revision says.
                None if revision == MODEL => {
                    let (newest, texts) =
                        entry.revisions.iter().rev().find(|(_, texts)| pick(texts).is_some())?;
                    (newest.as_str(), pick(texts)?)
                }
                None => return None,
            },
        };
        self.used.borrow_mut().insert(format!("{name}@{from}.{what}"));
        Some(reflow(text.trim()))
    }
}

/// A text with each paragraph and each point of a list on a line, however it was broken where it is
/// kept.
fn reflow(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let begins = ["* ", "- ", "|", "#"].iter().any(|mark| line.starts_with(mark));
        if line.is_empty() || begins || out.ends_with('\n') {
            out.push('\n');
        } else if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(line);
    }
    out
}

fn keys(name: &str, revision: &str, texts: &Texts) -> Vec<(String, String)> {
    let at = |what: String| {
        let shown = if revision.is_empty() {
            format!("`[{name}]` {what}")
        } else {
            format!("`[{name}.\"{revision}\"]` {what}")
        };
        (format!("{name}@{revision}.{what}"), shown)
    };
    texts
        .doc
        .iter()
        .map(|_| at("doc".to_owned()))
        .chain(texts.members.keys().map(|member| at(format!("members.{member}"))))
        .chain(texts.values.keys().map(|value| at(format!("values.{value}"))))
        .collect()
}
