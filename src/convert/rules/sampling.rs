//! Sampling before 2025-11-25: one block a message, no tools, and the content kinds of its time.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

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
        if !cx.is_same() && cx.lacks(BLOCKS) {
            let content = match cx.options().sampling_blocks {
                SamplingBlocks::Join => joined(self.content, cx),
                SamplingBlocks::First => first(self.content, cx),
                SamplingBlocks::Split | SamplingBlocks::Refuse => self.content,
            };
            self.content = unlisted(content, cx);
        }
        Some(self)
    }

    fn needs(&self, set: &mut FeatureSet) {
        needs(&self.content, set);
    }
}

impl Adapt for model::CreateMessageResult {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if !cx.is_same() && cx.lacks(BLOCKS) {
            let content = match cx.options().sampling_blocks {
                SamplingBlocks::Split | SamplingBlocks::Join => joined(self.content, cx),
                SamplingBlocks::First => first(self.content, cx),
                SamplingBlocks::Refuse => self.content,
            };
            self.content = unlisted(content, cx);
        }
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
        if cx.lacks(BLOCKS) && cx.options().sampling_blocks == SamplingBlocks::Split {
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

/// An array of one block is that block; other arrays stay.
fn unlisted(content: OneOrMany<Block>, cx: &mut Lowering) -> OneOrMany<Block> {
    match content {
        OneOrMany::Many(mut many) if many.len() == 1 => match many.pop() {
            Some(one) => {
                let why = "an array of one is that one";
                cx.note_at("content", Happened::Rewritten, Some(BLOCKS), why);
                cx.moved("/content", "/content/0");
                OneOrMany::One(one)
            }
            None => OneOrMany::Many(many),
        },
        other => other,
    }
}

/// The first of several blocks; the others are gone.
fn first(content: OneOrMany<Block>, cx: &mut Lowering) -> OneOrMany<Block> {
    let OneOrMany::Many(many) = content else { return content };
    if many.len() < 2 {
        return OneOrMany::Many(many);
    }
    for index in 1..many.len() {
        let why = format!("{} has one block: the first", cx.to());
        cx.within("content", |cx| {
            cx.within(index, |cx| cx.note(Happened::Dropped, Some(BLOCKS), why));
        });
    }
    cx.moved("/content", "/content/0");
    match many.into_iter().next() {
        Some(first) => OneOrMany::One(first),
        None => OneOrMany::Many(Vec::new()),
    }
}

/// A message for each block, since up to 2025-06-18 a message holds one (2025-06-18,
/// schema#samplingmessage); roles need not alternate.
fn one_block_each(
    messages: Vec<model::SamplingMessage>,
    cx: &mut Lowering,
) -> Vec<model::SamplingMessage> {
    let fits = |message: &model::SamplingMessage| message.content.len() == 1;
    if messages.iter().all(fits) {
        return messages;
    }
    let mut split = Vec::with_capacity(messages.len());
    let mut origins = Vec::new();
    for (index, message) in messages.into_iter().enumerate() {
        if fits(&message) {
            origins.push((split.len(), index, None));
            split.push(message);
            continue;
        }
        let model::SamplingMessage { role, content, meta, extensions } = message;
        cx.within("messages", |cx| {
            cx.within(index, |cx| {
                if content.is_empty() {
                    let why = format!("{} has no message without content", cx.to());
                    cx.note(Happened::Dropped, Some(BLOCKS), why);
                } else {
                    let why = format!("{} has a message for each block", cx.to());
                    cx.note_at("content", Happened::Degraded, Some(BLOCKS), why);
                }
            });
        });
        // What belongs to the message as a whole stands in the first.
        let mut rest = Some((meta, extensions));
        for (block, content) in content.into_iter().enumerate() {
            origins.push((split.len(), index, Some(block)));
            let (meta, extensions) = rest.take().unwrap_or_default();
            let (role, content) = (role.clone(), OneOrMany::One(content));
            split.push(model::SamplingMessage { role, content, meta, extensions });
        }
    }
    for (here, there, block) in origins {
        let (here, there) = (format!("/messages/{here}"), format!("/messages/{there}"));
        if let Some(block) = block {
            let content = format!("{there}/content/{block}");
            for member in ["role", "_meta"] {
                cx.moved(&format!("{here}/{member}"), &format!("{there}/{member}"));
            }
            cx.moved(&format!("{here}/content"), &content);
            cx.moved(&here, &content);
        } else if here != there {
            cx.moved(&here, &there);
        }
    }
    split
}

/// Several texts as one, a line each: an answer can't become several messages. Others stay.
fn joined(content: OneOrMany<Block>, cx: &mut Lowering) -> OneOrMany<Block> {
    let OneOrMany::Many(many) = content else { return content };
    let is_text = |block: &Block| matches!(block, Block::Text(_));
    if many.len() < 2 || !many.iter().all(is_text) {
        return OneOrMany::Many(many);
    }
    let why = format!("{} has one block: the texts are joined", cx.to());
    cx.note_at("content", Happened::Degraded, Some(BLOCKS), why);
    let mut blocks = many.into_iter().filter_map(|block| match block {
        Block::Text(block) => Some(block),
        _ => None,
    });
    let Some(mut one) = blocks.next() else { return OneOrMany::Many(Vec::new()) };
    for (block, index) in blocks.zip(1_usize..) {
        let model::TextContent { text, annotations, meta, extensions } = block;
        one.text = [core::mem::take(&mut one.text), text].join("\n");
        // The first block speaks for all; what others say differently is told.
        let differs = [
            ("annotations", annotations.is_some() && annotations != one.annotations),
            ("_meta", meta.is_some() && meta != one.meta),
        ];
        let names = differs.into_iter().filter(|(_, differs)| *differs);
        let names = names.map(|(name, _)| String::from(name));
        let others =
            extensions.into_iter().filter(|(name, it)| one.extensions.get(name) != Some(it));
        for name in names.chain(others.map(|(name, _)| name)) {
            let why = "the joined text has what the first block says";
            cx.within("content", |cx| {
                cx.within(index, |cx| {
                    cx.within(name, |cx| cx.note(Happened::Dropped, Some(BLOCKS), why));
                });
            });
        }
    }
    cx.moved("/content", "/content/0");
    OneOrMany::One(Block::Text(one))
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
}
