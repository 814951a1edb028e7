//! Times of several ways, taken in turns, so that whatever slows the machine slows all alike.

use std::time::{Duration, Instant};

/// How long one turn lasts, about.
const TURN: Duration = Duration::from_micros(1500);
/// How often each way has its turn.
const ROUNDS: usize = 60;

/// Nanoseconds that one call of each takes: the least of all rounds.
pub fn race(runs: &[&dyn Fn()]) -> Vec<f64> {
    let calls: Vec<u32> = runs.iter().map(|run| calls_in_a_turn(run)).collect();
    let mut least = vec![f64::MAX; runs.len()];
    for _ in 0..ROUNDS {
        for ((run, calls), least) in runs.iter().zip(&calls).zip(&mut least) {
            let start = Instant::now();
            (0..*calls).for_each(|_| run());
            let took = start.elapsed().as_nanos() as f64 / f64::from(*calls);
            *least = least.min(took);
        }
    }
    least
}

fn calls_in_a_turn(run: &dyn Fn()) -> u32 {
    let (start, mut calls) = (Instant::now(), 0);
    while start.elapsed() < TURN {
        run();
        calls += 1;
    }
    calls
}
