//! The table of schemas, `schemas/sources.toml`: which revisions exist, where each came from and
//! what its files hash to.

use crate::error::Error;
use crate::json;
use serde::Deserialize;
use serde_json::Value;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Whether a revision is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Published under its date or version.
    Released,
    /// Still changing.
    Draft,
}

impl Status {
    /// As it stands in `sources.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Released => "released",
            Self::Draft => "draft",
        }
    }
}

/// One schema: a row of `sources.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The protocol: the name of its folder, and of its table in `names.toml`.
    pub protocol: String,
    /// A date (`2025-11-25`), a version (`1.0.0`) or `draft`.
    pub revision: String,
    /// Whether the revision is final.
    pub status: Status,
    /// The canonical schema, relative to the folder of `sources.toml`.
    pub file: String,
    /// The repository of the official schema, as `OWNER/NAME`.
    pub upstream: Option<String>,
    /// The commit of that repository.
    pub commit: Option<String>,
    /// The path of the official schema in that repository.
    pub path: Option<String>,
    /// The dialect of the official schema, such as `draft-07`.
    pub dialect: String,
    /// The name of the type that the official schema's root describes, if not its title.
    pub name: Option<String>,
    /// What the revision is, in a few words, for the docs of its name.
    pub doc: Option<String>,
    /// Whether the canonical schema keeps descriptions.
    #[serde(default)]
    pub descriptions: bool,
    /// SHA-256 of the official schema.
    pub sha256: String,
    /// SHA-256 of the canonical schema.
    pub digest: String,
}

impl Source {
    /// The name of the revision's Rust module: `v2025_11_25`, `draft`, `v1_0` for `1.0.0`.
    #[must_use]
    pub fn module_name(&self) -> String {
        module_name(&self.revision)
    }
}

/// The name of a revision's Rust module; see [`Source::module_name`]. The patch number of a
/// version does not count, since it changes no types.
#[must_use]
pub fn module_name(revision: &str) -> String {
    let parts: Vec<_> = match Version::read(revision) {
        Some(version) => {
            let numbers = [version.major, version.minor].map(|number| number.to_string());
            numbers.into_iter().chain(version.pre.map(str::to_lowercase)).collect()
        }
        None if revision.starts_with(|first: char| first.is_ascii_digit()) => {
            vec![revision.to_owned()]
        }
        None => return identifier(revision),
    };
    format!("v{}", identifier(&parts.join("_")))
}

fn identifier(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Whether a revision is a date, a version or `draft`.
#[must_use]
pub fn is_revision(text: &str) -> bool {
    text == "draft" || is_date(text) || Version::read(text).is_some()
}

fn is_date(text: &str) -> bool {
    let digits = |part: Option<&str>, length| {
        part.is_some_and(|part| part.len() == length && part.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut parts = text.split('-');
    digits(parts.next(), 4)
        && digits(parts.next(), 2)
        && digits(parts.next(), 2)
        && parts.next().is_none()
}

/// A version as in SemVer; build metadata is not part of a revision's name.
#[derive(PartialEq, Eq)]
struct Version<'a> {
    major: u64,
    minor: u64,
    patch: u64,
    pre: Option<&'a str>,
}

impl<'a> Version<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (numbers, pre) = match text.split_once('-') {
            Some((numbers, pre)) => (numbers, Some(pre)),
            None => (text, None),
        };
        let word = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
        if pre.is_some_and(|pre| pre.is_empty() || !pre.chars().all(word)) {
            return None;
        }
        let mut numbers = numbers.split('.').map(|number| number.parse().ok());
        let (major, minor, patch) = (numbers.next()??, numbers.next()??, numbers.next()??);
        numbers.next().is_none().then_some(Self { major, minor, patch, pre })
    }
}

/// The order of revisions: dates, versions by number, then drafts.
#[must_use]
pub fn compare_revisions(a: &str, b: &str) -> Ordering {
    let rank = |text: &str| match text {
        "draft" => 2,
        _ if is_date(text) => 0,
        _ => 1,
    };
    rank(a).cmp(&rank(b)).then_with(|| match (Version::read(a), Version::read(b)) {
        (Some(a), Some(b)) => (a.major, a.minor, a.patch)
            .cmp(&(b.major, b.minor, b.patch))
            // A pre-release comes before its release.
            .then_with(|| a.pre.is_none().cmp(&b.pre.is_none()))
            .then_with(|| a.pre.cmp(&b.pre)),
        _ => a.cmp(b),
    })
}

/// The whole table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The comment at the head of the file, kept as it is.
    pub head: String,
    /// The rows: by protocol, then from the oldest revision to drafts.
    pub rows: Vec<Source>,
}

const HEAD: &str = "\
# The schemas that types are generated from: one row a revision.
# Written by `import`, which keeps this head and no other comment.

";

/// The table's file in a folder of schemas.
#[must_use]
pub fn table_path(schemas: &Path) -> PathBuf {
    schemas.join("sources.toml")
}

/// The rows of `schemas/sources.toml` under `root`.
pub fn load(root: &Path) -> Result<Vec<Source>, Vec<Error>> {
    Ok(Sources::load(&root.join("schemas"))?.rows)
}

/// The canonical schema of a row of `schemas/sources.toml` under `root`. Its bytes must have the
/// recorded digest.
pub fn load_schema(root: &Path, source: &Source) -> Result<Value, Error> {
    load_schema_in(&root.join("schemas"), source)
}

/// Like [`load_schema`], for a folder of schemas of another name.
pub fn load_schema_in(schemas: &Path, source: &Source) -> Result<Value, Error> {
    let path = schemas.join(&source.file);
    let text = std::fs::read_to_string(&path).map_err(|cause| Error::io("read", &path, &cause))?;
    let name = path.display().to_string();
    if json::sha256(text.as_bytes()) != source.digest {
        let message = "not the text that sources.toml records: it is written by import only, so \
                       import the official schema again, and put corrections into errata.toml";
        return Err(Error::new(name, "", message));
    }
    json::parse(&text, &name)
}

impl Sources {
    /// Reads the table of a folder of schemas.
    pub fn load(schemas: &Path) -> Result<Self, Vec<Error>> {
        let path = table_path(schemas);
        let text = std::fs::read_to_string(&path)
            .map_err(|cause| vec![Error::io("read", &path, &cause)])?;
        Self::parse(&text, &path.display().to_string())
    }

    /// Like [`Sources::load`], but a folder without a table has no rows yet.
    pub fn load_or_empty(schemas: &Path) -> Result<Self, Vec<Error>> {
        if table_path(schemas).exists() { Self::load(schemas) } else { Ok(Self::default()) }
    }

    /// Reads the text of a table. `file` names it in complaints.
    pub fn parse(text: &str, file: &str) -> Result<Self, Vec<Error>> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Table {
            #[serde(default)]
            source: Vec<Source>,
        }
        let table: Table = toml::from_str(text)
            .map_err(|cause| vec![Error::new(file, "", cause.to_string().trim_end())])?;
        let head: String = text
            .split_inclusive('\n')
            .take_while(|line| line.starts_with('#') || line.trim().is_empty())
            .collect();
        let sources = Self { head, rows: table.source };
        let errors = sources.check(file);
        if errors.is_empty() { Ok(sources.ordered()) } else { Err(errors) }
    }

    fn check(&self, file: &str) -> Vec<Error> {
        let mut errors = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            let name = format!("{} {}", row.protocol, row.revision);
            let mut refuse = |message: String| {
                errors.push(Error::new(file, format!("/source/{index}"), message));
            };
            if !is_revision(&row.revision) {
                refuse(format!("{name:?} is no revision: use a date, a version (1.0.0) or draft"));
            }
            let same = |other: &&Source| {
                other.protocol == row.protocol && other.module_name() == row.module_name()
            };
            if let Some(other) = self.rows.iter().take(index).find(same) {
                refuse(format!(
                    "{name} and revision {} would both be the module {}: remove one row",
                    other.revision,
                    row.module_name()
                ));
            }
        }
        errors
    }

    fn ordered(mut self) -> Self {
        self.rows.sort_by(|a, b| {
            a.protocol.cmp(&b.protocol).then_with(|| compare_revisions(&a.revision, &b.revision))
        });
        self
    }

    /// The row of a revision.
    #[must_use]
    pub fn find(&self, protocol: &str, revision: &str) -> Option<&Source> {
        self.rows.iter().find(|row| row.protocol == protocol && row.revision == revision)
    }

    /// The table with a row added, or put in place of the same revision's. `file` names the table
    /// in complaints.
    pub fn with(mut self, row: Source, file: &str) -> Result<Self, Vec<Error>> {
        self.rows.retain(|old| old.protocol != row.protocol || old.revision != row.revision);
        self.rows.push(row);
        let errors = self.check(file);
        if errors.is_empty() { Ok(self.ordered()) } else { Err(errors) }
    }

    /// The text of the table: the head comment, then a row each.
    #[must_use]
    pub fn print(&self) -> String {
        let mut text = if self.head.is_empty() { HEAD.to_owned() } else { self.head.clone() };
        for (index, row) in self.rows.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            text.push_str("[[source]]\n");
            let mut line = |key: &str, value: &str| {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{key} = {}", toml::Value::from(value));
            };
            line("protocol", &row.protocol);
            line("revision", &row.revision);
            line("status", row.status.name());
            line("file", &row.file);
            for (key, value) in
                [("upstream", &row.upstream), ("commit", &row.commit), ("path", &row.path)]
            {
                if let Some(value) = value {
                    line(key, value);
                }
            }
            line("dialect", &row.dialect);
            for (key, value) in [("name", &row.name), ("doc", &row.doc)] {
                if let Some(value) = value {
                    line(key, value);
                }
            }
            line("sha256", &row.sha256);
            line("digest", &row.digest);
            if row.descriptions {
                text.push_str("descriptions = true\n");
            }
        }
        text
    }
}
