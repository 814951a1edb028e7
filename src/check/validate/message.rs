//! Whole messages: the envelope first, then what the method says.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::book::Book;
use super::document::{Document, Part};
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
    let document = Document::read(&Json::from_text(text)?)?;
    let mut found = message(book, document.whole(), from, asked)?;
    found.extend(document.no_values);
    Ok(found)
}

fn message(
    book: &Book,
    whole: Part<'_>,
    from: Direction,
    asked: &Pending,
) -> Result<Vec<Violation>, Error> {
    let Value::Array(batch) = whole.value else { return single(book, whole, "", from, asked) };
    let answers = batch.first().is_some_and(|first| first.get("method").is_none());
    let names = if answers { ["JSONRPCBatchResponse"] } else { ["JSONRPCBatchRequest"] };
    let Some(name) = book.first(&names) else {
        // There are no batches: any envelope says so.
        return single(book, whole, "", from, asked);
    };
    let mut found = book.violations(name, whole)?;
    let mut more = Vec::new();
    for (index, message) in batch.iter().enumerate() {
        let place = format!("/{index}");
        more.extend(single(book, whole.at(message, &place), &place, from, asked)?);
    }
    extend(&mut found, more);
    Ok(found)
}

/// Adds what another definition says of the same message, but for what is said already.
fn extend(found: &mut Vec<Violation>, more: Vec<Violation>) {
    let said = |violation: &Violation| (violation.pointer.clone(), violation.message.clone());
    let known: BTreeSet<(String, String)> = found.iter().map(said).collect();
    found.extend(more.into_iter().filter(|violation| !known.contains(&said(violation))));
}

fn single(
    book: &Book,
    whole: Part<'_>,
    place: &str,
    from: Direction,
    asked: &Pending,
) -> Result<Vec<Violation>, Error> {
    let message = whole.value;
    let (side, other) = match from {
        Direction::FromClient => ("client", "server"),
        Direction::FromServer => ("server", "client"),
    };
    let envelope = |names: &[&'static str]| {
        let name = book.first(names).unwrap_or(names.first().copied().unwrap_or_default());
        book.violations(name, whole)
    };
    if let Some(method) = message.get("method") {
        let (kind, names): (&str, &[&'static str]) = match message.get("id") {
            Some(_) => ("request", &["JSONRPCRequest", "JsonRpcRequest"]),
            None => ("notification", &["JSONRPCNotification", "JsonRpcNotification"]),
        };
        let mut found = envelope(names)?;
        let method = method.as_str().unwrap_or_default();
        match book.method(kind, side, method).map(|row| (&row.definition, &row.params)) {
            Some((Some(name), _)) => extend(&mut found, book.violations(name, whole)?),
            Some((None, Some(name))) => {
                let params = message.get("params").unwrap_or(&Value::Null);
                let place = format!("{place}/params");
                extend(&mut found, book.violations(name, whole.at(params, &place))?);
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
        let response =
            method.definition.as_ref().map(|name| name.replace("Request", "ResultResponse"));
        if let Some(response) = response.filter(|name| book.first(&[name]).is_some()) {
            extend(&mut found, book.violations(&response, whole)?);
        }
        if let Some(name) = &method.result {
            let place = format!("{place}/result");
            extend(&mut found, book.violations(name, whole.at(result, &place))?);
        }
    }
    Ok(found)
}
