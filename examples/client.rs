//! A client that finds out which revision a server speaks, lists its tools and calls one.
//!
//! ```console
//! $ cargo run --example client -- cargo run --quiet --example server
//! ```

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use mcp_revisions::convert::{Identity, Options, Tolerance};
use mcp_revisions::message::{Message, Pending};
use mcp_revisions::model::{self, ClientMessage, ClientRequest, ServerMessage, ServerResult};
use mcp_revisions::{JsonObject, Revision};

fn main() -> Result<(), Box<dyn Error>> {
    let mut command = std::env::args().skip(1);
    let program = command.next().ok_or("give the command of a server")?;
    let mut server =
        Command::new(program).args(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let output = server.stdin.take().ok_or("no input")?;
    let input = BufReader::new(server.stdout.take().ok_or("no output")?);
    talk(Connection::new(input, output))?.iter().for_each(|line| println!("{line}"));
    server.wait()?;
    Ok(())
}

/// What the client does, in any revision; it tells what it saw.
pub fn talk<R: BufRead, W: Write>(mut to: Connection<R, W>) -> Result<Vec<String>, Box<dyn Error>> {
    let mut told = vec![format!("revision {}", to.negotiate()?)];
    if let ServerResult::ListTools(list) = to.ask(ClientRequest::ListTools(None))? {
        told.extend(list.tools.iter().map(|tool| format!("tool {}", tool.name)));
    }
    let arguments = JsonObject::from([("a", 2), ("b", 3)]);
    let call = model::CallToolRequestParams::new("add").with_arguments(arguments);
    if let ServerResult::CallTool(model::AnyCallToolResult::CallTool(result)) = to.ask(call)? {
        told.push(format!("answer {}", mcp_revisions::to_string(&result.content)?));
    }
    Ok(told)
}

/// A server, and the revision in which it is spoken to.
#[derive(Debug)]
pub struct Connection<R, W> {
    input: R,
    output: W,
    revision: Revision,
    pending: Pending,
    last_id: i64,
}

impl<R: BufRead, W: Write> Connection<R, W> {
    /// A connection over which nothing has been said.
    pub fn new(input: R, output: W) -> Self {
        let (revision, pending) = (Revision::V2026_07_28, Pending::new());
        Connection { input, output, revision, pending, last_id: 0 }
    }

    /// Asks what a server of today speaks; one that does not know the question gets a handshake
    /// (2026-07-28, basic/versioning).
    fn negotiate(&mut self) -> Result<Revision, Box<dyn Error>> {
        if let Ok(ServerResult::Discover(found)) =
            self.ask(ClientRequest::Discover(model::RequestParams::new()))
            && found.supported_versions.iter().any(|name| name == self.revision.as_str())
        {
            return Ok(self.revision);
        }
        self.revision = Revision::V2025_11_25;
        let (asked, can) = (self.revision.as_str(), model::ClientCapabilities::new());
        let hello = model::InitializeRequestParams::new(asked, can, me());
        let ServerResult::Initialize(agreed) = self.ask(hello)? else {
            return Err("no answer to a handshake".into());
        };
        // A revision that this client does not know ends the session here.
        self.revision = agreed.protocol_version.parse()?;
        self.send(ClientMessage::notification(model::ClientNotification::Initialized(None)), None)?;
        Ok(self.revision)
    }

    /// Sends a request and waits for its answer.
    fn ask(&mut self, request: impl Into<ClientRequest>) -> Result<ServerResult, Box<dyn Error>> {
        self.last_id += 1;
        let message = ClientMessage::request(self.last_id, request);
        self.pending.sent(&message);
        self.send(message, None)?;
        loop {
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                return Err("the server has gone".into());
            }
            match ServerMessage::lift_from(self.revision, &line, &mut self.pending)? {
                Message::Response(response) => return Ok(response.body),
                Message::Error(response) => return Err(response.error.message.into()),
                Message::Request(request) => {
                    let error = model::Error::new(-32601, "this client has no such method");
                    let error = model::JsonRpcErrorResponse::new(error).with_id(request.id);
                    self.send(Message::Error(error), Some(request.body.method()))?;
                }
                Message::Notification(_) => {}
            }
        }
    }

    fn send(
        &mut self,
        message: ClientMessage,
        answers: Option<&str>,
    ) -> Result<(), Box<dyn Error>> {
        let identity = Identity { info: Some(me()), ..Identity::default() };
        let options = Options::new(Tolerance::Drop).with_identity(identity);
        writeln!(self.output, "{}", message.lower_to(self.revision, answers, options)?.value())?;
        Ok(self.output.flush()?)
    }
}

fn me() -> model::Implementation {
    model::Implementation::new("asker", "1.0.0")
}
