//! Methods that only one of the two revisions has, their params and results.

use super::rules::identity::DEMANDED;
use super::{Feature, Happened, Lowering, UntypedResult};
use crate::message::Direction;
use crate::{Json, JsonObject};

const RESULT: &str = "result";
const RESULT_TYPE: &str = "resultType";
const COMPLETE: &str = "complete";

impl Lowering {
    /// Params that the target demands and the sender left out.
    pub fn params_or_default<M: Default>(&mut self, params: Option<M>) -> M {
        params.unwrap_or_else(|| {
            let feature = Some(Feature::RequestMetaProtocol);
            self.note_at("params", Happened::Synthesised, feature, DEMANDED);
            M::default()
        })
    }

    /// Notes that a result can't cross: the target does not have the method that it answers. The
    /// features are those of all methods that are answered so.
    pub fn no_reply<T>(&mut self, features: &[(&'static str, Feature)]) -> Option<T> {
        let asked = self.answers.as_deref();
        let known = features.iter().find(|(method, _)| asked == Some(*method));
        let (_, feature) = *known.or(features.first())?;
        let why = self.has_no(feature);
        self.within(RESULT, |cx| cx.refuse(feature, why))
    }

    /// A message whose result has the type that its sender left out, where the caller takes that for
    /// complete (2026-07-28, basic#resulttype).
    pub(super) fn typed_result(&self, text: &str, direction: Direction) -> Option<JsonObject> {
        let has_types = self.from().is_some_and(|from| Feature::ResultType.is_in(from));
        if self.options().untyped_result != UntypedResult::Complete
            || !has_types
            || direction != Direction::FromServer
        {
            return None;
        }
        let mut message = Json::from_text(text).ok()?.as_object()?;
        let mut result = message.get(RESULT)?.as_object()?;
        if result.get(RESULT_TYPE).is_some() {
            return None;
        }
        result.insert(RESULT_TYPE, COMPLETE);
        message.insert(RESULT, result);
        Some(message)
    }

    /// Tells that a result's type was left out, and nothing else of that type: it is not there.
    pub(super) fn tell_untyped(&mut self) {
        let place = "/result/resultType";
        self.report.retain(|notice| notice.pointer != place);
        let why = "its sender left it out, and the caller takes it for complete (2026-07-28, \
                   basic#resulttype)";
        let (happened, feature) = (Happened::Synthesised, Some(Feature::ResultType));
        self.within(RESULT, |cx| cx.note_at(RESULT_TYPE, happened, feature, why));
    }

    /// A result of which no more is known than that it is one: from 2026-07-28 on all have a type
    /// (2026-07-28, basic#resulttype).
    pub(super) fn plain_result(&mut self, result: &Json) -> Json {
        let feature = Feature::ResultType;
        let unchanged = || result.clone();
        let Some(mut object) = result.as_object() else { return unchanged() };
        let complete = Json::from(COMPLETE);
        let found = object.get(RESULT_TYPE);
        let (happened, why) = match found {
            None if !self.is_same() && !self.lacks(feature) => {
                object.insert(RESULT_TYPE, complete);
                (
                    Happened::Synthesised,
                    "a result without resultType is complete (2026-07-28, basic#resulttype)",
                )
            }
            Some(found) if self.loses(feature) && found == complete => {
                object.remove(RESULT_TYPE);
                (Happened::Rewritten, "its absence means the same")
            }
            _ => return unchanged(),
        };
        self.within(RESULT, |cx| cx.note_at(RESULT_TYPE, happened, Some(feature), why));
        JsonObject::into(object)
    }
}
