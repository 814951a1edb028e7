//! Objects that stay text: where a revision's check of them makes another's superfluous.

use std::collections::BTreeMap;

use super::{Decided, Generation};
use crate::ir::{Body, Shape};

/// By definition of the model: what each revision checks, oldest first.
#[derive(Debug)]
pub struct Texts(BTreeMap<String, Vec<(String, Shape)>>);

impl Texts {
    pub(super) fn of(generations: &[Generation], decided: &Decided) -> Self {
        let mut texts: BTreeMap<String, Vec<(String, Shape)>> = BTreeMap::new();
        for generation in generations {
            let revision = &generation.revision;
            for (name, definition) in &generation.definitions.0 {
                if let Body::Text(shape) = &definition.body {
                    let name = decided.model_name(revision, name).to_owned();
                    texts.entry(name).or_default().push((revision.clone(), shape.clone()));
                }
            }
        }
        Texts(texts)
    }

    /// The revisions whose objects all have a shape.
    pub fn within<'a>(&'a self, name: &str, shape: &'a Shape) -> impl Iterator<Item = &'a str> {
        let own = self.0.get(name).into_iter().flatten();
        own.filter(|(_, own)| is_within(own, shape)).map(|(revision, _)| revision.as_str())
    }
}

/// Whether each value of a shape has another.
fn is_within(own: &Shape, other: &Shape) -> bool {
    match (own, other) {
        (_, Shape::Any) | (Shape::String | Shape::Text(_), Shape::String) => true,
        (Shape::Text(own), Shape::Text(other)) => own == other,
        (Shape::Array(own), Shape::Array(other)) | (Shape::Map(own), Shape::Map(other)) => {
            is_within(own, other)
        }
        (Shape::Object(_), Shape::Map(value)) => matches!(**value, Shape::Any),
        // A member that is known is in the object once, so its own must know it, too.
        (Shape::Object(own), Shape::Object(others)) => {
            others.iter().all(|(name, is_required, other)| {
                own.iter().any(|(own_name, own_required, own)| {
                    own_name == name && (*own_required || !is_required) && is_within(own, other)
                })
            })
        }
        (Shape::Map(_), Shape::Object(others)) => others.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_within;
    use crate::ir::Shape;

    #[test]
    fn shapes_within_others() {
        let object = |members: &[(&str, bool, Shape)]| {
            let members = members.iter().cloned();
            Shape::Object(
                members.map(|(name, needed, shape)| (name.to_owned(), needed, shape)).collect(),
            )
        };
        let objects = || Shape::Map(Box::new(Shape::Map(Box::new(Shape::Any))));
        let kind = ("type", true, Shape::Text("object".to_owned()));
        let loose = object(std::slice::from_ref(&kind));
        let tight = object(&[kind.clone(), ("properties", false, objects())]);
        let dialect = object(&[kind, ("$schema", false, Shape::String)]);
        let demanding = object(&[("properties", true, objects())]);
        for (own, other, expected) in [
            (&tight, &tight, true),
            (&tight, &loose, true),
            (&loose, &tight, false),
            (&tight, &dialect, false),
            (&tight, &demanding, false),
            (&demanding, &object(&[("properties", false, Shape::Any)]), true),
            (&Shape::Text("a".to_owned()), &Shape::Text("b".to_owned()), false),
            (&Shape::Text("a".to_owned()), &Shape::String, true),
            (&Shape::Any, &Shape::String, false),
            (&loose, &Shape::Map(Box::new(Shape::Any)), true),
            (&loose, &objects(), false),
            (&objects(), &object(&[]), true),
            (&objects(), &object(&[("a", false, Shape::Any)]), false),
        ] {
            assert_eq!(is_within(own, other), expected, "{own:?} within {other:?}");
        }
    }
}
