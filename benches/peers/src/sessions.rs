//! The sessions of the tests, as a whole.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use mcp_revisions::convert::{self, Tolerance};
use mcp_revisions::message::{Direction, Pending};
use mcp_revisions::{Revision, v2025_11_25};
use serde::Deserialize;
use serde_json::value::RawValue;

/// One message of a session, and who sent it.
pub struct Line {
    pub sender: Direction,
    pub text: String,
}

/// The session of this revision.
///
/// # Panics
///
/// The fixture is not what it should be.
pub fn session(revision: Revision) -> Vec<Line> {
    #[derive(Deserialize)]
    struct Recorded<'a> {
        dir: String,
        #[serde(borrow)]
        msg: &'a RawValue,
    }

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/sessions");
    let text = fs::read_to_string(folder.join(format!("harbour-{revision}.jsonl"))).unwrap();
    let lines = text.lines().map(|line| {
        let recorded: Recorded<'_> = serde_json::from_str(line).unwrap();
        let sender = match recorded.dir.as_str() {
            "c2s" => Direction::FromClient,
            _ => Direction::FromServer,
        };
        Line { sender, text: recorded.msg.get().to_owned() }
    });
    lines.collect()
}

/// Reads all messages of 2025-11-25.
pub fn read(lines: &[Line]) {
    let (mut client, mut server) = (Pending::new(), Pending::new());
    for line in lines {
        match line.sender {
            Direction::FromClient => {
                let message = v2025_11_25::ClientMessage::from_str(&line.text, &mut server);
                let message = message.unwrap();
                client.sent(&message);
                drop(black_box(message));
            }
            Direction::FromServer => {
                let message = v2025_11_25::ServerMessage::from_str(&line.text, &mut client);
                let message = message.unwrap();
                server.sent(&message);
                drop(black_box(message));
            }
        }
    }
}

/// Converts all messages; what can't cross is refused, which takes its time too.
pub fn cross(lines: &[Line], from: Revision, to: Revision) {
    let mut session = convert::Session::new(from, to, Tolerance::Drop);
    for line in lines {
        drop(black_box(session.message(&line.text, line.sender).unwrap()));
    }
}
