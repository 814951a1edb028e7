//! What peers do against the schema, and how a document is repaired after each.

use alloc::string::String;
use core::fmt;

use super::Forgiven;
use super::edit::{Place, edited};
use crate::json::text::child;
use crate::{Error, Json, JsonKind, JsonObject};

/// Something that peers do against the schema, and that can be forgiven without guessing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Habit {
    /// `null` where an optional member should be absent. It is read as absent.
    NullMember,
    /// An error whose `id` is `null`, since its sender could not tell the request. From 2025-11-25 on
    /// it is read without one; before, an error must have an id, and is refused.
    NullErrorId,
    /// An `inputSchema` or `outputSchema` of a tool without `"type": "object"`, which is added.
    UntypedSchema,
    /// `true` or `false` as the schema of a property, which tools may use from 2026-07-28 on. Read
    /// as `{}` and `{"not": {}}`, which say the same.
    BooleanSchema,
    /// An integer id spelled with a fraction, as `1.0`. The strict reader takes it too, and writes
    /// `1`; here it is told.
    FloatId,
    /// A result with `structuredContent` and without `content`. It is read with no content.
    NoContent,
    /// An element of an array that can't be read. It is left out, and held as it came. Where
    /// something inside of an element can't be read, the element of the outermost array goes: the
    /// tool, not the icon of the tool.
    BrokenElement,
}

impl Habit {
    /// All of them.
    pub const ALL: [Habit; 7] = [
        Habit::NullMember,
        Habit::NullErrorId,
        Habit::UntypedSchema,
        Habit::BooleanSchema,
        Habit::FloatId,
        Habit::NoContent,
        Habit::BrokenElement,
    ];
}

/// The habits that a reader forgives; by default none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Leniency(u8);

impl Leniency {
    /// Forgives nothing.
    pub const fn none() -> Self {
        Leniency(0)
    }

    /// Forgives every [`Habit`] that this crate knows.
    pub const fn all() -> Self {
        Leniency(u8::MAX)
    }

    /// The same, and this habit is forgiven.
    #[must_use]
    pub const fn with(self, habit: Habit) -> Self {
        Leniency(self.0 | bit(habit))
    }

    /// The same, and this habit is not forgiven.
    #[must_use]
    pub const fn without(self, habit: Habit) -> Self {
        Leniency(self.0 & !bit(habit))
    }

    /// Whether this habit is forgiven.
    pub const fn forgives(self, habit: Habit) -> bool {
        self.0 & bit(habit) != 0
    }

    /// A document, or an element of one, after the repair that an error asks for. `inside` is the
    /// pointer of the element.
    pub(super) fn mend(
        self,
        text: &str,
        inside: &str,
        error: &Error,
    ) -> Option<(String, Forgiven)> {
        let pointer = error.pointer();
        let place = Place::of(text, pointer.strip_prefix(inside)?)?;
        let (habit, repair) = habit(&place, inside)?;
        let found = place.value.map(Json::from_text).transpose().ok()?;
        let forgiven = Forgiven { habit, pointer, found, error: error.clone() };
        self.forgives(habit).then_some(())?;
        Some((edited(text, &place, repair)?, forgiven))
    }
}

const fn bit(habit: Habit) -> u8 {
    1 << habit as u8
}

impl fmt::Debug for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Leniency ")?;
        f.debug_set().entries(Habit::ALL.iter().filter(|habit| self.forgives(**habit))).finish()
    }
}

/// The habit behind a fault, and what to put there (`None`: nothing) to repair it.
fn habit(place: &Place<'_>, inside: &str) -> Option<(Habit, Option<Json>)> {
    let of_tool = |name: Option<&str>| matches!(name, Some("inputSchema" | "outputSchema"));
    match (place.value, &*place.name) {
        (None, "type") if of_tool(place.above(0)) => {
            Some((Habit::UntypedSchema, Some(Json::from("object"))))
        }
        (None, "content") if child(place.object, "structuredContent").is_some() => {
            Some((Habit::NoContent, Some(Json::from_iter([]))))
        }
        (Some("null"), "id") if inside.is_empty() && place.above(0).is_none() => {
            // Without its id, a request would be a notification.
            let is_error =
                child(place.object, "error").is_some() && child(place.object, "method").is_none();
            is_error.then_some((Habit::NullErrorId, None))
        }
        (Some("null"), _) => Some((Habit::NullMember, None)),
        (Some(boolean @ ("true" | "false")), _)
            if place.above(0) == Some("properties") && of_tool(place.above(1)) =>
        {
            let nothing = JsonObject::from([("not", JsonObject::new())]);
            let schema = if boolean == "true" { JsonObject::new() } else { nothing };
            Some((Habit::BooleanSchema, Some(schema.into())))
        }
        _ => None,
    }
}

/// What there is to tell of a message whose id is spelled with a fraction.
pub(crate) fn float_id(text: &str) -> Option<Forgiven> {
    let text = text.trim_start();
    if JsonKind::of(text) != JsonKind::Object {
        return None;
    }
    let id = child(text, "id").filter(|id| JsonKind::of(id) == JsonKind::Number)?;
    if crate::number::is_integer_spelling(id) || child(text, "jsonrpc").is_none() {
        return None;
    }
    let error = Error::new("id", "an integer spelled with a fraction or an exponent");
    let found = Json::from_text(id).ok();
    Some(Forgiven { habit: Habit::FloatId, pointer: String::from("/id"), found, error })
}
