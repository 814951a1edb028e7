//! Versions of the Agent Host Protocol, and how two sides agree on one.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::generated::for_each_version;

/// A version of AHP: `MAJOR.MINOR.PATCH`, without pre-release or build. Later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Changes with what breaks; while it is 0, the minor number does.
    pub major: u64,
    /// Changes with what is added.
    pub minor: u64,
    /// Changes with what is corrected.
    pub patch: u64,
}

impl Version {
    /// A version of three numbers.
    pub const fn new(major: u64, minor: u64, patch: u64) -> Self {
        Version { major, minor, patch }
    }

    /// Whether a side that has released this version can speak `other`: the caret range of SemVer.
    /// 1.0.0 accepts from 1.0.0 to below 2.0.0, and 0.9.0 from 0.9.0 to below 0.10.0.
    pub const fn accepts(self, other: Version) -> bool {
        let same = match (self.major, self.minor) {
            (0, 0) => other.major == 0 && other.minor == 0 && other.patch == self.patch,
            (0, minor) => other.major == 0 && other.minor == minor,
            (major, _) => other.major == major,
        };
        let reached =
            other.minor > self.minor || (other.minor == self.minor && other.patch >= self.patch);
        same && reached
    }
}

macro_rules! versions {
    ($($_feature:literal $_kind:ident ahp $_in:ident $name:ident $text:literal ($($number:literal),*) $_doc:literal;)*) => {
        impl Version {
            $(
                #[doc = concat!($text, ", of which there is a module.")]
                pub const $name: Version = Version::new($($number),*);
            )*
        }
    };
}

for_each_version!(versions);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl FromStr for Version {
    type Err = InvalidVersion;

    fn from_str(text: &str) -> Result<Self, InvalidVersion> {
        let invalid = || InvalidVersion(text.to_string());
        let mut parts = text.split('.');
        let mut number = || {
            let part = parts.next()?;
            // SemVer: digits only, and no zero in front.
            let plain = part.bytes().all(|byte| byte.is_ascii_digit())
                && (part == "0" || !part.starts_with('0'));
            part.parse().ok().filter(|_| plain)
        };
        let (major, minor, patch) = (number(), number(), number());
        match (major, minor, patch, parts.next()) {
            (Some(major), Some(minor), Some(patch), None) => Ok(Version { major, minor, patch }),
            _ => Err(invalid()),
        }
    }
}

/// A text that is no version of AHP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidVersion(String);

impl InvalidVersion {
    /// The text that was to be read.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for InvalidVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no version: three numbers such as 1.0.0 are due", self.0)
    }
}

impl core::error::Error for InvalidVersion {}

/// Why a host and a client agree on no version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NegotiationError {
    /// The client offers something that is no version.
    Invalid(InvalidVersion),
    /// The client offers no version that the host speaks.
    Unsupported {
        /// What the host has released.
        released: Vec<Version>,
    },
}

impl NegotiationError {
    /// The `supportedVersions` of the error with which a host answers (code -32005, data
    /// `UnsupportedProtocolVersionErrorData`) before it closes the connection; `None` where what was
    /// offered is no version, which is invalid params.
    pub fn supported_versions(&self) -> Option<Vec<String>> {
        match self {
            NegotiationError::Invalid(_) => None,
            NegotiationError::Unsupported { released } => {
                Some(released.iter().map(Version::to_string).collect())
            }
        }
    }
}

impl fmt::Display for NegotiationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NegotiationError::Invalid(invalid) => invalid.fmt(f),
            NegotiationError::Unsupported { released } => {
                f.write_str("no version on offer is compatible with")?;
                for (index, version) in released.iter().enumerate() {
                    write!(f, "{} {version}", if index > 0 { "," } else { "" })?;
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for NegotiationError {}

impl From<InvalidVersion> for NegotiationError {
    fn from(invalid: InvalidVersion) -> Self {
        NegotiationError::Invalid(invalid)
    }
}

/// What a host answers to the `protocolVersions` of `initialize`: the highest version on offer that
/// one of its released versions [accepts](Version::accepts). The order on offer does not matter,
/// since 1.0; before, it was a wish of the client.
///
/// # Errors
///
/// Something on offer is no version, or no version on offer is compatible.
pub fn negotiate(
    offered: &[impl AsRef<str>],
    released: &[Version],
) -> Result<Version, NegotiationError> {
    let offered: Vec<Version> =
        offered.iter().map(|text| text.as_ref().parse()).collect::<Result<_, _>>()?;
    let spoken = offered
        .into_iter()
        .filter(|version| released.iter().any(|baseline| baseline.accepts(*version)));
    spoken.max().ok_or_else(|| NegotiationError::Unsupported { released: released.to_vec() })
}
