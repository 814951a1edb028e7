//! Unions of objects without a tag, told apart by the members that only one of them has.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserializer, Error, MapAccess, Visitor};

use super::{Entries, Held, Key, Object, Wire};
use crate::error::at_member;

/// A union whose alternatives are objects, each with members that only it has.
pub trait ByPresence: Wire {
    /// The name for error messages.
    const NAME: &'static str;
    /// The members that an object of each alternative has; the first that fits counts.
    const MEMBERS: &'static [&'static [&'static str]];
    /// Members of which an object may have one alone, unless the others are null.
    const APART: &'static [&'static str];

    /// Reads the alternative with this index; `None` where there is none.
    fn read_alternative<'de, A: MapAccess<'de>>(
        index: usize,
        entries: Entries<'de, A>,
    ) -> Result<Option<Self>, A::Error>;

    /// Reads the last alternative in one pass, or refuses where that may be wrong.
    fn read_last<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads a union by its members, in whatever order they stand.
///
/// Values are set aside until a member tells that it is the first alternative, or until the end.
pub fn read_by_presence<'de, T: ByPresence, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct MembersVisitor<T>(PhantomData<T>);

    impl<'de, T: ByPresence> Visitor<'de> for MembersVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an object ({})", T::NAME)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            let mut entries = Entries::new(map);
            let mut held: Vec<(Key<'de>, Held<'de>)> = Vec::new();
            let first = T::MEMBERS.first().copied().unwrap_or_default();
            let mut next = None;
            while let Some(key) = entries.next_key()? {
                if T::APART.is_empty() && matches!(first, [name] if *name == &*key) {
                    next = Some(key);
                    break;
                }
                let value = entries.hold(&key)?;
                held.push((key, value));
            }
            let index = match (next.is_some(), one_of(T::APART, &held)?) {
                (true, _) => Some(0),
                (false, Some(one)) => T::MEMBERS.iter().position(|members| *members == [one]),
                (false, None) => {
                    let has = |name: &&str| held.iter().any(|(key, _)| &**key == *name);
                    T::MEMBERS.iter().position(|members| members.iter().all(has))
                }
            };
            let unfit = || A::Error::custom(format_args!("no kind of {} fits", T::NAME));
            let entries = entries.resume(held).with_next(next);
            T::read_alternative(index.ok_or_else(unfit)?, entries)?.ok_or_else(unfit)
        }
    }

    deserializer.deserialize_map(MembersVisitor(PhantomData))
}

/// The one of some members that is there; null counts as absent.
fn one_of<E: Error>(
    names: &'static [&'static str],
    held: &[(Key<'_>, Held<'_>)],
) -> Result<Option<&'static str>, E> {
    let is_there =
        |name: &&&str| held.iter().any(|(key, value)| &**key == **name && value.as_str() != "null");
    let mut there = names.iter().copied().filter(|name| is_there(&name));
    match (there.next(), there.next()) {
        (Some(one), Some(other)) => {
            let reason = format_args!("beside `{one}`, where one of them may stand");
            Err(at_member(other, E::custom(reason)))
        }
        (one, _) => Ok(one),
    }
}

/// Reads the last alternative, which asks for no members. Another one is meant where the object has
/// the members of that one: they can be seen only if this one does not model them.
pub fn read_last<'de, T: Object, D: Deserializer<'de>>(
    deserializer: D,
    members: &'static [&'static [&'static str]],
) -> Result<T, D::Error> {
    let value = T::read(deserializer)?;
    let mut others = members.iter().rev().skip(1).flat_map(|members| members.iter());
    let is_hidden = |name: &str| T::MEMBERS.contains(&name);
    let asks_for_nothing = members.last().is_some_and(|members| members.is_empty());
    if !asks_for_nothing
        || others.any(|name| is_hidden(name) || value.unmodelled().contains_key(name))
    {
        return Err(D::Error::custom("another kind"));
    }
    Ok(value)
}

/// Serde's traits for a union by members, from the members that each alternative has.
#[doc(hidden)]
#[macro_export]
macro_rules! __by_presence {
    ($name:ident {
        $($kind:ident($type:ty) if [$($member:literal),*];)*
    } apart [$($apart:literal),*]) => {
        impl $crate::wire::ByPresence for $name {
            const NAME: &'static str = ::core::stringify!($name);
            const MEMBERS: &'static [&'static [&'static str]] = &[$(&[$($member),*]),*];
            const APART: &'static [&'static str] = &[$($apart),*];

            fn read_alternative<'de, A: $crate::wire::rt::MapAccess<'de>>(
                index: usize,
                entries: $crate::wire::Entries<'de, A>,
            ) -> $crate::wire::rt::Result<::core::option::Option<Self>, A::Error> {
                let mut at = 0;
                $(
                    if at == index {
                        let value = <$type as $crate::wire::Wire>::read_entries(entries)?;
                        return $crate::wire::rt::Result::Ok(
                            ::core::option::Option::Some($name::$kind(value.into())),
                        );
                    }
                    at += 1;
                )*
                let _ = at;
                $crate::wire::rt::Result::Ok(::core::option::Option::None)
            }

            fn read_last<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::__by_presence!(@last $name deserializer $($kind($type);)*)
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_by_presence(deserializer)
            }

            fn read_likely<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                <$name as $crate::wire::ByPresence>::read_last(deserializer)
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
    (@last $name:ident $deserializer:ident $kind:ident($type:ty);) => {
        <$type as $crate::wire::Wire>::read_last(
            $deserializer,
            <$name as $crate::wire::ByPresence>::MEMBERS,
        )
        .map(|value| $name::$kind(value.into()))
    };
    (@last $name:ident $deserializer:ident $kind:ident($type:ty); $($rest:tt)+) => {
        $crate::__by_presence!(@last $name $deserializer $($rest)+)
    };
}
