//! What nobody should send: nothing panics, nothing changes what it reads, nothing hangs.

#![cfg(all(feature = "check", feature = "v2025_11_25"))]
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod attacks;
mod mutations;
mod sizes;

#[allow(dead_code, unused_imports, reason = "valid values are all that is made here")]
#[path = "../support"]
mod support {
    pub(crate) mod mutate;
    pub(crate) mod values;
}
