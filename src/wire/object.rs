//! Object types: a struct whose members stand in a table.

use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserializer, MapAccess, Visitor};

use super::{Entries, Wire};
use crate::{Json, Map};

/// A type that is a JSON object.
pub trait Object: Wire {
    /// The name for error messages.
    const NAME: &'static str;

    /// The members that the type models.
    const MEMBERS: &'static [&'static str];

    /// The members that it does not model.
    fn unmodelled(&self) -> &Map<Json>;

    /// Reads the members; the constant member `tag`, where it is not empty, was read before.
    fn read_members<'de, A: MapAccess<'de>>(
        entries: &mut Entries<'de, A>,
        tag: &str,
    ) -> Result<Self, A::Error>;
}

/// Reads an object type from a deserializer.
pub fn read_object<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct ObjectVisitor<T>(PhantomData<T>);

    impl<'de, T: Object> Visitor<'de> for ObjectVisitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an object ({})", T::NAME)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::read_members(&mut Entries::new(map), "")
        }
    }

    deserializer.deserialize_map(ObjectVisitor(PhantomData))
}

/// Serde's traits, a constructor and setters for a struct, from the table of its members.
///
/// `const` members hold one value and are no fields; `new` members are required and arguments of
/// the constructor; `with` members are optional.
#[doc(hidden)]
#[macro_export]
macro_rules! __object {
    ($name:ident {
        $(const $cfield:ident = $ckey:literal: $cvalue:literal;)*
        $(new $rfield:ident = $rkey:literal: $rtype:ty;)*
        $(with $ofield:ident, $setter:ident = $okey:literal: $otype:ty;)*
    }) => {
        impl $name {
            /// A value with its required members; optional ones are absent.
            #[allow(clippy::too_many_arguments, clippy::new_without_default)]
            pub fn new($($rfield: impl ::core::convert::Into<$rtype>),*) -> Self {
                $name {
                    $($rfield: $rfield.into(),)*
                    $($ofield: ::core::option::Option::None,)*
                    extensions: $crate::Map::new(),
                }
            }

            $(
                #[doc = ::core::concat!("Sets `", $okey, "`.")]
                #[must_use]
                pub fn $setter(mut self, $ofield: impl ::core::convert::Into<$otype>) -> Self {
                    self.$ofield = ::core::option::Option::Some($ofield.into());
                    self
                }
            )*

            /// What this value holds that its revision does not define.
            pub fn deviations(&self) -> $crate::wire::rt::Vec<$crate::Deviation> {
                $crate::wire::Walk::over(self)
            }
        }

        impl $crate::wire::Object for $name {
            const NAME: &'static str = ::core::stringify!($name);
            const MEMBERS: &'static [&'static str] = &[$($ckey,)* $($rkey,)* $($okey,)*];

            fn unmodelled(&self) -> &$crate::Map<$crate::Json> {
                &self.extensions
            }

            fn read_members<'de, A: $crate::wire::rt::MapAccess<'de>>(
                entries: &mut $crate::wire::Entries<'de, A>,
                tag: &str,
            ) -> $crate::wire::rt::Result<Self, A::Error> {
                $(let mut $cfield = tag == $ckey;)*
                $(let mut $rfield: ::core::option::Option<$rtype> = ::core::option::Option::None;)*
                $(let mut $ofield: ::core::option::Option<$otype> = ::core::option::Option::None;)*
                let mut extensions = $crate::Map::new();
                while let ::core::option::Option::Some(key) = entries.next_key()? {
                    match &*key {
                        $($ckey => entries.constant(&mut $cfield, $ckey, $cvalue)?,)*
                        $($rkey => entries.fill(&mut $rfield, $rkey)?,)*
                        $($okey => entries.fill(&mut $ofield, $okey)?,)*
                        _ => entries.keep(key, &mut extensions)?,
                    }
                }
                $($crate::wire::present($cfield, $ckey)?;)*
                let _ = tag;
                $crate::wire::rt::Result::Ok($name {
                    $($rfield: $crate::wire::required($rfield, $rkey)?,)*
                    $($ofield,)*
                    extensions,
                })
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_object(deserializer)
            }

            fn read_entries<'de, A: $crate::wire::rt::MapAccess<'de>>(
                entries: $crate::wire::Entries<'de, A>,
            ) -> $crate::wire::rt::Result<Self, A::Error> {
                entries.object("")
            }

            fn read_last<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
                members: &'static [&'static [&'static str]],
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_last(deserializer, members)
            }

            fn inspect(&self, walk: &mut $crate::wire::Walk) {
                $(walk.member($rkey, &self.$rfield);)*
                $(if let ::core::option::Option::Some(value) = &self.$ofield {
                    walk.member($okey, value);
                })*
                let _ = walk;
            }
        }

        impl $crate::wire::rt::Serialize for $name {
            fn serialize<S: $crate::wire::rt::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::wire::rt::Result<S::Ok, S::Error> {
                use $crate::wire::rt::SerializeMap as _;
                let mut map = serializer.serialize_map(::core::option::Option::None)?;
                $(map.serialize_entry($crate::__name!($ckey), &$cvalue)?;)*
                $(map.serialize_entry($crate::__name!($rkey), &self.$rfield)?;)*
                $(if let ::core::option::Option::Some(value) = &self.$ofield {
                    map.serialize_entry($crate::__name!($okey), value)?;
                })*
                for (name, value) in self.extensions.iter() {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }

        $crate::__deserialize!($name);
    };
}

/// Serde's `Deserialize` by way of `Wire`.
#[doc(hidden)]
#[macro_export]
macro_rules! __deserialize {
    ($name:ident) => {
        impl<'de> $crate::wire::rt::Deserialize<'de> for $name {
            fn deserialize<D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                <$name as $crate::wire::Wire>::read(deserializer)
            }
        }
    };
}
