//! What reading refuses, and where in the document it stands.
//!
//! serde carries an error through generic code as a message only, so the path travels inside it, in
//! front of the reason: `tools[0].inputSchema: missing member`. It is built on the way out of a
//! failure, so a document that reads well pays nothing for it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Why a document could not be read as the type asked for.
///
/// ```
/// # #[cfg(feature = "v2025_11_25")] {
/// use mcp_revisions::{from_str, v2025_11_25::ListToolsResult};
///
/// let error = from_str::<ListToolsResult>(r#"{"tools": [{"name": "add"}]}"#).unwrap_err();
/// assert_eq!(error.path(), "tools[0].inputSchema");
/// assert_eq!(error.pointer(), "/tools/0/inputSchema");
/// assert_eq!(error.reason(), "missing member");
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    path: String,
    reason: String,
    line: usize,
    column: usize,
    syntax: bool,
}

impl Error {
    /// An error at a path of this module's form (empty for the document as a whole).
    pub(crate) fn new(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Error { path: path.into(), reason: reason.into(), line: 0, column: 0, syntax: false }
    }

    /// Reads path, reason and position back from the message of a serde_json error.
    pub(crate) fn from_json(error: &serde_json::Error) -> Self {
        let message = without_position(error);
        let (path, reason) = split_path(&message).unwrap_or(("", &message));
        Error {
            path: path.to_string(),
            reason: reason.to_string(),
            line: error.line(),
            column: error.column(),
            syntax: error.is_syntax() || error.is_eof(),
        }
    }

    pub(crate) fn with_syntax(mut self, syntax: bool) -> Self {
        self.syntax = syntax;
        self
    }

    /// Puts this error inside the member `name`.
    pub(crate) fn inside(mut self, name: &str) -> Self {
        self.path = join(&segment(name), &self.path);
        self
    }

    /// Puts this error inside element `index`.
    pub(crate) fn inside_element(mut self, index: usize) -> Self {
        self.path = join(&format!("[{index}]"), &self.path);
        self
    }

    /// The same without line and column.
    pub(crate) fn unplaced(mut self) -> Self {
        (self.line, self.column) = (0, 0);
        self
    }

    /// An error in a `part` of a text, its position counted from the start of the text.
    #[cold]
    pub(crate) fn in_part(mut self, part: &str, text: &str) -> Self {
        let offset = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        let Some(before) = text.get(..offset).filter(|_| self.line > 0) else { return self };
        if self.line == 1 {
            self.column += before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        }
        self.line += before.matches('\n').count();
        self
    }

    /// The members that lead to the outermost array on the path, and the index in that array.
    pub(crate) fn outermost_array(&self) -> Option<(Vec<String>, usize)> {
        let (to, _) = split_at_index(&self.path)?;
        let mut names = Vec::new();
        let mut rest = to;
        while let Some((name, after)) = next_segment(rest) {
            names.push(name);
            rest = after;
        }
        let (index, _) = next_segment(self.path.get(to.len()..)?)?;
        Some((names, index.parse().ok()?))
    }

    /// The same with another index in the outermost array on the path.
    pub(crate) fn with_index(mut self, index: usize) -> Self {
        if let Some((to, after)) = split_at_index(&self.path) {
            self.path = format!("{to}[{index}]{after}");
        }
        self
    }

    /// The JSON pointer of the element of the outermost array on the path.
    pub(crate) fn pointer_of_element(&self) -> String {
        let inside = split_at_index(&self.path).map_or("", |(_, after)| after);
        let to = self.path.len() - inside.len();
        pointer(self.path.get(..to).unwrap_or_default())
    }

    /// Where the fault is, in the form `tools[0].inputSchema`; empty for the document as a whole.
    ///
    /// A member whose name is not a plain word is written `["its name"]`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Where the fault is, as a JSON pointer (RFC 6901).
    pub fn pointer(&self) -> String {
        pointer(&self.path)
    }

    /// What is wrong there.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The line of the document at which reading stopped, from 1; 0 where it is not known.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column (in bytes, from 1) at which reading stopped; 0 where it is not known.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Whether the text is not JSON at all (or ends early), rather than JSON of another shape.
    pub fn is_syntax(&self) -> bool {
        self.syntax
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.reason)?;
        if self.line > 0 {
            write!(f, " at line {} column {}", self.line, self.column)?;
        }
        Ok(())
    }
}

impl core::error::Error for Error {}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Error::from_json(&error)
    }
}

/// Puts `error` inside the member `name`.
#[cold]
pub(crate) fn at_member<E: serde_core::de::Error>(name: &str, error: E) -> E {
    E::custom(prefixed(&segment(name), &error.to_string()))
}

/// Puts `error` inside element `index`.
#[cold]
pub(crate) fn at_index<E: serde_core::de::Error>(index: usize, error: E) -> E {
    E::custom(prefixed(&format!("[{index}]"), &error.to_string()))
}

/// The message of a serde_json error without `at line 1 column 2`: the position is of no use where
/// the text read was a part of a document.
pub(crate) fn without_position(error: &serde_json::Error) -> String {
    let mut message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    if message.ends_with(&position) {
        message.truncate(message.len() - position.len());
    }
    message
}

fn prefixed(segment: &str, message: &str) -> String {
    let (path, reason) = split_path(message).unwrap_or(("", message));
    format!("{}: {reason}", join(segment, path))
}

fn join(segment: &str, path: &str) -> String {
    match path.chars().next() {
        None => segment.to_string(),
        Some('[') => format!("{segment}{path}"),
        Some(_) => format!("{segment}.{path}"),
    }
}

/// A member name as it stands in a path.
fn segment(name: &str) -> String {
    let plain = !name.is_empty() && name.bytes().all(is_plain);
    if plain { name.to_string() } else { format!("[{}]", serde_json::Value::from(name)) }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-')
}

/// A path of this module's form as a JSON pointer.
fn pointer(path: &str) -> String {
    let mut pointer = String::new();
    let mut rest = path;
    while let Some((part, after)) = next_segment(rest) {
        crate::pointer::push(&mut pointer, &part);
        rest = after;
    }
    pointer
}

/// Splits a path around its first index: the members before, what follows after it.
fn split_at_index(path: &str) -> Option<(&str, &str)> {
    let mut rest = path;
    loop {
        let (_, after) = next_segment(rest)?;
        if rest.starts_with('[') && !rest.starts_with("[\"") {
            return Some((path.get(..path.len() - rest.len())?, after));
        }
        rest = after;
    }
}

/// Splits `PATH: reason`; `None` where the message has no path in front.
///
/// No reason of serde, serde_json or this crate begins with a word directly followed by a colon.
fn split_path(message: &str) -> Option<(&str, &str)> {
    let mut rest = message;
    while let Some((_, after)) = next_segment(rest) {
        rest = after;
        if let Some(reason) = rest.strip_prefix(": ") {
            let path = message.get(..message.len() - rest.len())?;
            return Some((path, reason));
        }
    }
    None
}

/// Takes one segment off the front of a path: its plain name, and what follows.
fn next_segment(path: &str) -> Option<(String, &str)> {
    if let Some(quoted) = path.strip_prefix("[\"") {
        let end = quoted_end(quoted)?;
        let text = path.get(1..end + 3)?;
        let name = serde_json::from_str::<String>(text).ok()?;
        return Some((name, path.get(end + 3..)?.strip_prefix(']')?));
    }
    if let Some(index) = path.strip_prefix('[') {
        let (digits, after) = index.split_once(']')?;
        let is_index = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        return is_index.then(|| (digits.to_string(), after));
    }
    let path = path.strip_prefix('.').unwrap_or(path);
    let length = path.bytes().take_while(|b| is_plain(*b)).count();
    let (name, after) = path.split_at_checked(length)?;
    (length > 0).then(|| (name.to_string(), after))
}

/// The offset of the quote that ends a JSON string whose opening quote is gone.
fn quoted_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(offset),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_core::de::Error as _;

    fn error(text: &str) -> serde_json::Error {
        serde_json::Error::custom(text)
    }

    #[test]
    fn paths_grow_outwards() {
        let inner = at_member("inputSchema", error("missing member"));
        let outer = at_member("tools", at_index(3, inner));
        let read = Error::from(outer);
        assert_eq!(read.path(), "tools[3].inputSchema");
        assert_eq!(read.pointer(), "/tools/3/inputSchema");
        assert_eq!(read.reason(), "missing member");
    }

    #[test]
    fn odd_member_names_survive() {
        for name in ["io.x/clientInfo", "a b", "", "say \"hi\" [0]: x", "]", "é"] {
            let read = Error::from(at_member("_meta", at_member(name, error("invalid type: map"))));
            let token = name.replace('~', "~0").replace('/', "~1");
            assert_eq!(read.pointer(), format!("/_meta/{token}"), "{read}");
            assert_eq!(read.reason(), "invalid type: map");
        }
    }

    #[test]
    fn the_position_is_kept_once() {
        let plain = serde_json::from_str::<bool>("\n 5").unwrap_err();
        let read = Error::from(at_member("a", at_index(0, plain)));
        assert_eq!((read.line(), read.column()), (2, 2));
        assert!(!read.reason().contains("line"), "{read}");
    }
}
