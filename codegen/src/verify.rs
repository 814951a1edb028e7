//! `verify`: proof that a committed schema says exactly what the official one says.

use crate::canonical::{Options, canonical, definition_count};
use crate::error::Error;
use crate::json;
use crate::pointer::{self, Difference};
use crate::sources::{self, Source, Sources};
use std::fmt;
use std::path::{Path, PathBuf};

/// What the comparison of an official file with its committed schema found.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The revision that the file was compared with.
    pub revision: String,
    /// The official file.
    pub file: PathBuf,
    /// How many definitions the committed schema holds.
    pub definitions: usize,
    /// Whether the file's bytes have the recorded SHA-256.
    pub same_bytes: bool,
    /// What the file says otherwise than the committed schema.
    pub differences: Vec<Difference>,
}

impl Verdict {
    /// Whether both say the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { revision, definitions, .. } = self;
        if self.is_same() {
            let bytes = if self.same_bytes {
                "sha256 matches the recorded one"
            } else {
                "sha256 differs from the recorded one: only prose or layout changed"
            };
            return write!(f, "{revision}: same ({definitions} definitions), {bytes}");
        }
        let file = self.file.display().to_string();
        let count = match self.differences.len() {
            1 => "1 difference".to_owned(),
            count => format!("{count} differences"),
        };
        write!(f, "{revision}: {count} from {file}")?;
        for difference in &self.differences {
            write!(f, "\n  {}", difference.line(&file))?;
        }
        Ok(())
    }
}

/// Compares an official file with the committed schema of its revision. Without `revision`, the
/// file's path tells it: the folder or the file is named after it. `protocol` tells rows of the
/// same revision apart.
pub fn verify(
    schemas: &Path,
    file: &Path,
    protocol: Option<&str>,
    revision: Option<&str>,
) -> Result<Verdict, Vec<Error>> {
    let table = Sources::load(schemas)?;
    let source = find_row(&table, file, protocol, revision)?;
    let committed = sources::load_schema_in(schemas, source)?;

    let name = file.display().to_string();
    let bytes = std::fs::read(file).map_err(|cause| Error::io("read", file, &cause))?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|cause| Error::new(&name, "", format!("not valid JSON: {cause}")))?;
    let official = json::parse(text, &name)?;
    let options = Options {
        keep_descriptions: source.descriptions,
        name: source.name.clone(),
        ..Options::default()
    };
    let official = canonical(&official, &name, &options)?;
    Ok(Verdict {
        revision: source.revision.clone(),
        file: file.to_owned(),
        definitions: definition_count(&committed),
        same_bytes: json::sha256(&bytes) == source.sha256,
        differences: pointer::differences(&committed, &official),
    })
}

fn find_row<'t>(
    table: &'t Sources,
    file: &Path,
    protocol: Option<&str>,
    revision: Option<&str>,
) -> Result<&'t Source, Error> {
    let name = file.display().to_string();
    let rows = table.rows.iter().filter(|row| protocol.is_none_or(|name| row.protocol == name));
    let rows: Vec<_> = match revision {
        Some(revision) => rows.filter(|row| row.revision == revision).collect(),
        None => {
            // Names of the path from the file upwards; the file's own name without `.json`.
            let hints: Vec<_> = file
                .file_stem()
                .into_iter()
                .chain(file.components().rev().skip(1).map(|part| part.as_os_str()))
                .filter_map(|part| part.to_str())
                .collect();
            let all: Vec<_> = rows.collect();
            let nearest = hints.iter().find(|hint| all.iter().any(|row| row.revision == **hint));
            match nearest {
                Some(hint) => all.into_iter().filter(|row| row.revision == *hint).collect(),
                // Then as part of a name, such as `schema-2025-11-25.json`.
                None => all.into_iter().filter(|row| name.contains(&row.revision)).collect(),
            }
        }
    };
    let known = || {
        let names: Vec<_> = table.rows.iter().map(|row| row.revision.as_str()).collect();
        names.join(", ")
    };
    match rows.as_slice() {
        [row] => Ok(row),
        [] => Err(Error::new(
            name,
            "",
            match revision {
                Some(revision) => {
                    format!("sources.toml has no revision {revision}: it has {}", known())
                }
                None => format!("its path names no revision: pass --revision, one of {}", known()),
            },
        )),
        _ => {
            let message = "could be any of several schemas: pass --revision and --protocol";
            Err(Error::new(name, "", message))
        }
    }
}
