#![allow(clippy::unwrap_used, reason = "a test that can't go on should fail")]

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Integer, OutOfRange, StringOrInteger};

fn read(text: &str) -> Result<Integer, String> {
    let plain = serde_json::from_str::<Integer>(text).map_err(|error| error.to_string());
    // The same through a tree, positions aside.
    if let Ok(value) = serde_json::from_str::<serde_json::Value>(text) {
        let tree = serde_json::from_value::<Integer>(value).map_err(|error| error.to_string());
        assert_eq!(tree.is_ok(), plain.is_ok(), "{text}");
    }
    let either =
        serde_json::from_str::<StringOrInteger>(text).ok().and_then(|value| value.as_integer());
    assert_eq!(either, plain.clone().ok(), "{text}");
    plain
}

fn has_arbitrary_precision() -> bool {
    serde_json::Number::from_u128(u128::MAX).is_some()
}

#[test]
fn reads_what_is_exact() {
    for (text, written) in [
        ("0", "0"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("3.0", "3"),
        ("-3.0", "-3"),
        ("1e3", "1000"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("18446744073709551615", "18446744073709551615"),
        ("9007199254740993", "9007199254740993"),
        ("1125899906842623.0", "1125899906842623"),
        ("-1125899906842621.0", "-1125899906842621"),
        ("1e18", "1000000000000000000"),
    ] {
        let integer = read(text).unwrap();
        assert_eq!(integer.to_string(), written);
        assert_eq!(serde_json::to_string(&integer).unwrap(), written);
        assert_eq!(written.parse(), Ok(integer));
    }
}

#[test]
fn refuses_the_rest() {
    for text in ["18446744073709551616", "-9223372036854775809", "1e300", "-1e300"] {
        let error = read(text).unwrap_err();
        assert!(error.contains("is not exact in 64 bits"), "{error}");
    }
    for text in ["3.00000000000000000001", "1125899906842623.01", "-1e-400"] {
        let error = serde_json::from_str::<Integer>(text).unwrap_err().to_string();
        assert!(error.starts_with("invalid type: floating point"), "{error}");
        assert!(serde_json::from_reader::<_, StringOrInteger>(text.as_bytes()).is_err());
    }
    for (text, reason) in [
        ("3.5", "invalid type: floating point `3.5`, expected an integer"),
        ("\"3\"", "invalid type: string \"3\", expected an integer"),
        ("true", "invalid type: boolean `true`, expected an integer"),
        ("null", "invalid type: null, expected an integer"),
        ("[1]", "invalid type: sequence, expected an integer"),
        ("{}", "invalid type: map, expected an integer"),
    ] {
        let error = serde_json::from_str::<Integer>(text).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}");
    }
    // What serde_json makes of numbers inside, with its feature arbitrary_precision.
    let error = serde_json::from_str::<Integer>(r#"{"$serde_json::private::Number":"1"}"#);
    assert!(error.is_err() || has_arbitrary_precision());
    let error = serde_json::from_str::<StringOrInteger>("1.5").unwrap_err().to_string();
    assert!(
        error.starts_with("invalid type: floating point `1.5`, expected a string or an integer"),
        "{error}"
    );
    assert_eq!("+5".parse::<Integer>(), Err(OutOfRange));
    assert_eq!("5.0".parse::<Integer>(), Err(OutOfRange));
    assert_eq!("".parse::<Integer>(), Err(OutOfRange));
}

#[test]
fn other_formats_give_the_value_itself() {
    use serde_core::Deserialize;
    use serde_core::de::IntoDeserializer;
    use serde_core::de::value::{Error, F64Deserializer, I64Deserializer, StrDeserializer};

    let integer: I64Deserializer<Error> = (-3_i64).into_deserializer();
    assert_eq!(Integer::deserialize(integer), Ok(Integer::from(-3)));
    let float: F64Deserializer<Error> = 3.0.into_deserializer();
    assert_eq!(StringOrInteger::deserialize(float), Ok(StringOrInteger::from(3)));
    let large: F64Deserializer<Error> = 1e18.into_deserializer();
    let error = Integer::deserialize(large).unwrap_err().to_string();
    assert!(error.contains("too large to be exact"), "{error}");
    let text: StrDeserializer<'_, Error> = "x".into_deserializer();
    assert_eq!(StringOrInteger::deserialize(text), Ok(StringOrInteger::from("x")));
}

#[test]
fn conversions_and_order() {
    let large = Integer::from(u64::MAX);
    let small = Integer::from(i64::MIN);
    let mut list =
        Vec::from([large, Integer::from(5), small, Integer::default(), Integer::from(-1)]);
    list.sort();
    let values: Vec<i128> = list.iter().map(|integer| integer.as_i128()).collect();
    assert!(values.is_sorted());
    assert_eq!((large.as_i64(), large.as_u64()), (None, Some(u64::MAX)));
    assert_eq!((small.as_i64(), small.as_u64()), (Some(i64::MIN), None));
    assert_eq!(Integer::from(5_i64), Integer::from(5_u64));
    assert_eq!(Integer::try_from(7_usize), Ok(Integer::from(7)));
    assert_eq!(Integer::try_from(i128::MAX), Err(OutOfRange));
    assert_eq!(i32::try_from(large), Err(OutOfRange));
    assert_eq!(usize::try_from(Integer::from(9)), Ok(9));
    assert_eq!(Integer::from(5), 5_i64);
    assert_eq!(Integer::from(5), 5);
    assert_eq!(large, u64::MAX);
    assert_ne!(small, 0_u64);
}

#[test]
fn strings_and_integers_stay_apart() {
    let text: StringOrInteger = serde_json::from_str("\"1\"").unwrap();
    let number: StringOrInteger = serde_json::from_str("1").unwrap();
    assert_ne!(text, number);
    assert_eq!(text, StringOrInteger::from("1"));
    assert_eq!(number, StringOrInteger::from(1));
    assert_eq!((text.as_str(), text.as_integer()), (Some("1"), None));
    assert_eq!((number.as_str(), number.as_integer()), (None, Some(Integer::from(1))));
    assert_eq!(text.to_string(), number.to_string());
    assert_eq!(serde_json::to_string(&[&text, &number]).unwrap(), "[\"1\",1]");
    let escaped: StringOrInteger = serde_json::from_str(r#""a\u00e9\n""#).unwrap();
    assert_eq!(escaped, StringOrInteger::from("aé\n"));
    assert_eq!(serde_json::from_reader::<_, StringOrInteger>(&b"\"x\""[..]).unwrap(), "x".into());
    assert_eq!(serde_json::from_value::<StringOrInteger>("x".into()).unwrap(), "x".into());
}
