//! The outline of a JSON text: one flat list of its values, made in one pass without recursion, so
//! that depth costs memory in proportion and no stack.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::JsonKind;
use super::text::{decode, scalar_end, string_end};

/// A value (or the name of a member) in the list.
struct Node {
    start: usize,
    end: usize,
    /// The place in the list after this value and all that it holds.
    after: usize,
}

/// The values of one JSON text, outermost first. Names of members stand in front of their values.
pub(super) struct Tree<'a> {
    text: &'a str,
    nodes: Vec<Node>,
}

/// A member of an object: what its name says, and the place of its value.
pub(super) type Member<'a> = (Cow<'a, [u8]>, usize);

impl<'a> Tree<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut nodes: Vec<Node> = Vec::new();
        let mut open = Vec::new();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let start = at;
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => {
                    at += 1;
                    continue;
                }
                b']' | b'}' => {
                    at += 1;
                    let after = nodes.len();
                    if let Some(node) = open.pop().and_then(|opened: usize| nodes.get_mut(opened)) {
                        node.end = at;
                        node.after = after;
                    }
                    continue;
                }
                b'[' | b'{' => {
                    open.push(nodes.len());
                    at += 1;
                }
                b'"' => at = string_end(bytes, at),
                _ => at = scalar_end(bytes, at),
            }
            nodes.push(Node { start, end: at, after: nodes.len() + 1 });
        }
        Tree { text, nodes }
    }

    /// The text of a value.
    pub(super) fn text(&self, place: usize) -> &'a str {
        let node = self.nodes.get(place);
        node.and_then(|node| self.text.get(node.start..node.end)).unwrap_or_default()
    }

    /// The kind of a value.
    pub(super) fn kind(&self, place: usize) -> JsonKind {
        JsonKind::of(self.text(place))
    }

    /// The places of the elements of an array.
    pub(super) fn elements(&self, place: usize) -> impl Iterator<Item = usize> {
        let end = self.after(place);
        let first = Some(place + 1).filter(|first| *first < end);
        core::iter::successors(first, move |place| {
            Some(self.after(*place)).filter(|next| *next < end)
        })
    }

    /// The members of an object, sorted by what their names say; members with one name keep their
    /// order.
    pub(super) fn sorted_members(&self, place: usize) -> Vec<Member<'a>> {
        let mut parts = self.elements(place);
        let mut members = Vec::new();
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            members.push((decode(self.text(name)), value));
        }
        members.sort_by(|(left, _), (right, _)| left.cmp(right));
        members
    }

    fn after(&self, place: usize) -> usize {
        self.nodes.get(place).map_or(place + 1, |node| node.after)
    }
}
