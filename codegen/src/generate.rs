//! The whole run: every revision of every protocol, through all phases, and only then to disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::convert;
use crate::corrected::corrected;
use crate::decisions::Decisions;
use crate::docs::Docs;
use crate::errata::{self, Erratum};
use crate::error::Error;
use crate::fragments::{self, fragments};
use crate::lineage::{self, Decided, Generation, Lineage};
use crate::manifest;
use crate::methods::{self, Tables};
use crate::modules;
use crate::print::header;
use crate::revision::{Files, MODEL, Revision};
use crate::sources::{self, Source, Status};
use crate::write::{Change, sync_dir};

/// Generates all modules under `root`; with `dry_run` nothing is written, and the changes that
/// would be made are returned.
pub fn generate(root: &Path, dry_run: bool) -> Result<Vec<Change>, Vec<Error>> {
    let schemas = root.join("schemas");
    let sources = sources::load(root)?;
    let inputs = Inputs { errata: errata::load(root, &sources)?, tables: methods::load(&schemas)? };
    let mut files = Files::new();
    let mut errors = Vec::new();
    let mut modules = Vec::new();
    let mut protocols: Vec<&str> = sources.iter().map(|source| source.protocol.as_str()).collect();
    protocols.dedup();
    errors.extend(shared_modules(&sources));
    for protocol in protocols {
        let rows: Vec<&Source> = sources.iter().filter(|row| row.protocol == protocol).collect();
        let decisions = Decisions::load(&schemas, protocol)?;
        match self::protocol(root, protocol, &rows, &inputs, &decisions) {
            Ok(made) => files.extend(made),
            Err(found) => errors.extend(found),
        }
        modules.push((decisions.module().map(str::to_owned), rows));
    }
    errors.extend(manifest::check(root, &modules)?);
    if !errors.is_empty() {
        return Err(errors);
    }
    let has_model = files.contains_key(Path::new("feature.rs"));
    files.extend(modules::files(&modules, has_model));
    Ok(sync_dir(&root.join("generated"), &files, dry_run)?)
}

/// Revisions of two protocols that would be one module.
fn shared_modules(sources: &[Source]) -> Vec<Error> {
    let mut seen: BTreeMap<String, &Source> = BTreeMap::new();
    let mut errors = Vec::new();
    for source in sources {
        if let Some(other) = seen.insert(source.module_name(), source) {
            let message = format!(
                "{} {} and {} {} would both be the module {}: keep one of them elsewhere",
                other.protocol,
                other.revision,
                source.protocol,
                source.revision,
                source.module_name()
            );
            errors.push(Error::new("schemas/sources.toml", "", message));
        }
    }
    errors
}

/// Revisions of which nobody has said what they are.
fn undocumented(rows: &[&Source], docs: &Docs) -> Vec<Error> {
    let missing = rows.iter().filter(|row| docs.are_required() && row.doc.is_none());
    let message = |row: &&Source| {
        let Source { protocol, revision, .. } = row;
        let message =
            format!("{protocol} {revision} has no `doc`: say in a few words what it brings");
        Error::new("schemas/sources.toml", "", message)
    };
    missing.map(message).collect()
}

struct Inputs {
    errata: Vec<Erratum>,
    tables: Tables,
}

/// All revisions of a protocol, and the model of the released ones.
fn protocol(
    root: &Path,
    protocol: &str,
    rows: &[&Source],
    inputs: &Inputs,
    decisions: &Decisions,
) -> Result<Files, Vec<Error>> {
    let schemas = root.join("schemas");
    let docs = Docs::load_for(&schemas.join("docs"), protocol, decisions.requires_docs())?;
    let folder = Path::new(decisions.module().unwrap_or_default());
    let mut files = Files::new();
    let mut errors = undocumented(rows, &docs);
    let mut released = Vec::new();
    let mut drafts = Vec::new();
    let paths: Vec<String> = rows.iter().map(|row| format!("schemas/{}", row.file)).collect();
    let revisions = rows.iter().zip(&paths).map(|(source, file)| Revision {
        protocol,
        revision: &source.revision,
        module: source.module_name(),
        file,
        runtime: "crate",
        tables: &inputs.tables,
        docs: &docs,
        decisions,
    });
    let revisions: Vec<Revision<'_>> = revisions.collect();
    for (source, revision) in rows.iter().zip(&revisions) {
        match read(root, source, revision, &inputs.errata) {
            Ok((generation, schema)) => {
                let folder = folder.join(&generation.module);
                let docs = fragments(&schema, &generation.definitions, revision.file);
                files.insert(folder.join(fragments::FILE).with_extension("rs"), docs);
                files.insert(folder.join("schema.json"), schema);
                let status =
                    if source.status == Status::Released { &mut released } else { &mut drafts };
                status.push(generation);
            }
            Err(found) => errors.extend(found),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let lineage = match Decided::load(&schemas, protocol)? {
        Some(decided) => Some(Lineage::build(&released, decided, decisions)?),
        None => None,
    };
    for generation in released.iter().chain(&drafts) {
        let Some(revision) = revisions.iter().find(|one| one.module == generation.module) else {
            continue;
        };
        let folder = folder.join(&generation.module);
        match revision.files(generation, lineage.as_ref()) {
            Ok(made) => {
                files.extend(made.into_iter().map(|(path, text)| (folder.join(path), text)));
            }
            Err(found) => errors.extend(found),
        }
    }
    if let (Some(lineage), true) = (&lineage, errors.is_empty()) {
        let revision = Revision {
            protocol,
            revision: MODEL,
            module: MODEL.to_owned(),
            file: lineage::FILE,
            runtime: "crate",
            tables: &inputs.tables,
            docs: &docs,
            decisions,
        };
        match revision.files(&lineage.as_generation(), Some(lineage)) {
            Ok(made) => {
                files.extend(
                    made.into_iter().map(|(path, text)| (Path::new(MODEL).join(path), text)),
                );
            }
            Err(found) => errors.extend(found),
        }
        let features = convert::feature_enum(lineage, &header(lineage::FILE), "crate");
        files.insert(PathBuf::from("feature.rs"), features);
        let page = lineage::feature_page(lineage.decided.features());
        files.insert(PathBuf::from("features.md"), page);
    }
    if errors.is_empty() {
        errors.extend(decisions.unused());
        errors.extend(docs.unused());
    }
    if errors.is_empty() { Ok(files) } else { Err(errors) }
}

/// The definitions and methods of a revision, and its `schema.json`.
fn read(
    root: &Path,
    source: &Source,
    revision: &Revision<'_>,
    errata: &[Erratum],
) -> Result<(Generation, String), Vec<Error>> {
    let schema = sources::load_schema(root, source)?;
    let schema = errata::apply(&schema, &source.protocol, &source.revision, errata)?;
    let generation = revision.read(&schema)?;
    let corrected = corrected(&schema, &generation, revision.decisions, revision.file)?;
    Ok((generation, corrected))
}
