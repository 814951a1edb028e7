//! Steps over JSON text that is known to be valid: where a value ends, what an object or array
//! holds, what a string says. Nothing here recurses, and nothing here panics should the text be
//! broken after all; it then sees less.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::JsonKind;

/// One member of an object, as the pieces of text that it is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawMember<'a> {
    /// The name, with its quotes and escapes.
    pub(crate) name: &'a str,
    /// The value.
    pub(crate) value: &'a str,
}

impl RawMember<'_> {
    pub(crate) fn is_named(&self, name: &str) -> bool {
        *decode(self.name) == *name.as_bytes()
    }
}

/// The members of an object in order; none where `text` is no object.
pub(crate) fn members(text: &str) -> impl Iterator<Item = RawMember<'_>> {
    let mut parts = Parts::of(text, JsonKind::Object);
    core::iter::from_fn(move || {
        let name = parts.next()?;
        let value = parts.next()?;
        Some(RawMember { name, value })
    })
}

/// The elements of an array in order; none where `text` is no array.
pub(crate) fn elements(text: &str) -> impl Iterator<Item = &str> {
    Parts::of(text, JsonKind::Array)
}

/// The member or element that one token of a JSON pointer names. Of several members with one name
/// the last counts.
pub(crate) fn child<'a>(text: &'a str, token: &str) -> Option<&'a str> {
    match JsonKind::of(text) {
        JsonKind::Object => {
            let named = members(text).filter(|member| member.is_named(token));
            named.last().map(|member| member.value)
        }
        JsonKind::Array => {
            let is_index =
                token == "0" || token.starts_with(|first: char| ('1'..='9').contains(&first));
            let index = token.parse::<usize>().ok().filter(|_| is_index)?;
            elements(text).nth(index)
        }
        _ => None,
    }
}

/// The values directly inside a container; in an object the names are among them.
struct Parts<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str, kind: JsonKind) -> Self {
        // Past the end, there is nothing to see.
        let at = if JsonKind::of(text) == kind { 1 } else { text.len() };
        Parts { text, at }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let start = next_part(bytes, self.at);
        self.at = start;
        match bytes.get(start) {
            None | Some(b'}' | b']') => None,
            Some(_) => {
                self.at = value_end(bytes, start);
                self.text.get(start..self.at)
            }
        }
    }
}

/// Where the next value or name begins, or the container ends.
pub(crate) fn next_part(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b':') = bytes.get(at) {
        at += 1;
    }
    at
}

/// Where the value that begins at `start` ends.
pub(crate) fn value_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = string_end(bytes, at),
            b'[' | b'{' => {
                depth += 1;
                at += 1;
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            _ if depth == 0 => at = scalar_end(bytes, at),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Where the string whose opening quote is at `start` ends.
pub(crate) fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        let Some(special) = bytes.get(at..).and_then(first_special) else { return bytes.len() };
        at += special;
        match bytes.get(at) {
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            _ => at += 1,
        }
    }
}

/// Where the first byte is that can't stand in a string as it is: a quote, a backslash or a control.
/// Eight bytes are looked at together, since most have none.
#[inline]
pub(crate) fn first_special(bytes: &[u8]) -> Option<usize> {
    let (eights, rest) = bytes.as_chunks::<8>();
    for (index, eight) in eights.iter().enumerate() {
        if let Some(at) = special_of_eight(*eight) {
            return Some(index * 8 + at);
        }
    }
    match bytes.last_chunk::<8>() {
        // What is looked at twice has none.
        Some(last) => special_of_eight(*last).map(|at| bytes.len() - 8 + at),
        None => rest.iter().position(|byte| *byte < b' ' || *byte == b'"' || *byte == b'\\'),
    }
}

#[inline]
fn special_of_eight(eight: [u8; 8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    let eight = u64::from_le_bytes(eight);
    // The highest bit of a byte is set where it is below; what borrows from the next is past it.
    let below = |least: u8, bytes: u64| bytes.wrapping_sub(ONES * u64::from(least)) & !bytes;
    let is = |byte: u8| below(1, eight ^ (ONES * u64::from(byte)));
    let found = (below(b' ', eight) | is(b'"') | is(b'\\')) & (ONES << 7);
    (found != 0).then_some((found.trailing_zeros() / 8) as usize)
}

/// Where the number or literal that begins at `start` ends: always past `start`.
pub(super) fn scalar_end(bytes: &[u8], start: usize) -> usize {
    let ends = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' | b']' | b'}');
    let rest = bytes.get(start + 1..).unwrap_or_default();
    rest.iter().position(ends).map_or(bytes.len(), |length| start + 1 + length)
}

/// What a JSON string says, as UTF-8; a lone surrogate, which UTF-8 has no place for, stands as the
/// three bytes that it would have there, so that different strings stay different.
pub(crate) fn decode(quoted: &str) -> Cow<'_, [u8]> {
    decode_with(quoted, None)
}

/// What a JSON string says; a lone surrogate becomes U+FFFD.
pub(crate) fn decode_lossy(quoted: &str) -> Cow<'_, str> {
    match decode_with(quoted, Some('\u{FFFD}')) {
        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
        Cow::Owned(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Cow::Owned(text),
            Err(error) => Cow::Owned(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        },
    }
}

fn decode_with(quoted: &str, lone: Option<char>) -> Cow<'_, [u8]> {
    let inner = quoted.strip_prefix('"').unwrap_or(quoted);
    let inner = inner.strip_suffix('"').unwrap_or(inner).as_bytes();
    let Some(first) = inner.iter().position(|byte| *byte == b'\\') else {
        return Cow::Borrowed(inner);
    };
    let mut said = Vec::with_capacity(inner.len());
    let (plain, mut rest) = inner.split_at(first);
    said.extend_from_slice(plain);
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'\\' {
            said.push(*byte);
            continue;
        }
        let Some((escape, after)) = rest.split_first() else { break };
        rest = after;
        match escape {
            b'b' => said.push(0x08),
            b'f' => said.push(0x0C),
            b'n' => said.push(b'\n'),
            b'r' => said.push(b'\r'),
            b't' => said.push(b'\t'),
            b'u' => rest = decode_unicode(rest, lone, &mut said),
            other => said.push(*other),
        }
    }
    Cow::Owned(said)
}

/// Decodes what follows `\u`, taking in the second half of a surrogate pair; returns what is left.
fn decode_unicode<'a>(digits: &'a [u8], lone: Option<char>, said: &mut Vec<u8>) -> &'a [u8] {
    let Some((unit, rest)) = hex_unit(digits) else { return digits };
    if let 0xD800..=0xDBFF = unit
        && let [b'\\', b'u', digits @ ..] = rest
        && let Some((low @ 0xDC00..=0xDFFF, after)) = hex_unit(digits)
    {
        let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        push_char(char::from_u32(code).unwrap_or('\u{FFFD}'), said);
        return after;
    }
    match char::from_u32(unit).or(lone) {
        Some(character) => push_char(character, said),
        None => said.extend([
            0xE0 | low_bits(unit >> 12),
            0x80 | low_bits(unit >> 6),
            0x80 | low_bits(unit),
        ]),
    }
    rest
}

fn push_char(character: char, said: &mut Vec<u8>) {
    said.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

/// The lowest six bits.
fn low_bits(unit: u32) -> u8 {
    u8::try_from(unit & 0x3F).unwrap_or_default()
}

fn hex_unit(digits: &[u8]) -> Option<(u32, &[u8])> {
    let (four, rest) = digits.split_at_checked(4)?;
    let mut unit = 0;
    for digit in four {
        unit = unit * 16 + char::from(*digit).to_digit(16)?;
    }
    Some((unit, rest))
}
