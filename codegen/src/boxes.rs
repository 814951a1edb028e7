//! What is boxed: a member through which a value would be a part of itself, and the wide kinds of
//! unions that stand in arrays.
//!
//! Arrays and maps keep their elements elsewhere anyway, so a tree of nodes needs no box. But each
//! element of an array takes the room of the widest kind, however few are of that kind.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Body, Definition, Definitions, Type};

/// A kind wider than this, in words, is boxed where others are not.
const WIDE: usize = 24;

/// Kinds of unions: the names of union and kind.
pub type Kinds = BTreeSet<(String, String)>;

/// The definitions with a box around every member that leads back to its own type, and around the
/// kinds that `is_wide` names by union and kind.
#[must_use]
pub fn boxed(definitions: &Definitions, is_wide: impl Fn(&str, &str) -> bool) -> Definitions {
    let mut boxed = without_cycles(definitions);
    for (name, definition) in &mut boxed.0 {
        let Body::Union(union) = &mut definition.body else { continue };
        for alternative in &mut union.alternatives {
            if let Type::Named(kind) = &alternative.ty
                && is_wide(name, kind)
            {
                alternative.ty = Type::Boxed(Box::new(alternative.ty.clone()));
            }
        }
    }
    boxed
}

/// The wide kinds of unions that stand in arrays, where there are narrow ones beside them.
#[must_use]
pub fn wide_kinds(definitions: &Definitions) -> Kinds {
    let definitions = &without_cycles(definitions);
    let mut widths = Widths { definitions, known: BTreeMap::new() };
    let mut kinds = Kinds::new();
    for name in elements(definitions) {
        let Some(Body::Union(union)) = definitions.0.get(name).map(|one| &one.body) else {
            continue;
        };
        let (wide, narrow): (Vec<&Type>, Vec<&Type>) = union
            .alternatives
            .iter()
            .map(|alternative| &alternative.ty)
            .partition(|ty| widths.of(ty) > WIDE);
        if !narrow.is_empty() {
            let named = wide.into_iter().filter_map(held);
            kinds.extend(named.map(|kind| (name.to_owned(), kind.to_owned())));
        }
    }
    kinds
}

/// The definitions of which arrays and maps have elements.
fn elements(definitions: &Definitions) -> BTreeSet<&str> {
    fn of_type<'a>(ty: &'a Type, found: &mut BTreeSet<&'a str>) {
        match ty {
            Type::Array(inner) | Type::Map(inner) | Type::OneOrMany(inner) => {
                found.extend(inner.named());
            }
            Type::Nullable(inner) | Type::Boxed(inner) => of_type(inner, found),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for definition in definitions.0.values() {
        match &definition.body {
            Body::Struct(members) => {
                members.iter().for_each(|member| of_type(&member.ty, &mut found));
            }
            Body::Alias(ty) => of_type(ty, &mut found),
            _ => {}
        }
    }
    found
}

/// How many words values take where they stand, about.
struct Widths<'a> {
    definitions: &'a Definitions,
    /// Those of definitions; none, for now, of one that is being looked at.
    known: BTreeMap<&'a str, usize>,
}

impl<'a> Widths<'a> {
    fn of(&mut self, ty: &'a Type) -> usize {
        match ty {
            Type::Const(_) => 0,
            Type::Null | Type::Bool | Type::Map(_) | Type::Boxed(_) => 1,
            Type::Json | Type::JsonObject | Type::Integer | Type::Number => 2,
            Type::String | Type::StringOrInteger | Type::Array(_) => 3,
            Type::OneOrMany(inner) => self.of(inner).max(3),
            Type::Nullable(inner) => self.of(inner),
            Type::Named(name) => match self.known.get(name.as_str()) {
                Some(width) => *width,
                None => {
                    self.known.insert(name, 0);
                    let width = self.definitions.0.get(name).map_or(2, |one| self.of_body(one));
                    self.known.insert(name, width);
                    width
                }
            },
        }
    }

    fn of_body(&mut self, definition: &'a Definition) -> usize {
        match &definition.body {
            Body::Integers(_) | Body::Bits(_) => 1,
            Body::Text(_) => 2,
            Body::String | Body::Enum(_) => 3,
            // The members that are not modelled are one more map.
            Body::Struct(members) => {
                members.iter().fold(1, |width, member| width.saturating_add(self.of(&member.ty)))
            }
            Body::Union(union) => {
                let kinds = union.alternatives.iter().map(|one| self.of(&one.ty));
                kinds.max().unwrap_or_default().saturating_add(1)
            }
            Body::Alias(ty) => self.of(ty),
        }
    }
}

/// The definitions with a box around every member that leads back to its own type.
fn without_cycles(definitions: &Definitions) -> Definitions {
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
