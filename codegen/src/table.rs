//! The tables of a revision: what each type's members are called in a document, for the runtime's
//! macros. Every table is one line a member, in the order of the definitions.

use std::fmt::Write as _;

use crate::decisions::Envelope;
use crate::ir::{
    Body, Definition, Definitions, Enum, Member, Openness, Rule, Shape, Sign, Test, Type, Union,
};
use crate::methods::{Kind, Method};
use crate::protocol::{Direction, ERROR_DATA, Failures};
use crate::spelling::{literal, spell};

/// The tables of all definitions; some of them are what messages travel in.
#[must_use]
pub fn definitions(definitions: &Definitions, envelope: Option<&Envelope>) -> String {
    let either = envelope.filter(|envelope| envelope.either);
    let mut out = String::new();
    for definition in definitions.0.values() {
        let table = match &definition.body {
            Body::Struct(members) => object(definition, members, definitions),
            Body::Text(shape) => {
                format!("text_object! {{ {} =\n    {}\n}}\n", definition.rust, shape_text(shape))
            }
            Body::String => format!("string! {{ {} }}\n", definition.rust),
            Body::Enum(list) => string_enum(definition, list),
            Body::Integers(list) => {
                let mut out =
                    format!("integers! {{ {} {} {{\n", word(list.openness), definition.rust);
                for constant in &list.values {
                    line(&mut out, &format!("{};", constant.rust));
                }
                out + "} }\n"
            }
            Body::Bits(bits) => {
                let mut out = format!("bits! {{ {} {{\n", definition.rust);
                for constant in bits {
                    line(&mut out, &format!("{};", constant.rust));
                }
                out + "} }\n"
            }
            Body::Union(union) => {
                let apart = either.is_some_and(|envelope| envelope.message == definition.name);
                self::union(definition, union, definitions, apart)
            }
            Body::Alias(_) => continue,
        };
        out.push('\n');
        out.push_str(&table);
    }
    out
}

fn object(definition: &Definition, members: &[Member], definitions: &Definitions) -> String {
    let mut out = format!("object! {{ {} {{\n", definition.rust);
    for member in members {
        if let Type::Const(value) = &member.ty {
            line(
                &mut out,
                &format!("const {} = {:?}: {};", member.field, member.wire, literal(value)),
            );
        }
    }
    for member in members.iter().filter(|m| m.required && !matches!(m.ty, Type::Const(_))) {
        let ty = spell(&member.ty, definitions);
        line(&mut out, &format!("new {} = {:?}: {ty};", member.field, member.wire));
    }
    for member in members.iter().filter(|member| !member.required) {
        let ty = spell(&member.ty, definitions);
        let field = &member.field;
        let setter = format!("with_{}", field.trim_end_matches('_'));
        line(&mut out, &format!("with {field}, {setter} = {:?}: {ty};", member.wire));
    }
    out.push_str("} }\n");
    out
}

fn string_enum(definition: &Definition, list: &Enum) -> String {
    let openness = word(list.openness);
    let mut out = format!("string_enum! {{ {openness} {} {{\n", definition.rust);
    for (name, value) in &list.values {
        line(&mut out, &format!("{name} = {value:?};"));
    }
    out.push_str("} }\n");
    out
}

fn word(openness: Openness) -> &'static str {
    match openness {
        Openness::Open => "open",
        Openness::Listed => "listed",
        Openness::Fixed => "fixed",
    }
}

/// A union; `apart` where the members that only one alternative has exclude each other.
fn union(definition: &Definition, union: &Union, definitions: &Definitions, apart: bool) -> String {
    let name = &definition.rust;
    match &union.rule {
        Rule::Tagged { tag, untagged } => {
            let openness = match union.openness {
                Openness::Listed => String::new(),
                other => format!("{} ", word(other)),
            };
            let mut out = format!("tagged! {{ {openness}{name}, {tag:?} {{\n");
            for alternative in &union.alternatives {
                let Sign::Tag { values, keep, nested } = &alternative.sign else { continue };
                let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
                let ty = spell(alternative.ty.unboxed(), definitions);
                let keep = match (keep, nested) {
                    (_, true) => " union",
                    (true, false) => " keep",
                    (false, false) => "",
                };
                line(
                    &mut out,
                    &format!("{} => {}({ty}){keep};", values.join(" | "), alternative.variant),
                );
            }
            match untagged {
                Some(value) => {
                    let _ = writeln!(out, "}} else {value:?} }}");
                }
                None => out.push_str("} }\n"),
            }
            out
        }
        Rule::Members => by_members(name, union, definitions),
        Rule::Choice { held_by } => {
            let kinds: Vec<&str> = union.alternatives.iter().map(|a| a.variant.as_str()).collect();
            let mut out = format!("choice! {{ {name}, \"{}\" {{\n", kinds.join(" or "));
            for alternative in &union.alternatives {
                let Sign::Tests(tests) = &alternative.sign else { continue };
                let tests: Vec<String> = tests.iter().map(test).collect();
                let ty = spell(alternative.ty.unboxed(), definitions);
                line(
                    &mut out,
                    &format!("{}({ty}) if [{}];", alternative.variant, tests.join(", ")),
                );
            }
            match held_by {
                Some(tag) => {
                    let _ = writeln!(out, "}} held by {tag:?} }}");
                }
                None if apart => {
                    let _ = writeln!(out, "}} apart {:?} }}", told_by_one(union, definitions));
                }
                None => out.push_str("} }\n"),
            }
            out
        }
    }
}

/// The members that tell an alternative and that no other one has.
fn told_by_one<'a>(union: &'a Union, definitions: &Definitions) -> Vec<&'a str> {
    let declaring = |wire: &str| {
        let types = union.alternatives.iter().map(|alternative| alternative.ty.unboxed());
        let structs = types.filter_map(|ty| match ty {
            Type::Named(name) => definitions.0.get(name),
            _ => None,
        });
        structs.filter(|one| one.members().iter().any(|member| member.wire == wire)).count()
    };
    let told = union.alternatives.iter().filter_map(|alternative| match &alternative.sign {
        Sign::Tests(tests) => match tests.as_slice() {
            [Test::Has(wire)] => Some(wire.as_str()),
            _ => None,
        },
        Sign::Tag { .. } | Sign::Members(_) => None,
    });
    told.filter(|wire| declaring(wire) == 1).collect()
}

/// A union whose kinds are told apart by the members that only one requires.
fn by_members(name: &str, union: &Union, definitions: &Definitions) -> String {
    let mut out = format!("by_members! {{ {name} {{\n");
    for alternative in &union.alternatives {
        let Sign::Members(own) = &alternative.sign else { continue };
        let own: Vec<String> = own.iter().map(|wire| format!("{wire:?}")).collect();
        let ty = spell(alternative.ty.unboxed(), definitions);
        line(&mut out, &format!("{}({ty}) = [{}];", alternative.variant, own.join(", ")));
    }
    out + "} }\n"
}

fn test(test: &Test) -> String {
    match test {
        Test::Kind(kind) => format!("Kind(JsonKind::{kind})"),
        Test::Has(name) => format!("Has({name:?})"),
        Test::Within(outer, name) => format!("Within({outer:?}, {name:?})"),
        Test::Flag(name, flag) => format!("Flag({name:?}, {flag})"),
        Test::Is(name, values) => format!("Is({name:?}, &{values:?})"),
        Test::First(name) => format!("First({name:?})"),
    }
}

fn shape_text(shape: &Shape) -> String {
    match shape {
        Shape::Any => "Shape::Any".to_owned(),
        Shape::String => "Shape::String".to_owned(),
        Shape::Text(text) => format!("Shape::Text({text:?})"),
        Shape::Array(inner) => format!("Shape::Array(&{})", shape_text(inner)),
        Shape::Map(inner) => format!("Shape::Map(&{})", shape_text(inner)),
        Shape::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, required, shape)| {
                    format!("({name:?}, {required}, {})", shape_text(shape))
                })
                .collect();
            format!("Shape::Object(&[{}])", members.join(", "))
        }
    }
}

/// The tables of the unions of a direction.
#[must_use]
pub fn directions(directions: &[Direction]) -> String {
    let mut out = String::new();
    for direction in directions {
        let name = if direction.results { "replies" } else { "calls" };
        let _ = writeln!(out, "\n{name}! {{ {} {{", direction.name);
        for arm in &direction.arms {
            let methods: Vec<String> = arm.methods.iter().map(|m| format!("{m:?}")).collect();
            let marks =
                [(arm.optional, " optional"), (arm.unique && !direction.results, " unique")];
            let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, text)| *text).collect();
            line(
                &mut out,
                &format!("{} => {}({}){marks};", methods.join(" | "), arm.variant, arm.ty),
            );
        }
        for (ty, variant) in &direction.via {
            line(&mut out, &format!("via {variant} => {ty};"));
        }
        out.push_str("} }\n");
    }
    out
}

/// The table of error data.
#[must_use]
pub fn failures(failures: &Failures) -> String {
    let mut out = format!("\nerror_data! {{ {ERROR_DATA} for {} {{\n", failures.error);
    for (code, variant, ty) in &failures.arms {
        line(&mut out, &format!("{code} => {variant}({ty});"));
    }
    out + "} }\n"
}

/// The `Request` and `Notification` impls of the definitions that carry methods.
#[must_use]
pub fn methods(methods: &[Method], definitions: &Definitions) -> String {
    let mut out = String::new();
    for method in methods {
        let Some(carrier) = definitions.0.get(method.row.implementor()) else { continue };
        let params = match &method.params {
            Some(params) if params.required => spell(&params.ty, definitions),
            Some(params) => format!("Option<{}>", spell(&params.ty, definitions)),
            None => "Option<Json>".to_owned(),
        };
        let name = &method.row.name;
        let rust = &carrier.rust;
        let text = match (method.row.kind, method.row.result_type()) {
            (Kind::Request, Some(result)) => {
                let result = spell(&result, definitions);
                format!("request! {{ {rust} = {name:?}: {params} => {result} }}\n")
            }
            _ => format!("notification! {{ {rust} = {name:?}: {params} }}\n"),
        };
        out.push_str(&text);
    }
    out
}

fn line(out: &mut String, text: &str) {
    out.push_str("    ");
    out.push_str(text);
    out.push('\n');
}
