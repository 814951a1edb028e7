//! Types and constants as they are spelled in Rust.

use crate::ir::{Const, Definitions, Type};

/// The runtime's types that generated code may name.
pub(crate) const RUNTIME: &[&str] = &[
    "Integer",
    "Json",
    "JsonKind",
    "JsonObject",
    "Map",
    "Null",
    "Nullable",
    "Number",
    "OneOrMany",
    "StringOrInteger",
];

/// A type as generated code spells it; `definitions` gives the names.
#[must_use]
pub fn spell(ty: &Type, definitions: &Definitions) -> String {
    let inner = |ty: &Type| spell(ty, definitions);
    match ty {
        Type::Json => "Json".to_owned(),
        Type::JsonObject => "JsonObject".to_owned(),
        Type::String => "String".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Integer => "Integer".to_owned(),
        Type::Number => "Number".to_owned(),
        Type::StringOrInteger => "StringOrInteger".to_owned(),
        Type::Array(of) => format!("Vec<{}>", inner(of)),
        Type::Map(of) => format!("Map<{}>", inner(of)),
        Type::OneOrMany(of) => format!("OneOrMany<{}>", inner(of)),
        Type::Nullable(of) => format!("Nullable<{}>", inner(of)),
        Type::Boxed(of) => format!("Box<{}>", inner(of)),
        Type::Null => "Null".to_owned(),
        Type::Named(name) => {
            definitions.0.get(name).map_or_else(|| name.clone(), |target| target.rust.clone())
        }
        Type::Const(value) => literal(value),
    }
}

/// A constant as a literal.
#[must_use]
pub fn literal(value: &Const) -> String {
    match value {
        Const::String(text) => format!("{text:?}"),
        Const::Integer(number) => format!("{number}i64"),
        Const::Bool(flag) => flag.to_string(),
    }
}
