//! The fuzz targets over the fixtures, and over changes of them that come from fixed seeds.
//!
//! libFuzzer runs the same functions for as long as one likes: see `tests/fuzz`. `FUZZING_TIMES`
//! makes this test longer.

#![allow(clippy::expect_used, clippy::indexing_slicing)]

mod support {
    pub(crate) mod grown;
    pub(crate) mod seeds;
    pub(crate) mod targets;
}

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use fastrand::Rng;
use support::seeds::seeds;
use support::targets::TARGETS;

/// How many changed inputs are tried for each target.
const CHANGED: usize = 4_000;

/// The longest that one input may take, in a build without optimisation.
const SLOW: Duration = Duration::from_secs(5);

/// Other bytes, some of which mean something.
fn change(input: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    const PIECES: [&[u8]; 12] = [
        b"null",
        b"[]",
        b"{}",
        b"1e400",
        b"-0",
        b"\"\\ud800\"",
        b"\"type\":",
        b",",
        b"}",
        b"\xff",
        b"\"a\":1,\"a\":2,",
        b"[[[[[[[[",
    ];
    let mut changed = input.to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..=changed.len());
        let end = (at + rng.usize(..12)).min(changed.len());
        match rng.u8(..5) {
            0 => drop(changed.drain(at..end)),
            1 => drop(changed.splice(at..end, PIECES[rng.usize(..PIECES.len())].iter().copied())),
            2 if at < changed.len() => changed[at] = rng.u8(..),
            3 => {
                let start = rng.usize(..=other.len());
                let end = (start + rng.usize(..60)).min(other.len());
                drop(changed.splice(at..at, other[start..end].iter().copied()));
            }
            _ => {
                let copy = changed[at..end].to_vec();
                drop(changed.splice(at..at, copy));
            }
        }
    }
    changed
}

#[test]
fn targets_hold_over_the_fixtures_and_changes_of_them() {
    let times: usize =
        std::env::var("FUZZING_TIMES").map_or(1, |times| times.parse().expect("a number"));
    std::thread::scope(|scope| {
        for (name, target) in TARGETS {
            scope.spawn(move || {
                let seeds = seeds(name);
                let mut rng = Rng::with_seed(11);
                let run = |input: &[u8]| {
                    let start = Instant::now();
                    let ended = catch_unwind(AssertUnwindSafe(|| target(input)));
                    assert!(ended.is_ok(), "{name}: {:?}", String::from_utf8_lossy(input));
                    let took = start.elapsed();
                    assert!(took < SLOW, "{name} took {took:?}: {input:?}");
                };
                seeds.iter().for_each(|seed| run(seed));
                for _ in 0..CHANGED * times {
                    let (one, other) = (rng.usize(..seeds.len()), rng.usize(..seeds.len()));
                    run(&change(&seeds[one], &seeds[other], &mut rng));
                }
                println!("{name}: {} seeds, {} changes of them", seeds.len(), CHANGED * times);
            });
        }
    });
}
