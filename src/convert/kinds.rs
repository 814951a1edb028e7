//! Values of enums and kinds of unions that one of the two revisions does not have.

use alloc::format;

use serde_core::Serialize;

use super::{Feature, Happened, Lowering};
use crate::Json;
use crate::wire::Wire;

impl Lowering {
    /// Lowers a value of an enum that the target does not list; `kept` holds it all the same.
    pub fn unlisted<B>(&mut self, kept: B, open: bool, feature: Option<Feature>) -> Option<B> {
        if open || self.is_same() {
            return Some(kept);
        }
        let why = match feature {
            Some(feature) => self.has_no(feature),
            None => format!("{} does not list this value", self.to()).into(),
        };
        if self.options().carry {
            self.note(Happened::Carried, feature, why);
            return Some(kept);
        }
        self.note(Happened::Dropped, feature, why);
        None
    }

    /// Lowers a kind that the target's union does not have.
    pub fn gone_kind<M: Serialize, B: Wire>(&mut self, value: &M, feature: Feature) -> Option<B> {
        let why = self.has_no(feature);
        if self.options().carry
            && let Ok(json) = Json::from_serialize(value)
            && let Ok(kept) = crate::wire::from_text::<B>(json.as_str())
        {
            self.note(Happened::Carried, Some(feature), why);
            return Some(kept);
        }
        self.note(Happened::Dropped, Some(feature), why);
        None
    }
}
