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
    /// the target can't say it there, for which `how` is what it says. Gives whether it is kept.
    pub(crate) fn hold(
        &mut self,
        name: &'static str,
        said: &impl Serialize,
        extensions: &mut Map<Json>,
        feature: Feature,
        how: &str,
    ) -> bool {
        if !self.options().carry {
            return false;
        }
        let Ok(json) = Json::from_serialize(said) else { return false };
        let place = [PREFIX, name].concat();
        let why = format!("{how}; what was said is kept as `{place}`");
        self.note_at(name, Happened::Carried, Some(feature), why);
        extensions.remove(&place);
        extensions.push(place, json);
        true
    }

    /// What was kept of the member `name`, on the way back.
    pub(crate) fn held<T: Wire>(
        &mut self,
        name: &'static str,
        extensions: &mut Map<Json>,
        feature: Feature,
    ) -> Option<T> {
        if extensions.is_empty() || self.is_same() || self.lacks(feature) {
            return None;
        }
        let place = [PREFIX, name].concat();
        let said = crate::wire::from_text(extensions.get(&place)?.as_str()).ok()?;
        extensions.remove(&place);
        let why = format!("it is said in `{name}` again");
        self.within(place, |cx: &mut Self| {
            cx.note(Happened::Rewritten, Some(feature), why);
        });
        Some(said)
    }
}
