//! The items of a file, each as text as soon as it is made.

use syn::{File, Item};

use super::item_name;
use super::uses::Names;

/// Printed items, and the names that they mention.
#[derive(Debug, Default)]
pub(super) struct Code {
    items: Vec<(Place, String)>,
    names: Names,
}

/// Where an item stands: structs and enums first, by name, since they matter most to a reader.
type Place = (u8, String);

impl Code {
    /// The names that the items mention.
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// The text of all items.
    pub(super) fn text(mut self) -> String {
        self.items.sort_by(|(a, _), (b, _)| a.cmp(b));
        self.items.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n")
    }
}

impl Extend<Item> for Code {
    fn extend<I: IntoIterator<Item = Item>>(&mut self, items: I) {
        for item in items {
            self.names.add_item(&item);
            let place = (u8::from(matches!(item, Item::Type(_) | Item::Use(_))), item_name(&item));
            let file = File { shebang: None, attrs: Vec::new(), items: vec![item] };
            self.items.push((place, prettyplease::unparse(&file)));
        }
    }
}
