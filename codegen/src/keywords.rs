//! The JSON Schema keywords that the generator knows, and the shape of what follows each.

/// What stands behind a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// Says something to people only; the canonical form drops it.
    Annotation,
    /// A reference to another schema.
    Reference,
    /// A schema.
    Schema,
    /// A schema, or `false` to allow nothing.
    SchemaOrFalse,
    /// A list of schemas in an order that counts.
    Schemas,
    /// Schemas by member name: the keys are data.
    Members,
    /// The name of a JSON type, or a set of them.
    Type,
    /// A set of member names.
    Names,
    /// A set of any JSON values.
    Values,
    /// Any JSON value.
    Value,
    /// A string.
    Text,
    /// A number.
    Number,
    /// A whole number, zero or more.
    Count,
    /// A boolean.
    Flag,
    /// Our own: the known values of an open set of strings, in the order people expect.
    Known,
    /// Our own: integers by name, as an object, or as a list of names beside `enum`.
    Integers,
}

/// The shape behind a keyword, or `None` for a keyword that the generator has no rule for.
#[must_use]
pub fn keyword(name: &str) -> Option<Keyword> {
    Some(match name {
        "$schema" | "$comment" | "title" | "description" | "default" | "examples"
        | "deprecated" | "readOnly" | "writeOnly" | "contentEncoding" | "contentMediaType"
        // What other generators are told: the integer type, the tag, where a definition is from.
        | "x-rust" | "x-discriminator" | "x-not-in-crate" => Keyword::Annotation,
        "$ref" => Keyword::Reference,
        "items" | "not" | "propertyNames" => Keyword::Schema,
        "additionalProperties" => Keyword::SchemaOrFalse,
        "anyOf" | "oneOf" | "allOf" => Keyword::Schemas,
        "properties" => Keyword::Members,
        "type" => Keyword::Type,
        "required" => Keyword::Names,
        "enum" => Keyword::Values,
        "const" => Keyword::Value,
        "format" | "pattern" => Keyword::Text,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            Keyword::Number
        }
        "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties" | "maxProperties" => {
            Keyword::Count
        }
        // Values or kinds that are not listed may come.
        "uniqueItems" | "x-open" => Keyword::Flag,
        "x-known" => Keyword::Known,
        // The names of integer constants, and of the bits of a set.
        "x-names" | "x-bits" => Keyword::Integers,
        _ => return None,
    })
}

/// The dialects we read: the URI of `$schema` (without a final `#`), and the short name that
/// `sources.toml` records.
pub const DIALECTS: [(&str, &str); 4] = [
    ("http://json-schema.org/draft-06/schema", "draft-06"),
    ("http://json-schema.org/draft-07/schema", "draft-07"),
    ("https://json-schema.org/draft/2019-09/schema", "2019-09"),
    ("https://json-schema.org/draft/2020-12/schema", "2020-12"),
];

/// The names of JSON's types, as `type` may give them.
pub const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];
