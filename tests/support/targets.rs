//! What is fuzzed: one function each, for any bytes. They panic where the crate breaks a promise.
//!
//! `tests/fuzzing.rs` runs them over the fixtures and changes of them on any toolchain;
//! `tests/fuzz` is the same for libFuzzer.

#![allow(dead_code, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::OnceLock;

use mcp_revisions::check::{self, FindingKind, Session};
use mcp_revisions::convert::{self, Options, Tolerance};
use mcp_revisions::json::differences;
use mcp_revisions::message::{Direction, Pending, RawMessage};
use mcp_revisions::{Json, Leniency, Revision};
use mcp_revisions_codegen::Module;

use super::grown::grown;

/// A function to fuzz.
pub(crate) type Target = fn(&[u8]);

/// All of them, by name.
pub(crate) const TARGETS: [(&str, Target); 4] =
    [("read", read), ("rewrite", rewrite), ("convert", convert), ("generate", generate)];

/// The revisions, as the first byte of an input counts them.
pub(crate) const REVISIONS: [Revision; 6] = [
    Revision::V2024_11_05,
    Revision::V2025_03_26,
    Revision::V2025_06_18,
    Revision::V2025_11_25,
    Revision::V2026_07_28,
    Revision::Draft,
];

/// The definitions of a revision, as the second byte of an input counts them; 0 is a session.
pub(crate) fn names(revision: Revision) -> &'static [String] {
    static NAMES: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    const SCHEMAS: [&str; 6] = [
        include_str!("../../schemas/mcp/2024-11-05.json"),
        include_str!("../../schemas/mcp/2025-03-26.json"),
        include_str!("../../schemas/mcp/2025-06-18.json"),
        include_str!("../../schemas/mcp/2025-11-25.json"),
        include_str!("../../schemas/mcp/2026-07-28.json"),
        include_str!("../../schemas/mcp/draft.json"),
    ];
    let names = NAMES.get_or_init(|| {
        let each = REVISIONS.iter().zip(SCHEMAS).map(|(revision, schema)| {
            let schema: serde_json::Value = serde_json::from_str(schema).expect("a schema");
            let names = schema["definitions"].as_object().expect("definitions").keys();
            names.filter(|name| check::definition(*revision, name).is_some()).cloned().collect()
        });
        each.collect()
    });
    let at = REVISIONS.iter().position(|known| *known == revision).expect("a known revision");
    &names[at]
}

/// An input: a revision, and a document of one of its definitions or the lines of a session.
struct Input<'a> {
    revision: Revision,
    definition: Option<&'static str>,
    text: &'a [u8],
}

impl<'a> Input<'a> {
    fn of(data: &'a [u8]) -> Option<Self> {
        let [revision, name, text @ ..] = data else { return None };
        let revision = REVISIONS[usize::from(*revision) % REVISIONS.len()];
        let names = names(revision);
        let definition = usize::from(*name).checked_sub(1).map(|at| &*names[at % names.len()]);
        Some(Input { revision, definition, text })
    }

    fn text(&self) -> Option<&'a str> {
        std::str::from_utf8(self.text).ok()
    }
}

/// A line of a session, with its direction where it is a recorded one.
fn unwrapped(line: &str) -> (Option<Direction>, String) {
    let recorded = || {
        let json = Json::from_text(line).ok()?;
        let direction = match json.get("dir")?.as_string()?.as_str() {
            "c2s" => Direction::FromClient,
            _ => Direction::FromServer,
        };
        Some((Some(direction), json.get("msg")?.as_str().to_owned()))
    };
    recorded().unwrap_or_else(|| (None, line.to_owned()))
}

/// Reading ends, in a value or an error with a place in the document, and all doors agree.
pub(crate) fn read(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    let _ = mcp_revisions::from_slice::<Json>(input.text);
    let Some(text) = input.text() else { return };
    if let Ok(json) = Json::from_text(text) {
        assert_eq!(json, json.clone());
        let _ = (json.kind(), json.as_array(), json.as_object().map(|object| object.entries()));
        let whole: Json = serde_json::from_reader(input.text).expect("what a string gives");
        assert_eq!(json, whole);
    }
    match input.definition {
        Some(name) => {
            let definition = check::definition(input.revision, name).expect("a definition");
            if let Err(error) = definition.rewrite(text) {
                let place = Json::from_text(text).ok().map(|json| place(&json, &error.pointer()));
                assert!(error.is_syntax() || place == Some(true), "{error} in {text}");
            }
            // What was read with leniency is a value like any other.
            if let Ok(lenient) = definition.rewrite_with(text, Leniency::all()) {
                let written = definition.rewrite(&lenient.value.text).map(|read| read.text);
                assert_eq!(written, Ok(lenient.value.text));
            }
        }
        None => {
            let mut session = Session::new(input.revision);
            for line in text.lines() {
                let (direction, message) = unwrapped(line);
                session.message(&message, direction);
                let _ = RawMessage::from_str_with(&message, &mut Pending::new(), Leniency::all());
            }
        }
    }
}

/// Whether a pointer leads somewhere, or to a member that is missing.
fn place(json: &Json, pointer: &str) -> bool {
    let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
    json.pointer(pointer).is_some() || json.pointer(parent).is_some()
}

/// What is read is written as an equal document, and that is read as an equal value.
pub(crate) fn rewrite(data: &[u8]) {
    let Some(input) = Input::of(data) else { return };
    let Some(text) = input.text() else { return };
    let unchanged = |findings: Vec<check::Finding>, text: &str| {
        let changed = findings.iter().find(|finding| finding.kind == FindingKind::Changed);
        assert_eq!(changed, None, "{text}");
    };
    match input.definition {
        Some(name) => {
            let definition = check::definition(input.revision, name).expect("a definition");
            unchanged(check::document(definition, text), text);
            if let Ok(once) = definition.rewrite(text) {
                let twice = definition.rewrite(&once.text).expect("what was written is read");
                assert_eq!(once.text, twice.text);
                assert_eq!(once.deviations, twice.deviations);
            }
        }
        None => {
            let mut session = Session::new(input.revision);
            for line in text.lines() {
                let (direction, message) = unwrapped(line);
                unchanged(session.message(&message, direction), &message);
            }
        }
    }
}

/// What crosses into another revision is read there, and what a revision takes as it is comes back
/// as it was.
pub(crate) fn convert(data: &[u8]) {
    let [to, how, data @ ..] = data else { return };
    let Some(input) = Input::of(data) else { return };
    let Some(text) = input.text() else { return };
    let to = REVISIONS[usize::from(*to) % (REVISIONS.len() - 1)];
    if input.revision == Revision::Draft {
        return;
    }
    let tolerance = [Tolerance::Drop, Tolerance::Degrade, Tolerance::Lossless];
    let options = Options::new(tolerance[usize::from(how & 3) % 3]).with_carry(how & 4 == 4);
    match input.definition {
        Some(name) => {
            let Some(passage) = check::passage(input.revision, to, name) else { return };
            let Ok(Ok(crossing)) = passage.convert(text, options) else { return };
            let there = check::definition(to, passage.target()).expect("the target is there");
            let read = there.rewrite(crossing.value());
            let written = read.unwrap_or_else(|error| panic!("{error}: {}", crossing.value())).text;
            let first: Json = crossing.value().parse().expect("JSON");
            let again: Json = written.parse().expect("JSON");
            assert_eq!(differences(&first, &again).next(), None);
        }
        None => {
            let mut session = convert::Session::new(input.revision, to, options);
            let mut there = Session::new(to);
            let mut lost: Vec<Json> = Vec::new();
            for line in text.lines() {
                let (direction, message) = unwrapped(line);
                let crossed = session.message(&message, direction).into_iter().flatten().flatten();
                let crossed: Vec<String> = crossed.filter_map(|one| one.into_value()).collect();
                let came = Vec::from_iter(crossed.iter().flat_map(|message| asked(message)));
                lost.retain(|id| !came.contains(id));
                lost.extend(asked(&message).into_iter().filter(|id| !came.contains(id)));
                for message in &crossed {
                    let findings = there.message(message, direction);
                    let broken = findings.iter().find(|found| found.kind != FindingKind::Deviates);
                    // An answer to a request that did not cross is of no method that is known there,
                    // or of another request with that id.
                    let answers_lost = id_of(message).is_some_and(|id| lost.contains(&id));
                    let is_clear = direction.is_some() && !answers_lost;
                    assert!(broken.is_none() || !is_clear, "{broken:?} in {message}");
                }
            }
        }
    }
}

/// The ids of the requests in a message or a batch.
fn asked(message: &str) -> Vec<Json> {
    let Ok(json) = message.parse::<Json>() else { return Vec::new() };
    let parts = json.as_array().unwrap_or_else(|| Vec::from([json]));
    let asks = parts.into_iter().filter(|part| part.get("method").is_some());
    asks.filter_map(|request| request.get("id")).collect()
}

fn id_of(message: &str) -> Option<Json> {
    message.parse::<Json>().ok()?.get("id")
}

/// The generator makes a module or says what is wrong with the schema, at a length in proportion to
/// it.
pub(crate) fn generate(data: &[u8]) {
    let Some(schema) = schema(data) else { return };
    let made = generated(&schema);
    match &made {
        Ok(module) => assert!(module.contains("@generated")),
        Err(complaints) => assert!(!complaints.is_empty()),
    }
    let length = made.unwrap_or_else(|complaints| complaints).len();
    assert!(length <= ANY_MADE + schema.len() * MOST_MADE, "{length} bytes for {schema}");
}

/// What a schema of any length may become, and what for each of its bytes: through `allOf` it is
/// copied, many times at most, and what a part is called is repeated wherever the part is spoken of.
const ANY_MADE: usize = 128 << 10;
const MOST_MADE: usize = 1 << 10;

/// The schema of an input: its text, or what grows from its bytes.
pub(crate) fn schema(data: &[u8]) -> Option<String> {
    let (first, rest) = data.split_first()?;
    Some(match (first, std::str::from_utf8(rest)) {
        (b' ' | b'{', Ok(text)) => format!("{}{text}", char::from(*first)),
        _ => grown(data).to_string(),
    })
}

/// The module of a schema, or what is wrong with it.
pub(crate) fn generated(schema: &str) -> Result<String, String> {
    let module = Module::from_schema_text(schema, "schema.json");
    module.and_then(|module| module.to_text()).map_err(|errors| errors.to_string())
}
