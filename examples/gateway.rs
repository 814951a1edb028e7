//! A gateway: a client of one revision talks to a server of another; notices go to standard error.
//! Run it with `cargo run --example gateway 2024-11-05 2025-11-25 SERVER ARGUMENT…`.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use mcp_revisions::convert::{Session, Tolerance};
use mcp_revisions::message::Direction::{self, FromClient, FromServer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let mut next = || args.next().ok_or("usage: gateway CLIENT_REVISION SERVER_REVISION COMMAND…");
    let session = Session::gateway(next()?.parse()?, next()?.parse()?, Tolerance::Drop);
    let mut command = Command::new(next()?);
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let from_server = BufReader::new(child.stdout.take().ok_or("no output")?);
    let server = (from_server, child.stdin.take().ok_or("no input")?);
    let client = (BufReader::new(io::stdin()), io::stdout());
    pass(session, client, server, |notice| eprintln!("{notice}"))?;
    Ok(child.wait().map(drop)?)
}

/// Passes messages on between two sides, each to read from and to write to, until the server ends.
pub fn pass(
    mut session: Session,
    (from_client, mut to_client): (impl BufRead + Send + 'static, impl Write),
    (from_server, to_server): (impl BufRead + Send + 'static, impl Write),
    tell: impl Fn(&str),
) -> io::Result<()> {
    let (heard, lines) = channel();
    listen(from_client, FromClient, heard.clone());
    listen(from_server, FromServer, heard);
    let mut to_server = Some(to_server);
    for (sender, line) in lines {
        let relayed = line.as_ref().map(|line| session.relay(line, sender));
        let relayed = relayed.unwrap_or_else(|| session.end(sender));
        relayed.report.iter().for_each(|notice| tell(&format!("{sender} {notice}")));
        relayed.to_client.iter().try_for_each(|line| writeln!(to_client, "{line}"))?;
        if let Some(to_server) = &mut to_server {
            relayed.to_server.iter().try_for_each(|line| writeln!(to_server, "{line}"))?;
        }
        // The client's end is the end of the server's input, and the server's end is ours.
        match sender {
            FromServer if line.is_none() => break,
            FromClient if line.is_none() => to_server = None,
            _ => {}
        }
    }
    Ok(())
}

type Line = (Direction, Option<Vec<u8>>);

/// Reads lines in a thread of their own; the last is none.
fn listen(from: impl BufRead + Send + 'static, sender: Direction, to: Sender<Line>) {
    let lines = from.split(b'\n').map_while(Result::ok).map(Some).chain([None]);
    thread::spawn(move || lines.into_iter().try_for_each(|line| to.send((sender, line))));
}
