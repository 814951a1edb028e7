//! The complaints of a validator, sorted into what must be refused and what is held.
//!
//! A value that an enum does not list, and a union member whose tag no alternative has, are held:
//! a newer peer may send them. Everything else is refused.

#![allow(dead_code)]

use std::collections::BTreeSet;

use jsonschema::{ValidationError, Validator, error::ValidationErrorKind};
use serde_json::Value;

/// What is wrong with a document, by JSON pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    /// Reading must fail at one of these.
    pub(crate) refused: BTreeSet<String>,
    /// Reading must hold and report exactly these.
    pub(crate) held: BTreeSet<String>,
}

impl Faults {
    /// What a validator says of a document.
    pub(crate) fn of(validator: &Validator, document: &Value) -> Self {
        let errors: Vec<_> = validator.iter_errors(document).collect();
        let mut faults = Faults::default();
        errors.iter().for_each(|error| faults.add(error));
        faults
    }

    /// A fault that is refused at this place.
    pub(crate) fn refusing(pointer: &str) -> Self {
        Faults { refused: BTreeSet::from([pointer.to_owned()]), held: BTreeSet::new() }
    }

    /// Adds the faults of another look at the same document.
    pub(crate) fn extend(&mut self, other: Faults) {
        self.refused.extend(other.refused);
        self.held.extend(other.held);
    }

    /// The same faults of a document that stands in a member of a larger one.
    pub(crate) fn inside(self, member: &str) -> Self {
        let deeper = |set: BTreeSet<String>| {
            set.into_iter().map(|pointer| format!("/{member}{pointer}")).collect()
        };
        Faults { refused: deeper(self.refused), held: deeper(self.held) }
    }

    fn add(&mut self, error: &ValidationError<'_>) {
        let at = error.instance_path().as_str();
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                self.refused.insert(format!("{at}/{}", escaped(name)));
            }
            ValidationErrorKind::Enum { .. } if error.instance().is_string() => {
                self.held.insert(at.to_owned());
            }
            ValidationErrorKind::AnyOf { context }
            | ValidationErrorKind::OneOfNotValid { context } => self.add_union(at, context),
            _ => {
                self.refused.insert(at.to_owned());
            }
        }
    }

    /// The complaints of all alternatives of a union at this place: those that count come from the
    /// alternatives that are of the value's kind and have its tag.
    fn add_union(&mut self, at: &str, alternatives: &[Vec<ValidationError<'static>>]) {
        let of_its_kind: Vec<_> =
            alternatives.iter().filter(|errors| !errors.iter().any(|e| is_kind(e, at))).collect();
        if of_its_kind.is_empty() {
            self.refused.insert(at.to_owned());
            return;
        }
        let with_its_tag: Vec<_> = of_its_kind
            .into_iter()
            .filter(|errors| !errors.iter().any(|e| is_tag(e, at)))
            .collect();
        if with_its_tag.is_empty() {
            self.held.insert(at.to_owned());
            return;
        }
        let mut each: Vec<Faults> = Vec::new();
        for errors in with_its_tag {
            let mut faults = Faults::default();
            errors.iter().for_each(|error| faults.add(error));
            each.push(faults);
        }
        match each.iter().find(|faults| faults.refused.is_empty()) {
            Some(held) => self.extend(held.clone()),
            None => each.into_iter().for_each(|faults| self.extend(faults)),
        }
    }

    /// Adds the integers that are spelled with a fraction: schemas accept `3.0`, and reading accepts
    /// it too but writes `3`. That an integer is due is found by putting in a number that is none.
    pub(crate) fn find_spelled_integers(&mut self, validator: &Validator, document: &Value) {
        for place in fractions(document, String::new()) {
            let mut broken = document.clone();
            let number = broken.pointer_mut(&place).and_then(|number| {
                // Towards 0.5, which no range of these schemas leaves out.
                let float = number.as_f64()?;
                *number = Value::from(if float > 0.0 { float - 0.5 } else { float + 0.5 });
                Some(())
            });
            if number.is_some() && Faults::of(validator, &broken).refused.contains(&place) {
                self.held.insert(place);
            }
        }
    }
}

/// Whether an alternative is for another kind of JSON.
fn is_kind(error: &ValidationError<'_>, at: &str) -> bool {
    error.instance_path().as_str() == at
        && match error.kind() {
            ValidationErrorKind::Type { .. } => true,
            ValidationErrorKind::AnyOf { context } => {
                context.iter().all(|errors| errors.iter().any(|error| is_kind(error, at)))
            }
            _ => false,
        }
}

/// Whether an alternative has another tag: a constant in a member of the object at this place.
fn is_tag(error: &ValidationError<'_>, at: &str) -> bool {
    let path = error.instance_path().as_str();
    match error.kind() {
        ValidationErrorKind::Constant { .. } | ValidationErrorKind::Enum { .. } => {
            error.instance().is_string()
                && path.rsplit_once('/').is_some_and(|(parent, _)| parent == at)
        }
        ValidationErrorKind::AnyOf { context } => {
            path == at && context.iter().all(|errors| errors.iter().any(|error| is_tag(error, at)))
        }
        _ => false,
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Where a number is an integer spelled with a fraction.
fn fractions(value: &Value, at: String) -> Vec<String> {
    match value {
        Value::Number(number) => {
            let spelled = number.is_f64() && number.as_f64().is_some_and(|n| n.fract() == 0.0);
            if spelled { vec![at] } else { Vec::new() }
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.flat_map(|(index, item)| fractions(item, format!("{at}/{index}"))).collect()
        }
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, member)| fractions(member, format!("{at}/{}", escaped(name))))
            .collect(),
        _ => Vec::new(),
    }
}
