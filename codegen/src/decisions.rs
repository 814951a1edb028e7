//! What people decided about names and order: `names.toml`, `order.toml`, `areas.toml`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use crate::error::Error;
use crate::ir::Openness;
use crate::naming::Naming;

mod habits;
mod names;

use habits::{Unlisted, Wanted};
pub use habits::{Untagged, Variants};
pub(crate) use names::Names;
use names::Order;
pub use names::{Constant, Envelope};

/// The decisions for one protocol, and which of them were used.
#[derive(Debug, Default)]
pub struct Decisions {
    names: Names,
    order: Order,
    areas: BTreeMap<String, Area>,
    naming: Naming,
    used: RefCell<BTreeSet<String>>,
    /// How complaints say where to decide.
    place: Place,
}

/// Where decisions are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// In the tables of a folder of schemas.
    #[default]
    Tables,
    /// In a build script, with the methods of [`Module`](crate::module::Module).
    Methods,
}

/// One area: a file of a revision's module.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Area {
    /// What the file is about, as its module doc.
    doc: String,
    /// Name patterns, where `*` stands for anything.
    names: Vec<String>,
}

impl Decisions {
    /// Reads a protocol's tables from a folder of schemas; a file that is not there decides nothing.
    pub fn load(schemas: &Path, protocol: &str) -> Result<Self, Vec<Error>> {
        let names: Names = table(&schemas.join("names.toml"), protocol)?;
        let order: Order = file(&schemas.join("order.toml"))?;
        let areas: BTreeMap<String, Area> = table(&schemas.join("areas.toml"), protocol)?;
        let naming = Naming::new(names.acronyms.clone());
        Ok(Decisions { names, order, areas, naming, ..Decisions::default() })
    }

    /// What was decided in a build script.
    pub(crate) fn of_module(names: Names, first: Vec<String>) -> Self {
        let naming = Naming::new(names.acronyms.clone());
        let order = Order { first, ..Order::default() };
        Decisions { names, order, naming, place: Place::Methods, ..Decisions::default() }
    }

    /// Where a row of a table is to be written, for complaints.
    #[must_use]
    pub fn place(&self, table: &str) -> String {
        match (self.place, table) {
            (Place::Tables, table) => format!("in names.toml, under `{table}`"),
            (Place::Methods, "types") => "with `Module::rename`".to_owned(),
            (Place::Methods, "anonymous") => "with `Module::part`".to_owned(),
            (Place::Methods, "fields") => "with `Module::field`".to_owned(),
            (Place::Methods, table) => format!("with `Module::{table}`"),
        }
    }

    /// A definition's name in Rust.
    #[must_use]
    pub fn type_name(&self, definition: &str) -> String {
        let decided = self.pick("types", &self.names.types, std::iter::once(definition.to_owned()));
        decided.map_or_else(|| self.naming.type_name(definition), str::to_owned)
    }

    /// The rules for names.
    #[must_use]
    pub fn naming(&self) -> &Naming {
        &self.naming
    }

    /// The name given to the anonymous part at `path`, such as `CallToolResult.content[]`.
    #[must_use]
    pub fn anonymous(&self, path: &str) -> Option<&str> {
        let any = path.split_once('.').map(|(_, member)| format!("*.{member}"));
        let key = [Some(path.to_owned()), any].into_iter().flatten();
        self.pick("anonymous", &self.names.anonymous, key)
    }

    /// The field name given to the member at `Owner.member`.
    #[must_use]
    pub fn field(&self, owner: &str, member: &str) -> Option<&str> {
        let keys = [format!("{owner}.{member}"), format!("*.{member}")];
        self.pick("fields", &self.names.fields, keys.into_iter())
    }

    /// Whether the string that a definition is has a type of its own.
    #[must_use]
    pub fn is_own_string(&self, name: &str) -> bool {
        self.pick("strings", &self.names.strings, std::iter::once(name.to_owned())).is_some()
    }

    /// Whether the object at `path` stays text.
    #[must_use]
    pub fn is_text(&self, path: &str) -> bool {
        self.pick("text", &self.names.text, std::iter::once(path.to_owned())).is_some()
    }

    /// Why a definition is not emitted, where that was decided.
    #[must_use]
    pub fn skipped(&self, definition: &str) -> Option<&str> {
        self.pick("skip", &self.names.skip, std::iter::once(definition.to_owned()))
    }

    /// Whether a definition says what changes, so that each of its members may be null.
    #[must_use]
    pub fn is_patch(&self, definition: &str) -> bool {
        let found = self.names.patches.iter().any(|name| name == definition);
        if found {
            self.used.borrow_mut().insert(format!("patches: {definition}"));
        }
        found
    }

    /// What happens to values and kinds that a schema does not list.
    #[must_use]
    pub fn openness(&self, open: bool) -> Openness {
        match (open, self.names.unlisted) {
            (true, _) => Openness::Open,
            (false, Unlisted::Held) => Openness::Listed,
            (false, Unlisted::Refused) => Openness::Fixed,
        }
    }

    /// How objects without a tag are told apart where there are more than two.
    #[must_use]
    pub fn untagged(&self) -> Untagged {
        self.names.untagged
    }

    /// What the variants of a tagged union are named after.
    #[must_use]
    pub fn variants(&self) -> Variants {
        self.names.variants
    }

    /// The module that the protocol's revisions stand in; without one, the root.
    #[must_use]
    pub fn module(&self) -> Option<&str> {
        self.names.module.as_deref()
    }

    /// Whether every definition and member must have docs, where there are any.
    #[must_use]
    pub fn requires_docs(&self) -> bool {
        self.names.docs == Wanted::Required
    }

    /// Constants that have a name.
    #[must_use]
    pub fn constants(&self) -> &BTreeMap<String, Constant> {
        &self.names.constants
    }

    /// What the messages of the protocol travel in.
    #[must_use]
    pub fn envelope(&self) -> Option<&Envelope> {
        self.names.envelope.as_ref()
    }

    /// Where a member stands among others: smaller comes first.
    #[must_use]
    pub fn rank(&self, member: &str) -> usize {
        let middle = self.order.first.len();
        if let Some(index) = self.order.first.iter().position(|name| name == member) {
            return index;
        }
        match self.order.last.iter().position(|name| name == member) {
            Some(index) => middle + 1 + index,
            None => middle,
        }
    }

    /// The order of an enum's values, where it was decided.
    #[must_use]
    pub fn value_order(&self, name: &str) -> Option<&[String]> {
        self.order.values.get(name).map(Vec::as_slice)
    }

    /// The area of a definition: the pattern that says most about the name decides.
    #[must_use]
    pub fn area(&self, definition: &str) -> Option<&str> {
        if self.areas.is_empty() {
            return Some("types");
        }
        self.areas
            .iter()
            .flat_map(|(area, rows)| rows.names.iter().map(move |pattern| (area, pattern)))
            .filter(|(_, pattern)| matches(pattern, definition))
            .max_by_key(|(_, pattern)| pattern.len() - usize::from(pattern.contains('*')))
            .map(|(area, pattern)| {
                self.used.borrow_mut().insert(format!("areas: {pattern}"));
                area.as_str()
            })
    }

    /// The module doc of an area.
    #[must_use]
    pub fn area_doc(&self, area: &str) -> &str {
        self.areas.get(area).map_or("The types of the schema.", |rows| rows.doc.as_str())
    }

    /// The rows that no revision needed.
    #[must_use]
    pub fn unused(&self) -> Vec<Error> {
        let used = self.used.borrow();
        let tables = [
            ("types", &self.names.types),
            ("anonymous", &self.names.anonymous),
            ("fields", &self.names.fields),
            ("text", &self.names.text),
            ("strings", &self.names.strings),
            ("skip", &self.names.skip),
        ];
        let names = tables.into_iter().flat_map(|(table, rows)| {
            rows.keys().map(move |key| ("names.toml", format!("{table}: {key}")))
        });
        let areas = self.areas.values().flat_map(|rows| {
            rows.names.iter().map(|pattern| ("areas.toml", format!("areas: {pattern}")))
        });
        let patches = self.names.patches.iter();
        let patches = patches.map(|name| ("names.toml", format!("patches: {name}")));
        names
            .chain(areas)
            .chain(patches)
            .filter(|(_, key)| !used.contains(key))
            .map(|(file, key)| {
                if self.place == Place::Methods {
                    let (table, row) = key.split_once(": ").unwrap_or(("", &key));
                    let message = format!(
                        "`{row}`, {}, is nothing in the schema: correct it or take it out",
                        self.place(table).replace("with", "given with")
                    );
                    return Error::general(message);
                }
                Error::new(
                    format!("schemas/{file}"),
                    "",
                    format!("`{key}` applies to no revision: correct it or take it out"),
                )
            })
            .collect()
    }

    fn pick<'a>(
        &'a self,
        table: &str,
        rows: &'a BTreeMap<String, String>,
        keys: impl Iterator<Item = String>,
    ) -> Option<&'a str> {
        for key in keys {
            if let Some(value) = rows.get(&key) {
                self.used.borrow_mut().insert(format!("{table}: {key}"));
                return Some(value);
            }
        }
        None
    }
}

/// Whether a name fits a pattern with at most one `*`.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}

fn table<T: Default + for<'de> Deserialize<'de>>(path: &Path, key: &str) -> Result<T, Error> {
    let mut tables: BTreeMap<String, toml::Value> = file(path)?;
    match tables.remove(key) {
        None => Ok(T::default()),
        Some(value) => value.try_into().map_err(|cause| {
            Error::new(path.display().to_string(), format!("/{key}"), format!("{cause}"))
        }),
    }
}

fn file<T: Default + for<'de> Deserialize<'de>>(path: &Path) -> Result<T, Error> {
    match std::fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text)
            .map_err(|cause| Error::new(path.display().to_string(), "", format!("{cause}"))),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(T::default()),
        Err(cause) => Err(Error::io("read", path, &cause)),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns() {
        assert!(super::matches("Tool*", "ToolAnnotations"));
        assert!(super::matches("*Schema", "NumberSchema"));
        assert!(!super::matches("Tool", "ToolUse"));
    }
}
