//! Reading and validation agree, but for kinds that are told apart here, each counted.
//!
//! What the schema accepts is read. What is read and the schema refuses is held on purpose, or
//! breaks a rule that types do not carry.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support {
    pub(crate) mod mutate;
    #[allow(dead_code, unused_imports, reason = "the judge here is the crate's own validation")]
    pub(crate) mod values;
}

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use mcp_revisions::check::{self, Definition, Violation};
use mcp_revisions::{Error, Json, Revision};
use support::mutate::mutate;
use support::values::{Maker, Schemas, Style, faults, print};

/// The least number of documents.
const DOCUMENTS: usize = 100_000;

/// Values of each definition. Each comes as it is, with something unknown, with a fault, and with
/// changes to its text.
const VALUES: usize = 25;

/// Changes to the text of each value.
const CHANGES: usize = 3;

/// Rules that types do not carry.
const CONSTRAINTS: &[&str] = &["format", "maximum", "minimum", "minItems", "maxItems", "minLength"];

/// Where the schema takes a broken value for another alternative of a union: the member at fault.
const BROKEN_BUT_VALID: &[(&str, &[&str])] = &[
    ("a broken request passes as a notification", &["id", "method"]),
    (
        "a broken choice of a form passes as a text without choices",
        &["enum", "enumNames", "oneOf", "anyOf", "const", "title", "items"],
    ),
];

/// What came of the documents, by kind.
type Counts = BTreeMap<&'static str, usize>;

/// What went wrong, by complaint.
type Failures = BTreeMap<String, String>;

struct Case<'a> {
    revision: Revision,
    name: &'a str,
    definition: Definition,
    counts: Counts,
    failures: Failures,
}

#[test]
fn reading_and_validation_agree() {
    let revisions: Vec<Revision> =
        Revision::RELEASED.into_iter().chain([Revision::Draft]).collect();
    let each: Vec<(Counts, Failures)> = thread::scope(|scope| {
        let threads: Vec<_> = revisions
            .iter()
            .map(|revision| {
                let revision = *revision;
                scope.spawn(move || try_revision(revision))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no judge panics")).collect()
    });
    let mut total = Counts::new();
    // One failure of a kind tells enough.
    let mut failures = BTreeMap::new();
    for (counts, failed) in each {
        for (kind, count) in counts {
            *total.entry(kind).or_default() += count;
        }
        failures.extend(failed);
    }
    let documents: usize = total.values().sum();
    println!("{documents} documents");
    for (kind, count) in &total {
        println!("{count:>8}  {kind}");
    }
    let shown: Vec<&str> = failures.values().take(20).map(String::as_str).collect();
    assert!(failures.is_empty(), "{} failures, such as:\n{}", failures.len(), shown.join("\n"));
    assert!(documents >= DOCUMENTS);
    let told = |kind: &str| total.contains_key(kind);
    assert!(BROKEN_BUT_VALID.iter().all(|(kind, _)| told(kind)), "a kind that never happens");
}

fn try_revision(revision: Revision) -> (Counts, Failures) {
    let schemas = Schemas::load(revision.as_str());
    let (mut counts, mut failures) = (Counts::new(), Failures::new());
    for name in schemas.names() {
        let definition = check::definition(revision, name).expect("every definition is there");
        let mut case = Case { revision, name, definition, counts, failures };
        let mut maker = Maker::new(&schemas, revision.as_str(), name);
        for number in 0..VALUES {
            let style = Style::numbered(number);
            let value = maker.make(style);
            let text = print(&value, style.spelling, &mut maker.rng);
            for _ in 0..CHANGES {
                let mut changed = mutate(&text, &mut maker.rng);
                for _ in 0..20 {
                    if Json::from_text(changed.as_str()).is_ok() {
                        break;
                    }
                    changed = mutate(&text, &mut maker.rng);
                }
                case.judge(&changed);
            }
            case.judge(&text);
            for fault in faults(&schemas, &value, 1, &mut maker.rng) {
                case.judge(&print(&fault.document, style.spelling, &mut maker.rng));
            }
            let unknown = maker.make(Style { unknown: true, ..style });
            case.judge(&print(&unknown, style.spelling, &mut maker.rng));
        }
        Case { counts, failures, .. } = case;
    }
    (counts, failures)
}

impl Case<'_> {
    fn judge(&mut self, text: &str) {
        let kind = match self.kind(text) {
            Ok(kind) => kind,
            Err(complaint) => {
                let text: String = text.chars().take(600).collect();
                let Case { revision, name, .. } = self;
                let told = format!("{revision} {name}: {complaint}\n    {text}");
                self.failures.insert(complaint, told);
                "failures"
            }
        };
        *self.counts.entry(kind).or_default() += 1;
    }

    fn kind(&self, text: &str) -> Result<&'static str, String> {
        let read = self.definition.rewrite(text);
        let Ok(json) = Json::from_text(text) else {
            return match read {
                Ok(_) => Err("read, and no JSON".to_owned()),
                Err(_) => Ok("no JSON: refused"),
            };
        };
        let said = self.revision.validate(self.name, &json);
        match (read, said) {
            (Ok(_), Ok(violations)) if violations.is_empty() => Ok("valid: read"),
            (Err(_), Ok(violations)) if !violations.is_empty() => Ok("invalid: refused"),
            (Ok(read), Ok(violations)) => {
                let held: Vec<&str> =
                    read.deviations.iter().map(|found| found.pointer.as_str()).collect();
                read_but_invalid(&violations, &held)
            }
            (Err(_), Ok(_)) if says_twice(&json) => {
                Ok("valid to a validator, which sees one of two members with a name: refused")
            }
            (Err(error), Ok(_)) => valid_but_refused(&error),
            // Nothing that types look into: the text would not fit a Rust string or a double.
            (Ok(_), Err(_)) => Ok("not for validators, in free JSON: read"),
            (Err(_), Err(_)) => Ok("not for validators: refused"),
        }
    }
}

/// Whether an object somewhere has two members with one name.
fn says_twice(json: &Json) -> bool {
    if let Some(object) = json.as_object() {
        let members = object.entries();
        let names: BTreeSet<&str> = members.keys().collect();
        return names.len() < members.len() || members.values().any(says_twice);
    }
    json.as_array().is_some_and(|elements| elements.iter().any(says_twice))
}

fn read_but_invalid(violations: &[Violation], held: &[&str]) -> Result<&'static str, String> {
    let is_held = |violation: &Violation| {
        held.iter().any(|held| {
            violation.pointer.starts_with(held) || held.starts_with(&*violation.pointer)
        })
    };
    let is_constraint = |violation: &Violation| {
        let keyword = violation.schema.rsplit('/').next().unwrap_or_default();
        CONSTRAINTS.contains(&keyword)
    };
    match violations.iter().find(|violation| !is_held(violation) && !is_constraint(violation)) {
        Some(violation) => Err(format!("read; the schema: {violation} ({})", violation.schema)),
        None if violations.iter().any(is_held) => {
            Ok("invalid, with an unknown kind or value: held and told")
        }
        None => Ok("invalid by a rule that types do not carry: read"),
    }
}

fn valid_but_refused(error: &Error) -> Result<&'static str, String> {
    if error.reason().contains("not exact in 64 bits") {
        return Ok("valid, with an integer beyond 64 bits: refused");
    }
    if error.reason().contains("floating point") {
        return Ok("valid, with a fraction that a double loses: refused");
    }
    let pointer = error.pointer();
    let names: Vec<&str> = pointer.split('/').collect();
    let broken = |(_, members): &&(&str, &[&str])| {
        names.iter().rev().take(3).any(|name| members.contains(name))
    };
    match BROKEN_BUT_VALID.iter().find(broken) {
        Some((kind, _)) => Ok(kind),
        None => Err(format!("refused: {error}; the schema accepts it")),
    }
}
