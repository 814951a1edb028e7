//! Canonical schemas, read for making values: what a schema asks of a value, references followed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mcp_revisions_codegen::decisions::Decisions;
use mcp_revisions_codegen::{errata, sources};
use serde_json::{Value, json};

/// The corrected schema of one revision: what the repository holds, with the errata applied.
pub(crate) struct Schemas {
    definitions: Value,
    skipped: BTreeSet<String>,
}

/// What a schema asks of a value.
pub(crate) enum Shape<'s> {
    Any,
    Const(&'s Value),
    /// One of these values.
    Enum(&'s [Value]),
    /// One of these schemas; unions inside of unions are taken apart.
    Union(Vec<&'s Value>),
    /// One of these types.
    Types(Vec<Shape<'s>>),
    Null,
    Bool,
    Integer(&'s Value),
    Number(&'s Value),
    /// A string, with the values that are known of an open set, and its format.
    Text(Vec<&'s str>, &'s str),
    Array(&'s Value),
    Object(Object<'s>),
}

/// What a schema asks of an object; `allOf` is one object.
#[derive(Default)]
pub(crate) struct Object<'s> {
    pub(crate) properties: BTreeMap<&'s str, &'s Value>,
    pub(crate) required: BTreeSet<&'s str>,
    /// The schema of all other members, where they are not free.
    pub(crate) additional: Option<&'s Value>,
}

/// The member whose value tells the object types of a union apart.
pub(crate) struct Tag<'s> {
    pub(crate) name: &'s str,
    /// The values of each alternative, none for one that is no object.
    pub(crate) values: Vec<Vec<&'s str>>,
}

const UNCHECKED: &Value = &Value::Bool(true);

impl Schemas {
    /// The schema of a revision of MCP.
    pub(crate) fn load(revision: &str) -> Self {
        Self::of("mcp", revision)
    }

    /// The schema of a protocol's revision.
    pub(crate) fn of(protocol: &str, revision: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .find(|folder| folder.join("schemas").is_dir())
            .expect("a folder above has the schemas");
        let sources = sources::load(root).expect("sources.toml is read");
        let source = sources
            .iter()
            .find(|source| source.protocol == protocol && source.revision == revision)
            .expect("the revision is a source");
        let errata = errata::load(root, &sources).expect("errata.toml is read");
        let schema = sources::load_schema(root, source).expect("the schema is read");
        let mut schema =
            errata::apply(&schema, protocol, revision, &errata).expect("the errata apply");
        let decisions =
            Decisions::load(&root.join("schemas"), protocol).expect("names.toml is read");
        let mut definitions = schema["definitions"].take();
        for (name, schema) in definitions.as_object_mut().into_iter().flatten() {
            plain(schema);
            if decisions.is_patch(name) {
                nullable(schema);
            }
        }
        let names = definitions.as_object().expect("definitions is an object").keys();
        let skipped = names.filter(|name| decisions.skipped(name).is_some()).cloned().collect();
        Schemas { definitions, skipped }
    }

    /// The names of the definitions that this crate has.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let all = self.definitions.as_object().into_iter().flat_map(|all| all.keys());
        all.map(String::as_str).filter(|name| !self.skipped.contains(*name))
    }

    pub(crate) fn definition(&self, name: &str) -> &Value {
        &self.definitions[name]
    }

    /// A validator of one definition. It is given only what the definition refers to, since
    /// validators are built for every definition.
    pub(crate) fn validator(&self, name: &str) -> jsonschema::Validator {
        let mut needed = BTreeMap::new();
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            if needed.insert(name, self.definition(name)).is_none() {
                references(self.definition(name), &mut open);
            }
        }
        let schema = json!({"$ref": format!("#/definitions/{name}"), "definitions": needed});
        jsonschema::options()
            .should_validate_formats(false)
            .build(&schema)
            .unwrap_or_else(|error| panic!("{name} is no schema: {error}"))
    }

    fn resolve<'s>(&'s self, mut schema: &'s Value) -> &'s Value {
        while let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let name = reference.strip_prefix("#/definitions/").expect("a canonical reference");
            schema = self.definition(name);
        }
        schema
    }

    /// What a schema asks for.
    pub(crate) fn shape<'s>(&'s self, schema: &'s Value) -> Shape<'s> {
        let schema = self.resolve(schema);
        if let Some(value) = schema.get("const") {
            return Shape::Const(value);
        }
        if let Some(values) = schema["enum"].as_array() {
            return Shape::Enum(values);
        }
        if schema.get("anyOf").is_some() {
            let mut alternatives = Vec::new();
            self.alternatives(schema, &mut alternatives);
            return Shape::Union(alternatives);
        }
        match &schema["type"] {
            Value::Null if schema.get("allOf").is_none() && schema.get("properties").is_none() => {
                Shape::Any
            }
            Value::Array(types) => Shape::Types(
                types.iter().filter_map(Value::as_str).map(|ty| self.typed(schema, ty)).collect(),
            ),
            ty => self.typed(schema, ty.as_str().unwrap_or("object")),
        }
    }

    fn typed<'s>(&'s self, schema: &'s Value, ty: &str) -> Shape<'s> {
        match ty {
            "null" => Shape::Null,
            "boolean" => Shape::Bool,
            "integer" => Shape::Integer(schema),
            "number" => Shape::Number(schema),
            "string" => {
                let known = schema["x-known"].as_array().into_iter().flatten();
                let known = known.filter_map(Value::as_str).collect();
                Shape::Text(known, schema["format"].as_str().unwrap_or_default())
            }
            "array" => Shape::Array(schema.get("items").unwrap_or(UNCHECKED)),
            "object" => {
                let mut object = Object::default();
                self.merge(schema, &mut object);
                Shape::Object(object)
            }
            other => panic!("no values are made for type {other}"),
        }
    }

    fn merge<'s>(&'s self, schema: &'s Value, object: &mut Object<'s>) {
        let schema = self.resolve(schema);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.merge(part, object);
        }
        // Where parts of an `allOf` speak of one member, the last one says most.
        let members = schema["properties"].as_object().into_iter().flatten();
        object.properties.extend(members.map(|(name, schema)| (name.as_str(), schema)));
        let required = schema["required"].as_array().into_iter().flatten();
        object.required.extend(required.filter_map(Value::as_str));
        if let Some(schema) = schema.get("additionalProperties")
            && !matches!(self.shape(schema), Shape::Any)
        {
            object.additional = Some(schema);
        }
    }

    fn alternatives<'s>(&'s self, schema: &'s Value, found: &mut Vec<&'s Value>) {
        match self.resolve(schema)["anyOf"].as_array() {
            Some(inner) => inner.iter().for_each(|one| self.alternatives(one, found)),
            None => found.push(schema),
        }
    }

    /// The tag of a union: a member with listed values in all of its objects, that are not the same
    /// in all. A value that stands alone in one of them is not meant in the longer list of another.
    pub(crate) fn tag<'s>(&'s self, alternatives: &[&'s Value]) -> Option<Tag<'s>> {
        let objects: Vec<Option<Object<'s>>> = alternatives
            .iter()
            .map(|schema| match self.shape(schema) {
                Shape::Object(object) => Some(object),
                _ => None,
            })
            .collect();
        let first = objects.iter().flatten().next()?;
        first.properties.keys().find_map(|name| {
            let mut values: Vec<Vec<&str>> = Vec::new();
            for object in &objects {
                let Some(object) = object else {
                    values.push(Vec::new());
                    continue;
                };
                values.push(self.listed(object.properties.get(name)?)?);
            }
            let mut of_objects = values.iter().filter(|values| !values.is_empty());
            let one = of_objects.next()?;
            of_objects.any(|other| other != one).then_some(())?;
            let alone: Vec<&str> = values.iter().filter(|v| v.len() == 1).map(|v| v[0]).collect();
            for values in values.iter_mut().filter(|values| values.len() > 1) {
                values.retain(|value| !alone.contains(value));
            }
            Some(Tag { name, values })
        })
    }

    /// The strings that a schema lists, where it does.
    fn listed<'s>(&'s self, schema: &'s Value) -> Option<Vec<&'s str>> {
        match self.shape(schema) {
            Shape::Const(value) => Some(vec![value.as_str()?]),
            Shape::Enum(values) => values.iter().map(Value::as_str).collect(),
            Shape::Text(known, _) if !known.is_empty() => Some(known),
            _ => None,
        }
    }

    /// The places where a value of this schema has a choice, with the number of choices: lists of
    /// values, of types and of alternatives.
    pub(crate) fn choices<'s>(&'s self, schema: &'s Value, found: &mut BTreeMap<usize, usize>) {
        let count = match self.shape(schema) {
            Shape::Enum(values) => values.len(),
            Shape::Text(known, _) => known.len(),
            Shape::Types(types) => types.len(),
            Shape::Union(alternatives) => {
                if found.insert(self.place(schema), alternatives.len()).is_none() {
                    alternatives.iter().for_each(|one| self.choices(one, found));
                }
                return;
            }
            Shape::Array(items) => return self.choices(items, found),
            Shape::Object(object) => {
                if found.insert(self.place(schema), 0).is_none() {
                    let members = object.properties.values().copied().chain(object.additional);
                    members.for_each(|member| self.choices(member, found));
                }
                return;
            }
            _ => return,
        };
        found.insert(self.place(schema), count);
    }

    /// What stands for a schema in a table.
    pub(crate) fn place(&self, schema: &Value) -> usize {
        std::ptr::from_ref(self.resolve(schema)) as usize
    }
}

/// Says `oneOf` as `anyOf`: the alternatives of both are told apart in the same way.
fn plain(schema: &mut Value) {
    let Value::Object(keywords) = schema else { return };
    if let Some(alternatives) = keywords.remove("oneOf") {
        keywords.insert("anyOf".to_owned(), alternatives);
    }
    for alternative in keywords.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten()
    {
        plain(alternative);
    }
    for member in
        keywords.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
    {
        plain(member.1);
    }
    for keyword in ["items", "additionalProperties"] {
        keywords.get_mut(keyword).into_iter().for_each(plain);
    }
}

/// Lets every optional member of an object be null.
fn nullable(schema: &mut Value) {
    let required = schema["required"].clone();
    let is_required = |name: &str| {
        required.as_array().is_some_and(|names| names.iter().any(|required| required == name))
    };
    for (name, member) in schema["properties"].as_object_mut().into_iter().flatten() {
        if !is_required(name) {
            *member = json!({"anyOf": [member.take(), {"type": "null"}]});
        }
    }
}

fn references<'s>(schema: &'s Value, found: &mut Vec<&'s str>) {
    match schema {
        Value::Object(members) => {
            for (name, value) in members {
                match value.as_str().and_then(|text| text.strip_prefix("#/definitions/")) {
                    Some(reference) if name == "$ref" => found.push(reference),
                    _ => references(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}
