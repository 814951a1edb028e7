use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::testing::{cross, crossed, refused};
use super::{adapt_error, needs_more};
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
fn what_is_taken_for_a_missing_resource_is_told() {
    let uri = r#", "data": {"uri": "file:///a"}"#;
    let (any, named, keep) = (MissingResource::Any, MissingResource::Named, MissingResource::Keep);
    for (choice, from, to, code, data, is_told) in [
        (named, LEGACY, MODERN, -32602, uri, true),
        (named, LEGACY, MODERN, -32602, "", false),
        (any, LEGACY, MODERN, -32602, "", true),
        (keep, LEGACY, MODERN, -32602, uri, false),
        (named, MODERN, LEGACY, -32002, "", true),
        (keep, MODERN, LEGACY, -32002, "", false),
    ] {
        let error = alloc::format!(r#"{{"code": {code}, "message": "m"{data}}}"#);
        let options = Options::new(Tolerance::Drop).with_missing_resource(choice);
        let (crossed, told) = adapted_as(options, from, to, "resources/read", &error);
        assert_eq!(crossed, error.parse().unwrap());
        let why = alloc::format!("/error/code: degraded, {to} means a missing resource by it");
        assert_eq!(told, Vec::from_iter(is_told.then_some(why)), "{choice:?} {code}{data}");
    }
}

#[test]
fn an_older_code_that_means_something_now_is_told() {
    for (code, data) in [
        (-32020, ""),
        (-32021, ""),
        (-32021, r#", "data": {"requiredCapabilities": 1}"#),
        (-32022, r#", "data": {"supported": []}"#),
    ] {
        let error = alloc::format!(r#"{{"code": {code}, "message": "m"{data}}}"#);
        let told = "/error/code: degraded, 2026-07-28 means something of its own by it";
        assert_eq!(
            adapted(LEGACY, MODERN, "tools/call", &error),
            (error.parse().unwrap(), Vec::from([told.to_string()])),
        );
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
        (LEGACY, MODERN, "tools/call", -32021, r#", "data": {"requiredCapabilities": {}}"#),
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
fn visits_are_a_demand_for_input_where_there_is_one() {
    let error = r#"{"code": -32042, "message": "Sign in", "data": {"elicitations": []}}"#;
    let told = |method: Option<&str>, to: Revision| {
        let mut cx = Lowering::new(Some(LEGACY), to, Options::new(Tolerance::Drop));
        let passed = needs_more(&crate::from_str(error).unwrap(), method, &mut cx);
        let reasons = cx.finish(passed).map_err(|refusal| refusal.to_string());
        reasons.map(|crossing| crossing.report().len())
    };
    let refusal = told(Some("tools/call"), MODERN).unwrap_err();
    assert!(refusal.contains("/error/code: refused, 2026-07-28 asks for visits"), "{refusal}");
    assert!(told(None, MODERN).unwrap_err().contains("depends on the request"));
    assert_eq!(told(Some("tools/list"), MODERN), Ok(0));
    assert_eq!(told(Some("tools/call"), FORMS), Ok(0));
    assert_eq!(told(None, FORMS), Ok(0));
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
