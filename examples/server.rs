//! A server on standard input and output that answers any revision, one message a line.
//!
//! It works with the model alone. The client's revision matters where a message comes in and where
//! it goes out: up to 2025-11-25 the handshake agreed on it, from 2026-07-28 each request names it.
//!
//! ```console
//! $ cargo run --example client -- cargo run --quiet --example server
//! ```

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use mcp_revisions::convert::Tolerance;
use mcp_revisions::message::{Message, Pending, RawMessage};
use mcp_revisions::model::{self, CallToolResult, ClientMessage, ClientRequest, ServerMessage};
use mcp_revisions::{Error, Json, Revision};
use serde::Deserialize;

const INPUT: &str = r#"{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]}"#;

#[derive(Deserialize)]
struct Add {
    a: f64,
    b: f64,
}

fn main() -> io::Result<()> {
    serve(&Revision::RELEASED, io::stdin().lock(), io::stdout().lock())
}

/// Answers until the input ends.
pub fn serve(spoken: &[Revision], input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut agreed = None;
    for line in input.lines() {
        let message = Json::from_text(line?).map_err(io::Error::other)?;
        // A batch, which 2025-03-26 has, is answered message by message.
        for message in message.as_array().unwrap_or_else(|| vec![message]) {
            match answer(message.as_str(), spoken, &mut agreed) {
                Ok(Some(answer)) => writeln!(output, "{answer}")?,
                Ok(None) => {}
                Err(error) => eprintln!("not answered: {error}"),
            }
        }
        output.flush()?;
    }
    Ok(())
}

/// The answer to a request; nothing else gets one.
fn answer(
    text: &str,
    spoken: &[Revision],
    agreed: &mut Option<Revision>,
) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let raw = RawMessage::from_str(text, &mut Pending::new())?;
    let Message::Request(raw) = raw else { return Ok(None) };
    let (method, named) = (raw.body.method.as_str(), raw.body.protocol_version());
    if let (Some(asked), "initialize") = (&named, method) {
        *agreed = Revision::negotiate(asked, spoken);
    }
    let of_request = |name: &String| spoken.iter().copied().find(|it| it.as_str() == name);
    let revision = agreed.or_else(|| named.as_ref().and_then(of_request));
    let result = match revision {
        // 2026-07-28, basic/versioning
        None => {
            let spoken: Vec<String> = spoken.iter().map(Revision::to_string).collect();
            let asked = named.unwrap_or_default();
            let data = model::UnsupportedProtocolVersionErrorErrorData::new(asked, spoken);
            let error = model::Error::new(-32022, "unsupported protocol version");
            Err(error.with_data(Json::from_serialize(&data)?))
        }
        Some(revision) => match ClientMessage::lift_from(revision, text, &mut Pending::new()) {
            Ok(Message::Request(request)) => respond(request.body, revision, spoken)?,
            Ok(_) => return Ok(None),
            Err(error) => Err(model::Error::new(-32602, error.to_string())),
        },
    };
    let answer = match result {
        Ok(result) => ServerMessage::response(raw.id, result),
        Err(error) => Message::Error(model::JsonRpcErrorResponse::new(error).with_id(raw.id)),
    };
    let revision = revision.unwrap_or(Revision::NEWEST);
    Ok(Some(answer.lower_to(revision, Some(method), Tolerance::Drop)?.into_value()))
}

/// What the server does, in any revision.
fn respond(
    request: ClientRequest,
    revision: Revision,
    spoken: &[Revision],
) -> Result<Result<model::ServerResult, model::Error>, Error> {
    let me = model::Implementation::new("adder", "1.0.0").with_title("Adder");
    let can = model::ServerCapabilities::new().with_tools(model::ServerCapabilitiesTools::new());
    Ok(Ok(match request {
        ClientRequest::Initialize(_) => {
            model::InitializeResult::new(revision.as_str(), can, me).into()
        }
        ClientRequest::Discover(_) => {
            let spoken: Vec<String> = spoken.iter().map(Revision::to_string).collect();
            let (complete, cache) = (model::ResultType::Complete, model::CacheScope::Public);
            let result = model::DiscoverResult::new(complete, spoken, can, 0, cache);
            result.with_meta(model::ResultMetaObject::new().with_server_info(me)).into()
        }
        ClientRequest::Ping(_) => model::EmptyResult::new().into(),
        ClientRequest::ListTools(_) => {
            let add = model::Tool::new("add", INPUT.parse::<model::ToolInputSchema>()?);
            model::ListToolsResult::new([add.with_title("Add")]).into()
        }
        ClientRequest::CallTool(call) if call.name == "add" => match call.arguments_as::<Add>() {
            Ok(Add { a, b }) => {
                CallToolResult::structured(&BTreeMap::from([("sum", a + b)]))?.into()
            }
            // Arguments that do not fit are the model's to correct, so they are a result.
            Err(error) => CallToolResult::failed(error.to_string()).into(),
        },
        ClientRequest::CallTool(_) => return Ok(Err(model::Error::new(-32602, "no such tool"))),
        _ => return Ok(Err(model::Error::new(-32601, "no such method"))),
    }))
}
