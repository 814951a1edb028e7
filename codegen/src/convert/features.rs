//! The features as an enum, and what values of the model need of them.

use super::{is_const, line, uses, variant_name};
use crate::ir::{Body, Type};
use crate::lineage::Lineage;
use crate::protocol::side_unions;
use crate::spelling::spell;

/// What the model's values need.
#[must_use]
pub fn features(lineage: &Lineage, header: &str, runtime: &str) -> String {
    let mut body = String::new();
    for definition in lineage.model.0.values() {
        let table = match &definition.body {
            Body::Struct(members) => {
                let mut lines = String::new();
                for member in members.iter().filter(|member| !is_const(member)) {
                    let feature = mark(lineage, &definition.name, &member.wire, !member.required);
                    line(&mut lines, &format!("{}{feature};", member.field));
                }
                format!("features_object! {{ {} {{\n{lines}}} }}\n", definition.rust)
            }
            Body::Union(union) => {
                let mut lines = String::new();
                for alternative in &union.alternatives {
                    let key = Lineage::key(&alternative.ty);
                    let feature = mark(lineage, &definition.name, &key, true);
                    line(&mut lines, &format!("{}(value){feature};", alternative.variant));
                }
                format!("features_union! {{ {} {{\n{lines}}} }}\n", definition.rust)
            }
            Body::Enum(list) => {
                let mut lines = String::new();
                for (kind, value) in &list.values {
                    let feature = mark(lineage, &definition.name, value, true);
                    line(&mut lines, &format!("{kind}{feature};"));
                }
                format!("features_union! {{ {} {{\n{lines}}} }}\n", definition.rust)
            }
            Body::Text(_) | Body::String | Body::Integers(_) | Body::Bits(_) => {
                format!("features_union! {{ {} {{\n}} }}\n", definition.rust)
            }
            Body::Alias(_) => continue,
        };
        body.push('\n');
        body.push_str(&table);
        if !lineage.decided.has_rule(&definition.name) {
            body.push_str(&no_rule(&definition.rust, runtime));
        }
    }
    let has_methods = !lineage.methods.is_empty();
    for name in side_unions().filter(|name| has_methods && !lineage.decided.has_rule(name)) {
        body.push('\n');
        body.push_str(&no_rule(&name, runtime));
    }
    for name in lineage.opened() {
        let rust = spell(&Type::Named(name), &lineage.model);
        body.push_str(&format!("\nopen! {{ {rust} }}\n"));
    }
    let mut text = header.to_owned();
    text.push_str("//! What values of the model need, and how open objects become its types.\n\n");
    text.push_str(&uses(&body, runtime));
    text + &body
}

fn no_rule(rust: &str, runtime: &str) -> String {
    format!("impl {runtime}::convert::Adapt for super::{rust} {{}}\n")
}

/// The feature that a part needs where it is there, or, of a member, where it is not.
fn mark(lineage: &Lineage, owner: &str, part: &str, optional: bool) -> String {
    if let Some(row) = lineage.decided.feature(owner, &format!("{part}?")) {
        return format!(" !{}", variant_name(&row.id));
    }
    match lineage.decided.feature(owner, part) {
        Some(row) if optional && lineage.is_partial(owner, part) && !row.kept => {
            format!(" {}", variant_name(&row.id))
        }
        _ => String::new(),
    }
}

/// The enum of all features.
#[must_use]
pub fn feature_enum(lineage: &Lineage, header: &str, runtime: &str) -> String {
    let mut text = header.to_owned();
    text.push_str("//! What the revisions brought, changed or took away.\n\n");
    text.push_str(&format!("use {runtime}::Revision;\n\n"));
    text.push_str(
        "/// Something that not every revision can say.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n\
         #[non_exhaustive]\n\
         pub enum Feature {\n",
    );
    let rows = lineage.decided.features();
    for row in rows {
        let until = row.until.as_ref().map_or_else(String::new, |until| format!(" Until {until}."));
        text.push_str(&format!("    /// {} Since {}.{until}\n", row.doc, row.since));
        text.push_str(&format!("    {},\n", variant_name(&row.id)));
    }
    text.push_str("}\n\nimpl Feature {\n");
    text.push_str(&format!(
        "    /// All of them, in the order of the docs.\n    pub const ALL: [Feature; {}] = [\n",
        rows.len()
    ));
    for row in rows {
        text.push_str(&format!("        Feature::{},\n", variant_name(&row.id)));
    }
    text.push_str("    ];\n\n    /// Its name, such as `annotations-last-modified`.\n    pub const fn id(self) -> &'static str {\n        match self {\n");
    for row in rows {
        text.push_str(&format!(
            "            Feature::{} => {:?},\n",
            variant_name(&row.id),
            row.id
        ));
    }
    text.push_str("        }\n    }\n\n    /// Its name in a sentence, such as `tasks of its own`: a revision has none.\n    pub const fn name(self) -> &'static str {\n        match self {\n");
    for row in rows {
        text.push_str(&format!(
            "            Feature::{} => {:?},\n",
            variant_name(&row.id),
            row.name
        ));
    }
    text.push_str("        }\n    }\n\n    /// The revision that brought it.\n    pub const fn since(self) -> Revision {\n        match self {\n");
    for row in rows {
        text.push_str(&format!(
            "            Feature::{} => Revision::V{},\n",
            variant_name(&row.id),
            row.since.replace('-', "_")
        ));
    }
    text.push_str("        }\n    }\n\n    /// The last revision that has it; `None` where it is still there.\n    pub const fn until(self) -> Option<Revision> {\n        match self {\n");
    for row in rows {
        if let Some(until) = &row.until {
            text.push_str(&format!(
                "            Feature::{} => Some(Revision::V{}),\n",
                variant_name(&row.id),
                until.replace('-', "_")
            ));
        }
    }
    text.push_str("            _ => None,\n        }\n    }\n\n    /// What a conversion to a newer and to an older revision does about it, and where.\n    pub const fn conversion(self) -> [&'static str; 3] {\n        match self {\n");
    for row in rows {
        text.push_str(&format!(
            "            Feature::{} => [{:?}, {:?}, {:?}],\n",
            variant_name(&row.id),
            row.upgrade,
            row.downgrade,
            row.done
        ));
    }
    text.push_str("        }\n    }\n}\n");
    text
}
