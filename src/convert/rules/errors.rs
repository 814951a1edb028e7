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
/// From 2026-07-28 (basic/versioning).
const UNSUPPORTED_VERSION: i64 = -32022;
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

/// Refuses the error of a response whose request nobody knows, where its code means something else
/// in answer to one method than to another.
pub(crate) fn needs_method(error: &Error, cx: &mut Lowering) -> Option<()> {
    let choice = cx.options().missing_resource;
    let up = !cx.lacks(Feature::ErrorCodePolicy) && !cx.is_same();
    let is_missing_resource = match error.code.as_i64() {
        Some(INVALID_PARAMS) if cx.loses(Feature::ErrorCodePolicy) => match choice {
            MissingResource::Named => names_resource(error),
            MissingResource::Any => true,
            MissingResource::Keep => false,
        },
        Some(RESOURCE_NOT_FOUND) => up && choice != MissingResource::Keep,
        _ => false,
    };
    let feature = if is_missing_resource {
        Feature::ResourceNotFoundCode
    } else if up && error.code.as_i64() == Some(INVALID_PARAMS) && names_versions(error) {
        Feature::UnsupportedVersionError
    } else {
        return Some(());
    };
    let why = "what the code means depends on the request that it answers";
    cx.within("error", |cx| cx.within("code", |cx| cx.refuse(feature, why)))
}

/// From 2026-07-28 down.
fn older(error: Error, method: Option<&str>, cx: &mut Lowering) -> Error {
    let Some(code) = error.code.as_i64() else { return error };
    match (code, method) {
        // Any wrong argument has this code; the URI in the data tells (2026-07-28,
        // server/resources#error-handling).
        (INVALID_PARAMS, Some("resources/read")) => {
            let feature = Feature::ResourceNotFoundCode;
            let happened = match (cx.options().missing_resource, names_resource(&error)) {
                (MissingResource::Keep, _) | (MissingResource::Named, false) => return error,
                (_, true) => Happened::Rewritten,
                (MissingResource::Any, false) => Happened::Degraded,
            };
            recode(error, RESOURCE_NOT_FOUND, happened, feature, cx)
        }
        // 2025-11-25, basic/lifecycle#error-handling.
        (UNSUPPORTED_VERSION, Some("initialize")) => {
            let kept = names_versions(&error);
            let happened = if kept { Happened::Rewritten } else { Happened::Degraded };
            recode(error, INVALID_PARAMS, happened, Feature::UnsupportedVersionError, cx)
        }
        _ if ASSIGNED.contains(&code) => {
            let feature = match code {
                UNSUPPORTED_VERSION => Feature::UnsupportedVersionError,
                -32021 => Feature::MissingCapabilityError,
                _ => Feature::HeaderMismatchError,
            };
            as_it_came(error, feature, cx)
        }
        _ => error,
    }
}

/// Up to 2026-07-28.
fn newer(error: Error, method: Option<&str>, cx: &mut Lowering) -> Error {
    let Some(code) = error.code.as_i64() else { return error };
    match (code, method) {
        // A server of 2026-07-28 must not send the old code (server/resources#error-handling).
        (RESOURCE_NOT_FOUND, Some("resources/read")) => {
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
        _ => error,
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
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use super::super::testing::{cross, crossed, refused};
    use super::adapt_error;
    use crate::convert::{Lowering, MissingResource, Options, Tolerance};
    use crate::{Json, Revision, v2025_06_18, v2025_11_25};

    const MODERN: Revision = Revision::V2026_07_28;
    const LEGACY: Revision = Revision::V2025_11_25;
    const FORMS: Revision = Revision::V2025_06_18;

    fn adapted(from: Revision, to: Revision, method: &str, text: &str) -> (Json, Vec<String>) {
        adapted_as(Tolerance::Drop.into(), from, to, method, text)
    }

    fn adapted_as(
        options: Options,
        from: Revision,
        to: Revision,
        method: &str,
        text: &str,
    ) -> (Json, Vec<String>) {
        let mut cx = Lowering::new(Some(from), to, options);
        let method = Some(method).filter(|method| !method.is_empty());
        let error = adapt_error(crate::from_str(text).unwrap(), method, &mut cx);
        let notices = cx.finish(Some(())).unwrap();
        let notices = notices.report().iter().map(ToString::to_string).collect();
        (Json::from_serialize(&error).unwrap(), notices)
    }

    #[test]
    fn codes_that_differ() {
        let uri = r#", "data": {"uri": "file:///a"}"#;
        let versions = r#", "data": {"supported": ["2026-07-28"], "requested": "x"}"#;
        let rewritten = "rewritten";
        for (from, to, method, code, data, expected, happened) in [
            (LEGACY, MODERN, "resources/read", -32002, uri, -32602, rewritten),
            (LEGACY, MODERN, "resources/read", -32002, "", -32602, "degraded"),
            (MODERN, LEGACY, "resources/read", -32602, uri, -32002, rewritten),
            (LEGACY, MODERN, "initialize", -32602, versions, -32022, rewritten),
            (MODERN, LEGACY, "initialize", -32022, versions, -32602, rewritten),
            (MODERN, LEGACY, "initialize", -32022, "", -32602, "degraded"),
        ] {
            let error = |code: i32| alloc::format!(r#"{{"code": {code}, "message": "m"{data}}}"#);
            let notice = alloc::format!("/error/code: {happened}, {to} says {expected}");
            let expected = error(expected).parse().unwrap();
            assert_eq!(
                adapted(from, to, method, &error(code)),
                (expected, Vec::from([notice])),
                "{from} {to} {method} {code}"
            );
        }
    }

    #[test]
    fn a_missing_resource_goes_by_the_option() {
        let uri = r#", "data": {"uri": "file:///a"}"#;
        let carried = "carried, an error like any other: 2026-07-28 gives the code no meaning";
        let says = |happened: &str| alloc::format!("{happened}, 2025-11-25 says -32002");
        for (choice, from, to, code, data, expected, told) in [
            (MissingResource::Any, MODERN, LEGACY, -32602, "", -32002, says("degraded")),
            (MissingResource::Any, MODERN, LEGACY, -32602, uri, -32002, says("rewritten")),
            (MissingResource::Keep, MODERN, LEGACY, -32602, uri, -32602, String::new()),
            (MissingResource::Keep, LEGACY, MODERN, -32002, uri, -32002, carried.into()),
        ] {
            let error = |code: i32| alloc::format!(r#"{{"code": {code}, "message": "m"{data}}}"#);
            let options = Options::new(Tolerance::Drop).with_missing_resource(choice);
            let (crossed, notices) = adapted_as(options, from, to, "resources/read", &error(code));
            let told = Some(told).filter(|told| !told.is_empty());
            let told = told.map(|told| alloc::format!("/error/code: {told}"));
            assert_eq!(crossed, error(expected).parse().unwrap(), "{choice:?} {code}{data}");
            assert_eq!(notices, Vec::from_iter(told), "{choice:?} {code}{data}");
        }
    }

    #[test]
    fn codes_that_stay() {
        let uri = r#", "data": {"uri": "file:///a"}"#;
        for (from, to, method, code, data) in [
            (LEGACY, MODERN, "", -32002, uri),
            (LEGACY, MODERN, "tools/call", -32002, uri),
            (LEGACY, MODERN, "initialize", -32602, ""),
            (LEGACY, MODERN, "tools/call", -32601, ""),
            (LEGACY, MODERN, "tools/call", -32021, ""),
            (LEGACY, MODERN, "tools/call", -32019, ""),
            (MODERN, LEGACY, "resources/read", -32602, ""),
            (MODERN, LEGACY, "", -32602, uri),
            (MODERN, MODERN, "resources/read", -32002, uri),
            (LEGACY, FORMS, "resources/read", -32002, uri),
            (LEGACY, LEGACY, "tools/call", -32042, ""),
        ] {
            let error = alloc::format!(r#"{{"code": {code}, "message": "m"{data}}}"#);
            assert_eq!(
                adapted(from, to, method, &error),
                (error.parse().unwrap(), Vec::new()),
                "{from} {to} {method} {code}"
            );
        }
    }

    #[test]
    fn codes_without_a_meaning_are_carried() {
        for code in [-32020, -32021, -32022] {
            let error = alloc::format!(r#"{{"code": {code}, "message": "m"}}"#);
            assert_eq!(
                adapted(MODERN, LEGACY, "tools/call", &error),
                (
                    error.parse().unwrap(),
                    Vec::from(["/error/code: carried, an error like any other: 2025-11-25 gives \
                                the code no meaning"
                        .into()])
                )
            );
        }
    }

    #[test]
    fn reserved_codes_are_set_aside() {
        for (code, before, after) in [
            (-32050, "", ""),
            (-32042, r#", "data": [1]"#, r#", "data": [1]"#),
            (-32099, r#", "data": null"#, r#", "data": null"#),
        ] {
            let error = alloc::format!(r#"{{"code": {code}, "message": "m"{before}}}"#);
            let expected = alloc::format!(
                r#"{{"code": -32603, "message": "m", "data": {{"code": {code}{after}}}}}"#
            );
            let mut notices = Vec::from([alloc::format!(
                "/error/code: degraded, 2026-07-28 keeps {code} for itself: it stands in the data"
            )]);
            if !before.is_empty() {
                notices.push("/error/data: degraded, it stands inside, with the code".into());
            }
            assert_eq!(adapted(LEGACY, MODERN, "", &error), (expected.parse().unwrap(), notices));
        }
    }

    #[test]
    fn pages_to_visit_are_shown() {
        let error = r#"{"code": -32042, "message": "Sign in", "data": {"elicitations": [
            {"url": "https://a.example"}, {"url": "https://b.example"}]}}"#;
        let shown = "Sign in (https://a.example, https://b.example)";
        let shown = error.replace("Sign in", shown);
        assert_eq!(
            adapted(LEGACY, FORMS, "", error),
            (
                shown.parse().unwrap(),
                Vec::from(["/error/message: degraded, the pages to visit stand in it".into()])
            )
        );
        assert_eq!(adapted(LEGACY, FORMS, "", &shown), (shown.parse().unwrap(), Vec::new()));
    }

    #[test]
    fn an_older_error_answers_a_request() {
        type Old = v2025_06_18::JsonRpcError;
        type New = v2025_11_25::JsonRpcErrorResponse;
        let about = |id: &str| {
            alloc::format!(r#"{{"jsonrpc": "2.0", {id}"error": {{"code": 1, "message": "m"}}}}"#)
        };
        assert_eq!(
            cross::<New, Old>(&about(""), Tolerance::Drop),
            refused(&["/id: refused, an error of 2025-06-18 answers a request, and this one none"])
        );
        let some = about(r#""id": 1, "#);
        assert_eq!(cross::<New, Old>(&some, Tolerance::Lossless), crossed(&some, &[]));
    }
}
