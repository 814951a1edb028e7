//! Types that hold themselves: a member through which a value would be a part of itself is boxed.
//!
//! Arrays and maps keep their elements elsewhere anyway, so a tree of nodes needs no box.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Body, Definitions, Type};

/// The definitions with a box around every member that leads back to its own type.
#[must_use]
pub fn boxed(definitions: &Definitions) -> Definitions {
    let recursive = maybe_recursive(definitions);
    let mut boxed = definitions.clone();
    for name in &recursive {
        let Some(definition) = boxed.0.get_mut(*name) else { continue };
        let Body::Struct(members) = &mut definition.body else { continue };
        for member in members {
            let back = held(&member.ty).is_some_and(|target| {
                recursive.contains(target) && leads(target, name, definitions)
            });
            if back {
                member.ty = Type::Boxed(Box::new(member.ty.clone()));
            }
        }
    }
    boxed
}

/// Aliases that stand for themselves in the end, such as an array of itself: Rust can't spell them.
#[must_use]
pub fn endless_aliases(definitions: &Definitions) -> Vec<&str> {
    let alias = |name: &str| match &definitions.0.get(name)?.body {
        Body::Alias(ty) => ty.named(),
        _ => None,
    };
    let names = definitions.0.keys().map(String::as_str);
    names
        .filter(|name| {
            let mut seen = BTreeSet::new();
            let mut next = alias(name);
            while let Some(target) = next.filter(|target| seen.insert(*target)) {
                next = alias(target);
            }
            seen.contains(name)
        })
        .collect()
}

/// The definition that a value of the type holds inside itself.
fn held(ty: &Type) -> Option<&str> {
    match ty {
        Type::Named(name) => Some(name),
        Type::Nullable(inner) | Type::OneOrMany(inner) => held(inner),
        _ => None,
    }
}

/// The definitions that a value of this one holds inside itself.
fn parts<'a>(name: &str, definitions: &'a Definitions) -> Vec<&'a str> {
    match definitions.0.get(name).map(|definition| &definition.body) {
        Some(Body::Struct(members)) => members.iter().filter_map(|m| held(&m.ty)).collect(),
        Some(Body::Union(union)) => {
            union.alternatives.iter().filter_map(|one| held(&one.ty)).collect()
        }
        Some(Body::Alias(ty)) => held(ty).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The definitions that are part of a cycle or lead into one; for most schemas there are none.
fn maybe_recursive(definitions: &Definitions) -> BTreeSet<&str> {
    let mut left: BTreeSet<&str> = definitions.0.keys().map(String::as_str).collect();
    let mut holders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in &left {
        let parts = parts(name, definitions).into_iter().filter(|part| left.contains(part));
        for part in parts {
            holders.entry(part).or_default().push(name);
            *counts.entry(name).or_default() += 1;
        }
    }
    // What holds nothing more is finite, and so is what holds nothing else.
    let mut finite: Vec<&str> =
        left.iter().copied().filter(|name| !counts.contains_key(name)).collect();
    while let Some(name) = finite.pop() {
        left.remove(name);
        for holder in holders.remove(name).unwrap_or_default() {
            if let Some(count) = counts.get_mut(holder) {
                *count -= 1;
                if *count == 0 {
                    finite.push(holder);
                }
            }
        }
    }
    left
}

/// Whether a value of `from` may hold a value of `to` inside itself.
fn leads(from: &str, to: &str, definitions: &Definitions) -> bool {
    let mut seen = BTreeSet::new();
    let mut next = vec![from];
    while let Some(name) = next.pop() {
        if name == to {
            return true;
        }
        if seen.insert(name) {
            next.extend(parts(name, definitions));
        }
    }
    false
}
