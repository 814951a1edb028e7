//! One revision on its way through the phases: from a canonical schema to the files of its module.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use crate::analyse::analyse;
use crate::boxes::{boxed, wide_kinds};
use crate::convert::{self, Tables};
use crate::decisions::Decisions;
use crate::docs::Docs;
use crate::error::Error;
use crate::ir::{Body, Definition, Definitions, Type};
use crate::lineage::{Generation, Lineage};
use crate::methods;
use crate::normalise::normalise;
use crate::pointer;
use crate::print::{Module, header, print, single};
use crate::protocol::{self, Direction};
use crate::refine::Context;

/// What stands for the revision of the neutral model.
pub const MODEL: &str = "model";

/// The files of a module, by path below its folder.
pub type Files = BTreeMap<PathBuf, String>;

/// What is known about a revision before its schema is read.
#[derive(Debug)]
pub struct Revision<'a> {
    /// The protocol: the name of its folder, and of its table in `names.toml`.
    pub protocol: &'a str,
    /// The revision, as in messages.
    pub revision: &'a str,
    /// Its Rust module.
    pub module: String,
    /// The schema's path, for headers and complaints.
    pub file: &'a str,
    /// How generated code reaches the runtime: `crate` or `mcp_revisions`.
    pub runtime: &'a str,
    /// The methods and errors of all revisions.
    pub tables: &'a methods::Tables,
    /// What types and members are for.
    pub docs: &'a Docs,
    /// What people decided.
    pub decisions: &'a Decisions,
}

impl Revision<'_> {
    /// Reads the canonical schema, errata applied.
    pub fn read(&self, schema: &Value) -> Result<Generation, Vec<Error>> {
        let normal = normalise(schema, self.decisions, self.file)?;
        let definitions = analyse(&normal, self.decisions, self.file)?;
        // A user's own schema is of no protocol: what it calls `method` is its own affair.
        let (protocol, revision) = (self.protocol, self.revision);
        let methods = if protocol.is_empty() {
            Vec::new()
        } else {
            methods::of_revision(&self.tables.methods, protocol, revision, &definitions)?
        };
        let unions = &self.tables.unions;
        let faults =
            methods::check_unions(unions, protocol, revision, schema, &methods, &definitions);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Generation {
            revision: self.revision.to_owned(),
            module: self.module.clone(),
            definitions,
            methods,
        })
    }

    /// The files of the module.
    pub fn files(
        &self,
        generation: &Generation,
        lineage: Option<&Lineage>,
    ) -> Result<Files, Vec<Error>> {
        self.print_with(generation, lineage, |module| print(module, self.decisions))
    }

    /// The module as one file, headed by a title.
    pub fn file(&self, generation: &Generation, title: &str) -> Result<String, Vec<Error>> {
        self.print_with(generation, None, |module| single(module, title))
    }

    fn print_with<T>(
        &self,
        generation: &Generation,
        lineage: Option<&Lineage>,
        print: impl FnOnce(&Module<'_>) -> Result<T, Vec<Error>>,
    ) -> Result<T, Vec<Error>> {
        let Generation { definitions, methods, .. } = generation;
        let definitions = &self.boxed(definitions, lineage);
        let context = Context {
            definitions,
            decisions: self.decisions,
            docs: self.docs,
            revision: self.revision,
            methods,
            lineage,
        };
        self.check_docs(definitions)?;
        let directions = protocol::directions(methods, definitions, self.docs, self.revision);
        let errors = &self.tables.errors;
        let errors =
            methods::errors_of_revision(errors, self.protocol, self.revision, definitions)?;
        let envelope = self.decisions.envelope();
        let failure = envelope.and_then(|envelope| envelope.failure.as_deref());
        let failures = protocol::failures(&errors, failure, definitions);
        let convert = lineage.and_then(|lineage| self.tables(generation, &directions, lineage));
        let module = Module {
            title: self.title(),
            source: self.file.to_owned(),
            runtime: self.runtime,
            context,
            directions: &directions,
            failures: failures.as_ref(),
            convert,
            registry: !self.is_model(),
            envelope,
        };
        print(&module)
    }

    /// The definitions with their boxes. A kind that is boxed in the model is boxed in all released
    /// revisions, so that it crosses from box to box.
    fn boxed(&self, definitions: &Definitions, lineage: Option<&Lineage>) -> Definitions {
        let revision = self.revision;
        let in_lineage = |lineage: &&Lineage| {
            self.is_model() || lineage.revisions.iter().any(|known| known == revision)
        };
        match lineage.filter(in_lineage) {
            Some(lineage) => {
                let wide = wide_kinds(&lineage.model);
                let name = |name: &str| lineage.decided.model_name(revision, name).to_owned();
                boxed(definitions, |union, kind| wide.contains(&(name(union), name(kind))))
            }
            None => {
                let wide = wide_kinds(definitions);
                boxed(definitions, |union, kind| wide.contains(&(union.into(), kind.into())))
            }
        }
    }

    fn is_model(&self) -> bool {
        self.revision == MODEL
    }

    fn title(&self) -> String {
        let protocol = self.protocol.to_uppercase();
        if self.is_model() {
            format!("The neutral model of {protocol}: all that any released revision can say")
        } else {
            format!("{protocol} {}", self.revision)
        }
    }

    /// The conversions to and from the model, for a revision that the lineage knows; for the model
    /// itself, what its values need.
    fn tables(
        &self,
        generation: &Generation,
        directions: &[Direction],
        lineage: &Lineage,
    ) -> Option<String> {
        let header = header(self.file);
        if self.is_model() {
            return Some(convert::features(lineage, &header, self.runtime));
        }
        let index = lineage.revisions.iter().position(|known| known == self.revision)?;
        let model_directions =
            protocol::directions(&lineage.methods, &lineage.model, self.docs, MODEL);
        let tables = Tables {
            generation,
            index,
            lineage,
            directions,
            model_directions: &model_directions,
            runtime: self.runtime,
        };
        Some(tables.print(&header))
    }

    /// A definition or a member without docs is an error, where there are any.
    fn check_docs(&self, definitions: &Definitions) -> Result<(), Vec<Error>> {
        if !self.docs.are_required() {
            return Ok(());
        }
        let of = |definition: &Definition| {
            let at = pointer::join("/definitions", &definition.name);
            let missing = self.undocumented(definition).into_iter();
            let message = |missing| format!("{missing} has no entry in schemas/docs: add one");
            missing.map(|missing| Error::new(self.file, &at, message(missing))).collect::<Vec<_>>()
        };
        let errors: Vec<Error> = definitions.0.values().flat_map(of).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    fn undocumented(&self, definition: &Definition) -> Vec<String> {
        let name = &definition.name;
        let mut missing = Vec::new();
        if self.docs.definition(name, self.revision).is_none() {
            missing.push(format!("`{name}`"));
        }
        match &definition.body {
            Body::Struct(members) => missing.extend(
                members
                    .iter()
                    .filter(|member| !matches!(member.ty, Type::Const(_)))
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
