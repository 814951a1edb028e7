//! Reading and validation agree; where reading takes more, the kinds are told apart and counted.
//!
//! What validation accepts is read, without exception. What is read and validation refuses is held on
//! purpose, or breaks a rule that types do not carry.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support {
    pub(crate) mod mutate;
    #[allow(dead_code, unused_imports, reason = "the judge here is the crate's own validation")]
    pub(crate) mod values;
}

use std::collections::BTreeMap;
use std::thread;

use mcp_revisions::check::{self, Definition, Violation};
use mcp_revisions::{Json, Revision};
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
            (Err(error), Ok(_)) => Err(format!("refused: {error}; validation accepts it")),
            // Deep down in free JSON, where types do not look.
            (Ok(_), Err(_)) => Ok("not for validators, in free JSON: read"),
            (Err(_), Err(_)) => Ok("not for validators: refused"),
        }
    }
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
    let is_text = |violation: &Violation| violation.schema.is_empty();
    let is_known = |violation: &&Violation| {
        is_held(violation) || is_constraint(violation) || is_text(violation)
    };
    match violations.iter().find(|violation| !is_known(violation)) {
        Some(violation) => Err(format!("read; the schema: {violation} ({})", violation.schema)),
        None if violations.iter().any(is_held) => {
            Ok("invalid, with an unknown kind or value: held and told")
        }
        None if violations.iter().any(is_constraint) => {
            Ok("invalid by a rule that types do not carry: read")
        }
        None => Ok("a member said twice or half of a surrogate pair in free JSON: read"),
    }
}
