//! A gateway: a client of one revision talks to a server of another. What did not fit stands on
//! standard error.
//!
//! ```console
//! $ cargo run --example gateway 2024-11-05 2025-11-25 SERVER ARGUMENT…
//! ```

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use mcp_revisions::convert::{Crossing, Refusal, Session, Tolerance};
use mcp_revisions::message::{Direction, Message, Pending, RawMessage};
use mcp_revisions::model::{self, JsonRpcErrorResponse};
use mcp_revisions::{Json, Nullable, to_string};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or("usage: gateway CLIENT_REVISION SERVER_REVISION COMMAND…");
    let session = Session::gateway(next()?.parse()?, next()?.parse()?, Tolerance::Drop);
    let mut command = Command::new(next()?);
    let mut server = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let from_server = BufReader::new(server.stdout.take().ok_or("no output")?);
    let to_server = server.stdin.take().ok_or("no input")?;
    let client = (BufReader::new(io::stdin()), io::stdout());
    pass(session, client, (from_server, to_server), &|notice| eprintln!("{notice}"))?;
    server.wait()?;
    Ok(())
}

/// Passes messages on between two sides, each something to read from and something to write to,
/// until both have gone.
pub fn pass(
    session: Session,
    (from_client, to_client): (impl BufRead + Send, impl Write + Send),
    (from_server, to_server): (impl BufRead, impl Write + Send),
    tell: &(dyn Fn(&str) + Sync),
) -> io::Result<()> {
    let session = Mutex::new(session);
    let (to_client, to_server) = (Mutex::new(Some(to_client)), Mutex::new(Some(to_server)));
    thread::scope(|scope| {
        scope.spawn(|| {
            let sides = (&to_server, &to_client);
            if let Err(error) = relay(&session, Direction::FromClient, from_client, sides, tell) {
                tell(&error.to_string());
            }
            // The client has gone: the server sees the end of its input.
            lock(&to_server).take();
        });
        relay(&session, Direction::FromServer, from_server, (&to_client, &to_server), tell)
    })
}

/// Passes on what one side sends; `back` leads to that side.
fn relay(
    session: &Mutex<Session>,
    direction: Direction,
    from: impl BufRead,
    (on, back): (&Mutex<Option<impl Write>>, &Mutex<Option<impl Write>>),
    tell: &dyn Fn(&str),
) -> io::Result<()> {
    for line in from.lines() {
        let message = Json::from_text(line?).map_err(io::Error::other)?;
        // A batch crosses message by message.
        for message in message.as_array().unwrap_or_else(|| vec![message]) {
            let text = message.as_str();
            let outcomes = match lock(session).message(text, direction) {
                Ok(outcomes) => outcomes,
                // A good one may come yet.
                Err(error) => {
                    tell(&format!("{direction} can't be read: {error}"));
                    continue;
                }
            };
            for outcome in outcomes {
                let report = outcome.as_ref().map_or_else(Refusal::report, Crossing::report);
                report.iter().for_each(|notice| tell(&format!("{direction} {notice}")));
                match outcome {
                    Ok(crossing) => write(on, crossing.into_value())?,
                    // Whoever waits for an answer has to get one.
                    Err(refusal) => match RawMessage::from_str(text, &mut Pending::new()) {
                        Ok(Message::Request(it)) => write(back, failure(it.id, &refusal))?,
                        Ok(Message::Response(it)) => write(on, failure(it.id, &refusal))?,
                        Ok(Message::Error(it)) => {
                            let id = it.id.and_then(Nullable::into_option);
                            write(on, id.and_then(|id| failure(id, &refusal)))?;
                        }
                        _ => {}
                    },
                }
            }
        }
    }
    Ok(())
}

fn failure(id: mcp_revisions::StringOrInteger, why: &dyn Error) -> Option<String> {
    let error = model::Error::new(-32603, why.to_string());
    to_string(&JsonRpcErrorResponse::new(error).with_id(id)).ok()
}

fn write(to: &Mutex<Option<impl Write>>, line: Option<String>) -> io::Result<()> {
    match (&mut *lock(to), line) {
        (Some(to), Some(line)) => writeln!(to, "{line}").and_then(|()| to.flush()),
        _ => Ok(()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
