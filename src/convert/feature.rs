//! Questions about a feature.

use core::fmt;

use super::Feature;
use crate::Revision;

impl Feature {
    /// Whether a revision has it. The draft counts as newer than all.
    pub fn is_in(self, revision: Revision) -> bool {
        self.since() <= revision && self.until().is_none_or(|until| revision <= until)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
