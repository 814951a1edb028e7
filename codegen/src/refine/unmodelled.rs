//! Every struct keeps the members that it does not model: objects are open.

use syn::{Fields, Item, parse_quote};

use super::Context;

/// Adds the field for unmodelled members.
pub(super) fn keep(mut items: Vec<Item>, _: Context<'_>) -> Vec<Item> {
    for item in &mut items {
        let Item::Struct(item) = item else { continue };
        if let Fields::Named(fields) = &mut item.fields {
            fields.named.push(parse_quote!(pub extensions: Map<Json>));
        }
    }
    items
}
