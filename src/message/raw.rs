//! A message whose body stays JSON.

use core::convert::Infallible;

use super::{Call, Message, Peer};

/// Any side of any revision, with bodies as JSON: for those who pass messages on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Any(Infallible);

/// A message of any revision and direction, its params, result or error kept as JSON.
pub type RawMessage = Message<Any>;

impl Peer for Any {
    type Request = Call;
    type Notification = Call;
    type Result = crate::Json;
    type Error = RawError;
    const BATCHES: bool = true;
    const EITHER: bool = false;
}

/// An error response, its `error` kept as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawError {
    /// The id of the request; absent or null where the sender could not tell it.
    pub id: Option<crate::Nullable<crate::StringOrInteger>>,
    /// The error.
    pub error: crate::JsonObject,
    /// Members of the envelope that JSON-RPC does not define, as they came.
    pub extensions: crate::Map<crate::Json>,
}

crate::__object! { RawError {
    const jsonrpc = "jsonrpc": "2.0";
    new error = "error": crate::JsonObject;
    with id, with_id = "id": crate::Nullable<crate::StringOrInteger>;
} }
