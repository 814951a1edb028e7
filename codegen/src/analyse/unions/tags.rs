//! Unions that go by the value of a member which all of their kinds have.

use super::variants::{names, stripped};
use super::{Known, structure};
use crate::decisions::{Decisions, Variants};
use crate::ir::{Alternative, Body, Const, Definition, Openness, Rule, Sign, Type, Union};

/// The values that a tag has in one alternative.
#[derive(Clone, Debug)]
pub(super) struct TagValues {
    pub(super) values: Vec<String>,
    /// Whether the alternative's type models the tag.
    keep: bool,
    /// Whether the alternative is a union itself.
    nested: bool,
    pub(super) optional: bool,
}

/// An alternative of a tagged union: a struct, or the structs of a union.
pub(super) type Part<'a> = Vec<&'a Definition>;

/// The structs that an alternative may be.
pub(super) fn part<'a>(ty: &Type, known: &'a Known) -> Option<Part<'a>> {
    if let Some(definition) = structure(ty, known) {
        return Some(vec![definition]);
    }
    let Type::Named(name) = ty else { return None };
    let Body::Union(union) = &known.get(name)?.body else { return None };
    union.alternatives.iter().map(|one| structure(&one.ty, known)).collect()
}

/// A member that all alternatives have, with values that no two share.
pub(super) fn find_tag(parts: &[Part<'_>], known: &Known) -> Option<(String, Vec<TagValues>)> {
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

/// The values that a tag has in each of several structs.
pub(super) fn all_tag_values(
    structs: &[&Definition],
    wire: &str,
    known: &Known,
) -> Option<Vec<TagValues>> {
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

/// The values that a tag has in a struct.
pub(super) fn tag_values(definition: &Definition, wire: &str, known: &Known) -> Option<TagValues> {
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

/// A union that goes by a tag.
pub(super) fn tagged(
    types: &[Type],
    tag: &str,
    values: Vec<TagValues>,
    decisions: &Decisions,
) -> Union {
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
