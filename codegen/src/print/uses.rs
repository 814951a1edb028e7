//! The `use` lines of generated code: only what it names.

use std::collections::BTreeSet;

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
#[derive(Clone, Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Adds those of an item; those of derives do not count.
    pub(super) fn add_item(&mut self, item: &Item) {
        self.visit_item(item);
    }

    /// Adds the words of tables; what stands in string literals is none.
    pub(super) fn add_tables(&mut self, text: &str) {
        let mut rest = text;
        while let Some((code, literal)) = rest.split_once('"') {
            self.add_words(code);
            rest = after(literal);
        }
        self.add_words(rest);
    }

    fn add_words(&mut self, code: &str) {
        let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        self.0.extend(words.map(str::to_owned));
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

/// What follows the string literal that a text begins inside of.
fn after(literal: &str) -> &str {
    let mut escaped = false;
    let end = literal.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.and_then(|end| literal.get(end + 1..)).unwrap_or_default()
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
