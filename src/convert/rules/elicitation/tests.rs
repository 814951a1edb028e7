use alloc::format;
use alloc::string::String;

use super::super::testing::{Outcome, cross, crossed, refused};
use crate::convert::{ElicitationId, Options, Tolerance};
use crate::{v2025_06_18, v2025_11_25, v2026_07_28};

type Old = v2025_06_18::ElicitRequestParams;
type New = v2025_11_25::ElicitRequestParams;
type NewForm = v2025_11_25::ElicitRequestFormParams;
type Newest = v2026_07_28::ElicitRequestParams;

fn form(fields: &str, required: &str) -> String {
    format!(
        r#"{{"message": "m", "requestedSchema": {{
            "type": "object", "properties": {fields}, "required": {required}}}}}"#
    )
}

fn down(fields: &str, required: &str) -> Outcome {
    cross::<New, Old>(&form(fields, required), Tolerance::Drop)
}

#[test]
fn a_form_needs_no_mode() {
    let plain = form("{}", "[]");
    let named = plain.replacen('{', r#"{"mode": "form", "#, 1);
    assert_eq!(
        cross::<New, Old>(&named, Tolerance::Lossless),
        crossed(&plain, &["/mode: rewritten, its absence means the same"])
    );
    assert_eq!(cross::<Old, NewForm>(&plain, Tolerance::Lossless), crossed(&plain, &[]));
    let carry = || Options::default().with_carry(true);
    let (kept, _) = cross::<New, Old>(&named, carry()).unwrap();
    assert_eq!(cross::<Old, NewForm>(kept.as_str(), carry()), crossed(&named, &[]));
}

#[test]
fn only_forms_reach_an_older_client() {
    let page = r#"{"mode": "url", "message": "m", "url": "https://a.example",
        "elicitationId": "e"}"#;
    let voice = form("{}", "[]").replacen('{', r#"{"mode": "voice", "#, 1);
    for carry in [false, true] {
        let options = || Options::new(Tolerance::Drop).with_carry(carry);
        assert_eq!(
            cross::<New, Old>(page, options()),
            refused(&["(document): refused, 2025-06-18 has no elicitation by URL (since \
                       2025-11-25)"])
        );
        assert_eq!(
            cross::<New, Old>(&voice, options()),
            refused(&["(document): refused, 2025-06-18 has forms only, not \"voice\""])
        );
    }
}

#[test]
fn a_visit_has_a_name_in_one_revision() {
    let named = r#"{"mode": "url", "message": "m", "url": "https://a.example",
        "elicitationId": "e"}"#;
    let nameless = r#"{"mode": "url", "message": "m", "url": "https://a.example"}"#;
    assert_eq!(
        cross::<New, Newest>(named, Tolerance::Drop),
        crossed(
            nameless,
            &["/elicitationId: dropped, 2026-07-28 has no elicitation ids (until 2025-11-25)"]
        )
    );
    let (first, notices) = cross::<Newest, New>(nameless, Tolerance::Lossless).unwrap();
    assert_eq!(
        notices,
        [
            "/elicitationId: made up, made from the page and the message (2025-11-25, client/elicitation)"
        ]
    );
    assert_eq!(cross::<Newest, New>(nameless, Tolerance::Lossless).unwrap().0, first);
    let strict = Options::default().with_elicitation_id(ElicitationId::Refuse);
    assert_eq!(
        cross::<Newest, New>(nameless, strict.clone()),
        refused(&["/elicitationId: refused, 2025-11-25 demands it, and there is none"])
    );
    assert_eq!(cross::<New, New>(named, strict), crossed(named, &[]));
    let other = nameless.replace("a.example", "b.example");
    assert_ne!(
        cross::<Newest, New>(&other, Tolerance::Lossless).unwrap().0.get("elicitationId"),
        first.get("elicitationId")
    );
    // A name that comes along unmodelled is that name.
    assert_eq!(cross::<Newest, New>(named, Tolerance::Lossless), crossed(named, &[]));
}

#[test]
fn one_choice_in_the_older_spelling() {
    let titled = r#"{"a": {"type": "string", "title": "T", "oneOf": [
        {"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]}}"#;
    let older = r#"{"a": {"type": "string", "title": "T", "enum": ["r", "g"],
        "enumNames": ["Red", "Green"]}}"#;
    let notice = |happened: &str| {
        format!(
            "/requestedSchema/properties/a/oneOf: {happened}, as enum and enumNames, which \
             every revision with forms reads"
        )
    };
    assert_eq!(
        down(titled, r#"["a"]"#),
        crossed(&form(older, r#"["a"]"#), &[&notice("rewritten")])
    );
    let more = titled.replace(r#""Red""#, r#""Red", "description": "warm""#);
    assert_eq!(down(&more, "[]"), crossed(&form(older, "[]"), &[&notice("degraded")]));
    // What stands beside the options is lost where it says something else, and carried.
    let same = titled.replace(r#""title": "T""#, r#""title": "T", "enum": ["r", "g"]"#);
    assert_eq!(down(&same, "[]"), crossed(&form(older, "[]"), &[&notice("rewritten")]));
    let beside = same.replace(r#""enum": ["r", "g"]"#, r#""enum": ["r"], "enumNames": 7"#);
    let at = |name: &str| {
        format!("/requestedSchema/properties/a/{name}: dropped, the options are said in its place")
    };
    assert_eq!(
        down(&beside, "[]"),
        crossed(&form(older, "[]"), &[&at("enum"), &at("enumNames"), &notice("rewritten")])
    );
    let carry = || Options::default().with_carry(true);
    for fields in [&same, &beside] {
        let sent = form(fields, "[]");
        let (there, _) = cross::<New, Old>(&sent, carry()).unwrap();
        let (back, _) = cross::<Old, NewForm>(there.as_str(), carry()).unwrap();
        assert_eq!(back, sent.parse().unwrap());
    }
    let plain = r#"{"a": {"type": "string", "enum": ["r", "g"]}}"#;
    assert_eq!(down(plain, "[]"), crossed(&form(plain, "[]"), &[]));
    for fields in [older, plain] {
        let form = form(fields, "[]");
        assert_eq!(cross::<Old, NewForm>(&form, Tolerance::Lossless), crossed(&form, &[]));
    }
    let preset = r#"{"a": {"type": "string", "enum": ["r", "g"], "default": "r"}}"#;
    assert_eq!(
        down(preset, "[]"),
        crossed(
            &form(plain, "[]"),
            &[
                "/requestedSchema/properties/a/default: dropped, 2025-06-18 has no defaults for texts, numbers and choices in forms (since 2025-11-25)"
            ]
        )
    );
}

#[test]
fn several_choices_are_left_out_or_sink_the_form() {
    for items in [r#"{"type": "string", "enum": ["r"]}"#, r#"{"anyOf": []}"#] {
        let fields = format!(r#"{{"a/b": {{"type": "array", "items": {items}}}}}"#);
        assert_eq!(
            down(&fields, "[]"),
            crossed(
                &form("{}", "[]"),
                &[
                    "/requestedSchema/properties/a~1b: dropped, 2025-06-18 has no fields for several choices (since 2025-11-25)"
                ]
            )
        );
        let sunk = refused(&["/requestedSchema/properties/a~1b: refused, the form requires \
                              it, and 2025-06-18 has no such field"]);
        assert_eq!(down(&fields, r#"["a/b"]"#), sunk);
        let carry = Options::default().with_carry(true);
        let whole = form(&fields, r#"["a/b"]"#);
        let carried = "/requestedSchema/properties/a~1b: carried, 2025-06-18 has no fields for \
                       several choices (since 2025-11-25)";
        assert_eq!(cross::<New, Old>(&whole, carry), crossed(&whole, &[carried]));
    }
    assert_eq!(
        down(r#"{"a": {"type": "odd"}}"#, r#"["a"]"#),
        refused(&["/requestedSchema/properties/a: refused, the form requires it, and \
                   2025-06-18 has no such field"])
    );
}

#[test]
fn several_answers_are_left_out() {
    assert_eq!(
        cross::<v2025_11_25::ElicitResult, v2025_06_18::ElicitResult>(
            r#"{"action": "accept", "content": {"a": ["r"], "b": 1.5}}"#,
            Tolerance::Drop
        ),
        crossed(
            r#"{"action": "accept", "content": {"b": 1.5}}"#,
            &["/content/a: dropped, 2025-06-18 has no fields for several choices (since \
               2025-11-25)"]
        )
    );
}

#[test]
fn what_is_carried_comes_back() {
    let carry = || Options::default().with_carry(true);
    let form = form(
        r#"{"a": {"type": "string", "oneOf": [{"const": "r", "title": "Red", "x": 1}]},
            "b": {"type": "array", "items": {"type": "string", "enum": ["r"]}}}"#,
        "[]",
    );
    let (down, _) = cross::<NewForm, Old>(&form, carry()).unwrap();
    let (back, _) = cross::<Old, NewForm>(down.as_str(), carry()).unwrap();
    assert_eq!(back, form.parse().unwrap());
    type NewAnswer = v2025_11_25::ElicitResult;
    type OldAnswer = v2025_06_18::ElicitResult;
    let answer = r#"{"action": "accept", "content": {"a": ["r"], "b": 1.5}}"#;
    let (down, notices) = cross::<NewAnswer, OldAnswer>(answer, carry()).unwrap();
    assert_eq!(
        notices,
        ["/content: carried, without several choices; what was said is kept as \
          `mcp-revisions/content`"]
    );
    assert_eq!(down.get("content"), Some(r#"{"b": 1.5}"#.parse().unwrap()));
    let (back, _) = cross::<OldAnswer, NewAnswer>(down.as_str(), carry()).unwrap();
    assert_eq!(back, answer.parse().unwrap());
}

#[test]
fn every_field_that_sinks_a_form_is_told() {
    let field = r#"{"type": "array", "items": {"type": "string", "enum": ["r"]}}"#;
    let fields = format!(r#"{{"a": {field}, "b": {field}, "c": {field}}}"#);
    let why = "the form requires it, and 2025-06-18 has no such field";
    let place = "/requestedSchema/properties";
    assert_eq!(
        down(&fields, r#"["a", "b"]"#),
        refused(&[&format!("{place}/a: refused, {why}"), &format!("{place}/b: refused, {why}"),])
    );
}
