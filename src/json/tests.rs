#![allow(clippy::unwrap_used, reason = "a test that can't go on should fail")]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use std::collections::hash_map::RandomState;

use serde_json::{Value, json};

use super::{Json, JsonKind, JsonObject, differences};
use crate::{Map, Number};

fn json(text: &str) -> Json {
    text.parse().unwrap()
}

#[track_caller]
fn assert_equal(left: &str, right: &str) {
    let (left, right) = (json(left), json(right));
    assert_eq!(left, right);
    assert_eq!(right, left);
    let state = RandomState::new();
    assert_eq!(state.hash_one(&left), state.hash_one(&right));
    assert_eq!(differences(&left, &right).count(), 0);
}

#[track_caller]
fn assert_different(left: &str, right: &str) {
    let (left, right) = (json(left), json(right));
    assert_ne!(left, right);
    assert_ne!(right, left);
    assert_ne!(differences(&left, &right).count(), 0);
}

fn found(left: &str, right: &str) -> Vec<String> {
    differences(&json(left), &json(right)).map(|difference| difference.to_string()).collect()
}

#[test]
fn text_stays_as_it_came() {
    for text in
        [r#"{"b" : 1.50e+3,"a":[ ],"a":"\u0041\/"}"#, "-0", "1e400", r#""\ud800""#, "\"\u{2028}\""]
    {
        assert_eq!(json(text).to_string(), text);
        assert_eq!(serde_json::to_string(&json(text)).unwrap(), text);
        assert_eq!(json(&format!(" \r\n{text}\t ")).as_str(), text);
    }
}

#[test]
fn line_breaks_become_spaces_on_every_way_in() {
    let pretty = "{\r\n  \"a\": [\r\n    1,\n    \"x\\ny\"\r\n  ]\r\n}";
    let flat = pretty.replace(['\r', '\n'], " ");
    assert_eq!(json(pretty).as_str(), flat);
    assert_eq!(serde_json::from_str::<Json>(pretty).unwrap().as_str(), flat);
    assert_eq!(serde_json::from_reader::<_, Json>(pretty.as_bytes()).unwrap().as_str(), flat);
    assert_eq!(serde_json::from_str::<JsonObject>(pretty).unwrap().as_str(), flat);
    let raw: &serde_json::value::RawValue = serde_json::from_str(pretty).unwrap();
    assert_eq!(Json::from_serialize(raw).unwrap().as_str(), flat);
    let nested: Map<Json> = serde_json::from_str(&format!("{{\"m\":\n{pretty}}}")).unwrap();
    assert_eq!(nested.get("m").unwrap().as_str(), flat);
    // Blocks are looked through to their ends.
    for length in 500..520 {
        let text = format!("[{}\n]", " ".repeat(length));
        assert!(!json(&text).as_str().contains('\n'));
    }
}

#[test]
fn broken_text_is_refused() {
    for text in [
        "",
        " ",
        "1 2",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "01",
        "\"a\nb\"",
        "'a'",
        "nul",
        "NaN",
        "\"\\x\"",
    ] {
        assert!(Json::from_text(text).unwrap_err().is_syntax(), "{text:?}");
    }
}

#[test]
fn reading_from_other_places() {
    let value = json!({"a": [1, 2.5, "x", null], "b": {"c": true}});
    let read: Json = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(read, Json::from(value.clone()));
    assert_eq!(read.parse::<Value>().unwrap(), value);
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
    let error = Json::from_text("{\"a\":\n tru}").unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 5));
}

#[test]
fn kinds_and_parts() {
    let value =
        json(r#"{"n":null,"b":true,"i":1,"s":"a\u0062","l":[1,[2],{"x":3}],"o":{},"s":"last"}"#);
    assert_eq!(value.kind(), JsonKind::Object);
    let kind = |name: &str| value.get(name).map(|part| part.kind());
    assert_eq!(kind("n"), Some(JsonKind::Null));
    assert_eq!(kind("b"), Some(JsonKind::Bool));
    assert_eq!(kind("i"), Some(JsonKind::Number));
    assert_eq!(kind("l"), Some(JsonKind::Array));
    assert_eq!(kind("o"), Some(JsonKind::Object));
    assert_eq!(kind("none"), None);
    assert_eq!(value.get("s").unwrap().as_string().unwrap(), "last");
    assert_eq!(value.get("b").unwrap().as_bool(), Some(true));
    assert_eq!(value.get("i").unwrap().as_number(), Some(Number::from(1)));
    assert_eq!(value.get("i").unwrap().as_string(), None);
    assert_eq!(value.get("l").unwrap().as_array().unwrap().len(), 3);
    assert_eq!(value.pointer("/l/2/x"), Some(Json::from(3)));
    assert_eq!(value.pointer(""), Some(value.clone()));
    for none in ["l", "/l/01", "/l/+1", "/l/-1", "/l/3", "/l/1/0/0", "/l/99999999999999999999999"] {
        assert_eq!(value.pointer(none), None, "{none}");
    }
    assert_eq!(json(r#"{"a/b":{"~":1,"":2}}"#).pointer("/a~1b/~0"), Some(Json::from(1)));
    assert_eq!(json(r#"{"a/b":{"~":1,"":2}}"#).pointer("/a~1b/"), Some(Json::from(2)));
    assert_eq!(json(r#"{"\u0061":1}"#).get("a"), Some(Json::from(1)));
    assert_eq!(json(r#"["]", "\\", "\"]"]"#).get("1"), Some(Json::from("\\")));
    assert!(Json::default().is_null() && json(" null ").is_null() && !json("0").is_null());
}

#[test]
fn made_from_rust_values() {
    assert_eq!(Json::from("a\"\n").as_str(), r#""a\"\n""#);
    assert_eq!(Json::from(String::from("x")).as_str(), r#""x""#);
    assert_eq!(Json::from(-1_i64).as_str(), "-1");
    assert_eq!(Json::from(u64::MAX).as_str(), "18446744073709551615");
    assert_eq!(Json::from(false).as_str(), "false");
    assert_eq!(Json::from(()).as_str(), "null");
    assert_eq!(Json::from(json!([1.0, {"a": null}])).as_str(), r#"[1.0,{"a":null}]"#);
    assert_eq!(Json::from(Vec::from([json("1.0"), json("[ ]")])).as_str(), "[1.0,[ ]]");
    assert_eq!(
        Json::from(Map::from([("a", json("1")), ("a", json("2"))])).as_str(),
        r#"{"a":1,"a":2}"#
    );
    assert_eq!(Json::from(Number::try_from(2.0).unwrap()).as_str(), "2.0");
    assert_eq!(Json::from_iter([json("1")]).as_str(), "[1]");
    assert_eq!(format!("{:?}", json("[1]")), "Json([1])");
}

#[test]
fn equal_by_value() {
    for (left, right) in [
        (r#"{"a":1,"b":[true,null]}"#, " { \"b\" : [ true , null ] , \"a\" : 1 } "),
        (r#"{"a":1,"b":0,"a":2}"#, r#"{"a":1,"a":2,"b":0}"#),
        (r#"{"\u0061":1}"#, r#"{"a":1}"#),
        (r#""\u00e9\/\ud83d\ude00\t""#, "\"é/😀\\u0009\""),
        (r#""\uD800""#, r#""\ud800""#),
        (r#"{"\ud800":1,"\udc00":2}"#, r#"{"\uDC00":2,"\uD800":1}"#),
        ("1.0", "1.00"),
        ("1.0", "10e-1"),
        ("1e2", "100.0"),
        ("-0", "0"),
        ("-0.0", "0e5"),
        ("1e400", "10E+399"),
        ("0.001e403", "1e400"),
        ("1e1000000000000000000000000000000", "10e999999999999999999999999999999"),
        (
            "1e100000000000000000000000000000000000000000000000000",
            "100e99999999999999999999999999999999999999999999999998",
        ),
        (
            "1e-100000000000000000000000000000000000000000000000000",
            "0.01e-99999999999999999999999999999999999999999999999998",
        ),
        ("5e000000000000000000000000000000000000000000000000000001", "50.0"),
        ("[]", "[ ]"),
        ("{}", "{ }"),
    ] {
        assert_equal(left, right);
    }
}

#[test]
fn different_by_value() {
    for (left, right) in [
        ("1", "1.0"),
        ("0", "-0.0"),
        ("0", "\"0\""),
        ("0", "null"),
        ("true", "false"),
        ("[]", "{}"),
        ("[1,2]", "[2,1]"),
        ("[[1],2]", "[[1,2]]"),
        ("[]", "[[]]"),
        (r#"{"a":1,"a":2}"#, r#"{"a":2,"a":1}"#),
        (r#"{"a":1}"#, r#"{"a":1,"a":1}"#),
        (r#"{"a":"b"}"#, r#"{"b":"a"}"#),
        (r#"["ab","c"]"#, r#"["a","bc"]"#),
        (r#""\ud800""#, r#""\ud801""#),
        (r#""\ud800""#, r#""\ufffd""#),
        (r#""\udc00\ud800""#, r#""\ud800\udc00""#),
        (r#""1.""#, r#""1""#),
        ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567891"),
        (
            "0.1234567890123456789012345678901234567890",
            "0.1234567890123456789012345678901234567891",
        ),
        ("1e400", "1e401"),
        ("1e400", "-1e400"),
        ("1e100000000000000000000000000000", "1e100000000000000000000000000001"),
        ("1e10", "1e-10"),
        ("10", "100"),
        ("9007199254740992", "9007199254740993"),
    ] {
        assert_different(left, right);
    }
}

#[test]
fn differences_have_pointers() {
    assert_eq!(found("3", "3.0"), ["(whole value): number spelled differently"]);
    assert_eq!(
        found(r#"{"a":[1e0,2]}"#, r#"{"a":[1,2.5]}"#),
        ["/a/0: number spelled differently", "/a/1: changed"]
    );
    assert_eq!(
        found(r#"{"z":1,"a/b":{"~":[]},"k":"x"}"#, r#"{"k":null,"a/b":{"~":[1,2]},"y":1}"#),
        ["/a~1b/~0/0: added", "/a~1b/~0/1: added", "/k: changed", "/y: added", "/z: missing"]
    );
    assert_eq!(found(r#"{"a":1,"a":2}"#, r#"{"a":1,"a":3,"a":4}"#), ["/a: changed", "/a: added"]);
    assert_eq!(found(r#"[{"x":"\u0061"},[]]"#, r#"[{"x":"a"}]"#), ["/1: missing"]);
}

#[test]
fn depth_costs_no_stack() {
    const DEPTH: usize = 100_000;
    let arrays = format!("{}1{}", "[".repeat(DEPTH), "]".repeat(DEPTH));
    let spaced = format!("{}1{}", "[ ".repeat(DEPTH), " ]".repeat(DEPTH));
    let other = format!("{}1.0{}", "[ ".repeat(DEPTH), " ]".repeat(DEPTH));
    assert_equal(&arrays, &spaced);
    let (left, right) = (json(&arrays), json(&other));
    assert_ne!(left.clone(), right);
    let found: Vec<_> = differences(&left, &right).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found.first().unwrap().pointer, "/0".repeat(DEPTH));
    assert_eq!(left.to_string(), arrays);
    assert_eq!(left.get("0").unwrap().as_str().len(), arrays.len() - 2);
    assert_eq!(Json::from(Vec::from([left])).as_str().len(), arrays.len() + 2);
    assert_eq!(serde_json::from_str::<Json>(&arrays).unwrap().as_str(), arrays);

    // Members out of order at every level, which sorting must not pay for again and again.
    let one = format!("{}0{}", r#"{"b":1,"a":"#.repeat(DEPTH), "}".repeat(DEPTH));
    let two = format!("{}0{}", r#"{"a":"#.repeat(DEPTH), r#","b":1}"#.repeat(DEPTH));
    assert_equal(&one, &two);
}

#[test]
fn many_members_are_quick_to_compare() {
    let members = |order: &mut dyn Iterator<Item = usize>| -> JsonObject {
        order.map(|n| (format!("k{n}"), Json::from(n.to_string()))).collect()
    };
    let up = members(&mut (0..50_000));
    let down = members(&mut (0..50_000).rev());
    assert_eq!(up, down);
    assert_eq!(up.entries(), down.entries());
}

#[test]
fn objects() {
    let mut object = JsonObject::new();
    assert!(object.is_empty());
    assert_eq!(object.insert("a", 1), None);
    assert_eq!(object.insert("b \"q\"", "x"), None);
    assert_eq!(object.insert("a", true), Some(Json::from(1)));
    assert_eq!(object.as_str(), r#"{"a":true,"b \"q\"":"x"}"#);
    assert!(!object.is_empty());
    assert_eq!(object.remove("a"), Some(Json::from(true)));
    assert_eq!(object.remove("a"), None);
    assert_eq!(object.as_str(), r#"{"b \"q\"":"x"}"#);
    assert_eq!(object.remove("b \"q\""), Some(Json::from("x")));
    assert_eq!(object, JsonObject::default());

    let mut doubled =
        JsonObject::from_text(r#"{ "a" : 1 , "b":1.50, "\u0061": [ ] , "c":3}"#).unwrap();
    assert_eq!(doubled.entries().len(), 4);
    assert_eq!(doubled.get("a").unwrap().as_str(), "[ ]");
    assert_eq!(doubled.insert("a", ()), Some(json("[]")));
    assert_eq!(doubled.as_str(), r#"{"b":1.50,"\u0061":null,"c":3}"#);
    let mut doubled = JsonObject::from_text(r#"{"a":1,"b":2,"a":3}"#).unwrap();
    assert_eq!(doubled.remove("a"), Some(Json::from(3)));
    assert_eq!(doubled.as_str(), r#"{"b":2}"#);
}

#[test]
fn entries_with_names_that_rust_strings_cannot_hold() {
    let object = JsonObject::from_text(r#"{"\ud800":1,"b":2}"#).unwrap();
    assert_eq!(object.entries().keys().collect::<Vec<_>>(), ["\u{FFFD}", "b"]);
    let mut object = object;
    object.insert("b", 3);
    assert_eq!(object.as_str(), r#"{"\ud800":1,"b":3}"#);
}

#[test]
fn objects_from_and_into() {
    let object = JsonObject::from([("a", 1), ("b", 2)]);
    assert_eq!(object, JsonObject::try_from(json!({"b": 2, "a": 1})).unwrap());
    let Value::Object(members) = json!({"b": 2, "a": 1}) else { return };
    assert_eq!(object, JsonObject::from(members));
    assert_eq!(object, object.entries().into());
    assert_eq!(object, Json::from(object.clone()).as_object().unwrap());
    assert_eq!(object.as_json(), &object.clone().into_json());
    assert_eq!(object.parse::<Map<u8>>().unwrap(), Map::from([("b", 2), ("a", 1)]));
    assert_eq!(JsonObject::from_serialize(&object).unwrap(), object);
    assert!(JsonObject::from_serialize("x").is_err());
    assert_eq!(format!("{object:?}"), r#"JsonObject({"a":1,"b":2})"#);
}

#[test]
fn what_is_not_an_object_is_named() {
    for (text, kind) in [
        ("5", "integer `5`"),
        ("-5", "integer `-5`"),
        ("2.50", "floating point `2.50`"),
        ("18446744073709551616", "integer `18446744073709551616`"),
        ("null", "null"),
        ("true", "boolean `true`"),
        ("[1]", "sequence"),
        (r#""a\n""#, r#"string "a\n""#),
    ] {
        let expected = format!("invalid type: {kind}, expected an object");
        assert_eq!(JsonObject::from_text(text).unwrap_err().reason(), expected);
        let wire = serde_json::from_str::<JsonObject>(text).unwrap_err().to_string();
        assert_eq!(wire, expected);
    }
    let long = "é".repeat(1_000_000);
    let error = JsonObject::try_from(Json::from(long)).unwrap_err().to_string();
    assert!(error.len() < 200 && error.contains('…'), "{error}");
    let digits = "7".repeat(1_000_000);
    let error = JsonObject::from_text(digits).unwrap_err().to_string();
    assert!(error.len() < 200 && error.contains('…'), "{error}");
}

#[test]
fn hashing_is_prefix_free() {
    fn hash(values: &[&str]) -> u64 {
        let values: Vec<Json> = values.iter().map(|text| json(text)).collect();
        let mut hasher = std::collections::hash_map::DefaultHasher::new();
        values.hash(&mut hasher);
        core::hash::Hasher::finish(&hasher)
    }
    assert_ne!(hash(&["\"a\"", "\"b\""]), hash(&["\"ab\"", "\"\""]));
    assert_eq!(hash(&["1.0"]), hash(&["1.00"]));
}
