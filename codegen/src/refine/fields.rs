//! Fields under their decided names, in the order in which a person expects them.

use proc_macro2::Span;
use syn::{Field, Fields, Ident, Item};

use super::{Context, definition, member};

/// Renames and orders the fields of all structs, and drops what the draft said to serde.
pub(super) fn rename_and_order(mut items: Vec<Item>, context: Context<'_>) -> Vec<Item> {
    for item in &mut items {
        let Item::Struct(item) = item else { continue };
        let Some(drafted) = definition(&item.ident, context.definitions) else { continue };
        let Fields::Named(fields) = &mut item.fields else { continue };
        let mut placed: Vec<(usize, Field)> = std::mem::take(&mut fields.named)
            .into_iter()
            .filter_map(|mut field| {
                let member = member(&field, drafted)?;
                let place = drafted.members().iter().position(|other| other.wire == member.wire)?;
                field.ident = Some(Ident::new(&member.field, Span::call_site()));
                field.attrs.clear();
                Some((place, field))
            })
            .collect();
        placed.sort_by_key(|(place, _)| *place);
        fields.named = placed.into_iter().map(|(_, field)| field).collect();
    }
    items
}
