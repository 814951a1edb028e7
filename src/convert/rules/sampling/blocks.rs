//! Several blocks of a sampling message where the target has one (up to 2025-06-18,
//! schema#samplingmessage).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{BLOCKS, Block};
use crate::convert::held::reads_alike;
use crate::convert::{Happened, Lowering, SamplingBlocks};
use crate::wire::from_text;
use crate::{Json, Map, OneOrMany, model};

const CONTENT: &str = "content";
/// Marks the messages that were parts of the one before them, which holds them all.
const PART: &str = "mcp-revisions/part";
/// Where they are held.
const HELD: &str = "mcp-revisions/content";

/// The content as one block, where the target wants that and the choice allows it.
pub(super) fn one_block(
    content: OneOrMany<Block>,
    extensions: &mut Map<Json>,
    choice: SamplingBlocks,
    cx: &mut Lowering,
) -> OneOrMany<Block> {
    if cx.is_same() {
        return content;
    }
    if !cx.lacks(BLOCKS) {
        let ours = |said: &OneOrMany<Block>, _: Option<&Json>| is_one_of(&content, said);
        return cx.held(CONTENT, extensions, BLOCKS, ours).unwrap_or(content);
    }
    let OneOrMany::Many(blocks) = &content else { return content };
    let is_text = |block: &Block| matches!(block, Block::Text(_));
    let how = match (blocks.len(), choice) {
        (0, _) => None,
        (1, _) => Some("an array of one is that one"),
        (_, SamplingBlocks::First) => Some("the first block"),
        (_, SamplingBlocks::Join) if blocks.iter().all(is_text) => Some("the texts are joined"),
        _ => None,
    };
    let held = how.is_some_and(|how| cx.hold(CONTENT, &content, extensions, BLOCKS, how));
    let before = cx.report.len();
    let content = match choice {
        SamplingBlocks::Join => joined(content, cx),
        SamplingBlocks::First => first(content, cx),
        SamplingBlocks::Split | SamplingBlocks::Refuse => content,
    };
    let content = unlisted(content, cx);
    if held {
        // All of it is kept.
        cx.report.truncate(before);
    }
    content
}

/// Whether the content is one of several blocks: the first, or all of their texts.
fn is_one_of(content: &OneOrMany<Block>, said: &OneOrMany<Block>) -> bool {
    let (OneOrMany::One(one), OneOrMany::Many(many)) = (content, said) else { return false };
    let text = |block: &Block| match block {
        Block::Text(block) => Some(block.text.clone()),
        _ => None,
    };
    let all: Option<Vec<String>> = many.iter().map(text).collect();
    let joined = match (many.first(), all) {
        (Some(Block::Text(first)), Some(all)) => {
            Some(Block::Text(model::TextContent { text: all.join("\n"), ..first.clone() }))
        }
        _ => None,
    };
    many.first().into_iter().chain(&joined).any(|block| reads_alike(one, block))
}

/// The unmodelled members of a message that is a part of the one before it.
fn part(held: bool) -> Map<Json> {
    held.then(|| (String::from(PART), Json::from(true))).into_iter().collect()
}

/// The messages without those that are parts of one before them, which holds them all.
pub(super) fn without_parts(
    messages: Vec<model::SamplingMessage>,
    cx: &mut Lowering,
) -> Vec<model::SamplingMessage> {
    if !cx.options().carry || !messages.iter().any(is_part) {
        return messages;
    }
    let mut whole = Vec::with_capacity(messages.len());
    let mut parts = 0;
    for (index, message) in messages.iter().enumerate() {
        if parts > 0 {
            parts -= 1;
            let why = "a part of the message before it, which holds it";
            cx.within("messages", |cx| {
                cx.within(index, |cx| cx.note(Happened::Rewritten, Some(BLOCKS), why));
            });
        } else {
            parts = count_parts(message, messages.get(index + 1..).unwrap_or_default());
            cx.moved(&format!("/messages/{}", whole.len()), &format!("/messages/{index}"));
            whole.push(message.clone());
        }
    }
    whole
}

fn is_part(message: &model::SamplingMessage) -> bool {
    message.extensions.contains_key(PART)
}

/// How many of the messages after one are parts of it: either all that it holds more, or none.
fn count_parts(message: &model::SamplingMessage, after: &[model::SamplingMessage]) -> usize {
    let held = message.extensions.get(HELD);
    let held: Option<Vec<Block>> = held.and_then(|json| from_text(json.as_str()).ok());
    let Some((first, others)) = held.as_deref().and_then(<[Block]>::split_first) else { return 0 };
    let parts = after.get(..others.len()).unwrap_or_default();
    let is_next = |(next, block): (&model::SamplingMessage, &Block)| {
        let says_more = next.meta.is_some() || next.extensions != part(true);
        !says_more && next.role == message.role && reads_alike(&next.content, block)
    };
    let all = parts.len() == others.len()
        && reads_alike(&message.content, first)
        && parts.iter().zip(others).all(is_next);
    if all { others.len() } else { 0 }
}

/// An array of one block is that block; other arrays stay.
fn unlisted(content: OneOrMany<Block>, cx: &mut Lowering) -> OneOrMany<Block> {
    match content {
        OneOrMany::Many(mut many) if many.len() == 1 => match many.pop() {
            Some(one) => {
                let why = "an array of one is that one";
                cx.note_at(CONTENT, Happened::Rewritten, Some(BLOCKS), why);
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
pub(super) fn one_block_each(
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
        let model::SamplingMessage { role, content, meta, mut extensions } = message;
        let held = cx.within("messages", |cx| {
            cx.within(index, |cx| {
                let why = format!("{} has a message for each block", cx.to());
                if content.is_empty() {
                    let why = format!("{} has no message without content", cx.to());
                    cx.note(Happened::Dropped, Some(BLOCKS), why);
                    false
                } else if cx.hold(CONTENT, &content, &mut extensions, BLOCKS, &why) {
                    true
                } else {
                    cx.note_at(CONTENT, Happened::Degraded, Some(BLOCKS), why);
                    false
                }
            })
        });
        // What belongs to the message as a whole stands in the first.
        let mut rest = Some((meta, extensions));
        for (block, content) in content.into_iter().enumerate() {
            origins.push((split.len(), index, Some(block)));
            let (meta, extensions) = rest.take().unwrap_or_else(|| (None, part(held)));
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
    cx.note_at(CONTENT, Happened::Degraded, Some(BLOCKS), why);
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
