//! Values whose JSON kind says what they are: [`OneOrMany`] and [`Nullable`].

mod nullable;
mod one_or_many;

#[cfg(test)]
mod tests;

pub use nullable::Nullable;
pub use one_or_many::OneOrMany;
