//! The schemas inside a schema, by their place: a keyword in data, or a property that is called like
//! one, is none.

use crate::JsonKind;
use crate::json::text;

/// How deep schemas may nest to be looked at: the limit of serde_json.
pub(super) const DEPTH: usize = 128;

/// Keywords whose values are data.
const DATA: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// Keywords whose values are objects that hold a schema for each name.
const NAMED: [&str; 6] =
    ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

/// Calls `visit` with a schema, and where that gives `true`, with all schemas in it; outer ones and
/// earlier ones come first. `false` if they nest deeper than `depth`.
///
/// What stands under an unknown keyword counts as a schema.
pub(super) fn walk<'a>(
    schema: &'a str,
    depth: usize,
    visit: &mut dyn FnMut(&'a str) -> bool,
) -> bool {
    let kind = JsonKind::of(schema);
    let Some(within) = depth.checked_sub(1) else {
        return !matches!(kind, JsonKind::Array | JsonKind::Object);
    };
    match kind {
        JsonKind::Array => text::elements(schema).all(|element| walk(element, within, visit)),
        JsonKind::Object if visit(schema) => text::members(schema).all(|member| {
            let name = text::decode_lossy(member.name);
            if DATA.contains(&&*name) {
                true
            } else if NAMED.contains(&&*name) {
                walk_named(member.value, within, visit)
            } else {
                walk(member.value, within, visit)
            }
        }),
        _ => true,
    }
}

/// The same for an object that holds a schema for each name.
pub(super) fn walk_named<'a>(
    schemas: &'a str,
    depth: usize,
    visit: &mut dyn FnMut(&'a str) -> bool,
) -> bool {
    text::members(schemas).all(|member| walk(member.value, depth, visit))
}
