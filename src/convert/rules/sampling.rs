//! Sampling before 2025-11-25: one block a message, no tools, and the content kinds of its time.

mod blocks;

use blocks::{one_block, one_block_each, without_parts};

use super::related_task::meta_without_related_task;

use crate::convert::{Adapt, Feature, FeatureSet, Happened, Lowering, SamplingBlocks};
use crate::{OneOrMany, model};

type Block = model::SamplingMessageContentBlock;

const BLOCKS: Feature = Feature::SamplingContentArray;

/// A conversation without one of its parts is another conversation, so what does not fit is refused,
/// not dropped: a tool's result as text would lose the call that it answers (2025-11-25,
/// client/sampling#message-content-constraints).
impl Adapt for Block {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        let feature = match self {
            Block::Audio(_) => Feature::AudioContent,
            Block::ToolResult(_) | Block::ToolUse(_) => Feature::SamplingToolBlocks,
            _ => return Some(self),
        };
        if cx.is_same() || cx.options().carry || !cx.lacks(feature) {
            return Some(self);
        }
        let why = cx.has_no(feature);
        cx.refuse(feature, why)
    }
}

impl Adapt for model::SamplingMessage {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        let choice = cx.options().sampling_blocks;
        self.content = one_block(self.content, &mut self.extensions, choice, cx);
        Some(self)
    }

    fn needs(&self, set: &mut FeatureSet) {
        needs(&self.content, set);
    }
}

/// An answer is one message, so several texts in it are joined where they would be split.
impl Adapt for model::CreateMessageResult {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        meta_without_related_task(&mut self.meta, cx);
        let choice = match cx.options().sampling_blocks {
            SamplingBlocks::Split => SamplingBlocks::Join,
            choice => choice,
        };
        self.content = one_block(self.content, &mut self.extensions, choice, cx);
        Some(self)
    }

    fn needs(&self, set: &mut FeatureSet) {
        needs(&self.content, set);
    }
}

impl Adapt for model::CreateMessageRequestParams {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if cx.is_same() {
            return Some(self);
        }
        if !cx.lacks(BLOCKS) {
            self.messages = without_parts(self.messages, cx);
        } else if cx.options().sampling_blocks == SamplingBlocks::Split {
            self.messages = one_block_each(self.messages, cx);
        }
        if cx.lacks(Feature::SamplingTools) && !cx.options().carry {
            without_tools(&mut self, cx);
        }
        Some(self)
    }
}

fn needs(content: &OneOrMany<Block>, set: &mut FeatureSet) {
    if matches!(content, OneOrMany::Many(_)) {
        set.insert(BLOCKS);
    }
}

/// A client that did not declare tools answers a request with tools with an error, and up to
/// 2025-06-18 none can declare them (2025-11-25, client/sampling#capabilities).
fn without_tools(params: &mut model::CreateMessageRequestParams, cx: &mut Lowering) {
    use model::ToolChoiceMode::{Auto, None as Never};
    let feature = Some(Feature::SamplingTools);
    let has_tools = params.tools.as_ref().is_some_and(|tools| !tools.is_empty());
    let choice = params.tool_choice.as_ref();
    let mode = choice.map_or(&Auto, |choice| choice.mode.as_ref().unwrap_or(&Auto));
    let is_plain = choice.is_none_or(|choice| choice.extensions.is_empty());
    if !matches!((mode, has_tools), (Never, _) | (Auto, false)) {
        let why = cx.has_no(Feature::SamplingTools);
        let member = if has_tools { "tools" } else { "toolChoice" };
        cx.note_at(member, Happened::Refused, feature, why);
        if has_tools {
            params.tools = None;
        } else {
            params.tool_choice = None;
        }
        return;
    }
    let why = "without tools it means nothing";
    if params.tools.take_if(|tools| tools.is_empty()).is_some() {
        cx.note_at("tools", Happened::Rewritten, feature, why);
    }
    if is_plain && params.tool_choice.take().is_some() {
        cx.note_at("toolChoice", Happened::Rewritten, feature, why);
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2024_11_05", feature = "v2025_06_18", feature = "v2025_11_25"))]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use crate::convert::{Crossing, Notice, Options, SamplingBlocks, Tolerance, convert};
    use crate::{v2024_11_05 as oldest, v2025_06_18 as older, v2025_11_25 as newer};

    fn told(report: &[Notice]) -> Vec<String> {
        report.iter().map(ToString::to_string).collect()
    }

    fn params(text: &str) -> newer::CreateMessageRequestParams {
        crate::from_str(text).unwrap()
    }

    fn answer(content: &str) -> newer::CreateMessageResult {
        let start = r#"{"role":"assistant","model":"m","content":"#;
        crate::from_str(&[start, content, "}"].concat()).unwrap()
    }

    #[test]
    fn a_message_for_each_block() {
        let text = r#"{"messages":[
            {"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b","annotations":{"lastModified":"x"}}],"_meta":{}},
            {"role":"assistant","content":[]},
            {"role":"user","content":[{"type":"text","text":"c","_meta":{}}]}
        ],"maxTokens":1}"#;
        let crossing: Crossing<oldest::CreateMessageRequestParams> =
            convert(params(text), Tolerance::Drop).unwrap();
        assert_eq!(
            crate::to_string(crossing.value()).unwrap(),
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"user","content":{"type":"text","text":"b","annotations":{}}},{"role":"user","content":{"type":"text","text":"c"}}],"maxTokens":1}"#
        );
        assert_eq!(
            told(crossing.report()),
            [
                "/messages/0/_meta: dropped, 2024-11-05 has no `_meta` on sampling messages (since 2025-11-25)",
                "/messages/0/content: degraded, 2024-11-05 has a message for each block",
                "/messages/0/content/1/annotations/lastModified: dropped, 2024-11-05 has no `lastModified` among annotations (since 2025-06-18)",
                "/messages/1: dropped, 2024-11-05 has no message without content",
                "/messages/2/content: rewritten, an array of one is that one",
                "/messages/2/content/0/_meta: dropped, 2024-11-05 has no `_meta` below params and results (since 2025-06-18)",
            ]
        );
    }

    #[test]
    fn texts_of_an_answer_are_joined() {
        let content =
            r#"[{"type":"text","text":"a","_meta":{"m":1}},{"type":"text","text":"b","x":1}]"#;
        let crossing: Crossing<older::CreateMessageResult> =
            convert(answer(content), Tolerance::Drop).unwrap();
        assert_eq!(
            crate::to_string(&crossing.value().content).unwrap(),
            r#"{"type":"text","text":"a\nb","_meta":{"m":1}}"#
        );
        assert_eq!(
            told(crossing.report()),
            [
                "/content: degraded, 2025-06-18 has one block: the texts are joined",
                "/content/1/x: dropped, the joined text has what the first block says",
            ]
        );
        let mixed =
            r#"[{"type":"text","text":"a"},{"type":"image","data":"","mimeType":"image/png"}]"#;
        assert!(convert::<_, older::CreateMessageResult>(answer(mixed), Tolerance::Drop).is_err());
    }

    #[test]
    fn several_blocks_go_by_the_option() {
        let blocks = r#"[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#;
        let ask = [r#"{"messages":[{"role":"user","content":"#, blocks, r#"}],"maxTokens":1}"#];
        let (ask, path) = (ask.concat(), "/messages/0/content");
        let one = |text: &str| [r#"{"type":"text","text":""#, text, r#""}"#].concat();
        let joined = "degraded, 2025-06-18 has one block: the texts are joined";
        let first = "dropped, 2025-06-18 has one block: the first";
        let refused =
            "refused, 2025-06-18 has no lists of blocks in sampling messages (since 2025-11-25)";
        for (choice, content, place, notice) in [
            (SamplingBlocks::Join, Some(one("a\\nb")), "", joined),
            (SamplingBlocks::First, Some(one("a")), "/1", first),
            (SamplingBlocks::Refuse, None, "", refused),
        ] {
            let options = Options::new(Tolerance::Drop).with_sampling_blocks(choice);
            let asked =
                convert::<_, older::CreateMessageRequestParams>(params(&ask), options.clone());
            let answered = convert::<_, older::CreateMessageResult>(answer(blocks), options);
            let (asked, told_of_asked) = match asked {
                Ok(crossing) => {
                    let (asked, report) = crossing.into_parts();
                    (crate::to_string(&asked.messages[0].content).ok(), told(&report))
                }
                Err(refusal) => (None, told(&refusal.report)),
            };
            let (answered, told_of_answered) = match answered {
                Ok(crossing) => {
                    let (answered, report) = crossing.into_parts();
                    (crate::to_string(&answered.content).ok(), told(&report))
                }
                Err(refusal) => (None, told(&refusal.report)),
            };
            assert_eq!([&asked, &answered], [&content, &content]);
            let tells =
                |told: &[String], path: &str| told.contains(&[path, place, ": ", notice].concat());
            assert!(tells(&told_of_asked, path), "{told_of_asked:?}");
            assert!(tells(&told_of_answered, "/content"), "{told_of_answered:?}");
        }
    }

    #[test]
    fn kinds_that_an_older_revision_lacks_are_refused_or_carried() {
        let sound = r#"{"type":"audio","data":"","mimeType":"audio/wav"}"#;
        let call = r#"{"type":"tool_use","id":"1","name":"t","input":{}}"#;
        for content in [sound, call] {
            let refusal =
                convert::<_, oldest::CreateMessageResult>(answer(content), Tolerance::Drop);
            assert!(told(&refusal.unwrap_err().report)[0].starts_with("/content: refused, "));
            let options = Options::default().with_carry(true);
            let there = convert::<_, oldest::CreateMessageResult>(answer(content), options.clone());
            let there = there.unwrap().into_value();
            let back = convert::<_, newer::CreateMessageResult>(there, options).unwrap();
            assert_eq!(*back.value(), answer(content));
        }
        let crossing = convert::<_, older::CreateMessageResult>(answer(sound), Tolerance::Lossless);
        assert!(crossing.unwrap().report().is_empty());
    }

    #[test]
    fn tools_are_refused_unless_they_must_not_be_used() {
        let tools = r#""tools":[{"name":"t","inputSchema":{"type":"object"}}]"#;
        let cases = [
            (String::from(tools), None),
            ([tools, r#","toolChoice":{"mode":"required"}"#].concat(), None),
            (r#""toolChoice":{"mode":"required"}"#.into(), None),
            ([tools, r#","toolChoice":{"mode":"none"}"#].concat(), Some(2)),
            (r#""tools":[],"toolChoice":{}"#.into(), Some(2)),
        ];
        for (members, notices) in cases {
            let text = [r#"{"messages":[],"maxTokens":1,"#, &members, "}"].concat();
            let crossing =
                convert::<_, older::CreateMessageRequestParams>(params(&text), Tolerance::Drop);
            let crossed = crossing.ok().map(|crossing| {
                assert_eq!(
                    crate::to_string(crossing.value()).unwrap(),
                    r#"{"messages":[],"maxTokens":1}"#
                );
                crossing.report().len()
            });
            assert_eq!(crossed, notices, "{members}");
        }
    }

    #[test]
    fn carried_blocks_come_back() {
        let a = r#"{"type":"text","text":"a"}"#;
        let b = r#"{"type":"text","text":"b","_meta":{}}"#;
        let image = r#"{"type":"image","data":"","mimeType":"image/png"}"#;
        let lists = [[a].as_slice(), &[a, b], &[image, a]]
            .map(|blocks| ["[", &blocks.join(","), "]"].concat());
        for choice in [SamplingBlocks::Split, SamplingBlocks::Join, SamplingBlocks::First] {
            let options = Options::default().with_carry(true).with_sampling_blocks(choice);
            for list in &lists {
                let sent = answer(list);
                let there = convert::<_, older::CreateMessageResult>(sent.clone(), options.clone());
                if let Ok(there) = there {
                    let back = convert::<_, newer::CreateMessageResult>(
                        there.into_value(),
                        options.clone(),
                    );
                    assert_eq!(*back.unwrap().value(), sent);
                }
            }
            let messages =
                lists.each_ref().map(|list| [r#"{"role":"user","content":"#, list, "}"].concat());
            let last = match choice {
                SamplingBlocks::Join => 2,
                _ => 3,
            };
            let sent = params(
                &[r#"{"messages":["#, &messages[..last].join(","), r#"],"maxTokens":1}"#].concat(),
            );
            let there =
                convert::<_, oldest::CreateMessageRequestParams>(sent.clone(), options.clone());
            let there = there.unwrap().into_value();
            let count = if choice == SamplingBlocks::Split { 5 } else { last };
            assert_eq!(there.messages.len(), count);
            let back = convert::<_, newer::CreateMessageRequestParams>(there, options.clone());
            assert_eq!(*back.unwrap().value(), sent);
        }
    }

    #[test]
    fn a_refusal_tells_what_else_does_not_fit() {
        let text = r#"{"messages":[{"role":"user","content":{"type":"audio","data":"","mimeType":"a/b"}},
            {"role":"user","content":[{"type":"audio","data":"","mimeType":"a/b"},{"type":"smell"}]}],
            "tools":[{"name":"t","inputSchema":{"type":"object"}}],"maxTokens":1}"#;
        let options = Options::default().with_sampling_blocks(SamplingBlocks::Refuse);
        let refusal =
            convert::<_, oldest::CreateMessageRequestParams>(params(text), options).unwrap_err();
        let places: Vec<_> = refusal.reasons().map(|notice| &*notice.pointer).collect();
        assert_eq!(
            places,
            [
                "/messages/0",
                "/messages/0/content",
                "/messages/1",
                "/messages/1/content",
                "/messages/1/content/0",
                "/messages/1/content/1",
                "/tools"
            ]
        );
    }

    #[test]
    fn the_first_of_two_is_no_list_of_one() {
        let blocks = r#"[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#;
        let options = Options::new(Tolerance::Drop).with_sampling_blocks(SamplingBlocks::First);
        let crossing = convert::<_, older::CreateMessageResult>(answer(blocks), options).unwrap();
        assert_eq!(
            told(crossing.report()),
            ["/content/1: dropped, 2025-06-18 has one block: the first"]
        );
    }
}
