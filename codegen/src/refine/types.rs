//! Types as a person spells them: `String`, not `::std::string::String`; and those that the draft
//! had no word for.

use quote::ToTokens;
use syn::{GenericArgument, Item, PathArguments, Type as SynType};

use super::{Context, definition, member};
use crate::ir::Type;
use crate::spelling::spell as spell_type;

/// Spells the types of all fields.
pub(super) fn spell(mut items: Vec<Item>, context: Context<'_>) -> Vec<Item> {
    for item in &mut items {
        let Item::Struct(item) = item else { continue };
        let Some(drafted) = definition(&item.ident, context.definitions) else { continue };
        for field in &mut item.fields {
            shorten(&mut field.ty);
            let Some(member) = member(field, drafted) else { continue };
            if (undraftable(&member.ty) || is_boxed(&field.ty))
                && let Ok(ty) = syn::parse_str(&spell_type(&member.ty, context.definitions))
            {
                field.ty = ty;
            }
        }
    }
    items
}

/// Whether the draft could not say it.
fn undraftable(ty: &Type) -> bool {
    match ty {
        Type::OneOrMany(_) | Type::Nullable(_) | Type::Boxed(_) => true,
        Type::Array(inner) | Type::Map(inner) => undraftable(inner),
        _ => false,
    }
}

/// Whether the draft boxed it, as it does where it sees a cycle; `boxes` decides.
fn is_boxed(ty: &SynType) -> bool {
    let text = ty.to_token_stream().to_string();
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "Box")
}

fn shorten(ty: &mut SynType) {
    let SynType::Path(path) = ty else { return };
    path.path.leading_colon = None;
    let Some(mut last) = path.path.segments.pop().map(|pair| pair.into_value()) else { return };
    if let PathArguments::AngleBracketed(arguments) = &mut last.arguments {
        let is_map = last.ident == "Map";
        let inner = std::mem::take(&mut arguments.args);
        arguments.args = inner
            .into_iter()
            // The keys of a map are always strings.
            .skip(usize::from(is_map))
            .map(|mut argument| {
                if let GenericArgument::Type(ty) = &mut argument {
                    shorten(ty);
                }
                argument
            })
            .collect();
    }
    // Boxes are decided by the schema alone, not by the draft.
    if last.ident == "Box"
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(GenericArgument::Type(inner)) = arguments.args.first()
    {
        *ty = inner.clone();
        return;
    }
    path.path.segments = std::iter::once(last).collect();
}
