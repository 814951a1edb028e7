//! The table by which definitions are converted by name.

use super::Tables;

/// The rows of a revision, one for each definition that has a counterpart.
pub(super) fn print(tables: &Tables<'_>) -> String {
    let runtime = tables.runtime;
    let mut text = format!(
        "\n/// The definitions that cross, by name.\n\
         #[cfg(feature = \"check\")]\n\
         pub(crate) const ENDS: &[{runtime}::check::End] = &[\n"
    );
    for definition in tables.generation.definitions.0.values() {
        let model = tables.counterpart(&definition.name);
        if let (Some(model), Some(_)) = (model, tables.definition(definition)) {
            text.push_str(&format!(
                "    {runtime}::check::End::of::<super::{}>({:?}, {:?}),\n",
                definition.rust, definition.name, model.name
            ));
        }
    }
    text + "];\n"
}
