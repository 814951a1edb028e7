//! What a schema says, as the later phases see it: definitions of a few kinds, made of types.

use std::collections::BTreeMap;

/// A revision's definitions by their schema name.
#[derive(Clone, Debug, Default)]
pub struct Definitions(pub BTreeMap<String, Definition>);

/// One definition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name in the schema, or the one given to an anonymous part.
    pub name: String,
    /// The name in Rust.
    pub rust: String,
    /// The description that a user's own schema carries.
    pub description: Option<String>,
    /// What it is.
    pub body: Body,
}

/// The kinds of definitions.
#[derive(Clone, Debug)]
pub enum Body {
    /// An object with modelled members.
    Struct(Vec<Member>),
    /// An object that stays text, with what is checked about it.
    Text(Shape),
    /// A string with a type of its own.
    String,
    /// An enum of strings.
    Enum(Enum),
    /// Integers with names.
    Integers(Integers),
    /// A set of bits, by name.
    Bits(Vec<Constant<u64>>),
    /// One of several types.
    Union(Union),
    /// Another name for a type.
    Alias(Type),
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name in the document.
    pub wire: String,
    /// The name of the field.
    pub field: String,
    /// Whether an object without it is refused.
    pub required: bool,
    /// What it holds.
    pub ty: Type,
    /// The description that a user's own schema carries.
    pub description: Option<String>,
}

/// A type of a member, an element or a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// Any JSON, kept as text.
    Json,
    /// Any object, kept as text.
    JsonObject,
    /// A string.
    String,
    /// A boolean.
    Bool,
    /// An integer.
    Integer,
    /// A number that remembers its spelling.
    Number,
    /// A string or an integer.
    StringOrInteger,
    /// An array.
    Array(Box<Type>),
    /// An object whose members all have one type.
    Map(Box<Type>),
    /// A value or an array of such values.
    OneOrMany(Box<Type>),
    /// A value or null.
    Nullable(Box<Type>),
    /// A value kept elsewhere, since it may hold the one that it is a member of, or since it is
    /// wide; see [`boxes`](crate::boxes).
    Boxed(Box<Type>),
    /// Null and nothing else.
    Null,
    /// A definition, by its schema name.
    Named(String),
    /// One fixed value.
    Const(Const),
}

/// A fixed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Const {
    /// A string.
    String(String),
    /// An integer.
    Integer(i64),
    /// A boolean.
    Bool(bool),
}

/// An enum of strings.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The values, each with its name in Rust.
    pub values: Vec<(String, String)>,
    /// What happens to values that are not listed.
    pub openness: Openness,
}

/// Integers with names, such as the codes of errors.
#[derive(Clone, Debug)]
pub struct Integers {
    /// The values.
    pub values: Vec<Constant<i64>>,
    /// What happens to values that are not listed.
    pub openness: Openness,
}

/// A number with a name.
#[derive(Clone, Debug)]
pub struct Constant<T> {
    /// The name in Rust.
    pub rust: String,
    /// The name in the schema.
    pub wire: String,
    /// The number.
    pub value: T,
}

/// What happens to a value that an enum does not list, or to a kind that a union does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openness {
    /// The protocol lets peers add values: it is held.
    Open,
    /// It is held as a deviation: a newer revision may have added it.
    Listed,
    /// It is refused: the enum stands for a constant, or the protocol rules out others.
    Fixed,
}

/// One of several types.
#[derive(Clone, Debug)]
pub struct Union {
    /// The alternatives, in the order in which their tests are made.
    pub alternatives: Vec<Alternative>,
    /// How they are told apart.
    pub rule: Rule,
    /// What happens to a tag that is not listed.
    pub openness: Openness,
}

/// An alternative of a union.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The name of the variant.
    pub variant: String,
    /// What it holds.
    pub ty: Type,
    /// How it is recognised.
    pub sign: Sign,
}

/// How an alternative is recognised.
#[derive(Clone, Debug)]
pub enum Sign {
    /// By the values of the union's tag; `keep` where the type models the tag as a member.
    Tag {
        /// The values.
        values: Vec<String>,
        /// Whether the alternative's type models the tag.
        keep: bool,
        /// Whether the alternative is a union itself.
        nested: bool,
    },
    /// By the members that no other alternative requires.
    Members(Vec<String>),
    /// By tests, all of which must pass.
    Tests(Vec<Test>),
}

/// A question about a value; see the runtime's `wire::Test`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// The JSON kind, by its runtime name.
    Kind(&'static str),
    /// An object with this member.
    Has(String),
    /// An object whose member has this member.
    Within(String, String),
    /// An object whose member is one of these strings.
    Is(String, Vec<String>),
    /// An object whose member is this boolean.
    Flag(String, bool),
    /// An array whose first element has this member.
    First(String),
}

/// How the alternatives of a union are told apart.
#[derive(Clone, Debug)]
pub enum Rule {
    /// By the value of a member that all have.
    Tagged {
        /// The member.
        tag: String,
        /// The value that an object without the member stands for.
        untagged: Option<String>,
    },
    /// By tests in order.
    Choice {
        /// The member whose unknown values are held.
        held_by: Option<String>,
    },
    /// By the members that only one requires: the one with most of its own there.
    Members,
}

/// What is checked about a value that stays text.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Nothing.
    Any,
    /// A string.
    String,
    /// This string.
    Text(String),
    /// An array.
    Array(Box<Shape>),
    /// An object whose members all have one shape.
    Map(Box<Shape>),
    /// An object with these members: name, whether required, shape.
    Object(Vec<(String, bool, Shape)>),
}

impl Type {
    /// The type without its box.
    pub fn unboxed(&self) -> &Type {
        match self {
            Type::Boxed(inner) => inner,
            other => other,
        }
    }

    /// The definition that the type names, through arrays and maps.
    pub fn named(&self) -> Option<&str> {
        match self {
            Type::Named(name) => Some(name),
            Type::Array(inner)
            | Type::Map(inner)
            | Type::OneOrMany(inner)
            | Type::Nullable(inner)
            | Type::Boxed(inner) => inner.named(),
            _ => None,
        }
    }
}

impl Definition {
    /// The members of a struct; nothing for other kinds.
    pub fn members(&self) -> &[Member] {
        match &self.body {
            Body::Struct(members) => members,
            _ => &[],
        }
    }
}
