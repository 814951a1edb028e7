//! The members of one envelope, its bodies still text.

#[cfg(feature = "convert")]
use alloc::string::String;
use core::fmt;

use serde_core::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::at_member;
use crate::wire::{Entries, Key};
use crate::{Error, Json, Map, Nullable, StringOrInteger};

/// What stands in an envelope, whatever message it is.
#[derive(Debug, Default)]
pub(super) struct Parts<'a> {
    /// Null where the sender of an error could not tell it.
    pub(super) id: Option<Nullable<StringOrInteger>>,
    pub(super) method: Option<Key<'a>>,
    pub(super) params: Option<&'a RawValue>,
    pub(super) result: Option<&'a RawValue>,
    pub(super) error: Option<&'a RawValue>,
    pub(super) extensions: Map<Json>,
}

/// The messages that an envelope may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Request,
    Notification,
    Response,
    Error,
}

/// The part that a message plays for the requests that wait.
#[cfg(feature = "convert")]
pub(crate) enum Part {
    /// A request, with its method.
    Asks(StringOrInteger, String),
    /// The answer to a request.
    Answers(StringOrInteger),
    /// A notification, or an error that tells no request.
    Tells,
}

#[cfg(feature = "convert")]
impl Part {
    /// Finds out without a look at the body.
    pub(crate) fn of(text: &str) -> Result<Self, Error> {
        let parts = Parts::read(text)?;
        let shape = parts.shape()?;
        let id = parts.id.and_then(Nullable::into_option);
        Ok(match (shape, id, parts.method) {
            (Shape::Request, Some(id), Some(method)) => Part::Asks(id, method.into()),
            (Shape::Response | Shape::Error, Some(id), _) => Part::Answers(id),
            _ => Part::Tells,
        })
    }
}

impl<'a> Parts<'a> {
    /// Reads an envelope; `jsonrpc` must be there.
    pub(super) fn read(text: &'a str) -> Result<Self, Error> {
        crate::from_str(text)
    }

    /// A message with a method asks; one with a result or an error answers.
    pub(super) fn shape(&self) -> Result<Shape, Error> {
        match (&self.method, &self.id) {
            (Some(_), Some(_)) => Ok(Shape::Request),
            (Some(_), None) => Ok(Shape::Notification),
            // A peer of JSON-RPC 1 sends both, one of them null.
            (None, _) if self.error.is_some() && self.result.is_none_or(is_null) => {
                Ok(Shape::Error)
            }
            (None, _) if self.result.is_some() => Ok(Shape::Response),
            (None, _) => Err(Error::new("method", "missing member (and no result or error)")),
        }
    }

    /// The id of the request that this answers, where it is a response or an error.
    pub(super) fn answers(&self) -> Result<Option<&StringOrInteger>, Error> {
        let answers = matches!(self.shape()?, Shape::Response | Shape::Error);
        Ok(self.id.as_ref().and_then(Nullable::as_option).filter(|_| answers))
    }

    /// The members that this kind of message does not model, the bodies of other kinds included.
    pub(super) fn unmodelled(&mut self, shape: Shape) -> Result<Map<Json>, Error> {
        let mut extensions = core::mem::take(&mut self.extensions);
        let asks = matches!(shape, Shape::Request | Shape::Notification);
        let stray = [
            ("params", self.params.filter(|_| !asks)),
            ("result", self.result.filter(|_| asks)),
            ("error", self.error.filter(|_| shape != Shape::Error)),
        ];
        for (name, value) in stray {
            if let Some(value) = value {
                extensions.push(name, Json::from_raw(value)?);
            }
        }
        Ok(extensions)
    }
}

fn is_null(value: &RawValue) -> bool {
    value.get() == "null"
}

impl<'de: 'a, 'a> Deserialize<'de> for Parts<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PartsVisitor)
    }
}

struct PartsVisitor;

impl<'de> Visitor<'de> for PartsVisitor {
    type Value = Parts<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object (a JSON-RPC message)")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Parts<'de>, A::Error> {
        let mut entries = Entries::new(map);
        let mut parts = Parts::default();
        let mut jsonrpc = false;
        while let Some(key) = entries.next_key()? {
            match &*key {
                "jsonrpc" => entries.constant(&mut jsonrpc, "jsonrpc", "2.0")?,
                "id" => entries.fill(&mut parts.id, "id")?,
                "method" => borrow(&mut entries, &mut parts.method, "method")?,
                "params" => borrow(&mut entries, &mut parts.params, "params")?,
                "result" => borrow(&mut entries, &mut parts.result, "result")?,
                "error" => borrow(&mut entries, &mut parts.error, "error")?,
                _ => entries.keep(key, &mut parts.extensions)?,
            }
        }
        crate::wire::present(jsonrpc, "jsonrpc")?;
        Ok(parts)
    }
}

/// Takes a value that borrows from the document.
fn borrow<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
    entries: &mut Entries<'de, A>,
    place: &mut Option<T>,
    name: &str,
) -> Result<(), A::Error> {
    if place.is_some() {
        return Err(at_member(name, serde_core::de::Error::custom("duplicate member")));
    }
    *place = Some(entries.borrowed(name)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Parts, Shape};

    #[test]
    fn a_null_beside_the_answer_is_no_answer() {
        let shape = |text: &str| Parts::read(text).unwrap().shape().unwrap();
        let error = r#"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":"m"}}"#;
        assert_eq!(shape(error), Shape::Error);
        let result = r#"{"jsonrpc":"2.0","id":1,"result":{},"error":null}"#;
        assert_eq!(shape(result), Shape::Response);
        let nothing = r#"{"jsonrpc":"2.0","id":1,"result":null}"#;
        assert_eq!(shape(nothing), Shape::Response);
    }
}
