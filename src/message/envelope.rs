//! A typed message of one side of one revision.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use serde_core::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

#[cfg(feature = "convert")]
use super::parts::Part;
use super::parts::{Parts, Shape};
use super::{Calls, Pending, Replies, quick};
use crate::lenient::{Leniency, Lenient};
use crate::wire::{Walk, Wire};
use crate::{Deviation, Error, Json, Map, Nullable, OneOrMany, StringOrInteger};

/// One side of a revision, and what it may send.
pub trait Peer: Clone + Debug + PartialEq {
    /// The requests that it sends.
    type Request: Calls;
    /// The notifications that it sends.
    type Notification: Calls;
    /// The results with which it answers.
    type Result: Replies;
    /// The error response with which it answers.
    type Error: Wire + Clone + Debug + PartialEq;
    /// Whether messages may come as an array of messages.
    const BATCHES: bool;
    /// Whether an answer with a result and an error is refused, as by JSON-RPC. Otherwise, where the
    /// schema admits it, it is a result, and the error is one of its [`Message::deviations`].
    const EITHER: bool;
}

/// A request with its id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonRpcRequest<T> {
    /// What the response will repeat.
    pub id: StringOrInteger,
    /// The method and its params.
    pub body: T,
    /// Members of the envelope that JSON-RPC does not define, as they came.
    pub extensions: Map<Json>,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonRpcNotification<T> {
    /// The method and its params.
    pub body: T,
    /// Members of the envelope that JSON-RPC does not define, as they came.
    pub extensions: Map<Json>,
}

/// The answer to a request that went well.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonRpcResponse<T> {
    /// The id of the request.
    pub id: StringOrInteger,
    /// The result.
    pub body: T,
    /// Members of the envelope that JSON-RPC does not define, as they came.
    pub extensions: Map<Json>,
}

/// A message that the side `P` sends.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<P: Peer> {
    /// It asks and waits for an answer.
    Request(JsonRpcRequest<P::Request>),
    /// It tells, and nothing answers.
    Notification(JsonRpcNotification<P::Notification>),
    /// It answers a request.
    Response(JsonRpcResponse<P::Result>),
    /// It answers a request that failed.
    Error(P::Error),
}

impl<P: Peer> Message<P> {
    /// A request, from its params or from the union of requests.
    pub fn request(id: impl Into<StringOrInteger>, body: impl Into<P::Request>) -> Self {
        Message::Request(JsonRpcRequest {
            id: id.into(),
            body: body.into(),
            extensions: Map::new(),
        })
    }

    /// A notification, from its params or from the union of notifications.
    pub fn notification(body: impl Into<P::Notification>) -> Self {
        Message::Notification(JsonRpcNotification { body: body.into(), extensions: Map::new() })
    }

    /// The answer to the request with this id, from its result or from the union of results.
    pub fn response(id: impl Into<StringOrInteger>, body: impl Into<P::Result>) -> Self {
        Message::Response(JsonRpcResponse {
            id: id.into(),
            body: body.into(),
            extensions: Map::new(),
        })
    }

    /// Reads one message. A response takes the request that it answers out of `pending`; one that
    /// answers no known request keeps its result as JSON.
    ///
    /// # Errors
    ///
    /// The text is no JSON, no JSON-RPC message, or its body does not fit its method.
    #[allow(clippy::should_implement_trait)]
    pub fn from_str(text: &str, pending: &mut Pending) -> Result<Self, Error> {
        let mut message = None;
        quick::read(text, pending, &mut message);
        if let Some(Message::Response(response)) = &message {
            pending.take(&response.id);
        }
        // Messages are large: this moves it once, where `if let` would move it twice.
        message.map_or_else(
            || {
                let parts = Parts::read(text)?;
                let asked = parts.answers()?.and_then(|id| pending.take(id));
                Self::from_parts(text, parts, asked.as_deref())
            },
            Ok,
        )
    }

    /// Reads one message like [`Message::from_str_with`], and takes nothing out of `pending`. Gives
    /// the part that it plays, too.
    #[cfg(feature = "convert")]
    pub(crate) fn read_asked(
        text: &str,
        pending: &Pending,
        leniency: Leniency,
    ) -> Result<(Lenient<Self>, Part), Error> {
        if leniency != Leniency::none() {
            let asked = Parts::read(text)?.answers()?.and_then(|id| pending.get(id));
            let read = leniency
                .read_by(text, &mut |text| Self::from_parts(text, Parts::read(text)?, asked))?;
            return Ok((read, Part::of(text)?));
        }
        let mut message = None;
        quick::read(text, pending, &mut message);
        let value = match message {
            Some(message) => message,
            None => {
                let parts = Parts::read(text)?;
                let asked = parts.answers()?.and_then(|id| pending.get(id));
                Self::from_parts(text, parts, asked)?
            }
        };
        let part = match &value {
            Message::Request(JsonRpcRequest { id, body, .. }) => {
                Part::Asks(id.clone(), body.method().into())
            }
            Message::Response(response) => Part::Answers(response.id.clone()),
            Message::Notification(_) => Part::Tells,
            Message::Error(_) => Part::of(text)?,
        };
        Ok((Lenient { value, forgiven: Vec::new() }, part))
    }

    /// Reads one message like [`Message::from_str`], and forgives what a peer's habits do to it: see
    /// [`Leniency::read`]. Pointers begin at the message: `/result/tools/3`.
    ///
    /// # Errors
    ///
    /// The text is no JSON-RPC message, or something in it is not to be forgiven. A batch is not
    /// read.
    pub fn from_str_with(
        text: &str,
        pending: &mut Pending,
        leniency: Leniency,
    ) -> Result<Lenient<Self>, Error> {
        let asked = Parts::read(text)?.answers()?.and_then(|id| pending.take(id));
        leniency
            .read_by(text, &mut |text| Self::from_parts(text, Parts::read(text)?, asked.as_deref()))
    }

    /// Reads the bodies of an envelope; `asked` is the method that it answers.
    fn from_parts(text: &str, mut parts: Parts<'_>, asked: Option<&str>) -> Result<Self, Error> {
        let shape = parts.shape()?;
        if P::EITHER
            && shape == Shape::Response
            && parts.error.is_some_and(|error| error.get() != "null")
        {
            return Err(Error::new("error", "beside a result, and an answer has one of them"));
        }
        let extensions = parts.unmodelled(shape)?;
        let method = parts.method.as_deref().unwrap_or_default();
        let params = parts.params.map(RawValue::get);
        let id = match parts.id {
            // Only an error may do without one; whether it may be null is up to its type.
            Some(Nullable::Null) if shape != Shape::Error => {
                let reason = "invalid type: null, expected a string or an integer";
                return Err(Error::new("id", reason));
            }
            id => id.and_then(Nullable::into_option),
        };
        let placed = |error: Error| match params {
            Some(params) => error.in_part(params, text),
            None => error,
        };
        match (shape, id) {
            (Shape::Error, _) => crate::wire::from_text(text).map(Message::Error),
            (Shape::Request, Some(id)) => {
                let body = P::Request::read(method, params).map_err(placed)?;
                Ok(Message::Request(JsonRpcRequest { id, body, extensions }))
            }
            (Shape::Response, Some(id)) => {
                let result = parts.result.map_or("null", RawValue::get);
                let body =
                    P::Result::read(asked, result).map_err(|error| error.in_part(result, text))?;
                Ok(Message::Response(JsonRpcResponse { id, body, extensions }))
            }
            (Shape::Response | Shape::Request, None) => Err(Error::new("id", "missing member")),
            (Shape::Notification, _) => {
                let body = P::Notification::read(method, params).map_err(placed)?;
                Ok(Message::Notification(JsonRpcNotification { body, extensions }))
            }
        }
    }

    /// Reads one message from bytes, which must be UTF-8; see [`Message::from_str`].
    ///
    /// # Errors
    ///
    /// As [`Message::from_str`], and where the bytes are not UTF-8.
    pub fn from_slice(bytes: &[u8], pending: &mut Pending) -> Result<Self, Error> {
        Self::from_str(crate::read::utf8(bytes)?, pending)
    }

    /// Reads what may be a batch, where the revision has batches (2025-03-26 alone).
    ///
    /// A batch asks (requests and notifications) or answers (results and errors), never both. An
    /// empty one is read, since the schema of that revision allows it; JSON-RPC does not.
    ///
    /// # Errors
    ///
    /// As [`Message::from_str`], and for a batch where there are none, or one that asks and answers.
    pub fn batch_from_str(text: &str, pending: &mut Pending) -> Result<OneOrMany<Self>, Error> {
        if !text.trim_start().starts_with('[') {
            return Self::from_str(text, pending).map(OneOrMany::One);
        }
        if !P::BATCHES {
            return Err(Error::new("", "a batch, which this revision does not have"));
        }
        let parts: Vec<&RawValue> = crate::from_str(text)?;
        let mut messages: Vec<Self> = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            let message = Self::from_str(part.get(), pending)
                .map_err(|error| error.inside_element(index).in_part(part.get(), text))?;
            if messages.first().is_some_and(|first| first.answers() != message.answers()) {
                let reason = "a batch holds either requests or responses, not both";
                return Err(Error::new(format!("[{index}]"), reason));
            }
            messages.push(message);
        }
        Ok(OneOrMany::Many(messages))
    }

    /// Whether it is a response or an error.
    pub fn answers(&self) -> bool {
        matches!(self, Message::Response(_) | Message::Error(_))
    }

    /// What this message holds that its revision does not define.
    pub fn deviations(&self) -> Vec<Deviation> {
        Walk::over(&Inspected(self))
    }

    /// The message as JSON on one line.
    ///
    /// # Errors
    ///
    /// None that a message of this crate can cause; serde_json's signature has one.
    pub fn to_json(&self) -> Result<String, Error> {
        crate::to_string(self)
    }
}

/// A message, as `Walk` wants to see it.
struct Inspected<'a, P: Peer>(&'a Message<P>);

impl<P: Peer> Serialize for Inspected<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<P: Peer> Wire for Inspected<'_, P> {
    fn read<'de, D: serde_core::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde_core::de::Error::custom("a message is read with its direction"))
    }

    fn inspect(&self, walk: &mut Walk) {
        match self.0 {
            Message::Request(message) => message.body.inspect(walk),
            Message::Notification(message) => message.body.inspect(walk),
            Message::Response(message) => {
                message.body.inspect(walk);
                if let Some(error) = message.extensions.get("error") {
                    walk.member("error", &Stray(error));
                }
            }
            Message::Error(error) => error.inspect(walk),
        }
    }
}

/// An error beside a result: JSON-RPC has one or the other.
struct Stray<'a>(&'a Json);

impl Serialize for Stray<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Wire for Stray<'_> {
    fn read<'de, D: serde_core::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde_core::de::Error::custom("an error is read with its message"))
    }

    fn inspect(&self, walk: &mut Walk) {
        walk.stray("an error beside a result");
    }
}

impl<P: Peer> Serialize for Message<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (id, extensions) = match self {
            Message::Request(message) => (Some(&message.id), &message.extensions),
            Message::Notification(message) => (None, &message.extensions),
            Message::Response(message) => (Some(&message.id), &message.extensions),
            Message::Error(error) => return error.serialize(serializer),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(crate::__name!("jsonrpc"), crate::__name!("2.0"))?;
        if let Some(id) = id {
            map.serialize_entry(crate::__name!("id"), id)?;
        }
        match self {
            Message::Request(message) => {
                map.serialize_entry(crate::__name!("method"), message.body.method())?;
                message.body.write_params(&mut map)?;
            }
            Message::Notification(message) => {
                map.serialize_entry(crate::__name!("method"), message.body.method())?;
                message.body.write_params(&mut map)?;
            }
            Message::Response(message) => {
                map.serialize_entry(crate::__name!("result"), &message.body)?
            }
            Message::Error(_) => {}
        }
        for (name, value) in extensions.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
