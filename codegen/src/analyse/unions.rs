//! How the alternatives of a union are told apart: by a tag, by their JSON kind, or by the members
//! that only one of them has. No rule depends on the order in the schema.

use std::collections::BTreeMap;

use crate::decisions::{Decisions, Variants};
use crate::ir::{Alternative, Body, Const, Definition, Openness, Rule, Sign, Test, Type, Union};
use crate::naming::Naming;

type Known = BTreeMap<String, Definition>;

/// Builds a union of types; an error says why its members can't be told apart.
pub(crate) fn union(types: &[Type], known: &Known, decisions: &Decisions) -> Result<Union, String> {
    let naming = decisions.naming();
    let parts: Option<Vec<Part<'_>>> = types.iter().map(|ty| part(ty, known)).collect();
    if let Some(parts) = &parts
        && let Some((tag, values)) = find_tag(parts, known)
    {
        return Ok(tagged(types, &tag, values, decisions));
    }
    let variants = variants(types, naming);
    let mut groups: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (index, ty) in types.iter().enumerate() {
        groups.entry(kind(ty, known)?).or_default().push(index);
    }
    let one_kind = groups.len() == 1;
    if let Some(own) = own_members(types, known).filter(|_| one_kind && parts.is_some()) {
        let alternatives = types.iter().zip(variants).zip(own).map(|((ty, variant), own)| {
            Alternative { variant, ty: ty.clone(), sign: Sign::Members(own) }
        });
        return Ok(Union {
            alternatives: alternatives.collect(),
            rule: Rule::Members,
            openness: Openness::Listed,
        });
    }
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
                    "two alternatives are both of JSON kind {kind}: name one type for both with an erratum"
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

/// An alternative of a tagged union: a struct, or the structs of a union.
type Part<'a> = Vec<&'a Definition>;

fn part<'a>(ty: &Type, known: &'a Known) -> Option<Part<'a>> {
    if let Some(definition) = structure(ty, known) {
        return Some(vec![definition]);
    }
    let Type::Named(name) = ty else { return None };
    let Body::Union(union) = &known.get(name)?.body else { return None };
    union.alternatives.iter().map(|one| structure(&one.ty, known)).collect()
}

/// For each of many objects, the members that it requires and no other one does; `None` where one
/// has no such member. Two objects are told apart by one member, so that it can be named.
fn own_members(types: &[Type], known: &Known) -> Option<Vec<Vec<String>>> {
    let structs: Vec<&Definition> =
        types.iter().map(|ty| structure(ty, known)).collect::<Option<_>>()?;
    let indices: Vec<usize> = (0..structs.len()).collect();
    let own = |index: usize| {
        let own = required(structs.get(index)?).into_iter();
        let own = own.filter(|wire| {
            others(&structs, &indices, index).all(|other| !required(other).contains(wire))
        });
        let own: Vec<String> = own.map(str::to_owned).collect();
        (!own.is_empty()).then_some(own)
    };
    if structs.len() > 2 { indices.iter().map(|index| own(*index)).collect() } else { None }
}

/// The values that a tag has in one alternative.
#[derive(Clone, Debug)]
struct TagValues {
    values: Vec<String>,
    keep: bool,
    nested: bool,
    optional: bool,
}

/// A member that all alternatives have, with values that no two share.
fn find_tag(parts: &[Part<'_>], known: &Known) -> Option<(String, Vec<TagValues>)> {
    let first = parts.first()?.first()?;
    first.members().iter().find_map(|member| {
        let values: Vec<TagValues> = parts
            .iter()
            .map(|part| part_values(part, &member.wire, known))
            .collect::<Option<_>>()?;
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

/// The values that a tag has in an alternative that may be a union.
fn part_values(part: &[&Definition], wire: &str, known: &Known) -> Option<TagValues> {
    if let [definition] = part {
        return tag_values(definition, wire, known);
    }
    let all = all_tag_values(part, wire, known)?;
    let mut values: Vec<String> = all.iter().flat_map(|one| one.values.clone()).collect();
    values.sort();
    values.dedup();
    let optional = all.iter().any(|one| one.optional);
    (!optional).then_some(TagValues { values, keep: true, nested: true, optional })
}

fn tag_values(definition: &Definition, wire: &str, known: &Known) -> Option<TagValues> {
    let member = definition.members().iter().find(|member| member.wire == wire)?;
    let optional = !member.required;
    match &member.ty {
        Type::Const(Const::String(value)) => {
            Some(TagValues { values: vec![value.clone()], keep: false, nested: false, optional })
        }
        Type::Named(name) => match &known.get(name)?.body {
            Body::Enum(list) if !optional || list.openness == Openness::Fixed => {
                let values = list.values.iter().map(|(_, value)| value.clone()).collect();
                Some(TagValues { values, keep: true, nested: false, optional })
            }
            _ => None,
        },
        _ => None,
    }
}

fn tagged(types: &[Type], tag: &str, values: Vec<TagValues>, decisions: &Decisions) -> Union {
    let naming = decisions.naming();
    let untagged = values
        .iter()
        .find(|values| values.optional)
        .and_then(|values| values.values.first().cloned());
    let by_value = |values: &TagValues| match values.values.as_slice() {
        [value] if !value.contains('/') => Some(naming.variant(value)),
        _ => None,
    };
    let short: Option<Vec<String>> = values.iter().map(by_value).collect();
    let names = names(types, naming);
    let variants = match decisions.variants() {
        Variants::Types => stripped(&names).or(short),
        Variants::Tags => short.or_else(|| stripped(&names)),
    };
    let variants = variants.unwrap_or(names);
    let alternatives =
        types.iter().zip(values).zip(variants).map(|((ty, tag), variant)| Alternative {
            variant,
            ty: ty.clone(),
            sign: Sign::Tag { values: tag.values, keep: tag.keep, nested: tag.nested },
        });
    let mut alternatives: Vec<Alternative> = alternatives.collect();
    alternatives.sort_by(|a, b| a.variant.cmp(&b.variant));
    let rule = Rule::Tagged { tag: tag.to_owned(), untagged };
    Union { alternatives, rule, openness: Openness::Listed }
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
            Some(Body::Enum(_)) => "String",
            Some(Body::Integers(_) | Body::Bits(_)) => "Number",
            Some(Body::Alias(inner)) => kind(inner, known)?,
            Some(Body::Union(_)) | None => {
                return Err(format!(
                    "`{name}` is a union itself: list its alternatives with an erratum"
                ));
            }
        },
        _ => {
            return Err(format!(
                "{ty:?} among other types: every value would fit it; decide with an erratum"
            ));
        }
    })
}

type Ordered = Vec<(usize, Vec<Test>)>;

/// Tells objects apart, first by a tag that groups them, then by their members.
fn objects(group: &[&Type], known: &Known) -> Result<(Option<String>, Ordered), String> {
    let structs: Option<Vec<&Definition>> = group.iter().map(|ty| structure(ty, known)).collect();
    let Some(structs) = structs else {
        return Err(
            "an open object among others: every object would fit it; decide with an erratum"
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
        let found = by_flag(structs, &remaining)
            .or_else(|| by_required(structs, &remaining))
            .or_else(|| by_optional(structs, &remaining))
            .or_else(|| by_nested(structs, &remaining, known));
        let Some((index, test)) = found else {
            let names: Vec<&str> = remaining
                .iter()
                .filter_map(|index| structs.get(*index))
                .map(|definition| definition.name.as_str())
                .collect();
            return Err(format!(
                "no member tells {} apart: give them a constant with an erratum",
                names.join(", ")
            ));
        };
        remaining.retain(|other| *other != index);
        ordered.push((index, vec![test]));
    }
    ordered.extend(remaining.into_iter().map(|index| (index, Vec::new())));
    Ok(ordered)
}

/// An alternative that requires a boolean which in all others is the other one.
fn by_flag(structs: &[&Definition], remaining: &[usize]) -> Option<(usize, Test)> {
    remaining.iter().find_map(|index| {
        let (wire, flag) = flags(structs.get(*index)?).into_iter().find(|(wire, flag)| {
            others(structs, remaining, *index).all(|other| flags(other).contains(&(wire, !flag)))
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

/// An alternative that requires a member which no other one has.
fn by_required(structs: &[&Definition], remaining: &[usize]) -> Option<(usize, Test)> {
    remaining.iter().find_map(|index| {
        let mut own: Vec<&str> = required(structs.get(*index)?);
        own.sort_unstable();
        let unique = own
            .into_iter()
            .find(|wire| others(structs, remaining, *index).all(|other| !declares(other, wire)))?;
        Some((*index, Test::Has(unique.to_owned())))
    })
}

/// An alternative that requires what another one requires and alone has an optional member.
fn by_optional(structs: &[&Definition], remaining: &[usize]) -> Option<(usize, Test)> {
    remaining.iter().find_map(|index| {
        let definition = structs.get(*index)?;
        let twin = others(structs, remaining, *index)
            .any(|other| sorted(required(other)) == sorted(required(definition)));
        let mut own: Vec<&str> = definition.members().iter().map(|m| m.wire.as_str()).collect();
        own.sort_unstable();
        let unique = own
            .into_iter()
            .find(|wire| others(structs, remaining, *index).all(|other| !declares(other, wire)))?;
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
fn arrays(group: &[&Type], known: &Known) -> Result<Ordered, String> {
    let leaves: Vec<Vec<&Definition>> = group.iter().map(|ty| leaves(ty, known)).collect();
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
            return Err(
                "no member tells the elements of these arrays apart: decide with an erratum"
                    .to_owned(),
            );
        };
        remaining.retain(|other| *other != index);
        ordered.push((index, vec![test]));
    }
    ordered.extend(remaining.into_iter().map(|index| (index, Vec::new())));
    Ok(ordered)
}

/// The structs that elements of an array may be.
fn leaves<'a>(ty: &Type, known: &'a Known) -> Vec<&'a Definition> {
    match ty {
        Type::Array(inner) => leaves(inner, known),
        Type::Named(name) => match known.get(name) {
            Some(definition) => match &definition.body {
                Body::Struct(_) => vec![definition],
                Body::Alias(inner) => leaves(inner, known),
                Body::Union(union) => {
                    union.alternatives.iter().flat_map(|one| leaves(&one.ty, known)).collect()
                }
                _ => Vec::new(),
            },
            None => Vec::new(),
        },
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

/// The names of variants: the types' names without what they have in common.
fn variants(types: &[Type], naming: &Naming) -> Vec<String> {
    let names = names(types, naming);
    stripped(&names).unwrap_or(names)
}

/// The names of types.
fn names(types: &[Type], naming: &Naming) -> Vec<String> {
    types
        .iter()
        .map(|ty| match ty {
            Type::Named(name) => naming.type_name(name),
            Type::String => "String".to_owned(),
            Type::Bool => "Bool".to_owned(),
            Type::Integer => "Integer".to_owned(),
            Type::Number => "Number".to_owned(),
            Type::Array(_) => "Array".to_owned(),
            _ => "Object".to_owned(),
        })
        .collect()
}

/// Names without the words at the end, or else at the start, that all of them share.
fn stripped(names: &[String]) -> Option<Vec<String>> {
    let words: Vec<Vec<String>> = names.iter().map(|name| words(name)).collect();
    if names.len() < 2 {
        return None;
    }
    let end = shared(&words, true);
    let words: Vec<&[String]> = words.iter().map(|name| head(name, name.len() - end)).collect();
    // One word in front, such as a verb, may well belong to the name.
    let start = Some(shared(&words, false)).filter(|count| *count > 1).unwrap_or(0);
    let names = words.iter().map(|name| tail(name, name.len() - start).concat()).collect();
    (start + end > 0).then_some(names)
}

/// How many words all names have in common at their end or start, leaving each at least one.
fn shared(names: &[impl AsRef<[String]>], at_end: bool) -> usize {
    let Some(first) = names.first().map(AsRef::as_ref) else { return 0 };
    let common = |count: &usize| {
        names.iter().map(AsRef::as_ref).all(|name| {
            let fits = if at_end {
                name.ends_with(tail(first, *count))
            } else {
                name.starts_with(head(first, *count))
            };
            name.len() > *count && fits
        })
    };
    (1..first.len()).rev().find(common).unwrap_or(0)
}

fn head(words: &[String], count: usize) -> &[String] {
    words.get(..count).unwrap_or(words)
}

fn tail(words: &[String], count: usize) -> &[String] {
    words.get(words.len().saturating_sub(count)..).unwrap_or(words)
}

/// The words of an UpperCamelCase name.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in name.chars() {
        match words.last_mut() {
            Some(word) if !letter.is_uppercase() => word.push(letter),
            _ => words.push(letter.to_string()),
        }
    }
    words
}
