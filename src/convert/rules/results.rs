//! Results that are not, or not yet, what was asked for.
//!
//! A result without `resultType` is complete; a value that no negotiated extension defines is
//! invalid (2026-07-28, basic#resulttype). That of a complete result is left out and made up by the
//! tables; anything else has no older form.

use alloc::format;

use super::tasks::{task, without_task};
use crate::Json;
use crate::convert::{Adapt, Feature, Lowering};
use crate::json::text;
use crate::model::{AnyCallToolResult, AnyGetPromptResult, AnyReadResourceResult};
use crate::wire::Unknown;

/// The `resultType` of the tasks extension.
const TASK: &str = "task";

/// A demand for input: asking the client and sending the request again takes the request, which is
/// gone by now (2026-07-28, basic/patterns/mrtr).
fn demand(cx: &mut Lowering) -> Option<()> {
    if !cx.lacks(Feature::Mrtr) {
        return Some(());
    }
    let why = format!(
        "{} has no result that asks for input: a session asks and sends the request again",
        cx.to()
    );
    cx.refuse(Feature::Mrtr, why)
}

/// A result of a type that the sender's revision does not list.
fn unlisted(result: &Unknown, cx: &mut Lowering) -> Option<()> {
    if !cx.lacks(Feature::ResultType) {
        return Some(());
    }
    if result.tag() == TASK {
        let why = "a task of the extension, which only a session can wait for";
        return cx.refuse(Feature::TasksExtension, why);
    }
    let why = format!("{} has only complete results, not {:?}", cx.to(), result.tag());
    cx.refuse(Feature::ResultType, why)
}

/// What a sender of a revision without it can't have meant by a member, though the target defines
/// it.
pub(crate) fn stray(name: &str, value: &Json) -> Option<(Feature, &'static str)> {
    match name {
        // 2026-07-28, basic#resulttype
        "resultType" if *value != Json::from("complete") => {
            Some((Feature::ResultType, "a result of the sender's revision is complete"))
        }
        // 2026-07-28, server/utilities/caching
        "ttlMs" if is_negative(value) => {
            Some((Feature::CacheHints, "a time to live is not negative"))
        }
        // 2026-07-28, basic/patterns/mrtr
        "inputResponses" | "requestState" => {
            Some((Feature::Mrtr, "a server of the sender's revision asks for nothing by a result"))
        }
        _ => None,
    }
}

/// Whether the params or the result of a message have such a member.
pub(crate) fn has_strays(message: &str) -> bool {
    ["params", "result"].iter().filter_map(|part| text::child(message, part)).any(|part| {
        text::members(part).any(|member| {
            let value = Json::from_text(member.value);
            value.is_ok_and(|value| stray(&text::decode_lossy(member.name), &value).is_some())
        })
    })
}

fn is_negative(value: &Json) -> bool {
    value.as_number().and_then(|number| number.as_f64()).is_some_and(|number| number < 0.0)
}

impl Adapt for AnyCallToolResult {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        match &mut self {
            AnyCallToolResult::CallTool(result) => without_task(&mut result.extensions, cx),
            AnyCallToolResult::CreateTask(_) => task(cx)?,
            AnyCallToolResult::InputRequired(_) => demand(cx)?,
            AnyCallToolResult::Unknown(result) => unlisted(result, cx)?,
        }
        Some(self)
    }
}

impl Adapt for AnyGetPromptResult {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        match &self {
            AnyGetPromptResult::GetPrompt(_) => {}
            AnyGetPromptResult::InputRequired(_) => demand(cx)?,
            AnyGetPromptResult::Unknown(result) => unlisted(result, cx)?,
        }
        Some(self)
    }
}

impl Adapt for AnyReadResourceResult {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        match &self {
            AnyReadResourceResult::ReadResource(_) => {}
            AnyReadResourceResult::InputRequired(_) => demand(cx)?,
            AnyReadResourceResult::Unknown(result) => unlisted(result, cx)?,
        }
        Some(self)
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25", feature = "v2026_07_28"))]
mod tests {
    use super::super::testing::{cross, crossed, refused};
    use crate::convert::{Cache, Options, Tolerance};
    use crate::model::CacheScope;
    use crate::{v2025_06_18, v2025_11_25, v2026_07_28};

    type Called = v2026_07_28::CallToolResultOrInputRequired;
    type Prompted = v2026_07_28::GetPromptResultOrInputRequired;
    type Resource = v2026_07_28::ReadResourceResultOrInputRequired;

    #[test]
    fn only_a_complete_result_has_an_older_form() {
        let input = r#"{"resultType": "input_required", "requestState": "s"}"#;
        let task = r#"{"resultType": "task", "taskId": "t"}"#;
        let other = r#"{"resultType": "odd", "content": []}"#;
        for carry in [false, true] {
            let options = || Options::new(Tolerance::Drop).with_carry(carry);
            let needs_session =
                refused(&["(document): refused, 2025-11-25 has no result that asks \
                                           for input: a session asks and sends the request again"]);
            assert_eq!(
                cross::<Called, v2025_11_25::CallToolResultOrCreateTask>(input, options()),
                needs_session
            );
            assert_eq!(
                cross::<Prompted, v2025_11_25::GetPromptResult>(input, options()),
                needs_session
            );
            assert_eq!(
                cross::<Resource, v2025_11_25::ReadResourceResult>(input, options()),
                needs_session
            );
            assert_eq!(
                cross::<Called, v2025_06_18::CallToolResult>(task, options()),
                refused(&[
                    "(document): refused, a task of the extension, which only a session can \
                           wait for"
                ])
            );
            assert_eq!(
                cross::<Called, v2025_06_18::CallToolResult>(other, options()),
                refused(&[
                    "(document): refused, 2025-06-18 has only complete results, not \"odd\""
                ])
            );
            assert_eq!(
                cross::<v2026_07_28::CallToolResult, v2025_06_18::CallToolResult>(other, options()),
                refused(&[
                    "/resultType: refused, 2025-06-18 has no result types (since 2026-07-28)"
                ])
            );
        }
    }

    #[test]
    fn what_absence_means_goes_and_comes_back() {
        let old = r#"{"tools": []}"#;
        let new = r#"{"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}"#;
        type Old = v2025_11_25::ListToolsResult;
        type New = v2026_07_28::ListToolsResult;
        assert_eq!(
            cross::<New, Old>(new, Tolerance::Lossless),
            crossed(
                old,
                &[
                    "/cacheScope: rewritten, its absence means the same",
                    "/resultType: rewritten, its absence means the same",
                    "/ttlMs: rewritten, its absence means the same",
                ]
            )
        );
        assert_eq!(cross::<Old, New>(old, Tolerance::Lossless).unwrap().0, new.parse().unwrap());
        let cache = Cache { ttl_ms: 60_000, scope: CacheScope::Public };
        let (chosen, notices) =
            cross::<Old, New>(old, Options::default().with_cache(cache)).unwrap();
        assert_eq!(chosen, new.replace("0", "60000").replace("private", "public").parse().unwrap());
        assert_eq!(
            notices[0],
            "/cacheScope: made up, the caller chose so (2026-07-28, server/utilities/caching)"
        );
        let fresh = new.replace("0", "9").replace("private", "public");
        assert_eq!(
            cross::<New, Old>(&fresh, Tolerance::Lossless),
            refused(&[
                "/cacheScope: dropped, 2025-11-25 has no cache hints (since 2026-07-28)",
                "/ttlMs: dropped, 2025-11-25 has no cache hints (since 2026-07-28)",
            ])
        );
    }
}
