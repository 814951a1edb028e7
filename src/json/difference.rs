//! Where two JSON values differ, by JSON pointer.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use super::text::decode;
use super::tree::Tree;
use super::{Json, JsonKind};
use crate::number::Decimal;

/// One difference between two JSON values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Difference {
    /// Where it is, as a JSON pointer (RFC 6901); empty for the values as a whole.
    pub pointer: String,
    /// What it is.
    pub kind: DifferenceKind,
}

/// In what way two JSON values differ at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DifferenceKind {
    /// Only the first has something here.
    Missing,
    /// Only the second has something here.
    Added,
    /// Both have something here, and it is not the same.
    Changed,
    /// Both have the same number here, but one is spelled as an integer and the other is not (`3`
    /// and `3.0`).
    NumberSpelling,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            DifferenceKind::Missing => "missing",
            DifferenceKind::Added => "added",
            DifferenceKind::Changed => "changed",
            DifferenceKind::NumberSpelling => "number spelled differently",
        };
        let pointer = if self.pointer.is_empty() { "(whole value)" } else { &self.pointer };
        write!(f, "{pointer}: {what}")
    }
}

/// Every difference between two values, one at a time; none where they are equal.
///
/// Members come in the order of their names, elements by index. Several members with one name are
/// compared in their order, and have the same pointer.
///
/// ```
/// use mcp_revisions::{Json, json};
///
/// let sent: Json = r#"{"a": [1, 2], "b": 3.0}"#.parse()?;
/// let received: Json = r#"{"b": 3, "a": [1]}"#.parse()?;
/// let found: Vec<_> = json::differences(&sent, &received).map(|d| d.to_string()).collect();
/// assert_eq!(found, ["/a/1: missing", "/b: number spelled differently"]);
/// # Ok::<(), mcp_revisions::Error>(())
/// ```
pub fn differences<'a>(first: &'a Json, second: &'a Json) -> Differences<'a> {
    differences_of_texts(first.as_str(), second.as_str())
}

/// The same for texts that are known to be JSON.
pub(crate) fn differences_of_texts<'a>(first: &'a str, second: &'a str) -> Differences<'a> {
    Differences {
        first: Tree::of(first),
        second: Tree::of(second),
        steps: Vec::from([Step { path: 0, first: Some(0), second: Some(0) }]),
        paths: Vec::from([Path { parent: 0, token: Token::Root }]),
        left: first.len().saturating_mul(LOOKS),
    }
}

/// How often, on average, a byte may be looked at to find out whether two texts are the same.
const LOOKS: usize = 8;

/// The iterator of [`differences`]. It recurses into nothing, and a pointer is written when it is
/// asked for only.
#[must_use = "values are compared as the differences are taken"]
pub struct Differences<'a> {
    first: Tree<'a>,
    second: Tree<'a>,
    steps: Vec<Step>,
    paths: Vec<Path<'a>>,
    /// The bytes that may still be looked at as text: what nests deep would be looked at too often.
    left: usize,
}

/// Two places to compare; at least one is there.
struct Step {
    path: usize,
    first: Option<usize>,
    second: Option<usize>,
}

/// A place in the pointers, as the last token and the path in front of it.
struct Path<'a> {
    parent: usize,
    token: Token<'a>,
}

enum Token<'a> {
    Root,
    Index(usize),
    Name(Cow<'a, [u8]>),
}

impl fmt::Debug for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Differences").field("to_compare", &self.steps.len()).finish_non_exhaustive()
    }
}

impl Iterator for Differences<'_> {
    type Item = Difference;

    fn next(&mut self) -> Option<Difference> {
        while let Some(step) = self.steps.pop() {
            // Later paths are those of steps that were taken.
            self.paths.truncate(step.path + 1);
            let kind = match (step.first, step.second) {
                (Some(first), Some(second)) => self.compare(step.path, first, second),
                (Some(_), None) => Some(DifferenceKind::Missing),
                (None, Some(_)) => Some(DifferenceKind::Added),
                (None, None) => None,
            };
            if let Some(kind) = kind {
                return Some(Difference { pointer: self.pointer(step.path), kind });
            }
        }
        None
    }
}

impl<'a> Differences<'a> {
    /// Compares two values; what they hold is left for later steps.
    fn compare(&mut self, path: usize, first: usize, second: usize) -> Option<DifferenceKind> {
        let kind = self.first.kind(first);
        if kind != self.second.kind(second) {
            return Some(DifferenceKind::Changed);
        }
        let (first_text, second_text) = (self.first.text(first), self.second.text(second));
        match kind {
            JsonKind::Array | JsonKind::Object if self.are_same(first_text, second_text) => None,
            JsonKind::Array => {
                self.open_arrays(path, first, second);
                None
            }
            JsonKind::Object => {
                self.open_objects(path, first, second);
                None
            }
            JsonKind::Number => compare_numbers(first_text, second_text),
            JsonKind::String => {
                (decode(first_text) != decode(second_text)).then_some(DifferenceKind::Changed)
            }
            JsonKind::Bool | JsonKind::Null => {
                (first_text != second_text).then_some(DifferenceKind::Changed)
            }
        }
    }

    /// Whether two texts are known to be the same, so that nothing in them can differ.
    fn are_same(&mut self, first: &str, second: &str) -> bool {
        let looked = first.len();
        if looked != second.len() || looked > self.left {
            return false;
        }
        self.left -= looked;
        first == second
    }

    fn open_arrays(&mut self, path: usize, first: usize, second: usize) {
        let firsts: Vec<usize> = self.first.elements(first).collect();
        let seconds: Vec<usize> = self.second.elements(second).collect();
        // Steps are taken from the end.
        for index in (0..firsts.len().max(seconds.len())).rev() {
            let pair = (firsts.get(index).copied(), seconds.get(index).copied());
            self.push(path, Token::Index(index), pair);
        }
    }

    fn open_objects(&mut self, path: usize, first: usize, second: usize) {
        let mut firsts = self.first.sorted_members(first);
        let mut seconds = self.second.sorted_members(second);
        let (first_step, first_path) = (self.steps.len(), self.paths.len());
        pair_up(&mut firsts, &mut seconds, |name, pair| self.push(path, Token::Name(name), pair));
        let steps = self.steps.get_mut(first_step..).unwrap_or_default();
        steps.reverse();
        self.paths.get_mut(first_path..).unwrap_or_default().reverse();
        for (step, path) in steps.iter_mut().zip(first_path..) {
            step.path = path;
        }
    }

    fn push(
        &mut self,
        parent: usize,
        token: Token<'a>,
        (first, second): (Option<usize>, Option<usize>),
    ) {
        let path = self.paths.len();
        self.paths.push(Path { parent, token });
        self.steps.push(Step { path, first, second });
    }

    fn pointer(&self, path: usize) -> String {
        let mut tokens = Vec::new();
        let mut next = self.paths.get(path);
        while let Some(Path { parent, token }) = next {
            match token {
                Token::Root => break,
                Token::Index(index) => tokens.push(index.to_string()),
                Token::Name(name) => {
                    tokens.push(crate::pointer::escape(&String::from_utf8_lossy(name)));
                }
            }
            next = self.paths.get(*parent);
        }
        let mut pointer = String::new();
        for token in tokens.iter().rev() {
            pointer.push('/');
            pointer.push_str(token);
        }
        pointer
    }
}

type Named<'a> = (Cow<'a, [u8]>, usize);

/// Goes through two sorted lists side by side.
fn pair_up<'a>(
    firsts: &mut Vec<Named<'a>>,
    seconds: &mut Vec<Named<'a>>,
    mut each: impl FnMut(Cow<'a, [u8]>, (Option<usize>, Option<usize>)),
) {
    let mut firsts = firsts.drain(..).peekable();
    let mut seconds = seconds.drain(..).peekable();
    loop {
        let order = match (firsts.peek(), seconds.peek()) {
            (Some((first, _)), Some((second, _))) => first.cmp(second),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        let first = if order.is_le() { firsts.next() } else { None };
        let second = if order.is_ge() { seconds.next() } else { None };
        match (first, second) {
            (Some((name, first)), second) => {
                each(name, (Some(first), second.map(|(_, place)| place)))
            }
            (None, Some((name, second))) => each(name, (None, Some(second))),
            (None, None) => return,
        }
    }
}

fn compare_numbers(first: &str, second: &str) -> Option<DifferenceKind> {
    if first == second {
        return None;
    }
    let (first, second) = (Decimal::of(first), Decimal::of(second));
    if first == second {
        None
    } else if first.has_value_of(&second) {
        Some(DifferenceKind::NumberSpelling)
    } else {
        Some(DifferenceKind::Changed)
    }
}
