//! Reading a message in one pass, where its members stand in an order that allows it: the method in
//! front of the params, the id in front of the result.
//!
//! This is the way of almost every message. What it does not take (another order, an unknown
//! method, anything broken) is read again through `Parts`, which decides and says what is wrong.

use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::envelope::{JsonRpcNotification, JsonRpcRequest, JsonRpcResponse};
use super::{Calls, Message, Peer, Pending, Replies};
use crate::wire::{Entries, Key};
use crate::{Json, Map, StringOrInteger};

/// Reads a message, or leaves it to `Parts`. A request that it answers is taken out of `pending`.
pub(super) fn read<P: Peer>(text: &str, pending: &mut Pending) -> Option<Message<P>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut found = Found::<P>::default();
    deserializer.deserialize_map(MessageVisitor { found: &mut found, pending }).ok()?;
    deserializer.end().ok()?;
    let Found { id, request, notification, result, extensions } = found;
    match (request, notification, result, id) {
        (Some(body), None, None, Some(id)) => {
            Some(Message::Request(JsonRpcRequest { id, body, extensions }))
        }
        (None, Some(body), None, None) => {
            Some(Message::Notification(JsonRpcNotification { body, extensions }))
        }
        (None, None, Some(body), Some(id)) => {
            pending.take(&id);
            Some(Message::Response(JsonRpcResponse { id, body, extensions }))
        }
        _ => None,
    }
}

/// What was found so far, in one place: bodies are large, and cost when they are moved.
struct Found<P: Peer> {
    id: Option<StringOrInteger>,
    request: Option<P::Request>,
    notification: Option<P::Notification>,
    result: Option<P::Result>,
    extensions: Map<Json>,
}

impl<P: Peer> Default for Found<P> {
    fn default() -> Self {
        Found { id: None, request: None, notification: None, result: None, extensions: Map::new() }
    }
}

struct MessageVisitor<'f, P: Peer> {
    found: &'f mut Found<P>,
    pending: &'f Pending,
}

impl<'de, P: Peer> Visitor<'de> for MessageVisitor<'_, P> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let MessageVisitor { found, pending } = self;
        let mut entries = Entries::new(map);
        let mut jsonrpc = false;
        let mut method: Option<Key<'de>> = None;
        let mut has_body = false;
        while let Some(key) = entries.next_key()? {
            match &*key {
                "jsonrpc" => entries.constant(&mut jsonrpc, "jsonrpc", "2.0")?,
                "id" => entries.fill(&mut found.id, "id")?,
                "method" if method.is_none() && !has_body => {
                    method = Some(entries.borrowed("method")?);
                }
                "params" if !has_body => {
                    has_body = true;
                    entries
                        .seeded(Params { method: method.as_deref().ok_or_else(leave)?, found })?;
                }
                "result" if !has_body && method.is_none() => {
                    has_body = true;
                    let asked = found.id.as_ref().and_then(|id| pending.get(id));
                    entries.seeded(Answer { asked: asked.ok_or_else(leave)?, found })?;
                }
                "method" | "params" | "result" | "error" => return Err(leave()),
                _ => entries.keep(key, &mut found.extensions)?,
            }
        }
        crate::wire::present(jsonrpc, "jsonrpc")
    }
}

/// The params of a method.
struct Params<'m, P: Peer> {
    method: &'m str,
    found: &'m mut Found<P>,
}

impl<'de, P: Peer> DeserializeSeed<'de> for Params<'_, P> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, params: D) -> Result<(), D::Error> {
        // Which of the two it is, the id tells in the end; no method is both.
        if P::Request::knows(self.method) {
            self.found.request = Some(P::Request::read_likely(self.method, params)?);
        } else if P::Notification::knows(self.method) {
            self.found.notification = Some(P::Notification::read_likely(self.method, params)?);
        } else {
            return Err(leave());
        }
        Ok(())
    }
}

/// The result of a method.
struct Answer<'m, P: Peer> {
    asked: &'m str,
    found: &'m mut Found<P>,
}

impl<'de, P: Peer> DeserializeSeed<'de> for Answer<'_, P> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, result: D) -> Result<(), D::Error> {
        if !P::Result::knows(self.asked) {
            return Err(leave());
        }
        self.found.result = Some(P::Result::read_likely(self.asked, result)?);
        Ok(())
    }
}

/// The message is left to `Parts`.
#[cold]
fn leave<E: Error>() -> E {
    E::custom("to be read in parts")
}
