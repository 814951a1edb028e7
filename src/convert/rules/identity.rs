//! Who speaks: in a handshake up to 2025-11-25, in the metadata of every message since.

use serde_core::Serialize;

use super::related_task::without_related_task;
use super::tasks::of_extension;
use crate::convert::{Adapt, Feature, Happened, Identity, Lowering};
use crate::model::{ClientCapabilities, ClientRequest, RequestMetaObject, ResultMetaObject};
use crate::{Json, JsonObject, Map, Revision};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
const SERVER: &str = "io.modelcontextprotocol/serverInfo";

const META: &str = "_meta";
/// Why params and metadata are made up.
pub(in crate::convert) const DEMANDED: &str =
    "every request of this revision has params with metadata (2026-07-28, basic#_meta)";

const FEATURE: Feature = Feature::RequestMetaProtocol;

impl Adapt for RequestMetaObject {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        without_related_task(&mut self.extensions, cx);
        if cx.loses(FEATURE) {
            leave_to_handshake(&mut self, cx);
        } else if !cx.lacks(FEATURE) && !cx.is_same() {
            name_revision(&mut self, cx);
            name_client(&mut self, cx)?;
        }
        Some(self)
    }

    /// An embedded request of a server says nothing of the client (2026-07-28, client/roots).
    fn adapt_open(mut self, cx: &mut Lowering) -> Option<Self> {
        without_related_task(&mut self.extensions, cx);
        if cx.loses(FEATURE) {
            leave_to_handshake(&mut self, cx);
        }
        Some(self)
    }
}

/// A request that is not of the sender's revision names revision and client like any other.
impl Adapt for ClientRequest {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if let Self::Unknown(call) = &mut self {
            of_extension(&call.method, cx)?;
            if cx.loses(FEATURE) || !cx.lacks(FEATURE) && !cx.is_same() {
                cx.within("params", |cx| name_both(&mut call.params, cx))?;
            }
        }
        Some(self)
    }
}

/// The same for params of which nothing else is known.
fn name_both(params: &mut Option<Json>, cx: &mut Lowering) -> Option<()> {
    let asks = !cx.lacks(FEATURE);
    let mut object = match params {
        Some(params) => match params.as_object() {
            Some(object) => object,
            None => return Some(()),
        },
        None if asks => {
            cx.note(Happened::Synthesised, Some(FEATURE), DEMANDED);
            JsonObject::new()
        }
        None => return Some(()),
    };
    let meta = match object.get(META) {
        Some(meta) => meta,
        None if asks => {
            cx.note_at(META, Happened::Synthesised, Some(FEATURE), DEMANDED);
            JsonObject::new().into()
        }
        None => return Some(()),
    };
    let meta = cx.within(META, |cx| match crate::from_str::<RequestMetaObject>(meta.as_str()) {
        Ok(meta) => meta.adapt(cx),
        Err(error) => {
            let why = cx.not_meant(error);
            cx.refuse(FEATURE, why)
        }
    })?;
    object.insert(META, Json::from_serialize(&meta).ok()?);
    *params = Some(object.into());
    Some(())
}

/// The handshake settles the revision and says who the client is, once (2025-11-25,
/// basic/lifecycle#initialization).
fn leave_to_handshake(meta: &mut RequestMetaObject, cx: &mut Lowering) {
    // Never carried: a server that speaks both would take the request for one of the newer
    // revision (2026-07-28, basic/versioning).
    if let Some(version) = meta.protocol_version.take() {
        let (happened, why) = match cx.from() {
            Some(from) if from.as_str() != version => {
                (Happened::Dropped, "it is not the sender's revision")
            }
            _ => (Happened::Rewritten, "the handshake has settled it"),
        };
        cx.note_at(VERSION, happened, Some(FEATURE), why);
    }
    let identity = cx.options().identity.clone();
    let sender = cx.from();
    let capabilities =
        identity.as_ref().map(|known| of_handshake(known.capabilities.clone(), sender));
    let info = identity.and_then(|known| known.info);
    // What the way back makes up need not be carried; it makes up all or nothing.
    let is_whole = meta.client_capabilities == capabilities && meta.client_info == info;
    let spared = is_whole || !cx.options().carry;
    let said = meta.client_capabilities.take();
    leave(CAPABILITIES, [said, capabilities], spared, &mut meta.extensions, cx);
    let said = meta.client_info.take();
    leave(CLIENT, [said, info], spared, &mut meta.extensions, cx);
}

/// Leaves it to the handshake to say something. Each request stands for itself, so it may differ
/// (2026-07-28, basic#_meta).
fn leave<T: PartialEq + Serialize>(
    name: &'static str,
    [said, known]: [Option<T>; 2],
    spared: bool,
    extensions: &mut Map<Json>,
    cx: &mut Lowering,
) {
    if spared && said.is_some() && said == known {
        let why = "the handshake says the same";
        cx.note_at(name, Happened::Rewritten, Some(FEATURE), why);
        return;
    }
    let cost = match known {
        None => (Happened::Dropped, "the handshake says it, once for all requests"),
        Some(_) => (Happened::Dropped, "the handshake says otherwise"),
    };
    cx.let_go(name, said, extensions, FEATURE, cost);
}

const TARGET: &str = "the target's revision (2026-07-28, basic#_meta)";

/// Each request names its revision, which is the target's now (2026-07-28, basic#_meta).
fn name_revision(meta: &mut RequestMetaObject, cx: &mut Lowering) {
    let named = meta.protocol_version.take().map(|version| Json::from(version.as_str()));
    let named = named.or_else(|| meta.extensions.remove(VERSION));
    let to = cx.to().as_str();
    meta.protocol_version = Some(to.into());
    match named {
        None => cx.note_at(VERSION, Happened::Synthesised, Some(FEATURE), TARGET),
        Some(named) if named == Json::from(to) => {}
        Some(named) => {
            let same = cx.from().is_none_or(|from| named == Json::from(from.as_str()));
            let happened = if same { Happened::Rewritten } else { Happened::Degraded };
            cx.note_at(VERSION, happened, Some(FEATURE), TARGET);
        }
    }
}

/// Each request says what the client can do, and should say who it is (2026-07-28, basic#_meta).
fn name_client(meta: &mut RequestMetaObject, cx: &mut Lowering) -> Option<()> {
    let identity = cx.options().identity.clone();
    if meta.client_capabilities.is_none() && !meta.extensions.contains_key(CAPABILITIES) {
        let Some(Identity { capabilities, .. }) = &identity else {
            let why =
                "it says what the client can do, which only the caller knows: set an identity";
            return cx.within(CAPABILITIES, |cx| cx.refuse(FEATURE, why));
        };
        meta.client_capabilities = Some(of_handshake(capabilities.clone(), Some(cx.to())));
        let why = "what the caller or the handshake says of the client (2026-07-28, basic#_meta)";
        cx.note_at(CAPABILITIES, Happened::Synthesised, Some(FEATURE), why);
        // A request that says itself what its client can do may leave its name out.
        if meta.client_info.is_none() && !meta.extensions.contains_key(CLIENT) {
            meta.client_info = identity.and_then(|identity| identity.info);
            if meta.client_info.is_some() {
                cx.note_at(CLIENT, Happened::Synthesised, Some(FEATURE), why);
            }
        }
    }
    Some(())
}

/// What a client said in a handshake, without what a revision has no word for: it is no part of
/// the sender's value, so there is nothing to report.
fn of_handshake(
    mut capabilities: ClientCapabilities,
    revision: Option<Revision>,
) -> ClientCapabilities {
    let lacks = |feature: Feature| revision.is_some_and(|revision| !feature.is_in(revision));
    if lacks(Feature::TasksCore) {
        capabilities.tasks = None;
    }
    if let (true, Some(roots)) = (lacks(Feature::RootsListChanged), &mut capabilities.roots) {
        roots.list_changed = None;
    }
    capabilities
}

/// Each result may name the server (2026-07-28, basic#_meta); the handshake did so once.
impl Adapt for ResultMetaObject {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        without_related_task(&mut self.extensions, cx);
        if cx.loses(Feature::ResultMetaServerInfo) {
            cx.let_go(
                SERVER,
                self.server_info.take(),
                &mut self.extensions,
                Feature::ResultMetaServerInfo,
                (Happened::Dropped, "the handshake says it, once for all results"),
            );
        }
        Some(self)
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25", feature = "v2026_07_28"))]
mod tests {
    use super::super::testing::{cross, crossed, refused};
    use crate::convert::{Identity, Options, Tolerance};
    use crate::{model, v2025_06_18, v2025_11_25, v2026_07_28};

    type Old = v2025_11_25::CallToolRequestParams;
    type New = v2026_07_28::CallToolRequestParams;

    const OLD: &str = r#"{"name": "add"}"#;
    const NEW: &str = r#"{"name": "add", "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"roots": {}},
        "io.modelcontextprotocol/clientInfo": {"name": "editor", "version": "1"}}}"#;

    /// A client that said more in its handshake than 2026-07-28 has words for.
    fn known() -> Identity {
        let capabilities = r#"{"roots": {"listChanged": true}, "tasks": {}}"#;
        Identity {
            capabilities: crate::from_str(capabilities).unwrap(),
            info: Some(model::Implementation::new("editor", "1")),
        }
    }

    #[test]
    fn every_request_names_revision_and_client() {
        let options = Options::default().with_identity(known());
        let notices = [
            "/_meta: made up, every request of this revision has params with metadata \
             (2026-07-28, basic#_meta)",
            "/_meta/io.modelcontextprotocol~1clientCapabilities: made up, what the caller or the \
             handshake says of the client (2026-07-28, basic#_meta)",
            "/_meta/io.modelcontextprotocol~1clientInfo: made up, what the caller or the handshake \
             says of the client (2026-07-28, basic#_meta)",
            "/_meta/io.modelcontextprotocol~1protocolVersion: made up, the target's revision \
             (2026-07-28, basic#_meta)",
        ];
        assert_eq!(cross::<Old, New>(OLD, options), crossed(NEW, &notices));
        assert_eq!(
            cross::<Old, New>(OLD, Tolerance::Drop),
            refused(&[
                "/_meta/io.modelcontextprotocol~1clientCapabilities: refused, it says what \
                       the client can do, which only the caller knows: set an identity"
            ])
        );
    }

    #[test]
    fn what_the_handshake_says_is_left_out() {
        let shown = |capabilities: &str, info: &str| {
            [
                alloc::format!(
                    "/_meta/io.modelcontextprotocol~1clientCapabilities: {capabilities}"
                ),
                alloc::format!("/_meta/io.modelcontextprotocol~1clientInfo: {info}"),
                "/_meta/io.modelcontextprotocol~1protocolVersion: rewritten, the handshake has \
                 settled it"
                    .into(),
            ]
        };
        let gone = r#"{"name": "add", "_meta": {}}"#;
        let once = "dropped, the handshake says it, once for all requests";
        let notices = shown(once, once);
        assert_eq!(
            cross::<New, Old>(NEW, Tolerance::Drop),
            crossed(gone, &notices.each_ref().map(|text| text.as_str()))
        );
        let same = "rewritten, the handshake says the same";
        let notices = shown(same, same);
        let options = || Options::new(Tolerance::Lossless).with_identity(known());
        for options in [options(), options().with_carry(true)] {
            assert_eq!(
                cross::<New, Old>(NEW, options),
                crossed(gone, &notices.each_ref().map(|text| text.as_str()))
            );
        }
        let notices = shown("dropped, the handshake says otherwise", same);
        let other = NEW.replace(r#"{"roots": {}}"#, "{}");
        let options = Options::new(Tolerance::Drop).with_identity(known());
        assert_eq!(
            cross::<New, Old>(&other, options),
            crossed(gone, &notices.each_ref().map(|text| text.as_str()))
        );
    }

    #[test]
    fn carried_identities_come_back() {
        let options = || Options::default().with_carry(true);
        let (down, _) = cross::<New, Old>(NEW, options()).unwrap();
        assert!(down.pointer("/_meta/io.modelcontextprotocol~1protocolVersion").is_none());
        assert!(down.pointer("/_meta/io.modelcontextprotocol~1clientInfo").is_some());
        let (up, _) = cross::<Old, New>(down.as_str(), options()).unwrap();
        assert_eq!(up, NEW.parse().unwrap());
    }

    #[test]
    fn a_revision_that_an_older_sender_names_is_replaced() {
        let odd = NEW.replace("2026-07-28", "2031-01-01");
        assert_eq!(
            cross::<Old, New>(&odd, Tolerance::Degrade),
            crossed(
                NEW,
                &[
                    "/_meta/io.modelcontextprotocol~1protocolVersion: degraded, the target's revision (2026-07-28, basic#_meta)"
                ]
            )
        );
        // Between older revisions it is a member like any other.
        assert_eq!(
            cross::<Old, v2025_06_18::CallToolRequestParams>(&odd, Tolerance::Lossless),
            crossed(&odd, &[])
        );
    }

    #[test]
    fn a_server_names_itself_once() {
        let new = r#"{"resultType": "complete", "_meta": {"x": 1,
            "io.modelcontextprotocol/serverInfo": {"name": "s", "version": "2"}}}"#;
        assert_eq!(
            cross::<v2026_07_28::Result, v2025_11_25::Result>(new, Tolerance::Drop),
            crossed(
                r#"{"_meta": {"x": 1}}"#,
                &[
                    "/_meta/io.modelcontextprotocol~1serverInfo: dropped, the handshake says it, \
                     once for all results",
                    "/resultType: rewritten, its absence means the same",
                ]
            )
        );
    }
}
