//! Unions, objects kept as text, and other names for types.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Ident, Item, Type as SynType, Variant, parse_quote};

use super::Context;
use crate::ir::{Body, Definition, Openness, Rule, Union};
use crate::spelling::spell;

/// The items of a definition that is neither a struct nor an enum of strings.
pub(super) fn items(definition: &Definition, name: &Ident, context: Context<'_>) -> Vec<Item> {
    match &definition.body {
        Body::Union(union) => vec![enumeration(name, union, context)],
        Body::Text(_) => vec![parse_quote! {
            #[derive(Clone, Debug, PartialEq, Eq, Hash)]
            pub struct #name(pub(super) JsonObject);
        }],
        Body::String => vec![parse_quote! {
            #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct #name(pub(super) String);
        }],
        Body::Alias(ty) => {
            let ty = syn::parse_str::<SynType>(&spell(ty, context.definitions));
            ty.map(|ty| alias(name, &ty)).into_iter().collect()
        }
        Body::Integers(list) => {
            let constants = list.values.iter().map(|one| (one, one.value.to_token_stream()));
            let constants: Vec<_> =
                constants.map(|(one, value)| (&*one.rust, &*one.wire, value)).collect();
            numbers(definition, &parse_quote!(i64), &constants, context).into()
        }
        Body::Bits(bits) => {
            let constants = bits.iter().map(|one| (one, one.value.to_token_stream()));
            let constants: Vec<_> =
                constants.map(|(one, value)| (&*one.rust, &*one.wire, value)).collect();
            numbers(definition, &parse_quote!(u64), &constants, context).into()
        }
        Body::Struct(_) | Body::Enum(_) => Vec::new(),
    }
}

/// A named number: its name in Rust and in the schema, and its value as a literal.
type Constant<'a> = (&'a str, &'a str, TokenStream);

/// A number with constants for the values that have a name.
fn numbers(
    definition: &Definition,
    inner: &SynType,
    constants: &[Constant<'_>],
    context: Context<'_>,
) -> [Item; 2] {
    let name = Ident::new(&definition.rust, Span::call_site());
    let consts = constants.iter().map(|(rust, wire, value)| {
        let constant = Ident::new(rust, Span::call_site());
        let doc = context.docs.value(&definition.name, wire, context.revision);
        let docs = super::doc_lines(&doc.unwrap_or_else(|| format!("`{wire}`")));
        quote!(#(#docs)* pub const #constant: Self = #name(#value);)
    });
    let body = quote!(impl #name { #(#consts)* });
    [
        parse_quote! {
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct #name(pub(super) #inner);
        },
        syn::parse2(body).unwrap_or_else(|_| parse_quote!(impl #name {})),
    ]
}

fn enumeration(name: &Ident, union: &Union, context: Context<'_>) -> Item {
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
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum #name { #(#variants),* }
    }
}

/// Whether kinds that the revision does not know are held.
pub(crate) fn holds_unknown(union: &Union) -> bool {
    match &union.rule {
        Rule::Tagged { .. } => union.openness != Openness::Fixed,
        Rule::Choice { held_by } => held_by.is_some(),
        Rule::Members => false,
    }
}

/// A name for a type; where the runtime's type has the same name, it is that.
fn alias(name: &Ident, ty: &SynType) -> Item {
    match ty {
        SynType::Path(path) if path.path.is_ident(name) => parse_quote!(pub use runtime::#name;),
        _ => parse_quote!(pub type #name = #ty;),
    }
}
