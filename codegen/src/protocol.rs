//! The unions of a direction: every request, notification and result that one side sends.

use std::collections::BTreeMap;

use heck::ToUpperCamelCase;
use proc_macro2::Span;
use syn::{Ident, Item, Type as SynType, Variant, parse_quote};

use crate::docs::Docs;
use crate::ir::{Body, Definitions, Type};
use crate::methods::{ErrorRow, From, Kind, Method};
use crate::refine::doc_lines;
use crate::spelling::spell;

/// A union of the methods or results that one side sends.
#[derive(Clone, Debug)]
pub struct Direction {
    /// `ClientRequest`, `ServerNotification` and so on.
    pub name: String,
    /// What it is for.
    pub doc: String,
    /// Methods or results.
    pub arms: Vec<Arm>,
    /// Whether it holds results.
    pub results: bool,
    /// Types that stand in one arm only, whose type is a union: type and variant.
    pub via: Vec<(String, String)>,
}

/// One kind in such a union.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The methods: one, unless several have the same result.
    pub methods: Vec<String>,
    /// The variant.
    pub variant: String,
    /// What it holds, as spelled in Rust.
    pub ty: String,
    /// Whether params may be absent.
    pub optional: bool,
    /// Whether the type stands for this method alone.
    pub unique: bool,
    doc: String,
}

/// The sides that send, and what each sends: the unions are named by both.
const SIDES: [(&str, From, &str); 2] =
    [("Client", From::Client, "a client"), ("Server", From::Server, "a server")];
const KINDS: [(Kind, &str, &str); 2] =
    [(Kind::Request, "Request", "request"), (Kind::Notification, "Notification", "notification")];
const RESULT: &str = "Result";

/// The names of the unions of requests, of notifications and of results.
pub fn side_unions() -> impl Iterator<Item = String> {
    let suffixes = [KINDS[0].1, KINDS[1].1, RESULT];
    SIDES.into_iter().flat_map(move |(side, ..)| suffixes.map(|suffix| format!("{side}{suffix}")))
}

/// The unions of a revision; none where it has no methods.
#[must_use]
pub fn directions(
    methods: &[Method],
    definitions: &Definitions,
    docs: &Docs,
    revision: &str,
) -> Vec<Direction> {
    if methods.is_empty() {
        return Vec::new();
    }
    let mut directions = Vec::new();
    for (side, from, who) in SIDES {
        for (kind, suffix, what) in KINDS {
            let name = format!("{side}{suffix}");
            directions.push(Direction {
                doc: docs
                    .definition(&name, revision)
                    .unwrap_or_else(|| format!("Any {what} that {who} sends, by its method.")),
                name,
                arms: calls(methods, kind, from, suffix, &Context { definitions, docs, revision }),
                results: false,
                via: Vec::new(),
            });
        }
    }
    for (side, asker, who) in
        [("Client", From::Server, "a client"), ("Server", From::Client, "a server")]
    {
        let name = format!("{side}{RESULT}");
        let arms = results(methods, asker, &Context { definitions, docs, revision });
        directions.push(Direction {
            doc: docs.definition(&name, revision).unwrap_or_else(|| {
                format!("Any result with which {who} answers, by the method that was asked.")
            }),
            name,
            via: via(&arms, definitions),
            arms,
            results: true,
        });
    }
    directions
}

struct Context<'a> {
    definitions: &'a Definitions,
    docs: &'a Docs,
    revision: &'a str,
}

impl Context<'_> {
    fn doc(&self, name: &str, method: &str) -> String {
        let doc = self.docs.definition(name, self.revision).unwrap_or_default();
        match doc.split("\n\n").next() {
            Some(summary) if !summary.is_empty() => format!("`{method}`: {summary}"),
            _ => format!("`{method}`"),
        }
    }
}

fn sends(method: &Method, from: From) -> bool {
    method.row.from == from || method.row.from == From::Both
}

fn calls(
    methods: &[Method],
    kind: Kind,
    from: From,
    suffix: &str,
    context: &Context<'_>,
) -> Vec<Arm> {
    methods
        .iter()
        .filter(|method| method.row.kind == kind && sends(method, from))
        .map(|method| {
            let definition = method.row.implementor();
            let rust = context.definitions.0.get(definition).map_or(definition, |d| &d.rust);
            let carried = !method.row.definition.is_empty();
            let (ty, optional) = match &method.params {
                Some(params) => (spell(&params.ty, context.definitions), !params.required),
                None => (spell(&Type::Json, context.definitions), true),
            };
            Arm {
                methods: vec![method.row.name.clone()],
                variant: if carried {
                    without(rust, suffix).to_owned()
                } else {
                    method.row.name.to_upper_camel_case()
                },
                // A type shared with other methods, now or later, does not stand for this one.
                unique: !carried || ty == format!("{rust}Params"),
                ty,
                optional,
                doc: context.doc(definition, &method.row.name),
            }
        })
        .collect()
}

/// A name without its last word, unless that is all of it.
fn without<'a>(name: &'a str, suffix: &str) -> &'a str {
    name.strip_suffix(suffix).filter(|rest| !rest.is_empty()).unwrap_or(name)
}

fn results(methods: &[Method], asker: From, context: &Context<'_>) -> Vec<Arm> {
    let mut by_type: BTreeMap<String, Arm> = BTreeMap::new();
    let asked =
        methods.iter().filter(|method| method.row.kind == Kind::Request && sends(method, asker));
    for method in asked {
        let Some(result) = &method.row.result else { continue };
        let Some(ty) = method.row.result_type() else { continue };
        let ty = spell(&ty, context.definitions);
        let rust = |name: &'_ String| context.definitions.0.get(name).map(|d| d.rust.as_str());
        let variant = match rust(&method.row.definition) {
            Some(carrier) => without(carrier, "Request").to_owned(),
            None => method.row.name.to_upper_camel_case(),
        };
        match by_type.get_mut(&ty) {
            Some(arm) => {
                arm.methods.push(method.row.name.clone());
                arm.variant = without(&ty, RESULT).to_owned();
                arm.doc = context.doc(result, &arm.methods.join("`, `"));
            }
            None => {
                by_type.insert(
                    ty.clone(),
                    Arm {
                        methods: vec![method.row.name.clone()],
                        variant,
                        ty,
                        optional: false,
                        unique: true,
                        doc: context.doc(result, &method.row.name),
                    },
                );
            }
        }
    }
    let mut arms: Vec<Arm> = by_type.into_values().collect();
    arms.sort_by(|a, b| a.variant.cmp(&b.variant));
    arms
}

/// The types that lead to one arm through a union of results.
fn via(arms: &[Arm], definitions: &Definitions) -> Vec<(String, String)> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for arm in arms {
        let definition = definitions.0.values().find(|definition| definition.rust == arm.ty);
        let Some(Body::Union(union)) = definition.map(|definition| &definition.body) else {
            continue;
        };
        for alternative in &union.alternatives {
            let ty = spell(alternative.ty.unboxed(), definitions);
            found.entry(ty).or_default().push(arm.variant.clone());
        }
    }
    found
        .into_iter()
        .filter(|(ty, _)| !arms.iter().any(|arm| arm.ty == *ty))
        .filter_map(|(ty, arms)| match arms.as_slice() {
            [arm] => Some((ty, arm.clone())),
            _ => None,
        })
        .collect()
}

/// What the errors of a revision say beside their message, by code.
#[derive(Clone, Debug)]
pub struct Failures {
    /// The type of an error.
    pub error: String,
    /// Code, variant and type.
    pub arms: Vec<(i64, String, String)>,
}

/// The name of the union of error data.
pub const ERROR_DATA: &str = "ErrorData";

/// The union of error data; nothing where no error has typed data.
#[must_use]
pub fn failures(
    rows: &[ErrorRow],
    error: Option<&str>,
    definitions: &Definitions,
) -> Option<Failures> {
    let error = definitions.0.get(error?)?.rust.clone();
    let arms: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let ty = &definitions.0.get(&row.data)?.rust;
            let variant = ty.strip_suffix(ERROR_DATA).unwrap_or(ty);
            Some((row.code, variant.to_owned(), ty.clone()))
        })
        .collect();
    (!arms.is_empty()).then_some(Failures { error, arms })
}

/// The union of error data as an item.
#[must_use]
pub fn failure_item(failures: &Failures) -> Item {
    let name = Ident::new(ERROR_DATA, Span::call_site());
    let variants = failures.arms.iter().filter_map(|(code, variant, ty)| {
        let ty = syn::parse_str::<SynType>(ty).ok()?;
        let variant = Ident::new(variant, Span::call_site());
        let doc = format!(" Beside the code {code}.");
        let variant: Variant = parse_quote!(#[doc = #doc] #variant(#ty));
        Some(variant)
    });
    parse_quote! {
        #[doc = " What an error says beside its message, by its code."]
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum #name { #(#variants),* }
    }
}

/// The unions as items.
#[must_use]
pub fn items(directions: &[Direction]) -> Vec<Item> {
    directions.iter().map(item).collect()
}

fn item(direction: &Direction) -> Item {
    let name = Ident::new(&direction.name, Span::call_site());
    let docs = doc_lines(&direction.doc);
    let mut variants: Vec<Variant> = Vec::new();
    for arm in &direction.arms {
        let Ok(ty) = syn::parse_str::<SynType>(&arm.ty) else { continue };
        let ty: SynType = if arm.optional { parse_quote!(Option<#ty>) } else { ty };
        let variant = Ident::new(&arm.variant, Span::call_site());
        let docs = doc_lines(arm.doc.trim());
        variants.push(parse_quote!(#(#docs)* #variant(#ty)));
    }
    let unknown: Variant = if direction.results {
        parse_quote!(
            #[doc = " The answer to a method that this revision does not know."]
            Unknown(Json)
        )
    } else {
        parse_quote!(
            #[doc = " A method that this revision does not know."]
            Unknown(Call)
        )
    };
    parse_quote! {
        #(#docs)*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum #name { #(#variants,)* #unknown }
    }
}
