//! Changing one member somewhere in a JSON text; the rest of it stays as it came.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::text::child;
use crate::{Json, JsonKind, JsonObject};

/// The place of a member, whether it is there or not.
pub(super) struct Place<'a> {
    /// The object that holds it, or should.
    pub(super) object: &'a str,
    pub(super) name: String,
    /// Its value, as text.
    pub(super) value: Option<&'a str>,
    /// The names on the way to the object.
    way: Vec<String>,
}

impl<'a> Place<'a> {
    /// The place that a JSON pointer names; `None` where that is not a member of an object.
    pub(super) fn of(text: &'a str, pointer: &str) -> Option<Self> {
        let tokens = pointer.strip_prefix('/')?.split('/');
        let mut way: Vec<String> = tokens.map(crate::pointer::unescape).collect();
        let name = way.pop()?;
        let mut object = text.trim_matches([' ', '\t', '\n', '\r']);
        for token in &way {
            object = child(object, token)?;
        }
        let is_object = JsonKind::of(object) == JsonKind::Object;
        is_object.then(|| Place { object, value: child(object, &name), name, way })
    }

    /// The name of the object itself (0), or of one that many levels above it.
    pub(super) fn above(&self, levels: usize) -> Option<&str> {
        self.way.iter().rev().nth(levels).map(String::as_str)
    }
}

/// The text with another value, or none, in the place.
pub(super) fn edited(text: &str, place: &Place<'_>, value: Option<Json>) -> Option<String> {
    let mut object = JsonObject::from_text(place.object).ok()?;
    match value {
        Some(value) => object.insert(&place.name, value),
        None => object.remove(&place.name),
    };
    let start = (place.object.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let end = start.checked_add(place.object.len())?;
    let object = object.as_str();
    let mut changed = String::with_capacity(text.len() + object.len());
    changed.push_str(text.get(..start)?);
    changed.push_str(object);
    changed.push_str(text.get(end..)?);
    Some(changed)
}
