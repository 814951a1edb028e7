//! JSON-RPC messages: the envelope, the methods of each side, and what answers what.
//!
//! The envelope is the same in every revision. What it carries is typed by direction and method: a
//! [`Message`] of a revision's `Client` holds that revision's `ClientRequest`, `ClientNotification`
//! or `ClientResult`. A result does not name its method, so reading a response needs the request
//! that it answers; [`Pending`] keeps those.
//!
//! ```
//! # #[cfg(feature = "v2025_11_25")] {
//! use mcp_revisions::message::{Message, Pending};
//! use mcp_revisions::v2025_11_25::{CallToolRequestParams, ClientMessage, ServerMessage, ServerResult};
//!
//! let request = ClientMessage::request(1, CallToolRequestParams::new("add"));
//! let mut pending = Pending::new();
//! pending.sent(&request);
//!
//! let text = r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}"#;
//! let answer = ServerMessage::from_str(text, &mut pending)?;
//! let Message::Response(response) = answer else { unreachable!() };
//! assert!(matches!(response.body, ServerResult::CallTool(_)));
//! # }
//! # Ok::<(), mcp_revisions::Error>(())
//! ```

mod calls;
mod direction;
mod envelope;
mod failure;
mod parts;
mod pending;
mod quick;
mod raw;
mod replies;
mod version;

#[cfg(feature = "convert")]
pub use crate::convert::message as convert;
pub use calls::{Call, Calls};
pub use direction::Direction;
pub use envelope::{JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, Message, Peer};
#[cfg(feature = "convert")]
pub(crate) use parts::Part;
pub use pending::Pending;
pub use raw::RawMessage;
pub use replies::Replies;

#[doc(hidden)]
pub use calls::{read_params, unknown_method};
#[doc(hidden)]
pub use failure::{read_data, write_data};
#[doc(hidden)]
pub use replies::read_reply;

/// A request of one revision: its method, its params, and what answers it.
///
/// Implemented by the definition that carries the method, such as `CallToolRequest`.
pub trait Request {
    /// The method, as it stands in a message.
    const METHOD: &'static str;
    /// The params; an `Option` where a message may leave them out.
    type Params;
    /// The result.
    type Result;
}

/// A notification of one revision: its method and its params.
///
/// Implemented by the definition that carries the method, such as `ProgressNotification`.
pub trait Notification {
    /// The method, as it stands in a message.
    const METHOD: &'static str;
    /// The params; an `Option` where a message may leave them out.
    type Params;
}
