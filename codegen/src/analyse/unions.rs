//! How the alternatives of a union are told apart: by a tag, by their JSON kind, or by the members
//! that only one of them has. The order in the schema decides only about a value that has the
//! members of several.

use std::collections::BTreeMap;

use crate::decisions::{Decisions, Untagged};
use crate::ir::{Alternative, Body, Const, Definition, Openness, Rule, Sign, Test, Type, Union};

mod signs;
mod tags;
mod variants;

use signs::{arrays, objects, own_members};
use tags::{Part, all_tag_values, find_tag, part, tag_values, tagged};
pub(crate) use variants::shorten;
use variants::variants;

type Known = BTreeMap<String, Definition>;

/// Builds a union of types; an error says why its members can't be told apart.
pub(crate) fn union(types: &[Type], known: &Known, decisions: &Decisions) -> Result<Union, String> {
    let parts: Option<Vec<Part<'_>>> = types.iter().map(|ty| part(ty, known)).collect();
    if let Some(parts) = &parts
        && let Some((tag, values)) = find_tag(parts, known)
    {
        return Ok(tagged(types, &tag, values, decisions));
    }
    let variants = || variants(types, decisions.naming());
    let by_members = decisions.untagged() == Untagged::Members;
    if let Some(own) = own_members(types, known).filter(|_| by_members) {
        let alternatives = types.iter().zip(variants()).zip(own).map(|((ty, variant), own)| {
            Alternative { variant, ty: ty.clone(), sign: Sign::Members(own) }
        });
        return Ok(Union {
            alternatives: alternatives.collect(),
            rule: Rule::Members,
            openness: Openness::Listed,
        });
    }
    let mut groups: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (index, ty) in types.iter().enumerate() {
        groups.entry(kind(ty, known)?).or_default().push(index);
    }
    let variants = variants();
    let one_kind = groups.len() == 1;
    let mut held_by = None;
    let mut alternatives = Vec::new();
    for (kind, members) in groups {
        let group: Vec<&Type> = members.iter().filter_map(|index| types.get(*index)).collect();
        let (tag, ordered) = match (kind, group.as_slice()) {
            (_, [_]) => (None, vec![(0, Vec::new())]),
            ("Object", _) => objects(&group, known)?,
            ("Array", _) => (None, arrays(&group, known)?),
            _ => {
                return Err(format!(
                    "two alternatives are both of JSON kind {kind}: name one type for both"
                ));
            }
        };
        held_by = held_by.or(tag);
        for (place, mut tests) in ordered {
            if !one_kind {
                tests.insert(0, Test::Kind(kind));
            }
            let index = members.get(place).copied().unwrap_or_default();
            let (Some(ty), Some(variant)) = (types.get(index), variants.get(index)) else {
                continue;
            };
            alternatives.push(Alternative {
                variant: variant.clone(),
                ty: ty.clone(),
                sign: Sign::Tests(tests),
            });
        }
    }
    Ok(Union { alternatives, rule: Rule::Choice { held_by }, openness: Openness::Listed })
}

/// How many names a union lists, some of which stand in the definitions that it is made of.
pub(crate) fn listed(union: &Union) -> usize {
    let listed = |alternative: &Alternative| match &alternative.sign {
        Sign::Tag { values, .. } => values.len(),
        Sign::Members(own) => own.len(),
        Sign::Tests(tests) => tests.iter().map(in_test).sum(),
    };
    union.alternatives.iter().map(listed).sum()
}

fn in_test(test: &Test) -> usize {
    match test {
        Test::Is(_, values) => values.len(),
        _ => 1,
    }
}

/// The struct that a type names.
fn structure<'a>(ty: &Type, known: &'a Known) -> Option<&'a Definition> {
    let Type::Named(name) = ty else { return None };
    let definition = known.get(name)?;
    match &definition.body {
        Body::Struct(_) => Some(definition),
        Body::Alias(inner) => structure(inner, known),
        _ => None,
    }
}

/// The JSON kind of a type, by its name in the runtime.
fn kind(ty: &Type, known: &Known) -> Result<&'static str, String> {
    Ok(match ty {
        Type::JsonObject | Type::Map(_) => "Object",
        Type::Array(_) => "Array",
        Type::String | Type::Const(Const::String(_)) => "String",
        Type::Bool | Type::Const(Const::Bool(_)) => "Bool",
        Type::Integer | Type::Number | Type::Const(Const::Integer(_)) => "Number",
        Type::Boxed(inner) => kind(inner, known)?,
        Type::Null => "Null",
        Type::Named(name) => match known.get(name).map(|definition| &definition.body) {
            Some(Body::Struct(_) | Body::Text(_)) => "Object",
            Some(Body::Enum(_) | Body::String) => "String",
            Some(Body::Integers(_) | Body::Bits(_)) => "Number",
            Some(Body::Alias(inner)) => kind(inner, known)?,
            Some(Body::Union(_)) | None => {
                return Err(format!(
                    "`{name}` is a union itself: list its alternatives in its place"
                ));
            }
        },
        _ => {
            return Err(format!(
                "{} among other types can't be told apart: leave it out or say what it may be",
                what(ty)
            ));
        }
    })
}

/// A type that is no JSON kind of its own, for complaints.
fn what(ty: &Type) -> &'static str {
    match ty {
        Type::Nullable(_) => "a value or null",
        Type::OneOrMany(_) => "a value or an array of them",
        Type::StringOrInteger => "a string or integer",
        _ => "any value",
    }
}
