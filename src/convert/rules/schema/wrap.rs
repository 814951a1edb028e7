//! An output schema around one that allows other values than objects.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::walk::{DEPTH, walk, walk_named};
use crate::convert::options::WRAPPED;
use crate::json::text;
use crate::{Json, JsonKind, JsonObject, Map};

/// Keywords of the root that stay there, with the definitions that references name.
const DIALECT: &str = "$schema";
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// A schema of objects that says so.
pub(in crate::convert::rules) fn as_object(mut schema: JsonObject) -> JsonObject {
    schema.insert("type", "object");
    schema
}

/// The schema of `{"result": …}` around values that a schema allows; if it allows `objects` too,
/// which are not wrapped, of either. `None` where it nests too deep to find its references.
pub(in crate::convert::rules) fn wrapped(schema: JsonObject, objects: bool) -> Option<JsonObject> {
    let home = if objects { "#/anyOf/0" } else { "#/properties/result" };
    let mut inner = schema;
    let mut outer = Map::new();
    if let Some(dialect) = inner.remove(DIALECT) {
        outer.push(DIALECT, dialect);
    }
    // References in a schema with an identity of its own are relative to that.
    if !has_own_identity(inner.as_str()) {
        for name in DEFINITIONS {
            if let Some(definitions) = inner.remove(name) {
                outer.push(name, pointed(&definitions, home, true)?);
            }
        }
        inner = JsonObject::try_from(pointed(inner.as_json(), home, false)?).ok()?;
    }
    outer.push("type", "object".into());
    if objects {
        let reference = JsonObject::from([("$ref", home)]);
        let around: JsonObject = around(reference).into_iter().collect();
        outer.push("anyOf", Json::from_iter([inner.into(), around.into()]));
    } else {
        for (name, value) in around(inner) {
            outer.push(name, value);
        }
    }
    Some(outer.into())
}

/// The members that ask for an object with `schema` under the one name.
fn around(schema: JsonObject) -> [(&'static str, Json); 2] {
    let required = Json::from_iter([Json::from(WRAPPED)]);
    [("properties", JsonObject::from([(WRAPPED, schema)]).into()), ("required", required)]
}

/// A schema, or schemas by name, whose local references find the root at its new `home`.
fn pointed(schemas: &Json, home: &str, by_name: bool) -> Option<Json> {
    let whole = schemas.as_str();
    let mut references: Vec<&str> = Vec::new();
    let mut is_root = !by_name;
    let visit = &mut |schema| {
        if !core::mem::take(&mut is_root) && has_own_identity(schema) {
            return false;
        }
        references.extend(["$ref", "$dynamicRef"].iter().filter_map(|name| {
            text::child(schema, name).filter(|target| JsonKind::of(target) == JsonKind::String)
        }));
        true
    };
    let is_seen = if by_name { walk_named(whole, DEPTH, visit) } else { walk(whole, DEPTH, visit) };
    if !is_seen {
        return None;
    }
    // Within one schema, members come in any order.
    let place = |reference: &str| reference.as_ptr().addr().checked_sub(whole.as_ptr().addr());
    references.sort_by_key(|reference| place(reference));
    let mut written = String::with_capacity(whole.len());
    let mut done = 0;
    for reference in references {
        let Some(target) = new_target(&text::decode_lossy(reference), home) else { continue };
        let start = place(reference)?;
        written.push_str(whole.get(done..start)?);
        written.push_str(Json::from(target).as_str());
        done = start + reference.len();
    }
    written.push_str(whole.get(done..)?);
    Json::from_text(written).ok()
}

/// Where a local reference points now, if that changed: anchors and definitions are where they were.
fn new_target(target: &str, home: &str) -> Option<String> {
    let rest = target.strip_prefix('#')?;
    if rest.is_empty() {
        return Some(home.to_owned());
    }
    let first = rest.strip_prefix('/')?.split('/').next()?.replace("%24", "$");
    (!DEFINITIONS.contains(&first.as_str())).then(|| format!("{home}{rest}"))
}

/// Whether a schema has an `$id`; in draft-07 one that is only a fragment is a name, no identity.
fn has_own_identity(schema: &str) -> bool {
    text::child(schema, "$id").is_some_and(|id| {
        JsonKind::of(id) == JsonKind::String && !text::decode_lossy(id).starts_with('#')
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::wrapped;

    fn wrap(schema: &str, objects: bool) -> String {
        wrapped(schema.parse().unwrap(), objects).unwrap().as_str().into()
    }

    #[test]
    fn a_list_is_wrapped() {
        assert_eq!(
            wrap(r#"{"$schema":"s","type":"array","items":{"minimum": 1.0}}"#, false),
            r#"{"$schema":"s","type":"object","properties":{"result":{"type":"array","items":{"minimum": 1.0}}},"required":["result"]}"#
        );
    }

    #[test]
    fn references_follow_the_root() {
        assert_eq!(
            wrap(
                r##"{"type":"array","items":{"$ref":"#/$defs/a"},"not":{"$ref":"#"},"$defs":{"a":{"$ref":"#/items"},"$ref":{"const":{"$ref":"#"}},"b":{"$id":"b","$ref":"#/c"},"d":{"$ref":"#name"}}}"##,
                false
            ),
            r##"{"$defs":{"a":{"$ref":"#/properties/result/items"},"$ref":{"const":{"$ref":"#"}},"b":{"$id":"b","$ref":"#/c"},"d":{"$ref":"#name"}},"type":"object","properties":{"result":{"type":"array","items":{"$ref":"#/$defs/a"},"not":{"$ref":"#/properties/result"}}},"required":["result"]}"##
        );
    }

    #[test]
    fn a_schema_with_an_identity_stays_whole() {
        assert_eq!(
            wrap(r##"{"$id":"http://x/y","items":{"$ref":"#/$defs/a"},"$defs":{"a":{}}}"##, false),
            r##"{"type":"object","properties":{"result":{"$id":"http://x/y","items":{"$ref":"#/$defs/a"},"$defs":{"a":{}}}},"required":["result"]}"##
        );
    }

    #[test]
    fn objects_may_stay_as_they_are() {
        assert_eq!(
            wrap(r#"{"type":["object","null"]}"#, true),
            r##"{"type":"object","anyOf":[{"type":["object","null"]},{"properties":{"result":{"$ref":"#/anyOf/0"}},"required":["result"]}]}"##
        );
    }

    #[test]
    fn too_deep_is_told() {
        let deep = ["{\"not\":".repeat(500), "{}".into(), "}".repeat(500)].concat();
        assert_eq!(wrapped(deep.parse().unwrap(), false), None);
    }
}
