//! Results of methods that only one of the two revisions has.

use super::{Feature, Happened, Lowering};
use crate::{Json, JsonObject};

const RESULT_TYPE: &str = "resultType";

impl Lowering {
    /// Notes that a result can't cross: the target does not have the method that it answers. The
    /// features are those of all methods that are answered so.
    pub fn no_reply<T>(&mut self, features: &[(&'static str, Feature)]) -> Option<T> {
        let asked = self.answers.as_deref();
        let known = features.iter().find(|(method, _)| asked == Some(*method));
        let (_, feature) = *known.or(features.first())?;
        let why = self.has_no(feature);
        self.refuse(feature, why)
    }

    /// A result of which no more is known than that it is one: from 2026-07-28 on all have a type
    /// (2026-07-28, basic#resulttype).
    pub(super) fn plain_result(&mut self, result: &Json) -> Json {
        let feature = Feature::ResultType;
        let unchanged = || result.clone();
        let Some(mut object) = result.as_object() else { return unchanged() };
        let complete = Json::from("complete");
        let found = object.get(RESULT_TYPE);
        let (happened, why) = match found {
            None if !self.is_same() && !self.lacks(feature) => {
                object.insert(RESULT_TYPE, complete);
                (Happened::Synthesised, "a result without resultType is complete")
            }
            Some(found) if self.loses(feature) && found == complete => {
                object.remove(RESULT_TYPE);
                (Happened::Rewritten, "its absence means the same")
            }
            _ => return unchanged(),
        };
        self.within("result", |cx| cx.note_at(RESULT_TYPE, happened, Some(feature), why));
        JsonObject::into(object)
    }
}
