//! How the alternatives of a union are told apart: by a tag, by their JSON kind, or by the members
//! that only one of them has. The order in the schema decides only about a value that has the
//! members of several.

use std::collections::BTreeMap;

use crate::ir::{Alternative, Body, Const, Definition, Openness, Rule, Sign, Test, Type, Union};
use crate::naming::Naming;

mod signs;
mod variants;

use signs::{arrays, objects};
pub(crate) use variants::shorten;
use variants::{stripped, variants};

type Known = BTreeMap<String, Definition>;

/// Builds a union of types; an error says why its members can't be told apart.
pub(crate) fn union(types: &[Type], known: &Known, naming: &Naming) -> Result<Union, String> {
    let structs: Option<Vec<&Definition>> = types.iter().map(|ty| structure(ty, known)).collect();
    if let Some(structs) = &structs
        && let Some((tag, values)) = find_tag(structs, known)
    {
        return Ok(tagged(types, structs, &tag, values, naming));
    }
    let variants = variants(types, naming);
    let mut groups: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (index, ty) in types.iter().enumerate() {
        groups.entry(kind(ty, known)?).or_default().push(index);
    }
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
    Ok(Union { alternatives, rule: Rule::Choice { held_by } })
}

/// The values that a tag has in one alternative.
#[derive(Clone, Debug)]
struct TagValues {
    values: Vec<String>,
    keep: bool,
    optional: bool,
}

/// A member that all alternatives have, with values that no two share.
fn find_tag(structs: &[&Definition], known: &Known) -> Option<(String, Vec<TagValues>)> {
    let first = structs.first()?;
    first.members().iter().find_map(|member| {
        let values = all_tag_values(structs, &member.wire, known)?;
        let fixed: Vec<String> =
            values.iter().filter(|v| v.values.len() == 1).flat_map(|v| v.values.clone()).collect();
        // A value that stands alone in one alternative is not meant in a longer list of another.
        let values: Vec<TagValues> = values
            .into_iter()
            .map(|mut tag| {
                if tag.values.len() > 1 {
                    tag.values.retain(|value| !fixed.contains(value));
                }
                tag
            })
            .collect();
        let mut all: Vec<&String> = values.iter().flat_map(|v| &v.values).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        let distinct = all.len() == count && values.iter().all(|v| !v.values.is_empty());
        let untagged = values.iter().filter(|v| v.optional).count();
        (distinct && untagged <= 1).then(|| (member.wire.clone(), values))
    })
}

fn all_tag_values(structs: &[&Definition], wire: &str, known: &Known) -> Option<Vec<TagValues>> {
    structs.iter().map(|definition| tag_values(definition, wire, known)).collect()
}

fn tag_values(definition: &Definition, wire: &str, known: &Known) -> Option<TagValues> {
    let member = definition.members().iter().find(|member| member.wire == wire)?;
    let optional = !member.required;
    match &member.ty {
        Type::Const(Const::String(value)) => {
            Some(TagValues { values: vec![value.clone()], keep: false, optional })
        }
        Type::Named(name) => match &known.get(name)?.body {
            Body::Enum(list) if !optional || list.openness == Openness::Fixed => {
                let values = list.values.iter().map(|(_, value)| value.clone()).collect();
                Some(TagValues { values, keep: true, optional })
            }
            _ => None,
        },
        _ => None,
    }
}

fn tagged(
    types: &[Type],
    structs: &[&Definition],
    tag: &str,
    values: Vec<TagValues>,
    naming: &Naming,
) -> Union {
    let untagged = values
        .iter()
        .find(|values| values.optional)
        .and_then(|values| values.values.first().cloned());
    let by_value = |values: &TagValues| match values.values.as_slice() {
        [value] if !value.contains('/') => Some(naming.variant(value)),
        _ => None,
    };
    let short: Option<Vec<String>> = values.iter().map(by_value).collect();
    let names: Vec<String> = structs.iter().map(|definition| definition.rust.clone()).collect();
    let variants = stripped(&names).or(short).unwrap_or(names);
    let alternatives =
        types.iter().zip(values).zip(variants).map(|((ty, tag), variant)| Alternative {
            variant,
            ty: ty.clone(),
            sign: Sign::Tag { values: tag.values, keep: tag.keep },
        });
    let mut alternatives: Vec<Alternative> = alternatives.collect();
    alternatives.sort_by(|a, b| a.variant.cmp(&b.variant));
    Union { alternatives, rule: Rule::Tagged { tag: tag.to_owned(), untagged } }
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
        Type::Named(name) => match known.get(name).map(|definition| &definition.body) {
            Some(Body::Struct(_) | Body::Text(_)) => "Object",
            Some(Body::Enum(_)) => "String",
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
