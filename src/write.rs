//! Writing JSON on one line, as serde_json does, in less time: strings are searched for what must be
//! escaped by blocks, since most blocks have nothing.

#[cfg(test)]
mod tests;

use alloc::string::String;
use core::fmt::{Display, Write};

use serde_core::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;

use crate::json::text::first_special;

/// How the names begin by which serde_json marks a text that is JSON already.
const IS_JSON: &str = "$serde_json::private::";

/// Writes a value.
pub(crate) fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, Error> {
    let mut out = String::with_capacity(256);
    value.serialize(Writer { out: &mut out, is_json: false })?;
    Ok(out)
}

/// Where one value is written.
struct Writer<'a> {
    out: &'a mut String,
    /// The value is a text that is JSON already.
    is_json: bool,
}

/// An array or object that is being written.
struct Open<'a> {
    out: &'a mut String,
    is_empty: bool,
    /// What ends it; nothing where it stands for a text that is JSON already.
    close: &'static str,
}

impl<'a> Writer<'a> {
    #[inline]
    fn open(self, open: &str, close: &'static str) -> Open<'a> {
        self.out.push_str(open);
        Open { out: self.out, is_empty: true, close }
    }

    /// The variant of an enum: an object with one member.
    fn open_variant(self, name: &str, open: &str, close: &'static str) -> Open<'a> {
        self.out.push('{');
        push_string(self.out, name);
        self.out.push(':');
        self.open(open, close)
    }

    fn plain(self, value: impl Display) -> Result<(), Error> {
        write!(self.out, "{value}").map_err(Error::custom)
    }
}

macro_rules! plain {
    ($($method:ident $type:ty),*) => {$(
        fn $method(self, value: $type) -> Result<(), Error> {
            self.plain(value)
        }
    )*};
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Open<'a>;
    type SerializeTupleVariant = Open<'a>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Open<'a>;

    plain! {
        serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32,
        serialize_i64 i64, serialize_i128 i128, serialize_u8 u8, serialize_u16 u16,
        serialize_u32 u32, serialize_u64 u64, serialize_u128 u128
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.plain(serde_json::to_string(&value)?)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        self.plain(serde_json::to_string(&value)?)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), Error> {
        if self.is_json {
            self.out.push_str(value);
        } else {
            push_string(self.out, value);
        }
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Error> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.out.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    /// An enum that is called like a string is a name whose spelling is known.
    #[inline]
    fn serialize_unit_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        if name.starts_with('"') {
            self.out.push_str(name);
            return Ok(());
        }
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let open = self.open_variant(variant, "", "}");
        value.serialize(Writer { out: open.out, is_json: false })?;
        open.out.push_str(open.close);
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Error> {
        Ok(self.open_variant(variant, "[", "]}"))
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a>, Error> {
        Ok(self.open("{", "}"))
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Open<'a>, Error> {
        Ok(if name.starts_with(IS_JSON) { self.open("", "") } else { self.open("{", "}") })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Error> {
        Ok(self.open_variant(variant, "{", "}}"))
    }
}

impl Open<'_> {
    #[inline]
    fn comma(&mut self) {
        if !core::mem::replace(&mut self.is_empty, false) {
            self.out.push(',');
        }
    }

    #[inline]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(Writer { out: self.out, is_json: self.close.is_empty() })
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.comma();
        self.value(value)
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        if !self.close.is_empty() {
            self.comma();
            push_string(self.out, name);
            self.out.push(':');
        }
        self.value(value)
    }

    #[inline]
    fn close(self) -> Result<(), Error> {
        self.out.push_str(self.close);
        Ok(())
    }
}

macro_rules! elements {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for Open<'_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.element(value)
            }

            #[inline]
            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

elements! {
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
}

macro_rules! fields {
    ($($trait:ident),*) => {$(
        impl $trait for Open<'_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.field(name, value)
            }

            #[inline]
            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.comma();
        let start = self.out.len();
        self.value(key)?;
        match self.out.as_bytes().get(start) {
            Some(b'"') => {}
            Some(b'0'..=b'9' | b'-' | b't' | b'f') => {
                self.out.insert(start, '"');
                self.out.push('"');
            }
            _ => return Err(Error::custom("key must be a string")),
        }
        self.out.push(':');
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.value(value)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

fn push_string(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    match first_special(text.as_bytes()) {
        None => out.push_str(text),
        Some(at) => push_parts(out, text, at),
    }
    out.push('"');
}

/// The parts of a text around what must be escaped, which is first at `at`.
fn push_parts(out: &mut String, text: &str, mut at: usize) {
    let mut rest = text;
    while let Some((plain, special)) = rest.split_at_checked(at) {
        out.push_str(plain);
        let mut special = special.chars();
        special.next().into_iter().for_each(|special| push_escaped(out, special));
        rest = special.as_str();
        let Some(next) = first_special(rest.as_bytes()) else { break };
        at = next;
    }
    out.push_str(rest);
}

fn push_escaped(out: &mut String, special: char) {
    let short = match special {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        '\u{8}' => "\\b",
        '\u{c}' => "\\f",
        control => {
            // Writing to a string does not fail.
            let _ = write!(out, "\\u{:04x}", u32::from(control));
            return;
        }
    };
    out.push_str(short);
}
