//! Elicitation: forms and their fields, and web pages to visit.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::fingerprint::fingerprint;
use super::related_task::meta_without_related_task;
use crate::convert::{Adapt, ElicitationId, Feature, Happened, Lowering};
use crate::model::{
    ElicitRequestFormParams, ElicitRequestFormParamsRequestedSchema, ElicitRequestParams,
    ElicitRequestUrlParams, ElicitResult, ElicitResultContentValue, EnumOption,
    LegacyTitledEnumSchema, PrimitiveSchemaDefinition, TitledSingleSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
};
use crate::{Json, Map};

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
            cx.options().carry || !cx.lacks(Feature::ElicitationEnumMulti)
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
            return Some(match self {
                PrimitiveSchemaDefinition::LegacyTitledEnum(choice) => with_options(choice, cx),
                other => other,
            });
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

/// The older spelling of the options: their values and their titles.
const OLDER: [&str; 2] = ["enum", "enumNames"];

fn with_names(choice: TitledSingleSelectEnumSchema, cx: &mut Lowering) -> LegacyTitledEnumSchema {
    let TitledSingleSelectEnumSchema { title, description, default, one_of, mut extensions } =
        choice;
    let feature = Feature::ElicitationEnumTitled;
    // What stood beside the options can't stay beside their older spelling.
    let values: Json = one_of.iter().map(|option| Json::from(&*option.const_)).collect();
    let titles: Json = one_of.iter().map(|option| Json::from(&*option.title)).collect();
    for (name, same) in OLDER.into_iter().zip([values, titles]) {
        let why = "the options are said in its place";
        if let Some(said) = extensions.remove(name)
            && !cx.hold(name, &said, &mut extensions, feature, why)
            && said != same
        {
            cx.note_at(name, Happened::Dropped, Some(feature), why);
        }
    }
    let says_more = one_of.iter().any(|option| !option.extensions.is_empty());
    if !cx.hold("oneOf", &one_of, &mut extensions, feature, "said as enum and enumNames") {
        let happened = if says_more { Happened::Degraded } else { Happened::Rewritten };
        let why = "as enum and enumNames, which every revision with forms reads";
        cx.note_at("oneOf", happened, Some(feature), why);
    }
    let (enum_, names) = one_of.into_iter().map(|option| (option.const_, option.title)).unzip();
    let enum_names = Some(names);
    LegacyTitledEnumSchema { title, description, default, enum_, enum_names, extensions }
}

/// A choice in the newer spelling, where that was kept. The older one is read everywhere, too.
fn with_options(
    mut choice: LegacyTitledEnumSchema,
    cx: &mut Lowering,
) -> PrimitiveSchemaDefinition {
    let feature = Feature::ElicitationEnumTitled;
    let ours = |said: &Vec<EnumOption>, beside: Option<&Json>| {
        let (values, names): (Vec<_>, Vec<_>) =
            said.iter().map(|option| (&option.const_, &option.title)).unzip();
        let enum_names = choice.enum_names.iter().flatten();
        beside.is_none() && values.into_iter().eq(&choice.enum_) && names.into_iter().eq(enum_names)
    };
    let Some(one_of) = cx.held("oneOf", &mut choice.extensions, feature, ours) else {
        return PrimitiveSchemaDefinition::LegacyTitledEnum(choice);
    };
    for name in OLDER {
        cx.note_at(name, Happened::Rewritten, Some(feature), "it is said in `oneOf` again");
    }
    let LegacyTitledEnumSchema { title, description, default, mut extensions, .. } = choice;
    // What stood beside the options stands there again.
    for name in OLDER {
        let any = |_: &Json, _: Option<&Json>| true;
        if let Some(said) = cx.held(name, &mut extensions, feature, any) {
            extensions.push(name, said);
        }
    }
    PrimitiveSchemaDefinition::TitledSingleSelectEnum(TitledSingleSelectEnumSchema {
        title,
        description,
        default,
        one_of,
        extensions,
    })
}

/// Several choices of one field: the values of a form were single ones before (2025-06-18,
/// schema#elicitresult).
impl Adapt for ElicitResult {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        const MEMBER: &str = "content";
        meta_without_related_task(&mut self.meta, cx);
        let feature = Feature::ElicitationEnumMulti;
        let is_list =
            |value: &ElicitResultContentValue| matches!(value, ElicitResultContentValue::Array(_));
        if cx.loses(feature)
            && let Some(content) = self.content.take_if(|content| content.values().any(is_list))
        {
            let how = "without several choices";
            let held = cx.hold(MEMBER, &content, &mut self.extensions, feature, how);
            let left = content.into_iter().filter(|(_, value)| !held || !is_list(value));
            self.content = Some(left.collect());
            return Some(self);
        }
        let ours = |said: &Map<ElicitResultContentValue>, _: Option<&Json>| {
            let single = said.iter().filter(|(_, value)| !is_list(value));
            self.content.as_ref().is_some_and(|content| single.eq(content))
        };
        if let Some(content) = cx.held(MEMBER, &mut self.extensions, feature, ours) {
            self.content = Some(content);
        }
        Some(self)
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25", feature = "v2026_07_28"))]
mod tests;
