//! Strings, numbers and free JSON: the values at the end of every schema.

use fastrand::Rng;
use serde_json::Value;

use super::document::{Member, Part, What};

const TEXTS: &[&str] = &[
    "",
    "plain",
    "two words",
    "line\nbreak\tand tab",
    "\"quoted\" \\ and / slashed",
    "Grüße, 世界, \u{1f600}\u{200d}\u{1f680}",
    "\u{0}\u{1f}\u{7f}",
    "\u{feff}\u{2028}\u{2029}",
    "null",
    "2.0",
    "{\"a\": [1]}",
    "e\u{301} and é",
];

/// Names that no revision gives to a member. Some need escapes in JSON, in pointers or in paths.
const NAMES: &[&str] = &[
    "x-vendor",
    "",
    "com.example/key",
    "a~b/c",
    "with \"quotes\" and \\",
    "ключ \u{1f511}",
    "line\nbreak",
    "[0]: odd",
    "__proto__",
    "Type",
];

/// Numbers of all spellings; none is beyond a double, which is what the validator compares with.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-0.0",
    "2",
    "2.0",
    "2.50",
    "1e3",
    "1E+3",
    "-1.5e-10",
    "0.1",
    "0.30000000000000004",
    "3.141592653589793238462643383279502884197",
    "9007199254740993",
    "18446744073709551615",
    "-9223372036854775808",
    "1234567890123456789012345678901234567890",
    "1.7976931348623157e308",
    "5e-324",
];

const UNITS: &[&str] = &["0", "1", "0.0", "1.0", "0.5", "1e-3", "0.30000000000000004", "100e-2"];

const INTEGERS: &[&str] = &[
    "0",
    "1",
    "7",
    "4096",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "-1",
    "-32700",
    "-9007199254740993",
    "-9223372036854775808",
];

/// Integers as peers write them whose language has only floats.
const FLOATING: &[&str] = &["3.0", "0.0", "1e3", "12.50e1", "1125899906842623.0", "-7.00", "-2E0"];

/// A name that no member has.
pub(crate) fn name(rng: &mut Rng) -> &'static str {
    NAMES[rng.usize(..NAMES.len())]
}

/// A string.
pub(crate) fn text(format: &str, rng: &mut Rng) -> String {
    match (format, rng.u8(..8)) {
        ("uri", 0..4) => format!("https://example.com/{}?q=%C3%A9#{}", rng.u16(..), rng.u8(..)),
        ("uri-template", 0..4) => "file:///{path}{?line*}".to_owned(),
        ("byte", 0..4) => "aGVsbG8gd29ybGQ=".to_owned(),
        (_, 7) => (0..rng.usize(1..12)).map(|_| rng.char(..)).collect(),
        _ => TEXTS[rng.usize(..TEXTS.len())].to_owned(),
    }
}

/// A number within a schema's bounds.
pub(crate) fn number(schema: &Value, rng: &mut Rng) -> String {
    let spelled = if schema.get("maximum").is_some() { UNITS } else { NUMBERS };
    match rng.u8(..4) {
        0 if schema.get("maximum").is_none() => format!("{:?}", rng.f64() * 1e6 - 5e5),
        0 => format!("{:?}", rng.f64()),
        _ => spelled[rng.usize(..spelled.len())].to_owned(),
    }
}

/// An integer within a schema's bounds, spelled as one or as a float.
pub(crate) fn integer(schema: &Value, floating: bool, rng: &mut Rng) -> String {
    let spelled = if floating { FLOATING } else { INTEGERS };
    let natural = schema.get("minimum").is_some();
    loop {
        let text = match rng.u8(..4) {
            0 if floating => format!("{}.0", rng.i32(..)),
            0 => rng.i64(..).to_string(),
            _ => spelled[rng.usize(..spelled.len())].to_owned(),
        };
        if !(natural && text.starts_with('-')) {
            return text;
        }
    }
}

/// Any JSON value, up to some depth.
pub(crate) fn anything<'s>(depth: usize, rng: &mut Rng) -> Part<'s> {
    let kinds = if depth == 0 { 5 } else { 7 };
    Part::from(match rng.u8(..kinds) {
        0 => What::Null,
        1 => What::Bool(rng.bool()),
        2 => What::Number(NUMBERS[rng.usize(..NUMBERS.len())].to_owned()),
        3 | 4 => What::Text(text("", rng)),
        5 => What::Array((0..rng.usize(..3)).map(|_| anything(depth - 1, rng)).collect()),
        _ => {
            let mut members = Vec::new();
            for _ in 0..rng.usize(..3) {
                free_member(&mut members, depth - 1, rng);
            }
            What::Object(members)
        }
    })
}

/// Adds a member that no schema speaks of, where its name is still free.
pub(crate) fn free_member(members: &mut Vec<Member<'_>>, depth: usize, rng: &mut Rng) {
    let name = name(rng);
    if members.iter().all(|member| member.name != name) {
        let part = anything(depth, rng);
        members.push(Member { name: name.to_owned(), part, required: false, is_tag: false });
    }
}
