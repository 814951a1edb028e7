//! Every revision of the Model Context Protocol (MCP) as exact Rust types, a neutral model that
//! holds what any of them can say, and conversions that tell what did not fit.
//!
//! Five things to do with it:
//!
//! **Speak one revision.** It is a module with a feature of its name; all released ones are on by
//! default. More: [`message`].
//!
//! ```
//! # #[cfg(feature = "v2025_11_25")] {
//! use mcp_revisions::message::{Message, Pending};
//! use mcp_revisions::v2025_11_25::{ClientMessage, ListToolsResult, ServerMessage};
//!
//! let ask = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}"#;
//! let Message::Request(ask) = ClientMessage::from_str(ask, &mut Pending::new())? else { panic!() };
//! let answer = ServerMessage::response(ask.id, ListToolsResult::new([]));
//! assert_eq!(answer.to_json()?, r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#);
//! # }
//! # Ok::<(), mcp_revisions::Error>(())
//! ```
//!
//! **Speak several through the [model](mod@model)**, which meets a revision at its edges only.
//!
//! ```
//! # #[cfg(all(feature = "convert", feature = "v2024_11_05"))] {
//! use mcp_revisions::{Revision, convert::Tolerance, model};
//!
//! let list = model::ServerMessage::response(1, model::ListToolsResult::new([]).with_ttl_ms(500));
//! let old = list.lower_to(Revision::V2024_11_05, Some("tools/list"), Tolerance::Drop).unwrap();
//! assert_eq!(old.value(), r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#);
//! # }
//! ```
//!
//! **Convert** a value, a message or a session, and be told what did not fit: [`mod@convert`].
//!
//! ```
//! # #[cfg(all(feature = "convert", feature = "v2024_11_05", feature = "v2025_11_25"))] {
//! use mcp_revisions::convert::{Tolerance, convert};
//! use mcp_revisions::{v2024_11_05, v2025_11_25};
//!
//! let text = r#"{"name": "harbour", "version": "2", "title": "Harbour"}"#;
//! let server: v2025_11_25::Implementation = mcp_revisions::from_str(text)?;
//! let crossing = convert::<_, v2024_11_05::Implementation>(server, Tolerance::Drop).unwrap();
//! assert_eq!(crossing.value().name, "harbour");
//! assert_eq!(crossing.report()[0].pointer, "/title");
//! # }
//! # Ok::<(), mcp_revisions::Error>(())
//! ```
//!
//! **Check** what peers send: every value tells what its revision does not define, the module `check`
//! takes documents by name, and [`Leniency`] reads what peers should not send.
//!
//! ```
//! # #[cfg(feature = "v2025_06_18")] {
//! use mcp_revisions::v2025_06_18::CallToolResult;
//!
//! let text = r#"{"content": [{"type": "hologram"}]}"#;
//! let result: CallToolResult = mcp_revisions::from_str(text)?;
//! assert_eq!(result.deviations()[0].pointer, "/content/0");
//! # }
//! # Ok::<(), mcp_revisions::Error>(())
//! ```
//!
//! **Regenerate**: the types come from JSON Schemas by `cargo codegen generate`, and the next revision
//! is a schema and a short list of decisions. The generator is a library, too; the example
//! `own-schema` of the repository makes types of a schema of one's own in its build script.
//!
//! The [guide](mod@guide) goes through it by what you want to do. JSON that the protocol does not
//! look into stays text ([`Json`]); members that a type does not define are kept, in its field
//! `extensions`. Nothing here panics, whatever the input.
#![forbid(unsafe_code)]
#![no_std]
// Shows on docs.rs which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "ahp")]
pub mod ahp;
#[cfg(feature = "check")]
pub mod check;
#[cfg(feature = "convert")]
pub mod convert;
mod deviation;
mod error;
// Docs only; its examples use every revision.
#[cfg(all(
    any(doc, doctest),
    feature = "convert",
    feature = "v2024_11_05",
    feature = "v2025_03_26",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
pub mod guide;
pub mod json;
mod kinds;
mod lenient;
pub mod map;
pub mod message;
mod number;
mod pointer;
mod read;
mod revision;
mod scalar;
#[cfg(feature = "schemars")]
mod schemas;
mod shapes;
mod tools;
#[doc(hidden)]
pub mod wire;
mod write;

// A person chooses boxes by measurement, not by a lint; links go by the revision's module, whether
// or not the type is in scope.
#[allow(clippy::large_enum_variant, rustdoc::redundant_explicit_links)]
#[rustfmt::skip]
#[path = "../generated/mod.rs"]
mod generated;

pub use deviation::Deviation;
pub use error::Error;
// With other protocols only, there is nothing at the root.
#[allow(unused_imports, unreachable_pub)]
pub use generated::*;
pub use json::{Json, JsonKind, JsonObject};
pub use kinds::WrongKind;
pub use lenient::{Forgiven, Habit, Leniency, Lenient};
pub use map::Map;
pub use message::{Notification, Request};
pub use number::{NotFinite, Number};
pub use read::{from_slice, from_str, to_string};
pub use revision::{Revision, UnknownRevision};
pub use scalar::{Integer, OutOfRange, StringOrInteger};
pub use shapes::{Null, Nullable, OneOrMany};
