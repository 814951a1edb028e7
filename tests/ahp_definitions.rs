//! Every definition of the Agent Host Protocol, on values made from its schema.
//!
//! What the schema accepts is read and written back equal, and what is written is accepted again.
//! What it does not accept is refused, and the error names the member.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, dead_code)]

mod support {
    pub(crate) mod values;
}

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use mcp_revisions::check::{self, Definition, FindingKind, Schema};
use serde_json::Value;
use support::values::{Fault, FaultKind, Maker, Schemas, Style, faults, print};

/// Values that are valid, for each definition.
const VALUES: usize = 200;
/// Values with a fault, where a fault can be made.
const FAULTY: usize = 40;

/// Messages are told apart by the members that only one has. Without it the value is taken for
/// another message: (the member taken away, the member named).
const TAKEN_FOR_ANOTHER: &[(&str, &str)] =
    &[("error", "method"), ("error", "id"), ("result", "method")];

/// A constant that tells two objects apart: with another value it is the other object, which misses
/// a member.
const DECIDES: &str = "approved";

/// The only kind of a union that is open: another tag is held, not refused.
const HELD: &str = "\"automationx\"";

#[derive(Default)]
struct Counts {
    values: AtomicUsize,
    faulty: AtomicUsize,
    failures: Mutex<BTreeMap<String, String>>,
}

#[test]
fn every_definition() {
    let schemas = Schemas::of("ahp", "1.0.0");
    let names: Vec<&str> = schemas.names().collect();
    let counts = Counts::default();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    try_definition(&schemas, name, &counts);
                }
            });
        }
    });
    let failures = counts.failures.into_inner().expect("no judge panics");
    println!(
        "{} definitions, {:?} valid values, {:?} faulty",
        names.len(),
        counts.values,
        counts.faulty
    );
    let shown: Vec<String> =
        failures.iter().take(20).map(|(name, told)| format!("{name}: {told}")).collect();
    let count = failures.len();
    assert!(failures.is_empty(), "{count} definitions failed, such as:\n{}", shown.join("\n"));
    assert!(names.len() >= 456);
}

fn try_definition(schemas: &Schemas, name: &str, counts: &Counts) {
    let fail = |told: String| {
        counts.failures.lock().expect("no judge panics").entry(name.to_owned()).or_insert(told);
    };
    let Some(definition) = check::definition(Schema::AhpV1_0, name) else {
        return fail("there is no such definition".to_owned());
    };
    let validator = schemas.validator(name);
    let mut maker = Maker::new(schemas, "ahp", name);
    let mut made = 0;
    for number in 0.. {
        if made == VALUES {
            break;
        }
        let style = Style::numbered(number);
        let value = maker.make(style);
        let text = print(&value, style.spelling, &mut maker.rng);
        if !validator.is_valid(&parsed(&text)) {
            // Some integers are made without a look at the least allowed one.
            continue;
        }
        made += 1;
        counts.values.fetch_add(1, Ordering::Relaxed);
        match equal(definition, &text) {
            Err(told) => fail(format!("{told}\n    {text}")),
            Ok(written) => {
                if let Err(error) = validator.validate(&parsed(&written)) {
                    fail(format!("written as {written}, which is not valid: {error}"));
                }
            }
        }
    }
    let mut made = 0;
    for number in 1..FAULTY {
        let style = Style { floating: false, ..Style::numbered(number) };
        let value = maker.make(style);
        for fault in faults(schemas, &value, FAULTY / 4, &mut maker.rng) {
            if made == FAULTY {
                return;
            }
            let text = print(&fault.document, style.spelling, &mut maker.rng);
            if validator.is_valid(&parsed(&text)) || parsed(&text).to_string().contains(HELD) {
                continue;
            }
            made += 1;
            counts.faulty.fetch_add(1, Ordering::Relaxed);
            if let Err(told) = refused(definition, &text, &fault) {
                let text: String = text.chars().take(1000).collect();
                fail(format!("{told}\n    {text}"));
            }
        }
    }
}

/// Reads and writes; gives what was written, or what is wrong with it.
fn equal(definition: Definition, text: &str) -> Result<String, String> {
    let written = match definition.rewrite(text) {
        Ok(rewritten) => rewritten.text,
        Err(error) => return Err(format!("refused: {error}")),
    };
    let findings = check::document(definition, text);
    // An integer spelled with a fraction is all that may deviate.
    match findings.iter().find(|finding| {
        finding.kind != FindingKind::Deviates || !finding.what.contains("integer spelled")
    }) {
        Some(finding) => Err(format!("written as {written}: {finding}")),
        None => Ok(written),
    }
}

fn refused(definition: Definition, text: &str, fault: &Fault<'_>) -> Result<(), String> {
    let Fault { kind, pointer, .. } = fault;
    let error = match definition.rewrite(text) {
        Ok(_) => return Err(format!("read, with {kind:?} at {pointer:?}")),
        Err(error) => error,
    };
    let found = error.pointer();
    if found == *pointer {
        return Ok(());
    }
    let (object, taken) = pointer.rsplit_once('/').unwrap_or_default();
    let beside = found.strip_prefix(object).and_then(|rest| rest.strip_prefix('/'));
    let named = beside.and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let excused = TAKEN_FOR_ANOTHER.contains(&(taken, named))
        // The one member that told the kind is gone: the error lists what would.
        || (found == object && error.reason().contains("no member tells the kind"));
    let other_object = *kind == FaultKind::Constant && taken == DECIDES && !named.is_empty();
    if (*kind == FaultKind::Missing && excused) || other_object {
        return Ok(());
    }
    Err(format!("{kind:?} at {pointer:?}; refused: {error}"))
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON that serde_json reads, too")
}
