//! Values made from schemas: what a peer of a revision may send.
//!
//! [`Schemas`] is the corrected schema of a revision, [`Maker`] makes the values of one definition,
//! and [`faults`] gives the same values with one fault each. Everything goes by a seed that
//! comes from the names, so that a run can be repeated.

mod document;
mod faults;
mod plain;
mod schema;

use std::collections::BTreeMap;

use fastrand::Rng;
use serde_json::Value;

pub(crate) use document::{Member, Part, Spelling, What, print};
pub(crate) use faults::{Fault, FaultKind, faults};
use schema::{Object, Tag};
pub(crate) use schema::{Schemas, Shape};

/// How much of a schema a value uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// Required members only, arrays empty.
    Minimal,
    /// Every member, and one that no schema speaks of in every object.
    Full,
    /// Whatever comes.
    Random,
    /// What leads to a choice that was not made in all ways yet.
    Seeking,
}

/// In which order the members of objects stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Shuffled,
    /// Constants and other listed values first.
    TagFirst,
    /// Constants and other listed values last.
    TagLast,
}

/// What kind of value to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) size: Size,
    pub(crate) order: Order,
    pub(crate) spelling: Spelling,
    /// Integers may be spelled with a fraction or an exponent, which is a deviation.
    pub(crate) floating: bool,
    /// Tags and enums may have values that the revision does not know, which is a deviation.
    pub(crate) unknown: bool,
}

impl Style {
    /// The style of the value with this number: the first is minimal, the next two are full.
    pub(crate) fn numbered(number: usize) -> Self {
        Style {
            size: match number {
                0 => Size::Minimal,
                1 | 2 => Size::Full,
                _ => Size::Random,
            },
            order: [Order::TagFirst, Order::TagLast, Order::Shuffled][number % 3],
            spelling: Spelling { escapes: number % 4 == 3, spaces: number % 7 == 4 },
            floating: number % 5 == 4,
            unknown: false,
        }
    }
}

/// A value that no revision lists.
const UNHEARD: &str = "x-unheard/of";

/// Objects deeper than this have required members only.
const DEEP: usize = 7;

/// Makes the values of one definition.
pub(crate) struct Maker<'s> {
    schemas: &'s Schemas,
    pub(crate) schema: &'s Value,
    pub(crate) rng: Rng,
    /// How often each choice was made: first in turn, so that none is left out, then at random.
    turns: BTreeMap<usize, usize>,
    style: Style,
}

impl<'s> Maker<'s> {
    pub(crate) fn new(schemas: &'s Schemas, revision: &str, name: &str) -> Self {
        let seed = revision
            .bytes()
            .chain(name.bytes())
            .fold(1469, |seed: u64, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Maker {
            schemas,
            schema: schemas.definition(name),
            rng: Rng::with_seed(seed),
            turns: BTreeMap::new(),
            style: Style::numbered(0),
        }
    }

    /// A value of the definition.
    pub(crate) fn make(&mut self, style: Style) -> Part<'s> {
        self.style = style;
        self.part(self.schema, 0)
    }

    /// How many choices of a schema were not made in all ways yet.
    pub(crate) fn left_out(&self, schema: &'s Value) -> usize {
        let mut choices = BTreeMap::new();
        self.schemas.choices(schema, &mut choices);
        let made = |place| self.turns.get(place).copied().unwrap_or(0);
        choices.iter().filter(|(place, count)| made(place) < **count).count()
    }

    /// Which of several choices comes next.
    fn turn(&mut self, schema: &Value, count: usize) -> usize {
        let turn = self.turns.entry(self.schemas.place(schema)).or_insert(0);
        *turn += 1;
        if *turn <= count { *turn - 1 } else { self.rng.usize(..count) }
    }

    fn part(&mut self, schema: &'s Value, depth: usize) -> Part<'s> {
        let shape = self.schemas.shape(schema);
        let mut part = self.shaped(schema, shape, depth);
        part.schema = Some(schema);
        part
    }

    fn shaped(&mut self, schema: &'s Value, shape: Shape<'s>, depth: usize) -> Part<'s> {
        match shape {
            Shape::Any => plain::anything(2, &mut self.rng),
            Shape::Null => Part::from(What::Null),
            Shape::Bool => Part::from(What::Bool(self.rng.bool())),
            Shape::Const(value) => {
                let mut part = Part::fixed(value);
                if let What::Number(text) = &mut part.what
                    && self.style.floating
                {
                    text.push_str(".0");
                    part.deviates = true;
                }
                part
            }
            Shape::Enum(values) => {
                if self.style.unknown && self.rng.bool() {
                    return unheard();
                }
                Part::fixed(&values[self.turn(schema, values.len())])
            }
            Shape::Types(mut types) => {
                let turn = self.turn(schema, types.len());
                let shape = types.swap_remove(turn);
                self.shaped(schema, shape, depth)
            }
            Shape::Union(alternatives) => self.union(schema, &alternatives, depth),
            Shape::Integer(bounds) => {
                let floating = self.style.floating && self.rng.bool();
                let text = plain::integer(bounds, floating, &mut self.rng);
                Part { deviates: floating, ..Part::from(What::Number(text)) }
            }
            Shape::Number(bounds) => Part::from(What::Number(plain::number(bounds, &mut self.rng))),
            Shape::Text(known, format) => {
                let turn = if known.is_empty() { 0 } else { self.turn(schema, known.len() + 1) };
                let text = known.get(turn).map(|text| (*text).to_owned());
                let text = text.unwrap_or_else(|| plain::text(format, &mut self.rng));
                Part::from(What::Text(text))
            }
            Shape::Array(items) => {
                let count = match self.style.size {
                    Size::Minimal => 0,
                    Size::Full | Size::Seeking => 2,
                    Size::Random => self.rng.usize(..if depth < 3 { 4 } else { 2 }),
                };
                Part::from(What::Array((0..count).map(|_| self.part(items, depth + 1)).collect()))
            }
            Shape::Object(object) => self.object(&object, None, depth),
        }
    }

    fn union(&mut self, schema: &Value, alternatives: &[&'s Value], depth: usize) -> Part<'s> {
        let mut turn = self.turn(schema, alternatives.len());
        if self.style.size == Size::Seeking && self.left_out(alternatives[turn]) == 0 {
            let sought = alternatives.iter().position(|one| self.left_out(one) > 0);
            turn = sought.unwrap_or(turn);
        }
        let tag = self.schemas.tag(alternatives);
        let Shape::Object(object) = self.schemas.shape(alternatives[turn]) else {
            return self.part(alternatives[turn], depth);
        };
        let Some(tag) = tag else { return self.object(&object, None, depth) };
        if !self.style.unknown || self.rng.bool() {
            return self.object(&object, Some((&tag, turn)), depth);
        }
        // An object of an unknown kind is held as a whole: nothing inside of it is looked at.
        self.style.unknown = false;
        let mut part = self.object(&object, Some((&tag, turn)), depth);
        self.style.unknown = true;
        let What::Object(members) = &mut part.what else { return part };
        members.retain(|member| member.name != tag.name);
        let place = self.rng.usize(..=members.len());
        let name = tag.name.to_owned();
        let part_of_tag = Part { deviates: false, ..unheard() };
        members.insert(place, Member { name, part: part_of_tag, required: false, is_tag: true });
        part.deviates = true;
        part
    }

    /// An object; as an alternative of a union it comes with the union's tag and its own place.
    fn object(
        &mut self,
        object: &Object<'s>,
        tag: Option<(&Tag<'s>, usize)>,
        depth: usize,
    ) -> Part<'s> {
        let mut members: Vec<Member<'s>> = Vec::new();
        for (name, schema) in &object.properties {
            let required = object.required.contains(name);
            if !required && !self.wants_optional(schema, depth) {
                continue;
            }
            let tag = tag.filter(|(tag, _)| tag.name == *name);
            let part = match tag {
                Some((tag, place)) => {
                    let values = &tag.values[place];
                    let value = values[self.turn(schema, values.len())];
                    Part { schema: Some(schema), ..Part::from(What::Text(value.to_owned())) }
                }
                None => self.part(schema, depth + 1),
            };
            members.push(Member {
                name: (*name).to_owned(),
                part,
                required,
                is_tag: tag.is_some(),
            });
        }
        for _ in 0..self.others(object.additional.is_some()) {
            match object.additional {
                None => plain::free_member(&mut members, 2, &mut self.rng),
                Some(schema) => {
                    let name = plain::name(&mut self.rng);
                    if members.iter().all(|member| member.name != name) {
                        let part = self.part(schema, depth + 1);
                        let name = name.to_owned();
                        members.push(Member { name, part, required: false, is_tag: false });
                    }
                }
            }
        }
        self.arrange(&mut members);
        Part::from(What::Object(members))
    }

    fn wants_optional(&mut self, schema: &'s Value, depth: usize) -> bool {
        match self.style.size {
            Size::Minimal => false,
            Size::Seeking => self.left_out(schema) > 0,
            Size::Full => depth < DEEP,
            Size::Random if depth < 2 => self.rng.bool(),
            Size::Random => depth < DEEP && self.rng.u8(..4) == 0,
        }
    }

    /// How many members an object has that are not modelled.
    fn others(&mut self, typed: bool) -> usize {
        match self.style.size {
            Size::Minimal => 0,
            Size::Full | Size::Seeking if typed => 3,
            Size::Seeking => 0,
            Size::Full => 1,
            Size::Random if typed => self.rng.usize(..4),
            Size::Random => self.rng.usize(..5).saturating_sub(2),
        }
    }

    fn arrange(&mut self, members: &mut [Member<'s>]) {
        self.rng.shuffle(members);
        let schemas = self.schemas;
        let is_listed = |member: &Member<'s>| {
            member.is_tag
                || member.part.schema.is_some_and(|schema| {
                    matches!(schemas.shape(schema), Shape::Const(_) | Shape::Enum(_))
                })
        };
        match self.style.order {
            Order::Shuffled => {}
            Order::TagFirst => members.sort_by_key(|member| !is_listed(member)),
            Order::TagLast => members.sort_by_key(is_listed),
        }
    }
}

/// A value that a revision does not list.
fn unheard<'s>() -> Part<'s> {
    Part { deviates: true, ..Part::from(What::Text(UNHEARD.to_owned())) }
}
