//! The `use` lines of generated code: only what it names.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::Item;
use syn::visit::Visit;

use crate::spelling::RUNTIME;

/// The runtime's macros that a table may call, each named `__…` there.
const MACROS: &[&str] = &[
    "bits",
    "by_members",
    "calls",
    "choice",
    "error_data",
    "integers",
    "notification",
    "object",
    "replies",
    "request",
    "string",
    "string_enum",
    "tagged",
    "text_object",
];

/// The names that generated code mentions.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// The names in items; those of derives do not count.
    pub(super) fn of_items(items: &[Item]) -> Self {
        let mut names = Names::default();
        for item in items {
            names.visit_item(item);
        }
        names
    }

    /// The names in the text of tables; what stands in string literals is none.
    pub(super) fn of_text(texts: &[&str]) -> Self {
        let mut names = Names::default();
        for text in texts {
            // Tables are made of plain tokens; text that is not names nothing.
            names.add(text.parse().unwrap_or_default());
        }
        names
    }

    fn add(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    self.0.insert(ident.to_string());
                }
                TokenTree::Group(group) => self.add(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    /// These names and others.
    pub(super) fn and(mut self, other: Names) -> Self {
        self.0.extend(other.0);
        self
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &String> {
        self.0.iter()
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// The lines for types of `alloc`, whose path is given.
    pub(super) fn alloc(&self, alloc: &str) -> Vec<String> {
        [("Box", "boxed"), ("String", "string"), ("Vec", "vec")]
            .into_iter()
            .filter(|(name, _)| self.has(name))
            .map(|(name, module)| format!("use {alloc}::{module}::{name};"))
            .collect()
    }

    /// The lines for types of the runtime, but for those that the code defines itself.
    pub(super) fn runtime(&self, runtime: &str, own: impl Fn(&str) -> bool) -> Vec<String> {
        let named = |name: &&str| self.has(name) && !own(name);
        let mut lines = Vec::new();
        let types: Vec<&str> = RUNTIME.iter().copied().filter(named).collect();
        if !types.is_empty() {
            lines.push(format!("use {runtime}::{};", group(&types)));
        }
        for (name, module) in [("Call", "message"), ("Shape", "wire"), ("Unknown", "wire")] {
            if named(&name) {
                lines.push(format!("use {runtime}::{module}::{name};"));
            }
        }
        if self.has("runtime") {
            lines.push(format!("use {runtime} as runtime;"));
        }
        lines
    }

    /// The line for the runtime's macros.
    pub(super) fn macros(&self, runtime: &str) -> String {
        let named = MACROS.iter().filter(|name| self.has(name));
        let named: Vec<String> = named.map(|name| format!("__{name} as {name}")).collect();
        if named.is_empty() {
            return String::new();
        }
        format!("use {runtime}::{{\n    {},\n}};\n", named.join(",\n    "))
    }
}

/// One name, or several in braces.
pub(super) fn group(names: &[&str]) -> String {
    match names {
        [one] => (*one).to_owned(),
        many => format!("{{{}}}", many.join(", ")),
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(first) = path.segments.first() {
            self.0.insert(first.ident.to_string());
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_use_path(&mut self, path: &'ast syn::UsePath) {
        self.0.insert(path.ident.to_string());
    }
}
