//! What is checked about an object that stays text.

use serde_json::Value;

use super::{Reader, is_any, strings};
use crate::ir::Shape;

impl Reader<'_> {
    /// The shape of a value.
    pub(super) fn shape(&mut self, schema: &Value, at: &str) -> Shape {
        if is_any(schema) {
            return Shape::Any;
        }
        if let Some(text) = schema.get("const").and_then(Value::as_str) {
            return Shape::Text(text.to_owned());
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => Shape::String,
            Some("array") => {
                let items = schema.get("items").map_or(Shape::Any, |items| self.shape(items, at));
                Shape::Array(Box::new(items))
            }
            Some("object") => {
                let required = strings(schema.get("required"));
                let members = schema.get("properties").and_then(Value::as_object);
                let members: Vec<_> = members
                    .into_iter()
                    .flatten()
                    .map(|(name, schema)| {
                        (name.clone(), required.contains(&name.as_str()), self.shape(schema, at))
                    })
                    .collect();
                match schema.get("additionalProperties") {
                    Some(values) if members.is_empty() && values.is_object() => {
                        Shape::Map(Box::new(self.shape(values, at)))
                    }
                    _ => Shape::Object(members),
                }
            }
            _ => {
                self.complain(
                    at,
                    "an object kept as text can't be checked for this: don't keep it as text",
                );
                Shape::Any
            }
        }
    }
}
