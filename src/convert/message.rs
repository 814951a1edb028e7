//! Whole messages, by revisions chosen at run time.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde_json::value::RawValue;

use super::batch;
use super::peer::{Read, lower_client, lower_server, read_client, read_server};
use super::waiting::Waiting;
use super::{Crossing, Feature, Happened, Identity, Lowering, Options, Refusal, UntypedResult};
use crate::lenient::float_id;
use crate::message::{Direction, JsonRpcRequest, Message, Part};
use crate::{Error, Habit, JsonObject, Lenient, Revision, StringOrInteger, from_str, model};

/// A session whose messages cross from one revision to another, one after the other.
///
/// It keeps what single messages do not say: the method that a response answers, and who the client
/// is (from its `initialize`, where the options do not tell). It does not translate what needs more
/// than that: a handshake, subscriptions, requests for input. Those are refused, by feature.
///
/// A message of which nothing is told comes out as it came, byte for byte, where it stands on one line.
///
/// An answer that can't be read leaves its request waiting: a good one after it is converted. One
/// that is refused settles it, since it was the answer. To a request that did not cross, an answer
/// says less: whoever gets it does not know of what.
///
/// ```
/// # #[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25"))] {
/// use mcp_revisions::convert::{Session, Tolerance};
/// use mcp_revisions::{Revision, message::Direction};
///
/// let mut session = Session::new(Revision::V2025_11_25, Revision::V2025_06_18, Tolerance::Drop);
/// let ask = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#;
/// session.message(ask, Direction::FromClient)?;
/// let answer = r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [
///     {"name": "add", "inputSchema": {"type": "object"}, "icons": []}]}}"#;
/// let crossed = session.message(answer, Direction::FromServer)?.remove(0).unwrap();
/// assert_eq!(
///     crossed.report()[0].to_string(),
///     "/result/tools/0/icons: dropped, 2025-06-18 has no icons (since 2025-11-25)"
/// );
/// # }
/// # Ok::<(), mcp_revisions::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    from: Revision,
    to: Revision,
    /// Whether the server's messages go the other way.
    gateway: bool,
    /// Shared with each crossing, since an identity in them is not small.
    pub(super) options: Arc<Options>,
    /// The identity in the options, where it came from a handshake.
    learned: Option<Identity>,
    /// Requests of the client.
    client: Waiting,
    /// Requests of the server.
    server: Waiting,
}

/// What a message is to the requests that wait.
enum Role {
    /// One more.
    Asks(StringOrInteger),
    /// The answer to one, with its method.
    Answers(StringOrInteger, String),
    /// Neither, or a request that waits already.
    Tells,
}

impl Role {
    /// The method of the request that it answers.
    fn answers(&self) -> Option<&str> {
        match self {
            Role::Answers(_, method) => Some(method),
            _ => None,
        }
    }
}

/// A message that crossed: its JSON, or nothing where a notification was left out.
pub type Outcome = Result<Crossing<Option<String>>, Refusal>;

/// Converts one message by itself; `method` is what a response answers, since results and errors do
/// not name it.
///
/// A [`Session`] knows that from the requests it saw, and who the client is from its `initialize`:
/// what [`Options::identity`] says here.
///
/// ```
/// # #[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25"))] {
/// use mcp_revisions::convert::Tolerance;
/// use mcp_revisions::message::{Direction, convert};
/// use mcp_revisions::Revision;
///
/// let (from, to) = (Revision::V2025_11_25, Revision::V2025_06_18);
/// let text = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[],"_meta":{}}}"#;
/// let method = Some("tools/list");
/// let crossed = convert(text, Direction::FromServer, method, from, to, Tolerance::Lossless)?;
/// assert_eq!(crossed.unwrap().value().as_deref(), Some(text));
/// # }
/// # Ok::<(), mcp_revisions::Error>(())
/// ```
///
/// # Errors
///
/// As [`Session::message`]; also for a batch, which is several messages.
pub fn message(
    text: &str,
    direction: Direction,
    method: Option<&str>,
    from: Revision,
    to: Revision,
    options: impl Into<Options>,
) -> Result<Outcome, Error> {
    let mut session = Session::new(from, to, options);
    if let (Part::Answers(id), Some(method)) = (Part::of(text)?, method) {
        let (_, asked) = session.tables(direction);
        asked.ask(&id, method.into());
    }
    session.one(text, direction)
}

impl Session {
    /// A session that has not begun, of two sides that speak `from`, as one of two sides that speak
    /// `to`: also its handshake names that revision.
    pub fn new(from: Revision, to: Revision, options: impl Into<Options>) -> Self {
        let (client, server) = (Waiting::default(), Waiting::default());
        let options = Arc::new(options.into());
        Session { from, to, gateway: false, options, learned: None, client, server }
    }

    /// A session between a client of one revision and a server of another: what the client sends
    /// becomes what the server understands, and the other way round. In a handshake each side
    /// hears of its own revision.
    pub fn gateway(client: Revision, server: Revision, options: impl Into<Options>) -> Self {
        Session { gateway: true, ..Session::new(client, server, options) }
    }

    /// What the caller decides, from the next message on: a client may have come to listen, for
    /// instance ([`Options::subscription`]).
    pub fn options_mut(&mut self) -> &mut Options {
        Arc::make_mut(&mut self.options)
    }

    /// The revisions that a message goes from and to.
    pub(super) fn way(&self, direction: Direction) -> (Revision, Revision) {
        match direction {
            Direction::FromServer if self.gateway => (self.to, self.from),
            _ => (self.from, self.to),
        }
    }

    /// The requests of the side that a message comes from, and those that it may answer.
    pub(super) fn tables(&mut self, direction: Direction) -> (&mut Waiting, &mut Waiting) {
        match direction {
            Direction::FromClient => (&mut self.client, &mut self.server),
            Direction::FromServer => (&mut self.server, &mut self.client),
        }
    }

    /// Converts a message; without a direction, [`Direction::guess`] gives one. A batch becomes its
    /// messages, of which the first tells so: no other revision than 2025-03-26 has any. Within that
    /// revision it stays a batch, but for messages that are refused. One of no messages is nothing
    /// anywhere else.
    ///
    /// # Errors
    ///
    /// The text is not a message of the sender's revision. What can be read and can't cross is a
    /// [`Refusal`] in its place, and so is a message of a batch that can't be read.
    pub fn message(
        &mut self,
        text: &str,
        direction: impl Into<Option<Direction>>,
    ) -> Result<Vec<Outcome>, Error> {
        let direction = direction.into();
        let direction = direction.unwrap_or_else(|| Direction::guess(text, &self.client.asked));
        let parts = self.parts(text, direction)?;
        if !text.trim_start().starts_with('[') {
            return parts.iter().map(|part| self.one(part, direction)).collect();
        }
        let (from, to) = self.way(direction);
        let options = self.options.clone();
        let cx = || Lowering::new(Some(from), to, options.clone());
        let outcomes = parts.iter().enumerate().map(|(index, part)| {
            let outcome = self.one(part, direction);
            batch::of(index, outcome.unwrap_or_else(|error| batch::unreadable(&error, cx())))
        });
        let outcomes = outcomes.collect();
        Ok(if from == to { batch::whole(outcomes) } else { batch::apart(outcomes, cx()) })
    }

    /// The messages of a text: those of a batch, or the text.
    pub(super) fn parts<'a>(
        &self,
        text: &'a str,
        direction: Direction,
    ) -> Result<Vec<&'a str>, Error> {
        if !text.trim_start().starts_with('[') {
            return Ok(Vec::from([text]));
        }
        let parts: Vec<&RawValue> = from_str(text)?;
        if self.way(direction).0 != Revision::V2025_03_26 {
            return Err(Error::new("", "a batch, which this revision does not have"));
        }
        Ok(parts.into_iter().map(RawValue::get).collect())
    }

    pub(super) fn one(&mut self, text: &str, direction: Direction) -> Result<Outcome, Error> {
        let leniency = self.options.leniency;
        let (from, to) = self.way(direction);
        let mut cx = Lowering::new(Some(from), to, self.options.clone());
        if !leniency.forgives(Habit::FloatId) && float_id(text).is_some() {
            let why = "an integer is written without a fraction";
            cx.note_at("id", Happened::Rewritten, None, why);
        }
        let typed = self.typed_result(text, direction, &cx);
        let text = typed.as_ref().map_or(text, |(message, _)| message.as_str());
        let (role, crossed) = match direction {
            Direction::FromClient => {
                let read = read_client((from, to), text, &self.server.asked, leniency);
                let (mut message, role) = self.noted(read, text, direction, &mut cx)?;
                self.learn(&message);
                if self.gateway {
                    cx.ask_for_target(&mut message);
                } else {
                    cx.ask_in_target(&mut message);
                }
                let is_note = matches!(message, Message::Notification(_));
                let crossed = lower_client(to, message, Some(text), role.answers(), &mut cx);
                (role, crossed.map_err(|()| is_note))
            }
            Direction::FromServer => {
                let read = read_server((from, to), text, &self.client.asked, leniency);
                let (mut message, role) = self.noted(read, text, direction, &mut cx)?;
                if self.gateway {
                    cx.agree_to_target(&mut message);
                } else {
                    cx.agree_in_target(&mut message);
                }
                let is_note = matches!(message, Message::Notification(_));
                let crossed = lower_server(to, message, Some(text), role.answers(), &mut cx);
                (role, crossed.map_err(|()| is_note))
            }
        };
        if let Some((_, added)) = &typed {
            cx.tell_untyped(added);
        }
        let (sent, asked) = self.tables(direction);
        if let Role::Answers(id, _) = &role
            && let Some((_, true)) = asked.settle(id)
            && !cx.is_same()
        {
            cx.note(Happened::Degraded, None, "the request that it answers did not cross");
        }
        let outcome = match crossed {
            Ok(text) => cx.finish(Some(Some(text))),
            // Nobody waits for an answer to a notification: to leave it out is a loss like others.
            Err(true) => {
                cx.left_out();
                cx.finish(Some(None))
            }
            Err(false) => cx.finish(None),
        };
        if let (Role::Asks(id), Err(_)) = (role, &outcome) {
            sent.lose(id);
        }
        Ok(outcome)
    }

    /// A result of a peer that should have said of what type it is, where the caller lets it.
    fn typed_result(
        &self,
        text: &str,
        direction: Direction,
        cx: &Lowering,
    ) -> Option<(JsonObject, Vec<&'static str>)> {
        let has_types = Feature::ResultType.is_in(self.way(direction).0);
        if self.options.untyped_result != UntypedResult::Complete
            || !has_types
            || direction != Direction::FromServer
        {
            return None;
        }
        let Ok(Part::Answers(id)) = Part::of(text) else { return None };
        cx.typed_result(text, self.client.asked.get(&id))
    }

    /// Finds out what a message is to the requests that wait, and notes it if it is one, also where
    /// it can't be read, since an answer may come. Tells what was forgiven to read it.
    fn noted<M>(
        &mut self,
        read: Result<Read<M>, Error>,
        text: &str,
        direction: Direction,
        cx: &mut Lowering,
    ) -> Result<(M, Role), Error> {
        let (read, part) = match read {
            Ok((Lenient { value, forgiven }, part, beyond)) => {
                cx.tell_forgiven(text, &forgiven, None);
                cx.tell_beyond(beyond);
                (Ok(value), part)
            }
            Err(error) => (Err(error), Part::of(text).unwrap_or(Part::Tells)),
        };
        let begins = matches!(&part, Part::Asks(_, method) if method == "initialize");
        if begins && direction == Direction::FromClient && !self.gateway {
            // What waited was of a session before this one.
            (self.client, self.server) = Default::default();
        }
        let (sent, asked) = self.tables(direction);
        let role = match part {
            Part::Asks(id, method) => match sent.clash(&id, &method).filter(|_| !cx.is_same()) {
                Some(why) => {
                    cx.note_at("id", Happened::Refused, None, why);
                    Role::Tells
                }
                None if sent.ask(&id, method) => Role::Asks(id),
                None => Role::Tells,
            },
            Part::Answers(id) => match asked.asked.get(&id).map(String::from) {
                Some(method) => Role::Answers(id, method),
                None => Role::Tells,
            },
            Part::Tells => Role::Tells,
        };
        match (read, role) {
            (Ok(message), role) => Ok((message, role)),
            (Err(error), Role::Asks(id)) => {
                sent.lose(id);
                Err(error)
            }
            (Err(error), _) => Err(error),
        }
    }

    /// Remembers who the client is, by its last handshake, unless the caller says it.
    fn learn(&mut self, message: &model::ClientMessage) {
        if let Message::Request(JsonRpcRequest {
            body: model::ClientRequest::Initialize(params),
            ..
        }) = message
            && (self.options.identity.is_none() || self.options.identity == self.learned)
        {
            let capabilities = params.capabilities.clone();
            let info = Some(params.client_info.clone());
            self.learned = Some(Identity { capabilities, info });
            self.options_mut().identity = self.learned.clone();
        }
    }
}

#[cfg(test)]
#[cfg(all(
    feature = "v2025_03_26",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
mod tests;
