//! Enums hold values that the revision does not list.

use proc_macro2::Span;
use syn::{Ident, ItemEnum, parse_quote};

use crate::ir::{Enum, Openness};

/// An enum of strings, with a variant for values that are not listed.
pub(super) fn enumeration(name: &Ident, list: &Enum) -> ItemEnum {
    let variants = list.values.iter().map(|(name, _)| Ident::new(name, Span::call_site()));
    if list.openness == Openness::Fixed {
        return parse_quote! {
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum #name { #(#variants),* }
        };
    }
    parse_quote! {
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum #name { #(#variants,)* Unknown(String) }
    }
}
