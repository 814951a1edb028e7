//! Reading a message, and writing what was read.

use std::hint::black_box;

use mcp_revisions::message::{Message, Peer, Pending};
use mcp_revisions::v2025_11_25::{Client, Server};
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

/// This crate. A response takes the request that it answers out of the table of those that wait.
pub fn ours(sample: &Sample) -> Way {
    let asked = match sample.kind {
        Kind::ToolsList => Some((1, "tools/list")),
        Kind::ToolsCallResult => Some((2, "tools/call")),
        Kind::ToolsCall | Kind::Progress => None,
    };
    match sample.kind {
        Kind::ToolsCall => own::<Client>(&sample.text, asked),
        _ => own::<Server>(&sample.text, asked),
    }
}

fn own<P: Peer + 'static>(text: &str, asked: Option<(i32, &'static str)>) -> Way {
    let read = move |text: &str| {
        let mut pending = Pending::new();
        asked.into_iter().for_each(|(id, method)| pending.insert(id, method));
        Message::<P>::from_str(text, &mut pending).unwrap()
    };
    let message = read(text);
    Way {
        name: "mcp-revisions",
        decode: Box::new(move |text| drop(black_box(read(text)))),
        encode: Box::new(move || drop(black_box(black_box(&message).to_json().unwrap()))),
    }
}
