//! Unions, objects kept as text, and other names for types: what the draft left out.

use proc_macro2::Span;
use syn::{Ident, Item, Type as SynType, Variant, parse_quote};

use super::Context;
use crate::ir::{Body, Definition, Rule, Union};
use crate::spelling::spell;

/// Adds an item for every definition that is neither a struct nor an enum of strings.
pub(super) fn add(mut items: Vec<Item>, context: Context<'_>) -> Vec<Item> {
    for definition in context.definitions.0.values() {
        let name = Ident::new(&definition.rust, Span::call_site());
        match &definition.body {
            Body::Union(union) => items.push(enumeration(definition, union, context)),
            Body::Text(_) => items.push(parse_quote! {
                #[derive(Clone, Debug, PartialEq)]
                pub struct #name(pub(super) JsonObject);
            }),
            Body::Alias(ty) => {
                if let Ok(ty) = syn::parse_str::<SynType>(&spell(ty, context.definitions)) {
                    items.push(alias(&name, &ty));
                }
            }
            Body::Struct(_) | Body::Enum(_) => {}
        }
    }
    items
}

fn enumeration(definition: &Definition, union: &Union, context: Context<'_>) -> Item {
    let name = Ident::new(&definition.rust, Span::call_site());
    let mut variants: Vec<Variant> = Vec::new();
    for alternative in &union.alternatives {
        let variant = Ident::new(&alternative.variant, Span::call_site());
        if let Ok(ty) = syn::parse_str::<SynType>(&spell(&alternative.ty, context.definitions)) {
            variants.push(parse_quote!(#variant(#ty)));
        }
    }
    if holds_unknown(union) {
        variants.push(parse_quote!(Unknown(Unknown)));
    }
    parse_quote! {
        #[derive(Clone, Debug, PartialEq)]
        pub enum #name { #(#variants),* }
    }
}

/// Whether kinds that the revision does not know are held.
pub(crate) fn holds_unknown(union: &Union) -> bool {
    match &union.rule {
        Rule::Tagged { .. } => true,
        Rule::Choice { held_by } => held_by.is_some(),
    }
}

/// A name for a type; where the runtime's type has the same name, it is that.
fn alias(name: &Ident, ty: &SynType) -> Item {
    match ty {
        SynType::Path(path) if path.path.is_ident(name) => parse_quote!(pub use runtime::#name;),
        _ => parse_quote!(pub type #name = #ty;),
    }
}
