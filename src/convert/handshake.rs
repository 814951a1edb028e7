//! The revisions that a handshake names: those of both sides of a gateway, or that of the session.

use alloc::format;
use alloc::string::String;

use super::{Feature, Happened, Lowering};
use crate::message::{JsonRpcRequest, JsonRpcResponse, Message};
use crate::model::{ClientMessage, ClientRequest, ServerMessage, ServerResult};
use crate::{Json, Map};

const MEMBER: &str = "protocolVersion";

impl Lowering {
    /// In a session of the target, a client asks for the target's revision where it asked for the
    /// sender's. What else it asks for, a server need not agree to.
    pub(super) fn ask_in_target(&mut self, message: &mut ClientMessage) {
        if let Message::Request(JsonRpcRequest {
            body: ClientRequest::Initialize(params), ..
        }) = message
        {
            self.name_target("params", &mut params.protocol_version, &mut params.extensions);
        }
    }

    /// And the server agrees to it.
    pub(super) fn agree_in_target(&mut self, message: &mut ServerMessage) {
        if let Message::Response(JsonRpcResponse {
            body: ServerResult::Initialize(result), ..
        }) = message
        {
            self.name_target("result", &mut result.protocol_version, &mut result.extensions);
        }
    }

    fn name_target(
        &mut self,
        part: &'static str,
        version: &mut String,
        extensions: &mut Map<Json>,
    ) {
        let Some(from) = self.from().filter(|_| !self.is_same()) else { return };
        let (to, feature) = (self.to(), Feature::Initialize);
        if self.lacks(feature) {
            return;
        }
        self.within(part, |cx| {
            let ours =
                |said: &String, _: Option<&Json>| [version.as_str(), said] == [from.as_str(); 2];
            if let Some(held) = cx.held(MEMBER, extensions, feature, ours) {
                *version = held;
            } else if from.as_str() == version {
                *version = to.as_str().into();
                let why = "the revision of the session";
                cx.note_at(MEMBER, Happened::Rewritten, Some(feature), why);
            } else if to.as_str() == version {
                // On the way back it would be taken for the sender's.
                cx.hold(MEMBER, version, extensions, feature, "the target's already");
            }
        });
    }

    /// A client asks for the server's revision, whatever it wished for itself.
    pub(super) fn ask_for_target(&mut self, message: &mut ClientMessage) {
        let Message::Request(JsonRpcRequest { body: ClientRequest::Initialize(params), .. }) =
            message
        else {
            return;
        };
        if params.protocol_version != self.to().as_str() {
            params.protocol_version = self.to().as_str().into();
            let (happened, why) = (Happened::Rewritten, "the revision of the server");
            let feature = Some(Feature::Initialize);
            self.within("params", |cx| cx.note_at(MEMBER, happened, feature, why));
        }
    }

    /// A client hears that the server agreed to the client's revision. Where the server agreed to
    /// another than this gateway converts from, nothing it says would be read right.
    pub(super) fn agree_to_target(&mut self, message: &mut ServerMessage) {
        let Message::Response(JsonRpcResponse { body: ServerResult::Initialize(result), .. }) =
            message
        else {
            return;
        };
        let spoken = self.from().map_or("", crate::Revision::as_str);
        if result.protocol_version != spoken {
            let why = format!("the server speaks {}, not {spoken}", result.protocol_version);
            let feature = Some(Feature::Initialize);
            self.within("result", |cx| cx.note_at(MEMBER, Happened::Refused, feature, why));
        } else if !self.is_same() {
            result.protocol_version = self.to().as_str().into();
            let (happened, why) = (Happened::Rewritten, "the revision of the client");
            let feature = Some(Feature::Initialize);
            self.within("result", |cx| cx.note_at(MEMBER, happened, feature, why));
        }
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2024_11_05", feature = "v2025_06_18", feature = "v2025_11_25"))]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use crate::Revision;
    use crate::convert::{Outcome, Session, Tolerance};
    use crate::message::Direction;

    const ASK: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;

    fn told(outcome: &Outcome) -> Vec<String> {
        let report = match outcome {
            Ok(crossing) => crossing.report(),
            Err(refusal) => refusal.report(),
        };
        report.iter().map(ToString::to_string).collect()
    }

    /// What becomes of a handshake in which the server agrees to `agreed`.
    fn shake(agreed: &str) -> (Outcome, Outcome) {
        let (client, server) = (Revision::V2024_11_05, Revision::V2025_11_25);
        let mut session = Session::gateway(client, server, Tolerance::Lossless);
        let there = session.message(ASK, Direction::FromClient).unwrap().remove(0);
        let answer = format!(
            r#"{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"{agreed}","capabilities":{{}},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
        );
        let back = session.message(&answer, Direction::FromServer).unwrap().remove(0);
        (there, back)
    }

    #[test]
    fn each_side_hears_of_its_own_revision() {
        let (there, back) = shake("2025-11-25");
        let rewritten = "/params/protocolVersion: rewritten, the revision of the server";
        assert_eq!(told(&there), [rewritten]);
        let there = there.unwrap().into_value().unwrap();
        assert!(there.contains(r#""protocolVersion":"2025-11-25""#), "{there}");
        let rewritten = "/result/protocolVersion: rewritten, the revision of the client";
        assert_eq!(told(&back), [rewritten]);
        let back = back.unwrap().into_value().unwrap();
        assert!(back.contains(r#""protocolVersion":"2024-11-05""#), "{back}");
    }

    #[test]
    fn a_session_is_one_of_the_target() {
        let answer = |agreed: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{"protocolVersion":"{agreed}","capabilities":{{}},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
            )
        };
        let (old, new) = (Revision::V2024_11_05, Revision::V2025_11_25);
        let mut session = Session::new(old, new, Tolerance::Lossless);
        let there = session.message(ASK, Direction::FromClient).unwrap().remove(0);
        let back = session.message(&answer("2024-11-05"), Direction::FromServer).unwrap().remove(0);
        for (outcome, part) in [(there, "params"), (back, "result")] {
            let why = "rewritten, the revision of the session";
            assert_eq!(told(&outcome), [format!("/{part}/protocolVersion: {why}")]);
            let text = outcome.unwrap().into_value().unwrap();
            assert!(text.contains(r#""protocolVersion":"2025-11-25""#), "{text}");
        }
        // What it asks for besides is its own affair, and within one revision nothing changes.
        for (from, to) in [(new, Revision::V2025_06_18), (old, old)] {
            let mut session = Session::new(from, to, Tolerance::Lossless);
            let there = session.message(ASK, Direction::FromClient).unwrap().remove(0).unwrap();
            assert!(there.report().is_empty());
            assert!(there.value().as_ref().unwrap().contains(r#""protocolVersion":"2024-11-05""#));
        }
    }

    #[test]
    fn a_server_of_another_revision_is_refused() {
        let (_, back) = shake("2025-06-18");
        let refused =
            "/result/protocolVersion: refused, the server speaks 2025-06-18, not 2025-11-25";
        assert_eq!(told(&back), [refused]);
        assert!(back.is_err());
    }
}
