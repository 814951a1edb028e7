//! Messages to measure with, and the ways in which this crate and others read and write them.

#[cfg(feature = "crossings")]
pub mod crossing;
pub mod messages;
#[cfg(feature = "peers")]
pub mod peers;
#[cfg(feature = "crossings")]
pub mod sessions;
pub mod timing;
pub mod ways;
