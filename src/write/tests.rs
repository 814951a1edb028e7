//! What is written is what serde_json writes.

use alloc::collections::BTreeMap;
use alloc::string::String;

use serde_core::ser::{Serialize, SerializeStructVariant, SerializeTupleVariant, Serializer};
use serde_json::{Value, json};

use super::to_string;
use crate::{Integer, Json, Number};

/// Variants of an enum, of each form.
enum Variant {
    Unit,
    Newtype(u8),
    Tuple(u8, f32),
    Struct { a: Option<char> },
}

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Variant::Unit => serializer.serialize_unit_variant("Variant", 0, "Unit"),
            Variant::Newtype(of) => {
                serializer.serialize_newtype_variant("Variant", 1, "Newtype", of)
            }
            Variant::Tuple(a, b) => {
                let mut tuple = serializer.serialize_tuple_variant("Variant", 2, "Tuple", 2)?;
                tuple.serialize_field(a)?;
                tuple.serialize_field(b)?;
                tuple.end()
            }
            Variant::Struct { a } => {
                let mut fields = serializer.serialize_struct_variant("Variant", 3, "Struct", 1)?;
                fields.serialize_field("a", a)?;
                fields.end()
            }
        }
    }
}

#[track_caller]
fn same<T: Serialize + ?Sized>(value: &T) {
    assert_eq!(to_string(value).ok(), serde_json::to_string(value).ok());
}

#[test]
fn strings_are_escaped_as_serde_json_does() {
    same("");
    for byte in 0..=0x7f_u8 {
        for length in [0, 1, 7, 14, 15, 16, 17, 31, 32, 33, 40] {
            let mut text = "é".repeat(length / 2) + &"x".repeat(length % 2);
            text.push(char::from(byte));
            same(&text);
            text.push_str("tail of some length, past a block");
            text.push(char::from(byte));
            same(&text);
        }
    }
    same("\u{2028} 😀 \u{10ffff} \u{7f}");
}

#[test]
fn values_of_all_forms_are_written_as_serde_json_does() {
    same(&json!({"a": [1, -2, 3.5, 1e300, null, true, {"b": {}, "c": []}], "\"": "\\"}));
    same(&(i8::MIN, u64::MAX, i128::MIN, f64::NAN, f32::INFINITY, 0.1_f32, -0.0_f64, 'é'));
    same(&[
        Variant::Unit,
        Variant::Newtype(1),
        Variant::Tuple(2, 0.5),
        Variant::Struct { a: None },
    ]);
    same(&Variant::Struct { a: Some('"') });
    same(&());
    same(&Some([b'a', b'"']));
    same(&BTreeMap::from([(1, 'a'), (2, 'b')]));
    same(&BTreeMap::from([(true, 'a')]));
    same(&BTreeMap::from([('"', 'a')]));
    same(&BTreeMap::from([((), 1)]));
    same(&BTreeMap::from([([1], 1)]));
    same(&serde_json::Number::from(7));
    same(&Value::from(1.0));
}

#[test]
fn what_is_text_already_stays() {
    let text = r#"{"a" : [1.00, "\u0041"]}"#;
    let json: Json = text.parse().unwrap();
    assert_eq!(to_string(&json).unwrap(), text);
    let number: Number = "1.00".parse().unwrap();
    assert_eq!(to_string(&[number]).unwrap(), "[1.00]");
    assert_eq!(to_string(&Integer::from(-3)).unwrap(), "-3");
    assert_eq!(to_string(&String::from("a")).unwrap(), "\"a\"");
}
