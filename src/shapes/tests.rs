#![allow(clippy::unwrap_used, reason = "a test that can't go on should fail")]

use alloc::string::String;
use alloc::vec::Vec;

use super::{Nullable, OneOrMany};
use crate::{Error, Integer, Json, Map};

#[test]
fn the_kind_decides_between_one_and_many() {
    type Objects = OneOrMany<Map<Json>>;
    for (text, count) in
        [(r#"{"a":[1.0, {}]}"#, 1), (r#"[{"a":1},{"b":[ ]}]"#, 2), ("[]", 0), (r#"[{"a":1}]"#, 1)]
    {
        let read: Objects = serde_json::from_str(text).unwrap();
        assert_eq!(read.len(), count);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert_eq!(read, serde_json::from_reader(text.as_bytes()).unwrap());
        assert_eq!(read.clone().into_vec().len(), count);
        assert_eq!(matches!(read, OneOrMany::Many(_)), text.starts_with('['));
    }
    let text: OneOrMany<String> = serde_json::from_str(r#""a\n""#).unwrap();
    assert_eq!(text, OneOrMany::from(String::from("a\n")));
    let number: OneOrMany<Integer> = serde_json::from_str("3.0").unwrap();
    assert_eq!(number, OneOrMany::One(Integer::from(3)));
    let flag: OneOrMany<Option<bool>> = serde_json::from_str("null").unwrap();
    assert_eq!(flag, OneOrMany::One(None));
    assert_ne!(OneOrMany::One(1), OneOrMany::Many(Vec::from([1])));
    let many = OneOrMany::<i32>::from(Vec::from([1, 2]));
    assert_eq!(many.iter().sum::<i32>(), 3);
    assert_eq!(many.into_iter().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn errors_name_the_element() {
    let error = serde_json::from_str::<OneOrMany<Map<u8>>>(r#"[{},{"a":true}]"#).unwrap_err();
    assert_eq!(Error::from(error).path(), "[1].a");
    let error = serde_json::from_str::<OneOrMany<Map<u8>>>("5").unwrap_err();
    let error = Error::from(error);
    assert_eq!(error.reason(), "invalid type: integer `5`, expected an object");
}

#[test]
fn null_is_a_state_of_its_own() {
    for (text, value) in [("null", Nullable::Null), ("5", Nullable::Value(5))] {
        let read: Nullable<u8> = serde_json::from_str(text).unwrap();
        assert_eq!(read, value);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert_eq!(serde_json::from_value::<Nullable<u8>>(text.parse().unwrap()).unwrap(), value);
        assert_eq!(Nullable::from(read.into_option()), value);
        assert_eq!(read.as_option().is_none(), read.is_null());
    }
    let text: Nullable<Json> = serde_json::from_str("[1.0]").unwrap();
    assert_eq!(text.map(|json| json.is_null()), Nullable::Value(false));
    assert_eq!(Nullable::from(5), Nullable::Value(5));
    assert!(Nullable::<u8>::default().is_null());
    assert!(serde_json::from_str::<Nullable<u8>>("\"x\"").is_err());
}
