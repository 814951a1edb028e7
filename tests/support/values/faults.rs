//! Values with one fault: a required member that is missing, or a member of another type.

use fastrand::Rng;

use super::document::{Part, What, inside};
use super::schema::{Schemas, Shape};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// A required member is missing.
    Missing,
    /// A member, an element or the whole value is of a type that the schema does not allow.
    Type,
    /// A constant has another value.
    Constant,
}

/// A document with a fault.
#[derive(Clone, Debug)]
pub(crate) struct Fault<'s> {
    pub(crate) kind: FaultKind,
    /// Where the fault is, as a JSON pointer.
    pub(crate) pointer: String,
    pub(crate) document: Part<'s>,
}

/// Where a fault can be made: the way down, by places among members or elements.
struct Site {
    kind: FaultKind,
    pointer: String,
    way: Vec<usize>,
}

/// The document with one fault each, at no more than `most` places: first those at the top, then
/// any.
pub(crate) fn faults<'s>(
    schemas: &Schemas,
    document: &Part<'s>,
    most: usize,
    rng: &mut Rng,
) -> Vec<Fault<'s>> {
    let mut sites = Vec::new();
    gather(schemas, document, "", &mut Vec::new(), &mut sites);
    rng.shuffle(&mut sites);
    sites.sort_by_key(|site| site.way.len() > 1);
    sites.truncate(most);
    sites
        .into_iter()
        .map(|Site { kind, pointer, way }| {
            let mut document = document.clone();
            spoil(schemas, &mut document, &way, kind, rng);
            Fault { kind, pointer, document }
        })
        .collect()
}

fn gather(
    schemas: &Schemas,
    part: &Part<'_>,
    pointer: &str,
    way: &mut Vec<usize>,
    found: &mut Vec<Site>,
) {
    let Some(schema) = part.schema else { return };
    let mut note = |kind, pointer: &str, way: &[usize]| {
        found.push(Site { kind, pointer: pointer.to_owned(), way: way.to_vec() });
    };
    if !accepted(schemas, &schemas.shape(schema)).is_empty() {
        note(FaultKind::Type, pointer, way);
    }
    let (count, names) = match &part.what {
        What::Array(items) => (items.len(), None),
        What::Object(members) => (members.len(), Some(members)),
        _ => return,
    };
    if let Some(members) = names {
        for (index, member) in members.iter().enumerate() {
            way.push(index);
            let pointer = inside(pointer, &member.name);
            if member.required {
                note(FaultKind::Missing, &pointer, way);
            }
            let shape = member.part.schema.map(|schema| schemas.shape(schema));
            if let Some(Shape::Const(_)) = shape
                && !member.is_tag
            {
                note(FaultKind::Constant, &pointer, way);
            }
            way.pop();
        }
    }
    for index in 0..count {
        let (pointer, inner) = match &part.what {
            What::Array(items) => (format!("{pointer}/{index}"), &items[index]),
            What::Object(members) => (inside(pointer, &members[index].name), &members[index].part),
            _ => return,
        };
        way.push(index);
        gather(schemas, inner, &pointer, way, found);
        way.pop();
    }
}

fn spoil(schemas: &Schemas, part: &mut Part<'_>, way: &[usize], kind: FaultKind, rng: &mut Rng) {
    let [place, rest @ ..] = way else {
        match kind {
            FaultKind::Constant => part.what = other(&part.what),
            _ => part.what = wrong(schemas, part, rng),
        }
        return;
    };
    match &mut part.what {
        What::Object(members) if rest.is_empty() && kind == FaultKind::Missing => {
            members.remove(*place);
        }
        What::Object(members) => spoil(schemas, &mut members[*place].part, rest, kind, rng),
        What::Array(items) => spoil(schemas, &mut items[*place], rest, kind, rng),
        _ => {}
    }
}

/// Another value of the same type.
fn other(what: &What<'_>) -> What<'static> {
    match what {
        What::Number(text) => What::Number(format!("{text}1")),
        What::Text(text) => What::Text(format!("{text}x")),
        _ => What::Bool(false),
    }
}

/// A value of a type that the part's schema does not allow.
fn wrong(schemas: &Schemas, part: &Part<'_>, rng: &mut Rng) -> What<'static> {
    let accepted = part.schema.map(|schema| accepted(schemas, &schemas.shape(schema)));
    let accepted = accepted.unwrap_or_default();
    let number = |text: &str| What::Number(text.to_owned());
    let mut candidates = vec![
        ("null", What::Null),
        ("boolean", What::Bool(true)),
        ("string", What::Text("text".to_owned())),
        ("string", What::Text("5".to_owned())),
        ("array", What::Array(Vec::new())),
        ("object", What::Object(Vec::new())),
        ("integer", number("5")),
        ("number", number("1.5")),
        ("number", number("-2.5e-3")),
    ];
    candidates.retain(|(kind, _)| !accepted.contains(kind));
    candidates.swap_remove(rng.usize(..candidates.len())).1
}

/// The JSON types of the values that a schema allows; none where it allows all.
fn accepted(schemas: &Schemas, shape: &Shape<'_>) -> Vec<&'static str> {
    let of_value = |value: &serde_json::Value| match value {
        serde_json::Value::String(_) => "string",
        serde_json::Value::Bool(_) => "boolean",
        _ => "integer",
    };
    match shape {
        Shape::Any => Vec::new(),
        Shape::Null => vec!["null"],
        Shape::Bool => vec!["boolean"],
        Shape::Integer(_) => vec!["integer"],
        Shape::Number(_) => vec!["integer", "number"],
        Shape::Text(..) => vec!["string"],
        Shape::Array(_) => vec!["array"],
        Shape::Object(_) => vec!["object"],
        Shape::Const(value) => vec![of_value(value)],
        Shape::Enum(values) => values.iter().map(of_value).collect(),
        Shape::Types(types) => types.iter().flat_map(|shape| accepted(schemas, shape)).collect(),
        Shape::Union(alternatives) => {
            let each = alternatives.iter().map(|one| accepted(schemas, &schemas.shape(one)));
            each.flatten().collect()
        }
    }
}
