//! The whole run: every revision of every protocol, through all phases, and only then to disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::analyse::analyse;
use crate::decisions::Decisions;
use crate::docs::Docs;
use crate::draft::draft;
use crate::errata::{self, Erratum};
use crate::error::Error;
use crate::ir::{Body, Definitions};
use crate::methods::{self, Method, Tables};
use crate::normalise::normalise;
use crate::print::{Module, print};
use crate::protocol;
use crate::refine::{Context, refine};
use crate::sources::{self, Source};
use crate::write::{Change, sync_dir};

/// Generates all modules under `root`; with `dry_run` nothing is written, and the changes that
/// would be made are returned.
pub fn generate(root: &Path, dry_run: bool) -> Result<Vec<Change>, Vec<Error>> {
    let schemas = root.join("schemas");
    let sources = sources::load(root)?;
    let inputs = Inputs { errata: errata::load(root, &sources)?, tables: methods::load(&schemas)? };
    let mut files = BTreeMap::new();
    let mut errors = Vec::new();
    let mut modules = Vec::new();
    let mut protocols: Vec<&str> = sources.iter().map(|source| source.protocol.as_str()).collect();
    protocols.dedup();
    for protocol in protocols {
        let decisions = Decisions::load(&schemas, protocol)?;
        let docs = Docs::load_for(&schemas.join("docs"), protocol, decisions.requires_docs())?;
        let rows: Vec<&Source> = sources.iter().filter(|row| row.protocol == protocol).collect();
        for source in &rows {
            match revision(root, source, &inputs, &decisions, &docs) {
                Ok(made) => files.extend(made),
                Err(found) => errors.extend(found),
            }
        }
        modules.push((decisions.module().map(str::to_owned), rows));
        if errors.is_empty() {
            errors.extend(decisions.unused());
            errors.extend(docs.unused());
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    files.extend(module_files(&modules));
    Ok(sync_dir(&root.join("generated"), &files, dry_run)?)
}

struct Inputs {
    errata: Vec<Erratum>,
    tables: Tables,
}

type Files = BTreeMap<PathBuf, String>;

fn revision(
    root: &Path,
    source: &Source,
    inputs: &Inputs,
    decisions: &Decisions,
    docs: &Docs,
) -> Result<Files, Vec<Error>> {
    let schema = sources::load_schema(root, source)?;
    let schema = errata::apply(&schema, &source.protocol, &source.revision, &inputs.errata)?;
    let file = format!("schemas/{}", source.file);
    let module = Revision {
        protocol: &source.protocol,
        revision: &source.revision,
        file: &file,
        runtime: "crate",
        tables: &inputs.tables,
        docs,
        decisions,
    };
    let folder = Path::new(decisions.module().unwrap_or_default()).join(source.module_name());
    let files = module.files(&schema)?;
    Ok(files.into_iter().map(|(path, text)| (folder.join(path), text)).collect())
}

/// One revision on its way through the phases.
#[derive(Debug)]
pub(crate) struct Revision<'a> {
    pub(crate) protocol: &'a str,
    pub(crate) revision: &'a str,
    /// The schema's path, for headers and complaints.
    pub(crate) file: &'a str,
    /// How generated code reaches the runtime.
    pub(crate) runtime: &'a str,
    pub(crate) tables: &'a Tables,
    pub(crate) docs: &'a Docs,
    pub(crate) decisions: &'a Decisions,
}

impl Revision<'_> {
    /// The files of the revision's module, from its canonical schema with errata applied.
    pub(crate) fn files(&self, schema: &Value) -> Result<Files, Vec<Error>> {
        let normal = normalise(schema, self.decisions, self.file)?;
        let definitions = analyse(&normal, self.decisions, self.file)?;
        let methods: Vec<Method> =
            methods::of_revision(&self.tables.methods, self.protocol, self.revision, &definitions)?;
        let errors = methods::errors_of_revision(
            &self.tables.errors,
            self.protocol,
            self.revision,
            &definitions,
        )?;
        let context = Context {
            definitions: &definitions,
            decisions: self.decisions,
            docs: self.docs,
            revision: self.revision,
        };
        let items = refine(draft(&definitions, self.file)?, context);
        self.count(&definitions, &items)?;
        let directions = protocol::directions(&methods, &definitions, self.docs, self.revision);
        let envelope = self.decisions.envelope();
        let failure = envelope.and_then(|envelope| envelope.failure.as_deref());
        let failures = protocol::failures(&errors, failure, &definitions);
        let title = format!("{} {}", self.protocol.to_uppercase(), self.revision);
        let module = Module {
            title,
            source: self.file.to_owned(),
            revision: self.revision,
            runtime: self.runtime,
            items,
            definitions: &definitions,
            methods: &methods,
            directions: &directions,
            failures: failures.as_ref(),
            envelope,
        };
        print(&module, self.decisions)
    }

    /// Every definition is emitted; one that is not is an error, and so is one without docs.
    fn count(&self, definitions: &Definitions, items: &[syn::Item]) -> Result<(), Vec<Error>> {
        let emitted: BTreeSet<String> = items.iter().map(crate::print::item_name).collect();
        let mut errors = Vec::new();
        for definition in definitions.0.values() {
            let mut complain = |message: String| {
                let at = format!("/definitions/{}", crate::pointer::escape(&definition.name));
                errors.push(Error::new(self.file, at, message));
            };
            if !emitted.contains(&definition.rust) {
                complain(format!(
                    "`{}` was not emitted: this is a fault of the generator",
                    definition.name
                ));
            }
            if self.docs.are_required() {
                for missing in self.undocumented(definition) {
                    complain(format!("{missing} has no entry in schemas/docs: add one"));
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    fn undocumented(&self, definition: &crate::ir::Definition) -> Vec<String> {
        let name = &definition.name;
        let mut missing = Vec::new();
        if self.docs.definition(name, self.revision).is_none() {
            missing.push(format!("`{name}`"));
        }
        match &definition.body {
            Body::Struct(members) => missing.extend(
                members
                    .iter()
                    .filter(|member| !matches!(member.ty, crate::ir::Type::Const(_)))
                    .filter(|member| self.docs.member(name, &member.wire, self.revision).is_none())
                    .map(|member| format!("`{name}.{}`", member.wire)),
            ),
            Body::Enum(list) => missing.extend(
                list.values
                    .iter()
                    .filter(|(_, value)| self.docs.value(name, value, self.revision).is_none())
                    .map(|(_, value)| format!("the value `{value}` of `{name}`")),
            ),
            _ => {}
        }
        missing
    }
}

/// The modules that hold revisions, each behind its feature: `generated/mod.rs`, and one for every
/// protocol that has a module of its own.
fn module_files(protocols: &[(Option<String>, Vec<&Source>)]) -> Files {
    let head = "// @generated by `cargo codegen generate` from schemas/sources.toml. Do not edit.\n\n\
                //! The types of every revision, one module each.\n";
    let mut root = head.to_owned();
    let mut files = Files::new();
    for (module, sources) in protocols {
        let features = sources.iter().map(|source| match module {
            Some(module) => format!("{module}_{}", source.module_name()),
            None => source.module_name(),
        });
        let features: Vec<String> = features.map(|name| format!("feature = {name:?}")).collect();
        let revisions = sources.iter().zip(&features).map(|(source, feature)| {
            format!("\n#[cfg({feature})]\npub mod {};\n", source.module_name())
        });
        let revisions: String = revisions.collect();
        match module {
            Some(module) => {
                let any = features.join(", ");
                root.push_str(&format!("\n#[cfg(any({any}))]\npub mod {module};\n"));
                files.insert(Path::new(module).join("mod.rs"), head.to_owned() + &revisions);
            }
            None => root.push_str(&revisions),
        }
    }
    files.insert(PathBuf::from("mod.rs"), root);
    files
}
