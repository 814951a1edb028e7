//! Reading what can be read of a document: a broken element of a list does not cost the others.
//!
//! The strict readers ([`from_str`](crate::from_str), `Message::from_str`) refuse a document for one
//! broken tool among hundreds. [`salvage`] takes such elements out, each with its error, and gives
//! the rest typed. `Message::salvage` does so for a message.
//!
//! The strict reader alone decides what is broken. Where it refuses an element of an array, at any
//! depth, the element of the outermost array goes: the tool, not the icon of the tool.

mod frame;
mod sift;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::DeserializeOwned;

use crate::{Error, Json};
use frame::Frame;
use sift::{Budget, sift};

/// A value read from a document without the elements that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Salvaged<T> {
    /// What could be read. Its arrays close up: the elements that are left move together.
    pub value: T,
    /// What could not, in the order of the document. Empty where the strict reader would have read
    /// the document too.
    pub faults: Vec<Fault>,
}

/// An element that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// Where the element stands in the document as it came, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// The element as it came.
    pub element: Json,
    /// Why it could not be read. Its path is that of the document as it came; it has no line and
    /// no column.
    pub error: Error,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// Reads a value from JSON text, without the elements of arrays that do not fit the type.
///
/// ```
/// # #[cfg(feature = "v2025_11_25")] {
/// use mcp_revisions::{salvage, v2025_11_25::ListToolsResult};
///
/// let text = r#"{"tools": [
///     {"name": "add"},
///     {"name": "sub", "inputSchema": {"type": "object"}}
/// ]}"#;
/// let list = salvage::<ListToolsResult>(text)?;
/// assert_eq!(list.value.tools[0].name, "sub");
/// assert_eq!(list.faults[0].pointer, "/tools/0");
/// assert_eq!(list.faults[0].error.to_string(), "tools[0].inputSchema: missing member");
/// # }
/// # Ok::<(), mcp_revisions::Error>(())
/// ```
///
/// A document without faults costs what the strict reader costs. Otherwise broken elements are
/// looked for in a copy of the document in which everything else is cut short, so the cost is that
/// of reading the document a few times, and for each broken element that of reading a small
/// document. It is bounded whatever the document: where more than 65,536 elements are broken, or
/// looking for them takes more than reading 16 documents of this length (and 16 MiB besides),
/// the strict error is returned.
///
/// `T` is a type of this crate. In a type of your own, elements of arrays are found where the error
/// says where they are: serde's own `Vec` does not.
///
/// # Errors
///
/// The text is no JSON, or what does not fit is not inside an array.
pub fn salvage<T: DeserializeOwned>(text: &str) -> Result<Salvaged<T>, Error> {
    salvage_by(text, &mut |text| crate::from_str(text))
}

/// The same with any strict reader.
pub(crate) fn salvage_by<T>(
    text: &str,
    read: &mut dyn FnMut(&str) -> Result<T, Error>,
) -> Result<Salvaged<T>, Error> {
    let first = match read(text) {
        Ok(value) => return Ok(Salvaged { value, faults: Vec::new() }),
        Err(error) => error,
    };
    let mut budget = Budget::of(text);
    let mut text = text.to_owned();
    let mut error = first.clone();
    let mut faults = Vec::new();
    let mut sifted: Vec<Vec<String>> = Vec::new();
    loop {
        let Some((names, index)) = error.outermost_array().filter(|_| !error.is_syntax()) else {
            return Err(error);
        };
        if sifted.contains(&names) {
            // The elements were fine one by one, and are not together: nothing to take out.
            return Err(first);
        }
        let whole = Frame::whole(&text, &names).ok_or_else(|| error.clone())?;
        let mut refusal = |text: &str| read(text).err();
        let Some(broken) = sift(&text, &names, index, &error, &mut budget, &mut refusal) else {
            return Err(error);
        };
        let mut broken = broken.into_iter().peekable();
        let mut kept = Vec::new();
        for (index, element) in whole.elements().enumerate() {
            match broken.next_if(|(at, _)| *at == index) {
                None => kept.push(element),
                Some((_, error)) => faults.push(Fault {
                    pointer: error.pointer_of_element(),
                    element: Json::from_text(element)?,
                    error,
                }),
            }
        }
        text = whole.holding(&kept);
        sifted.push(names);
        if !budget.spend(text.len()) {
            return Err(error);
        }
        match read(&text) {
            Ok(value) => return Ok(Salvaged { value, faults }),
            // Positions in a text that nobody has seen are of no use.
            Err(next) => error = next.unplaced(),
        }
    }
}
