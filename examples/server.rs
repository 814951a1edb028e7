//! A server on standard input and output that answers any revision, one message a line.
//!
//! It works with the model alone. The client's revision matters where a message comes in and where
//! it goes out: up to 2025-11-25 the handshake agreed on it, from 2026-07-28 each request names it.
//! Try it with `cargo run --example client -- cargo run --quiet --example server`.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use mcp_revisions::convert::Tolerance;
use mcp_revisions::message::{Message, Pending, RawMessage};
use mcp_revisions::model::{self, ClientMessage, ClientRequest, ServerMessage};
use mcp_revisions::{Error, Json, Revision, from_str};

const INPUT: &str = r#"{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]}"#;

#[derive(serde::Deserialize)]
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
    for line in input.split(b'\n') {
        let line = String::from_utf8_lossy(line?.trim_ascii()).into_owned();
        // A batch, which 2025-03-26 has, is answered message by message.
        let batch: Vec<Json> = from_str(&line).unwrap_or_default();
        let one = (batch.is_empty() && !line.is_empty()).then_some(line.as_str());
        for message in batch.iter().map(Json::as_str).chain(one) {
            match answer(message, spoken, &mut agreed) {
                Ok(answer) => answer.iter().try_for_each(|it| writeln!(output, "{it}"))?,
                Err(error) => eprintln!("not answered: {error}"),
            }
        }
    }
    Ok(())
}

type Answer = Result<Option<String>, Box<dyn std::error::Error>>;

/// The answer to a request, also to one that can't be read; nothing else gets one.
fn answer(text: &str, spoken: &[Revision], agreed: &mut Option<Revision>) -> Answer {
    let lowered = |answer: ServerMessage, method, revision: Option<Revision>| {
        let revision = revision.unwrap_or(Revision::NEWEST);
        answer.lower_to(revision, method, Tolerance::Drop).map(|it| Some(it.into_value()))
    };
    let raw = match RawMessage::from_str(text, &mut Pending::new()) {
        Ok(Message::Request(raw)) => raw,
        Ok(_) => return Ok(None),
        Err(error) => match model::JsonRpcErrorResponse::to_unreadable(text, &error) {
            Some(answer) => return Ok(lowered(Message::Error(answer), None, *agreed)?),
            None => return Ok(None),
        },
    };
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
    Ok(lowered(answer, Some(method), revision)?)
}

type Outcome = Result<Result<model::ServerResult, model::Error>, Error>;

/// What the server does, in any revision.
fn respond(request: ClientRequest, revision: Revision, spoken: &[Revision]) -> Outcome {
    let me = model::Implementation::new("adder", "1.0.0").with_title("Adder");
    let can = model::ServerCapabilities::new().with_tools(model::ServerCapabilitiesTools::new());
    Ok(Ok(match request {
        ClientRequest::Initialize(_) => {
            model::InitializeResult::new(revision.as_str(), can, me).into()
        }
        ClientRequest::Discover(_) => {
            let spoken: Vec<String> = spoken.iter().map(Revision::to_string).collect();
            let result = model::DiscoverResult::new("complete", spoken, can, 0, "public");
            result.with_meta(model::ResultMetaObject::new().with_server_info(me)).into()
        }
        ClientRequest::Ping(_) => model::EmptyResult::new().into(),
        ClientRequest::ListTools(_) => {
            let schema: model::ToolInputSchema = INPUT.parse()?;
            model::ListToolsResult::new([model::Tool::new("add", schema).with_title("Add")]).into()
        }
        ClientRequest::CallTool(call) if call.name == "add" => match call.arguments_as::<Add>() {
            Ok(Add { a, b }) => {
                model::CallToolResult::structured(&BTreeMap::from([("sum", a + b)]))?.into()
            }
            // Arguments that do not fit are the model's to correct, so they are a result.
            Err(error) => model::CallToolResult::failed(error.to_string()).into(),
        },
        ClientRequest::CallTool(_) => return Ok(Err(model::Error::new(-32602, "no such tool"))),
        _ => return Ok(Err(model::Error::new(-32601, "no such method"))),
    }))
}
