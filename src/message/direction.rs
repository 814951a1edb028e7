//! Who sends a message.

use core::fmt;

use super::{Message, Pending, RawMessage};
use crate::Nullable;

/// Who sent a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The client did (`c2s` in recordings).
    FromClient,
    /// The server did (`s2c` in recordings).
    FromServer,
}

impl Direction {
    /// The way of the answer.
    pub fn back(self) -> Self {
        match self {
            Direction::FromClient => Direction::FromServer,
            Direction::FromServer => Direction::FromClient,
        }
    }
}

impl Direction {
    /// A guess for a message that was recorded without its direction: by the requests of the client
    /// that wait for an answer, and by what servers send in any revision. What either side may
    /// send is taken for the client's.
    pub fn guess(text: &str, client: &Pending) -> Self {
        let Ok(messages) = RawMessage::batch_from_str(text, &mut Pending::new()) else {
            return Direction::FromClient;
        };
        let by_server = match messages.iter().next() {
            Some(Message::Response(response)) => client.contains(&response.id),
            Some(Message::Error(error)) => {
                let id = error.id.as_ref().and_then(Nullable::as_option);
                id.is_none_or(|id| client.contains(id))
            }
            Some(Message::Request(request)) => is_of_server(&request.body.method),
            Some(Message::Notification(notification)) => is_of_server(&notification.body.method),
            None => false,
        };
        if by_server { Direction::FromServer } else { Direction::FromClient }
    }
}

/// Methods that servers send, in any revision of any protocol.
fn is_of_server(method: &str) -> bool {
    // Of the Agent Host Protocol; its other methods go either way or to the server.
    let of_host = method == "action"
        || ["root/", "auth/", "otlp/"].iter().any(|area| method.starts_with(area));
    of_host
        || method.starts_with("sampling/")
        || method.starts_with("elicitation/")
        || method == "roots/list"
        || (method.starts_with("notifications/")
            && !matches!(
                method,
                "notifications/initialized"
                    | "notifications/cancelled"
                    | "notifications/roots/list_changed"
            ))
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::FromClient => "c2s",
            Direction::FromServer => "s2c",
        })
    }
}
