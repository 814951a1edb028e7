//! The tables of the conversions between a revision and the model.

use std::collections::BTreeSet;

use crate::ir::{Body, Definition, Definitions, Member, Openness, Rule, Type, Union};
use crate::lineage::{Generation, Lineage};
use crate::protocol::Direction;
use crate::spelling::{literal, spell};

mod features;
mod passages;

pub use features::{feature_enum, features};

/// Where no feature is decided on: there is none of this name, so what is printed does not compile.
const UNASSIGNED: &str = "Unassigned";

/// A revision's tables.
#[derive(Debug)]
pub struct Tables<'a> {
    /// The revision.
    pub generation: &'a Generation,
    /// Its place among the revisions.
    pub index: usize,
    /// The model and what was decided.
    pub lineage: &'a Lineage,
    /// The revision's unions of a direction.
    pub directions: &'a [Direction],
    /// The model's.
    pub model_directions: &'a [Direction],
    /// How generated code reaches the runtime.
    pub runtime: &'a str,
}

impl Tables<'_> {
    /// The text of the revision's `convert.rs`.
    #[must_use]
    pub fn print(&self, header: &str) -> String {
        let mut body = String::new();
        for definition in self.generation.definitions.0.values() {
            if let Some(table) = self.definition(definition) {
                body.push('\n');
                body.push_str(&table);
            }
        }
        for part in self.parts() {
            body.push('\n');
            body.push_str(&part);
        }
        for direction in self.directions {
            body.push('\n');
            body.push_str(&self.direction(direction));
        }
        let runtime = self.runtime;
        let variant = revision_name(&self.generation.revision);
        let mut text = header.to_owned();
        text.push_str("//! What becomes of this revision's values in the model, and back.\n\n");
        text.push_str(&format!("use {runtime}::model;\n"));
        text.push_str(&uses(&body, runtime));
        text.push_str(&format!(
            "\nconst REVISION: {runtime}::Revision = {runtime}::Revision::{variant};\n"
        ));
        text + &body + &passages::print(self)
    }

    /// The definition of the model that one of the revision becomes.
    fn counterpart(&self, name: &str) -> Option<&Definition> {
        let name = self.lineage.decided.model_name(&self.generation.revision, name);
        self.lineage.model.0.get(name)
    }

    fn definition(&self, definition: &Definition) -> Option<String> {
        let model = self.counterpart(&definition.name)?;
        let names = format!("{} => {}", definition.rust, model.rust);
        match (&definition.body, &model.body) {
            (Body::Struct(members), Body::Struct(all)) => {
                Some(format!("object! {{ {names} {{\n{}}} }}\n", self.members(members, all, model)))
            }
            (Body::Text(shape), Body::Text(_)) => {
                let within = self.lineage.texts.within(&model.name, shape);
                let within: Vec<String> = within.map(revision_name).collect();
                Some(format!("text! {{ {names} fitting [{}] }}\n", within.join(", ")))
            }
            (Body::Enum(list), Body::Enum(all)) => {
                let openness = match list.openness {
                    Openness::Open => "open",
                    Openness::Listed => "listed",
                    Openness::Fixed => "fixed",
                };
                let mut lines = String::new();
                for (kind, _) in &list.values {
                    line(&mut lines, &format!("has {kind};"));
                }
                for (kind, value) in all.values.iter().filter(|value| !list.values.contains(value))
                {
                    let feature = self.feature(&model.name, value);
                    line(&mut lines, &format!("gone {kind} = {value:?} {feature};"));
                }
                Some(format!("enumeration! {{ {openness} {names} {{\n{lines}}} }}\n"))
            }
            (Body::Union(union), Body::Union(all)) => {
                let lines = self.alternatives(union, all, model);
                let unknown = unknown(union, all);
                Some(format!("union! {{ {names} {{\n{lines}}}{unknown} }}\n"))
            }
            _ => None,
        }
    }

    fn members(&self, members: &[Member], all: &[Member], model: &Definition) -> String {
        let mut both = String::new();
        let mut maybe = String::new();
        let mut newer = String::new();
        let mut here = String::new();
        let mut gone = String::new();
        let mut kept = String::new();
        for member in all.iter().filter(|member| !is_const(member)) {
            let Member { wire, field, .. } = member;
            let default = self.lineage.decided.default(&model.name, wire);
            let decided = self.decided(&model.name, wire);
            let word = |name: String| format!(" {name}");
            match members.iter().find(|own| own.wire == *wire) {
                Some(own) if own.required && member.required => {
                    line(&mut both, &format!("both {field} = {wire:?};"));
                }
                Some(own) if own.required => {
                    let feature = default.and_then(|row| row.feature.as_deref());
                    let feature = feature.map(variant_name);
                    let feature =
                        feature.or_else(|| decided.clone()).map_or_else(String::new, word);
                    let or = default.and_then(|row| {
                        Some(format!(" or {:?}, {:?}", row.value.as_ref()?, row.reason))
                    });
                    let or = or.unwrap_or_default();
                    line(&mut here, &format!("here {field} = {wire:?}{feature}{or};"));
                }
                Some(_) if self.lineage.is_partial(&model.name, wire) => {
                    let feature = decided.map_or_else(String::new, word);
                    line(&mut newer, &format!("newer {field} = {wire:?}{feature};"));
                }
                Some(_) => line(&mut maybe, &format!("maybe {field} = {wire:?};")),
                None if self.is_kept(&model.name, wire) => {
                    line(&mut kept, &format!("kept {field} = {wire:?};"));
                }
                None => {
                    let feature = self.feature(&model.name, wire);
                    let meant = default
                        .filter(|row| row.reversible)
                        .and_then(|row| row.value.as_ref())
                        .map_or_else(String::new, |value| format!(" meant {value:?}"));
                    line(&mut gone, &format!("gone {field} = {wire:?} {feature}{meant};"));
                }
            }
        }
        for member in members.iter().filter(|own| all.iter().all(|other| other.wire != own.wire)) {
            if let Type::Const(value) = &member.ty {
                line(&mut kept, &format!("fixed {:?} = {};", member.wire, literal(value)));
            }
        }
        both + &maybe + &newer + &here + &gone + &kept
    }

    fn is_kept(&self, owner: &str, part: &str) -> bool {
        self.lineage.decided.feature(owner, part).is_some_and(|row| row.kept)
    }

    fn alternatives(&self, union: &Union, all: &Union, model: &Definition) -> String {
        let mut lines = String::new();
        let mut gone = String::new();
        for alternative in &all.alternatives {
            let own = union.alternatives.iter().find(|own| {
                self.lineage.in_model(&self.generation.revision, &own.ty) == alternative.ty
            });
            match own {
                Some(own) => {
                    line(&mut lines, &format!("has {} => {};", own.variant, alternative.variant));
                }
                None => {
                    let feature = self.feature(&model.name, &Lineage::key(&alternative.ty));
                    line(&mut gone, &format!("gone {} {feature};", alternative.variant));
                }
            }
        }
        lines + &gone
    }

    fn feature(&self, owner: &str, part: &str) -> String {
        self.decided(owner, part).unwrap_or_else(|| UNASSIGNED.to_owned())
    }

    fn decided(&self, owner: &str, part: &str) -> Option<String> {
        self.lineage.decided.feature(owner, part).map(|row| variant_name(&row.id))
    }

    /// Places where the revision has a part of what the model holds.
    fn parts(&self) -> BTreeSet<String> {
        let mut parts = BTreeSet::new();
        let definitions = &self.generation.definitions;
        for definition in definitions.0.values() {
            let Some(model) = self.counterpart(&definition.name) else { continue };
            for member in definition.members() {
                let target = model.members().iter().find(|other| other.wire == member.wire);
                if let Some(target) = target {
                    let list = self.feature(&model.name, &Lineage::list_key(&member.wire));
                    self.part(&member.ty, &target.ty, &list, &mut parts);
                }
            }
        }
        for method in &self.generation.methods {
            let known = self.lineage.methods.iter().find(|m| m.row.name == method.row.name);
            let Some(known) = known else { continue };
            if let (Some(own), Some(target)) = (&method.row.result, &known.row.result) {
                let (own, target) = (Type::Named(own.clone()), Type::Named(target.clone()));
                self.part(&own, &target, UNASSIGNED, &mut parts);
            }
            if let (Some(own), Some(target)) = (&method.params, &known.params) {
                self.part(&own.ty, &target.ty, UNASSIGNED, &mut parts);
            }
        }
        parts
    }

    /// `list` is the feature that a list needs where the revision has one value.
    fn part(&self, own: &Type, target: &Type, list: &str, parts: &mut BTreeSet<String>) {
        match (own, target) {
            (Type::Array(own), Type::Array(target))
            | (Type::Map(own), Type::Map(target))
            | (Type::OneOrMany(own), Type::OneOrMany(target))
            | (Type::Nullable(own), Type::Nullable(target)) => self.part(own, target, list, parts),
            (Type::Named(own), Type::OneOrMany(target)) => {
                let rust = self.generation.definitions.0.get(own).map(|d| &d.rust);
                if let (Some(rust), Type::Named(target)) = (rust, &**target) {
                    let target = spell(&Type::Named(target.clone()), &self.lineage.model);
                    parts.insert(format!("one! {{ {rust} => {target} {list} }}\n"));
                }
            }
            (Type::Named(own), Type::Named(target)) => {
                let model_name = self.lineage.decided.model_name(&self.generation.revision, own);
                if model_name == target {
                    return;
                }
                let rust = self.generation.definitions.0.get(own).map(|d| &d.rust);
                let union = self.lineage.model.0.get(target);
                let (Some(rust), Some(definition)) = (rust, union) else { return };
                let Body::Union(union) = &definition.body else { return };
                let own_type = Type::Named(model_name.to_owned());
                let Some(variant) = union.alternatives.iter().find(|a| a.ty == own_type) else {
                    return;
                };
                let mut gone = String::new();
                for other in union.alternatives.iter().filter(|a| a.ty != own_type) {
                    let feature = self.feature(&definition.name, &Lineage::key(&other.ty));
                    line(&mut gone, &format!("gone {} {feature};", other.variant));
                }
                parts.insert(format!(
                    "part! {{ {rust} => {}::{} {{\n{gone}}}{} }}\n",
                    definition.rust,
                    variant.variant,
                    unknown_of(union)
                ));
            }
            _ => {}
        }
    }

    fn direction(&self, direction: &Direction) -> String {
        let name = &direction.name;
        let mut lines = String::new();
        let mut gone = String::new();
        let model = self.model_directions.iter().find(|other| other.name == *name);
        for arm in model.into_iter().flat_map(|model| &model.arms) {
            let own = direction
                .arms
                .iter()
                .find(|own| own.methods.iter().any(|method| arm.methods.contains(method)));
            match own {
                Some(own) if direction.results => {
                    line(&mut lines, &format!("has {} => {};", own.variant, arm.variant));
                }
                Some(own) => {
                    let mode = match (own.optional, arm.optional) {
                        (true, _) => "maybe",
                        (false, true) => "here",
                        (false, false) => "both",
                    };
                    line(&mut lines, &format!("has {mode} {};", own.variant));
                }
                None if direction.results => {
                    let each: Vec<String> = arm
                        .methods
                        .iter()
                        .map(|method| {
                            let feature = self.method_feature(method, &direction.name);
                            format!("{method:?} {feature}")
                        })
                        .collect();
                    line(&mut gone, &format!("gone {} {{ {} }};", arm.variant, each.join(", ")));
                }
                None => {
                    let method = arm.methods.first().map_or("", String::as_str);
                    let feature = self.method_feature(method, &direction.name);
                    line(&mut gone, &format!("gone {} {feature};", arm.variant));
                }
            }
        }
        let table = if direction.results { "replies" } else { "calls" };
        format!("{table}! {{ {name} {{\n{lines}{gone}}} }}\n")
    }

    /// The feature of a method that one side does not send, or does not answer.
    fn method_feature(&self, method: &str, direction: &str) -> String {
        let sent_by_client = direction.starts_with("Client") != direction.ends_with("Result");
        let side = if sent_by_client { "client" } else { "server" };
        match self.lineage.decided.feature("", &format!("{method} from {side}")) {
            Some(row) => variant_name(&row.id),
            None => self.feature("", method),
        }
    }
}

/// The runtime's macros that a body uses.
fn uses(body: &str, runtime: &str) -> String {
    let macros: Vec<String> = [
        ("object", "__convert_object"),
        ("enumeration", "__convert_enum"),
        ("union", "__convert_union"),
        ("text", "__convert_text"),
        ("part", "__convert_part"),
        ("one", "__convert_one"),
        ("open", "__convert_open"),
        ("calls", "__convert_calls"),
        ("replies", "__convert_replies"),
        ("features_object", "__features_object"),
        ("features_union", "__features_union"),
    ]
    .into_iter()
    .filter(|(name, _)| body.contains(&format!("\n{name}! ")))
    .map(|(name, long)| format!("{long} as {name}"))
    .collect();
    format!("use {runtime}::{{\n    {},\n}};\n", macros.join(",\n    "))
}

fn variant_name(id: &str) -> String {
    use heck::ToUpperCamelCase;
    id.to_upper_camel_case()
}

/// The variant of `Revision`.
fn revision_name(revision: &str) -> String {
    format!("V{}", revision.replace('-', "_"))
}

fn is_const(member: &Member) -> bool {
    matches!(member.ty, Type::Const(_))
}

/// Who holds kinds that it does not know.
fn unknown(union: &Union, all: &Union) -> String {
    if unknown_of(union).is_empty() {
        unknown_of(all).replacen("unknown", "held", 1)
    } else {
        unknown_of(all)
    }
}

fn unknown_of(union: &Union) -> String {
    match &union.rule {
        Rule::Tagged { tag, .. } => format!(" unknown {tag:?}"),
        Rule::Choice { held_by: Some(tag) } => format!(" unknown {tag:?}"),
        Rule::Choice { held_by: None } | Rule::Members => String::new(),
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str("    ");
    out.push_str(text);
    out.push('\n');
}

/// Definitions that some revisions leave open, used by the lineage.
pub(crate) fn open_in(
    own: &Type,
    target: &Type,
    definitions: &Definitions,
    found: &mut BTreeSet<String>,
) {
    match (own, target) {
        (Type::Array(own), Type::Array(target))
        | (Type::Map(own), Type::Map(target))
        | (Type::OneOrMany(own), Type::OneOrMany(target))
        | (Type::Nullable(own), Type::Nullable(target)) => open_in(own, target, definitions, found),
        (Type::JsonObject, Type::Named(name)) => {
            let is_struct =
                definitions.0.get(name).is_some_and(|d| matches!(d.body, Body::Struct(_)));
            if is_struct {
                found.insert(name.clone());
            }
        }
        _ => {}
    }
}
