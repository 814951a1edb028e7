//! Unions of objects without a tag: the kind is the one with most of its own members there.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::de::{Deserialize, Deserializer, Error};

use super::{Peek, Wire};
use crate::{Json, JsonKind};

/// A kind, with the members that it requires and no other kind does.
pub type OwnMembers = (&'static str, &'static [&'static str]);

/// A union whose kinds are told apart by the members that only one requires.
pub trait ByMembers: Wire {
    /// The name for error messages.
    const NAME: &'static str;
    /// The kinds.
    const KINDS: &'static [OwnMembers];

    /// Reads the kind at a place in the list.
    fn read_kind<E: Error>(index: usize, json: &Json) -> Result<Self, E>;
}

/// Reads a union by the members of its kinds. A value that has as many members of one kind as of
/// another is refused, so that the order of the kinds never decides.
pub fn read_by_members<'de, T: ByMembers, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let json = Json::deserialize(deserializer)?;
    if json.kind() != JsonKind::Object {
        let reason = format!("invalid type: {}, expected an object ({})", json.kind(), T::NAME);
        return Err(D::Error::custom(reason));
    }
    let peek = Peek::at(&json);
    let counts: Vec<usize> = T::KINDS
        .iter()
        .map(|(_, own)| own.iter().filter(|name| peek.has_member(name)).count())
        .collect();
    let most = counts.iter().copied().max().unwrap_or_default();
    let mut fitting = counts.iter().enumerate().filter(|(_, count)| **count == most && most > 0);
    match (fitting.next(), fitting.next()) {
        (Some((index, _)), None) => T::read_kind(index, &json),
        (found, _) => Err(unclear::<T, D::Error>(&peek, found.is_some())),
    }
}

#[cold]
fn unclear<T: ByMembers, E: Error>(peek: &Peek<'_>, several: bool) -> E {
    let kinds =
        T::KINDS.iter().filter(|(_, own)| !several || own.iter().any(|name| peek.has_member(name)));
    let kinds: Vec<String> = kinds
        .map(|(kind, own)| {
            let named = own.iter().filter(|name| !several || peek.has_member(name));
            let named: Vec<String> = named.map(|name| format!("`{name}`")).collect();
            format!("{} ({kind})", named.join(", "))
        })
        .collect();
    let what = if several { "members of several kinds" } else { "no member tells the kind" };
    E::custom(format!("{what} of {}: {}", T::NAME, kinds.join(", ")))
}

/// Serde's traits for such a union, from the members of its kinds.
#[doc(hidden)]
#[macro_export]
macro_rules! __by_members {
    ($name:ident { $($kind:ident($type:ty) = [$($own:literal),+];)* }) => {
        impl $crate::wire::ByMembers for $name {
            const NAME: &'static str = ::core::stringify!($name);
            const KINDS: &'static [$crate::wire::OwnMembers] =
                &[$((::core::stringify!($kind), &[$($own),+])),*];

            fn read_kind<E: $crate::wire::rt::Error>(
                index: usize,
                json: &$crate::Json,
            ) -> $crate::wire::rt::Result<Self, E> {
                let readers: &[fn(&$crate::Json) -> $crate::wire::rt::Result<Self, E>] = &[$(
                    |json| $crate::wire::read_chosen::<$type, E>(json).map($name::$kind)
                ),*];
                match readers.get(index) {
                    ::core::option::Option::Some(read) => read(json),
                    ::core::option::Option::None => $crate::wire::rt::Result::Err(
                        <E as $crate::wire::rt::Error>::custom("no such kind"),
                    ),
                }
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_by_members(deserializer)
            }

            fn inspect(&self, walk: &mut $crate::wire::Walk) {
                match self {
                    $($name::$kind(value) => $crate::wire::Wire::inspect(value, walk),)*
                }
            }
        }

        $crate::__union!($name { $($kind($type);)* });
        $crate::__deserialize!($name);
    };
}
