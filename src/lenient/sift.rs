//! Which elements of one array the strict reader refuses, and which of them can be mended.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::frame::{Cut, Frame};
use super::{Forgiven, Habit, Leniency};
use crate::Error;

/// The most broken elements; each takes some hundred bytes to hold, and two to send.
const MOST_BROKEN: usize = 1 << 16;

/// How many bytes may be read, for each byte of the document.
const TIMES: usize = 16;

/// How many bytes may be read, whatever the length of the document.
const AT_LEAST: usize = 16 << 20;

/// What reading a document costs beside its length, in bytes.
const EACH: usize = 64;

/// The most repairs of one element.
const MOST_REPAIRS: usize = 1 << 10;

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

/// What becomes of an element.
pub(super) enum Fate {
    /// It reads.
    Fine,
    /// It reads after these repairs.
    Mended(String, Vec<Forgiven>),
    /// It does not read.
    Broken(Error),
}

/// An element by its index, and what becomes of it.
pub(super) type Broken = (usize, Fate);

/// Tells why a document is refused.
type Refusal<'r> = &'r mut dyn FnMut(&str) -> Option<Error>;

/// One array of a document.
pub(super) struct Sift<'a> {
    pub(super) text: &'a str,
    /// The members that lead to the array.
    pub(super) names: &'a [String],
    pub(super) leniency: Leniency,
}

impl Sift<'_> {
    /// The elements that are refused, in order, where the first is at `index` for the reason
    /// `error`.
    ///
    /// `None` where they can't be told (the budget is spent, or the error does not come back), and
    /// where one of them is not to be forgiven.
    ///
    /// The reader goes through an array in order and stops at the first broken element, so those
    /// before it are fine. What follows is read in lots: of half the length after a lot with a
    /// broken element, of double the length after one without. All lots together are a few times
    /// the array.
    pub(super) fn broken(
        &self,
        index: usize,
        error: &Error,
        budget: &mut Budget,
        refusal: Refusal<'_>,
    ) -> Option<Vec<Broken>> {
        let whole = Frame::whole(self.text, self.names)?;
        let elements: Vec<&str> = whole.elements().collect();
        let first = elements.get(index)?;
        let mut frame = None;
        for cut in [Cut::Whole, Cut::Members, Cut::Nothing] {
            let candidate = Frame::cut(self.text, self.names, cut)?;
            if let Some((0, again)) = self.ask(&candidate, &[first], budget, refusal)?
                && again.reason() == error.reason()
            {
                frame = Some(candidate);
                break;
            }
        }
        let frame = frame?;

        let fate = self.fate(&frame, (index, first), error.clone().unplaced(), budget, refusal)?;
        let mut broken = Vec::from([(index, fate)]);
        let mut at = index + 1;
        let mut bytes = self.text.len();
        while let Some(rest) = elements.get(at..).filter(|rest| !rest.is_empty()) {
            let lot = rest.get(..lot_length(rest, bytes))?;
            match self.ask(&frame, lot, budget, refusal)? {
                None => {
                    at += lot.len();
                    bytes = bytes.saturating_mul(2);
                }
                Some((place, error)) => {
                    at += place;
                    let element = (at, *elements.get(at)?);
                    let error = error.with_index(at);
                    broken.push((at, self.fate(&frame, element, error, budget, refusal)?));
                    at += 1;
                    bytes = (bytes / 2).max(SMALLEST_LOT);
                }
            }
        }
        Some(broken)
    }

    /// Names an element of a lot, or says that there is nothing wrong with this array.
    fn ask(
        &self,
        frame: &Frame<'_>,
        lot: &[&str],
        budget: &mut Budget,
        refusal: Refusal<'_>,
    ) -> Option<Option<(usize, Error)>> {
        let document = frame.holding(lot);
        let enough = budget.spend(document.len());
        enough.then(|| {
            let error = refusal(&document)?;
            let (at, place) = error.outermost_array()?;
            (at == self.names).then(|| (place, error.unplaced()))
        })
    }

    /// Mends an element step by step, or gives it up.
    fn fate(
        &self,
        frame: &Frame<'_>,
        (index, element): (usize, &str),
        mut error: Error,
        budget: &mut Budget,
        refusal: Refusal<'_>,
    ) -> Option<Fate> {
        budget.note_broken().then_some(())?;
        let inside = error.pointer_of_element();
        let mut text = element.to_owned();
        let mut forgiven = Vec::new();
        while forgiven.len() < MOST_REPAIRS
            && let Some((mended, one)) = self.leniency.mend(&text, &inside, &error)
        {
            text = mended;
            forgiven.push(one);
            match self.ask(frame, &[&text], budget, refusal)? {
                None => return Some(Fate::Mended(text, forgiven)),
                Some((_, next)) => error = next.with_index(index),
            }
        }
        self.leniency.forgives(Habit::BrokenElement).then_some(Fate::Broken(error))
    }
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
