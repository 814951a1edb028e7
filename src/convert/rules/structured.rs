//! A tool's result as JSON: older revisions want an object, the oldest have no place for it.
//!
//! Where the caller does not say what the tool's output schema allows, whether a value is wrapped
//! depends on the value alone: a message at a time is all that a conversion sees. The rule for the
//! schema agrees with both.

use alloc::string::String;
use alloc::vec::Vec;

use super::schema::Root;
use crate::convert::options::{WRAPPED, wrapped};
use crate::convert::{Adapt, Feature, FeatureSet, Happened, Lowering, NonObject, ToolOutput};
use crate::{Json, JsonKind, Map, model};

const FEATURE: Feature = Feature::StructuredContent;
const MEMBER: &str = "structuredContent";
/// Marks the text block that says what is kept, where there was none.
const SAID: &str = "mcp-revisions/said";

impl ToolOutput {
    /// What the output schema of a tool allows; not known where it has none.
    pub fn of(tool: &model::Tool) -> Self {
        match tool.output_schema.as_ref().map(|output| Root::of(output.as_object())) {
            None => ToolOutput::Unknown,
            Some(Root::Object | Root::OnlyObjects) => ToolOutput::Objects,
            Some(Root::NoObject | Root::Any) => ToolOutput::Any,
        }
    }
}

impl Adapt for model::CallToolResult {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        let output = cx.options().tool_output;
        let (content, extensions) = (&mut self.content, &mut self.extensions);
        self.structured_content = adapted(self.structured_content, content, extensions, output, cx);
        Some(self)
    }

    fn needs(&self, set: &mut FeatureSet) {
        needs(self.structured_content.as_ref(), set);
    }
}

/// A conversation has results of any tool.
impl Adapt for model::ToolResultContent {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        let output = ToolOutput::Unknown;
        let (content, extensions) = (&mut self.content, &mut self.extensions);
        self.structured_content = adapted(self.structured_content, content, extensions, output, cx);
        Some(self)
    }

    fn needs(&self, set: &mut FeatureSet) {
        needs(self.structured_content.as_ref(), set);
    }
}

fn needs(structured: Option<&Json>, set: &mut FeatureSet) {
    if structured.is_some_and(|json| json.kind() != JsonKind::Object) {
        set.insert(Feature::StructuredAnyJson);
    }
}

/// Whether the target has structured content, but of objects only, and the sender's of any JSON.
pub(super) fn wants_object(cx: &Lowering) -> bool {
    !cx.lacks(FEATURE) && cx.loses(Feature::StructuredAnyJson)
}

/// Whether what the tools return is wrapped, object or not: so says the caller.
pub(super) fn wraps_all(cx: &Lowering) -> bool {
    cx.options().non_object == NonObject::Wrap && cx.options().tool_output == ToolOutput::Any
}

/// Whether that comes to where it may be any JSON, from where it had to be an object.
pub(super) fn unwraps(cx: &Lowering) -> bool {
    let any = Feature::StructuredAnyJson;
    let from_objects = |from| FEATURE.is_in(from) && !any.is_in(from);
    wraps_all(cx) && !cx.lacks(any) && cx.from().is_some_and(from_objects)
}

/// Up to 2025-11-25 structured content is an object (2025-11-25, server/tools#structured-content).
/// Before 2025-06-18 there is text only, and a server should send the JSON as text anyway.
fn adapted(
    structured: Option<Json>,
    content: &mut Vec<model::ContentBlock>,
    extensions: &mut Map<Json>,
    output: ToolOutput,
    cx: &mut Lowering,
) -> Option<Json> {
    // Dropped, or wrapped.
    let ours = |said: &Json, beside: Option<&Json>| {
        let there = structured.as_ref().or(beside);
        there.is_none_or(|there| *there == Json::from(wrapped(said.clone())))
    };
    if let Some(held) = cx.held(MEMBER, extensions, Feature::StructuredAnyJson, ours) {
        unsaid(&held, content, cx);
        return Some(held);
    }
    let json = structured?;
    let wraps = cx.options().non_object == NonObject::Wrap;
    if output == ToolOutput::Any && unwraps(cx) {
        return Some(unwrapped(json, cx));
    }
    if cx.lacks(FEATURE) && !cx.is_same() && !cx.options().carry {
        let why = said(&json, content, cx);
        cx.note_at(MEMBER, Happened::Degraded, Some(FEATURE), why);
        return None;
    }
    let is_object = json.kind() == JsonKind::Object;
    if !wants_object(cx) || is_object && !(wraps && output == ToolOutput::Any) {
        return Some(json);
    }
    let feature = Some(FEATURE);
    let why = alloc::format!("{} has structured content of objects only", cx.to());
    match cx.options().non_object {
        NonObject::Wrap if output == ToolOutput::Any => {
            let why = "wrapped as `result`, like all that the tool returns";
            cx.note_at(MEMBER, Happened::Rewritten, feature, why);
            Some(wrapped(json).into())
        }
        NonObject::Wrap if output == ToolOutput::Objects => {
            let why = why + ", and so has the schema of the tool";
            cx.note_at(MEMBER, Happened::Refused, feature, why);
            None
        }
        NonObject::Wrap => {
            let how = why + ": wrapped as `result`";
            if !cx.hold(MEMBER, &json, extensions, FEATURE, &how) {
                cx.note_at(MEMBER, Happened::Degraded, feature, how);
            }
            Some(wrapped(json).into())
        }
        NonObject::Text => {
            let before = content.len();
            let why = said(&json, content, cx);
            if !cx.hold(MEMBER, &json, extensions, FEATURE, &why) {
                cx.note_at(MEMBER, Happened::Degraded, feature, why);
            } else if let Some(model::ContentBlock::Text(block)) = content.get_mut(before) {
                block.extensions.push(SAID, true.into());
            }
            None
        }
        NonObject::Drop => {
            if !cx.hold(MEMBER, &json, extensions, FEATURE, &why) {
                cx.note_at(MEMBER, Happened::Dropped, feature, why);
            }
            None
        }
        NonObject::Refuse => {
            cx.note_at(MEMBER, Happened::Refused, feature, why);
            None
        }
    }
}

/// What is inside of an object that has been put around it.
fn unwrapped(json: Json, cx: &mut Lowering) -> Json {
    let members = json.as_object().map(|object| object.entries()).unwrap_or_default();
    match (members.len(), members.get(WRAPPED)) {
        (1, Some(value)) => {
            let why = "the value itself, which the tool returns";
            cx.note_at(MEMBER, Happened::Rewritten, Some(FEATURE), why);
            value.clone()
        }
        _ => json,
    }
}

/// Says the JSON in a text block, unless one says it already; gives what was done.
fn said(json: &Json, content: &mut Vec<model::ContentBlock>, cx: &Lowering) -> String {
    let is_said = content.iter().any(|block| match block {
        model::ContentBlock::Text(block) => {
            Json::from_text(block.text.as_str()).is_ok_and(|said| said == *json)
        }
        _ => false,
    });
    if !is_said {
        content.push(model::ContentBlock::Text(model::TextContent {
            text: json.as_str().into(),
            annotations: None,
            meta: None,
            extensions: Map::new(),
        }));
    }
    let how = if is_said { "a text block says the same" } else { "it becomes a text block" };
    alloc::format!("{} has no such content: {how}", cx.to())
}

/// Takes away the text block that was made for what is said as JSON again.
fn unsaid(json: &Json, content: &mut Vec<model::ContentBlock>, cx: &mut Lowering) {
    let made = content.pop_if(|block| match block {
        model::ContentBlock::Text(block) => {
            let model::TextContent { text, annotations, meta, extensions } = block;
            let is_ours = extensions.len() == 1 && extensions.get(SAID) == Some(&true.into());
            is_ours && annotations.is_none() && meta.is_none() && text.as_str() == json.as_str()
        }
        _ => false,
    });
    if made.is_some() {
        let why = "it was made for what is said as JSON again";
        cx.within("content", |cx| {
            cx.within(content.len(), |cx| cx.note(Happened::Rewritten, Some(FEATURE), why));
        });
    }
}

#[cfg(test)]
#[cfg(all(
    feature = "v2025_03_26",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use crate::convert::{Crossing, NonObject, Options, Tolerance, ToolOutput, convert};
    use crate::{
        v2025_03_26 as oldest, v2025_06_18 as old, v2025_11_25 as older, v2026_07_28 as newer,
    };

    fn older(text: &str) -> older::CallToolResult {
        crate::from_str(text).unwrap()
    }

    fn result(text: &str) -> newer::CallToolResult {
        crate::from_str(text).unwrap()
    }

    fn told<T>(crossing: &Crossing<T>) -> Vec<String> {
        let of = |notice: &&crate::convert::Notice| notice.pointer.contains("structured");
        crossing.report().iter().filter(of).map(ToString::to_string).collect()
    }

    #[test]
    fn before_2025_06_18_it_is_text() {
        let cases = [
            (
                r#"{"resultType":"complete","content":[],"structuredContent":{"n": 1}}"#,
                r#"{"content":[{"type":"text","text":"{\"n\": 1}"}]}"#,
                "/structuredContent: degraded, 2025-03-26 has no such content: it becomes a text block",
            ),
            (
                r#"{"resultType":"complete","content":[{"type":"text","text":"[ 1 ]"}],"structuredContent":[1]}"#,
                r#"{"content":[{"type":"text","text":"[ 1 ]"}]}"#,
                "/structuredContent: degraded, 2025-03-26 has no such content: a text block says the same",
            ),
        ];
        for (text, expected, notice) in cases {
            let crossing =
                convert::<_, oldest::CallToolResult>(result(text), Tolerance::Degrade).unwrap();
            assert_eq!(crate::to_string(crossing.value()).unwrap(), expected);
            assert_eq!(told(&crossing), [notice]);
        }
    }

    #[test]
    fn what_is_no_object_goes_by_the_option() {
        let text = r#"{"resultType":"complete","content":[],"structuredContent":[1.0]}"#;
        let cases = [
            (NonObject::Wrap, Some(r#"{"content":[],"structuredContent":{"result":[1.0]}}"#)),
            (NonObject::Text, Some(r#"{"content":[{"type":"text","text":"[1.0]"}]}"#)),
            (NonObject::Drop, Some(r#"{"content":[]}"#)),
            (NonObject::Refuse, None),
        ];
        for (option, expected) in cases {
            let options = Options::new(Tolerance::Drop).with_non_object(option);
            let crossing = convert::<_, older::CallToolResult>(result(text), options);
            let written = crossing.ok().map(|crossing| {
                assert_eq!(told(&crossing).len(), 1);
                crate::to_string(crossing.value()).unwrap()
            });
            assert_eq!(written.as_deref(), expected);
        }
    }

    #[test]
    fn an_object_is_left_alone_both_ways() {
        let text = r#"{"resultType":"complete","content":[],"structuredContent":{"n": 1.0}}"#;
        let there = convert::<_, older::CallToolResult>(result(text), Tolerance::Lossless).unwrap();
        assert!(told(&there).is_empty());
        let back = convert::<_, newer::CallToolResult>(there.into_value(), Tolerance::Lossless);
        assert_eq!(*back.unwrap().value(), result(text));
    }

    #[test]
    fn carried_content_comes_back() {
        let text = r#"{"resultType":"complete","content":[],"structuredContent":null}"#;
        let options = Options::default().with_carry(true);
        let there = convert::<_, oldest::CallToolResult>(result(text), options.clone()).unwrap();
        let back = convert::<_, newer::CallToolResult>(there.into_value(), options);
        assert_eq!(*back.unwrap().value(), result(text));
    }

    #[test]
    fn inside_a_sampling_message_too() {
        let text = r#"{"role":"user","content":{"type":"tool_result","toolUseId":"1","content":[],"structuredContent":7}}"#;
        let message: newer::SamplingMessage = crate::from_str(text).unwrap();
        let crossing = convert::<_, older::SamplingMessage>(message, Tolerance::Degrade).unwrap();
        assert!(crate::to_string(crossing.value()).unwrap().contains(r#"{"result":7}"#));
        assert_eq!(crossing.report()[0].pointer, "/content/structuredContent");
    }

    #[test]
    fn a_known_tool_is_wrapped_without_a_loss() {
        let schema = |schema: &str| {
            let tool = r#"{"name":"t","inputSchema":{"type":"object"}"#;
            let tool: crate::model::Tool = crate::from_str(&[tool, schema, "}"].concat()).unwrap();
            ToolOutput::of(&tool)
        };
        assert_eq!(schema(""), ToolOutput::Unknown);
        assert_eq!(schema(r#","outputSchema":{"type":"object"}"#), ToolOutput::Objects);
        let any = schema(r#","outputSchema":{"type":["object","array"]}"#);
        assert_eq!(any, ToolOutput::Any);

        let options = |output| Options::default().with_tool_output(output);
        for content in ["[1.0]", "null", r#"{"n": 1}"#, r#"{"result": 1}"#] {
            let start = r#"{"resultType":"complete","content":[],"structuredContent":"#;
            let sent = result(&[start, content, "}"].concat());
            let there = convert::<_, older::CallToolResult>(sent.clone(), options(any)).unwrap();
            let wrapped = there.value().structured_content.as_ref().unwrap();
            assert_eq!(wrapped.get("result"), Some(content.parse().unwrap()));
            assert_eq!(
                told(&there),
                [
                    "/structuredContent: rewritten, wrapped as `result`, like all that the tool returns"
                ]
            );
            let back = convert::<_, newer::CallToolResult>(there.into_value(), options(any));
            assert_eq!(*back.unwrap().value(), sent);

            // Of objects only, an object is left alone and anything else is not what it promised.
            let objects = convert::<_, older::CallToolResult>(
                sent.clone(),
                options(ToolOutput::Objects).with_non_object(NonObject::Wrap),
            );
            assert_eq!(objects.is_ok(), content.starts_with('{'), "{content}");
            // Not known, it is a loss: the way back can't tell.
            let unknown = convert::<_, older::CallToolResult>(sent, Tolerance::Lossless);
            assert_eq!(unknown.is_ok(), content.starts_with('{'), "{content}");
        }
        let plain = r#"{"content":[],"structuredContent":{"n":1}}"#;
        let up = convert::<_, newer::CallToolResult>(older(plain), options(any)).unwrap();
        assert!(told(&up).is_empty());
    }

    #[test]
    fn between_revisions_that_agree_nothing_is_wrapped() {
        let options = Options::default().with_tool_output(ToolOutput::Any);
        for content in [r#"{"n":1}"#, r#"{"result":1}"#] {
            let text = [r#"{"content":[],"structuredContent":"#, content, "}"].concat();
            let down = convert::<_, old::CallToolResult>(older(&text), options.clone()).unwrap();
            assert!(told(&down).is_empty());
            assert_eq!(crate::to_string(down.value()).unwrap(), text);
            let up = convert::<_, older::CallToolResult>(down.into_value(), options.clone());
            assert_eq!(*up.unwrap().value(), older(&text));
        }
    }

    #[test]
    fn carried_content_is_wrapped_and_comes_back() {
        let text = r#"{"resultType":"complete","content":[],"structuredContent":[1.0]}"#;
        let said = text.replace("[],", r#"[{"type":"text","text":"[1.0]"}],"#);
        for (text, choice) in [
            (text, NonObject::Wrap),
            (text, NonObject::Drop),
            (text, NonObject::Text),
            (&said, NonObject::Text),
        ] {
            let options = Options::default().with_carry(true).with_non_object(choice);
            let there = convert::<_, older::CallToolResult>(result(text), options.clone()).unwrap();
            let written = crate::to_string(there.value()).unwrap();
            assert!(written.contains(r#""mcp-revisions/structuredContent":[1.0]"#), "{written}");
            let is_said = written.contains(r#""text":"[1.0]""#);
            assert_eq!(is_said, choice == NonObject::Text, "{written}");
            let back = convert::<_, newer::CallToolResult>(there.into_value(), options).unwrap();
            assert_eq!(*back.value(), result(text));
        }
    }

    #[test]
    fn a_refusal_tells_what_else_does_not_fit() {
        let text = r#"{"resultType":"complete","content":[{"type":"text","text":"a"},
            {"type":"smell"}],"structuredContent":[1]}"#;
        for options in [
            Options::default().with_non_object(NonObject::Refuse),
            Options::default().with_tool_output(ToolOutput::Objects),
        ] {
            let refusal = convert::<_, older::CallToolResult>(result(text), options).unwrap_err();
            let places: Vec<_> = refusal.reasons().map(|notice| &*notice.pointer).collect();
            assert_eq!(places, ["/content/1", "/structuredContent"]);
        }
    }
}
