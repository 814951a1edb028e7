//! Whole messages: the envelope first, then what the method says.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use serde_json::Value;

use super::book::Book;
use super::{Schema, Violation, book};
use crate::message::{Direction, Pending};
use crate::{Error, Json, StringOrInteger};

/// What a schema says against a message, or a batch of them. `asked` holds the requests that the
/// message may answer; it is left as it is.
pub(crate) fn of_message(
    schema: Schema,
    text: &str,
    from: Direction,
    asked: &Pending,
) -> Result<Vec<Violation>, Error> {
    let book = book(schema)?;
    let message: Value = Json::from_text(text)?.parse()?;
    let Value::Array(batch) = &message else { return single(book, &message, from, asked) };
    let answers = batch.first().is_some_and(|first| first.get("method").is_none());
    let names = if answers { ["JSONRPCBatchResponse"] } else { ["JSONRPCBatchRequest"] };
    let Some(name) = book.first(&names) else {
        // There are no batches: any envelope says so.
        return single(book, &message, from, asked);
    };
    let mut found = book.violations(name, &message)?;
    for (index, message) in batch.iter().enumerate() {
        extend(&mut found, single(book, message, from, asked)?, &format!("/{index}"));
    }
    Ok(found)
}

fn extend(found: &mut Vec<Violation>, more: Vec<Violation>, place: &str) {
    for violation in more {
        let violation = violation.inside(place);
        if !found
            .iter()
            .any(|known| known.pointer == violation.pointer && known.message == violation.message)
        {
            found.push(violation);
        }
    }
}

fn single(
    book: &Book,
    message: &Value,
    from: Direction,
    asked: &Pending,
) -> Result<Vec<Violation>, Error> {
    let (side, other) = match from {
        Direction::FromClient => ("client", "server"),
        Direction::FromServer => ("server", "client"),
    };
    let envelope = |names: &[&'static str]| {
        let name = book.first(names).unwrap_or(names.first().copied().unwrap_or_default());
        book.violations(name, message)
    };
    if let Some(method) = message.get("method") {
        let (kind, names): (&str, &[&'static str]) = match message.get("id") {
            Some(_) => ("request", &["JSONRPCRequest", "JsonRpcRequest"]),
            None => ("notification", &["JSONRPCNotification", "JsonRpcNotification"]),
        };
        let mut found = envelope(names)?;
        let method = method.as_str().unwrap_or_default();
        match book.method(kind, side, method).map(|row| (&row.definition, &row.params)) {
            Some((Some(name), _)) => extend(&mut found, book.violations(name, message)?, ""),
            Some((None, Some(name))) => {
                let params = message.get("params").unwrap_or(&Value::Null);
                extend(&mut found, book.violations(name, params)?, "/params");
            }
            // The envelope takes any method.
            Some((None, None)) | None => {}
        }
        return Ok(found);
    }
    if message.get("result").is_none() {
        return match message.get("error") {
            Some(_) => envelope(&["JSONRPCErrorResponse", "JSONRPCError", "JsonRpcErrorResponse"]),
            None => envelope(&["JSONRPCMessage", "JsonRpcMessage"]),
        };
    }
    let mut found =
        envelope(&["JSONRPCResultResponse", "JSONRPCResponse", "JsonRpcSuccessResponse"])?;
    let id = message.get("id").map(Value::to_string);
    let id = id.and_then(|id| crate::from_str::<StringOrInteger>(&id).ok());
    let method =
        id.and_then(|id| asked.get(&id)).and_then(|name| book.method("request", other, name));
    if let (Some(method), Some(result)) = (method, message.get("result")) {
        // From 2026-07-28 the schema names the whole response too.
        let whole =
            method.definition.as_ref().map(|name| name.replace("Request", "ResultResponse"));
        if let Some(whole) = whole.filter(|name| book.first(&[name]).is_some()) {
            extend(&mut found, book.violations(&whole, message)?, "");
        }
        if let Some(name) = &method.result {
            extend(&mut found, book.violations(name, result)?, "/result");
        }
    }
    Ok(found)
}
