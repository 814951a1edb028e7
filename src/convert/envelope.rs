//! Members that some revisions define and others leave to the envelope: the wire form is the same.

use serde_core::Serialize;

use super::{Happened, Lowering};
use crate::{Json, Map};

impl Lowering {
    /// Keeps a member that the target does not define, and that means the same there.
    pub fn kept<M: Serialize>(
        &mut self,
        name: &'static str,
        value: Option<M>,
        extensions: &mut Map<Json>,
    ) {
        if let Some(Ok(json)) = value.as_ref().map(Json::from_serialize) {
            extensions.push(name, json);
        }
    }

    /// Sees to a constant of the target that stands among the unmodelled members, if anywhere.
    pub fn fixed(&mut self, name: &'static str, constant: &Json, extensions: &mut Map<Json>) {
        let happened = match extensions.remove(name) {
            Some(json) if json == *constant => return,
            Some(_) => Happened::Dropped,
            None => Happened::Synthesised,
        };
        let why = alloc::format!("{} has {constant} here", self.to());
        self.note_at(name, happened, None, why);
    }
}
