//! The types of a schema of your own: one file, made by a build script.
//!
//! ```no_run
//! // build.rs
//! use mcp_revisions_codegen::Module;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     println!("cargo::rerun-if-changed=schema.json");
//!     let out = std::path::PathBuf::from(std::env::var("OUT_DIR")?);
//!     Module::from_schema_file("schema.json")?
//!         .title("What a farm keeps.")
//!         .write_to(out.join("schema.rs"))?;
//!     Ok(())
//! }
//! ```
//!
//! In the crate, which depends on `mcp_revisions`:
//!
//! ```ignore
//! /// What a farm keeps.
//! pub mod schema {
//!     include!(concat!(env!("OUT_DIR"), "/schema.rs"));
//! }
//! ```
//!
//! A definition is a type of its own; an object, union or enum inside another is named after the
//! place where it stands, as `PetOwner` for `Pet.owner`. Descriptions become docs.
//!
//! The file may as well be written into `src/`, committed, and be a module as it stands.

use std::path::Path;

use heck::ToUpperCamelCase;
use serde_json::Value;

use crate::canonical::{Options, canonical};
use crate::decisions::{Decisions, Names};
use crate::docs::Docs;
use crate::error::{Error, Errors};
use crate::json;
use crate::methods::Tables;
use crate::pointer;
use crate::revision::Revision;
use crate::write::write_changed;

/// A module of types, and what is decided about it before it is made.
#[derive(Clone, Debug)]
pub struct Module {
    /// The text of the schema: as values it is many times as large.
    schema: String,
    /// As the user named it, for complaints.
    file: String,
    title: Option<String>,
    root: Option<String>,
    runtime: String,
    names: Names,
    first: Vec<String>,
    ignored: Vec<String>,
}

impl Module {
    /// Reads a JSON Schema; its own definitions are under `definitions` or `$defs`, and its root
    /// may be a type as well.
    pub fn from_schema_file(path: impl AsRef<Path>) -> Result<Self, Errors> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(|cause| Error::io("read", path, &cause))?;
        let file = path.display().to_string();
        let text = String::from_utf8(bytes)
            .map_err(|cause| Error::new(&file, "", format!("not valid JSON: {cause}")))?;
        Self::from_schema_text(&text, &file)
    }

    /// Like [`from_schema_file`](Self::from_schema_file), from the text of a schema. `file` names
    /// it in complaints and at the head of what is made.
    pub fn from_schema_text(text: &str, file: &str) -> Result<Self, Errors> {
        json::parse(text, file)?;
        Ok(Module {
            schema: text.to_owned(),
            file: file.to_owned(),
            title: None,
            root: None,
            runtime: "mcp_revisions".to_owned(),
            names: Names::default(),
            first: Vec::new(),
            ignored: Vec::new(),
        })
    }

    /// What the types are for: a comment at the head of the file.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The name of the type that the root describes; otherwise its `title` or the file's name.
    #[must_use]
    pub fn root(mut self, name: impl Into<String>) -> Self {
        self.root = Some(name.into());
        self
    }

    /// The path of the runtime, where a crate knows it by another name than `mcp_revisions`.
    #[must_use]
    pub fn runtime(mut self, path: impl Into<String>) -> Self {
        self.runtime = path.into();
        self
    }

    /// The members that come first in every struct, in this order, and so among the arguments of
    /// its constructor. The others follow by the alphabet.
    #[must_use]
    pub fn first(mut self, members: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.first.extend(members.into_iter().map(Into::into));
        self
    }

    /// Keywords of other tools (`x-order`), which say nothing about types. Any other keyword that is
    /// not known is an error, since it may narrow what a document can say.
    #[must_use]
    pub fn ignore(mut self, keywords: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.ignored.extend(keywords.into_iter().map(Into::into));
        self
    }

    /// Runs of capitals that are words of their own: with `URL`, `URLPath` is `UrlPath`.
    #[must_use]
    pub fn acronyms(mut self, words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.names.acronyms.extend(words.into_iter().map(Into::into));
        self
    }

    /// Names the type of a definition, whose own name may be taken in Rust.
    #[must_use]
    pub fn rename(mut self, definition: impl Into<String>, name: impl Into<String>) -> Self {
        self.names.types.insert(definition.into(), name.into());
        self
    }

    /// Names an object, union or enum that is no definition, by where it stands: `Pet.owner`, with
    /// `[]` behind it for an array's elements and `{}` for a map's values. Otherwise it would be
    /// `PetOwner`.
    #[must_use]
    pub fn part(mut self, place: impl Into<String>, name: impl Into<String>) -> Self {
        self.names.anonymous.insert(place.into(), name.into());
        self
    }

    /// Names a field (`Pet.kind`), an enum's value (`Size.small`) or a union's alternative as it
    /// would be called otherwise (`Animal.Dog`).
    #[must_use]
    pub fn field(mut self, place: impl Into<String>, name: impl Into<String>) -> Self {
        self.names.fields.insert(place.into(), name.into());
        self
    }

    /// Keeps an object that is no definition (`Pet.history`) as text: its shape is checked, but it
    /// has no fields.
    #[must_use]
    pub fn text(mut self, place: impl Into<String>) -> Self {
        self.names.text.insert(place.into(), String::new());
        self
    }

    /// Leaves a definition out that no other one refers to.
    #[must_use]
    pub fn skip(mut self, definition: impl Into<String>) -> Self {
        self.names.skip.insert(definition.into(), String::new());
        self
    }

    /// The module, as the text of a Rust file.
    pub fn to_text(&self) -> Result<String, Errors> {
        self.make().map_err(|errors| match self.parsed() {
            Ok(schema) => {
                let told = errors.into_iter().map(|error| self.in_the_file(error, &schema));
                Errors(told.collect())
            }
            Err(error) => error.into(),
        })
    }

    /// Writes the module to a file: whole, and only when it changes. Returns whether it changed.
    /// When anything is wrong with the schema, nothing is written.
    pub fn write_to(&self, path: impl AsRef<Path>) -> Result<bool, Errors> {
        Ok(write_changed(path.as_ref(), &self.to_text()?)?)
    }

    fn make(&self) -> Result<String, Vec<Error>> {
        let decisions = Decisions::of_module(self.names.clone(), self.first.clone());
        let source = Path::new(&self.file).file_name().unwrap_or_default().to_string_lossy();
        let revision = Revision {
            protocol: "",
            revision: "",
            module: String::new(),
            file: &source,
            runtime: &self.runtime,
            tables: &Tables::default(),
            docs: &Docs::default(),
            decisions: &decisions,
        };
        let generation = revision.read(&self.canonical()?)?;
        let text = revision.file(&generation, self.title.as_deref().unwrap_or_default())?;
        let unused = decisions.unused();
        if unused.is_empty() { Ok(text) } else { Err(unused) }
    }

    fn parsed(&self) -> Result<Value, Error> {
        json::parse(&self.schema, &self.file)
    }

    /// The canonical form, which wants a title that names a type of a root that is one.
    fn canonical(&self) -> Result<Value, Vec<Error>> {
        let mut schema = self.parsed()?;
        let name = self.root_name(&schema);
        if let Value::Object(root) = &mut schema {
            root.insert("title".to_owned(), Value::String(name));
        }
        let options = Options {
            keep_descriptions: true,
            name: None,
            allow_known: true,
            ignore: Some(self.ignored.clone()),
        };
        canonical(&schema, &self.file, &options)
    }

    fn root_name(&self, schema: &Value) -> String {
        if let Some(name) = &self.root {
            return name.clone();
        }
        let title = schema.get("title").and_then(Value::as_str);
        let stem = Path::new(&self.file).file_stem().unwrap_or_default().to_string_lossy();
        title.unwrap_or(&stem).to_upper_camel_case()
    }

    /// A complaint with the file and the place as the user knows them; the phases see the canonical
    /// form, where the root is a definition too.
    fn in_the_file(&self, error: Error, schema: &Value) -> Error {
        let mut place = error.pointer().to_owned();
        if let Some(rest) = place.strip_prefix("/definitions/") {
            let (name, inside) = rest
                .split_once('/')
                .map_or((rest, ""), |(name, _)| (name, rest.get(name.len()..).unwrap_or_default()));
            let given = ["/definitions", "/$defs"]
                .into_iter()
                .map(|key| format!("{key}/{name}"))
                .find(|place| schema.pointer(place).is_some());
            let root = pointer::escape(&self.root_name(schema)) == name;
            place = match given {
                Some(given) => given + inside,
                None if root => inside.to_owned(),
                None => place,
            };
        }
        // What was merged or spelled otherwise stands nowhere: the nearest place that does is told.
        while schema.pointer(&place).is_none() {
            match place.rsplit_once('/') {
                Some((nearer, _)) => place = nearer.to_owned(),
                None => break,
            }
        }
        Error::new(&self.file, place, error.message())
    }
}
