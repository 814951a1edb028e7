//! Names in Rust for names in a schema.

use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

/// Turns schema names into Rust names.
#[derive(Clone, Debug, Default)]
pub struct Naming {
    acronyms: Vec<String>,
}

/// Words that can't name a field or a variable.
const KEYWORDS: &[&str] = &[
    "as", "async", "await", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized",
    "use", "virtual", "where", "while", "yield", "abstract", "become",
];

impl Naming {
    /// `acronyms` are runs of capitals that are words of their own, such as `JSON` and `RPC`.
    #[must_use]
    pub fn new(acronyms: Vec<String>) -> Self {
        Naming { acronyms }
    }

    /// A type's name: `JSONRPCRequest` is `JsonRpcRequest`.
    #[must_use]
    pub fn type_name(&self, name: &str) -> String {
        self.spread(name).to_upper_camel_case()
    }

    /// A field's name: `mimeType` is `mime_type`, `type` is `type_`.
    #[must_use]
    pub fn field(&self, name: &str) -> String {
        let last = name.rsplit('/').next().unwrap_or(name);
        let field = self.spread(last).to_snake_case();
        if KEYWORDS.contains(&field.as_str()) { format!("{field}_") } else { field }
    }

    /// An enum variant's name: `allServers` is `AllServers`; a leading digit gets a `V`.
    #[must_use]
    pub fn variant(&self, value: &str) -> String {
        let name = self.spread(value).to_upper_camel_case();
        match name.chars().next() {
            Some(first) if first.is_ascii_digit() => format!("V{name}"),
            Some(_) if name != "Self" => name,
            _ => format!("Value{name}"),
        }
    }

    /// A constant's name: `inProgress` is `IN_PROGRESS`.
    #[must_use]
    pub fn constant(&self, name: &str) -> String {
        self.spread(name).to_shouty_snake_case()
    }

    /// Sets acronyms apart, so that the case converter sees them as words.
    fn spread(&self, name: &str) -> String {
        let mut spread = name.to_owned();
        for acronym in &self.acronyms {
            let mut word = String::from("_");
            word.push_str(&acronym.to_ascii_lowercase());
            word.push('_');
            spread = spread.replace(acronym.as_str(), &word);
        }
        spread
    }
}

#[cfg(test)]
mod tests {
    use super::Naming;

    #[test]
    fn acronyms_and_keywords() {
        let naming = Naming::new(vec!["JSON".into(), "RPC".into(), "URL".into()]);
        assert_eq!(naming.type_name("JSONRPCRequest"), "JsonRpcRequest");
        assert_eq!(naming.type_name("URLElicitationRequiredError"), "UrlElicitationRequiredError");
        assert_eq!(naming.type_name("JSONObject"), "JsonObject");
        assert_eq!(naming.field("mimeType"), "mime_type");
        assert_eq!(naming.field("_meta"), "meta");
        assert_eq!(naming.field("$schema"), "schema");
        assert_eq!(naming.field("org.example/clientInfo"), "client_info");
        assert_eq!(naming.field("ref"), "ref_");
        assert_eq!(naming.variant("resource_link"), "ResourceLink");
        assert_eq!(naming.variant("1"), "V1");
    }
}
