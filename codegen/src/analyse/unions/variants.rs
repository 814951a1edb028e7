//! The names of variants.

use crate::ir::{Type, Union};
use crate::naming::Naming;

/// The names of variants: the types' names without what they have in common.
pub(super) fn variants(types: &[Type], naming: &Naming) -> Vec<String> {
    let names = names(types, naming);
    stripped(&names).unwrap_or(names)
}

/// The names of types.
pub(super) fn names(types: &[Type], naming: &Naming) -> Vec<String> {
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
pub(super) fn stripped(names: &[String]) -> Option<Vec<String>> {
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

/// Takes the union's own name off the variants that have it from there, where what is left is a
/// name and no other variant's.
pub(crate) fn shorten(union: &mut Union, name: &str, is_anonymous: impl Fn(&Type) -> bool) {
    let all = &mut union.alternatives;
    for index in 0..all.len() {
        let short = all.get(index).filter(|one| is_anonymous(&one.ty)).and_then(|one| {
            let short = one.variant.strip_prefix(name)?;
            short.starts_with(char::is_uppercase).then(|| short.to_owned())
        });
        let Some(short) = short else { continue };
        let taken = all.iter().any(|other| other.variant == short);
        if let Some(one) = all.get_mut(index).filter(|_| !taken) {
            one.variant = short;
        }
    }
}
