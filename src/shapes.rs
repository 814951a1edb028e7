//! Values whose JSON kind says what they are: [`OneOrMany`], [`Nullable`] and [`Null`].

mod null;
mod nullable;
mod one_or_many;

#[cfg(test)]
mod tests;

pub use null::Null;
pub use nullable::Nullable;
pub use one_or_many::OneOrMany;
