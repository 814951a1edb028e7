//! JSON Schemas of tools, which older revisions type more tightly.
//!
//! A schema crosses as it is wherever the target can read it so.

mod reference;
mod roots;
mod walk;
mod wrap;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub(super) use roots::Root;
use walk::{DEPTH, walk};
pub(super) use wrap::{as_object, unwrapped, wrapped};

use crate::convert::{Adapt, Feature, Happened, Lowering};
use crate::json::text;
use crate::{Json, JsonKind, JsonObject, Map, Revision, model};

impl Adapt for model::ToolInputSchema {
    const FEATURE: Option<Feature> = Some(Feature::InputSchemaOpen);

    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        Some(Self::unchecked(properties(self.into_object(), Feature::InputSchemaOpen, cx)))
    }
}

impl Adapt for model::ToolOutputSchema {
    const FEATURE: Option<Feature> = Some(Feature::ToolOutputSchema);

    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        Some(Self::unchecked(properties(self.into_object(), Feature::ToolOutputSchema, cx)))
    }
}

/// What a property's schema was that is an object now.
const KEYWORD: &str = "mcp-revisions/schema";

/// Tells of a schema that means something else to the target: up to 2025-06-18 nothing says which
/// dialect one is in that names none, and from 2025-11-25 on it is in 2020-12 (2025-11-25,
/// basic#json-schema-usage). It crosses as it is: to name a dialect would be a guess.
fn tell_dialect(schema: &JsonObject, cx: &mut Lowering) {
    let feature = Feature::SchemaDialect;
    let is_old = cx.from().is_some_and(|from| !feature.is_in(from));
    if !is_old || cx.lacks(feature) || schema.get("$schema").is_some() {
        return;
    }
    let mut found: Vec<&str> = Vec::new();
    walk(schema.as_str(), DEPTH, &mut |inside| {
        let is_there = |name: &&str| {
            text::child(inside, name)
                .is_some_and(|value| *name != "items" || JsonKind::of(value) == JsonKind::Array)
        };
        found.extend(["definitions", "dependencies", "items"].iter().filter(|name| is_there(name)));
        true
    });
    found.sort_unstable();
    found.dedup();
    if !found.is_empty() {
        let (to, names) = (cx.to(), found.join(", "));
        let why = format!(
            "it crosses as it is, and {to} reads a schema that names no dialect as 2020-12, where \
             this is of draft-07: {names} (2025-11-25, basic#json-schema-usage)"
        );
        cx.note(Happened::Carried, Some(feature), why);
    }
}

/// Up to 2025-11-25 the schema of every property is an object (2025-11-25, schema#tool).
fn properties(schema: JsonObject, feature: Feature, cx: &mut Lowering) -> JsonObject {
    tell_dialect(&schema, cx);
    let is_open = |revision: Revision| revision >= Revision::V2026_07_28;
    match (cx.from().is_none_or(is_open), is_open(cx.to())) {
        (true, false) => {
            let spelled = if cx.options().carry { as_object_for_return } else { as_object_for_all };
            let why = format!("{} wants an object, which means the same", cx.to());
            respelled(schema, spelled, feature, &why, cx)
        }
        (false, true) if cx.options().carry => {
            respelled(schema, as_boolean, feature, "it was carried in an object", cx)
        }
        _ => schema,
    }
}

/// The schema with the properties spelled in another way for which there is one.
fn respelled(
    mut schema: JsonObject,
    spelled: fn(&str) -> Option<Json>,
    feature: Feature,
    why: &str,
    cx: &mut Lowering,
) -> JsonObject {
    let Some(Ok(properties)) = schema.get("properties").map(JsonObject::try_from) else {
        return schema;
    };
    if text::members(properties.as_str()).all(|member| spelled(member.value).is_none()) {
        return schema;
    }
    let mut changed: Vec<(String, Json)> = properties.entries().into_vec();
    for (name, value) in &mut changed {
        if let Some(other) = spelled(value.as_str()) {
            let name = name.clone();
            cx.within("properties", |cx| {
                cx.within(name, |cx| {
                    cx.note(Happened::Rewritten, Some(feature), String::from(why));
                });
            });
            *value = other;
        }
    }
    schema.insert("properties", changed.into_iter().collect::<Map<Json>>());
    schema
}

/// The schemas `true` and `false` as the objects that mean the same: `{}` allows every value,
/// `{"not":{}}` none (JSON Schema 2020-12, core#section-4.3.2).
fn as_object_for_all(schema: &str) -> Option<Json> {
    match schema {
        "true" => Some(JsonObject::new().into()),
        "false" => Some(JsonObject::from([("not", JsonObject::new())]).into()),
        _ => None,
    }
}

/// The same with a keyword of this crate, which validators pass over, so that the way back can tell
/// them (JSON Schema 2020-12, core#section-6.5).
fn as_object_for_return(schema: &str) -> Option<Json> {
    let mut object = as_object_for_all(schema)?.as_object()?;
    object.insert(KEYWORD, schema == "true");
    Some(object.into())
}

/// The way back.
fn as_boolean(schema: &str) -> Option<Json> {
    let said = text::child(schema, KEYWORD)?;
    let is_ours = as_object_for_return(said)? == Json::from_text(schema).ok()?;
    is_ours.then(|| Json::from(said == "true"))
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2026_07_28"))]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use crate::convert::{Options, Tolerance, convert};
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
    fn a_schema_of_an_older_dialect_is_told() {
        let text = r##"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"items":[{}]},"items":{},"b":{"$ref":"#/definitions/c"}},"definitions":{"c":{}}},"outputSchema":{"type":"object","dependencies":{}}}"##;
        let tool: older::Tool = crate::from_str(text).unwrap();
        let crossing = convert::<_, newer::Tool>(tool, Tolerance::Lossless).unwrap();
        assert_eq!(crate::to_string(crossing.value()).unwrap(), text);
        let told: Vec<_> = crossing.report().iter().map(ToString::to_string).collect();
        let expected = [("/inputSchema", "definitions, items"), ("/outputSchema", "dependencies")]
            .map(|(place, names)| {
                alloc::format!(
                    "{place}: carried, it crosses as it is, and 2026-07-28 reads a schema that \
                     names no dialect as 2020-12, where this is of draft-07: {names} (2025-11-25, \
                     basic#json-schema-usage)"
                )
            });
        assert_eq!(told, expected);
        let named = text.replace(r#""type":"object""#, r#""$schema":"s","type":"object""#);
        let tool: older::Tool = crate::from_str(&named).unwrap();
        let crossing = convert::<_, newer::Tool>(tool, Tolerance::Lossless).unwrap();
        assert!(crossing.report().is_empty());
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

    #[test]
    fn carried_booleans_come_back() {
        let text = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":true,"b":false,"c":{"not":false}}},"outputSchema":{"type":"object","properties":{"a":true}}}"#;
        let tool: newer::Tool = crate::from_str(text).unwrap();
        let options = Options::default().with_carry(true);
        let there = convert::<_, older::Tool>(tool.clone(), options.clone()).unwrap();
        assert_eq!(
            there.value().input_schema.as_object().as_str(),
            r#"{"type":"object","properties":{"a":{"mcp-revisions/schema":true},"b":{"not":{},"mcp-revisions/schema":false},"c":{"not":false}}}"#
        );
        let back = convert::<_, newer::Tool>(there.into_value(), options).unwrap();
        assert_eq!(*back.value(), tool);
        assert_eq!(back.report().len(), 3);
    }
}
