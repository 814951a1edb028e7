//! A document with one of its arrays taken out, to be filled with some of its elements.

use alloc::string::String;

use crate::JsonKind;
use crate::json::text::{self, RawMember};

/// Values and names up to this length stay as they are. Everything by which unions are told apart
/// and every constant is shorter.
const SHORT: usize = 64;

/// How deep an object is cut member by member; deeper ones are cut whole.
const DEEP: usize = 8;

/// What becomes of the values beside the array. The names of members stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// They stay.
    Nothing,
    /// Of objects, the members stay, and are cut themselves; otherwise as `Whole`.
    Members,
    /// Long values become the empty value of their kind.
    Whole,
}

/// A document around one array.
pub(super) struct Frame<'a> {
    head: String,
    array: &'a str,
    tail: String,
}

impl<'a> Frame<'a> {
    /// The document as it is around the array to which these members lead; `None` where there is
    /// none, or where members on the way are not there once each.
    pub(super) fn whole(text: &'a str, names: &[String]) -> Option<Self> {
        Frame::cut(text, names, Cut::Nothing)
    }

    /// The same, with the rest of the document cut short.
    pub(super) fn cut(text: &'a str, names: &[String], cut: Cut) -> Option<Self> {
        let mut frame = Frame { head: String::new(), array: "[]", tail: String::new() };
        frame.open(text.trim_matches([' ', '\t', '\n', '\r']), names, cut)?;
        Some(frame)
    }

    /// `names` is as long as the path in an error, which the depth of our types limits.
    fn open(&mut self, text: &'a str, names: &[String], cut: Cut) -> Option<()> {
        let Some((name, names)) = names.split_first() else {
            self.array = text;
            return (JsonKind::of(text) == JsonKind::Array).then_some(());
        };
        let mut found = false;
        let mut first = true;
        self.head.push('{');
        for member in text::members(text) {
            let side = if found { &mut self.tail } else { &mut self.head };
            if member.is_named(name) {
                if found {
                    return None;
                }
                found = true;
                push_name(side, member, first);
                self.open(member.value, names, cut)?;
            } else if cut == Cut::Nothing || member.name.len() <= SHORT {
                push_name(side, member, first);
                push_cut(side, member.value, cut, DEEP);
            } else {
                continue;
            }
            first = false;
        }
        self.tail.push('}');
        found.then_some(())
    }

    /// The elements of the array.
    pub(super) fn elements(&self) -> impl Iterator<Item = &'a str> {
        text::elements(self.array)
    }

    /// The document with these elements in the array.
    pub(super) fn holding(&self, elements: &[&str]) -> String {
        let length: usize = elements.iter().map(|element| element.len() + 1).sum();
        let mut text = String::with_capacity(self.head.len() + length + self.tail.len() + 2);
        text.push_str(&self.head);
        text.push('[');
        for (index, element) in elements.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            text.push_str(element);
        }
        text.push(']');
        text.push_str(&self.tail);
        text
    }
}

fn push_name(side: &mut String, member: RawMember<'_>, first: bool) {
    if !first {
        side.push(',');
    }
    side.push_str(member.name);
    side.push(':');
}

fn push_cut(side: &mut String, value: &str, cut: Cut, depth: usize) {
    if cut == Cut::Nothing || value.len() <= SHORT {
        side.push_str(value);
        return;
    }
    match JsonKind::of(value) {
        JsonKind::Object if cut == Cut::Members && depth > 0 => {
            side.push('{');
            let mut first = true;
            for member in text::members(value).filter(|member| member.name.len() <= SHORT) {
                push_name(side, member, first);
                push_cut(side, member.value, cut, depth - 1);
                first = false;
            }
            side.push('}');
        }
        JsonKind::Object => side.push_str("{}"),
        JsonKind::Array => side.push_str("[]"),
        JsonKind::String => side.push_str("\"\""),
        // No other value is long.
        _ => side.push('0'),
    }
}
