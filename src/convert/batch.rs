//! Batches, which 2025-03-26 alone has (2025-03-26, basic#batching).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Crossing, Feature, Happened, Lowering, Notice, Outcome};
use crate::Error;

/// What became of the message at `index` of a batch: its notices say so.
pub(super) fn of(index: usize, mut outcome: Outcome) -> Outcome {
    place(index, report_of(&mut outcome));
    outcome
}

/// Points notices about the message at `index` into its batch.
pub(super) fn place(index: usize, report: &mut [Notice]) {
    for notice in report {
        notice.pointer = format!("/{index}{}", notice.pointer);
    }
}

fn report_of(outcome: &mut Outcome) -> &mut Vec<Notice> {
    match outcome {
        Ok(crossing) => &mut crossing.report,
        Err(refusal) => &mut refusal.report,
    }
}

/// What crossed of a batch, as a batch again; what was refused of it stands beside it.
pub(super) fn whole(outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let mut messages = Vec::with_capacity(outcomes.len());
    let mut report = Vec::new();
    let mut refused = Vec::new();
    for outcome in outcomes {
        match outcome {
            Ok(crossing) => {
                let (message, notices) = crossing.into_parts();
                messages.extend(message);
                report.extend(notices);
            }
            Err(refusal) => refused.push(Err(refusal)),
        }
    }
    if messages.is_empty() && !refused.is_empty() {
        return refused;
    }
    let mut whole = Vec::from([Ok(Crossing::new(Some(joined(&messages)), report))]);
    whole.append(&mut refused);
    whole
}

/// A batch of messages.
pub(super) fn joined(messages: &[String]) -> String {
    ["[", &messages.join(","), "]"].concat()
}

/// A message of a batch that can't be read, which costs the others nothing.
pub(super) fn unreadable(error: &Error, mut cx: Lowering) -> Outcome {
    let why = format!("can't be read: {}", error.reason());
    cx.note_there(error.pointer(), Happened::Refused, None, why);
    cx.finish(None)
}

/// What became of the messages of a batch, where there are no batches; the first tells of it.
pub(super) fn apart(mut outcomes: Vec<Outcome>, mut cx: Lowering) -> Vec<Outcome> {
    tell_apart(outcomes.is_empty(), &mut cx);
    match outcomes.first_mut() {
        None => outcomes.push(cx.finish(Some(None))),
        Some(first) => {
            report_of(first).splice(..0, cx.report);
        }
    }
    outcomes
}

/// Tells that a batch is none there.
pub(super) fn tell_apart(is_empty: bool, cx: &mut Lowering) {
    let (happened, what) = match is_empty {
        true => (Happened::Dropped, ", and this one holds no message"),
        false => (Happened::Rewritten, ": its messages cross one by one"),
    };
    let why = format!("{} has no batches{what}", cx.to());
    cx.note(happened, Some(Feature::Batching), why);
}
