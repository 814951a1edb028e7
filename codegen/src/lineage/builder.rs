//! Adds the definitions of all revisions up to the model's.

use std::collections::{BTreeMap, BTreeSet};

use super::{Decided, FILE, Generation, Since, merge};
use crate::analyse;
use crate::decisions::Decisions;
use crate::error::Error;
use crate::ir::{Body, Definition, Enum, Member, Openness, Rule, Type, Union};
use crate::methods::{From, Method};

/// What has been added up so far.
pub(super) struct Builder<'a> {
    pub(super) generations: &'a [Generation],
    pub(super) decided: &'a Decided,
    pub(super) decisions: &'a Decisions,
    pub(super) model: BTreeMap<String, Definition>,
    pub(super) since: Since,
    pub(super) errors: Vec<Error>,
}

/// The definitions of all revisions that become one of the model.
type Sources<'a> = Vec<(usize, &'a Definition)>;

impl Builder<'_> {
    fn complain(&mut self, message: String) {
        self.errors.push(Error::new(FILE, "", message));
    }

    /// The name in the model of a definition of a revision.
    fn name(&self, generation: usize, name: &str) -> String {
        let revision = self.generations.get(generation).map_or("", |one| one.revision.as_str());
        self.decided.model_name(revision, name).to_owned()
    }

    /// Every definition of every revision.
    pub(super) fn definitions(&mut self) {
        let generations = self.generations;
        let mut by_name: BTreeMap<String, Sources<'_>> = BTreeMap::new();
        for (index, generation) in generations.iter().enumerate() {
            for (name, definition) in &generation.definitions.0 {
                by_name.entry(self.name(index, name)).or_default().push((index, definition));
            }
        }
        let mut unions = Vec::new();
        for (name, sources) in &by_name {
            for (index, _) in sources {
                self.since.definition(name, *index);
            }
            if sources.iter().any(|(_, d)| matches!(d.body, Body::Union(_))) {
                unions.push((name, sources));
                continue;
            }
            if let Some(body) = self.body(name, sources, &by_name) {
                self.insert(name, body);
            }
        }
        for (name, sources) in unions {
            if let Some(union) = self.union(name, sources, &by_name) {
                self.insert(name, Body::Union(union));
            }
        }
    }

    fn insert(&mut self, name: &str, body: Body) {
        let rust = self.decisions.naming().type_name(name);
        let definition = Definition { name: name.to_owned(), rust, description: None, body };
        self.model.insert(name.to_owned(), definition);
    }

    fn body(
        &mut self,
        name: &str,
        sources: &Sources<'_>,
        all: &BTreeMap<String, Sources<'_>>,
    ) -> Option<Body> {
        let newest = sources.last().map(|(_, definition)| &definition.body)?;
        if sources.iter().any(|(_, d)| matches!(d.body, Body::Struct(_))) {
            return self.members(name, sources, all).map(Body::Struct);
        }
        match newest {
            Body::Enum(_) => Some(Body::Enum(self.values(name, sources))),
            Body::Text(_) | Body::String | Body::Integers(_) | Body::Bits(_) => {
                Some(newest.clone())
            }
            Body::Alias(_) => {
                let types: Vec<(usize, Type)> = sources
                    .iter()
                    .filter_map(|(index, definition)| match &definition.body {
                        Body::Alias(ty) => Some((*index, ty.clone())),
                        _ => None,
                    })
                    .collect();
                self.merged(name, &types, all).map(Body::Alias)
            }
            Body::Struct(_) | Body::Union(_) => None,
        }
    }

    fn members(
        &mut self,
        name: &str,
        sources: &Sources<'_>,
        all: &BTreeMap<String, Sources<'_>>,
    ) -> Option<Vec<Member>> {
        let structs: Vec<(usize, &[Member])> = sources
            .iter()
            .filter(|(_, definition)| matches!(definition.body, Body::Struct(_)))
            .map(|(index, definition)| (*index, definition.members()))
            .collect();
        let wires: BTreeSet<&str> = structs
            .iter()
            .flat_map(|(_, members)| members.iter().map(|m| m.wire.as_str()))
            .collect();
        let mut merged = Vec::new();
        for wire in wires {
            let found: Vec<(usize, &Member)> = structs
                .iter()
                .filter_map(|(index, members)| {
                    members.iter().find(|member| member.wire == wire).map(|m| (*index, m))
                })
                .collect();
            for (index, _) in &found {
                self.since.part(name, wire, *index);
            }
            let types: Vec<(usize, Type)> =
                found.iter().map(|(index, member)| (*index, member.ty.clone())).collect();
            let ty = self.merged(&format!("{name}.{wire}"), &types, all)?;
            let many = types.iter().filter(|(_, ty)| matches!(ty, Type::OneOrMany(_)));
            for (index, _) in many {
                self.since.part(name, &merge::list(wire), *index);
            }
            let (_, newest) = found.last()?;
            // An object that a revision leaves open has no member of its own to require.
            let everywhere = found.len() == sources.len();
            // What only some revisions fix may be missing in the others: it stays unmodelled.
            if matches!(ty, Type::Const(_)) && !everywhere {
                continue;
            }
            merged.push(Member {
                wire: wire.to_owned(),
                field: newest.field.clone(),
                required: matches!(ty, Type::Const(_))
                    || everywhere && found.iter().all(|(_, member)| member.required),
                ty,
                description: None,
            });
        }
        merged.sort_by_key(|member| (self.decisions.rank(&member.wire), member.wire.clone()));
        Some(merged)
    }

    fn values(&mut self, name: &str, sources: &Sources<'_>) -> Enum {
        let mut values: Vec<(String, String)> = Vec::new();
        let mut openness = Openness::Fixed;
        // The newest revision gives the order.
        for (index, definition) in sources.iter().rev() {
            let Body::Enum(list) = &definition.body else { continue };
            openness = if values.is_empty() { list.openness } else { openness };
            for value in &list.values {
                self.since.part(name, &value.1, *index);
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
        }
        Enum { values, openness }
    }

    fn union(
        &mut self,
        name: &str,
        sources: &Sources<'_>,
        all: &BTreeMap<String, Sources<'_>>,
    ) -> Option<Union> {
        let mut types: Vec<Type> = Vec::new();
        for (index, definition) in sources {
            let found = match &definition.body {
                Body::Union(union) => union.alternatives.iter().map(|a| a.ty.clone()).collect(),
                _ => {
                    let message = format!(
                        "`{name}` is a union in one revision and none in {}: give one of them \
                         another name, under `rename`",
                        self.generations.get(*index).map_or("", |one| one.revision.as_str())
                    );
                    self.complain(message);
                    continue;
                }
            };
            let found: Vec<Type> = found;
            for ty in found {
                let ty = self.in_model(*index, &ty);
                self.since.part(name, &merge::key(&ty), *index);
                if !types.contains(&ty) {
                    types.push(ty);
                }
            }
        }
        let _ = all;
        let tag = sources.iter().find_map(|(_, definition)| match &definition.body {
            Body::Union(Union { rule: Rule::Tagged { tag, .. }, .. }) => Some(tag.clone()),
            _ => None,
        });
        match analyse::unions::union(&types, &self.model, self.decisions) {
            Ok(mut union) => {
                // What one revision holds without knowing it, the model holds too.
                if let (Rule::Choice { held_by: held_by @ None }, Some(tag)) =
                    (&mut union.rule, tag)
                {
                    *held_by = Some(tag);
                }
                Some(union)
            }
            Err(message) => {
                self.complain(format!("`{name}` in the model: {message}"));
                None
            }
        }
    }

    /// A type of a revision, with the model's names.
    fn in_model(&self, generation: usize, ty: &Type) -> Type {
        merge::rename(ty, &|name| self.name(generation, name))
    }

    fn merged(
        &mut self,
        place: &str,
        types: &[(usize, Type)],
        all: &BTreeMap<String, Sources<'_>>,
    ) -> Option<Type> {
        let shown: Vec<Type> = types.iter().map(|(index, ty)| self.in_model(*index, ty)).collect();
        let first = shown.first()?;
        if shown.iter().all(|ty| ty == first) {
            return Some(first.clone());
        }
        let resolved: Vec<Type> = types
            .iter()
            .filter_map(|(index, ty)| {
                let generation = self.generations.get(*index)?;
                Some(self.in_model(*index, &merge::resolve(ty, &generation.definitions)))
            })
            .collect();
        let union_of = |union: &str, part: &Type| {
            all.get(union).is_some_and(|sources| {
                sources.iter().any(|(index, definition)| match &definition.body {
                    Body::Union(found) => {
                        found.alternatives.iter().any(|one| self.in_model(*index, &one.ty) == *part)
                    }
                    _ => false,
                })
            })
        };
        match merge::all(&resolved, &union_of) {
            Some(ty) => {
                // Where a union of later revisions holds what an earlier one has, that one has
                // this alternative and no other.
                for ((index, _), own) in types.iter().zip(&resolved) {
                    if let (Some(part), Some(union)) = (own.named(), ty.named())
                        && part != union
                    {
                        self.since.definition(union, *index);
                        self.since.part(union, part, *index);
                    }
                }
                Some(ty)
            }
            None => {
                let kinds: Vec<String> = types
                    .iter()
                    .map(|(index, ty)| {
                        let revision =
                            self.generations.get(*index).map_or("", |one| one.revision.as_str());
                        format!("{revision}: {ty:?}")
                    })
                    .collect();
                self.complain(format!(
                    "no type holds `{place}` of every revision ({}): give the types one name, \
                     under `rename`",
                    kinds.join("; ")
                ));
                None
            }
        }
    }

    /// One method a name, of everything that the revisions make of it.
    pub(super) fn methods(&mut self) -> Vec<Method> {
        let generations = self.generations;
        let mut merged: BTreeMap<String, Method> = BTreeMap::new();
        for (index, generation) in generations.iter().enumerate() {
            for method in &generation.methods {
                self.since.part("", &method.row.name, index);
                for (side, from) in [("client", From::Client), ("server", From::Server)] {
                    if method.row.from == from || method.row.from == From::Both {
                        let part = format!("{} from {side}", method.row.name);
                        self.since.part("", &part, index);
                    }
                }
                let mut method = method.clone();
                method.row.definition = self.name(index, &method.row.definition);
                method.row.result = method.row.result.map(|name| self.name(index, &name));
                if let Some(own) = method.row.result.take() {
                    let result = self.decided.result_name(&own).to_owned();
                    if result != own {
                        self.since.definition(&result, index);
                        self.since.part(&result, &own, index);
                    }
                    method.row.result = Some(result);
                }
                if let Some(params) = &mut method.params {
                    let resolved = merge::resolve(&params.ty, &generation.definitions);
                    params.ty = self.in_model(index, &resolved);
                }
                match merged.get_mut(&method.row.name) {
                    None => {
                        merged.insert(method.row.name.clone(), method);
                    }
                    Some(known) => {
                        known.row.from = both(known.row.from, method.row.from);
                        known.row.result = method.row.result;
                        if let (Some(known), Some(params)) = (&mut known.params, method.params) {
                            known.required &= params.required;
                        }
                    }
                }
            }
        }
        for method in merged.values_mut() {
            // The carrier's member says what type holds the params of every revision.
            let carrier = self.model.get(&method.row.definition);
            let member = carrier.and_then(|d| d.members().iter().find(|m| m.wire == "params"));
            if let (Some(params), Some(member)) = (&mut method.params, member) {
                params.ty = member.ty.clone();
            }
        }
        merged.into_values().collect()
    }
}

/// Who sends a method in any revision; what only stands inside results is the server's.
fn both(a: From, b: From) -> From {
    match (a, b) {
        (From::Input, other) | (other, From::Input) => other,
        (a, b) if a == b => a,
        _ => From::Both,
    }
}
