//! Methods that only one of the two revisions has, their params and results.

use alloc::vec::Vec;

use super::rules::identity::DEMANDED;
use super::{Feature, Happened, Lowering};
use crate::{Json, JsonObject};

const RESULT: &str = "result";
const RESULT_TYPE: &str = "resultType";
const COMPLETE: &str = "complete";
/// The methods whose results say how long they are fresh (2026-07-28, server/utilities/caching).
const CACHED: [&str; 6] = [
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "server/discover",
    "tools/list",
];

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

    /// A message whose result has what its sender left out, where the caller takes that for complete
    /// (2026-07-28, basic#resulttype), and the names of the members. A server that does not know of
    /// result types knows nothing of caching either (server/utilities/caching).
    pub(super) fn typed_result(
        &self,
        text: &str,
        method: Option<&str>,
    ) -> Option<(JsonObject, Vec<&'static str>)> {
        let mut message = Json::from_text(text).ok()?.as_object()?;
        let mut result = message.get(RESULT)?.as_object()?;
        if result.get(RESULT_TYPE).is_some() {
            return None;
        }
        result.insert(RESULT_TYPE, COMPLETE);
        let mut added = Vec::from([RESULT_TYPE]);
        if method.is_some_and(|method| CACHED.contains(&method)) {
            let cache = &self.options().cache;
            let scope = Json::from_serialize(&cache.scope).ok()?;
            for (name, value) in [("ttlMs", cache.ttl_ms.into()), ("cacheScope", scope)] {
                if result.get(name).is_none() {
                    result.insert(name, value);
                    added.push(name);
                }
            }
        }
        message.insert(RESULT, result);
        Some((message, added))
    }

    /// Tells what was left out of a result, and nothing else of it: it is not there.
    pub(super) fn tell_untyped(&mut self, added: &[&'static str]) {
        for name in added {
            let (feature, why) = match *name {
                RESULT_TYPE => (
                    Feature::ResultType,
                    "its sender left it out, and the caller takes it for complete (2026-07-28, \
                     basic#resulttype)",
                ),
                _ => (
                    Feature::CacheHints,
                    "its sender left it out (2026-07-28, server/utilities/caching)",
                ),
            };
            self.within(RESULT, |cx| {
                cx.within(*name, |cx| {
                    cx.forget_here();
                    cx.note(Happened::Synthesised, Some(feature), why);
                });
            });
        }
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
