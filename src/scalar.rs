//! Numbers and names of the protocol that are one word on the wire: [`Integer`] and
//! [`StringOrInteger`].

mod integer;
mod string_or_integer;
mod text;

#[cfg(test)]
mod tests;

pub use integer::{Integer, OutOfRange};
pub use string_or_integer::StringOrInteger;
