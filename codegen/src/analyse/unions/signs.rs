//! The tests that tell objects, or arrays of objects, apart.

use std::collections::{BTreeMap, BTreeSet};

use super::{Known, all_tag_values, structure, tag_values};
use crate::ir::{Body, Const, Definition, Test, Type};

/// Alternatives by their place, each with its tests, in the order in which the tests are made.
pub(super) type Ordered = Vec<(usize, Vec<Test>)>;

/// Tells objects apart, first by a tag that groups them, then by their members.
pub(super) fn objects(group: &[&Type], known: &Known) -> Result<(Option<String>, Ordered), String> {
    let structs: Option<Vec<&Definition>> = group.iter().map(|ty| structure(ty, known)).collect();
    let Some(structs) = structs else {
        return Err(
            "an open object among others, which every object would fit: leave one of them out"
                .to_owned(),
        );
    };
    let all: Vec<usize> = (0..structs.len()).collect();
    let tag = structs.first().and_then(|first| {
        first.members().iter().find(|member| {
            let values = all_tag_values(&structs, &member.wire, known);
            values.is_some_and(|values| {
                let first = values.first().map(|v| &v.values);
                values.iter().all(|v| !v.optional)
                    && values.iter().any(|v| Some(&v.values) != first)
            })
        })
    });
    let Some(tag) = tag else {
        return Ok((None, eliminate(&structs, all, known)?));
    };
    let mut groups: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
    for (index, definition) in structs.iter().enumerate() {
        let values = tag_values(definition, &tag.wire, known).map(|tag| tag.values);
        groups.entry(values.unwrap_or_default()).or_default().push(index);
    }
    let mut ordered = Vec::new();
    for (values, members) in groups {
        for (index, mut tests) in eliminate(&structs, members, known)? {
            tests.insert(0, Test::Is(tag.wire.clone(), values.clone()));
            ordered.push((index, tests));
        }
    }
    Ok((Some(tag.wire.clone()), ordered))
}

/// Takes one alternative after the other out, each with the test that only it passes; the last one
/// needs none.
fn eliminate(
    structs: &[&Definition],
    mut remaining: Vec<usize>,
    known: &Known,
) -> Result<Ordered, String> {
    let mut ordered = Vec::new();
    while remaining.len() > 1 {
        let counts = counts(structs, &remaining);
        let found = by_flag(structs, &remaining)
            .or_else(|| by_required(structs, &remaining, &counts))
            .or_else(|| by_optional(structs, &remaining, &counts))
            .or_else(|| by_nested(structs, &remaining, known));
        let Some((index, test)) = found else {
            let names: Vec<&str> = remaining
                .iter()
                .filter_map(|index| structs.get(*index))
                .map(|definition| definition.name.as_str())
                .collect();
            return Err(format!(
                "no member tells {} apart: give each a constant",
                names.join(", ")
            ));
        };
        remaining.retain(|other| *other != index);
        ordered.push((index, vec![test]));
    }
    ordered.extend(remaining.into_iter().map(|index| (index, Vec::new())));
    Ok(ordered)
}

/// For each of many objects, the members that it requires and no other one does; `None` where one
/// has no such member. Two objects are told apart by one member, so that it can be named.
pub(super) fn own_members(types: &[Type], known: &Known) -> Option<Vec<Vec<String>>> {
    let structs: Vec<&Definition> =
        types.iter().map(|ty| structure(ty, known)).collect::<Option<_>>()?;
    if structs.len() < 3 {
        return None;
    }
    let mut requiring: BTreeMap<&str, usize> = BTreeMap::new();
    let mut declaring: BTreeMap<&str, usize> = BTreeMap::new();
    for member in structs.iter().flat_map(|definition| definition.members()) {
        *declaring.entry(&member.wire).or_default() += 1;
        *requiring.entry(&member.wire).or_default() += usize::from(member.required);
    }
    let own = |definition: &&'_ Definition| {
        let once = |counts: &BTreeMap<&str, usize>| {
            let members = definition.members().iter().filter(|member| member.required);
            let own = members.filter(|member| counts.get(member.wire.as_str()) == Some(&1));
            own.map(|member| member.wire.clone()).collect::<Vec<String>>()
        };
        // Where others have all of its members, too, those that others may leave out have to do.
        let own = Some(once(&declaring)).filter(|own| !own.is_empty());
        own.or_else(|| Some(once(&requiring)).filter(|own| !own.is_empty()))
    };
    structs.iter().map(own).collect()
}

/// An alternative that requires a boolean which in all others is the other one.
fn by_flag(structs: &[&Definition], remaining: &[usize]) -> Option<(usize, Test)> {
    remaining.iter().find_map(|index| {
        let (wire, flag) = flags(structs.get(*index)?).into_iter().find(|(wire, flag)| {
            let others = remaining.iter().filter(|other| *other != index);
            let mut others = others.filter_map(|other| structs.get(*other));
            others.all(|other| flags(other).contains(&(wire, !flag)))
        })?;
        Some((*index, Test::Flag(wire.to_owned(), flag)))
    })
}

/// The members that must be one boolean.
fn flags(definition: &Definition) -> Vec<(&str, bool)> {
    let members = definition.members().iter().filter(|member| member.required);
    members
        .filter_map(|member| match member.ty {
            Type::Const(Const::Bool(flag)) => Some((member.wire.as_str(), flag)),
            _ => None,
        })
        .collect()
}

/// How many of the remaining alternatives have a member.
type Counts<'a> = BTreeMap<&'a str, usize>;

fn counts<'a>(structs: &[&'a Definition], remaining: &[usize]) -> Counts<'a> {
    let mut counts = Counts::new();
    for definition in remaining.iter().filter_map(|index| structs.get(*index)) {
        for member in definition.members() {
            *counts.entry(&member.wire).or_default() += 1;
        }
    }
    counts
}

/// The first of some members that only one alternative has.
fn unique<'a>(members: Vec<&'a str>, counts: &Counts<'_>) -> Option<&'a str> {
    sorted(members).into_iter().find(|wire| counts.get(wire) == Some(&1))
}

/// An alternative that requires a member which no other one has.
fn by_required(
    structs: &[&Definition],
    remaining: &[usize],
    counts: &Counts<'_>,
) -> Option<(usize, Test)> {
    remaining.iter().find_map(|index| {
        let unique = unique(required(structs.get(*index)?), counts)?;
        Some((*index, Test::Has(unique.to_owned())))
    })
}

/// An alternative that requires what another one requires and alone has an optional member.
fn by_optional(
    structs: &[&Definition],
    remaining: &[usize],
    counts: &Counts<'_>,
) -> Option<(usize, Test)> {
    remaining.iter().find_map(|index| {
        let definition = structs.get(*index)?;
        let own = definition.members().iter().map(|member| member.wire.as_str()).collect();
        let unique = unique(own, counts)?;
        let twin = others(structs, remaining, *index)
            .any(|other| sorted(required(other)) == sorted(required(definition)));
        twin.then(|| (*index, Test::Has(unique.to_owned())))
    })
}

/// An alternative with a required member that requires a member of its own which no other one has.
fn by_nested(structs: &[&Definition], remaining: &[usize], known: &Known) -> Option<(usize, Test)> {
    remaining.iter().find_map(|index| {
        let definition = structs.get(*index)?;
        definition.members().iter().filter(|member| member.required).find_map(|member| {
            let inner = structure(&member.ty, known)?;
            let others: Option<Vec<&Definition>> = others(structs, remaining, *index)
                .map(|other| {
                    let same =
                        other.members().iter().find(|m| m.wire == member.wire && m.required)?;
                    structure(&same.ty, known)
                })
                .collect();
            let others = others?;
            let unique = sorted(required(inner))
                .into_iter()
                .find(|wire| others.iter().all(|other| !declares(other, wire)))?;
            Some((*index, Test::Within(member.wire.clone(), unique.to_owned())))
        })
    })
}

/// Tells arrays apart by what their elements require.
pub(super) fn arrays(group: &[&Type], known: &Known) -> Result<Ordered, String> {
    let leaves: Vec<Vec<&Definition>> =
        group.iter().map(|ty| leaves(ty, known, &mut BTreeSet::new())).collect();
    let mut remaining: Vec<usize> = (0..group.len()).collect();
    let mut ordered = Vec::new();
    while remaining.len() > 1 {
        let found = remaining.iter().find_map(|index| {
            let own = leaves.get(*index)?;
            let candidates = sorted(required(own.first()?));
            let wire = candidates.into_iter().find(|wire| {
                own.iter().all(|leaf| required(leaf).contains(wire))
                    && remaining
                        .iter()
                        .filter(|other| *other != index)
                        .filter_map(|other| leaves.get(*other))
                        .flatten()
                        .all(|leaf| !declares(leaf, wire))
            })?;
            Some((*index, Test::First(wire.to_owned())))
        });
        let Some((index, test)) = found else {
            return Err("no member tells the elements of these arrays apart: give each a constant"
                .to_owned());
        };
        remaining.retain(|other| *other != index);
        ordered.push((index, vec![test]));
    }
    ordered.extend(remaining.into_iter().map(|index| (index, Vec::new())));
    Ok(ordered)
}

/// The structs that elements of an array may be; a union of arrays of itself has been `seen`.
fn leaves<'a>(ty: &Type, known: &'a Known, seen: &mut BTreeSet<String>) -> Vec<&'a Definition> {
    match ty {
        Type::Array(inner) => leaves(inner, known, seen),
        Type::Named(name) if seen.insert(name.clone()) => {
            let Some(definition) = known.get(name) else { return Vec::new() };
            match &definition.body {
                Body::Struct(_) => vec![definition],
                Body::Alias(inner) => leaves(inner, known, seen),
                Body::Union(union) => {
                    let types = union.alternatives.iter().map(|one| &one.ty);
                    types.flat_map(|ty| leaves(ty, known, seen)).collect()
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

fn others<'a>(
    structs: &'a [&'a Definition],
    remaining: &'a [usize],
    index: usize,
) -> impl Iterator<Item = &'a Definition> {
    remaining
        .iter()
        .filter(move |other| **other != index)
        .filter_map(|other| structs.get(*other).copied())
}

fn required(definition: &Definition) -> Vec<&str> {
    definition.members().iter().filter(|m| m.required).map(|m| m.wire.as_str()).collect()
}

fn declares(definition: &Definition, wire: &str) -> bool {
    definition.members().iter().any(|member| member.wire == wire)
}

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}
