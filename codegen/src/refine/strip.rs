//! Takes the draft down to structs and enums: traits are the runtime's, from a revision's table.

use syn::{Attribute, Field, File, Item, ItemEnum, ItemStruct, Meta, parse_quote};

use super::{Context, definition};
use crate::ir::{Body, Openness, Type};

/// Structs and enums only, with the derives that all generated types have.
pub(super) fn strip(draft: File, context: Context<'_>) -> Vec<Item> {
    draft
        .items
        .into_iter()
        .filter_map(|item| match item {
            Item::Struct(item) => structure(item, context).map(Item::Struct),
            Item::Enum(item) => enumeration(item, context).map(Item::Enum),
            _ => None,
        })
        .collect()
}

fn structure(mut item: ItemStruct, context: Context<'_>) -> Option<ItemStruct> {
    let drafted = definition(&item.ident, context.definitions)?;
    let Body::Struct(members) = &drafted.body else { return None };
    let can_default =
        members.iter().all(|member| !member.required || matches!(member.ty, Type::Const(_)));
    item.attrs = if can_default {
        vec![parse_quote!(#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)])]
    } else {
        vec![parse_quote!(#[derive(Clone, Debug, PartialEq, Eq, Hash)])]
    };
    for field in &mut item.fields {
        field.attrs.retain(|attribute| attribute.path().is_ident("serde"));
    }
    Some(item)
}

fn enumeration(mut item: ItemEnum, context: Context<'_>) -> Option<ItemEnum> {
    let drafted = definition(&item.ident, context.definitions)?;
    let Body::Enum(list) = &drafted.body else { return None };
    item.attrs = match list.openness {
        Openness::Fixed => vec![parse_quote!(#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)])],
        _ => vec![parse_quote!(#[derive(Clone, Debug, PartialEq, Eq, Hash)])],
    };
    for variant in &mut item.variants {
        variant.attrs.clear();
    }
    Some(item)
}

/// The name of a drafted field in the document.
pub(super) fn wire_name(field: &Field) -> Option<String> {
    let renamed = field.attrs.iter().find_map(serde_rename);
    renamed.or_else(|| {
        field.ident.as_ref().map(|ident| ident.to_string().trim_start_matches("r#").to_owned())
    })
}

fn serde_rename(attribute: &Attribute) -> Option<String> {
    let Meta::List(list) = &attribute.meta else { return None };
    let mut renamed = None;
    let read = list.parse_nested_meta(|meta| {
        let value = meta.value().and_then(|value| value.parse::<syn::LitStr>());
        if meta.path.is_ident("rename")
            && let Ok(value) = value
        {
            renamed = Some(value.value());
        }
        Ok(())
    });
    read.ok().and(renamed)
}
