//! Names that would be the same in Rust.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::ir::{Body, Definitions};
use crate::pointer;

/// The field that every struct has for members that it does not model.
pub(crate) const UNMODELLED: &str = "extensions";

/// Every collision, with what to do about it.
pub(super) fn find(definitions: &Definitions, file: &str) -> Vec<Error> {
    let mut errors = Vec::new();
    let mut types: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, definition) in &definitions.0 {
        let at = format!("/definitions/{}", pointer::escape(name));
        if let Some(other) = types.insert(&definition.rust, name) {
            errors.push(Error::new(
                file,
                &at,
                format!(
                    "`{name}` and `{other}` are both `{}` in Rust: rename one with an erratum",
                    definition.rust
                ),
            ));
        }
        let names: Vec<(&str, &str)> = match &definition.body {
            Body::Struct(members) => {
                members.iter().map(|m| (m.field.as_str(), m.wire.as_str())).collect()
            }
            Body::Enum(list) => {
                list.values.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
            }
            Body::Integers(list) => {
                list.values.iter().map(|(name, _)| (&**name, &**name)).collect()
            }
            Body::Bits(bits) => bits.iter().map(|(name, _)| (&**name, &**name)).collect(),
            Body::Union(union) => union
                .alternatives
                .iter()
                .map(|a| (a.variant.as_str(), a.variant.as_str()))
                .collect(),
            _ => Vec::new(),
        };
        let reserved = match &definition.body {
            Body::Struct(_) => UNMODELLED,
            _ => "Unknown",
        };
        let mut seen: BTreeMap<&str, &str> = BTreeMap::from([(reserved, "what is not modelled")]);
        for (rust, wire) in names {
            if let Some(other) = seen.insert(rust, wire) {
                errors.push(Error::new(
                    file,
                    &at,
                    format!(
                        "`{wire}` and `{other}` are both `{rust}` in Rust: give `{name}.{wire}` a \
                         name in names.toml, under `fields`"
                    ),
                ));
            }
        }
    }
    errors
}
