//! An output schema around one that allows other values than objects.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::reference::fragment;
use super::walk::{DEPTH, walk, walk_named};
use crate::convert::options::WRAPPED;
use crate::json::text;
use crate::{Json, JsonKind, JsonObject, Map};

/// Keywords of the root that stay there, with the definitions that references name.
const DIALECT: &str = "$schema";
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// Where the schema is then.
const HOME: &str = "#/properties/result";

/// A schema of objects that says so.
pub(in crate::convert::rules) fn as_object(mut schema: JsonObject) -> JsonObject {
    schema.insert("type", "object");
    schema
}

/// The schema of `{"result": …}` around values that a schema allows; if it allows `objects` too,
/// which are not wrapped, of either. `None` where it nests too deep to find its references.
pub(in crate::convert::rules) fn wrapped(schema: JsonObject, objects: bool) -> Option<JsonObject> {
    let home = if objects { "#/anyOf/0" } else { HOME };
    let mut inner = schema;
    let mut outer = Map::new();
    if let Some(dialect) = inner.remove(DIALECT) {
        outer.push(DIALECT, dialect);
    }
    // References in a schema with an identity of its own are relative to that.
    if !has_own_identity(inner.as_str()) {
        let moved = &mut |target: &str| target_in(target, home);
        for name in DEFINITIONS {
            if let Some(definitions) = inner.remove(name) {
                outer.push(name, pointed(&definitions, moved, true)?);
            }
        }
        inner = JsonObject::try_from(pointed(inner.as_json(), moved, false)?).ok()?;
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

/// The schema inside of one that [`wrapped`] put around it.
pub(in crate::convert::rules) struct Inside {
    pub(in crate::convert::rules) schema: JsonObject,
    /// The keywords by which the one around it says more than [`wrapped`] would.
    pub(in crate::convert::rules) lost: Vec<String>,
}

/// Takes away what is around the schema of values that stand in objects; `None` where they don't, or
/// where it needs what is around it.
pub(in crate::convert::rules) fn unwrapped(mut outer: JsonObject) -> Option<Inside> {
    let mut inner = outer.get("properties")?.get(WRAPPED)?.as_object()?;
    let mut lost = Vec::new();
    for (name, value) in around(inner.clone()).into_iter().chain([("type", "object".into())]) {
        if outer.remove(name) != Some(value) {
            lost.push(name.into());
        }
    }
    let mut above = Vec::new();
    let own = has_own_identity(inner.as_str());
    let mut is_whole = true;
    let moved = &mut |target: &str| {
        let target = target_out(target);
        is_whole &= target.is_ok();
        target.ok().flatten()
    };
    if let Some(dialect) = outer.remove(DIALECT) {
        above.push((DIALECT, dialect));
    }
    if !own {
        inner = JsonObject::try_from(pointed(inner.as_json(), moved, false)?).ok()?;
        for name in DEFINITIONS {
            if let Some(definitions) = outer.remove(name) {
                above.push((name, pointed(&definitions, moved, true)?));
            }
        }
    }
    if !is_whole || above.iter().any(|(name, _)| inner.get(name).is_some()) {
        return None;
    }
    lost.extend(outer.entries().into_iter().map(|(name, _)| name));
    let above: Map<Json> = above.into_iter().collect();
    let schema = above.into_iter().chain(inner.entries()).collect();
    Some(Inside { schema, lost })
}

/// The members that ask for an object with `schema` under the one name.
fn around(schema: JsonObject) -> [(&'static str, Json); 2] {
    let required = Json::from_iter([Json::from(WRAPPED)]);
    [("properties", JsonObject::from([(WRAPPED, schema)]).into()), ("required", required)]
}

/// A schema, or schemas by name, with the references for which `moved` has another target.
fn pointed(
    schemas: &Json,
    moved: &mut dyn FnMut(&str) -> Option<String>,
    by_name: bool,
) -> Option<Json> {
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
        let Some(target) = moved(&text::decode_lossy(reference)) else { continue };
        let start = place(reference)?;
        written.push_str(whole.get(done..start)?);
        written.push_str(Json::from(target).as_str());
        done = start + reference.len();
    }
    written.push_str(whole.get(done..)?);
    Json::from_text(written).ok()
}

/// Where a local reference points inside of what is put around the root, which is at `home` then:
/// anchors and definitions are where they were.
fn target_in(target: &str, home: &str) -> Option<String> {
    let meant = fragment(target)?;
    let first = match meant.strip_prefix('/') {
        Some(pointer) => pointer.split('/').next(),
        None if meant.is_empty() => None,
        None => return None,
    };
    let is_moved = first.is_none_or(|first| !DEFINITIONS.contains(&first));
    is_moved.then(|| format!("{home}{}", target.strip_prefix('#').unwrap_or_default()))
}

/// The way back; an error where the target is outside of the schema.
fn target_out(target: &str) -> Result<Option<String>, ()> {
    let Some(meant) = fragment(target) else { return Ok(None) };
    if let Some(rest) = target.strip_prefix(HOME)
        && (rest.is_empty() || rest.starts_with('/') || rest.starts_with("%2F"))
    {
        return Ok(Some(format!("#{rest}")));
    }
    match meant.strip_prefix('/') {
        Some(pointer) => {
            let first = pointer.split('/').next().unwrap_or_default();
            if DEFINITIONS.contains(&first) { Ok(None) } else { Err(()) }
        }
        None if meant.is_empty() => Err(()),
        None => Ok(None),
    }
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

    use super::{unwrapped, wrapped};

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

    #[test]
    fn references_are_read_as_uris() {
        assert_eq!(
            wrap(
                r##"{"type":"array","items":{"$ref":""},"not":{"$ref":"#%2Fitems"},"$defs":{},"if":{"$ref":"#%2F%24defs/a"}}"##,
                false
            ),
            r##"{"$defs":{},"type":"object","properties":{"result":{"type":"array","items":{"$ref":"#/properties/result"},"not":{"$ref":"#/properties/result%2Fitems"},"if":{"$ref":"#%2F%24defs/a"}}},"required":["result"]}"##
        );
    }

    #[test]
    fn what_was_wrapped_is_unwrapped() {
        for schema in [
            r##"{"$schema":"s","type":"array","items":{"$ref":"#/$defs/a"},"not":{"$ref":"#"},"$defs":{"a":{"$ref":"#/items"},"b":{"$ref":"#%2Fitems"}}}"##,
            r##"{"$id":"http://a.example","type":"array","items":{"$ref":"#/$defs/a"},"$defs":{"a":{}}}"##,
            "{}",
        ] {
            let inside = wrapped(schema.parse().unwrap(), false).and_then(unwrapped).unwrap();
            assert_eq!(inside.schema, schema.parse().unwrap());
            assert!(inside.lost.is_empty());
        }
    }

    #[test]
    fn what_says_more_around_is_told() {
        let inside = r#"{"type":"array","title":"In"}"#;
        for (more, lost) in [
            (r#""properties":{"result":INSIDE}"#, &["required"][..]),
            (r#""properties":{"result":INSIDE,"x":{}},"required":["result"]"#, &["properties"]),
            (
                r#""properties":{"result":INSIDE},"required":["x"],"title":"Out","x":1"#,
                &["required", "title", "x"],
            ),
        ] {
            let outer = [r#"{"type":"object","#, &more.replace("INSIDE", inside), "}"].concat();
            let found = unwrapped(outer.parse().unwrap()).unwrap();
            assert_eq!(found.schema, inside.parse().unwrap());
            assert_eq!(found.lost, lost);
        }
        for other in [
            r#"{"type":"object"}"#,
            r#"{"type":"object","properties":{"result":true}}"#,
            r##"{"type":"object","properties":{"result":{"$ref":"#"}},"required":["result"]}"##,
        ] {
            assert!(unwrapped(other.parse().unwrap()).is_none(), "{other}");
        }
    }
}
