//! Enums hold values that the revision does not list.

use proc_macro2::Span;
use syn::{Ident, Item, parse_quote};

use super::{Context, definition};
use crate::ir::{Body, Openness};

/// Names and orders the values, and adds the variant for those not listed.
pub(super) fn open(mut items: Vec<Item>, context: Context<'_>) -> Vec<Item> {
    for item in &mut items {
        let Item::Enum(item) = item else { continue };
        let Some(drafted) = definition(&item.ident, context.definitions) else { continue };
        let Body::Enum(list) = &drafted.body else { continue };
        item.variants = list
            .values
            .iter()
            .map(|(name, _)| {
                let name = Ident::new(name, Span::call_site());
                let variant: syn::Variant = parse_quote!(#name);
                variant
            })
            .collect();
        if list.openness != Openness::Fixed {
            item.variants.push(parse_quote!(Unknown(String)));
        }
    }
    items
}
