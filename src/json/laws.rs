//! Equality and hashing are by value: two spellings of one value are equal and hash alike, two
//! values never are, whatever features of serde_json are switched on.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::hash::BuildHasher;
use std::collections::hash_map::RandomState;

use fastrand::Rng;

use super::{Json, differences};
use crate::{Map, Number};

/// A value without any spelling: what equality has to go by.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Null,
    Bool(bool),
    Integer(i64),
    /// So many hundredths, spelled as a float.
    Hundredths(i64),
    /// UTF-16, since JSON may hold half of a pair.
    Text(Vec<u16>),
    Array(Vec<Value>),
    /// Sorted by name; members with one name in their order.
    Object(Vec<(Vec<u16>, Value)>),
}

/// Few different ones, so that equal values are made often.
fn make(depth: usize, rng: &mut Rng) -> Value {
    match rng.u8(..if depth == 0 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => Value::Bool(rng.bool()),
        2 => Value::Integer(rng.i64(-2..3)),
        3 => Value::Hundredths(rng.i64(-2..3) * [1, 100][rng.usize(..2)]),
        4 | 5 => Value::Text(text(rng)),
        6 => Value::Array((0..rng.usize(..3)).map(|_| make(depth - 1, rng)).collect()),
        _ => {
            let mut members: Vec<_> =
                (0..rng.usize(..4)).map(|_| (text(rng), make(depth - 1, rng))).collect();
            members.sort_by(|(left, _), (right, _)| left.cmp(right));
            Value::Object(members)
        }
    }
}

fn text(rng: &mut Rng) -> Vec<u16> {
    const UNITS: [u16; 6] = [0x61, 0x2F, 0x0A, 0xE9, 0xD83D, 0xDE00];
    (0..rng.usize(..3)).map(|_| UNITS[rng.usize(..UNITS.len())]).collect()
}

fn spell(value: &Value, rng: &mut Rng) -> String {
    let space = [" ", "", "\n"][rng.usize(..3)];
    match value {
        Value::Null => "null".to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Integer(0) => ["0", "-0"][rng.usize(..2)].to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Hundredths(0) => ["0.0", "-0e-2", "0.00E7"][rng.usize(..3)].to_string(),
        Value::Hundredths(number) => match rng.u8(..4) {
            0 => format!("{number}e-2"),
            1 => format!("{number}00E-004"),
            2 if *number < 0 => format!("-0.{:04}e+2", -number),
            2 => format!("0.{number:04}e+2"),
            _ => format!("{number}.0{}e-2", "0".repeat(rng.usize(..9))),
        },
        Value::Text(units) => spell_text(units, rng),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| spell(item, rng)).collect();
            format!("{space}[{}{space}]", items.join(&format!(",{space}")))
        }
        Value::Object(members) => {
            let mut left: Vec<_> = members.iter().collect();
            let mut written = Vec::new();
            while !left.is_empty() {
                // Any member, but the first of those with its name.
                let name = &left[rng.usize(..left.len())].0;
                let first = left.iter().position(|(other, _)| other == name).unwrap();
                let (name, value) = left.remove(first);
                written.push(format!("{}{space}:{}", spell_text(name, rng), spell(value, rng)));
            }
            format!("{{{space}{}}}{space}", written.join(","))
        }
    }
}

fn spell_text(units: &[u16], rng: &mut Rng) -> String {
    let mut spelled = String::from("\"");
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(letter) if letter > ' ' && rng.bool() => spelled.push(letter),
            Ok(letter) => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    spelled.push_str(&format!("\\u{unit:04x}"));
                }
            }
            Err(lone) => spelled.push_str(&format!("\\u{:04X}", lone.unpaired_surrogate())),
        }
    }
    spelled.push('"');
    spelled
}

#[test]
fn equality_is_that_of_values() {
    let state = RandomState::new();
    let mut rng = Rng::with_seed(7);
    let mut equal = 0;
    for _ in 0..4_000 {
        let first = make(2, &mut rng);
        let second = if rng.bool() { first.clone() } else { make(2, &mut rng) };
        let left: Json = spell(&first, &mut rng).parse().unwrap();
        let right: Json = spell(&second, &mut rng).parse().unwrap();
        let expected = first == second;
        equal += usize::from(expected);
        assert_eq!(left == right, expected, "{left} {right}");
        assert_eq!(right == left, expected, "{right} {left}");
        assert_eq!(differences(&left, &right).next().is_none(), expected, "{left} {right}");
        let (one, other) = (state.hash_one(&left), state.hash_one(&right));
        assert_eq!(one == other, expected, "{left} {right}");
        if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
            assert_eq!(left == right, expected);
            assert_eq!(state.hash_one(&left) == state.hash_one(&right), expected);
        }
        // Names that Rust strings can't hold are refused here.
        if let (Ok(left), Ok(right)) = (left.parse::<Map<Json>>(), right.parse::<Map<Json>>()) {
            assert_eq!(left == right, expected);
            assert_eq!(state.hash_one(&left) == state.hash_one(&right), expected);
        }
    }
    assert!((2_000..3_500).contains(&equal), "{equal}");
}

#[test]
fn classes_of_equal_numbers() {
    // Equal inside of a line only: so equality is transitive, and hashing goes along.
    let classes: &[&[&str]] = &[
        &["0", "-0"],
        &["0.0", "-0.0", "0e7", "-0E-99999999999999999999999999999999999999999999"],
        &["1"],
        &["1.0", "1e0", "10e-1", "0.1e1", "1.000000000000000000000000000000000000000"],
        &["18446744073709551616"],
        &["18446744073709551616.0", "1844674407370955161.6e1"],
        &["1e400", "10e399", "0.1E+401"],
        &["1e-400", "0.1e-399"],
        &["0.1", "1e-1"],
        &["0.1000000000000000055511151231257827021181583404541015625"],
        &["0.1000000000000000055511151231257827021182"],
    ];
    let state = RandomState::new();
    for (at, class) in classes.iter().enumerate() {
        for (other_at, other) in classes.iter().enumerate() {
            for (left, right) in class.iter().flat_map(|left| other.iter().map(move |r| (left, r)))
            {
                let (one, two): (Number, Number) = (left.parse().unwrap(), right.parse().unwrap());
                assert_eq!(one == two, at == other_at, "{left} {right}");
                assert_eq!(Json::from(one.clone()) == Json::from(two.clone()), at == other_at);
                if at == other_at {
                    assert_eq!(state.hash_one(one), state.hash_one(two));
                }
            }
        }
    }
}
