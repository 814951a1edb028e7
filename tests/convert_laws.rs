//! The laws of conversions, on values made from the schema of every definition, between all pairs
//! of released revisions.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support {
    pub(crate) mod crossing;
    pub(crate) mod faults;
    pub(crate) mod laws;
    pub(crate) mod shared;
    #[allow(dead_code, unused_imports)]
    pub(crate) mod values;
}

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::thread;

use jsonschema::Validator;
use mcp_revisions::convert::{Happened, Notice};
use mcp_revisions::{Json, Revision, check};
use serde_json::json;
use support::crossing::Crossed;
use support::faults::Faults;
use support::laws::{Broken, Document, Judge, Law, of_pair, of_same};
use support::shared;
use support::values::{Maker, Member, Part, Schemas, Style, What, print};

/// Values that the sender's revision knows, for each definition; each goes to every revision.
const VALUES: usize = 40;
/// Values with a kind or an enum's value that it does not know, where there are such.
const UNKNOWN: usize = 8;

/// Values as each other revision has them, for each definition.
const STRANGERS: usize = 4;

/// The most of a document or a complaint that is shown.
const SHOWN: usize = 1500;

const NEWEST: Revision = Revision::V2026_07_28;

/// Definitions that are another name for something (JSON, a map, a list): that is what crosses.
const ALIASES: &[&str] = &[
    "Cursor",
    "EmptyResult",
    "InputRequests",
    "InputResponses",
    "JSONArray",
    "JSONObject",
    "JSONRPCBatchRequest",
    "JSONRPCBatchResponse",
    "JSONValue",
    "MetaObject",
    "ProgressToken",
    "RequestId",
];

/// The schemas of all revisions, and validators as they are needed.
struct Schools {
    schemas: BTreeMap<Revision, Schemas>,
    validators: Mutex<BTreeMap<(Revision, String), Arc<Validator>>>,
}

impl Schools {
    /// The validator of a definition; none for an object that the schema does not name.
    fn validator(&self, revision: Revision, name: &str) -> Option<Arc<Validator>> {
        if self.schemas[&revision].definition(name).is_null() {
            return None;
        }
        let key = (revision, name.to_owned());
        if let Some(known) = self.validators.lock().expect("no judge panics").get(&key) {
            return Some(Arc::clone(known));
        }
        let made = Arc::new(self.schemas[&revision].validator(name));
        let mut validators = self.validators.lock().expect("no judge panics");
        Some(Arc::clone(validators.entry(key).or_insert(made)))
    }
}

impl Judge for Option<Arc<Validator>> {
    fn faults(&self, document: &str, strict: bool) -> Option<String> {
        let validator = self.as_deref()?;
        let value = serde_json::from_str(document).expect("what is written is JSON");
        if validator.is_valid(&value) {
            return None;
        }
        let faults = Faults::of(validator, &value);
        if faults.refused.is_empty() && !strict {
            return None;
        }
        let error = validator.validate(&value).err().map(|error| error.to_string());
        Some(format!("{faults:?}: {}", error.unwrap_or_default()))
    }
}

/// What was tried.
#[derive(Default)]
struct Counts {
    definitions: usize,
    /// Definitions and the revisions that they cross to.
    ways: BTreeSet<(String, Revision)>,
    values: usize,
    crossings: usize,
    notices: usize,
    plain: Vec<String>,
    /// The shortest document by which a law is broken.
    failures: BTreeMap<(Law, String), (usize, String)>,
}

impl Schools {
    fn load() -> Self {
        let schemas = |revision: Revision| (revision, Schemas::load(revision.as_str()));
        let schemas = Revision::RELEASED.into_iter().map(schemas).collect();
        Schools { schemas, validators: Mutex::default() }
    }
}

#[test]
fn every_definition_between_all_revisions() {
    let schools = Schools::load();
    let all: Vec<Counts> = thread::scope(|scope| {
        let start = |revision| {
            let schools = &schools;
            scope.spawn(move || try_revision(schools, revision))
        };
        let threads: Vec<_> = Revision::RELEASED.into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("no law panics")).collect()
    });
    let mut failures = BTreeMap::new();
    let mut no_way = BTreeSet::new();
    for (revision, counts) in Revision::RELEASED.into_iter().zip(all) {
        let Counts { definitions, ways, values, crossings, notices, plain, .. } = counts;
        println!(
            "{revision}: {definitions} definitions, {} ways to other revisions, {values} \
             values, {crossings} crossings, {notices} notices",
            ways.len()
        );
        no_way.extend(plain);
        failures.extend(counts.failures);
    }
    assert!(no_way.iter().eq(ALIASES), "there is no way for {no_way:?}");
    complain(&failures);
}

/// What a peer says of another revision than its own: kinds, members and values that its own does
/// not define are typed where the target does, and held, carried or dropped elsewhere.
#[test]
fn every_definition_as_another_revision_has_it() {
    let schools = Schools::load();
    let all: Vec<Counts> = thread::scope(|scope| {
        let start = |revision| {
            let schools = &schools;
            scope.spawn(move || try_strangers(schools, revision))
        };
        let threads: Vec<_> = Revision::RELEASED.into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("no law panics")).collect()
    });
    let mut failures = BTreeMap::new();
    for (revision, counts) in Revision::RELEASED.into_iter().zip(all) {
        let Counts { values, crossings, notices, .. } = counts;
        println!("{revision}: {values} values of others, {crossings} crossings, {notices} notices");
        failures.extend(counts.failures);
    }
    complain(&failures);
}

#[test]
fn official_examples() {
    let Some(folder) = shared::shared("mcp/upstream/2026-07-28/examples") else { return };
    let schools = Schools::load();
    let mut counts = Counts::default();
    let mut same = 0;
    for kind in shared::files(&folder, "") {
        let name = kind.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        for path in shared::files(&kind, ".json") {
            let text = std::fs::read_to_string(&path).expect("an example is read");
            let json: Json = text.parse().expect("an example is JSON");
            let document = Document { text: &text, json, has_unknown: false, is_stranger: false };
            counts.values += 1;
            if let Some(text) = in_envelope(&document.json) {
                let json = text.parse().expect("it still is JSON");
                let document =
                    Document { text: &text, json, has_unknown: false, is_stranger: false };
                try_document(&schools, NEWEST, &name, &document, &mut counts);
            } else {
                try_document(&schools, NEWEST, &name, &document, &mut counts);
            }
            if let Some(passage) = check::passage(NEWEST, NEWEST, &name) {
                let mut broken = Vec::new();
                of_same(passage, &document, &mut broken);
                assert_eq!(broken, [], "{name}");
                same += 1;
            }
        }
    }
    let Counts { values, crossings, notices, failures, .. } = counts;
    println!(
        "{values} official examples, {same} of a definition that crosses, {crossings} crossings, \
         {notices} notices"
    );
    complain(&failures);
    assert_eq!(values, 129);
}

#[test]
fn the_laws_see_what_is_called_degraded_and_is_gone() {
    let report = vec![Notice {
        pointer: "/a".to_owned(),
        feature: None,
        happened: Happened::Degraded,
        from: None,
        to: NEWEST,
        why: "".into(),
    }];
    let json = |text: &str| text.parse::<Json>().expect("it is JSON");
    let faults = |input: &str, output: &str| {
        let crossed = Crossed { json: json(output), report: report.clone() };
        crossed.faults_of_report(&json(input))
    };
    let gone = ["called degraded, and gone: /a: missing"];
    assert_eq!(faults(r#"{"a": {"b": "word"}}"#, "{}"), gone);
    assert_eq!(faults(r#"{"a": {}}"#, r#"{"c": "a word"}"#), gone);
    assert_eq!(faults(r#"{"a": {"b": "word"}}"#, r#"{"c": "a word"}"#), [""; 0]);
    assert_eq!(faults(r#"{"a": {}}"#, r#"{"c": "{ }"}"#), [""; 0]);
}

fn complain(failures: &BTreeMap<(Law, String), (usize, String)>) {
    let mut per_law: BTreeMap<Law, usize> = BTreeMap::new();
    for ((law, place), (_, told)) in failures {
        *per_law.entry(*law).or_default() += 1;
        println!("{law:?} {place}: {told}\n");
    }
    assert!(failures.is_empty(), "broken laws, by definition and pair: {per_law:?}");
}

fn try_revision(schools: &Schools, revision: Revision) -> Counts {
    let schemas = &schools.schemas[&revision];
    let mut counts = Counts::default();
    for name in schemas.names() {
        if check::passage(revision, revision, name).is_none() {
            counts.plain.push(name.to_owned());
            continue;
        }
        counts.definitions += 1;
        let mut maker = Maker::new(schemas, revision.as_str(), name);
        for number in 0..VALUES + UNKNOWN {
            let unknown = number >= VALUES;
            let style = Style { unknown, ..Style::numbered(number) };
            let mut value = maker.make(style);
            put_into_envelope(schemas, name, &mut value);
            let has_unknown = unknown && !value.deviations().is_empty();
            if unknown && !has_unknown {
                continue;
            }
            let text = print(&value, style.spelling, &mut maker.rng);
            let json = text.parse().expect("what is printed is JSON");
            counts.values += 1;
            try_document(
                schools,
                revision,
                name,
                &Document { text: &text, json, has_unknown, is_stranger: false },
                &mut counts,
            );
        }
    }
    counts
}

/// Values of each other revision that this one can read.
fn try_strangers(schools: &Schools, revision: Revision) -> Counts {
    let mut counts = Counts::default();
    for (other, schemas) in schools.schemas.iter().filter(|(other, _)| **other != revision) {
        for name in schemas.names() {
            let Some(passage) = check::passage(revision, revision, name) else { continue };
            let mut maker = Maker::new(schemas, other.as_str(), name);
            for number in 0..STRANGERS {
                let style = Style { unknown: number % 2 == 1, ..Style::numbered(number) };
                let mut value = maker.make(style);
                put_into_envelope(schemas, name, &mut value);
                let has_unknown = !value.deviations().is_empty();
                let text = print(&value, style.spelling, &mut maker.rng);
                if passage.lift(&text).is_err() {
                    continue;
                }
                let json = text.parse().expect("what is printed is JSON");
                counts.values += 1;
                let is_stranger = true;
                let document = Document { text: &text, json, has_unknown, is_stranger };
                try_document(schools, revision, name, &document, &mut counts);
            }
        }
    }
    counts
}

fn try_document(
    schools: &Schools,
    revision: Revision,
    name: &str,
    document: &Document<'_>,
    counts: &mut Counts,
) {
    for target in Revision::RELEASED {
        let Some(passage) = check::passage(revision, target, name) else { continue };
        let mut broken: Vec<Broken> = Vec::new();
        if revision == target {
            of_same(passage, document, &mut broken);
        } else {
            counts.crossings += 1;
            counts.ways.insert((name.to_owned(), target));
            let judge = schools.validator(target, passage.target());
            let pair = [revision, target];
            counts.notices += of_pair(pair, passage, document, &judge, &mut broken);
        }
        for (law, complaint) in broken {
            let place = format!("{name} {revision} -> {target}");
            let length = document.text.len();
            let cut = |text: &str| text.chars().take(SHOWN).collect::<String>();
            let told = || (length, format!("{}\n    {}", cut(&complaint), cut(document.text)));
            let shortest = counts.failures.entry((law, place)).or_insert_with(told);
            if length < shortest.0 {
                *shortest = told();
            }
        }
    }
}

/// An example of a request or notification that stands without its envelope, with one.
fn in_envelope(example: &Json) -> Option<String> {
    let mut object = example.as_object()?;
    if object.get("method").is_none() || object.get("jsonrpc").is_some() {
        return None;
    }
    object.insert("jsonrpc", "2.0");
    if object.get("id").is_none() {
        object.insert("id", 7);
    }
    Some(object.as_str().to_owned())
}

/// Puts the envelope around a request or notification that is defined without it: the members are
/// unmodelled ones until 2025-11-25, which names them.
fn put_into_envelope(schemas: &Schemas, name: &str, value: &mut Part<'_>) {
    let members = &schemas.definition(name)["properties"];
    let is_bare = members.get("method").is_some() && members.get("jsonrpc").is_none();
    let What::Object(found) = &mut value.what else { return };
    if !is_bare {
        return;
    }
    let mut envelope = vec![("jsonrpc", json!("2.0"))];
    if name.ends_with("Request") {
        envelope.push(("id", json!(7)));
    }
    for (name, value) in envelope {
        let part = Part::fixed(&value);
        found.push(Member { name: name.to_owned(), part, required: false, is_tag: false });
    }
}
