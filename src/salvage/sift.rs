//! Which elements of one array the strict reader refuses.

use alloc::string::String;
use alloc::vec::Vec;

use super::frame::{Cut, Frame};
use crate::Error;

/// The most broken elements; each takes some hundred bytes to hold, and two to send.
const MOST_BROKEN: usize = 1 << 16;

/// How many bytes may be read, for each byte of the document.
const TIMES: usize = 16;

/// How many bytes may be read, whatever the length of the document.
const AT_LEAST: usize = 16 << 20;

/// What reading a document costs beside its length, in bytes.
const EACH: usize = 64;

/// The least length of a lot, in bytes.
const SMALLEST_LOT: usize = 64;

/// How much may still be read.
#[derive(Debug)]
pub(super) struct Budget {
    bytes: usize,
    broken: usize,
}

impl Budget {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.len().saturating_mul(TIMES).saturating_add(AT_LEAST);
        Budget { bytes, broken: MOST_BROKEN }
    }

    /// Takes the cost of reading so many bytes off; whether there was enough.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        match self.bytes.checked_sub(bytes.saturating_add(EACH)) {
            Some(left) => self.bytes = left,
            None => return false,
        }
        true
    }

    fn note_broken(&mut self) -> bool {
        let left = self.broken.checked_sub(1);
        self.broken = left.unwrap_or_default();
        left.is_some()
    }
}

/// An element by its index, and why it is refused.
pub(super) type Broken = (usize, Error);

/// The elements that are refused, in order, where the first is at `index` for the reason `error`.
///
/// `None` where they can't be told: the budget is spent, or the error does not come back.
///
/// The reader goes through an array in order and stops at the first broken element, so those before
/// it are fine. What follows is read in lots: of half the length after a lot with a broken element,
/// of double the length after one without. All lots together are a few times the array.
pub(super) fn sift(
    text: &str,
    names: &[String],
    index: usize,
    error: &Error,
    budget: &mut Budget,
    refusal: &mut dyn FnMut(&str) -> Option<Error>,
) -> Option<Vec<Broken>> {
    let whole = Frame::whole(text, names)?;
    let elements: Vec<&str> = whole.elements().collect();
    let first = elements.get(index)?;
    // Names an element of the lot, or says that there is nothing wrong with this array.
    let mut ask = |frame: &Frame<'_>, lot: &[&str], budget: &mut Budget| {
        let document = frame.holding(lot);
        let enough = budget.spend(document.len());
        enough.then(|| {
            let error = refusal(&document)?;
            let (at, place) = error.outermost_array()?;
            (at == names).then(|| (place, error.unplaced()))
        })
    };

    let mut frame = None;
    for cut in [Cut::Whole, Cut::Members, Cut::Nothing] {
        let candidate = Frame::cut(text, names, cut)?;
        if let Some((0, again)) = ask(&candidate, &[first], budget)?
            && again.reason() == error.reason()
        {
            frame = Some(candidate);
            break;
        }
    }
    let frame = frame?;

    let mut broken = Vec::new();
    budget.note_broken().then(|| broken.push((index, error.clone().unplaced())))?;
    let mut at = index + 1;
    let mut bytes = text.len();
    while let Some(rest) = elements.get(at..).filter(|rest| !rest.is_empty()) {
        let lot = rest.get(..lot_length(rest, bytes))?;
        match ask(&frame, lot, budget)? {
            None => {
                at += lot.len();
                bytes = bytes.saturating_mul(2);
            }
            Some((place, error)) => {
                at += place;
                budget.note_broken().then(|| broken.push((at, error.with_index(at))))?;
                at += 1;
                bytes = (bytes / 2).max(SMALLEST_LOT);
            }
        }
    }
    Some(broken)
}

/// How many of the elements make up so many bytes: one at least.
fn lot_length(elements: &[&str], bytes: usize) -> usize {
    let mut sum = 0_usize;
    let fits = |element: &&&str| {
        sum = sum.saturating_add(element.len() + 1);
        sum <= bytes
    };
    elements.iter().take_while(fits).count().max(1)
}
