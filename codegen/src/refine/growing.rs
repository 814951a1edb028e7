//! Types that a later release adds to.

use syn::{Item, parse_quote};

/// Marks types as not exhaustive: a new revision adds members and kinds to the model. Those of a
/// dated revision stay as they are.
pub(crate) fn mark(items: &mut [Item]) {
    for item in items {
        match item {
            Item::Struct(item) => item.attrs.push(parse_quote!(#[non_exhaustive])),
            Item::Enum(item) => item.attrs.push(parse_quote!(#[non_exhaustive])),
            _ => {}
        }
    }
}
