//! Passes over the draft, each of which puts one thing right and knows nothing of revisions.

use syn::{File, Item};

use crate::decisions::Decisions;
use crate::docs::Docs;
use crate::ir::Definitions;
use crate::lineage::Lineage;
use crate::methods::Method;

mod add_docs;
mod collections;
mod constants;
mod enums;
mod fields;
mod growing;
mod see_also;
mod strip;
mod types;
mod unions;
mod unmodelled;

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

/// Runs all passes.
#[must_use]
pub fn refine(draft: File, context: Context<'_>) -> Vec<Item> {
    let items = strip::strip(draft, context);
    let items = constants::drop_constants(items, context);
    let items = types::spell(items, context);
    let items = collections::make_optional(items, context);
    let items = fields::rename_and_order(items, context);
    let items = enums::open(items, context);
    let items = unions::add(items, context);
    let items = unmodelled::keep(items, context);
    add_docs::add(items, context)
}

/// The schema definition that an item was drafted from.
fn definition<'a>(
    ident: &syn::Ident,
    definitions: &'a Definitions,
) -> Option<&'a crate::ir::Definition> {
    definitions.0.values().find(|definition| ident == &definition.rust)
}

/// The member that a drafted field stands for, by the field's serde name.
fn member<'a>(
    field: &syn::Field,
    definition: &'a crate::ir::Definition,
) -> Option<&'a crate::ir::Member> {
    let wire = strip::wire_name(field)?;
    definition.members().iter().find(|member| member.wire == wire)
}
