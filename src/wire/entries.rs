//! The members of an object while it is read, with those set aside on the way to a tag.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use super::value::{Seed, Wire};
use super::{Constant, Held, Object};
use crate::error::{at_member, without_position};
use crate::{Json, Map};

/// A member name, borrowed from the document where that is possible.
#[derive(Clone, Debug)]
pub struct Key<'de>(Cow<'de, str>);

impl Key<'_> {
    pub(super) fn owned(name: String) -> Self {
        Key(Cow::Owned(name))
    }
}

impl Deref for Key<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<Key<'_>> for String {
    fn from(key: Key<'_>) -> String {
        key.0.into_owned()
    }
}

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.into())))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text)))
            }
        }

        deserializer.deserialize_str(KeyVisitor)
    }
}

/// The members of one object: first those that were set aside, then the rest of the document.
#[derive(Debug)]
pub struct Entries<'de, A> {
    held: vec::IntoIter<(Key<'de>, Held<'de>)>,
    current: Option<Held<'de>>,
    /// A name that was taken from the document, its value not yet.
    next: Option<Key<'de>>,
    map: A,
}

impl<'de, A: MapAccess<'de>> Entries<'de, A> {
    /// The members of a document's object.
    pub fn new(map: A) -> Self {
        Entries { held: Vec::new().into_iter(), current: None, next: None, map }
    }

    /// The same object, with members that were read before and are to be read again.
    pub(super) fn resume(self, held: Vec<(Key<'de>, Held<'de>)>) -> Self {
        Entries { held: held.into_iter(), ..self }
    }

    /// The same object, where the name of the next member was taken already.
    pub(super) fn with_next(self, next: Option<Key<'de>>) -> Self {
        Entries { next, ..self }
    }

    /// The name of the next member; its value must be taken before the next call.
    #[inline]
    pub fn next_key(&mut self) -> Result<Option<Key<'de>>, A::Error> {
        match self.held.next() {
            Some((key, value)) => {
                self.current = Some(value);
                Ok(Some(key))
            }
            None => match self.next.take() {
                None => self.map.next_key(),
                name => Ok(name),
            },
        }
    }

    /// The value of the member `name`.
    #[inline]
    pub fn value<T: Wire>(&mut self, name: &str) -> Result<T, A::Error> {
        let read = match self.current.take() {
            Some(held) => read_held(held.as_str()),
            None => self.map.next_value_seed(Seed(PhantomData)),
        };
        read.map_err(|error| at_member(name, error))
    }

    /// Puts the value of the member `name` into its place, which must still be free.
    #[inline]
    pub fn fill<T: Wire>(&mut self, place: &mut Option<T>, name: &str) -> Result<(), A::Error> {
        if place.is_some() {
            return Err(duplicate(name));
        }
        *place = Some(self.value(name)?);
        Ok(())
    }

    /// Checks that the member `name` is the constant that it must be.
    pub fn constant<C: Constant>(
        &mut self,
        seen: &mut bool,
        name: &str,
        expected: C,
    ) -> Result<(), A::Error> {
        if core::mem::replace(seen, true) {
            return Err(duplicate(name));
        }
        let read = match self.current.take() {
            Some(held) => expected.check_held(held.as_str()),
            None => self.map.next_value_seed(expected.seed()),
        };
        read.map_err(|error| at_member(name, error))
    }

    /// Keeps a member that the type does not model.
    #[inline]
    pub fn keep(&mut self, key: Key<'de>, members: &mut Map<Json>) -> Result<(), A::Error> {
        let value = self.value(&key)?;
        members.push(key, value);
        Ok(())
    }

    /// Everything that is left, as it stands.
    pub(super) fn rest(mut self, members: &mut Map<Json>) -> Result<(), A::Error> {
        while let Some(key) = self.next_key()? {
            self.keep(key, members)?;
        }
        Ok(())
    }

    /// A value that borrows from the document; nothing may have been set aside.
    pub(crate) fn borrowed<T: Deserialize<'de>>(&mut self, name: &str) -> Result<T, A::Error> {
        self.map.next_value().map_err(|error| at_member(name, error))
    }

    /// A value by way of a seed; nothing may have been set aside.
    pub(crate) fn seeded<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        self.map.next_value_seed(seed)
    }

    /// The tag of a union, as text.
    pub(super) fn tag(&mut self, name: &str) -> Result<Key<'de>, A::Error> {
        self.map.next_value().map_err(|error| at_member(name, error))
    }

    /// A value to set aside.
    pub(super) fn hold(&mut self, name: &str) -> Result<Held<'de>, A::Error> {
        self.map.next_value().map_err(|error| at_member(name, error))
    }

    /// Reads a union that goes by more than its tag from these members; the tag is among them.
    pub fn union<T: Wire>(self) -> Result<T, A::Error> {
        let mut members = Map::new();
        self.rest(&mut members)?;
        let text = serde_json::to_string(&members).map_err(A::Error::custom)?;
        let mut deserializer = serde_json::Deserializer::from_str(&text);
        T::read(&mut deserializer).map_err(|error| A::Error::custom(without_position(&error)))
    }

    /// Reads one object type from these members.
    pub fn object<T: Object>(mut self, tag: &str) -> Result<T, A::Error> {
        T::read_members(&mut self, tag)
    }
}

/// Reads a value that was set aside.
pub(super) fn read_held<T: Wire, E: Error>(json: &str) -> Result<T, E> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    T::read(&mut deserializer).map_err(|error| E::custom(without_position(&error)))
}

#[cold]
fn duplicate<E: Error>(name: &str) -> E {
    at_member(name, E::custom("duplicate member"))
}

/// The value of a required member.
#[inline]
pub fn required<T, E: Error>(value: Option<T>, name: &str) -> Result<T, E> {
    value.ok_or_else(|| missing(name))
}

/// Checks that a constant was there.
#[inline]
pub fn present<E: Error>(seen: bool, name: &str) -> Result<(), E> {
    if seen { Ok(()) } else { Err(missing(name)) }
}

#[cold]
pub(super) fn missing<E: Error>(name: &str) -> E {
    at_member(name, E::custom("missing member"))
}
