//! The Agent Host Protocol (AHP): one module a version.

pub use crate::generated::ahp::*;
