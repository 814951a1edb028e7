//! Docs on every item, field and variant.

use syn::{Attribute, Fields, Item, parse_quote};

use super::Context;
use super::see_also::see_also;
use crate::ir::{Alternative, Body, Definition, Shape};

/// Adds the docs; what has none gets an empty doc, which `missing_docs` then names.
pub(super) fn add(items: &mut [Item], definition: &Definition, context: Context<'_>) {
    for item in items {
        let attrs = match item {
            Item::Struct(item) => &mut item.attrs,
            Item::Enum(item) => &mut item.attrs,
            Item::Type(item) => &mut item.attrs,
            _ => continue,
        };
        prepend(attrs, &type_doc(definition, context));
        match item {
            Item::Struct(item) => fields(&mut item.fields, definition, context),
            Item::Enum(item) => variants(item, definition, context),
            _ => {}
        }
    }
}

fn type_doc(definition: &Definition, context: Context<'_>) -> String {
    let doc = context.docs.definition(&definition.name, context.revision);
    let mut doc = doc
        .or_else(|| definition.description.as_deref().map(plain))
        .unwrap_or_else(|| format!("The definition `{}` of the schema.", definition.name));
    note(&mut doc, context, &definition.name, "");
    if let Body::Text(Shape::Object(members)) = &definition.body {
        let lines: Vec<String> = members
            .iter()
            .filter_map(|(name, ..)| {
                let text = context.docs.member(&definition.name, name, context.revision)?;
                Some(format!("* `{name}`: {text}"))
            })
            .collect();
        if !lines.is_empty() {
            doc.push_str("\n\n");
            doc.push_str(&lines.join("\n"));
        }
    }
    if let Some(links) = see_also(definition, context) {
        doc.push_str("\n\n");
        doc.push_str(&links);
    }
    doc
}

/// Adds since and until; a member says them only where they differ from its type's.
fn note(doc: &mut String, context: Context<'_>, definition: &str, part: &str) {
    let Some(lineage) = context.lineage else { return };
    let name = lineage.decided.model_name(context.revision, definition);
    let note = |part: &str| lineage.since.note(name, part, &lineage.revisions);
    let Some(text) = note(part) else { return };
    if part.is_empty() || note("").as_ref() != Some(&text) {
        doc.push_str("\n\n");
        doc.push_str(&text);
    }
}

fn fields(fields: &mut Fields, definition: &Definition, context: Context<'_>) {
    let Fields::Named(fields) = fields else { return };
    for field in &mut fields.named {
        let Some(ident) = &field.ident else { continue };
        let member = definition.members().iter().find(|member| ident == &member.field);
        let doc = match member {
            None => format!("Members that {} does not define, as they came.", whose(context)),
            Some(member) => {
                let mut doc = context
                    .docs
                    .member(&definition.name, &member.wire, context.revision)
                    .or_else(|| member.description.as_deref().map(plain))
                    .unwrap_or_else(|| format!("The member `{}`.", member.wire));
                note(&mut doc, context, &definition.name, &member.wire);
                doc
            }
        };
        prepend(&mut field.attrs, &doc);
    }
}

fn variants(item: &mut syn::ItemEnum, definition: &Definition, context: Context<'_>) {
    for variant in &mut item.variants {
        let doc = match &definition.body {
            Body::Enum(list) => match list.values.iter().find(|(name, _)| variant.ident == *name) {
                None => format!("A value that {} does not list.", whose(context)),
                Some((_, value)) => context
                    .docs
                    .value(&definition.name, value, context.revision)
                    .unwrap_or_else(|| format!("`{value}`")),
            },
            Body::Union(union) => {
                match union.alternatives.iter().find(|a| variant.ident == a.variant) {
                    None => format!("A kind that {} does not know, as it came.", whose(context)),
                    Some(alternative) => self::alternative(alternative, context),
                }
            }
            _ => continue,
        };
        prepend(&mut variant.attrs, &doc);
    }
}

/// The doc of an alternative: what is said first of its type, unless that is long, since it may stand
/// in many unions.
fn alternative(alternative: &Alternative, context: Context<'_>) -> String {
    let doc = alternative.ty.named().and_then(|name| target_doc(name, context));
    let summary = doc.as_deref().map(summary).filter(|summary| summary.len() <= LONGEST_SUMMARY);
    summary.map_or_else(|| simple(&alternative.variant), str::to_owned)
}

/// The longest summary that is repeated, in bytes.
const LONGEST_SUMMARY: usize = 500;

/// What is said about a definition that something names.
fn target_doc(name: &str, context: Context<'_>) -> Option<String> {
    context
        .docs
        .definition(name, context.revision)
        .or_else(|| context.definitions.0.get(name)?.description.as_deref().map(plain))
}

/// Who defines the types: a user's own schema has no revisions.
fn whose(context: Context<'_>) -> &'static str {
    if context.revision.is_empty() { "the schema" } else { "this revision" }
}

/// A description of a user's schema as Rust's docs take it: code in it is no test, and there are no
/// letters that the compiler refuses in comments.
fn plain(description: &str) -> String {
    let mut inside = false;
    let lines = description.lines().map(|line| {
        let line = line.trim_end();
        let fence = line.trim_start().starts_with("```");
        let opens = fence && !inside;
        inside ^= fence;
        if opens && line.ends_with("```") { format!("{line}text") } else { line.to_owned() }
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let odd = |c: char| {
        c != '\n'
            && (c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
    };
    text.replace(odd, " ")
}

/// What a variant of a plain JSON type is.
fn simple(variant: &str) -> String {
    match variant {
        "String" => "A string.".to_owned(),
        "Bool" => "A boolean.".to_owned(),
        "Number" => "A number.".to_owned(),
        "Integer" => "An integer.".to_owned(),
        "Array" => "An array.".to_owned(),
        other => format!("The alternative `{other}`."),
    }
}

/// The first paragraph of a doc.
fn summary(doc: &str) -> &str {
    doc.split("\n\n").next().unwrap_or(doc)
}

fn prepend(attributes: &mut Vec<Attribute>, doc: &str) {
    drop(attributes.splice(0..0, doc_lines(doc)));
}

/// A text as doc attributes, a line each, wrapped where a line is longer than a person would write.
pub(crate) fn doc_lines(doc: &str) -> impl ExactSizeIterator<Item = Attribute> + use<> {
    let lines: Vec<String> = doc.lines().flat_map(wrap).collect();
    lines.into_iter().map(|line| {
        let line = if line.is_empty() { line } else { format!(" {line}") };
        parse_quote!(#[doc = #line])
    })
}

/// Breaks a line at spaces; what follows a list mark is indented.
fn wrap(line: &str) -> Vec<String> {
    let indent = if line.starts_with("* ") || line.starts_with("- ") { "  " } else { "" };
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let fits = lines.last().is_some_and(|last| last.len() + 1 + word.len() <= WIDTH);
        match lines.last_mut() {
            Some(last) if last.is_empty() || fits => {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

/// The longest line of a doc comment's text.
const WIDTH: usize = 92;
