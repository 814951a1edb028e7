//! What a server says of itself, for clients that hear it in a handshake.

use crate::JsonObject;
use crate::convert::{Adapt, Feature, Happened, Lowering};
use crate::model::{DiscoverResult, Implementation, InitializeResult, ServerResult};

/// The name and the version of a server that gave none.
const NAMELESS: &str = "unknown";
const SERVER: &str = "/_meta/io.modelcontextprotocol~1serverInfo";

/// An older client does not ask for it, so it answers a handshake (2026-07-28, server/discover;
/// 2025-11-25, basic/lifecycle#initialization).
impl Adapt for ServerResult {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        match self {
            Self::Discover(found)
                if cx.loses(Feature::ServerDiscover) && !cx.lacks(Feature::Initialize) =>
            {
                cx.within("result", |cx| handshake(found, cx)).map(Self::Initialize)
            }
            other => Some(other),
        }
    }
}

fn handshake(found: DiscoverResult, cx: &mut Lowering) -> Option<InitializeResult> {
    let DiscoverResult {
        result_type,
        supported_versions,
        capabilities,
        instructions,
        ttl_ms,
        cache_scope,
        meta,
        mut extensions,
    } = found;
    let feature = Feature::ServerDiscover;
    for name in ["protocolVersion", "serverInfo"] {
        if extensions.remove(name).is_some() {
            let why = "a handshake says something of its own there (2025-11-25, basic/lifecycle)";
            cx.note_at(name, Happened::Dropped, Some(feature), why);
        }
    }
    let why = "a handshake settles the revision of the client (2025-11-25, basic/lifecycle)";
    cx.note_at("protocolVersion", Happened::Synthesised, Some(feature), why);
    let gone = &mut extensions;
    cx.gone("supportedVersions", Some(supported_versions), gone, feature, None);
    let complete = Some("\"complete\"");
    cx.gone("resultType", Some(result_type), gone, Feature::ResultType, complete);
    cx.gone("ttlMs", Some(ttl_ms), gone, Feature::CacheHints, Some("0"));
    let private = Some("\"private\"");
    cx.gone("cacheScope", Some(cache_scope), gone, Feature::CacheHints, private);
    let (server_info, meta) = match meta {
        None => (None, None),
        Some(mut meta) => {
            let named = meta.server_info.take();
            (named, Some(JsonObject::from_serialize(&meta).ok()?))
        }
    };
    let server_info = match server_info {
        Some(named) => {
            cx.moved("/serverInfo", SERVER);
            let feature = Some(Feature::ResultMetaServerInfo);
            let why = "a handshake names the server beside the metadata";
            cx.within("serverInfo", |cx| cx.note(Happened::Rewritten, feature, why));
            named
        }
        None => {
            let why =
                "a handshake names the server, and it gave no name (2025-11-25, basic/lifecycle)";
            cx.note_at("serverInfo", Happened::Synthesised, Some(feature), why);
            Implementation::new(NAMELESS, NAMELESS)
        }
    };
    let protocol_version = cx.to().as_str().into();
    Some(InitializeResult {
        protocol_version,
        capabilities,
        server_info,
        instructions,
        meta,
        extensions,
    })
}

#[cfg(test)]
#[cfg(all(feature = "v2024_11_05", feature = "v2025_11_25", feature = "v2026_07_28"))]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use crate::convert::{Options, Tolerance};
    use crate::message::{Direction, convert};
    use crate::{Json, Revision};

    fn answered(
        result: &str,
        to: Revision,
        options: Options,
    ) -> (Option<Json>, Vec<alloc::string::String>) {
        let text = alloc::format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
        let (method, from) = (Some("server/discover"), Revision::V2026_07_28);
        match convert(&text, Direction::FromServer, method, from, to, options).unwrap() {
            Ok(crossing) => {
                let report = crossing.report().iter().map(ToString::to_string).collect();
                let text = crossing.into_value().unwrap();
                (Json::from_text(&text).unwrap().pointer("/result"), report)
            }
            Err(refusal) => (None, refusal.reasons().map(ToString::to_string).collect()),
        }
    }

    #[test]
    fn it_answers_a_handshake() {
        let found = r#"{"resultType": "complete", "ttlMs": 0, "cacheScope": "private",
            "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}, "extensions": {}},
            "instructions": "Ask.", "x": 1, "_meta": {"y": 2, "io.modelcontextprotocol/serverInfo":
            {"name": "s", "version": "2", "description": "d"}}}"#;
        let (result, report) = answered(found, Revision::V2025_11_25, Tolerance::Drop.into());
        let expected = r#"{"protocolVersion": "2025-11-25", "serverInfo":
            {"name": "s", "version": "2", "description": "d"}, "capabilities": {"tools": {},
            "extensions": {}}, "instructions": "Ask.", "x": 1, "_meta": {"y": 2}}"#;
        assert_eq!(result, Some(Json::from_text(expected).unwrap()));
        assert_eq!(
            report,
            [
                "/result/_meta/io.modelcontextprotocol~1serverInfo: rewritten, a handshake names \
                 the server beside the metadata",
                "/result/cacheScope: rewritten, its absence means the same",
                "/result/capabilities/extensions: carried, capabilities are open: sides that know \
                 an extension find it here",
                "/result/protocolVersion: made up, a handshake settles the revision of the client (2025-11-25, basic/lifecycle)",
                "/result/resultType: rewritten, its absence means the same",
                "/result/supportedVersions: dropped, 2025-11-25 has no `server/discover` (since \
                 2026-07-28)",
                "/result/ttlMs: rewritten, its absence means the same",
            ]
        );
        let (_, report) = answered(found, Revision::V2024_11_05, Tolerance::Drop.into());
        let told = "/result/_meta/io.modelcontextprotocol~1serverInfo/description: dropped, \
                    2024-11-05 has no description of a program (since 2025-11-25)";
        assert!(report.iter().any(|line| line == told), "{report:?}");
        let lost = "/result/supportedVersions: dropped, 2025-11-25 has no `server/discover` (since \
                    2026-07-28)";
        assert_eq!(
            answered(found, Revision::V2025_11_25, Tolerance::Lossless.into()),
            (None, Vec::from([lost.to_string()]))
        );
    }

    #[test]
    fn what_a_handshake_says_is_said_once() {
        let found = r#"{"resultType": "complete", "ttlMs": 0, "cacheScope": "private",
            "supportedVersions": [], "capabilities": {}, "protocolVersion": 7, "serverInfo": "s"}"#;
        let (result, report) = answered(found, Revision::V2025_11_25, Tolerance::Drop.into());
        let expected = r#"{"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo":
            {"name": "unknown", "version": "unknown"}}"#;
        assert_eq!(result, Some(Json::from_text(expected).unwrap()));
        for name in ["protocolVersion", "serverInfo"] {
            let told = alloc::format!(
                "/result/{name}: dropped, a handshake says something of its own there \
                 (2025-11-25, basic/lifecycle)"
            );
            assert!(report.contains(&told), "{report:?}");
        }
    }

    #[test]
    fn a_server_without_a_name_gets_one() {
        let found = r#"{"resultType": "complete", "ttlMs": 9, "cacheScope": "public",
            "supportedVersions": [], "capabilities": {}}"#;
        let options = Options::new(Tolerance::Drop).with_carry(true);
        let (result, report) = answered(found, Revision::V2025_11_25, options);
        let expected = r#"{"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo":
            {"name": "unknown", "version": "unknown"}, "supportedVersions": [], "ttlMs": 9,
            "cacheScope": "public"}"#;
        assert_eq!(result, Some(Json::from_text(expected).unwrap()));
        assert_eq!(
            report,
            [
                "/result/cacheScope: carried, 2025-11-25 has no cache hints (since 2026-07-28)",
                "/result/protocolVersion: made up, a handshake settles the revision of the client (2025-11-25, basic/lifecycle)",
                "/result/resultType: rewritten, its absence means the same",
                "/result/serverInfo: made up, a handshake names the server, and it gave no name (2025-11-25, basic/lifecycle)",
                "/result/supportedVersions: carried, 2025-11-25 has no `server/discover` (since \
                 2026-07-28)",
                "/result/ttlMs: carried, 2025-11-25 has no cache hints (since 2026-07-28)",
            ]
        );
    }
}
