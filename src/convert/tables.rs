//! The macros that turn the tables of `generated/*/convert.rs` into conversions.
//!
//! In all of them `super::` is a revision's module and `model` the model. A struct is taken apart
//! member by member, without `..`, so a table that forgets one does not compile.

mod calls;
mod features;
mod object;
mod union;
