//! Tasks: a part of 2025-11-25, an extension since.

use alloc::format;

use crate::convert::{Adapt, Feature, Happened, Lowering};
use crate::model::{AnyCreateMessageResult, AnyElicitResult};
use crate::{Json, Map};

/// The methods of the extension (io.modelcontextprotocol/tasks).
const EXTENSION: [&str; 4] = ["tasks/get", "tasks/update", "tasks/cancel", "notifications/tasks"];

/// A task as the answer: its outcome is asked for later, which only a session can do in the place
/// of a side that knows no tasks (2025-11-25, basic/utilities/tasks#task-augmented-requests).
pub(super) fn task(cx: &mut Lowering) -> Option<()> {
    if !cx.lacks(Feature::TasksCore) {
        return Some(());
    }
    let why = format!("{} has no tasks of its own, and waiting for one needs a session", cx.to());
    cx.refuse(Feature::TasksCore, why)
}

/// What a sender that has no such tasks put beside its answer would make a task of the answer.
pub(super) fn without_task(extensions: &mut Map<Json>, cx: &mut Lowering) {
    let feature = Feature::TasksCore;
    if !cx.is_same() && !cx.lacks(feature) && extensions.remove("task").is_some() {
        let why = "beside an answer, it would say that there is none yet";
        cx.note_at("task", Happened::Dropped, Some(feature), why);
    }
}

/// What the wish for a task of a sender that has the extension is not: the extension asks for none
/// by a call, and 2025-11-25 alone has that member. Where it was carried, it is meant.
pub(crate) fn stray_task(name: &str, cx: &Lowering) -> Option<(Feature, &'static str)> {
    let asks_for_none = cx.from().is_some_and(|from| Feature::TasksExtension.is_in(from));
    (name == "task" && asks_for_none && !cx.options().carry)
        .then_some((Feature::TasksCore, "a call of the sender's revision asks for no task"))
}

/// Refuses methods of the extension where the target does not have it: 2025-11-25 has some of the
/// same names, and means something else by them.
pub(crate) fn of_extension(method: &str, cx: &mut Lowering) -> Option<()> {
    let feature = Feature::TasksExtension;
    if EXTENSION.contains(&method) && cx.loses(feature) {
        let why = format!("it is of the tasks extension, which {} does not have", cx.to());
        return cx.refuse(feature, why);
    }
    Some(())
}

impl Adapt for AnyCreateMessageResult {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        match &mut self {
            AnyCreateMessageResult::CreateMessage(result) => {
                without_task(&mut result.extensions, cx);
            }
            AnyCreateMessageResult::CreateTask(_) => task(cx)?,
        }
        Some(self)
    }
}

impl Adapt for AnyElicitResult {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        match &mut self {
            AnyElicitResult::Elicit(result) => without_task(&mut result.extensions, cx),
            AnyElicitResult::CreateTask(_) => task(cx)?,
        }
        Some(self)
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25", feature = "v2026_07_28"))]
mod tests {
    use alloc::format;

    use super::super::testing::{cross, crossed, refused};
    use crate::convert::{Options, Tolerance};
    use crate::{v2025_06_18, v2025_11_25, v2026_07_28};

    const TASK: &str = r#"{"task": {"taskId": "t", "status": "working", "ttl": null,
        "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z"}}"#;

    #[test]
    fn a_task_is_not_an_answer_elsewhere() {
        for carry in [false, true] {
            let options = Options::new(Tolerance::Drop).with_carry(carry);
            let older =
                ["(document): refused, 2025-06-18 has no tasks of its own, and waiting for \
                          one needs a session"];
            let newer =
                ["(document): refused, 2026-07-28 has no tasks of its own, and waiting for \
                          one needs a session"];
            type Sampled = v2025_11_25::CreateMessageResultOrCreateTask;
            type Asked = v2025_11_25::ElicitResultOrCreateTask;
            type Called = v2025_11_25::CallToolResultOrCreateTask;
            assert_eq!(
                cross::<Sampled, v2025_06_18::CreateMessageResult>(TASK, options.clone()),
                refused(&older)
            );
            assert_eq!(
                cross::<Asked, v2025_06_18::ElicitResult>(TASK, options.clone()),
                refused(&older)
            );
            assert_eq!(
                cross::<Called, v2025_06_18::CallToolResult>(TASK, options.clone()),
                refused(&older)
            );
            assert_eq!(
                cross::<Called, v2026_07_28::CallToolResultOrInputRequired>(TASK, options),
                refused(&newer)
            );
        }
    }

    #[test]
    fn the_wish_for_a_task_is_left_out() {
        let call = r#"{"name": "add", "task": {"ttl": 60000},
            "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "t"}}}"#;
        type Call = v2025_11_25::CallToolRequestParams;
        type Older = v2025_06_18::CallToolRequestParams;
        let none = "dropped, 2025-06-18 has no tasks of its own (since 2025-11-25)";
        let notices = ["/_meta/io.modelcontextprotocol~1related-task", "/task"]
            .map(|place| format!("{place}: {none}"));
        let notices = notices.each_ref().map(|notice| &**notice);
        assert_eq!(cross::<Call, Older>(call, Tolerance::Degrade), refused(&notices));
        assert_eq!(
            cross::<Call, Older>(call, Tolerance::Drop),
            crossed(r#"{"name": "add", "_meta": {}}"#, &notices)
        );
        let carry = Options::default().with_carry(true);
        let (kept, notices) = cross::<Call, Older>(call, carry.clone()).unwrap();
        assert_eq!(notices.len(), 2);
        let back = cross::<Older, Call>(kept.as_str(), carry).unwrap();
        assert_eq!(back.0, call.parse().unwrap());
        // Where it was not carried, a call of 2026-07-28 asks for no task.
        type Newer = v2026_07_28::CallToolRequestParams;
        let call = r#"{"name": "add", "task": {}, "_meta": {"io.modelcontextprotocol/protocolVersion":
            "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}"#;
        let (plain, notices) = cross::<Newer, Call>(call, Tolerance::Drop).unwrap();
        assert!(plain.pointer("/task").is_none());
        assert!(
            notices.contains(
                &"/task: dropped, a call of the sender's revision asks for no task".into()
            )
        );
        assert!(cross::<Newer, Call>(call, Tolerance::Lossless).is_err());
        let answer = r#"{"action": "cancel",
            "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "t"}}}"#;
        assert_eq!(
            cross::<v2025_11_25::ElicitResult, v2025_06_18::ElicitResult>(answer, Tolerance::Drop),
            crossed(
                r#"{"action": "cancel", "_meta": {}}"#,
                &[&format!("/_meta/io.modelcontextprotocol~1related-task: {none}")]
            )
        );
    }
}
