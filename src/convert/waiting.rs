//! The requests of one side that wait for an answer.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use crate::StringOrInteger;
use crate::message::Pending;

/// The requests of one side that no answer has come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting {
    pub(super) asked: Pending,
    /// Those of them that did not cross: the other side does not know what is answered.
    lost: BTreeSet<StringOrInteger>,
}

impl Waiting {
    /// Why a request can't be sent: its id is that of another one, whose answer would be taken for
    /// that of either. The id of a request that did not cross is free: the other side never saw it.
    pub(super) fn clash(&self, id: &StringOrInteger, method: &str) -> Option<String> {
        let first = self.asked.get(id).filter(|first| *first != method)?;
        if self.lost.contains(id) {
            return None;
        }
        Some(format!(
            "a request for {first} with this id waits for its answer (2025-11-25, basic#requests)"
        ))
    }

    /// Notes a request, before it is known whether it crosses. False where it waits already; one that
    /// did not cross waits for nothing.
    pub(super) fn ask(&mut self, id: &StringOrInteger, method: String) -> bool {
        let is_new = self.lost.remove(id) || !self.asked.contains(id);
        self.asked.insert(id.clone(), method);
        is_new
    }

    /// A request that waits did not cross.
    pub(super) fn lose(&mut self, id: StringOrInteger) {
        self.lost.insert(id);
    }

    /// The answer to a request has come: its method, and whether the request did not cross.
    pub(super) fn settle(&mut self, id: &StringOrInteger) -> Option<(String, bool)> {
        let method = self.asked.take(id)?;
        Some((method, self.lost.remove(id)))
    }

    /// Forgets a request if it did not cross, since it has been answered here.
    pub(super) fn forget_lost(&mut self, id: &StringOrInteger) {
        if self.lost.remove(id) {
            self.asked.take(id);
        }
    }
}
