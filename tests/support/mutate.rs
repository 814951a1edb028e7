//! Changes to the text of a valid document.

#![allow(dead_code, clippy::indexing_slicing)]

use fastrand::Rng;

/// Pieces of text that are put where they do harm.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\\",
    " ",
    "\0",
    "\u{feff}",
    "\n",
    "null",
    "true",
    "-0",
    "0.0",
    "1e400",
    "-1E+2",
    "18446744073709551616",
    "9223372036854775808",
    "1.5",
    "123456789012345678901234567890",
    "\"\"",
    "\"\\ud800\"",
    "\"\\udc00\\ud800\"",
    "\"\\u0000\"",
    "\"type\"",
    "\"\\u0074ype\"",
    "[]",
    "{}",
    "[[[]]]",
    "{\"a\":1,\"a\":2}",
    "\"extensions\":1,",
    "\"type\":\"x\",",
    "\"\\ud83d\":0,",
    "\"name\":[],",
    "\"$serde_json::private::RawValue\":\"1\",",
    "{\"$serde_json::private::Number\":\"1\"}",
    "é",
    "\u{1f600}",
];

/// One change to a text: a piece put in, a part taken out, a part said twice, a part in another place.
pub(crate) fn mutate(text: &str, rng: &mut Rng) -> String {
    // Cuts fall between tokens, as a rule.
    let cut = |rng: &mut Rng| {
        let mut at = rng.usize(..=text.len());
        let is_token = |at: usize| {
            matches!(
                text.as_bytes().get(at),
                None | Some(b'"' | b',' | b':' | b'{' | b'[' | b'}' | b']')
            )
        };
        while !text.is_char_boundary(at) || (rng.u8(..10) > 0 && !is_token(at)) {
            at += 1;
        }
        at.min(text.len())
    };
    let mut cuts = [cut(rng), cut(rng), cut(rng)];
    cuts.sort_unstable();
    let [first, second, third] = cuts;
    let (start, one, two, end) =
        (&text[..first], &text[first..second], &text[second..third], &text[third..]);
    let piece = PIECES[rng.usize(..PIECES.len())];
    match rng.u8(..6) {
        0 => format!("{start}{piece}{one}{two}{end}"),
        1 => format!("{start}{two}{end}"),
        2 => format!("{start}{one}{one}{two}{end}"),
        3 => format!("{start}{two}{one}{end}"),
        _ => swap_value(text, piece, rng),
    }
}

/// One value, wherever it stands, becomes `piece`; now and then another value, or the value twice.
fn swap_value(text: &str, piece: &str, rng: &mut Rng) -> String {
    let values = values(text);
    let (start, end) = values[rng.usize(..values.len())];
    let (other, other_end) = values[rng.usize(..values.len())];
    let put = match rng.u8(..3) {
        0 => &text[other..other_end],
        _ => piece,
    };
    format!("{}{put}{}", &text[..start], &text[end..])
}

/// Where the values (and names) of a valid text stand.
fn values(text: &str) -> Vec<(usize, usize)> {
    let (mut found, mut open, mut at) = (Vec::new(), Vec::new(), 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let start = at;
        at += 1;
        match bytes[start] {
            b'{' | b'[' => open.push(start),
            b'}' | b']' => found.push((open.pop().unwrap_or(0), at)),
            b'"' => {
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                found.push((start, at));
            }
            b' ' | b'\n' | b'\r' | b'\t' | b',' | b':' => {}
            _ => {
                while at < bytes.len() && !b" \n\r\t,:]}".contains(&bytes[at]) {
                    at += 1;
                }
                found.push((start, at));
            }
        }
    }
    found
}
