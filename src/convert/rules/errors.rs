//! Error codes that mean something else in another revision.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::convert::{Adapt, Feature, Happened, Lowering, MissingResource};
use crate::model::{Error, JsonRpcErrorResponse};
use crate::{Integer, Json, JsonKind, JsonObject};

const INVALID_PARAMS: i64 = -32602;
const INTERNAL_ERROR: i64 = -32603;
/// Up to 2025-11-25 (server/resources#error-handling).
const RESOURCE_NOT_FOUND: i64 = -32002;
/// 2025-11-25 only (client/elicitation#url-elicitation-required-error).
const URL_ELICITATION_REQUIRED: i64 = -32042;
/// The method whose answer tells of a missing resource.
const READ: &str = "resources/read";
/// The methods whose answer may be a demand for input (2026-07-28, basic/patterns/mrtr).
const ASK_BACK: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];
/// From 2026-07-28 (basic/versioning).
const UNSUPPORTED_VERSION: i64 = -32022;
/// From 2026-07-28 (basic#error-codes).
const MISSING_CAPABILITY: i64 = -32021;
/// Kept for the protocol from 2026-07-28 (basic#error-codes).
const RESERVED: core::ops::RangeInclusive<i64> = -32099..=-32020;
/// Those of them that have a meaning: headers mismatch, capability missing, version not spoken.
const ASSIGNED: core::ops::RangeInclusive<i64> = UNSUPPORTED_VERSION..=-32020;

/// The error of a response as the target says it; `method` is what was asked, where it is known.
/// Notices point into the member `error`.
pub(crate) fn adapt_error(error: Error, method: Option<&str>, cx: &mut Lowering) -> Error {
    cx.within("error", |cx| {
        if cx.loses(Feature::ErrorCodePolicy) {
            older(error, method, cx)
        } else if !cx.lacks(Feature::ErrorCodePolicy) && !cx.is_same() {
            newer(error, method, cx)
        } else if cx.loses(Feature::UrlElicitationRequired) {
            show_pages(error, cx)
        } else {
            error
        }
    })
}

/// Refuses the error of a response that takes more than the error to convert: the request that it
/// answers, where its code means something else to one method than to another, or a session.
pub(crate) fn needs_more(error: &Error, method: Option<&str>, cx: &mut Lowering) -> Option<()> {
    let up = !cx.lacks(Feature::ErrorCodePolicy) && !cx.is_same();
    let visits = up && error.code.as_i64() == Some(URL_ELICITATION_REQUIRED);
    let (feature, why) = match method {
        // A client is asked for the visits by a result, and tries again (2026-07-28,
        // basic/patterns/mrtr).
        Some(method) if visits && ASK_BACK.contains(&method) => (
            Feature::UrlElicitationRequired,
            format!("{} asks for visits by a result: needs a session", cx.to()),
        ),
        Some(_) => return Some(()),
        None => match depends_on_method(error, up, cx) {
            Some(feature) => {
                (feature, "what the code means depends on the request that it answers".into())
            }
            None => return Some(()),
        },
    };
    cx.within("error", |cx| cx.within("code", |cx| cx.refuse(feature, why)))
}

/// The feature by which the meaning of a code depends on the method.
fn depends_on_method(error: &Error, up: bool, cx: &Lowering) -> Option<Feature> {
    let choice = cx.options().missing_resource;
    let crosses = up || cx.loses(Feature::ErrorCodePolicy);
    match error.code.as_i64() {
        _ if crosses && is_missing(error, choice) => Some(Feature::ResourceNotFoundCode),
        Some(INVALID_PARAMS) if up && names_versions(error) => {
            Some(Feature::UnsupportedVersionError)
        }
        Some(URL_ELICITATION_REQUIRED) if up => Some(Feature::UrlElicitationRequired),
        _ => None,
    }
}

/// From 2026-07-28 down.
fn older(error: Error, method: Option<&str>, cx: &mut Lowering) -> Error {
    let Some(code) = error.code.as_i64() else { return error };
    match (code, method) {
        // Any wrong argument has this code; the URI in the data tells (2026-07-28,
        // server/resources#error-handling).
        (INVALID_PARAMS, Some(READ)) if is_missing(&error, cx.options().missing_resource) => {
            let named = names_resource(&error);
            let happened = if named { Happened::Rewritten } else { Happened::Degraded };
            recode(error, RESOURCE_NOT_FOUND, happened, Feature::ResourceNotFoundCode, cx)
        }
        (RESOURCE_NOT_FOUND, Some(READ)) => taken_for_missing(error, cx),
        // 2025-11-25, basic/lifecycle#error-handling.
        (UNSUPPORTED_VERSION, Some("initialize")) => {
            let kept = names_versions(&error);
            let happened = if kept { Happened::Rewritten } else { Happened::Degraded };
            recode(error, INVALID_PARAMS, happened, Feature::UnsupportedVersionError, cx)
        }
        _ if ASSIGNED.contains(&code) => as_it_came(error, assigned(code), cx),
        _ => error,
    }
}

/// Up to 2026-07-28.
fn newer(error: Error, method: Option<&str>, cx: &mut Lowering) -> Error {
    let Some(code) = error.code.as_i64() else { return error };
    match (code, method) {
        // A server of 2026-07-28 must not send the old code (server/resources#error-handling).
        (INVALID_PARAMS, Some(READ)) => taken_for_missing(error, cx),
        (RESOURCE_NOT_FOUND, Some(READ)) => {
            if cx.options().missing_resource == MissingResource::Keep {
                return as_it_came(error, Feature::ResourceNotFoundCode, cx);
            }
            let back = names_resource(&error);
            let happened = if back { Happened::Rewritten } else { Happened::Degraded };
            recode(error, INVALID_PARAMS, happened, Feature::ResourceNotFoundCode, cx)
        }
        (INVALID_PARAMS, Some("initialize")) if names_versions(&error) => {
            let feature = Feature::UnsupportedVersionError;
            recode(error, UNSUPPORTED_VERSION, Happened::Rewritten, feature, cx)
        }
        _ if RESERVED.contains(&code) && !ASSIGNED.contains(&code) => {
            let feature = match code {
                URL_ELICITATION_REQUIRED => Feature::UrlElicitationRequired,
                _ => Feature::ErrorCodePolicy,
            };
            set_aside(error, feature, cx)
        }
        _ if ASSIGNED.contains(&code) && !is_meant(&error) => {
            let why = format!("{} means something of its own by it", cx.to());
            cx.note_at("code", Happened::Degraded, Some(assigned(code)), why);
            error
        }
        _ => error,
    }
}

/// The feature that gave a code its meaning.
fn assigned(code: i64) -> Feature {
    match code {
        UNSUPPORTED_VERSION => Feature::UnsupportedVersionError,
        MISSING_CAPABILITY => Feature::MissingCapabilityError,
        _ => Feature::HeaderMismatchError,
    }
}

/// Whether an error has the data that its code stands for.
fn is_meant(error: &Error) -> bool {
    match error.code.as_i64() {
        Some(UNSUPPORTED_VERSION) => names_versions(error),
        Some(MISSING_CAPABILITY) => {
            let data = error.data.as_ref();
            let needed = data.and_then(|data| data.get("requiredCapabilities"));
            needed.is_some_and(|needed| needed.kind() == JsonKind::Object)
        }
        _ => false,
    }
}

fn recode(
    mut error: Error,
    code: i64,
    happened: Happened,
    feature: Feature,
    cx: &mut Lowering,
) -> Error {
    cx.note_at("code", happened, Some(feature), format!("{} says {code}", cx.to()));
    error.code = Integer::from(code);
    error
}

/// An error that the sender's revision has no such meaning for, and the target's has.
fn taken_for_missing(error: Error, cx: &mut Lowering) -> Error {
    if is_missing(&error, cx.options().missing_resource) {
        let why = format!("{} means a missing resource by it", cx.to());
        cx.note_at("code", Happened::Degraded, Some(Feature::ResourceNotFoundCode), why);
    }
    error
}

/// Whether one of the revisions means a missing resource by an error, in the answer to a request for
/// one, as far as the caller lets it.
fn is_missing(error: &Error, choice: MissingResource) -> bool {
    match (error.code.as_i64(), choice) {
        (_, MissingResource::Keep) => false,
        (Some(RESOURCE_NOT_FOUND), _) | (Some(INVALID_PARAMS), MissingResource::Any) => true,
        (Some(INVALID_PARAMS), MissingResource::Named) => names_resource(error),
        _ => false,
    }
}

fn as_it_came(error: Error, feature: Feature, cx: &mut Lowering) -> Error {
    let why = format!("an error like any other: {} gives the code no meaning", cx.to());
    cx.note_at("code", Happened::Carried, Some(feature), why);
    error
}

/// Gives an error the code for any fault inside; what it said stands in its data.
fn set_aside(mut error: Error, feature: Feature, cx: &mut Lowering) -> Error {
    let code = error.code;
    let mut data = JsonObject::new();
    if let Ok(json) = Json::from_text(code.to_string()) {
        data.insert("code", json);
    }
    if let Some(before) = error.data.take() {
        data.insert("data", before);
        cx.note_at("data", Happened::Degraded, Some(feature), "it stands inside, with the code");
    }
    error.code = Integer::from(INTERNAL_ERROR);
    error.data = Some(data.into());
    let why = format!("{} keeps {code} for itself: it stands in the data", cx.to());
    cx.note_at("code", Happened::Degraded, Some(feature), why);
    error
}

/// A client that does not know web visits shows its user the message, so the pages stand there.
fn show_pages(mut error: Error, cx: &mut Lowering) -> Error {
    if error.code.as_i64() != Some(URL_ELICITATION_REQUIRED) {
        return error;
    }
    let asked = error.data.as_ref().and_then(|data| data.get("elicitations"));
    let asked = asked.and_then(|asked| asked.as_array()).unwrap_or_default();
    let pages = asked.iter().filter_map(|one| one.get("url")?.as_string());
    let pages: Vec<String> = pages.filter(|page| !error.message.contains(page)).collect();
    if !pages.is_empty() {
        let (feature, why) = (Feature::UrlElicitationRequired, "the pages to visit stand in it");
        cx.note_at("message", Happened::Degraded, Some(feature), why);
        error.message = format!("{} ({})", error.message, pages.join(", "));
    }
    error
}

/// Whether the data names a resource.
fn names_resource(error: &Error) -> bool {
    error.data.as_ref().and_then(|data| data.get("uri")).is_some_and(is_text)
}

/// Whether the data names the revision asked for and those that are spoken.
fn names_versions(error: &Error) -> bool {
    let data = error.data.as_ref();
    let part = |name| data.and_then(|data| data.get(name));
    part("requested").is_some_and(is_text)
        && part("supported")
            .and_then(|all| all.as_array())
            .is_some_and(|all| all.into_iter().all(is_text))
}

fn is_text(json: Json) -> bool {
    json.kind() == JsonKind::String
}

/// An error about no request in particular can't cross to where each names one (2025-06-18,
/// basic#responses).
impl Adapt for JsonRpcErrorResponse {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        let feature = Feature::ErrorIdOptional;
        if self.id.is_none() && cx.lacks(feature) {
            let why = format!("an error of {} answers a request, and this one none", cx.to());
            return cx.within("id", |cx| cx.refuse(feature, why));
        }
        Some(self)
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25"))]
mod tests;
