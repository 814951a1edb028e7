//! The documents of a file: JSON Lines, or one document over many lines.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

use mcp_revisions::message::Direction;
use mcp_revisions::{Json, JsonObject};
use serde_json::value::RawValue;

/// One document, or why there is none at this line.
pub(crate) type Document = (usize, Result<String, String>);

/// Reads a file document by document; memory holds the longest one.
pub(crate) struct Documents {
    reader: BufReader<File>,
    line: usize,
    first: bool,
    /// Lines that were read while looking for the end of a document that has none.
    held: Vec<Document>,
}

impl Documents {
    /// Opens a file.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let fault = |cause: std::io::Error| match cause.kind() {
            ErrorKind::NotFound => "no such file".to_owned(),
            _ => format!("can't be read: {cause}"),
        };
        if path.is_dir() {
            return Err("is a directory: name the files in it".to_owned());
        }
        let file = File::open(path).map_err(fault)?;
        Ok(Documents { reader: BufReader::new(file), line: 0, first: true, held: Vec::new() })
    }

    /// The next line that is not blank.
    fn next_line(&mut self) -> Option<Document> {
        loop {
            let mut bytes = Vec::new();
            self.line += 1;
            match self.reader.read_until(b'\n', &mut bytes) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(cause) => return Some((self.line, Err(format!("can't be read: {cause}")))),
            }
            // Some programs begin a file with a byte order mark, which is no part of its JSON.
            if self.line == 1 && bytes.starts_with(b"\xEF\xBB\xBF") {
                bytes.drain(..3);
            }
            match String::from_utf8(bytes) {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => return Some((self.line, Ok(text))),
                Err(cause) => return Some((self.line, Err(format!("not UTF-8: {cause}")))),
            }
        }
    }

    /// A document that begins with `start` and goes on in the lines that follow; where it never
    /// ends, its lines one by one.
    fn whole(&mut self, line: usize, start: String) -> Document {
        let mut text = start.clone();
        let mut lines = vec![(line, Ok(start))];
        let mut lines_of_their_own = false;
        while let Some((line, next)) = self.next_line() {
            // In a document over many lines, what stands inside is indented.
            lines_of_their_own =
                next.as_ref().is_ok_and(|next| next.starts_with('{') && is_json(next).is_ok());
            if let Ok(next) = &next {
                text.push_str(next);
            }
            lines.push((line, next));
            if lines_of_their_own {
                break;
            }
        }
        if lines.len() > 1 && !lines_of_their_own && is_json(&text).is_ok() {
            return (line, Ok(text));
        }
        self.held = lines.into_iter().map(one_line).rev().collect();
        self.held.pop().unwrap_or((line, Err("empty".to_owned())))
    }
}

impl Iterator for Documents {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        if let Some(document) = self.held.pop() {
            return Some(document);
        }
        let (line, text) = self.next_line()?;
        if std::mem::take(&mut self.first)
            && let Ok(start) = &text
            && is_json(start).is_err_and(|error| error.is_eof())
        {
            return Some(self.whole(line, start.clone()));
        }
        Some(one_line((line, text)))
    }
}

/// A line as a document.
fn one_line((line, text): Document) -> Document {
    // Without the line break, which would hide that a string is cut off.
    let text = text.and_then(|text| match is_json(text.trim_end()) {
        Ok(()) => Ok(text),
        Err(error) if error.is_eof() => {
            Err(format!("not JSON: cut off at column {}", error.column()))
        }
        Err(error) => Err(format!("not JSON: {error}")),
    });
    (line, text)
}

fn is_json(text: &str) -> Result<(), serde_json::Error> {
    serde_json::from_str::<&RawValue>(text).map(|_| ())
}

/// What stands around a recorded message.
pub(crate) struct Frame {
    pub(crate) direction: Direction,
    object: JsonObject,
}

impl Frame {
    /// The same around another message.
    pub(crate) fn around(&self, message: &str) -> Result<JsonObject, mcp_revisions::Error> {
        let mut object = self.object.clone();
        object.insert(MESSAGE, Json::from_text(message)?);
        Ok(object)
    }
}

const MESSAGE: &str = "msg";

/// A recorded line's frame and message; a bare message is itself.
pub(crate) fn unwrap(text: &str) -> (Option<Frame>, String) {
    let recorded = || -> Option<(Frame, String)> {
        let object: JsonObject = Json::from_text(text).ok()?.as_object()?;
        let direction = match object.get("dir")?.as_string()?.as_ref() {
            "c2s" => Direction::FromClient,
            "s2c" => Direction::FromServer,
            _ => return None,
        };
        let message = object.get(MESSAGE)?.as_str().to_owned();
        Some((Frame { direction, object }, message))
    };
    match recorded() {
        Some((frame, message)) => (Some(frame), message),
        None => (None, text.to_owned()),
    }
}
