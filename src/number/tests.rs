#![allow(clippy::unwrap_used, reason = "a test that can't go on should fail")]

use alloc::format;
use alloc::string::ToString;
use core::hash::BuildHasher;
use std::collections::hash_map::RandomState;

use super::{NotFinite, Number};
use crate::Json;

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

#[test]
fn stays_as_written() {
    for text in [
        "0",
        "-0",
        "2",
        "2.0",
        "1e400",
        "1E+2",
        "-1.50",
        "1234567890123456789012345678901234567890",
    ] {
        let read: Number = serde_json::from_str(text).unwrap();
        assert_eq!(read.as_str(), text);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert_eq!(read.to_string(), text);
    }
    assert_eq!(format!("{:?}", number("2.0")), "Number(2.0)");
}

#[test]
fn what_is_not_a_number_is_named() {
    for (text, kind) in
        [("\"x\"", "string \"x\""), ("{}", "map"), ("null", "null"), ("[]", "sequence")]
    {
        let error = serde_json::from_str::<Number>(text).unwrap_err().to_string();
        assert_eq!(error, format!("invalid type: {kind}, expected a number"));
    }
    for text in ["", "01", "1.", ".5", "+1", "1e", "NaN", "1 2", "0x1"] {
        assert!(text.parse::<Number>().is_err(), "{text}");
    }
}

#[test]
fn equality_follows_kind_and_value() {
    let state = RandomState::new();
    for (left, right) in
        [("2.0", "2.00"), ("2.0", "20e-1"), ("-0", "0"), ("0.0", "-0e9"), ("1e400", "10e399")]
    {
        assert_eq!(number(left), number(right));
        assert_eq!(state.hash_one(number(left)), state.hash_one(number(right)));
        assert_eq!(Json::from(number(left)), Json::from(number(right)));
    }
    for (left, right) in
        [("2", "2.0"), ("1e400", "1e401"), ("1", "-1"), ("0.1", "0.10000000000000000001")]
    {
        assert_ne!(number(left), number(right));
    }
    assert_eq!(number("2"), 2_i64);
    assert_ne!(number("2.0"), 2_i64);
    assert_eq!(number("2.00"), 2.0_f64);
    assert_ne!(number("2"), 2.0_f64);
    assert_ne!(number("2.0"), f64::NAN);
    assert_eq!(number("-0"), 0_i64);
}

#[test]
fn values() {
    for (text, value) in [
        ("3", Some(3)),
        ("3.0", Some(3)),
        ("-0.0", Some(0)),
        ("30e-1", Some(3)),
        ("1e2", Some(100)),
        ("-9223372036854775808", Some(i64::MIN)),
        ("-9223372036854775808.0", Some(i64::MIN)),
        ("9223372036854775808", None),
        ("9007199254740993.0", Some(9_007_199_254_740_993)),
        ("3.5", None),
        ("1e400", None),
        ("1e-400", None),
        ("1e99999999999999999999999999999999999999999", None),
        ("0e99999999999999999999999999999999999999999", Some(0)),
    ] {
        assert_eq!(number(text).as_i64(), value, "{text}");
    }
    assert_eq!(number("18446744073709551615.0").as_u64(), Some(u64::MAX));
    assert_eq!(number("18446744073709551616").as_u64(), None);
    assert_eq!(number("-1").as_u64(), None);
    assert_eq!(number("0.1").as_f64(), Some(0.1));
    assert_eq!(number("1e400").as_f64(), None);
    assert_eq!(number("1e-400").as_f64(), Some(0.0));
    assert!(number("10").is_integer_spelling());
    assert!(!number("1E1").is_integer_spelling());
}

#[test]
fn from_rust_numbers() {
    assert_eq!(Number::from(-7_i8).as_str(), "-7");
    assert_eq!(Number::from(u64::MAX).as_str(), "18446744073709551615");
    assert_eq!(Number::try_from(2.0_f64).unwrap().as_str(), "2.0");
    assert_eq!(Number::try_from(0.1_f32).unwrap().as_str(), "0.1");
    assert_eq!(Number::try_from(-0.0_f64).unwrap().as_str(), "-0.0");
    for float in [1e300, 1e21, 1e16, 1e-7, f64::MAX, f64::MIN_POSITIVE, 5e-324] {
        let written = Number::try_from(float).unwrap();
        assert!(!written.is_integer_spelling(), "{written}");
        assert_eq!(written.as_f64(), Some(float));
        assert_eq!(written, float);
    }
    assert_eq!(Number::try_from(f64::NAN), Err(NotFinite));
    assert_eq!(Number::try_from(f32::INFINITY), Err(NotFinite));
    assert!(NotFinite.to_string().contains("NaN"));
}
