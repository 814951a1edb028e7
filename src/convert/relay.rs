//! What a gateway passes on, and what it says itself so that nobody waits in vain.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::value::RawValue;

use super::{Feature, Happened, Lowering, Notice, Refusal, Session, batch};
use crate::message::Direction;
use crate::model::{self, JsonRpcErrorResponse};
use crate::{Error, Json, JsonObject, StringOrInteger, from_slice, from_str, to_string};

/// JSON-RPC 2.0, section 5.1.
const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const INTERNAL_ERROR: i64 = -32603;

/// What became of a message that one side sent: [`Session::relay`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relayed {
    /// Messages for the client, each on one line.
    pub to_client: Vec<String>,
    /// Messages for the server, each on one line.
    pub to_server: Vec<String>,
    /// All that happened, with pointers into the message. What can't be read is refused.
    pub report: Vec<Notice>,
}

impl Relayed {
    /// The messages for the other side of this one.
    fn beyond(&mut self, sender: Direction) -> &mut Vec<String> {
        match sender {
            Direction::FromClient => &mut self.to_server,
            Direction::FromServer => &mut self.to_client,
        }
    }
}

impl Session {
    /// Does a gateway's work on what one side sent: converts it, and makes an error for whoever would
    /// wait in vain. Nothing it is given ends a session.
    ///
    /// | What did not cross | Who gets an error | Code |
    /// | --- | --- | --- |
    /// | a request whose method the other side does not have | its sender | -32601 |
    /// | a request that can't cross, or with too great a loss | its sender | -32603 |
    /// | a request with broken params | its sender | -32602 |
    /// | a request with a broken envelope | its sender | -32600 |
    /// | an answer, broken or not | who asked | -32603 |
    /// | what is no JSON, or no message | the client, without an id | -32700, -32600 |
    /// | a notification, an empty line, an answer that nobody waits for | nobody | |
    ///
    /// An error without an id is sent to clients of 2025-11-25 and newer; before, each has one.
    ///
    /// ```
    /// # #[cfg(all(feature = "v2024_11_05", feature = "v2025_06_18"))] {
    /// use mcp_revisions::convert::{Session, Tolerance};
    /// use mcp_revisions::{Revision, message::Direction};
    ///
    /// let (client, server) = (Revision::V2024_11_05, Revision::V2025_06_18);
    /// let mut session = Session::gateway(client, server, Tolerance::Drop);
    /// let ask = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    /// assert_eq!(session.relay(ask, Direction::FromClient).to_server, [ask]);
    ///
    /// let broken = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":7}}"#;
    /// let relayed = session.relay(broken, Direction::FromServer);
    /// let answer = &relayed.to_client[0];
    /// assert!(answer.starts_with(r#"{"jsonrpc":"2.0","error":{"code":-32603,"#));
    /// assert_eq!(relayed.report[0].pointer, "/result/tools");
    /// # }
    /// ```
    pub fn relay(&mut self, message: impl AsRef<[u8]>, sender: Direction) -> Relayed {
        let mut relayed = Relayed::default();
        let bytes = message.as_ref().trim_ascii();
        if bytes.is_empty() {
            return relayed;
        }
        let text = match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(cause) => {
                self.unread("", &Error::new("", cause.to_string()), sender, &mut relayed);
                return relayed;
            }
        };
        match self.parts(text, sender) {
            Ok(parts) if text.starts_with('[') => self.relay_batch(&parts, sender, &mut relayed),
            Ok(parts) => parts.iter().for_each(|part| self.relay_one(part, sender, &mut relayed)),
            // A batch where there is none; each of its requests waits.
            Err(error) => match from_slice::<Vec<&RawValue>>(bytes) {
                Ok(parts) => {
                    parts.iter().for_each(|it| self.unread(it.get(), &error, sender, &mut relayed));
                }
                Err(_) => self.unread(text, &error, sender, &mut relayed),
            },
        }
        relayed
    }

    /// Makes the errors for whoever waits for a side that has ended: its process, or its stream.
    ///
    /// ```
    /// # #[cfg(all(feature = "v2024_11_05", feature = "v2025_06_18"))] {
    /// use mcp_revisions::convert::{Session, Tolerance};
    /// use mcp_revisions::{Revision, message::Direction};
    ///
    /// let (client, server) = (Revision::V2024_11_05, Revision::V2025_06_18);
    /// let mut session = Session::gateway(client, server, Tolerance::Drop);
    /// session.relay(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, Direction::FromClient);
    /// let relayed = session.end(Direction::FromServer);
    /// assert_eq!(
    ///     relayed.to_client,
    ///     [r#"{"jsonrpc":"2.0","error":{"code":-32603,"message":"the server has ended"},"id":1}"#]
    /// );
    /// # }
    /// ```
    pub fn end(&mut self, side: Direction) -> Relayed {
        let mut relayed = Relayed::default();
        let why = match side {
            Direction::FromClient => "the client has ended",
            Direction::FromServer => "the server has ended",
        };
        let (_, asked) = self.tables(side);
        for id in core::mem::take(&mut asked.asked).into_ids() {
            relayed.beyond(side).extend(failure(id, INTERNAL_ERROR, why.into()));
        }
        relayed
    }

    /// A batch stays one where both sides have them, and is taken apart elsewhere.
    fn relay_batch(&mut self, parts: &[&str], sender: Direction, relayed: &mut Relayed) {
        let (from, to) = self.way(sender);
        if from != to {
            let mut cx = Lowering::new(Some(from), to, self.options.clone());
            batch::tell_apart(parts.is_empty(), &mut cx);
            relayed.report.append(&mut cx.report);
        }
        for (index, part) in parts.iter().enumerate() {
            let before = relayed.report.len();
            self.relay_one(part, sender, relayed);
            batch::place(index, relayed.report.get_mut(before..).unwrap_or_default());
        }
        let beyond = relayed.beyond(sender);
        if from == to && (parts.is_empty() || !beyond.is_empty()) {
            *beyond = Vec::from([batch::joined(beyond)]);
        }
    }

    fn relay_one(&mut self, text: &str, sender: Direction, relayed: &mut Relayed) {
        let waiting = self.tables(sender).1.asked.len();
        match self.one(text, sender) {
            Ok(Ok(crossing)) => {
                let (message, report) = crossing.into_parts();
                relayed.beyond(sender).extend(message);
                relayed.report.extend(report);
            }
            Ok(Err(refusal)) => {
                let answered = self.tables(sender).1.asked.len() < waiting;
                // Nobody waits for an answer to a notification, or for one that nobody asked for.
                if let Ok(message) = JsonObject::from_text(text)
                    && let Some(id) = id_of(&message)
                    && let answers = message.get("method").is_none()
                    && (answered || !answers)
                {
                    let code = match names_method(&refusal) {
                        true if !answers => METHOD_NOT_FOUND,
                        _ => INTERNAL_ERROR,
                    };
                    if !answers {
                        self.tables(sender).0.forget_lost(&id);
                    }
                    let waits = relayed.beyond(if answers { sender } else { sender.back() });
                    waits.extend(failure(id, code, refusal.to_string()));
                }
                relayed.report.extend(refusal.into_report());
            }
            Err(error) => self.unread(text, &error, sender, relayed),
        }
    }

    /// What to do about a message that can't be read.
    fn unread(&mut self, text: &str, error: &Error, sender: Direction, relayed: &mut Relayed) {
        let (from, to) = self.way(sender);
        if let Some(id) = self.asker(text, sender) {
            relayed.beyond(sender).extend(failure(id, INTERNAL_ERROR, error.to_string()));
        } else if let Some(response) = JsonRpcErrorResponse::to_unreadable(text, error)
            // What a server prints beside its messages is nothing to answer.
            && (response.id.is_some()
                || sender == Direction::FromClient && Feature::ErrorIdOptional.is_in(from))
        {
            if let Some(id) = &response.id {
                self.tables(sender).0.forget_lost(id);
            }
            relayed.beyond(sender.back()).extend(to_string(&response));
        }
        relayed.report.push(Notice {
            pointer: error.pointer(),
            feature: None,
            happened: Happened::Refused,
            from: Some(from),
            to,
            why: error.reason().to_string().into(),
        });
    }

    /// The request that a message answers, if it waits for an answer; then it waits no more.
    fn asker(&mut self, text: &str, sender: Direction) -> Option<StringOrInteger> {
        let message = JsonObject::from_text(text).ok().filter(|it| it.get("method").is_none())?;
        let id = id_of(&message)?;
        let (_, asked) = self.tables(sender);
        asked.settle(&id).map(|_| id)
    }
}

impl JsonRpcErrorResponse {
    /// The answer to a request that can't be read, for the one who sent it: for a server that stays
    /// up, whatever comes. Answers and notifications get none.
    ///
    /// The code is -32700 where the text is no JSON, -32602 where params are wrong, and -32600
    /// otherwise. There is no id where none can be read; revisions before 2025-11-25 have no such
    /// error.
    ///
    /// ```
    /// # #[cfg(feature = "v2025_11_25")] {
    /// use mcp_revisions::{message::Pending, model, v2025_11_25::ClientMessage};
    ///
    /// let text = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#;
    /// let error = ClientMessage::from_str(text, &mut Pending::new()).unwrap_err();
    /// let answer = model::JsonRpcErrorResponse::to_unreadable(text, &error).unwrap();
    /// assert_eq!(answer.id, Some(1.into()));
    /// assert_eq!(answer.error.code.as_i64(), Some(-32602));
    /// # }
    /// ```
    pub fn to_unreadable(text: &str, error: &Error) -> Option<Self> {
        let message = JsonObject::from_text(text).ok();
        let id = message.as_ref().and_then(id_of);
        if let Some(message) = message {
            let asks = message.get("method").is_some();
            let silent = if asks { message.get("id").is_none() } else { is_answer(&message) };
            if silent {
                return None;
            }
        }
        let code = match error.path() {
            _ if Json::from_text(text).is_err() => PARSE_ERROR,
            path if path.starts_with("params") => INVALID_PARAMS,
            _ => INVALID_REQUEST,
        };
        let mut response = JsonRpcErrorResponse::new(model::Error::new(code, error.to_string()));
        response.id = id;
        Some(response)
    }
}

fn failure(id: StringOrInteger, code: i64, why: String) -> Option<String> {
    let mut response = JsonRpcErrorResponse::new(model::Error::new(code, why));
    response.id = Some(id);
    to_string(&response).ok()
}

fn id_of(message: &JsonObject) -> Option<StringOrInteger> {
    message.get("id").and_then(|id| from_str(id.as_str()).ok())
}

fn is_answer(message: &JsonObject) -> bool {
    message.get("result").is_some() || message.get("error").is_some()
}

/// Whether a request was refused because the other side does not have its method.
fn names_method(refusal: &Refusal) -> bool {
    refusal.reasons().any(|notice| notice.pointer.is_empty() && notice.feature.is_some())
}

#[cfg(test)]
#[cfg(all(
    feature = "v2024_11_05",
    feature = "v2025_03_26",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
mod tests {
    use alloc::vec::Vec;

    use crate::Revision;
    use crate::convert::{Session, Tolerance};
    use crate::message::Direction::{FromClient, FromServer};

    const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#;
    const BROKEN: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":7}}"#;

    fn session() -> Session {
        Session::gateway(Revision::V2024_11_05, Revision::V2025_06_18, Tolerance::Lossless)
    }

    #[test]
    fn an_error_goes_once_to_whoever_waits() {
        let mut session = session();
        session.relay(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, FromClient);
        let first = session.relay(BROKEN, FromServer);
        assert_eq!((first.to_client.len(), first.to_server.len()), (1, 0));
        for late in [BROKEN, LIST] {
            let relayed = session.relay(late, FromServer);
            assert!(relayed.to_client.is_empty() && relayed.to_server.is_empty(), "{relayed:?}");
            assert_eq!(relayed.report.len(), 1, "{relayed:?}");
        }
    }

    #[test]
    fn an_answer_to_nothing_asked_reaches_nobody() {
        let relayed = session().relay(LIST, FromServer);
        assert!(relayed.to_client.is_empty() && relayed.to_server.is_empty(), "{relayed:?}");
        assert_eq!(relayed.report.len(), 1);
    }

    #[test]
    fn an_end_answers_what_waits_and_nothing_else() {
        let mut session = session();
        let ask =
            |id, method| alloc::format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#);
        session.relay(ask(1, "tools/list"), FromClient);
        session.relay(ask(2, "prompts/list"), FromClient);
        session.relay(LIST, FromServer);
        session.relay(ask(3, "roots/list"), FromServer);
        // These had their errors when they came: one is broken, the other does not fit.
        assert_eq!(session.relay(ask(4, "tools/call"), FromClient).to_client.len(), 1);
        assert_eq!(session.relay(ask(5, "elicitation/create"), FromServer).to_server.len(), 1);
        let relayed = session.end(FromServer);
        assert_eq!(relayed.to_client.len(), 1, "{relayed:?}");
        assert!(relayed.to_client[0].ends_with(r#","id":2}"#), "{relayed:?}");
        assert!(relayed.to_server.is_empty() && relayed.report.is_empty());
        assert_eq!(session.end(FromServer), Default::default());
        assert!(session.end(FromClient).to_server[0].ends_with(r#","id":3}"#));
    }

    #[test]
    fn a_batch_is_taken_apart_or_stays_whole() {
        let (old, new) = (Revision::V2025_03_26, Revision::V2025_06_18);
        let calls = r#"{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":7},{"jsonrpc":"2.0","id":3,"method":"ping"}"#;
        let (ping, other) = (&calls[..40], &calls[calls.len() - 40..]);
        let text = alloc::format!("[{calls}]");
        let places = |relayed: &super::Relayed| {
            relayed.report.iter().map(|notice| notice.pointer.clone()).collect::<Vec<_>>()
        };
        let apart = Session::gateway(old, new, Tolerance::Lossless).relay(&text, FromClient);
        assert_eq!(apart.to_server, [ping, other]);
        assert_eq!(apart.to_client.len(), 1);
        assert_eq!(places(&apart), ["", "/1/method"]);
        let whole = Session::gateway(old, old, Tolerance::Lossless).relay(&text, FromClient);
        assert_eq!(whole.to_server, [alloc::format!("[{ping},{other}]")]);
        assert_eq!(whole.to_client.len(), 1);
        assert_eq!(places(&whole), ["/1/method"]);
        let none = Session::gateway(old, new, Tolerance::Lossless).relay("[]", FromClient);
        assert!(none.to_server.is_empty() && none.to_client.is_empty());
        assert_eq!(places(&none), [""]);
    }

    #[test]
    fn a_handshake_that_is_refused_is_answered_to_its_client() {
        let (from, to) = (Revision::V2025_11_25, Revision::V2026_07_28);
        let mut session = Session::new(from, to, Tolerance::Drop);
        session.relay(r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#, FromServer);
        let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
        let relayed = session.relay(hello, FromClient);
        assert_eq!((relayed.to_client.len(), relayed.to_server.len()), (1, 0), "{relayed:?}");
        assert!(relayed.to_client[0].contains("-32601"), "{relayed:?}");
    }

    #[test]
    fn a_refused_notification_is_told_and_not_answered() {
        let said = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":
            {"progressToken":1,"progress":1,"message":"half"}}"#;
        let relayed = session().relay(said, FromServer);
        assert!(relayed.to_client.is_empty() && relayed.to_server.is_empty(), "{relayed:?}");
        assert_eq!(relayed.report[0].pointer, "/params/message");
    }
}
