//! Elicitation: forms and their fields, and web pages to visit.

use alloc::format;
use alloc::string::String;

use super::fingerprint::fingerprint;
use crate::convert::{Adapt, ElicitationId, Feature, Happened, Lowering};
use crate::model::{
    ElicitRequestFormParams, ElicitRequestFormParamsRequestedSchema, ElicitRequestParams,
    ElicitRequestUrlParams, LegacyTitledEnumSchema, PrimitiveSchemaDefinition,
    TitledSingleSelectEnumSchema, UntitledSingleSelectEnumSchema,
};

/// Without a mode it is a form (2025-11-25, client/elicitation#elicitation-requests).
impl Adapt for ElicitRequestFormParams {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if cx.loses(Feature::ElicitationMode) {
            let (mode, feature) = (self.mode.take(), Feature::ElicitationMode);
            let cost = (Happened::Rewritten, "its absence means the same");
            cx.let_go("mode", mode, &mut self.extensions, feature, cost);
        }
        Some(self)
    }
}

/// A client of 2025-06-18 takes every elicitation for a form, so no other may reach it.
impl Adapt for ElicitRequestParams {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        match &self {
            ElicitRequestParams::Url(_) if cx.lacks(Feature::ElicitationUrl) => {
                let why = cx.has_no(Feature::ElicitationUrl);
                cx.refuse(Feature::ElicitationUrl, why)
            }
            ElicitRequestParams::Unknown(unknown) if cx.lacks(Feature::ElicitationMode) => {
                let why = format!("{} has forms only, not {:?}", cx.to(), unknown.tag());
                cx.refuse(Feature::ElicitationMode, why)
            }
            _ => Some(self),
        }
    }
}

/// Only 2025-11-25 names the visit to a page, so that a notification can tell its end; a sender of
/// another revision sends none, so any name does (2026-07-28, changelog).
impl Adapt for ElicitRequestUrlParams {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        const NAME: &str = "elicitationId";
        let named = self.elicitation_id.is_some() || self.extensions.contains_key(NAME);
        let feature = Some(Feature::ElicitationId);
        if !cx.lacks(Feature::ElicitationId) {
            if !named && cx.options().elicitation_id == ElicitationId::Refuse {
                let why = format!("{} demands it, and there is none", cx.to());
                cx.note_at(NAME, Happened::Refused, feature, why);
            } else if !named {
                let why = "made from the page and the message (2025-11-25, client/elicitation)";
                cx.note_at(NAME, Happened::Synthesised, feature, why);
            }
            if !named {
                self.elicitation_id = Some(visit_name(&self.url, &self.message));
            }
        } else if self.elicitation_id.as_ref() == Some(&visit_name(&self.url, &self.message)) {
            self.elicitation_id = None;
            cx.note_at(NAME, Happened::Rewritten, feature, "it was made up");
        }
        Some(self)
    }
}

/// A name for a visit: the same for the same page and message, so that conversions repeat.
fn visit_name(url: &str, message: &str) -> String {
    // 0xFF is in no text, so it keeps the two apart.
    format!("elicitation-{:016x}", fingerprint(url, 0xFF, message))
}

/// A field that the target has no kind for is left out, unless the form is no use without it.
impl Adapt for ElicitRequestFormParamsRequestedSchema {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if cx.is_same() {
            return Some(self);
        }
        for name in self.required.iter().flatten() {
            if self.properties.get(name).is_none_or(|field| crosses(field, cx)) {
                continue;
            }
            let why = format!("the form requires it, and {} has no such field", cx.to());
            let feature = Some(Feature::ElicitationEnumMulti);
            cx.within("properties", |cx| {
                cx.within(name, |cx| cx.note(Happened::Refused, feature, why));
            });
            self.properties.remove(name);
        }
        Some(self)
    }
}

/// Whether the target has the kind of a field.
fn crosses(field: &PrimitiveSchemaDefinition, cx: &Lowering) -> bool {
    match field {
        PrimitiveSchemaDefinition::UntitledMultiSelectEnum(_)
        | PrimitiveSchemaDefinition::TitledMultiSelectEnum(_) => {
            !cx.lacks(Feature::ElicitationEnumMulti)
        }
        PrimitiveSchemaDefinition::Unknown(unknown) => {
            cx.options().carry
                || unknown.tag() == "array" && !cx.lacks(Feature::ElicitationEnumMulti)
        }
        _ => true,
    }
}

/// One choice has `enum`, and `enumNames` for titles, up to 2025-06-18
/// (client/elicitation#supported-schema-types); that spelling stays allowed.
impl Adapt for PrimitiveSchemaDefinition {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        if !cx.lacks(Feature::ElicitationEnumTitled) {
            return Some(self);
        }
        Some(match self {
            PrimitiveSchemaDefinition::TitledSingleSelectEnum(choice) => {
                PrimitiveSchemaDefinition::LegacyTitledEnum(with_names(choice, cx))
            }
            // The same JSON in another type.
            PrimitiveSchemaDefinition::UntitledSingleSelectEnum(choice) => {
                let UntitledSingleSelectEnumSchema {
                    title,
                    description,
                    default,
                    enum_,
                    extensions,
                } = choice;
                PrimitiveSchemaDefinition::LegacyTitledEnum(LegacyTitledEnumSchema {
                    title,
                    description,
                    default,
                    enum_,
                    enum_names: None,
                    extensions,
                })
            }
            other => other,
        })
    }
}

fn with_names(choice: TitledSingleSelectEnumSchema, cx: &mut Lowering) -> LegacyTitledEnumSchema {
    let TitledSingleSelectEnumSchema { title, description, default, one_of, mut extensions } =
        choice;
    // What stood beside the options can't stay beside their older spelling.
    let beside = ["enum", "enumNames"].map(|name| extensions.remove(name).is_some());
    let says_more = one_of.iter().any(|option| !option.extensions.is_empty());
    let happened =
        if says_more || beside != [false; 2] { Happened::Degraded } else { Happened::Rewritten };
    let why = "as enum and enumNames, which every revision with forms reads";
    cx.note_at("oneOf", happened, Some(Feature::ElicitationEnumTitled), why);
    let (enum_, names) = one_of.into_iter().map(|option| (option.const_, option.title)).unzip();
    let enum_names = Some(names);
    LegacyTitledEnumSchema { title, description, default, enum_, enum_names, extensions }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25", feature = "v2026_07_28"))]
mod tests {
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
            let carry = Options::new(Tolerance::Drop).with_carry(true);
            assert_eq!(cross::<New, Old>(&form(&fields, r#"["a/b"]"#), carry), sunk);
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
}
