//! The sessions of the tests, as a whole.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use mcp_revisions::convert::{self, Tolerance};
use mcp_revisions::message::{Direction, Message, Peer, Pending};
use mcp_revisions::{Revision, check, v2025_11_25, v2026_07_28};
use serde::Deserialize;
use serde::de::IgnoredAny;
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

/// The largest two, each with the older neighbour of its revision.
pub const LARGEST: [(Revision, Revision); 2] = [
    (Revision::V2026_07_28, Revision::V2025_11_25),
    (Revision::V2025_11_25, Revision::V2025_06_18),
];

/// Finds the ends of all messages.
pub fn limit(lines: &[Line]) {
    for line in lines {
        black_box(serde_json::from_str::<IgnoredAny>(black_box(&line.text)).unwrap());
    }
}

/// Reads all messages.
///
/// # Panics
///
/// The revision is none of the [`LARGEST`].
pub fn read(lines: &[Line], revision: Revision) {
    match revision {
        Revision::V2026_07_28 => read_as::<v2026_07_28::Client, v2026_07_28::Server>(lines),
        Revision::V2025_11_25 => read_as::<v2025_11_25::Client, v2025_11_25::Server>(lines),
        other => panic!("a session of {other}"),
    }
}

fn read_as<C: Peer, S: Peer>(lines: &[Line]) {
    let (mut client, mut server) = (Pending::new(), Pending::new());
    for line in lines {
        match line.sender {
            Direction::FromClient => {
                let message = Message::<C>::from_str(&line.text, &mut server).unwrap();
                client.sent(&message);
                drop(black_box(message));
            }
            Direction::FromServer => {
                let message = Message::<S>::from_str(&line.text, &mut client).unwrap();
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

/// Checks all messages.
pub fn check(lines: &[Line], revision: Revision) {
    let mut session = check::Session::new(revision);
    for line in lines {
        drop(black_box(session.message(&line.text, Some(line.sender))));
    }
}
