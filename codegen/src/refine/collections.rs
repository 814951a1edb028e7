//! An optional array is an `Option`: absent and empty are two messages.

use syn::{Item, Type as SynType, parse_quote};

use super::{Context, definition, member};

/// Makes every member that may be absent an `Option`.
pub(super) fn make_optional(mut items: Vec<Item>, context: Context<'_>) -> Vec<Item> {
    for item in &mut items {
        let Item::Struct(item) = item else { continue };
        let Some(drafted) = definition(&item.ident, context.definitions) else { continue };
        for field in &mut item.fields {
            let optional = member(field, drafted).is_some_and(|member| !member.required);
            if optional && !is_option(&field.ty) {
                let ty = &field.ty;
                field.ty = parse_quote!(Option<#ty>);
            }
        }
    }
    items
}

fn is_option(ty: &SynType) -> bool {
    matches!(ty, SynType::Path(path) if path.path.segments.last().is_some_and(|s| s.ident == "Option"))
}
