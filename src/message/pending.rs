//! The requests that wait for an answer.

use alloc::collections::BTreeMap;
use alloc::string::String;

use super::{Calls, Message, Peer};
use crate::StringOrInteger;

/// The methods of the requests that one side has sent, by id, so that the answers can be read.
///
/// Ids of the two sides are apart: keep one table for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    methods: BTreeMap<StringOrInteger, String>,
}

impl Pending {
    /// A table without requests.
    pub fn new() -> Self {
        Pending::default()
    }

    /// Notes a message that was sent; only requests matter.
    pub fn sent<P: Peer>(&mut self, message: &Message<P>) {
        if let Message::Request(request) = message {
            self.insert(request.id.clone(), request.body.method());
        }
    }

    /// Notes a request by its id and method.
    pub fn insert(&mut self, id: impl Into<StringOrInteger>, method: impl Into<String>) {
        self.methods.insert(id.into(), method.into());
    }

    /// Takes the request with this id out: its method.
    pub fn take(&mut self, id: &StringOrInteger) -> Option<String> {
        self.methods.remove(id)
    }

    /// The method of the request with this id.
    pub fn get(&self, id: &StringOrInteger) -> Option<&str> {
        self.methods.get(id).map(String::as_str)
    }

    /// Whether the request with this id waits.
    pub fn contains(&self, id: &StringOrInteger) -> bool {
        self.methods.contains_key(id)
    }

    /// The number of requests that wait.
    pub fn len(&self) -> usize {
        self.methods.len()
    }

    /// Whether no request waits.
    pub fn is_empty(&self) -> bool {
        self.methods.is_empty()
    }

    /// The ids of the requests that wait.
    #[cfg(feature = "convert")]
    pub(crate) fn into_ids(self) -> impl Iterator<Item = StringOrInteger> {
        self.methods.into_keys()
    }
}
