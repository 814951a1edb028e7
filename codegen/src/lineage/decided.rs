//! What `lineage.toml` decides: names that moved, values that a revision demands, features, rules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

use super::Generation;
use super::since::{Since, undecided};
use crate::error::Error;
use crate::ir::Definition;
use crate::protocol::side_unions;

/// One protocol's decisions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decided {
    #[serde(default)]
    rename: Vec<Rename>,
    /// Results of a method whose type differs from revision to revision: the type in a revision to
    /// the union in the model.
    #[serde(default)]
    results: BTreeMap<String, String>,
    /// Values that a revision demands where an older one has none.
    #[serde(default)]
    default: Vec<DefaultRow>,
    /// The features, in the order of the docs.
    #[serde(default)]
    feature: Vec<FeatureRow>,
    /// Types of the model whose lowering begins with a hand-written rule, and where it stands.
    #[serde(default)]
    rules: BTreeMap<String, String>,
}

/// A definition that has another name in the model.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rename {
    from: String,
    to: String,
    revisions: Vec<String>,
    /// Why it is the same thing.
    #[serde(rename = "reason")]
    _reason: String,
}

/// A value that is made up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultRow {
    /// The members that it is for, as `Owner.member`; `*` stands for any owner.
    members: Vec<String>,
    /// The value, as JSON; without it, nothing says what absence meant: a rule gives the member, or
    /// what has none can't cross.
    pub value: Option<String>,
    /// The feature that the value belongs to, where that is not the feature of the member.
    pub feature: Option<String>,
    /// Why it says what absence meant, with the spec's section; or why nothing does.
    pub reason: String,
    /// Whether to leave it out again loses nothing.
    #[serde(default)]
    pub reversible: bool,
}

/// Something that a revision brought or took away.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureRow {
    /// Its name, such as `annotations-last-modified`.
    pub id: String,
    /// What it is called in a sentence: a revision "has no …".
    pub name: String,
    /// The revision that brought it.
    pub since: String,
    /// The last revision that has it.
    pub until: Option<String>,
    /// What it is, in one sentence.
    pub doc: String,
    /// What converting to a newer revision does about it.
    pub upgrade: String,
    /// What converting to an older revision does about it.
    pub downgrade: String,
    /// Where that is done: `structural`, `none`, `session`, or a file of `src/convert/rules`.
    pub done: String,
    /// What belongs to it: `Owner.member`, `Union.Alternative`, `Enum.value`, or a method; also
    /// `Owner.member?`, where it is the absence of the member that needs the feature, and
    /// `Owner.member[]`, where it is a list in place of one value.
    #[serde(default)]
    pub parts: Vec<String>,
    /// Whether its members mean the same in a revision that does not define them: they stay.
    #[serde(default)]
    pub kept: bool,
}

impl Decided {
    /// Reads a protocol's table; `None` where it has none, and then there is no model.
    pub fn load(schemas: &Path, protocol: &str) -> Result<Option<Self>, Vec<Error>> {
        let path = schemas.join("lineage.toml");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(vec![Error::io("read", &path, &cause)]),
        };
        let fault = |cause: toml::de::Error| vec![Error::new(super::FILE, "", cause.to_string())];
        let mut tables: BTreeMap<String, toml::Value> = toml::from_str(&text).map_err(fault)?;
        tables.remove(protocol).map(toml::Value::try_into).transpose().map_err(fault)
    }

    /// The name in the model of a definition of a revision.
    #[must_use]
    pub fn model_name<'a>(&'a self, revision: &str, name: &'a str) -> &'a str {
        self.rename
            .iter()
            .find(|row| row.from == name && row.revisions.iter().any(|known| known == revision))
            .map_or(name, |row| row.to.as_str())
    }

    /// The type in the model of a method's result.
    #[must_use]
    pub fn result_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.results.get(name).map_or(name, String::as_str)
    }

    /// What was decided about a member that a revision demands and others need not have.
    #[must_use]
    pub fn default(&self, owner: &str, member: &str) -> Option<&DefaultRow> {
        let places = [format!("{owner}.{member}"), format!("*.{member}")];
        places.iter().find_map(|place| self.default.iter().find(|row| row.members.contains(place)))
    }

    /// Members that a revision demands without a decision on what their absence meant, and decisions
    /// on members that none demands.
    pub(super) fn demands(&self, demanded: &BTreeMap<(String, String), String>) -> Vec<Error> {
        let missing =
            demanded.iter().filter(|((owner, member), _)| self.default(owner, member).is_none());
        let missing = missing.map(|((owner, member), revision)| {
            format!(
                "`{owner}.{member}` is demanded in {revision}, and not everywhere: say under \
                 `default` what its absence means elsewhere, or, without a `value`, why nothing does"
            )
        });
        let places = self.default.iter().flat_map(|row| &row.members);
        let unused = places.filter(|place| {
            !demanded.keys().any(|(owner, member)| {
                **place == format!("{owner}.{member}") || **place == format!("*.{member}")
            })
        });
        let unused = unused.map(|place| {
            format!("default of `{place}`: no revision demands it more than another: take it out")
        });
        missing.chain(unused).map(|message| Error::new(super::FILE, "", message)).collect()
    }

    /// Rows that name what is not there: results that answer nothing, rules of no type.
    pub(super) fn stale_rows(
        &self,
        generations: &[Generation],
        model: &BTreeMap<String, Definition>,
    ) -> Vec<Error> {
        let answers = |name: &String| {
            let mut methods = generations.iter().flat_map(|one| &one.methods);
            methods.any(|method| method.row.result.as_ref() == Some(name))
        };
        let results = self.results.iter().filter_map(|(name, union)| {
            if !answers(name) {
                Some(format!("result `{name}`: it answers no method: take it out"))
            } else if !model.contains_key(union) {
                Some(format!(
                    "result `{name}`: there is no `{union}`: name a definition of the model"
                ))
            } else {
                None
            }
        });
        let is_type = |name: &str| model.contains_key(name) || side_unions().any(|one| one == name);
        let rules = self.rules.keys().filter(|name| !is_type(name));
        let rules = rules
            .map(|name| format!("rule of `{name}`: the model has no such definition: take it out"));
        results.chain(rules).map(|message| Error::new(super::FILE, "", message)).collect()
    }

    /// The features in their order.
    #[must_use]
    pub fn features(&self) -> &[FeatureRow] {
        &self.feature
    }

    /// The feature that a part of a definition belongs to.
    #[must_use]
    pub fn feature(&self, owner: &str, part: &str) -> Option<&FeatureRow> {
        let places = if owner.is_empty() {
            vec![part.to_owned()]
        } else {
            vec![format!("{owner}.{part}"), format!("*.{part}")]
        };
        places.iter().find_map(|place| self.feature.iter().find(|row| row.parts.contains(place)))
    }

    /// Whether a type's lowering begins with a rule.
    #[must_use]
    pub fn has_rule(&self, definition: &str) -> bool {
        self.rules.contains_key(definition)
    }

    /// Parts that exist in some revisions only and belong to no feature, and rows that fit nothing.
    #[must_use]
    pub fn undecided(&self, since: &Since, revisions: &[String]) -> Vec<Error> {
        let mut errors: Vec<Error> = since
            .partial()
            .filter(|(owner, part, _)| {
                // A method that is gone altogether is gone from each side.
                let method = part.split(" from ").next().unwrap_or(part);
                self.feature(owner, part).is_none() && self.feature(owner, method).is_none()
            })
            .map(|(owner, part, present)| undecided(owner, part, present, revisions))
            .collect();
        let known: BTreeSet<&str> = revisions.iter().map(String::as_str).collect();
        for row in &self.feature {
            for revision in std::iter::once(&row.since).chain(&row.until) {
                if !known.contains(revision.as_str()) {
                    let message = format!("feature `{}`: no revision `{revision}`", row.id);
                    errors.push(Error::new(super::FILE, "", message));
                }
            }
            for part in &row.parts {
                if !since.is_told_apart(part) {
                    let message = format!(
                        "feature `{}`: `{part}` is in every revision, or in none: take it out",
                        row.id
                    );
                    errors.push(Error::new(super::FILE, "", message));
                }
            }
        }
        errors
    }

    pub(super) fn stale_renames(&self, generations: &[Generation]) -> Vec<Error> {
        let mut errors = Vec::new();
        for row in &self.rename {
            for revision in &row.revisions {
                let found = generations.iter().any(|one| {
                    one.revision == *revision && one.definitions.0.contains_key(&row.from)
                });
                if !found {
                    let message = format!("rename of `{}`: not in {revision}", row.from);
                    errors.push(Error::new(super::FILE, "", message));
                }
            }
        }
        errors
    }
}
