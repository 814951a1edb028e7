//! Definitions followed through the revisions, and the neutral model that holds what any of them
//! can say.
//!
//! Most of it is derived: a definition or member keeps its name, and where its type changes, a few
//! rules say what holds both. What can't be derived stands in `lineage.toml`.

use std::collections::{BTreeMap, BTreeSet};

use crate::convert;
use crate::decisions::Decisions;
use crate::error::Error;
use crate::ir::{Definition, Definitions, Type};
use crate::methods::Method;
use crate::revision::MODEL;

mod builder;
mod decided;
mod merge;
mod page;
mod since;
mod texts;

use builder::Builder;
pub use decided::{Decided, FeatureRow};
pub use page::feature_page;
pub use since::Since;
pub use texts::Texts;

/// One revision, as the lineage sees it.
#[derive(Debug)]
pub struct Generation {
    /// The revision, as in messages.
    pub revision: String,
    /// Its Rust module.
    pub module: String,
    /// Its definitions.
    pub definitions: Definitions,
    /// Its methods.
    pub methods: Vec<Method>,
}

/// The neutral model and where it comes from.
#[derive(Debug)]
pub struct Lineage {
    /// The union of all revisions.
    pub model: Definitions,
    /// The methods of all revisions.
    pub methods: Vec<Method>,
    /// What was decided.
    pub decided: Decided,
    /// The revisions, oldest first.
    pub revisions: Vec<String>,
    /// By definition of the model: where it, its members, values and alternatives exist.
    pub since: Since,
    /// Objects that stay text.
    pub texts: Texts,
    opened: BTreeSet<String>,
}

/// Members that a revision demands and the model need not have, with the newest such revision.
fn demanded(
    generations: &[Generation],
    decided: &Decided,
    model: &BTreeMap<String, Definition>,
) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    for generation in generations {
        for (name, definition) in &generation.definitions.0 {
            let name = decided.model_name(&generation.revision, name);
            let all = model.get(name).map(Definition::members).unwrap_or_default();
            for own in definition.members().iter().filter(|own| own.required) {
                if all.iter().any(|member| member.wire == own.wire && !member.required) {
                    let place = (name.to_owned(), own.wire.clone());
                    found.insert(place, generation.revision.clone());
                }
            }
        }
    }
    found
}

/// Complaints about the decisions name this file.
pub const FILE: &str = "schemas/lineage.toml";

impl Lineage {
    /// Follows every definition through the revisions, oldest first.
    pub fn build(
        generations: &[Generation],
        decided: Decided,
        decisions: &Decisions,
    ) -> Result<Self, Vec<Error>> {
        let mut builder = Builder {
            generations,
            decided: &decided,
            decisions,
            model: BTreeMap::new(),
            since: Since::new(generations.len()),
            errors: Vec::new(),
        };
        builder.errors.extend(decided.stale_renames(generations));
        builder.definitions();
        let methods = builder.methods();
        let revisions: Vec<String> = generations.iter().map(|one| one.revision.clone()).collect();
        builder.errors.extend(decided.undecided(&builder.since, &revisions));
        let Builder { model, since, mut errors, .. } = builder;
        errors.extend(decided.demands(&demanded(generations, &decided, &model)));
        errors.extend(decided.stale_rows(generations, &model));
        if !errors.is_empty() {
            return Err(errors);
        }
        let texts = Texts::of(generations, &decided);
        let mut lineage = Lineage {
            model: Definitions(model),
            methods,
            decided,
            revisions,
            since,
            texts,
            opened: BTreeSet::new(),
        };
        lineage.opened = lineage.find_opened(generations);
        Ok(lineage)
    }

    /// The model, as if it were a revision.
    #[must_use]
    pub fn as_generation(&self) -> Generation {
        Generation {
            revision: MODEL.to_owned(),
            module: MODEL.to_owned(),
            definitions: self.model.clone(),
            methods: self.methods.clone(),
        }
    }

    /// The type with the model's names.
    #[must_use]
    pub fn in_model(&self, revision: &str, ty: &Type) -> Type {
        merge::rename(ty, &|name| self.decided.model_name(revision, name).to_owned())
    }

    /// How an alternative of a union is named in `lineage.toml`.
    #[must_use]
    pub fn key(ty: &Type) -> String {
        merge::key(ty)
    }

    /// How a member that holds one or many, where others hold one, is named in `lineage.toml`.
    #[must_use]
    pub fn list_key(member: &str) -> String {
        merge::list(member)
    }

    /// Structs of the model that stand where some revision has an open object.
    pub fn opened(&self) -> impl Iterator<Item = String> {
        self.opened.iter().cloned()
    }

    /// Whether some revision that has a struct does not define a member of it. Where an object is
    /// left open, none of them are defined.
    #[must_use]
    pub fn is_partial(&self, owner: &str, part: &str) -> bool {
        self.opened.contains(owner)
            || self.since.partial().any(|(name, other, _)| name == owner && other == part)
    }

    fn find_opened(&self, generations: &[Generation]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for generation in generations {
            for (name, definition) in &generation.definitions.0 {
                let name = self.decided.model_name(&generation.revision, name);
                let Some(model) = self.model.0.get(name) else { continue };
                for member in definition.members() {
                    let own = merge::resolve(&member.ty, &generation.definitions);
                    if let Some(target) = model.members().iter().find(|m| m.wire == member.wire) {
                        convert::open_in(&own, &target.ty, &self.model, &mut found);
                    }
                }
            }
        }
        found
    }
}
