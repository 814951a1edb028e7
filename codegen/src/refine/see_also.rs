//! The links at the end of a type's doc: what it answers or what answers it, and what uses it.

use std::collections::BTreeSet;

use super::Context;
use crate::ir::{Body, Definition};
use crate::methods::{Method, Params};

/// More users than this say little about a type.
const FEW: usize = 3;

/// The links of a definition; nothing where there are none, or for a user's own schema.
pub(super) fn see_also(definition: &Definition, context: Context<'_>) -> Option<String> {
    if context.revision.is_empty() {
        return None;
    }
    let mut methods = BTreeSet::new();
    let mut others = BTreeSet::new();
    for method in context.methods {
        let ends = [Some(method.row.definition.as_str()), params(method), result(method)];
        let part = ends.iter().flatten().any(|end| concerns(end, definition, context));
        if part {
            methods.insert(method.row.name.as_str());
            others.extend(ends.into_iter().flatten());
        }
    }
    if methods.len() > 1 {
        // What many methods share has no partner of its own.
        others.clear();
    }
    if methods.is_empty() {
        let users = context.definitions.0.values().filter(|user| uses(user, &definition.name));
        others = users.map(|user| user.name.as_str()).collect();
        if others.len() > FEW {
            return None;
        }
    }
    let links = others.into_iter().filter(|name| *name != definition.name);
    let links: Vec<String> = links.filter_map(|name| link(name, context)).collect();
    let methods: Vec<String> = methods.iter().map(|name| format!("`{name}`")).collect();
    match (methods.is_empty(), links.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("See also {}.", links.join(", "))),
        (false, true) => Some(format!("Methods: {}.", methods.join(", "))),
        (false, false) => {
            Some(format!("Method {}. See also {}.", methods.join(", "), links.join(", ")))
        }
    }
}

fn params(method: &Method) -> Option<&str> {
    let Some(Params { ty, .. }) = &method.params else { return None };
    ty.named()
}

fn result(method: &Method) -> Option<&str> {
    method.row.result.as_deref()
}

/// Whether an end of a method is the definition, or a choice that has it.
fn concerns(end: &str, definition: &Definition, context: Context<'_>) -> bool {
    let is_choice = |end: &Definition| match &end.body {
        Body::Union(union) => {
            union.alternatives.iter().any(|one| one.ty.named() == Some(&definition.name))
        }
        _ => false,
    };
    end == definition.name || context.definitions.0.get(end).is_some_and(is_choice)
}

/// Whether a definition has a member or an alternative of this type.
fn uses(user: &Definition, name: &str) -> bool {
    match &user.body {
        Body::Struct(members) => members.iter().any(|member| member.ty.named() == Some(name)),
        Body::Union(union) => union.alternatives.iter().any(|one| one.ty.named() == Some(name)),
        Body::Alias(ty) => ty.named() == Some(name),
        _ => false,
    }
}

/// A link to a type, wherever in the revision it stands.
fn link(name: &str, context: Context<'_>) -> Option<String> {
    let rust = &context.definitions.0.get(name)?.rust;
    Some(format!("[`{rust}`](super::{rust})"))
}
