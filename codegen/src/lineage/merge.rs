//! One type for what several revisions hold in one place.

use crate::ir::{Body, Definitions, Type};

/// The type with other names for definitions.
pub(super) fn rename(ty: &Type, name: &dyn Fn(&str) -> String) -> Type {
    let inner = |ty: &Type| Box::new(rename(ty, name));
    match ty {
        Type::Named(old) => Type::Named(name(old)),
        Type::Array(of) => Type::Array(inner(of)),
        Type::Map(of) => Type::Map(inner(of)),
        Type::OneOrMany(of) => Type::OneOrMany(inner(of)),
        Type::Nullable(of) => Type::Nullable(inner(of)),
        leaf => leaf.clone(),
    }
}

/// The type with aliases replaced by what they stand for.
pub(super) fn resolve(ty: &Type, definitions: &Definitions) -> Type {
    let inner = |ty: &Type| Box::new(resolve(ty, definitions));
    match ty {
        Type::Named(name) => match definitions.0.get(name).map(|d| &d.body) {
            Some(Body::Alias(target)) => resolve(target, definitions),
            _ => ty.clone(),
        },
        Type::Array(of) => Type::Array(inner(of)),
        Type::Map(of) => Type::Map(inner(of)),
        Type::OneOrMany(of) => Type::OneOrMany(inner(of)),
        Type::Nullable(of) => Type::Nullable(inner(of)),
        leaf => leaf.clone(),
    }
}

/// The type that holds values of all these types; `None` where no rule gives one.
pub(super) fn all(types: &[Type], union_of: &dyn Fn(&str, &Type) -> bool) -> Option<Type> {
    let mut types = types.iter();
    let first = types.next()?.clone();
    types.try_fold(first, |merged, ty| pair(&merged, ty, union_of))
}

fn pair(a: &Type, b: &Type, union_of: &dyn Fn(&str, &Type) -> bool) -> Option<Type> {
    if a == b {
        return Some(a.clone());
    }
    match (a, b) {
        (Type::Array(a), Type::Array(b)) => Some(Type::Array(Box::new(pair(a, b, union_of)?))),
        (Type::Map(a), Type::Map(b)) => Some(Type::Map(Box::new(pair(a, b, union_of)?))),
        (Type::Nullable(a), Type::Nullable(b)) => {
            Some(Type::Nullable(Box::new(pair(a, b, union_of)?)))
        }
        (Type::OneOrMany(a), Type::OneOrMany(b)) => {
            Some(Type::OneOrMany(Box::new(pair(a, b, union_of)?)))
        }
        (Type::OneOrMany(many), one) | (one, Type::OneOrMany(many)) => {
            Some(Type::OneOrMany(Box::new(pair(many, one, union_of)?)))
        }
        // An open object that got named members later.
        (Type::JsonObject, named @ Type::Named(_)) | (named @ Type::Named(_), Type::JsonObject) => {
            Some(named.clone())
        }
        (Type::Json, Type::JsonObject) | (Type::JsonObject, Type::Json) => Some(Type::Json),
        (Type::Named(union), part) if union_of(union, part) => Some(a.clone()),
        (part, Type::Named(union)) if union_of(union, part) => Some(b.clone()),
        _ => None,
    }
}

/// How a member that holds one or many is known in the lineage, beside its own name.
pub(super) fn list(member: &str) -> String {
    format!("{member}[]")
}

/// How an alternative of a union is known in the lineage.
pub(super) fn key(ty: &Type) -> String {
    match ty {
        Type::Named(name) => name.clone(),
        other => format!("{other:?}"),
    }
}
