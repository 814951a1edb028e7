//! Structs: the draft under the names that were decided, with types as a person spells them.

use proc_macro2::Span;
use syn::{
    Field, Fields, GenericArgument, Ident, ItemStruct, PathArguments, Type as SynType, parse_quote,
};

use super::Context;
use crate::draft::draft;
use crate::ir::{Definition, Member, Type};

/// The struct of a definition with members.
pub(super) fn structure(
    definition: &Definition,
    members: &[Member],
    context: Context<'_>,
) -> Result<ItemStruct, String> {
    // Members that hold one fixed value are checked and written, but no fields.
    let members: Vec<&Member> =
        members.iter().filter(|member| !matches!(member.ty, Type::Const(_))).collect();
    let mut item = draft(&members, context.definitions)?;
    item.ident = Ident::new(&definition.rust, Span::call_site());
    item.attrs = if members.iter().all(|member| !member.required) {
        vec![parse_quote!(#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)])]
    } else {
        vec![parse_quote!(#[derive(Clone, Debug, PartialEq, Eq, Hash)])]
    };
    for (field, member) in item.fields.iter_mut().zip(members) {
        refine(field, member);
    }
    // Every struct keeps the members that it does not model: objects are open.
    if let Fields::Named(fields) = &mut item.fields {
        fields.named.push(parse_quote!(pub extensions: Map<Json>));
    }
    Ok(item)
}

fn refine(field: &mut Field, member: &Member) {
    field.ident = Some(Ident::new(&member.field, Span::call_site()));
    field.attrs.clear();
    shorten(&mut field.ty);
    // An optional array is an `Option`, too: absent and empty are two messages.
    if !member.required && !is_option(&field.ty) {
        let ty = &field.ty;
        field.ty = parse_quote!(Option<#ty>);
    }
}

fn is_option(ty: &SynType) -> bool {
    matches!(ty, SynType::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == "Option"))
}

/// `String`, not `::std::string::String`; `Map<T>`, since the keys of a map are always strings.
fn shorten(ty: &mut SynType) {
    let SynType::Path(path) = ty else { return };
    path.path.leading_colon = None;
    let Some(mut last) = path.path.segments.pop().map(|pair| pair.into_value()) else { return };
    if let PathArguments::AngleBracketed(arguments) = &mut last.arguments {
        let inner = arguments.args.pop().map(|pair| pair.into_value());
        arguments.args = inner
            .into_iter()
            .map(|mut argument| {
                if let GenericArgument::Type(ty) = &mut argument {
                    shorten(ty);
                }
                argument
            })
            .collect();
    }
    path.path.segments = std::iter::once(last).collect();
}
