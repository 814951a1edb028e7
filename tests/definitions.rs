//! Every definition of every revision, on values made from its schema.
//!
//! What the schema accepts is read and written back equal, and what is written is accepted again.
//! What it does not accept, since a required member is missing or has another type, is refused, and
//! the error names that member. Values that a revision does not list are held and reported.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support {
    pub(crate) mod values;
}

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use mcp_revisions::check::{self, Definition, Finding, FindingKind};
use mcp_revisions::{Error, Revision};
use serde_json::Value;
use support::values::{Fault, FaultKind, Maker, Schemas, Size, Style, faults, print};

/// Values that are valid, for each definition.
const VALUES: usize = 200;
/// Values with a tag or an enum's value that the revision does not know, where there are such.
const HELD: usize = 20;
/// Values with a fault, where a fault can be made.
const FAULTY: usize = 60;

/// The most values that are made until every choice of a definition was made in all ways.
const MOST_VALUES: usize = 400;

/// A union without a tag is told apart by the members that only one alternative has. Without that
/// member the value is taken for another alternative, and the error names what that one misses in
/// the same object: (the member taken away, the member named).
const TAKEN_FOR_ANOTHER: &[(&str, &str)] = &[
    // Messages: what has neither `result` nor `error` but an `id` is a request.
    ("error", "method"),
    ("result", "method"),
    // Responses by themselves, also in a batch.
    ("result", "error"),
    // TextOrBlobResourceContents
    ("text", "blob"),
    // A result that may be a task, with the members of the plain result.
    ("task", "action"),
    ("task", "content"),
    ("task", "role"),
    // Elicitation without a mode is a form.
    ("mode", "requestedSchema"),
    // Answers to input requests: neither of sampling nor of roots, so of elicitation.
    ("model", "action"),
    ("model", "content"),
    ("roots", "action"),
    // Enum schemas of forms.
    ("enum", "anyOf"),
    ("enum", "oneOf"),
    ("oneOf", "enum"),
];

/// What the schema accepts and this crate does not: a value is known as one alternative of a union
/// and broken at one of these members, and the schema lets it pass as another alternative, to which
/// the member means nothing.
const BROKEN_BUT_VALID: &[&str] = &[
    // A request whose id or progress token is broken passes as a notification.
    "id",
    "_meta/progressToken",
    // The schema of a choice in a form passes as that of a string, or of a choice without titles.
    "enum",
    "enumNames",
    "oneOf",
    "oneOf/const",
    "oneOf/title",
];

/// What was tried.
#[derive(Debug, Default)]
struct Counts {
    definitions: usize,
    values: usize,
    held: usize,
    faulty: usize,
    harmless: usize,
    /// Definitions that failed, and how.
    failures: Vec<(String, String)>,
    taken_for_another: BTreeSet<(&'static str, &'static str)>,
    broken_but_valid: BTreeSet<&'static str>,
}

/// One definition and its judges.
struct Case<'a> {
    name: &'a str,
    definition: Definition,
    validator: jsonschema::Validator,
    maker: Maker<'a>,
    counts: &'a mut Counts,
}

#[test]
fn every_definition_of_every_revision() {
    let revisions: Vec<Revision> =
        Revision::RELEASED.into_iter().chain([Revision::Draft]).collect();
    let each: Vec<Counts> = thread::scope(|scope| {
        let start = |revision: &Revision| {
            let revision = *revision;
            scope.spawn(move || try_revision(revision))
        };
        let threads: Vec<_> = revisions.iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("no judge panics")).collect()
    });
    // One failure of a definition tells enough.
    let mut failures = BTreeMap::new();
    let mut rows = (BTreeSet::new(), BTreeSet::new());
    for (revision, counts) in revisions.iter().zip(each) {
        let Counts { definitions, values, held, faulty, harmless, .. } = counts;
        println!(
            "{revision}: {definitions} definitions, {values} valid values, {held} held, {faulty} \
             faulty, {harmless} with a change that does no harm"
        );
        for (name, complaint) in counts.failures {
            let told = format!("{revision} {name}: {complaint}");
            failures.entry((revision, name)).or_insert(told);
        }
        rows.0.extend(counts.taken_for_another);
        rows.1.extend(counts.broken_but_valid);
    }
    let shown: Vec<&str> = failures.values().take(20).map(String::as_str).collect();
    let count = failures.len();
    assert!(failures.is_empty(), "{count} definitions failed, such as:\n{}", shown.join("\n"));
    // A row that no value needs any more is to be taken out.
    assert_eq!(rows.0, TAKEN_FOR_ANOTHER.iter().copied().collect());
    assert_eq!(rows.1, BROKEN_BUT_VALID.iter().copied().collect());
}

fn try_revision(revision: Revision) -> Counts {
    let schemas = Schemas::load(revision.as_str());
    let mut counts = Counts::default();
    for name in schemas.names() {
        let Some(definition) = check::definition(revision, name) else {
            counts.failures.push((name.to_owned(), "there is no such definition".to_owned()));
            continue;
        };
        let validator = schemas.validator(name);
        let maker = Maker::new(&schemas, revision.as_str(), name);
        let mut case = Case { name, definition, validator, maker, counts: &mut counts };
        case.valid_values();
        case.held_values();
        case.faulty_values(&schemas);
    }
    counts
}

impl Case<'_> {
    fn valid_values(&mut self) {
        self.counts.definitions += 1;
        for number in 0..MOST_VALUES {
            let mut style = Style::numbered(number);
            if number >= VALUES {
                style.size = Size::Seeking;
                if self.maker.left_out(self.maker.schema) == 0 {
                    return;
                }
            }
            let value = self.maker.make(style);
            let text = print(&value, style.spelling, &mut self.maker.rng);
            self.counts.values += 1;
            self.read_and_written(&text, &value.deviations());
        }
        self.fail("", "some choices were not made in all ways");
    }

    fn held_values(&mut self) {
        for number in 0..HELD {
            let size = if number == 0 { Size::Full } else { Size::Random };
            let style = Style { size, floating: false, unknown: true, ..Style::numbered(number) };
            let value = self.maker.make(style);
            let expected = value.deviations();
            if expected.is_empty() {
                continue;
            }
            let text = print(&value, style.spelling, &mut self.maker.rng);
            self.counts.held += 1;
            self.held(&text, &expected);
        }
    }

    fn faulty_values(&mut self, schemas: &Schemas) {
        let mut count = 0;
        for number in 1.. {
            let style = Style { floating: false, ..Style::numbered(number) };
            let value = self.maker.make(style);
            let most = if style.size == Size::Full { FAULTY / 4 } else { FAULTY / 10 };
            let faults = faults(schemas, &value, most, &mut self.maker.rng);
            if count + faults.len() > FAULTY || number > FAULTY {
                break;
            }
            count += faults.len();
            for fault in faults {
                let text = print(&fault.document, style.spelling, &mut self.maker.rng);
                self.refused(&text, &fault);
            }
        }
    }

    /// A valid value: nothing changes, and nothing is reported but integers spelled as floats.
    fn read_and_written(&mut self, text: &str, expected: &BTreeSet<String>) {
        match self.equal(text, expected) {
            Err(complaint) => self.fail(text, &complaint),
            Ok(written) => {
                if let Err(error) = self.validator.validate(&parsed(&written)) {
                    let complaint = format!("written as {written}, which is not valid: {error}");
                    self.fail(text, &complaint);
                }
            }
        }
    }

    /// A value with something unknown: nothing changes, and exactly that is reported.
    fn held(&mut self, text: &str, expected: &BTreeSet<String>) {
        if let Err(complaint) = self.equal(text, expected) {
            self.fail(text, &complaint);
        }
    }

    /// Reads and writes; gives what was written, or what is wrong with it.
    fn equal(&self, text: &str, expected: &BTreeSet<String>) -> Result<String, String> {
        let written = match self.definition.rewrite(text) {
            Ok(rewritten) => rewritten.text,
            Err(error) => return Err(format!("refused: {error}")),
        };
        let findings = check::document(self.definition, text);
        let told = |finding: &Finding| finding.to_string();
        let is_change = |finding: &&Finding| finding.kind != FindingKind::Deviates;
        if let Some(change) = findings.iter().find(is_change) {
            return Err(format!("written as {written}: {change}"));
        }
        let found: BTreeSet<&str> = findings.iter().map(|f| f.pointer.as_str()).collect();
        if !found.iter().copied().eq(expected.iter().map(String::as_str)) {
            let found: Vec<String> = findings.iter().map(told).collect();
            return Err(format!("to be reported: {expected:?}; reported: {found:?}"));
        }
        // The comparison above is this crate's own: so look at it with other eyes, too.
        if expected.is_empty() && parsed(text) != parsed(&written) {
            return Err(format!("written as {written}, which serde_json finds different"));
        }
        Ok(written)
    }

    /// A value with a fault: refused, with the member's name, where the schema refuses it.
    fn refused(&mut self, text: &str, fault: &Fault<'_>) {
        let valid = self.validator.is_valid(&parsed(text));
        match (self.definition.rewrite(text), valid) {
            (Ok(_), true) => {
                self.counts.harmless += 1;
                self.read_and_written(text, &BTreeSet::new());
            }
            (Ok(_), false) => {
                self.counts.faulty += 1;
                self.fail(text, &format!("read, with a fault at {:?}", fault.pointer));
            }
            (Err(error), true) => self.broken_but_valid(text, fault, &error),
            (Err(error), false) => {
                self.counts.faulty += 1;
                if error.pointer() != fault.pointer {
                    self.named_another(text, fault, &error);
                }
            }
        }
    }

    fn broken_but_valid(&mut self, text: &str, fault: &Fault<'_>, error: &Error) {
        let names = format!("/{}", names(&fault.pointer).join("/"));
        let row = BROKEN_BUT_VALID.iter().find(|row| names.ends_with(&format!("/{row}")));
        match row {
            Some(row) if error.pointer() == fault.pointer => {
                self.counts.broken_but_valid.insert(row);
            }
            _ => self.fail(text, &format!("refused: {error}; the schema accepts it")),
        }
    }

    fn named_another(&mut self, text: &str, fault: &Fault<'_>, error: &Error) {
        let (object, taken) = fault.pointer.rsplit_once('/').unwrap_or_default();
        let pointer = error.pointer();
        let beside = pointer.strip_prefix(object).and_then(|rest| rest.strip_prefix('/'));
        let named = beside.and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let row = TAKEN_FOR_ANOTHER.iter().find(|row| **row == (taken, named));
        match row {
            Some(row) if fault.kind == FaultKind::Missing => {
                self.counts.taken_for_another.insert(*row);
            }
            _ => {
                let Fault { kind, pointer, .. } = fault;
                self.fail(text, &format!("{kind:?} at {pointer:?}; refused: {error}"));
            }
        }
    }

    fn fail(&mut self, text: &str, complaint: &str) {
        let text: String = text.chars().take(1000).collect();
        self.counts.failures.push((self.name.to_owned(), format!("{complaint}\n    {text}")));
    }
}

/// The names in a pointer, without the indexes of arrays.
fn names(pointer: &str) -> Vec<&str> {
    let is_index = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    pointer.split('/').filter(|part| !is_index(part)).collect()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON that serde_json reads, too")
}
