//! The items of a definition, made of its draft by passes that know nothing of revisions.

use proc_macro2::Span;
use syn::{Ident, Item};

use crate::decisions::Decisions;
use crate::docs::Docs;
use crate::ir::{Body, Definition, Definitions};
use crate::lineage::Lineage;
use crate::methods::Method;
use crate::revision::MODEL;

mod add_docs;
mod enums;
mod growing;
mod see_also;
mod structs;
mod unions;

pub(crate) use add_docs::doc_lines;
pub(crate) use growing::mark as mark_growing;

/// What the passes may look at.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What the schema says.
    pub definitions: &'a Definitions,
    /// What people decided.
    pub decisions: &'a Decisions,
    /// What the types are for.
    pub docs: &'a Docs,
    /// The revision whose docs are wanted.
    pub revision: &'a str,
    /// The methods, for links.
    pub methods: &'a [Method],
    /// Where things exist, where that is known.
    pub lineage: Option<&'a Lineage>,
}

/// The items of a definition; none where there is a fault of the generator.
pub fn items(definition: &Definition, context: Context<'_>) -> Result<Vec<Item>, String> {
    let name = Ident::new(&definition.rust, Span::call_site());
    let mut items = match &definition.body {
        Body::Struct(members) => vec![structs::structure(definition, members, context)?.into()],
        Body::Enum(list) => vec![enums::enumeration(&name, list).into()],
        _ => unions::items(definition, &name, context),
    };
    if context.revision == MODEL {
        mark_growing(&mut items);
    }
    add_docs::add(&mut items, definition, context);
    Ok(items)
}
