//! Batches, which 2025-03-26 alone has (2025-03-26, basic#batching).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Crossing, Feature, Happened, Lowering, Outcome};
use crate::Error;

/// What crossed of a batch, as a batch again; what was refused of it stands beside it.
pub(super) fn whole(outcomes: Vec<Outcome>) -> Vec<Outcome> {
    let mut messages = Vec::with_capacity(outcomes.len());
    let mut report = Vec::new();
    let mut refused = Vec::new();
    for (index, outcome) in outcomes.into_iter().enumerate() {
        match outcome {
            Ok(crossing) => {
                let (message, notices) = crossing.into_parts();
                messages.extend(message);
                report.extend(notices.into_iter().map(|mut notice| {
                    notice.pointer = format!("/{index}{}", notice.pointer);
                    notice
                }));
            }
            Err(refusal) => refused.push(Err(refusal)),
        }
    }
    if messages.is_empty() && !refused.is_empty() {
        return refused;
    }
    let batch: String = ["[", &messages.join(","), "]"].concat();
    let mut whole = Vec::from([Ok(Crossing::new(Some(batch), report))]);
    whole.append(&mut refused);
    whole
}

/// A message of a batch that can't be read, which costs the others nothing.
pub(super) fn unreadable(error: &Error, mut cx: Lowering) -> Outcome {
    let why = format!("can't be read: {}", error.reason());
    cx.note_there(error.pointer(), Happened::Refused, None, why);
    cx.finish(None)
}

/// What became of the messages of a batch, where there are no batches; the first tells of it.
pub(super) fn apart(mut outcomes: Vec<Outcome>, mut cx: Lowering) -> Vec<Outcome> {
    let feature = Some(Feature::Batching);
    match outcomes.first_mut() {
        None => {
            let why = format!("{} has no batches, and this one holds no message", cx.to());
            cx.note(Happened::Dropped, feature, why);
            outcomes.push(cx.finish(Some(None)));
        }
        Some(first) => {
            let why = format!("{} has no batches: its messages cross one by one", cx.to());
            cx.note(Happened::Rewritten, feature, why);
            let report = match first {
                Ok(crossing) => &mut crossing.report,
                Err(refusal) => &mut refusal.report,
            };
            report.splice(..0, cx.report);
        }
    }
    outcomes
}
