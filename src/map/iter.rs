//! Iterating over a [`Map`], and making one from members.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::{self, Vec};
use core::iter::FusedIterator;
use core::slice;

use super::{Map, Members};

/// The members of a [`Map`] in order.
#[derive(Debug)]
pub struct Iter<'a, T>(slice::Iter<'a, (String, T)>);

/// The members of a [`Map`] in order, their values to be changed.
#[derive(Debug)]
pub struct IterMut<'a, T>(slice::IterMut<'a, (String, T)>);

/// The members of a [`Map`] in order, taken out of it.
#[derive(Clone, Debug)]
pub struct IntoIter<T>(vec::IntoIter<(String, T)>);

impl<'a, T> Iter<'a, T> {
    pub(super) fn new(members: &'a [(String, T)]) -> Self {
        Iter(members.iter())
    }
}

impl<'a, T> IterMut<'a, T> {
    pub(super) fn new(members: &'a mut [(String, T)]) -> Self {
        IterMut(members.iter_mut())
    }
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter(self.0.clone())
    }
}

macro_rules! iterator {
    ($name:ty, $item:ty, [$($generics:tt)*], $member:pat => $given:expr) => {
        impl<$($generics)*> Iterator for $name {
            type Item = $item;

            fn next(&mut self) -> Option<Self::Item> {
                self.0.next().map(|$member| $given)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
        }

        impl<$($generics)*> DoubleEndedIterator for $name {
            fn next_back(&mut self) -> Option<Self::Item> {
                self.0.next_back().map(|$member| $given)
            }
        }

        impl<$($generics)*> ExactSizeIterator for $name {}
        impl<$($generics)*> FusedIterator for $name {}
    };
}

iterator!(Iter<'a, T>, (&'a str, &'a T), ['a, T], (name, value) => (name.as_str(), value));
iterator!(IterMut<'a, T>, (&'a str, &'a mut T), ['a, T], (name, value) => (name.as_str(), value));
iterator!(IntoIter<T>, (String, T), [T], member => member);

impl<T> IntoIterator for Map<T> {
    type Item = (String, T);
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter(self.into_vec().into_iter())
    }
}

impl<'a, T> IntoIterator for &'a Map<T> {
    type Item = (&'a str, &'a T);
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Map<T> {
    type Item = (&'a str, &'a mut T);
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<K: Into<String>, T> Extend<(K, T)> for Map<T> {
    /// Adds members at the end, as [`Map::push`] does.
    fn extend<I: IntoIterator<Item = (K, T)>>(&mut self, members: I) {
        members.into_iter().for_each(|(name, value)| self.push(name, value));
    }
}

impl<K: Into<String>, T> FromIterator<(K, T)> for Map<T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(members: I) -> Self {
        let members = members.into_iter().map(|(name, value)| (name.into(), value));
        members.collect::<Vec<_>>().into()
    }
}

impl<K: Into<String>, T, const N: usize> From<[(K, T); N]> for Map<T> {
    fn from(members: [(K, T); N]) -> Self {
        members.into_iter().collect()
    }
}

impl<T> From<Vec<(String, T)>> for Map<T> {
    fn from(members: Vec<(String, T)>) -> Self {
        match members.is_empty() {
            true => Map::new(),
            false => Map { members: Some(Box::new(Members(members))) },
        }
    }
}

impl<T> From<BTreeMap<String, T>> for Map<T> {
    fn from(members: BTreeMap<String, T>) -> Self {
        members.into_iter().collect()
    }
}
