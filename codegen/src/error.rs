//! What the generator refuses, and where: a file, a JSON pointer into it, and what to do.

use std::fmt;

/// One complaint about an input, in one or two plain sentences.
///
/// Shown as `schemas/PROTOCOL/1.0.0.json#/definitions/Name: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    file: String,
    pointer: String,
    message: String,
}

impl Error {
    /// `pointer` is a JSON pointer (RFC 6901), empty for the whole file. `message` says what is
    /// wrong and, after a colon, what to do about it.
    pub fn new(
        file: impl Into<String>,
        pointer: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self { file: file.into(), pointer: pointer.into(), message: message.into() }
    }

    /// A complaint that belongs to no file, such as a wrong command line.
    pub fn general(message: impl Into<String>) -> Self {
        Self::new("", "", message)
    }

    /// The file could not be read or written.
    pub fn io(action: &str, file: &std::path::Path, cause: &std::io::Error) -> Self {
        Self::new(file.display().to_string(), "", format!("cannot {action}: {cause}"))
    }

    /// The file, as the user would name it; empty when there is none.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Where in the file, as a JSON pointer; empty for the whole file.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What is wrong and what to do.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            f.write_str(&self.file)?;
        }
        if !self.pointer.is_empty() {
            write!(f, "#{}", self.pointer)?;
        }
        if !self.file.is_empty() || !self.pointer.is_empty() {
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Every complaint of a run, so that a user mends them in one go. Shown one a line, by `Debug` too:
/// that is how a build script shows what its `main` returns.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Errors(pub Vec<Error>);

impl fmt::Debug for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\n")?;
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}

impl From<Vec<Error>> for Errors {
    fn from(errors: Vec<Error>) -> Self {
        Self(errors)
    }
}

impl From<Error> for Errors {
    fn from(error: Error) -> Self {
        Self(vec![error])
    }
}

/// Lets `?` turn one complaint into the list that most phases return.
impl From<Error> for Vec<Error> {
    fn from(error: Error) -> Self {
        vec![error]
    }
}
