//! Which values a schema allows, as far as its root tells.

use core::ops::{BitAnd, BitOr};

use super::reference::fragment;
use crate::{Json, JsonKind, JsonObject};

/// How many schemas are looked at before the question is left open.
const MOST: usize = 256;

/// What a schema allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convert::rules) enum Root {
    /// Objects, and it says so with `"type": "object"`.
    Object,
    /// Objects only, but it says so in another way.
    OnlyObjects,
    /// No objects.
    NoObject,
    /// Objects and other values, for all that can be seen.
    Any,
}

impl Root {
    pub(in crate::convert::rules) fn of(schema: &JsonObject) -> Self {
        if schema.get("type").is_some_and(|kind| kind == Json::from("object")) {
            return Root::Object;
        }
        let mut left = MOST;
        match allowed(schema.as_json(), schema.as_json(), &mut left) {
            Allowed { object: false, .. } => Root::NoObject,
            Allowed { other: false, .. } => Root::OnlyObjects,
            _ => Root::Any,
        }
    }
}

/// Whether there may be values of a kind that a schema allows.
#[derive(Clone, Copy)]
struct Allowed {
    object: bool,
    other: bool,
}

const ANY: Allowed = Allowed { object: true, other: true };
const NONE: Allowed = Allowed { object: false, other: false };

impl Allowed {
    fn kind(is_object: bool) -> Self {
        Allowed { object: is_object, other: !is_object }
    }
}

impl BitAnd for Allowed {
    type Output = Self;

    fn bitand(self, with: Self) -> Self {
        Allowed { object: self.object && with.object, other: self.other && with.other }
    }
}

impl BitOr for Allowed {
    type Output = Self;

    fn bitor(self, or: Self) -> Self {
        Allowed { object: self.object || or.object, other: self.other || or.other }
    }
}

/// Recursion ends, since each step takes one of those that are `left`.
fn allowed(schema: &Json, root: &Json, left: &mut usize) -> Allowed {
    if schema.as_bool() == Some(false) {
        return NONE;
    }
    let Some(within) = left.checked_sub(1) else { return ANY };
    *left = within;
    let mut all = ANY;
    match schema.get("type") {
        Some(kind) if kind.kind() == JsonKind::String => all = all & named(&kind),
        Some(kinds) => {
            let kinds = kinds.as_array().unwrap_or_default();
            all = all & kinds.iter().map(named).reduce(BitOr::bitor).unwrap_or(ANY);
        }
        None => {}
    }
    if let Some(value) = schema.get("const") {
        all = all & Allowed::kind(value.kind() == JsonKind::Object);
    }
    if let Some(values) = schema.get("enum").and_then(|values| values.as_array()) {
        let kinds = values.iter().map(|value| Allowed::kind(value.kind() == JsonKind::Object));
        all = all & kinds.reduce(BitOr::bitor).unwrap_or(NONE);
    }
    if let Some(target) = schema.get("$ref").and_then(|target| referred(&target, root)) {
        all = all & allowed(&target, root, left);
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(schemas) = schema.get(keyword).and_then(|schemas| schemas.as_array()) {
            let each = schemas.iter().map(|schema| allowed(schema, root, left));
            all = all & each.reduce(BitOr::bitor).unwrap_or(ANY);
        }
    }
    for schema in schema.get("allOf").and_then(|all| all.as_array()).unwrap_or_default() {
        all = all & allowed(&schema, root, left);
    }
    all
}

fn named(kind: &Json) -> Allowed {
    Allowed::kind(*kind == Json::from("object"))
}

/// The schema at a local reference.
fn referred(target: &Json, root: &Json) -> Option<Json> {
    root.pointer(&fragment(&target.as_string()?)?)
}

#[cfg(test)]
mod tests {
    use super::Root;

    #[test]
    fn what_a_root_allows() {
        let cases = [
            (r#"{"type":"object"}"#, Root::Object),
            (r#"{"type":["object"]}"#, Root::OnlyObjects),
            (r#"{"type":["object","null"]}"#, Root::Any),
            (r#"{"type":"array"}"#, Root::NoObject),
            (r#"{"enum":["a","b"]}"#, Root::NoObject),
            ("{}", Root::Any),
            (r##"{"$ref":"#"}"##, Root::Any),
            (r##"{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}"##, Root::Any),
            (
                r##"{"oneOf":[{"$ref":"#/$defs/a"},{"const":{}}],"$defs":{"a":{"type":"object"}}}"##,
                Root::OnlyObjects,
            ),
            (r#"{"anyOf":[{"type":"object"},{"type":"string"}]}"#, Root::Any),
            (r#"{"allOf":[{},{"type":"string"}]}"#, Root::NoObject),
        ];
        for (schema, root) in cases {
            assert_eq!(Root::of(&schema.parse().unwrap()), root, "{schema}");
        }
    }
}
