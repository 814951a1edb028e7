//! Members that hold one fixed value are checked and written, but no fields.

use syn::{Fields, Item};

use super::{Context, definition, member};
use crate::ir::Type;

/// Drops the fields of constant members.
pub(super) fn drop_constants(mut items: Vec<Item>, context: Context<'_>) -> Vec<Item> {
    for item in &mut items {
        let Item::Struct(item) = item else { continue };
        let Some(drafted) = definition(&item.ident, context.definitions) else { continue };
        let Fields::Named(fields) = &mut item.fields else { continue };
        fields.named = std::mem::take(&mut fields.named)
            .into_iter()
            .filter(|field| {
                !member(field, drafted).is_some_and(|member| matches!(member.ty, Type::Const(_)))
            })
            .collect();
    }
    items
}
