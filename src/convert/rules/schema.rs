//! JSON Schemas of tools, which older revisions type more tightly.
//!
//! A schema that names no dialect crosses upwards as it is: up to 2025-06-18 nothing says which
//! dialect it is in, so to guess one would be to bend it.

mod reference;
mod roots;
mod walk;
mod wrap;

use alloc::string::String;
use alloc::vec::Vec;

pub(super) use roots::Root;
pub(super) use wrap::{as_object, unwrapped, wrapped};

use crate::convert::{Adapt, Feature, Happened, Lowering};
use crate::json::text;
use crate::{Json, JsonObject, Map, Revision, model};

impl Adapt for model::ToolInputSchema {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        if !is_tighter(cx) {
            return Some(self);
        }
        Some(Self::unchecked(with_object_properties(
            self.into_object(),
            Feature::InputSchemaOpen,
            cx,
        )))
    }
}

impl Adapt for model::ToolOutputSchema {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        if !is_tighter(cx) {
            return Some(self);
        }
        Some(Self::unchecked(with_object_properties(
            self.into_object(),
            Feature::ToolOutputSchema,
            cx,
        )))
    }
}

/// Whether the target asks more of a schema than the sender: up to 2025-11-25 the root is an object
/// type, and so is the schema of every property (2025-11-25, schema#tool).
pub(super) fn is_tighter(cx: &Lowering) -> bool {
    let is_open = |revision: Revision| revision >= Revision::V2026_07_28;
    !is_open(cx.to()) && cx.from().is_none_or(is_open)
}

/// The schemas `true` and `false` of properties as the objects that mean the same: `{}` allows every
/// value, `{"not":{}}` none (JSON Schema 2020-12, core#section-4.3.2).
fn with_object_properties(
    mut schema: JsonObject,
    feature: Feature,
    cx: &mut Lowering,
) -> JsonObject {
    let Some(Ok(properties)) = schema.get("properties").map(JsonObject::try_from) else {
        return schema;
    };
    if text::members(properties.as_str()).all(|member| in_object(member.value).is_none()) {
        return schema;
    }
    let mut changed: Vec<(String, Json)> = properties.entries().into_vec();
    for (name, value) in &mut changed {
        if let Some(object) = in_object(value.as_str()) {
            let name = name.clone();
            cx.within("properties", |cx| {
                cx.within(name, |cx| {
                    let why = alloc::format!("{} wants an object, which means the same", cx.to());
                    cx.note(Happened::Rewritten, Some(feature), why);
                });
            });
            *value = object;
        }
    }
    schema.insert("properties", changed.into_iter().collect::<Map<Json>>());
    schema
}

/// A boolean schema as an object.
fn in_object(schema: &str) -> Option<Json> {
    match schema {
        "true" => Some(JsonObject::new().into()),
        "false" => Some(JsonObject::from([("not", JsonObject::new())]).into()),
        _ => None,
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2026_07_28"))]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use crate::convert::{Tolerance, convert};
    use crate::{v2025_06_18 as older, v2026_07_28 as newer};

    #[test]
    fn boolean_properties_become_objects() {
        let text = r#"{"name":"t","inputSchema":{ "type":"object","properties": {"a/b":true,"b":false, "c":{"type": "string","properties":{"d":true}}},"x": 1.0}}"#;
        let tool: newer::Tool = crate::from_str(text).unwrap();
        let crossing = convert::<_, older::Tool>(tool, Tolerance::Lossless).unwrap();
        assert_eq!(
            crossing.value().input_schema.as_object().as_str(),
            r#"{"type":"object","properties":{"a/b":{},"b":{"not":{}},"c":{"type": "string","properties":{"d":true}}},"x":1.0}"#
        );
        let told: Vec<_> = crossing.report().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "/inputSchema/properties/a~1b: rewritten, 2025-06-18 wants an object, which means the same",
                "/inputSchema/properties/b: rewritten, 2025-06-18 wants an object, which means the same",
            ]
        );
    }

    #[test]
    fn other_schemas_keep_their_text() {
        let text = r#"{"name":"t","inputSchema":{ "type" : "object", "properties": {"a": {"items":[{}]}}}}"#;
        let tool: newer::Tool = crate::from_str(text).unwrap();
        let there = convert::<_, older::Tool>(tool, Tolerance::Lossless).unwrap();
        assert!(there.report().is_empty());
        assert_eq!(crate::to_string(there.value()).unwrap(), text);
        let back = convert::<_, newer::Tool>(there.into_value(), Tolerance::Lossless).unwrap();
        assert_eq!(crate::to_string(back.value()).unwrap(), text);
    }
}
