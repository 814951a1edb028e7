//! Valid documents of every definition, each with something done to it.

use std::thread;

use fastrand::Rng;
use mcp_revisions::check::{self, FindingKind, Session};
use mcp_revisions::{Json, Revision};

use crate::support::values::{Maker, Schemas, Style, print};

/// Values of each definition, each with several mutations.
const VALUES: usize = 30;
/// Mutations of a value.
const MUTATIONS: usize = 10;

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
fn mutate(text: &str, rng: &mut Rng) -> String {
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

#[test]
fn broken_documents_are_refused_and_others_do_not_change() {
    let times: usize =
        std::env::var("HOSTILE_TIMES").map_or(1, |times| times.parse().expect("a number"));
    let try_revision = |revision: Revision| {
        let schemas = Schemas::load(revision.as_str());
        let (mut read, mut refused) = (0, 0);
        for name in schemas.names() {
            let definition = check::definition(revision, name).expect("every definition is there");
            let mut maker = Maker::new(&schemas, revision.as_str(), name);
            for number in 0..VALUES * times {
                let style = Style::numbered(number);
                let value = maker.make(style);
                let valid = print(&value, style.spelling, &mut maker.rng);
                for _ in 0..MUTATIONS {
                    let mut text = mutate(&valid, &mut maker.rng);
                    if maker.rng.u8(..4) == 0 && Json::from_text(text.as_str()).is_ok() {
                        text = mutate(&text, &mut maker.rng);
                    }
                    let findings = check::document(definition, &text);
                    let changed =
                        findings.iter().find(|finding| finding.kind == FindingKind::Changed);
                    assert_eq!(changed, None, "{revision} {name}: {text}");
                    match findings.iter().any(|finding| finding.kind == FindingKind::Refused) {
                        true => refused += 1,
                        false => read += 1,
                    }
                    if number % 5 == 0 {
                        for finding in Session::new(revision).message(&text, None) {
                            assert_ne!(
                                finding.kind,
                                FindingKind::Changed,
                                "{revision} {name}: {text}: {finding}"
                            );
                        }
                    }
                }
            }
        }
        println!("{revision}: {read} read, {refused} refused");
        assert!(read > 0 && refused > 0);
    };
    thread::scope(|scope| {
        for revision in Revision::RELEASED.into_iter().chain([Revision::Draft]) {
            if check::definition(revision, "Tool").is_some() {
                scope.spawn(move || try_revision(revision));
            }
        }
    });
}
