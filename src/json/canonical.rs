//! The canonical form of a JSON value: equal values, and no others, have the same bytes.
//!
//! It is what equality compares and what hashing reads. It is not JSON and is not kept.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::JsonKind;
use super::text::decode;
use super::tree::Tree;
use crate::number::Decimal;

enum Step<'a> {
    Name(Cow<'a, [u8]>),
    Value(usize),
    End,
}

/// The canonical form of one JSON text. Time and memory are linear in the text, sorting of members
/// aside; the stack is not used for depth.
pub(super) fn canonical(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    match JsonKind::of(text) {
        JsonKind::Array | JsonKind::Object => write_tree(&Tree::of(text), &mut bytes),
        kind => write_scalar(kind, text, &mut bytes),
    }
    bytes
}

fn write_tree(tree: &Tree<'_>, bytes: &mut Vec<u8>) {
    let mut steps = Vec::new();
    steps.push(Step::Value(0));
    while let Some(step) = steps.pop() {
        let place = match step {
            Step::Value(place) => place,
            Step::Name(name) => {
                write_counted(b's', &name, bytes);
                continue;
            }
            Step::End => {
                bytes.push(b'.');
                continue;
            }
        };
        match tree.kind(place) {
            JsonKind::Array => {
                bytes.push(b'[');
                steps.push(Step::End);
                let first = steps.len();
                steps.extend(tree.elements(place).map(Step::Value));
                // Steps are taken from the end.
                steps.get_mut(first..).unwrap_or_default().reverse();
            }
            JsonKind::Object => {
                bytes.push(b'{');
                steps.push(Step::End);
                for (name, value) in tree.sorted_members(place).into_iter().rev() {
                    steps.push(Step::Value(value));
                    steps.push(Step::Name(name));
                }
            }
            kind => write_scalar(kind, tree.text(place), bytes),
        }
    }
}

fn write_scalar(kind: JsonKind, text: &str, bytes: &mut Vec<u8>) {
    match kind {
        JsonKind::String => write_counted(b's', &decode(text), bytes),
        JsonKind::Number => write_counted(b'0', &Decimal::of(text).canonical(), bytes),
        _ => bytes.extend_from_slice(text.as_bytes().get(..1).unwrap_or_default()),
    }
}

/// With its length in front, so that no content can pass for structure.
fn write_counted(tag: u8, content: &[u8], bytes: &mut Vec<u8>) {
    bytes.push(tag);
    bytes.extend_from_slice(&content.len().to_le_bytes());
    bytes.extend_from_slice(content);
}
