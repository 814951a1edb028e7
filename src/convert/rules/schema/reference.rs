//! References inside one schema document.

use alloc::string::String;
use alloc::vec::Vec;

/// The fragment of a reference to the document that it stands in, as the JSON pointer or anchor that
/// it means; `None` for another document (RFC 3986, 2.1 and 4.4).
pub(super) fn fragment(reference: &str) -> Option<String> {
    let encoded = match reference {
        "" => "",
        _ => reference.strip_prefix('#')?,
    };
    let mut decoded = Vec::with_capacity(encoded.len());
    let mut rest = encoded.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let escaped = (byte == b'%').then(|| after.get(..2)).flatten();
        let escaped = escaped.and_then(|digits| core::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                rest = after.get(2..)?;
            }
            None => decoded.push(byte),
        }
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::fragment;

    #[test]
    fn local_references() {
        for (reference, meant) in [
            ("", Some("")),
            ("#", Some("")),
            ("#/a~1b", Some("/a~1b")),
            ("#%2F%24defs/%C3%A9", Some("/$defs/\u{e9}")),
            ("#name", Some("name")),
            ("#/50%", Some("/50%")),
            ("#%FF", None),
            ("other.json#/a", None),
        ] {
            assert_eq!(fragment(reference).as_deref(), meant, "{reference}");
        }
    }
}
