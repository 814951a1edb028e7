//! What carry keeps beside a member that the target has too, and in which it says something else.

use alloc::format;

use serde_core::Serialize;

use super::{Feature, Happened, Lowering};
use crate::wire::Wire;
use crate::{Json, Map};

/// Before the name of the member, so that no revision means it.
const PREFIX: &str = "mcp-revisions/";

impl Lowering {
    /// Keeps what the sender said in the member `name` for the way back, where the caller wants that:
    /// the target can't say it there, for which `how` is what it says. Gives whether it is kept; the
    /// place may be taken by the sender.
    pub(crate) fn hold(
        &mut self,
        name: &'static str,
        said: &impl Serialize,
        extensions: &mut Map<Json>,
        feature: Feature,
        how: &str,
    ) -> bool {
        let place = [PREFIX, name].concat();
        if !self.options().carry || extensions.contains_key(&place) {
            return false;
        }
        let Ok(json) = Json::from_serialize(said) else { return false };
        let why = format!("{how}; what was said is kept as `{place}`");
        self.note_at(name, Happened::Carried, Some(feature), why);
        extensions.push(place, json);
        true
    }

    /// What was kept of the member `name`, on the way back. Anyone can write such a member, so
    /// `stands` decides by what was kept, and by what an unmodelled `name` says, whether this crate
    /// would have put there what now stands in its place. Otherwise it stays as any other.
    pub(crate) fn held<T: Wire>(
        &mut self,
        name: &'static str,
        extensions: &mut Map<Json>,
        feature: Feature,
        stands: impl FnOnce(&T, Option<&Json>) -> bool,
    ) -> Option<T> {
        if !self.options().carry || extensions.is_empty() || self.is_same() || self.lacks(feature) {
            return None;
        }
        let place = [PREFIX, name].concat();
        let said = crate::wire::from_text(extensions.get(&place)?.as_str()).ok()?;
        if !stands(&said, extensions.get(name)) {
            return None;
        }
        extensions.remove(&place);
        extensions.remove(name);
        let why = format!("it is said in `{name}` again");
        self.within(place, |cx: &mut Self| {
            cx.note(Happened::Rewritten, Some(feature), why);
        });
        Some(said)
    }
}

/// Whether two values are written as the same JSON.
pub(crate) fn reads_alike(one: &impl Serialize, other: &impl Serialize) -> bool {
    match (Json::from_serialize(one), Json::from_serialize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
#[cfg(all(
    feature = "v2024_11_05",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
mod tests;
