//! Messages to measure with, and the ways in which this crate and others read and write them.

pub mod crossing;
pub mod messages;
#[cfg(feature = "peers")]
pub mod peers;
pub mod sessions;
pub mod timing;
pub mod ways;
