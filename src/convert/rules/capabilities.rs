//! What each side can do. The objects are open in every revision ("not a closed set").

use alloc::format;

use serde_core::Serialize;

use crate::convert::{Adapt, Feature, Happened, Lowering, Tasks};
use crate::model::{
    ClientCapabilities, ClientCapabilitiesElicitation, ClientCapabilitiesRoots,
    ClientCapabilitiesSampling, ServerCapabilities,
};
use crate::{Json, JsonObject, Map};

const ELICITATION: &str = "elicitation";

impl Adapt for ClientCapabilities {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        let form = self.elicitation.as_ref().is_none_or(can_show_forms);
        // An empty object, which is all that 2025-06-18 knows, means forms: without them there must
        // be none (2025-11-25, client/elicitation#capabilities).
        if !form && cx.loses(Feature::ElicitationMode) && !cx.lacks(Feature::ElicitationForm) {
            let why = format!("a client of {} with this capability shows forms", cx.to());
            let (said, feature) = (self.elicitation.take(), Feature::ElicitationUrl);
            if !cx.hold(ELICITATION, &said, &mut self.extensions, feature, &why) {
                cx.note_at(ELICITATION, Happened::Dropped, Some(feature), why);
            }
        } else if self.elicitation.is_none() {
            let feature = Feature::ElicitationMode;
            let ours = |said: &ClientCapabilitiesElicitation, beside: Option<&Json>| {
                !can_show_forms(said) && beside.is_none()
            };
            self.elicitation = cx.held(ELICITATION, &mut self.extensions, feature, ours);
        }
        keep_extensions(&mut self.protocol_extensions, &mut self.extensions, cx);
        tasks(&mut self.tasks, &mut self.extensions, cx);
        Some(self)
    }
}

/// An empty object means forms too (2025-11-25, client/elicitation#capabilities).
fn can_show_forms(elicitation: &ClientCapabilitiesElicitation) -> bool {
    elicitation.form.is_some() || elicitation.url.is_none()
}

/// The capability is of 2025-11-25 alone, and nothing else has the name of it: left to the tables,
/// unless the caller decides otherwise.
fn tasks<M: Serialize>(modelled: &mut Option<M>, unmodelled: &mut Map<Json>, cx: &mut Lowering) {
    const NAME: &str = "tasks";
    const FEATURE: Feature = Feature::TasksCore;
    let choice = cx.options().tasks;
    if choice == Tasks::Hide || !cx.loses(FEATURE) {
        return;
    }
    let Some(said) = modelled.take() else { return };
    match Json::from_serialize(&said) {
        Ok(json) if choice == Tasks::Keep => {
            unmodelled.push(NAME, json);
            cx.note_at(NAME, Happened::Carried, Some(FEATURE), "the caller runs the tasks");
        }
        _ => {
            let why = cx.has_no(FEATURE);
            cx.note_at(NAME, Happened::Refused, Some(FEATURE), why);
        }
    }
}

/// Extensions are agreed on in `initialize` too, by sides that know them (2026-07-28,
/// basic/versioning#extension-negotiation).
fn keep_extensions(
    modelled: &mut Option<Map<JsonObject>>,
    unmodelled: &mut Map<Json>,
    cx: &mut Lowering,
) {
    if !cx.loses(Feature::ExtensionsCapability) {
        return;
    }
    if let Some(json) = modelled.as_ref().and_then(|map| Json::from_serialize(map).ok()) {
        *modelled = None;
        unmodelled.push("extensions", json);
        let why = "capabilities are open: sides that know an extension find it here";
        cx.note_at("extensions", Happened::Carried, Some(Feature::ExtensionsCapability), why);
    }
}

impl Adapt for ClientCapabilitiesElicitation {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if !cx.loses(Feature::ElicitationMode) {
            return Some(self);
        }
        let empty = self.form.as_ref().is_some_and(JsonObject::is_empty);
        let cost = if empty {
            (Happened::Rewritten, "an empty object means forms")
        } else {
            (Happened::Dropped, "an empty object means forms, and says no more")
        };
        let (form, url) = (self.form.take(), self.url.take());
        let unmodelled = &mut self.extensions;
        cx.let_go("form", form, unmodelled, Feature::ElicitationMode, cost);
        cx.gone("url", url, unmodelled, Feature::ElicitationUrl, None);
        Some(self)
    }
}

impl Adapt for ClientCapabilitiesRoots {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if cx.loses(Feature::RootsListChanged) {
            // A server asks anew each time that it needs the roots (2026-07-28, client/roots).
            let cost = match self.list_changed {
                Some(true) => (Happened::Dropped, "no news is needed where roots are asked anew"),
                _ => (Happened::Rewritten, "its absence means the same"),
            };
            let (promise, unmodelled) = (self.list_changed.take(), &mut self.extensions);
            cx.let_go("listChanged", promise, unmodelled, Feature::RootsListChanged, cost);
        }
        Some(self)
    }
}

impl Adapt for ClientCapabilitiesSampling {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        // The tools came in 2025-11-25, and with them the members of this object.
        if cx.loses(Feature::SamplingTools) {
            let (context, tools) = (self.context.take(), self.tools.take());
            let unmodelled = &mut self.extensions;
            // Any client may be sent `includeContext` and may pass over it (2025-06-18,
            // client/sampling).
            let cost = (Happened::Dropped, "an older client may be asked for context without it");
            cx.let_go("context", context, unmodelled, Feature::SamplingContextCapability, cost);
            cx.gone("tools", tools, unmodelled, Feature::SamplingTools, None);
        }
        Some(self)
    }
}

impl Adapt for ServerCapabilities {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if cx.loses(Feature::CompletionsCapability) {
            cx.let_go(
                "completions",
                self.completions.take(),
                &mut self.extensions,
                Feature::CompletionsCapability,
                (Happened::Dropped, "an older client asks for completions without it"),
            );
        }
        keep_extensions(&mut self.protocol_extensions, &mut self.extensions, cx);
        tasks(&mut self.tasks, &mut self.extensions, cx);
        Some(self)
    }
}

#[cfg(test)]
#[cfg(all(
    feature = "v2024_11_05",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
mod tests {
    use super::super::testing::{cross, crossed, refused};
    use crate::convert::{Options, Tasks, Tolerance};
    use crate::{v2024_11_05, v2025_06_18, v2025_11_25, v2026_07_28};

    type Client06 = v2025_06_18::ClientCapabilities;
    type Client11 = v2025_11_25::ClientCapabilities;
    type Client07 = v2026_07_28::ClientCapabilities;

    #[test]
    fn an_older_elicitation_means_forms() {
        let form = "/elicitation/form: rewritten, an empty object means forms";
        let url =
            "/elicitation/url: dropped, 2025-06-18 has no elicitation by URL (since 2025-11-25)";
        let alone =
            "/elicitation: dropped, a client of 2025-06-18 with this capability shows forms";
        for (sent, expected, notices) in [
            (r#"{"elicitation": {}}"#, r#"{"elicitation": {}}"#, &[][..]),
            (r#"{"elicitation": {"form": {}}}"#, r#"{"elicitation": {}}"#, &[form]),
            (r#"{"elicitation": {"form": {}, "url": {}}}"#, r#"{"elicitation": {}}"#, &[form, url]),
            (r#"{"elicitation": {"url": {}}}"#, "{}", &[alone]),
        ] {
            assert_eq!(
                cross::<Client11, Client06>(sent, Tolerance::Drop),
                crossed(expected, notices)
            );
        }
        let both = r#"{"elicitation": {"form": {}, "url": {}}}"#;
        let carry = Options::default().with_carry(true);
        let (down, _) = cross::<Client11, Client06>(both, carry.clone()).unwrap();
        assert_eq!(cross::<Client06, Client11>(down.as_str(), carry), crossed(both, &[]));
        let alone = r#"{"elicitation": {"url": {}}}"#;
        let carry = Options::default().with_carry(true);
        let (down, _) = cross::<Client11, Client06>(alone, carry.clone()).unwrap();
        assert_eq!(down.get("elicitation"), None);
        let back = cross::<Client06, Client11>(down.as_str(), carry).unwrap();
        assert_eq!(back.0, alone.parse().unwrap());
        // The only notice is that there is no elicitation at all.
        assert_eq!(
            cross::<Client11, v2024_11_05::ClientCapabilities>(both, Tolerance::Drop),
            crossed(
                "{}",
                &["/elicitation: dropped, 2024-11-05 has no elicitation (since 2025-06-18)"]
            )
        );
    }

    #[test]
    fn sampling_had_no_members() {
        assert_eq!(
            cross::<Client11, Client06>(
                r#"{"sampling": {"tools": {}, "context": {}, "x": 1}}"#,
                Tolerance::Drop
            ),
            crossed(
                r#"{"sampling": {"x": 1}}"#,
                &[
                    "/sampling/context: dropped, an older client may be asked for context \
                     without it",
                    "/sampling/tools: dropped, 2025-06-18 has no sampling tools (since 2025-11-25)",
                ]
            )
        );
    }

    #[test]
    fn roots_do_not_change_any_more() {
        for (promise, happened) in [
            ("true", "dropped, no news is needed where roots are asked anew"),
            ("false", "rewritten, its absence means the same"),
        ] {
            let sent = alloc::format!(r#"{{"roots": {{"listChanged": {promise}}}}}"#);
            let notice = alloc::format!("/roots/listChanged: {happened}");
            assert_eq!(
                cross::<Client11, Client07>(&sent, Tolerance::Drop),
                crossed(r#"{"roots": {}}"#, &[&notice])
            );
            assert_eq!(
                cross::<Client11, Client06>(&sent, Tolerance::Lossless),
                crossed(&sent, &[])
            );
        }
    }

    #[test]
    fn extensions_are_kept_and_tasks_are_not() {
        let extensions = r#"{"extensions": {"com.example/x": {"y": 1}}}"#;
        let kept = ["/extensions: carried, capabilities are open: sides that know an extension \
                     find it here"];
        assert_eq!(
            cross::<Client07, Client11>(extensions, Tolerance::Lossless),
            crossed(extensions, &kept)
        );
        assert_eq!(
            cross::<Client11, Client07>(extensions, Tolerance::Lossless),
            crossed(extensions, &[])
        );
        assert_eq!(
            cross::<v2026_07_28::ServerCapabilities, v2025_06_18::ServerCapabilities>(
                extensions,
                Tolerance::Lossless
            ),
            crossed(extensions, &kept)
        );
        assert_eq!(
            cross::<v2025_11_25::ServerCapabilities, v2026_07_28::ServerCapabilities>(
                r#"{"tasks": {"list": {}}}"#,
                Tolerance::Drop
            ),
            crossed(
                "{}",
                &["/tasks: dropped, 2026-07-28 has no tasks of its own (until 2025-11-25)"]
            )
        );
    }

    #[test]
    fn completions_went_without_saying() {
        assert_eq!(
            cross::<v2025_06_18::ServerCapabilities, v2024_11_05::ServerCapabilities>(
                r#"{"completions": {}}"#,
                Tolerance::Drop
            ),
            crossed(
                "{}",
                &["/completions: dropped, an older client asks for completions without it"]
            )
        );
    }

    #[test]
    fn tasks_go_by_the_option() {
        type Old = v2025_06_18::ServerCapabilities;
        type New = v2025_11_25::ServerCapabilities;
        let text = r#"{"tasks": {"list": {}}}"#;
        let options = |tasks| Options::new(Tolerance::Drop).with_tasks(tasks);
        let dropped = "/tasks: dropped, 2025-06-18 has no tasks of its own (since 2025-11-25)";
        assert_eq!(cross::<New, Old>(text, options(Tasks::Hide)), crossed("{}", &[dropped]));
        let kept = crossed(text, &["/tasks: carried, the caller runs the tasks"]);
        assert_eq!(cross::<New, Old>(text, options(Tasks::Keep)), kept);
        assert_eq!(
            cross::<New, Old>(text, options(Tasks::Refuse)),
            refused(&[&dropped.replace("dropped", "refused")])
        );
        assert_eq!(cross::<New, New>(text, options(Tasks::Refuse)), crossed(text, &[]));
    }
}
