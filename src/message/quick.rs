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

/// Reads a message, or leaves it to `Parts`. The request that it answers is looked for in `pending`.
#[inline]
pub(super) fn read<P: Peer>(text: &str, pending: &Pending) -> Option<Message<P>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut found = Found::<P> { id: None, body: None, extensions: Map::new() };
    deserializer.deserialize_map(MessageVisitor { found: &mut found, pending }).ok()?;
    deserializer.end().ok()?;
    let Found { id, body, extensions } = found;
    match body? {
        Body::Request(body) => Some(Message::Request(JsonRpcRequest { id: id?, body, extensions })),
        Body::Notification(body) if id.is_none() => {
            Some(Message::Notification(JsonRpcNotification { body, extensions }))
        }
        Body::Notification(_) => None,
        Body::Result(body) => {
            Some(Message::Response(JsonRpcResponse { id: id?, body, extensions }))
        }
    }
}

/// What was found so far, in one place: bodies are large, and cost when they are moved.
struct Found<P: Peer> {
    id: Option<StringOrInteger>,
    body: Option<Body<P>>,
    extensions: Map<Json>,
}

/// The params of a method, or the result of one.
enum Body<P: Peer> {
    Request(P::Request),
    Notification(P::Notification),
    Result(P::Result),
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
            self.found.body = Some(Body::Request(P::Request::read_likely(self.method, params)?));
        } else if P::Notification::knows(self.method) {
            let body = P::Notification::read_likely(self.method, params)?;
            self.found.body = Some(Body::Notification(body));
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
        self.found.body = Some(Body::Result(P::Result::read_likely(self.asked, result)?));
        Ok(())
    }
}

/// The message is left to `Parts`.
#[cold]
fn leave<E: Error>() -> E {
    E::custom("to be read in parts")
}
