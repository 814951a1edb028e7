//! Unions that go by the value of one member, wherever it stands in the object.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserializer, Error, MapAccess, Visitor};
use serde_core::ser::{Serialize, SerializeMap, Serializer};

use super::entries::missing;
use super::{Entries, Held, Key, Walk, Wire};
use crate::error::at_member;
use crate::{Json, Map};

/// A union that goes by a tag.
pub trait Tagged: Wire {
    /// The name for error messages.
    const NAME: &'static str;
    /// The member that tells the kinds apart.
    const TAG: &'static str;

    /// Whether the kind's type holds the tag as a member of its own, so that it must see it.
    fn keeps_tag(tag: &str) -> bool;

    /// The tag of the kind that an object without one is.
    const UNTAGGED: Option<&'static str> = None;

    /// Reads the kind that `tag` names.
    fn read_kind<'de, A: MapAccess<'de>>(
        tag: &str,
        entries: Entries<'de, A>,
    ) -> Result<Self, A::Error>;

    /// Holds a kind that is not listed, or refuses it.
    fn unlisted<'de, A: MapAccess<'de>>(
        tag: &str,
        entries: Entries<'de, A>,
    ) -> Result<Self, A::Error>;
}

/// Says that a tag is none of those that are listed.
#[cold]
pub fn unlisted_kind<E: Error>(name: &str, tag: &str, listed: &[&str]) -> E {
    let listed: Vec<String> = listed.iter().map(|value| format!("\"{value}\"")).collect();
    let expected = listed.join(" or ");
    let found = serde_core::de::Unexpected::Str(tag);
    at_member(name, E::custom(format!("invalid value: {found}, expected {expected}")))
}

/// Reads a tagged union from a deserializer.
///
/// A tag that comes first costs nothing; members before it are set aside and read again.
pub fn read_tagged<'de, T: Tagged, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct TaggedVisitor<T>(PhantomData<T>);

    impl<'de, T: Tagged> Visitor<'de> for TaggedVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an object ({})", T::NAME)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            let mut entries = Entries::new(map);
            let mut held: Vec<(Key<'de>, Held<'de>)> = Vec::new();
            while let Some(key) = entries.next_key()? {
                if &*key != T::TAG {
                    let value = entries.hold(&key)?;
                    held.push((key, value));
                    continue;
                }
                let tag = entries.tag(T::TAG)?;
                if T::keeps_tag(&tag) {
                    held.push((key, Held::string(&tag)));
                }
                return T::read_kind(&tag, entries.resume(held));
            }
            match T::UNTAGGED {
                Some(tag) => T::read_kind(tag, entries.resume(held)),
                None => Err(missing(T::TAG)),
            }
        }
    }

    deserializer.deserialize_map(TaggedVisitor(PhantomData))
}

/// A union member of a kind that the revision does not know, held as it came.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unknown {
    /// The value of the member that tells the kinds apart.
    tag: String,
    members: Map<Json>,
}

impl Unknown {
    /// A member of an unknown kind; `members` holds all of them, the tag too.
    pub fn new(tag: impl Into<String>, members: Map<Json>) -> Self {
        Unknown { tag: tag.into(), members }
    }

    /// Takes what is left of an object, and the tag that was read from it.
    pub fn read<'de, A: MapAccess<'de>>(
        name: &str,
        tag: &str,
        entries: Entries<'de, A>,
    ) -> Result<Self, A::Error> {
        let mut members = Map::new();
        members.push(name, Json::from(tag));
        entries.rest(&mut members)?;
        if members.get_all(name).count() > 1 {
            return Err(A::Error::custom(format!("{name}: duplicate member")));
        }
        Ok(Unknown { tag: tag.into(), members })
    }

    /// The value of the member that tells the kinds apart.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Everything that was in the object, the tag included.
    pub fn members(&self) -> &Map<Json> {
        &self.members
    }

    /// Notes it as a deviation.
    pub fn inspect(&self, union: &str, tag: &str, walk: &mut Walk) {
        walk.unknown_kind(union, tag, &self.tag);
    }
}

impl Serialize for Unknown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.members.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// A kind as a union keeps it: as it is, or in a box where it is wide.
pub trait Kept<T> {
    /// The kind itself.
    fn take(self) -> T;
}

impl<T> Kept<T> for T {
    fn take(self) -> T {
        self
    }
}

impl<T> Kept<T> for Box<T> {
    fn take(self) -> T {
        *self
    }
}

/// Serde's traits for a tagged union, from the table of its kinds.
///
/// `keep` marks a kind whose type holds the tag as a member, since it has several values or may be
/// absent; `union` one whose type is a union itself. A kind that is not listed is held: as a
/// deviation, or as a matter of course where the union is `open`; a `fixed` one refuses it.
#[doc(hidden)]
#[macro_export]
macro_rules! __tagged {
    (fixed $name:ident, $tag:literal {
        $($($value:literal)|+ => $kind:ident($type:ty) $($keep:ident)?;)*
    } $(else $untagged:literal)?) => {
        $crate::__tagged!(@read $name, $tag {
            $($($value)|+ => $kind($type) $($keep)?;)*
        } $(else $untagged)? {
            fn unlisted<'de, A: $crate::wire::rt::MapAccess<'de>>(
                tag: &str,
                _: $crate::wire::Entries<'de, A>,
            ) -> $crate::wire::rt::Result<Self, A::Error> {
                $crate::wire::rt::Result::Err(
                    $crate::wire::unlisted_kind($tag, tag, &[$($($value),+),*]),
                )
            }
        });

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_tagged(deserializer)
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
    ($name:ident, $tag:literal { $($kinds:tt)* } $(else $untagged:literal)?) => {
        $crate::__tagged!(listed $name, $tag { $($kinds)* } $(else $untagged)?);
    };
    ($openness:ident $name:ident, $tag:literal {
        $($($value:literal)|+ => $kind:ident($type:ty) $($keep:ident)?;)*
    } $(else $untagged:literal)?) => {
        $crate::__tagged!(@read $name, $tag {
            $($($value)|+ => $kind($type) $($keep)?;)*
        } $(else $untagged)? {
            fn unlisted<'de, A: $crate::wire::rt::MapAccess<'de>>(
                tag: &str,
                entries: $crate::wire::Entries<'de, A>,
            ) -> $crate::wire::rt::Result<Self, A::Error> {
                $crate::wire::Unknown::read($tag, tag, entries).map($name::Unknown)
            }
        });

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_tagged(deserializer)
            }

            fn inspect(&self, walk: &mut $crate::wire::Walk) {
                match self {
                    $($name::$kind(value) => $crate::wire::Wire::inspect(value, walk),)*
                    $name::Unknown(value) => {
                        $crate::__tagged!(@inspect $openness $name $tag value walk);
                    }
                }
            }
        }

        $crate::__union!($name { $($kind($type);)* Unknown($crate::wire::Unknown); });
        $crate::__deserialize!($name);
    };
    (@inspect open $name:ident $tag:literal $value:ident $walk:ident) => {
        let _ = ($value, $walk);
    };
    (@inspect listed $name:ident $tag:literal $value:ident $walk:ident) => {
        $value.inspect(::core::stringify!($name), $tag, $walk);
    };
    (@read $name:ident, $tag:literal {
        $($($value:literal)|+ => $kind:ident($type:ty) $($keep:ident)?;)*
    } $(else $untagged:literal)? { $($unlisted:tt)* }) => {
        impl $crate::wire::Tagged for $name {
            const NAME: &'static str = ::core::stringify!($name);
            const TAG: &'static str = $tag;
            $(const UNTAGGED: ::core::option::Option<&'static str> =
                ::core::option::Option::Some($untagged);)?

            fn keeps_tag(tag: &str) -> bool {
                match tag {
                    $($($value)|+ => $crate::__keeps!($($keep)?),)*
                    _ => false,
                }
            }

            fn read_kind<'de, A: $crate::wire::rt::MapAccess<'de>>(
                tag: &str,
                entries: $crate::wire::Entries<'de, A>,
            ) -> $crate::wire::rt::Result<Self, A::Error> {
                $crate::wire::rt::Result::Ok(match tag {
                    $($($value)|+ => $name::$kind(
                        $crate::__kind!(entries $type, $tag $($keep)?)?.into(),
                    ),)*
                    _ => return <$name as $crate::wire::Tagged>::unlisted(tag, entries),
                })
            }

            $($unlisted)*
        }
    };
}

/// Reads a kind from the members of the union.
#[doc(hidden)]
#[macro_export]
macro_rules! __kind {
    ($entries:ident $type:ty, $tag:literal union) => {
        $entries.union::<$type>()
    };
    ($entries:ident $type:ty, $tag:literal $($keep:ident)?) => {
        $entries.object::<$type>($tag)
    };
}

/// Whether a kind is marked `keep` or `union`.
#[doc(hidden)]
#[macro_export]
macro_rules! __keeps {
    ($keep:ident) => {
        true
    };
    () => {
        false
    };
}

/// What every union has: writing, `From` into it, `TryFrom` out of it, `deviations`.
#[doc(hidden)]
#[macro_export]
macro_rules! __union {
    ($name:ident { $($kind:ident($type:ty);)* }) => {
        impl $name {
            /// What this value holds that its revision does not define.
            pub fn deviations(&self) -> $crate::wire::rt::Vec<$crate::Deviation> {
                $crate::wire::Walk::over(self)
            }

            /// The name of the kind that this value is.
            pub fn kind(&self) -> &'static str {
                match self {
                    $($name::$kind(_) => ::core::stringify!($kind),)*
                }
            }
        }

        impl $crate::wire::rt::Serialize for $name {
            fn serialize<S: $crate::wire::rt::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::wire::rt::Result<S::Ok, S::Error> {
                match self {
                    $($name::$kind(value) => $crate::wire::rt::Serialize::serialize(value, serializer),)*
                }
            }
        }

        $(
            impl ::core::convert::From<$type> for $name {
                fn from(value: $type) -> Self {
                    $name::$kind(value.into())
                }
            }

            impl ::core::convert::TryFrom<$name> for $type {
                type Error = $crate::WrongKind;

                fn try_from(value: $name) -> $crate::wire::rt::Result<Self, $crate::WrongKind> {
                    match value {
                        $name::$kind(value) => {
                            $crate::wire::rt::Result::Ok($crate::wire::Kept::<$type>::take(value))
                        }
                        #[allow(unreachable_patterns)]
                        other => $crate::wire::rt::Result::Err($crate::WrongKind {
                            union: ::core::stringify!($name),
                            expected: ::core::stringify!($kind),
                            found: other.kind(),
                        }),
                    }
                }
            }
        )*
    };
}
