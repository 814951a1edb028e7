//! The public face of what is written by hand is what `src/api.txt` says, a line an item: nothing
//! comes or goes unnoticed. (`api.txt` of each folder in `generated/` is that of what is generated.)
//!
//! `UPDATE_API=1 cargo test --test face` writes it anew.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Fields, ImplItem, Item, Meta, TraitItem, Type, Visibility};

#[test]
fn the_public_face_is_what_is_recorded() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut face = Face::default();
    face.file(&source.join("lib.rs"), &source, "");
    let face = face.lines.iter().fold(String::new(), |text, line| text + line + "\n");
    let recorded = source.join("api.txt");
    if std::env::var_os("UPDATE_API").is_some() {
        std::fs::write(&recorded, &face).unwrap();
    }
    let recorded = std::fs::read_to_string(recorded).unwrap_or_default();
    let only = |one: &str, other: &str, mark: &str| -> String {
        let other: BTreeSet<&str> = other.lines().collect();
        let lines = one.lines().filter(|line| !other.contains(line));
        lines.map(|line| format!("{mark} {line}\n")).collect()
    };
    let changes = only(&recorded, &face, "-") + &only(&face, &recorded, "+");
    assert!(recorded == face, "set UPDATE_API=1 if this is meant\n{changes}");
}

#[derive(Default)]
struct Face {
    lines: BTreeSet<String>,
}

impl Face {
    /// A module's file; those of the modules in it stand in `folder`.
    fn file(&mut self, file: &Path, folder: &Path, module: &str) {
        let text = std::fs::read_to_string(file).unwrap_or_else(|_| panic!("{}", file.display()));
        self.items(&syn::parse_file(&text).unwrap().items, folder, module);
    }

    fn items(&mut self, items: &[Item], folder: &Path, module: &str) {
        let is_public = |name: &Type| {
            let Type::Path(path) = name else { return true };
            let name = path.path.segments.last().map(|segment| &segment.ident);
            items.iter().all(|item| match item {
                Item::Struct(item) => Some(&item.ident) != name || is_pub(&item.vis),
                Item::Enum(item) => Some(&item.ident) != name || is_pub(&item.vis),
                _ => true,
            })
        };
        for item in items {
            match item {
                Item::Mod(item) if is_hidden(&item.attrs) => {}
                Item::Mod(item) => {
                    let name = item.ident.to_string();
                    let module = format!("{module}{name}::");
                    if is_pub(&item.vis) {
                        self.say(&module, quote!(mod));
                    }
                    let folder = folder.join(&name);
                    match &item.content {
                        Some((_, items)) => self.items(items, &folder, &module),
                        None => self.file(&module_file(&folder), &folder, &module),
                    }
                }
                Item::Impl(item) if is_hidden(&item.attrs) || !is_public(&item.self_ty) => {}
                Item::Impl(item) => {
                    let (generics, ty) = (&item.generics, &item.self_ty);
                    let (_, _, bounds) = generics.split_for_impl();
                    if let Some((_, of, _)) = &item.trait_ {
                        self.say(module, quote!(impl #generics #of for #ty #bounds));
                    }
                    let whose = format!("{module}{}::", tight(ty));
                    for item in &item.items {
                        self.inherent(&whose, item);
                    }
                }
                Item::Macro(item) => {
                    let name = item.ident.as_ref().or_else(|| item.mac.path.get_ident());
                    let name = name.map(ToString::to_string).unwrap_or_default();
                    if item.ident.is_some() {
                        self.scan(&format!("{module}{name}! "), item.mac.tokens.clone());
                    } else if !item.mac.path.is_ident("thread_local") {
                        self.say(module, item.mac.clone());
                    }
                }
                item => self.item(module, item),
            }
        }
    }

    fn item(&mut self, module: &str, item: &Item) {
        match item {
            Item::Struct(item) if is_pub(&item.vis) && !is_hidden(&item.attrs) => {
                let (name, generics, marks) = (&item.ident, &item.generics, marks(&item.attrs));
                self.say(module, quote!(#(#marks)* struct #name #generics));
                let whose = format!("{module}{name}.");
                for field in item.fields.iter().filter(|field| is_pub(&field.vis)) {
                    let (name, ty) = (&field.ident, &field.ty);
                    self.say(&whose, quote!(#name: #ty));
                }
            }
            Item::Enum(item) if is_pub(&item.vis) && !is_hidden(&item.attrs) => {
                let (name, generics, marks) = (&item.ident, &item.generics, marks(&item.attrs));
                self.say(module, quote!(#(#marks)* enum #name #generics));
                for variant in &item.variants {
                    let (variant, fields) = (&variant.ident, &variant.fields);
                    let whose = format!("{module}{name}::");
                    match fields {
                        Fields::Named(fields) => {
                            let fields = fields.named.iter().map(|field| {
                                let (name, ty) = (&field.ident, &field.ty);
                                quote!(#name: #ty)
                            });
                            self.say(&whose, quote!(#variant { #(#fields),* }));
                        }
                        Fields::Unnamed(fields) => {
                            let types = fields.unnamed.iter().map(|field| &field.ty);
                            self.say(&whose, quote!(#variant(#(#types),*)));
                        }
                        Fields::Unit => self.say(&whose, quote!(#variant)),
                    }
                }
            }
            Item::Trait(item) if is_pub(&item.vis) && !is_hidden(&item.attrs) => {
                let (name, generics, above) = (&item.ident, &item.generics, &item.supertraits);
                self.say(module, quote!(trait #name #generics: #above));
                let whose = format!("{module}{name}::");
                for item in &item.items {
                    match item {
                        TraitItem::Fn(item) => self.say(&whose, item.sig.clone()),
                        TraitItem::Const(item) => self.say(&whose, item),
                        TraitItem::Type(item) => self.say(&whose, item),
                        _ => {}
                    }
                }
            }
            Item::Fn(item) if is_pub(&item.vis) && !is_hidden(&item.attrs) => {
                self.say(module, item.sig.clone());
            }
            Item::Const(item) if is_pub(&item.vis) => {
                let (name, ty) = (&item.ident, &item.ty);
                self.say(module, quote!(const #name: #ty));
            }
            Item::Type(item) if is_pub(&item.vis) => self.say(module, item),
            Item::Use(item) if is_pub(&item.vis) => {
                let tree = &item.tree;
                self.say(module, quote!(use #tree));
            }
            _ => {}
        }
    }

    fn inherent(&mut self, whose: &str, item: &ImplItem) {
        match item {
            ImplItem::Fn(item) if is_pub(&item.vis) && !is_hidden(&item.attrs) => {
                self.say(whose, item.sig.clone());
            }
            ImplItem::Const(item) if is_pub(&item.vis) => {
                let (name, ty) = (&item.ident, &item.ty);
                self.say(whose, quote!(const #name: #ty));
            }
            ImplItem::Type(item) => self.say(whose, item),
            _ => {}
        }
    }

    /// What a macro makes: each item from `pub` or `impl` to its body.
    fn scan(&mut self, whose: &str, tokens: TokenStream) {
        let mut head: Option<TokenStream> = None;
        let (mut depth, mut before) = (0_usize, ' ');
        for token in tokens {
            if let TokenTree::Punct(punct) = &token {
                match punct.as_char() {
                    '<' => depth += 1,
                    '>' if before != '-' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                before = punct.as_char();
            }
            let starts =
                matches!(&token, TokenTree::Ident(word) if *word == "pub" || *word == "impl");
            let ends = match &token {
                TokenTree::Group(group) => group.delimiter() == proc_macro2::Delimiter::Brace,
                TokenTree::Punct(punct) => depth == 0 && [';', ','].contains(&punct.as_char()),
                _ => false,
            };
            if ends && let Some(head) = head.take() {
                depth = 0;
                self.say(whose, head);
            }
            if let TokenTree::Group(group) = &token {
                self.scan(whose, group.stream());
            }
            match &mut head {
                Some(head) => head.extend([token]),
                None if starts => head = Some(token.into()),
                None => {}
            }
        }
    }

    fn say(&mut self, whose: &str, what: impl ToTokens) {
        let what = tight(&what);
        if !what.starts_with("pub(crate)") && !what.starts_with("pub(super)") {
            self.lines.insert(format!("{} {what}", whose.trim()).trim_start().to_owned());
        }
    }
}

fn module_file(folder: &Path) -> PathBuf {
    let file = folder.with_extension("rs");
    if file.exists() { file } else { folder.join("mod.rs") }
}

fn is_pub(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// Whether an item is for tests, for nobody to see, or generated.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let meta = tight(&attribute.meta);
        meta == "cfg(test)" || meta == "doc(hidden)" || attribute.path().is_ident("path")
    })
}

/// What is derived, and whether more may come.
fn marks(attributes: &[Attribute]) -> Vec<&Meta> {
    let metas = attributes.iter().map(|attribute| &attribute.meta);
    metas
        .filter(|meta| ["derive", "non_exhaustive"].iter().any(|name| meta.path().is_ident(name)))
        .collect()
}

/// Tokens as one writes them, more or less, without docs.
fn tight(tokens: &impl ToTokens) -> String {
    const SPACES: [(&str, &str); 13] = [
        (" :: ", "::"),
        (":: ", "::"),
        ("& ", "&"),
        (" ,", ","),
        (" < ", "<"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" : ", ": "),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" ! ", "! "),
    ];
    let text = without_docs(tokens.to_token_stream()).to_string();
    SPACES.iter().fold(text, |text, (wide, tight)| text.replace(wide, tight))
}

fn without_docs(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.to_string().starts_with("[doc =") => drop(kept.pop()),
            TokenTree::Group(group) => {
                let inner = without_docs(group.stream());
                kept.push(proc_macro2::Group::new(group.delimiter(), inner).into());
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}
