//! Recorded sessions, converted to every other revision: what comes out is valid there by the
//! official schemas, every loss is told, with carry everything comes back, and within one revision
//! nothing changes.

#![allow(clippy::unwrap_used)]

mod support {
    pub(crate) mod crossing;
    pub(crate) mod faults;
    pub(crate) mod oracle;
    pub(crate) mod passing;
    pub(crate) mod replay;
    pub(crate) mod shared;
}

use std::path::Path;
use std::thread;

use support::oracle::Oracle;
use support::passing::{Passed, pass};
use support::shared;

/// Converts the sessions of a folder, on as many threads as there are processors.
fn passed(folder: &Path) -> Passed {
    let files = shared::files(folder, ".jsonl");
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let each: Vec<Passed> = thread::scope(|scope| {
        let start = |first: usize| {
            let files = &files;
            scope.spawn(move || {
                let oracle = Oracle::new();
                let mut passed = Passed::default();
                for path in files.iter().skip(first).step_by(threads) {
                    pass(&oracle, path, &mut passed);
                }
                passed
            })
        };
        let running: Vec<_> = (0..threads).map(start).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut all = Passed::default();
    for passed in each {
        all.messages += passed.messages;
        all.crossed += passed.crossed;
        all.left_out += passed.left_out;
        all.refused += passed.refused;
        all.unread += passed.unread;
        all.notices += passed.notices;
        all.wrong.extend(passed.wrong);
        for (reason, count) in passed.reasons {
            *all.reasons.entry(reason).or_default() += count;
        }
    }
    let Passed { messages, crossed, left_out, refused, unread, notices, .. } = &all;
    println!(
        "{messages} conversions: {crossed} crossed, {left_out} left out, {refused} refused, \
         {unread} can't be read; {notices} notices"
    );
    for (reason, count) in &all.reasons {
        println!("{count} x {reason}");
    }
    all
}

fn complain(passed: &Passed) {
    for wrong in &passed.wrong {
        println!("{wrong}\n");
    }
    assert!(passed.wrong.is_empty(), "{} complaints", passed.wrong.len());
}

#[test]
fn recorded_traffic_crosses() {
    let Some(folder) = shared::shared("traffic") else { return };
    let passed = passed(&folder);
    complain(&passed);
    // Four ways for each message; a batch counts as its messages.
    assert_eq!((passed.messages, passed.unread), (4 * 4289, 4 * 12));
}

#[test]
fn own_sessions_cross() {
    let passed = passed(&shared::fixture("sessions"));
    complain(&passed);
    assert_eq!((passed.messages, passed.unread), (4 * 207, 4 * 10));
}
