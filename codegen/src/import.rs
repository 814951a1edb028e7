//! `import`: from an official schema to its canonical file and its row in `sources.toml`.

use crate::canonical::{Options, canonical, definition_count, dialect};
use crate::error::Error;
use crate::json;
use crate::pointer::{self, Difference};
use crate::sources::{self, Source, Sources, Status};
use crate::write::write_changed;
use std::path::{Path, PathBuf};

/// What to import, and what to record about it.
#[derive(Clone, Debug)]
pub struct Import {
    /// The official schema.
    pub file: PathBuf,
    /// The protocol: the name of its folder, and of its table in `names.toml`.
    pub protocol: String,
    /// The revision: a date, a version or `draft`.
    pub revision: String,
    /// Whether the revision is final.
    pub status: Status,
    /// The repository that the file comes from, as `OWNER/NAME`.
    pub upstream: Option<String>,
    /// The commit of that repository.
    pub commit: Option<String>,
    /// The file's path in that repository.
    pub path: Option<String>,
    /// Keep descriptions, so that they become docs.
    pub keep_descriptions: bool,
    /// The name of the type that the root of the schema describes.
    pub name: Option<String>,
}

/// What an import did.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The row of `sources.toml`.
    pub source: Source,
    /// How many definitions the schema holds.
    pub definitions: usize,
    /// Whether the revision is new to the table.
    pub new: bool,
    /// What the schema says otherwise than the one it replaces.
    pub differences: Vec<Difference>,
}

/// Imports a schema into a folder of schemas. Nothing is written unless everything is right.
pub fn import(schemas: &Path, import: &Import) -> Result<Imported, Vec<Error>> {
    check_names(import)?;
    let name = import.file.display().to_string();
    let bytes =
        std::fs::read(&import.file).map_err(|cause| Error::io("read", &import.file, &cause))?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|cause| Error::new(&name, "", format!("not valid JSON: {cause}")))?;
    let official = json::parse(text, &name)?;
    let options = Options {
        keep_descriptions: import.keep_descriptions,
        name: import.name.clone(),
        ..Options::default()
    };
    let schema = canonical(&official, &name, &options)?;
    let printed = json::print(&schema);

    let table = sources::table_path(schemas);
    let before = Sources::load_or_empty(schemas)?;
    let old = before.find(&import.protocol, &import.revision);
    let source = Source {
        protocol: import.protocol.clone(),
        revision: import.revision.clone(),
        status: import.status,
        file: format!("{}/{}.json", import.protocol, import.revision),
        upstream: import.upstream.clone(),
        commit: import.commit.clone(),
        path: import.path.clone(),
        dialect: dialect(&official, &name)?.to_owned(),
        name: import.name.clone(),
        doc: old.and_then(|old| old.doc.clone()),
        descriptions: import.keep_descriptions,
        sha256: json::sha256(&bytes),
        digest: json::sha256(printed.as_bytes()),
    };
    let (new, differences) = match old {
        None => (true, Vec::new()),
        // The old file may be missing or broken: then there is nothing to compare.
        Some(old) => match sources::load_schema_in(schemas, old) {
            Ok(old) => (false, pointer::differences(&old, &schema)),
            Err(_) => (false, Vec::new()),
        },
    };
    let after = before.with(source.clone(), &table.display().to_string())?;

    write_changed(&schemas.join(&source.file), &printed)?;
    write_changed(&table, &after.print())?;
    Ok(Imported { definitions: definition_count(&schema), source, new, differences })
}

/// The protocol and the revision become parts of paths and of Rust names.
fn check_names(import: &Import) -> Result<(), Error> {
    let mut letters = import.protocol.chars();
    let plain = letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !plain {
        return Err(Error::general(format!(
            "{:?} is no name for a protocol: use lower-case letters, digits and _",
            import.protocol
        )));
    }
    if !sources::is_revision(&import.revision) {
        return Err(Error::general(format!(
            "{:?} is no revision: use a date (2020-12-31), a version (1.0.0) or draft",
            import.revision
        )));
    }
    Ok(())
}
