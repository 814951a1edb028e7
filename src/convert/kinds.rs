//! Values of enums and kinds of unions that one of the two revisions does not have.

use alloc::borrow::Cow;
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
        self.carried(Some(kept), feature, why)
    }

    /// Lowers a kind that the target's union does not have.
    pub fn gone_kind<M: Serialize, B: Wire>(&mut self, value: &M, feature: Feature) -> Option<B> {
        let carry = self.options().carry;
        let json = carry.then(|| Json::from_serialize(value).ok()).flatten();
        let kept = json.and_then(|json| crate::wire::from_text::<B>(json.as_str()).ok());
        let why = self.has_no(feature);
        self.carried(kept, Some(feature), why)
    }

    /// Keeps what the target does not know, where it can be kept and the caller wants that; else it
    /// is dropped.
    pub(super) fn carried<B>(
        &mut self,
        kept: Option<B>,
        feature: Option<Feature>,
        why: impl Into<Cow<'static, str>>,
    ) -> Option<B> {
        let kept = kept.filter(|_| self.options().carry);
        let happened = if kept.is_some() { Happened::Carried } else { Happened::Dropped };
        self.note(happened, feature, why);
        kept
    }
}
