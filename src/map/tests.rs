#![allow(clippy::unwrap_used, reason = "a test that can't go on should fail")]

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::hash::BuildHasher;
use std::collections::hash_map::RandomState;

use super::Map;
use crate::{Error, Json};

fn doubled() -> Map<i32> {
    Map::from([("a", 1), ("b", 2), ("a", 3), ("c", 4)])
}

#[test]
fn order_and_duplicates_survive() {
    let text = r#"{"z":1,"a":2,"z":3}"#;
    let read: Map<Json> = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), text);
    assert_eq!(read.get("z"), Some(&Json::from(3)));
    assert_eq!(read.get_all("z").count(), 2);
    assert_eq!(read.keys().collect::<Vec<_>>(), ["z", "a", "z"]);
}

#[test]
fn the_last_of_several_counts() {
    let mut map = doubled();
    assert_eq!((map.len(), map.get("a"), map.contains_key("d")), (4, Some(&3), false));
    assert_eq!(map.insert("a", 5), Some(3));
    assert_eq!(map.clone().into_vec(), [("b".into(), 2), ("a".into(), 5), ("c".into(), 4)]);
    assert_eq!(map.insert("d", 6), None);
    map.push("d", 7);
    assert_eq!(map.remove("d"), Some(7));
    assert_eq!(map.remove("d"), None);
    assert!(!map.contains_key("d"));
    *map.get_mut("b").unwrap() = 9;
    for (_, value) in &mut map {
        *value += 1;
    }
    assert_eq!(map.values().copied().collect::<Vec<_>>(), [10, 6, 5]);
    map.clear();
    assert!(map.is_empty());
    assert_eq!(doubled().remove("a"), Some(3));
}

#[test]
fn equality_is_that_of_objects() {
    let state = RandomState::new();
    let other = Map::from([("c", 4), ("a", 1), ("a", 3), ("b", 2)]);
    assert_eq!(doubled(), other);
    assert_eq!(state.hash_one(doubled()), state.hash_one(&other));
    assert_ne!(doubled(), Map::from([("a", 3), ("b", 2), ("a", 1), ("c", 4)]));
    assert_ne!(doubled(), Map::from([("a", 1), ("b", 2), ("c", 4)]));
    assert_ne!(Map::from([("a", 1)]), Map::from([("b", 1)]));
    assert_eq!(Map::<f64>::new(), Map::default());
    let up: Map<usize> = (0..100_000).map(|n| (n.to_string(), n)).collect();
    let down: Map<usize> = (0..100_000).rev().map(|n| (n.to_string(), n)).collect();
    assert_eq!(up, down);
}

#[test]
fn made_and_taken_apart() {
    let tree = BTreeMap::from([(String::from("x"), 1), (String::from("y"), 2)]);
    let mut map = Map::from(tree);
    assert_eq!(map, Map::from(Vec::from([(String::from("x"), 1), (String::from("y"), 2)])));
    map.extend([("z", 3)]);
    assert_eq!(map.iter().len(), 3);
    assert_eq!(map.iter().next_back(), Some(("z", &3)));
    assert_eq!(format!("{map:?}"), r#"{"x": 1, "y": 2, "z": 3}"#);
    let names: Vec<String> = map.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["x", "y", "z"]);
}

#[test]
fn errors_name_the_member() {
    let broken = serde_json::from_str::<Map<Map<u8>>>(r#"{"a":{},"b":{"c d":"x"}}"#).unwrap_err();
    let error = Error::from(broken);
    assert_eq!(error.pointer(), "/b/c d");
    assert!(error.reason().starts_with("invalid type: string"), "{error}");
    let list = serde_json::from_str::<Map<u8>>("[1]").unwrap_err().to_string();
    assert!(list.starts_with("invalid type: sequence, expected an object"), "{list}");
}
