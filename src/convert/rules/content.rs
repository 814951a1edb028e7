//! Kinds of content that an older revision does not know, said with those that it has.
//!
//! With [`carry`](crate::convert::Options::carry) they stay as they are: a peer that does not know
//! a kind passes over it, and the way back restores it.

use alloc::format;

use super::fingerprint::fingerprint;
use crate::convert::{Adapt, Feature, Happened, Lowering};
use crate::{Json, Map, model};

impl Adapt for model::ContentBlock {
    #[inline]
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        let lacked = match &self {
            model::ContentBlock::Audio(_) => cx.lacks(Feature::AudioContent),
            model::ContentBlock::ResourceLink(_) => cx.lacks(Feature::ResourceLink),
            _ => false,
        };
        if !lacked || cx.is_same() || cx.options().carry {
            return Some(self);
        }
        in_other_words(self, cx)
    }
}

/// A kind that the target does not have, as one that it has.
#[cold]
fn in_other_words(block: model::ContentBlock, cx: &mut Lowering) -> Option<model::ContentBlock> {
    Some(match block {
        model::ContentBlock::Audio(audio) => embedded(audio, cx).into(),
        model::ContentBlock::ResourceLink(link) => model::ContentBlock::Text(named(*link, cx)),
        other => other,
    })
}

/// Sound as a resource inside the message, which 2024-11-05 has for any bytes: its URI need not be
/// one that can be read (2024-11-05, server/tools#embedded-resources).
fn embedded(audio: model::AudioContent, cx: &mut Lowering) -> model::EmbeddedResource {
    let model::AudioContent { data, mime_type, annotations, meta, mut extensions } = audio;
    let why = format!("{}: it becomes a resource", cx.has_no(Feature::AudioContent));
    cx.note(Happened::Degraded, Some(Feature::AudioContent), why);
    make_room(&mut extensions, "resource", cx);
    let contents = model::BlobResourceContents {
        uri: uri_of(&mime_type, &data),
        blob: data,
        mime_type: Some(mime_type),
        meta: None,
        extensions: Map::new(),
    };
    let resource = model::TextOrBlobResourceContents::Blob(contents);
    model::EmbeddedResource { resource, annotations, meta, extensions }
}

/// A URI for bytes that have none: `audio:` and sixteen hexadecimal digits that depend on media type
/// and bytes alone, so that the same sound has the same URI and others have another.
fn uri_of(mime_type: &str, data: &str) -> alloc::string::String {
    format!("audio:{:016x}", fingerprint(mime_type, 0, data))
}

/// A link as text that names it. An embedded resource would need contents, which the link does not
/// have; the client may read the URI (2025-06-18, server/tools#resource-links).
fn named(link: model::ResourceLink, cx: &mut Lowering) -> model::TextContent {
    let model::ResourceLink {
        name,
        uri,
        title,
        description,
        mime_type,
        size,
        icons,
        annotations,
        meta,
        mut extensions,
    } = link;
    let why = format!("{}: it becomes text", cx.has_no(Feature::ResourceLink));
    cx.note(Happened::Degraded, Some(Feature::ResourceLink), why);
    let left_out = [
        ("description", description.is_some(), Feature::ResourceLink),
        ("mimeType", mime_type.is_some(), Feature::ResourceLink),
        ("size", size.is_some(), Feature::ResourceLink),
        ("icons", icons.is_some(), Feature::Icons),
    ];
    for (member, _, feature) in left_out.into_iter().filter(|(_, is_there, _)| *is_there) {
        cx.note_at(member, Happened::Dropped, Some(feature), "the text has no room for it");
    }
    make_room(&mut extensions, "text", cx);
    let text = match title {
        Some(title) if title != name => format!("{title} ({name}): {uri}"),
        _ => format!("{name}: {uri}"),
    };
    model::TextContent { text, annotations, meta, extensions }
}

/// Removes an unmodelled member where the kind that takes over has a member of the name.
fn make_room(extensions: &mut Map<Json>, name: &'static str, cx: &mut Lowering) {
    if extensions.remove(name).is_some() {
        let why = "what stands for it has a member of that name";
        cx.note_at(name, Happened::Dropped, None, why);
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2024_11_05", feature = "v2025_03_26", feature = "v2025_11_25"))]
mod tests {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use crate::convert::{Options, Refusal, Tolerance, convert};
    use crate::{v2024_11_05 as oldest, v2025_03_26 as older, v2025_11_25 as newer};

    const SOUND: &str = r#"{"type":"audio","data":"UklGRg==","mimeType":"audio/wav","annotations":{"priority":1},"_meta":{"a":1},"resource":0}"#;
    const LINK: &str = r#"{"type":"resource_link","name":"main","title":"Main","uri":"file:///main.rs","size":3,"icons":[],"mimeType":"text/x-rust","description":"d","annotations":{"lastModified":"2025-01-01"},"x":1}"#;

    fn told(report: &[crate::convert::Notice]) -> Vec<String> {
        report.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn audio_becomes_a_resource() {
        let block: newer::ContentBlock = crate::from_str(SOUND).unwrap();
        let crossing = convert::<_, oldest::ContentBlock>(block.clone(), Tolerance::Drop).unwrap();
        assert_eq!(
            crate::to_string(crossing.value()).unwrap(),
            r#"{"type":"resource","resource":{"uri":"audio:755e42d214acabb0","blob":"UklGRg==","mimeType":"audio/wav"},"annotations":{"priority":1}}"#
        );
        assert_eq!(
            told(crossing.report()),
            [
                "(document): degraded, 2024-11-05 has no audio content (since 2025-03-26): it becomes a resource",
                "/_meta: dropped, 2024-11-05 has no `_meta` below params and results (since 2025-06-18)",
                "/resource: dropped, what stands for it has a member of that name",
            ]
        );
        let kept = convert::<_, older::ContentBlock>(block, Tolerance::Drop).unwrap();
        assert!(matches!(kept.value(), older::ContentBlock::Audio(_)));
    }

    #[test]
    fn a_link_becomes_text() {
        let text = ["{\"content\":[", LINK, "]}"].concat();
        let result: newer::CallToolResult = crate::from_str(&text).unwrap();
        let crossing =
            convert::<_, older::CallToolResult>(result.clone(), Tolerance::Drop).unwrap();
        assert_eq!(
            crate::to_string(crossing.value()).unwrap(),
            r#"{"content":[{"type":"text","text":"Main (main): file:///main.rs","annotations":{},"x":1}]}"#
        );
        assert_eq!(
            told(crossing.report()),
            [
                "/content/0: degraded, 2025-03-26 has no resource links (since 2025-06-18): it becomes text",
                "/content/0/annotations/lastModified: dropped, 2025-03-26 has no `lastModified` among annotations (since 2025-06-18)",
                "/content/0/description: dropped, the text has no room for it",
                "/content/0/icons: dropped, the text has no room for it",
                "/content/0/mimeType: dropped, the text has no room for it",
                "/content/0/size: dropped, the text has no room for it",
            ]
        );
        let refused: Refusal =
            convert::<_, older::CallToolResult>(result, Tolerance::Degrade).unwrap_err();
        assert_eq!(refused.reasons().count(), 5);
    }

    #[test]
    fn carried_kinds_come_back() {
        for text in [SOUND, LINK] {
            let block: newer::ContentBlock = crate::from_str(text).unwrap();
            let options = Options::default().with_carry(true);
            let there = convert::<_, oldest::ContentBlock>(block.clone(), options.clone()).unwrap();
            assert!(!there.report().is_empty());
            let back = convert::<_, newer::ContentBlock>(there.into_value(), options).unwrap();
            assert_eq!(*back.value(), block);
        }
    }
}
