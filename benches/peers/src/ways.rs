//! Reading a message, and writing what was read.

use std::hint::black_box;

use mcp_revisions::message::Pending;
use mcp_revisions::v2025_11_25::{ClientMessage, ServerMessage};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::messages::{Kind, Sample};

/// One way to read a message, and to write it again.
pub struct Way {
    pub name: &'static str,
    pub decode: Box<dyn Fn(&str)>,
    /// Writes what was read once; nothing where nothing is kept.
    pub encode: Box<dyn Fn()>,
}

impl Way {
    /// A way whose value writes itself.
    ///
    /// # Panics
    ///
    /// The text can't be read so.
    pub fn new<T: Serialize + 'static>(
        name: &'static str,
        text: &str,
        decode: impl Fn(&str) -> T + 'static,
    ) -> Way {
        let value = decode(text);
        let encode = move || drop(black_box(serde_json::to_string(black_box(&value)).unwrap()));
        let decode = move |text: &str| drop(black_box(decode(text)));
        Way { name, decode: Box::new(decode), encode: Box::new(encode) }
    }
}

/// The limit: finding the end of the document.
pub fn ignored() -> Way {
    let decode = |text: &str| {
        black_box(serde_json::from_str::<IgnoredAny>(text).unwrap());
    };
    Way { name: "IgnoredAny", decode: Box::new(decode), encode: Box::new(|| {}) }
}

/// A tree of any JSON.
pub fn value(sample: &Sample) -> Way {
    Way::new("serde_json::Value", &sample.text, |text| serde_json::from_str::<Value>(text).unwrap())
}

/// This crate.
pub fn ours(sample: &Sample) -> Way {
    match sample.kind {
        Kind::ToolsCall => Way::new("mcp-revisions", &sample.text, client),
        _ => Way::new("mcp-revisions", &sample.text, server),
    }
}

/// Reads a message of the client.
pub fn client(text: &str) -> ClientMessage {
    ClientMessage::from_str(text, &mut Pending::new()).unwrap()
}

/// Reads a message of the server, which may answer one of the requests of [`crate::messages`].
pub fn server(text: &str) -> ServerMessage {
    let mut pending = Pending::new();
    pending.insert(1, "tools/list");
    pending.insert(2, "tools/call");
    ServerMessage::from_str(text, &mut pending).unwrap()
}
