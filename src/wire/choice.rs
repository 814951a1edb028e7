//! Unions without a tag: told apart by the kind of JSON, and by the members that only one has.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;

use super::entries::read_held;
use super::{Key, Wire};
use crate::error::at_member;
use crate::{Json, JsonKind};

/// A question that tells the alternatives of a union apart.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// The value is of this kind.
    Kind(JsonKind),
    /// The object has this member.
    Has(&'static str),
    /// The object's member (first name) has this member (second name).
    Within(&'static str, &'static str),
    /// The object's member is one of these strings.
    Is(&'static str, &'static [&'static str]),
    /// The object's member is this boolean.
    Flag(&'static str, bool),
    /// The array is empty, or its first element has this member.
    First(&'static str),
}

/// The top level of a value, enough to answer the tests.
#[derive(Debug)]
pub struct Peek<'a> {
    kind: JsonKind,
    members: Vec<(Key<'a>, &'a RawValue)>,
    first: Option<&'a RawValue>,
}

/// The members of an object, or the first element of an array, as text.
struct Members<'a>(Vec<(Key<'a>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> serde_core::de::Visitor<'de> for MembersVisitor {
            type Value = Vec<(Key<'de>, &'de RawValue)>;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde_core::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    members.push(entry);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(MembersVisitor).map(Members)
    }
}

impl<'a> Peek<'a> {
    pub(super) fn at(json: &'a Json) -> Self {
        let kind = json.kind();
        let (members, first) = match kind {
            JsonKind::Object => (members_of(json.as_str()), None),
            JsonKind::Array => (Vec::new(), first_of(json.as_str())),
            _ => (Vec::new(), None),
        };
        Peek { kind, members, first }
    }

    /// Whether the value passes a test.
    pub fn passes(&self, test: Test) -> bool {
        match test {
            Test::Kind(kind) => self.kind == kind,
            Test::Has(name) => self.member(name).is_some(),
            Test::Within(outer, name) => {
                self.member(outer).is_some_and(|text| has(text.get(), name))
            }
            Test::Flag(name, flag) => {
                let text = if flag { "true" } else { "false" };
                self.member(name).is_some_and(|value| value.get() == text)
            }
            Test::Is(name, values) => {
                self.text(name).is_some_and(|text| values.contains(&text.as_str()))
            }
            Test::First(name) => self.first.is_none_or(|text| has(text.get(), name)),
        }
    }

    /// Whether the object has this member.
    pub(super) fn has_member(&self, name: &str) -> bool {
        self.member(name).is_some()
    }

    /// The member `name` as a string.
    pub fn text(&self, name: &str) -> Option<String> {
        self.member(name).and_then(|text| serde_json::from_str(text.get()).ok())
    }

    fn member(&self, name: &str) -> Option<&'a RawValue> {
        self.members.iter().find(|(key, _)| &**key == name).map(|(_, value)| *value)
    }
}

fn members_of(text: &str) -> Vec<(Key<'_>, &RawValue)> {
    serde_json::from_str::<Members<'_>>(text).map(|members| members.0).unwrap_or_default()
}

fn first_of(text: &str) -> Option<&RawValue> {
    struct First<'a>(Option<&'a RawValue>);

    impl<'de: 'a, 'a> Deserialize<'de> for First<'a> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct FirstVisitor;

            impl<'de> serde_core::de::Visitor<'de> for FirstVisitor {
                type Value = Option<&'de RawValue>;

                fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str("an array")
                }

                fn visit_seq<A: serde_core::de::SeqAccess<'de>>(
                    self,
                    mut array: A,
                ) -> Result<Self::Value, A::Error> {
                    let first = array.next_element()?;
                    while array.next_element::<serde_core::de::IgnoredAny>()?.is_some() {}
                    Ok(first)
                }
            }

            deserializer.deserialize_seq(FirstVisitor).map(First)
        }
    }

    serde_json::from_str::<First<'_>>(text).ok().and_then(|first| first.0)
}

fn has(text: &str, name: &str) -> bool {
    members_of(text).iter().any(|(key, _)| &**key == name)
}

/// A union whose alternatives are told apart by tests.
pub trait Choice: Wire {
    /// What to say when no alternative fits.
    const EXPECTING: &'static str;

    /// The member whose unknown values are held, where there is one.
    const TAG: Option<&'static str>;

    /// Reads the alternative whose tests pass; `None` where there is none.
    fn choose<E: Error>(peek: &Peek<'_>, json: &Json) -> Option<Result<Self, E>>;

    /// Holds a value with a tag that is not known.
    fn hold(tag: String, json: &Json) -> Option<Self>;
}

/// Reads a union without a tag.
pub fn read_choice<'de, T: Choice, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let json = Json::deserialize(deserializer)?;
    let peek = Peek::at(&json);
    if let Some(read) = T::choose(&peek, &json) {
        return read;
    }
    if let (Some(tag), JsonKind::Object) = (T::TAG, peek.kind) {
        if peek.member(tag).is_none() {
            return Err(at_member(tag, D::Error::custom("missing member")));
        }
        let Some(value) = peek.text(tag) else {
            return Err(at_member(tag, D::Error::custom("invalid type, expected a string")));
        };
        if let Some(held) = T::hold(value, &json) {
            return Ok(held);
        }
    }
    Err(D::Error::custom(format!("invalid type: {}, expected {}", json.kind(), T::EXPECTING)))
}

/// Reads the alternative that was chosen.
pub fn read_chosen<T: Wire, E: Error>(json: &Json) -> Result<T, E> {
    read_held(json.as_str())
}

/// Serde's traits for a union without a tag, from the tests of its alternatives. Of the members that
/// are `apart`, an object may have one.
#[doc(hidden)]
#[macro_export]
macro_rules! __choice {
    // Objects that are told apart by their members alone.
    ($name:ident, $expecting:literal {
        $($kind:ident($type:ty) if [$(Has($member:literal)),*];)*
    } $(apart [$($apart:literal),+])?) => {
        $crate::__by_presence!($name {
            $($kind($type) if [$($member),*];)*
        } apart [$($($apart),+)?]);
    };
    ($name:ident, $expecting:literal {
        $($kind:ident($type:ty) if [$($test:ident($($value:expr),+)),*];)*
    } $(held by $tag:literal)?) => {
        impl $crate::wire::Choice for $name {
            const EXPECTING: &'static str = $expecting;
            const TAG: ::core::option::Option<&'static str> = $crate::__held!(tag $($tag)?);

            fn choose<E: $crate::wire::rt::Error>(
                peek: &$crate::wire::Peek<'_>,
                json: &$crate::Json,
            ) -> ::core::option::Option<$crate::wire::rt::Result<Self, E>> {
                $(
                    if true $(&& peek.passes($crate::wire::Test::$test($($value),+)))* {
                        return ::core::option::Option::Some(
                            $crate::wire::read_chosen::<$type, E>(json).map(|value| $name::$kind(value.into())),
                        );
                    }
                )*
                ::core::option::Option::None
            }

            fn hold(
                tag: $crate::wire::rt::String,
                json: &$crate::Json,
            ) -> ::core::option::Option<Self> {
                $crate::__held!(hold $name tag json $($tag)?)
            }
        }

        impl $crate::wire::Wire for $name {
            fn read<'de, D: $crate::wire::rt::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::wire::rt::Result<Self, D::Error> {
                $crate::wire::read_choice(deserializer)
            }

            fn inspect(&self, walk: &mut $crate::wire::Walk) {
                match self {
                    $($name::$kind(value) => $crate::wire::Wire::inspect(value, walk),)*
                    $($name::Unknown(value) => value.inspect(::core::stringify!($name), $tag, walk),)?
                }
            }
        }

        $crate::__held!(union $name { $($kind($type);)* } $($tag)?);
        $crate::__deserialize!($name);
    };
}

/// The parts of a choice that depend on whether unknown tags are held.
#[doc(hidden)]
#[macro_export]
macro_rules! __held {
    (tag) => {
        ::core::option::Option::None
    };
    (tag $tag:literal) => {
        ::core::option::Option::Some($tag)
    };
    (hold $name:ident $value:ident $json:ident) => {{
        let _ = ($value, $json);
        ::core::option::Option::None
    }};
    (hold $name:ident $value:ident $json:ident $tag:literal) => {
        $json
            .as_object()
            .map(|object| $name::Unknown($crate::wire::Unknown::new($value, object.entries())))
    };
    (union $name:ident { $($kind:ident($type:ty);)* }) => {
        $crate::__union!($name { $($kind($type);)* });
    };
    (union $name:ident { $($kind:ident($type:ty);)* } $tag:literal) => {
        $crate::__union!($name { $($kind($type);)* Unknown($crate::wire::Unknown); });
    };
}
