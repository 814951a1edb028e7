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

/// Reads a message into its place, or leaves it to `Parts` and the place empty. The request that it
/// answers is looked for in `pending`.
#[inline]
pub(super) fn read<P: Peer>(text: &str, pending: &Pending, message: &mut Option<Message<P>>) {
    if try_read(text, pending, message).is_none() {
        *message = None;
    }
}

/// Reads a message into its place; `None` where what stands there then is not whole.
#[inline]
fn try_read<P: Peer>(
    text: &str,
    pending: &Pending,
    message: &mut Option<Message<P>>,
) -> Option<()> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut found = Found { id: None, message, extensions: Map::new() };
    deserializer.deserialize_map(MessageVisitor { found: &mut found, pending }).ok()?;
    deserializer.end().ok()?;
    let Found { id: found_id, message, extensions: unmodelled } = found;
    match (message.as_mut()?, found_id) {
        (
            Message::Request(JsonRpcRequest { id, extensions, .. })
            | Message::Response(JsonRpcResponse { id, extensions, .. }),
            Some(found_id),
        ) => {
            *id = found_id;
            *extensions = unmodelled;
        }
        (Message::Notification(JsonRpcNotification { extensions, .. }), None) => {
            *extensions = unmodelled;
        }
        _ => return None,
    }
    Some(())
}

/// What was found so far. The message is put together where it stays as soon as its body is read,
/// since bodies are large, and cost when they are moved; id and unmodelled members come in the end.
struct Found<'m, P: Peer> {
    id: Option<StringOrInteger>,
    message: &'m mut Option<Message<P>>,
    extensions: Map<Json>,
}

/// The id of a message whose id may still come.
const TO_COME: i32 = 0;

struct MessageVisitor<'f, 'm, P: Peer> {
    found: &'f mut Found<'m, P>,
    pending: &'f Pending,
}

impl<'de, P: Peer> Visitor<'de> for MessageVisitor<'_, '_, P> {
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
                    let method = method.as_deref().ok_or_else(leave)?;
                    entries.seeded(Params { method, message: found.message })?;
                }
                "result" if !has_body && method.is_none() => {
                    has_body = true;
                    let asked = found.id.as_ref().and_then(|id| pending.get(id));
                    let asked = asked.ok_or_else(leave)?;
                    entries.seeded(Answer { asked, message: found.message })?;
                }
                "method" | "params" | "result" | "error" => return Err(leave()),
                _ => entries.keep(key, &mut found.extensions)?,
            }
        }
        crate::wire::present(jsonrpc, "jsonrpc")
    }
}

/// The params of a method.
struct Params<'a, P: Peer> {
    method: &'a str,
    message: &'a mut Option<Message<P>>,
}

impl<'de, P: Peer> DeserializeSeed<'de> for Params<'_, P> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, params: D) -> Result<(), D::Error> {
        let Params { method, message } = self;
        // Which of the two it is, the id tells in the end; no method is both.
        if P::Request::knows(method) {
            P::Request::read_likely(method, params)
                .map(|body| *message = Some(Message::request(TO_COME, body)))
        } else if P::Notification::knows(method) {
            P::Notification::read_likely(method, params)
                .map(|body| *message = Some(Message::notification(body)))
        } else {
            Err(leave())
        }
    }
}

/// The result of a method.
struct Answer<'a, P: Peer> {
    asked: &'a str,
    message: &'a mut Option<Message<P>>,
}

impl<'de, P: Peer> DeserializeSeed<'de> for Answer<'_, P> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, result: D) -> Result<(), D::Error> {
        let Answer { asked, message } = self;
        if !P::Result::knows(asked) {
            return Err(leave());
        }
        P::Result::read_likely(asked, result)
            .map(|body| *message = Some(Message::response(TO_COME, body)))
    }
}

/// The message is left to `Parts`.
#[cold]
fn leave<E: Error>() -> E {
    E::custom("to be read in parts")
}
