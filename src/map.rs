//! [`Map`]: the members of an object, in order.

mod iter;
mod serde;

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

pub use iter::{IntoIter, Iter, IterMut};

/// The members of a JSON object, in order, several with one name included.
///
/// Objects of the protocol are small, so looking up a name goes through the members one by one; what
/// is large should be read into a map of another type. Equality is that of JSON objects: the order
/// of members does not count, that of members with one name does.
///
/// ```
/// use mcp_revisions::Map;
///
/// let mut ports = Map::from([("http", 80), ("https", 443)]);
/// assert_eq!(ports.insert("http", 8080), Some(80));
/// assert_eq!(ports.get("http"), Some(&8080));
/// assert_eq!(ports.keys().collect::<Vec<_>>(), ["http", "https"]);
/// ```
#[derive(Clone)]
pub struct Map<T> {
    /// In a box, and nothing where nothing was put in: every object of the protocol has a map for
    /// what it does not model, mostly empty, and one word is all that it takes then.
    members: Option<Box<Members<T>>>,
}

/// The members of a map that has some, or room for some.
#[derive(Clone)]
struct Members<T>(Vec<(String, T)>);

impl<T> Map<T> {
    /// A map without members. It does not allocate.
    pub const fn new() -> Self {
        Map { members: None }
    }

    /// A map without members that has room for `capacity`.
    pub fn with_capacity(capacity: usize) -> Self {
        match capacity {
            0 => Map::new(),
            _ => Map { members: Some(Box::new(Members(Vec::with_capacity(capacity)))) },
        }
    }

    fn members(&self) -> &[(String, T)] {
        self.members.as_ref().map_or(&[], |members| &members.0)
    }

    fn members_mut(&mut self) -> &mut Vec<(String, T)> {
        &mut self.members.get_or_insert_with(|| Box::new(Members(Vec::new()))).0
    }

    /// How many members there are; several with one name are counted each.
    pub fn len(&self) -> usize {
        self.members().len()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.members().is_empty()
    }

    /// Whether there is a member `name`.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The value of the member `name`; of several, the last.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.members().iter().rev().find_map(|(key, value)| (key == name).then_some(value))
    }

    /// The value of the member `name`; of several, the last.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        let mut members = self.iter_mut().rev();
        members.find_map(|(key, value)| (key == name).then_some(value))
    }

    /// The values of all members `name`, in order.
    pub fn get_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a T> {
        self.members().iter().filter_map(move |(key, value)| (key == name).then_some(value))
    }

    /// Sets the member `name`: in place of the last that has the name, or at the end. Others with
    /// the name go. Returns what [`get`](Map::get) gave before.
    pub fn insert(&mut self, name: impl Into<String>, value: T) -> Option<T> {
        let name = name.into();
        let members = self.members_mut();
        let Some(last) = members.iter().rposition(|(key, _)| *key == name) else {
            members.push((name, value));
            return None;
        };
        let previous = members.get_mut(last).map(|(_, held)| core::mem::replace(held, value));
        let mut at = 0;
        members.retain(|(key, _)| {
            at += 1;
            at > last || *key != name
        });
        previous
    }

    /// Adds a member at the end, also when there is one with the name already.
    pub fn push(&mut self, name: impl Into<String>, value: T) {
        self.members_mut().push((name.into(), value));
    }

    /// Removes every member `name`. Returns what [`get`](Map::get) gave before.
    pub fn remove(&mut self, name: &str) -> Option<T> {
        let members = &mut self.members.as_mut()?.0;
        let last = members.iter().rposition(|(key, _)| key == name)?;
        let (_, value) = members.remove(last);
        members.retain(|(key, _)| key != name);
        Some(value)
    }

    /// Removes all members.
    pub fn clear(&mut self) {
        self.members = None;
    }

    /// The members in order.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter::new(self.members())
    }

    /// The members in order, their values to be changed.
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        IterMut::new(self.members.as_mut().map_or(&mut [], |members| &mut members.0))
    }

    /// The names in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.members().iter().map(|(name, _)| name.as_str())
    }

    /// The values in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.members().iter().map(|(_, value)| value)
    }

    /// The values in order, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> + ExactSizeIterator {
        self.iter_mut().map(|(_, value)| value)
    }

    /// The members as a list.
    pub fn into_vec(self) -> Vec<(String, T)> {
        self.members.map(|members| members.0).unwrap_or_default()
    }

    /// The members sorted by name; those with one name keep their order.
    fn sorted(&self) -> Vec<(&str, &T)> {
        let mut sorted: Vec<(&str, &T)> = self.iter().collect();
        sorted.sort_by_key(|(name, _)| *name);
        sorted
    }
}

impl<T> Default for Map<T> {
    fn default() -> Self {
        Map::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for Map<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<T: PartialEq> PartialEq for Map<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && if self.keys().eq(other.keys()) {
                self.values().eq(other.values())
            } else {
                self.sorted() == other.sorted()
            }
    }
}

impl<T: Eq> Eq for Map<T> {}

impl<T: Hash> Hash for Map<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sorted().hash(state);
    }
}
