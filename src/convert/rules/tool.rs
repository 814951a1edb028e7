//! What a tool says of itself that another revision says otherwise.

use alloc::format;
use alloc::string::String;

use super::schema::{self, Root};
use super::structured;
use crate::convert::{Adapt, Feature, FeatureSet, Happened, Lowering, NonObject, Tasks};
use crate::{Json, Map, model};

const OUTPUT_SCHEMA: &str = "outputSchema";

impl Adapt for model::Tool {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if cx.is_same() {
            return Some(self);
        }
        self.execution = execution(self.execution, cx)?;
        title(&mut self, cx);
        let extensions = &mut self.extensions;
        // Dropped, wrapped, or with its type.
        let ours = |said: &model::ToolOutputSchema, beside: Option<&Json>| {
            let there = self.output_schema.as_ref().map(|output| output.as_object().as_json());
            let said = said.as_object();
            there.or(beside).is_none_or(|there| {
                let around = |objects| schema::wrapped(said.clone(), objects);
                let implied = Root::of(said) == Root::OnlyObjects;
                let typed = implied.then(|| schema::as_object(said.clone()));
                let made = [true, false].into_iter().filter_map(around).chain(typed);
                made.into_iter().any(|it| it.as_json() == there)
            })
        };
        let feature = Feature::StructuredAnyJson;
        self.output_schema = match cx.held(OUTPUT_SCHEMA, extensions, feature, ours) {
            Some(held) => Some(held),
            None => self.output_schema.and_then(|output| output_schema(output, extensions, cx)),
        };
        Some(self)
    }

    fn needs(&self, set: &mut FeatureSet) {
        let output = self.output_schema.as_ref();
        if output.is_some_and(|output| Root::of(output.as_object()) != Root::Object) {
            set.insert(Feature::StructuredAnyJson);
        }
    }
}

/// A tool that must run as a task can't be called where there are no tasks: the plain call of a peer
/// that does not know them is an error (2025-11-25, basic/utilities/tasks#tool-level-negotiation).
fn execution(
    execution: Option<model::ToolExecution>,
    cx: &mut Lowering,
) -> Option<Option<model::ToolExecution>> {
    const FEATURE: Feature = Feature::ToolExecution;
    use model::ToolExecutionTaskSupport::{Forbidden, Required};
    if !cx.lacks(FEATURE) || cx.options().carry {
        return Some(execution);
    }
    let Some(said) = execution else { return Some(None) };
    match said.task_support {
        Some(Required) => {
            let why = format!("it must run as a task, and {} has none", cx.to());
            match cx.options().tasks {
                Tasks::Hide => {
                    cx.note(Happened::Dropped, Some(FEATURE), why);
                    return None;
                }
                Tasks::Refuse => cx.note(Happened::Refused, Some(FEATURE), why),
                Tasks::Keep => {
                    let why = format!("{} has no word for it: the caller runs the task", cx.to());
                    cx.note_at("execution", Happened::Dropped, Some(FEATURE), why);
                }
            }
            Some(None)
        }
        Some(Forbidden) | None if said.extensions.is_empty() => {
            let why = "its absence means the same";
            cx.note_at("execution", Happened::Rewritten, Some(FEATURE), why);
            Some(None)
        }
        _ => Some(Some(said)),
    }
}

/// 2025-03-26 has the title among the annotations, where newer clients look second (2025-06-18,
/// schema#toolannotations).
fn title(tool: &mut model::Tool, cx: &mut Lowering) {
    if !cx.lacks(Feature::Title) || cx.lacks(Feature::ToolAnnotations) || cx.options().carry {
        return;
    }
    let taken = tool.annotations.as_ref().and_then(|annotations| annotations.title.as_ref());
    if taken.is_some() && taken != tool.title.as_ref() {
        return;
    }
    let Some(title) = tool.title.take() else { return };
    let why = format!("{} has it among the annotations", cx.to());
    cx.note_at("title", Happened::Degraded, Some(Feature::Title), why);
    tool.annotations.get_or_insert_default().title = Some(title);
}

/// Up to 2025-11-25 structured content is an object, and its schema says so (2025-11-25,
/// server/tools#output-schema). Content is wrapped if it is no object, whatever its tool; the schema
/// here allows what comes of that.
fn output_schema(
    output: model::ToolOutputSchema,
    extensions: &mut Map<Json>,
    cx: &mut Lowering,
) -> Option<model::ToolOutputSchema> {
    let feature = Some(Feature::ToolOutputSchema);
    if structured::unwraps(cx) {
        return Some(unwrapped(output, cx));
    }
    if !structured::wants_object(cx) {
        return Some(output);
    }
    let root = Root::of(output.as_object());
    let why = format!("{} has output schemas of type `object` only", cx.to());
    if structured::wraps_all(cx)
        && let Some(around) = schema::wrapped(output.as_object().clone(), false)
        && schema::unwrapped(around.clone()).is_some_and(|it| it.schema == *output.as_object())
    {
        let why = "wrapped as `result`, like all that the tool returns";
        cx.note_at(OUTPUT_SCHEMA, Happened::Rewritten, feature, why);
        return Some(model::ToolOutputSchema::unchecked(around));
    }
    match (root, cx.options().non_object) {
        (_, NonObject::Wrap) if structured::wraps_all(cx) => {
            wrapped(output, false, extensions, why, cx)
        }
        (Root::Object, _) => Some(output),
        (Root::OnlyObjects, _) => {
            let why = format!("{} wants `type`, which was implied", cx.to());
            if !cx.hold(OUTPUT_SCHEMA, &output, extensions, Feature::ToolOutputSchema, &why) {
                cx.note_at(OUTPUT_SCHEMA, Happened::Rewritten, feature, why);
            }
            let object = schema::as_object(output.into_object());
            Some(model::ToolOutputSchema::unchecked(object))
        }
        (_, NonObject::Wrap) => wrapped(output, root == Root::Any, extensions, why, cx),
        (_, NonObject::Text | NonObject::Drop) => {
            if !cx.hold(OUTPUT_SCHEMA, &output, extensions, Feature::ToolOutputSchema, &why) {
                cx.note_at(OUTPUT_SCHEMA, Happened::Dropped, feature, why);
            }
            None
        }
        (_, NonObject::Refuse) => {
            cx.note_at(OUTPUT_SCHEMA, Happened::Refused, feature, why);
            None
        }
    }
}

/// The schema of what a tool returns that has been in an object until now.
fn unwrapped(output: model::ToolOutputSchema, cx: &mut Lowering) -> model::ToolOutputSchema {
    let feature = Some(Feature::ToolOutputSchema);
    let Some(inside) = schema::unwrapped(output.as_object().clone()) else {
        let why = "the tool returns what is in `result` now, of which this does not speak alone";
        cx.note_at(OUTPUT_SCHEMA, Happened::Degraded, feature, why);
        return output;
    };
    let why = "that of the value itself, which the tool returns";
    cx.note_at(OUTPUT_SCHEMA, Happened::Rewritten, feature, why);
    for name in inside.lost {
        let why = "there is no object any more of which it speaks";
        cx.within(OUTPUT_SCHEMA, |cx| {
            cx.within(name, |cx| cx.note(Happened::Dropped, feature, why));
        });
    }
    model::ToolOutputSchema::unchecked(inside.schema)
}

/// A schema of objects around one that allows other values.
fn wrapped(
    output: model::ToolOutputSchema,
    objects: bool,
    extensions: &mut Map<Json>,
    why: String,
    cx: &mut Lowering,
) -> Option<model::ToolOutputSchema> {
    let feature = Feature::ToolOutputSchema;
    let around = schema::wrapped(output.as_object().clone(), objects);
    let (happened, how) = match around {
        Some(_) => (Happened::Degraded, why + ": wrapped as `result`"),
        None => (Happened::Dropped, why + ": it nests too deep"),
    };
    if !cx.hold(OUTPUT_SCHEMA, &output, extensions, feature, &how) {
        cx.note_at(OUTPUT_SCHEMA, happened, Some(feature), how);
    }
    around.map(model::ToolOutputSchema::unchecked)
}

#[cfg(test)]
#[cfg(all(
    feature = "v2024_11_05",
    feature = "v2025_03_26",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use crate::convert::{Crossing, NonObject, Options, Tasks, Tolerance, ToolOutput, convert};
    use crate::{v2024_11_05, v2025_03_26, v2025_11_25, v2026_07_28};

    fn tool(rest: &str) -> v2025_11_25::Tool {
        crate::from_str(&[r#"{"name":"t","inputSchema":{"type":"object"}"#, rest, "}"].concat())
            .unwrap()
    }

    fn told<T>(crossing: &Crossing<T>) -> Vec<String> {
        crossing.report().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_title_moves_where_there_is_room() {
        let cases = [
            (
                r#","title":"T""#,
                r#"{"title":"T"}"#,
                "degraded, 2025-03-26 has it among the annotations",
            ),
            (
                r#","title":"T","annotations":{"title":"T"}"#,
                r#"{"title":"T"}"#,
                "degraded, 2025-03-26 has it among the annotations",
            ),
            (
                r#","title":"T","annotations":{"title":"U"}"#,
                r#"{"title":"U"}"#,
                "dropped, 2025-03-26 has no title (since 2025-06-18)",
            ),
        ];
        for (rest, annotations, notice) in cases {
            let crossing = convert::<_, v2025_03_26::Tool>(tool(rest), Tolerance::Drop).unwrap();
            assert_eq!(
                crate::to_string(&crossing.value().annotations.clone().unwrap()).unwrap(),
                annotations
            );
            assert_eq!(told(&crossing), [["/title: ", notice].concat()]);
        }
        let oldest = convert::<_, v2024_11_05::Tool>(tool(r#","title":"T""#), Tolerance::Drop);
        assert_eq!(
            told(&oldest.unwrap()),
            ["/title: dropped, 2024-11-05 has no title (since 2025-06-18)"]
        );
    }

    #[test]
    fn a_tool_that_must_be_a_task_is_dropped() {
        let list = |support: &str| {
            let execution = [r#","execution":{"taskSupport":""#, support, "\"}"].concat();
            v2025_11_25::ListToolsResult::new(Vec::from([tool(&execution)]))
        };
        let cases = [
            ("required", 0, "/tools/0: dropped, it must run as a task, and 2024-11-05 has none"),
            (
                "optional",
                1,
                "/tools/0/execution: dropped, 2024-11-05 has no `execution` of tools (since 2025-11-25)",
            ),
            ("forbidden", 1, "/tools/0/execution: rewritten, its absence means the same"),
        ];
        for (support, left, notice) in cases {
            let crossing =
                convert::<_, v2024_11_05::ListToolsResult>(list(support), Tolerance::Drop).unwrap();
            assert_eq!(crossing.value().tools.len(), left);
            assert_eq!(told(&crossing), [notice]);
            let newer =
                convert::<_, v2026_07_28::ListToolsResult>(list(support), Tolerance::Drop).unwrap();
            assert_eq!(newer.value().tools.len(), left);
        }
    }

    #[test]
    fn a_tool_that_must_be_a_task_goes_by_the_option() {
        let text = r#","execution":{"taskSupport":"required"}"#;
        let list = v2025_11_25::ListToolsResult::new(Vec::from([tool(text)]));
        let options = |tolerance, tasks| Options::new(tolerance).with_tasks(tasks);
        let keep = options(Tolerance::Drop, Tasks::Keep);
        let kept = convert::<_, v2026_07_28::ListToolsResult>(list.clone(), keep).unwrap();
        assert_eq!(kept.value().tools.len(), 1);
        assert!(told(&kept).contains(
            &"/tools/0/execution: dropped, 2026-07-28 has no word for it: the caller runs the task".into()
        ));
        for tasks in [Tasks::Hide, Tasks::Refuse] {
            let options = options(Tolerance::Degrade, tasks);
            let refusal = convert::<_, v2024_11_05::ListToolsResult>(list.clone(), options);
            let happened = if tasks == Tasks::Hide { "dropped" } else { "refused" };
            assert_eq!(
                refusal.unwrap_err().report[0].to_string(),
                ["/tools/0: ", happened, ", it must run as a task, and 2024-11-05 has none"]
                    .concat()
            );
        }
    }

    #[test]
    fn what_is_carried_comes_back() {
        let all = tool(r#","title":"T","execution":{"taskSupport":"required"}"#);
        let options = Options::default().with_carry(true);
        let there = convert::<_, v2025_03_26::Tool>(all.clone(), options.clone()).unwrap();
        let back = convert::<_, v2025_11_25::Tool>(there.into_value(), options).unwrap();
        assert_eq!(*back.value(), all);
    }

    #[test]
    fn an_output_schema_goes_by_the_option() {
        let newer = |schema: &str| -> v2026_07_28::Tool {
            let start = r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":"#;
            crate::from_str(&[start, schema, "}"].concat()).unwrap()
        };
        let list = r#"{"type":"array"}"#;
        let wrapped =
            r#"{"type":"object","properties":{"result":{"type":"array"}},"required":["result"]}"#;
        let cases = [
            (list, NonObject::Wrap, Some(Some(wrapped))),
            (list, NonObject::Text, Some(None)),
            (list, NonObject::Drop, Some(None)),
            (list, NonObject::Refuse, None),
            (r#"{"type":["object"]}"#, NonObject::Refuse, Some(Some(r#"{"type":"object"}"#))),
            (r#"{ "type":"object"}"#, NonObject::Refuse, Some(Some(r#"{ "type":"object"}"#))),
        ];
        for (schema, option, expected) in cases {
            let options = Options::new(Tolerance::Drop).with_non_object(option);
            let crossing = convert::<_, v2025_11_25::Tool>(newer(schema), options).ok();
            let output = crossing.map(|crossing| {
                let output = crossing.into_value().output_schema;
                output.map(|schema| schema.as_object().to_string())
            });
            assert_eq!(output.as_ref().map(Option::as_deref), expected, "{schema} {option:?}");
        }
        let oldest = convert::<_, v2025_03_26::Tool>(newer(list), Tolerance::Drop).unwrap();
        assert_eq!(
            told(&oldest),
            ["/outputSchema: dropped, 2025-03-26 has no output schemas (since 2025-06-18)"]
        );
    }

    #[test]
    fn an_output_schema_goes_with_what_is_wrapped() {
        let tool = |schema: &str| {
            let start = r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":"#;
            [start, schema, "}"].concat()
        };
        let options = || Options::default().with_tool_output(ToolOutput::Any);
        for schema in [r#"{"type":"array"}"#, r#"{"type":"object","required":["a"]}"#, "{}"] {
            let sent: v2026_07_28::Tool = crate::from_str(&tool(schema)).unwrap();
            let down = convert::<_, v2025_11_25::Tool>(sent.clone(), options()).unwrap();
            let around = [
                r#"{"type":"object","properties":{"result":"#,
                schema,
                r#"},"required":["result"]}"#,
            ]
            .concat();
            let expected: v2025_11_25::Tool = crate::from_str(&tool(&around)).unwrap();
            assert_eq!(*down.value(), expected);
            let wrapped = "/outputSchema: rewritten, wrapped as `result`, like all that the tool \
                           returns";
            assert_eq!(told(&down), [wrapped]);
            let up = convert::<_, v2026_07_28::Tool>(down.into_value(), options()).unwrap();
            assert_eq!(*up.value(), sent);
            let unwrapped = "/outputSchema: rewritten, that of the value itself, which the tool \
                             returns";
            assert_eq!(told(&up), [unwrapped]);
        }
    }

    #[test]
    fn what_an_object_says_of_itself_is_lost_with_it() {
        let text = |schema: &str| {
            let start = r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":"#;
            [start, schema, "}"].concat()
        };
        let any = |tolerance| Options::new(tolerance).with_tool_output(ToolOutput::Any);
        let titled = r#"{"type":"object","properties":{"result":{"type":"array"}},"required":["result"],"title":"Out"}"#;
        let sent: v2025_11_25::Tool = crate::from_str(&text(titled)).unwrap();
        let up = convert::<_, v2026_07_28::Tool>(sent, any(Tolerance::Drop)).unwrap();
        assert_eq!(*up.value(), crate::from_str(&text(r#"{"type":"array"}"#)).unwrap());
        let lost = "/outputSchema/title: dropped, there is no object any more of which it speaks";
        assert_eq!(told(&up)[1..], [lost]);
        // A tool that is told of no such object returns it all the same.
        let other: v2025_11_25::Tool = crate::from_str(&text(r#"{"type":"object"}"#)).unwrap();
        let up = convert::<_, v2026_07_28::Tool>(other.clone(), any(Tolerance::Drop)).unwrap();
        assert_eq!(
            up.value().output_schema.as_ref().unwrap().as_object().as_str(),
            r#"{"type":"object"}"#
        );
        assert!(told(&up)[0].starts_with("/outputSchema: degraded, "));
        assert!(convert::<_, v2026_07_28::Tool>(other, any(Tolerance::Lossless)).is_err());
    }

    #[test]
    fn a_carried_output_schema_comes_back() {
        let start = r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":"#;
        for schema in [r#"{"type":["array","object"]}}"#, r#"{"const":{}}}"#] {
            let sent: v2026_07_28::Tool = crate::from_str(&[start, schema].concat()).unwrap();
            for choice in [NonObject::Wrap, NonObject::Text, NonObject::Drop] {
                let options = Options::default().with_carry(true).with_non_object(choice);
                let there = convert::<_, v2025_11_25::Tool>(sent.clone(), options.clone()).unwrap();
                let back = convert::<_, v2026_07_28::Tool>(there.into_value(), options).unwrap();
                assert_eq!(*back.value(), sent);
            }
        }
    }

    #[test]
    fn a_refusal_tells_what_else_does_not_fit() {
        let text = r#","title":"T","icons":[],"execution":{"taskSupport":"required"}"#;
        let options = Options::default().with_tasks(Tasks::Refuse);
        let refusal = convert::<_, v2024_11_05::Tool>(tool(text), options).unwrap_err();
        let places: Vec<_> = refusal.reasons().map(|notice| &*notice.pointer).collect();
        assert_eq!(places, ["", "/icons", "/title"]);
    }
}
