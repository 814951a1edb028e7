//! Reading what an agent host sends (the Agent Host Protocol, AHP): the text of each chat, put
//! together from the actions on its channel.
//!
//! Messages come on standard input, one a line.
//!
//! ```console
//! $ cargo run --features ahp_v1_0 --example ahp < MESSAGES
//! ```

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use mcp_revisions::Error;
use mcp_revisions::ahp::v1_0::{ServerMessage, ServerNotification, StateAction, Uri};
use mcp_revisions::message::{Message, Pending};

fn main() -> io::Result<()> {
    let mut chats = Chats::default();
    for line in io::stdin().lock().lines() {
        chats.read(&line?).map_err(io::Error::other)?;
    }
    for (channel, text) in &chats.texts {
        println!("{channel}: {text}");
    }
    for line in &chats.unknown {
        eprintln!("{line}");
    }
    Ok(())
}

/// What was said in each chat, by the URI of its channel.
#[derive(Debug, Default)]
pub struct Chats {
    /// The text so far.
    pub texts: BTreeMap<Uri, String>,
    /// The kinds of actions that came and are newer than this version.
    pub unknown: Vec<String>,
}

impl Chats {
    /// Reads a message of the host. An error says which member does not fit.
    pub fn read(&mut self, line: &str) -> Result<(), Error> {
        let message = ServerMessage::from_str(line, &mut Pending::new())?;
        let Message::Notification(notification) = message else { return Ok(()) };
        let ServerNotification::Action(envelope) = notification.body else { return Ok(()) };
        match envelope.action {
            StateAction::ChatDelta(delta) => {
                self.texts.entry(envelope.channel).or_default().push_str(&delta.content);
            }
            StateAction::ChatTurnComplete(_) => {
                self.texts.entry(envelope.channel).or_default().push('\n');
            }
            // An action that this version does not know is held as it came.
            StateAction::Unknown(action) => self.unknown.push(action.tag().into()),
            _ => {}
        }
        Ok(())
    }
}
