//! What the official schemas say of a message: the judge of what the crate reads.
//!
//! It shares no code with the types: a committed schema, its errata, a validator, and the table of
//! methods. A message must fit the envelope of its revision, then the definition of its method, or,
//! if it answers, the result of the method that it answers.

#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::rc::Rc;

use jsonschema::{Draft, Validator};
use mcp_revisions_codegen::{errata, sources};
use serde_json::{Value, json};

use super::faults::Faults;

/// The protocol whose revisions are judged.
const PROTOCOL: &str = "mcp";

/// The schemas of every revision, and the methods.
pub(crate) struct Oracle {
    schemas: BTreeMap<String, Value>,
    methods: Vec<Method>,
    validators: RefCell<HashMap<(String, String), Rc<Validator>>>,
}

/// A row of `methods.toml`.
struct Method {
    protocol: String,
    name: String,
    kind: String,
    from: String,
    definition: String,
    result: Option<String>,
    revisions: Vec<String>,
}

impl Method {
    fn read(row: &toml::Value) -> Self {
        let text = |name: &str| row.get(name).and_then(toml::Value::as_str).map(str::to_owned);
        let revisions = row["revisions"].as_array().unwrap();
        Method {
            protocol: text("protocol").unwrap(),
            name: text("name").unwrap(),
            kind: text("kind").unwrap(),
            from: text("from").unwrap(),
            definition: text("definition").unwrap_or_default(),
            result: text("result"),
            revisions: revisions.iter().map(|date| date.as_str().unwrap().to_owned()).collect(),
        }
    }
}

/// The methods of requests that wait for an answer, by who asked and id.
pub(crate) type Waiting = HashMap<(String, String), String>;

impl Oracle {
    /// Reads the schemas that the repository holds.
    pub(crate) fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let rows = sources::load(root).unwrap();
        let errata = errata::load(root, &rows).unwrap();
        let schemas = rows
            .iter()
            .filter(|row| row.protocol == PROTOCOL)
            .map(|row| {
                let schema = sources::load_schema(root, row).unwrap();
                let corrected = errata::apply(&schema, PROTOCOL, &row.revision, &errata).unwrap();
                (row.revision.clone(), corrected)
            })
            .collect();
        let methods = std::fs::read_to_string(root.join("schemas/methods.toml")).unwrap();
        let methods: toml::Table = methods.parse().unwrap();
        let methods = methods["method"].as_array().unwrap().iter().map(Method::read).collect();
        Oracle { schemas, methods, validators: RefCell::default() }
    }

    fn has(&self, revision: &str, definition: &str) -> bool {
        self.schemas[revision]["definitions"].get(definition).is_some()
    }

    fn method(&self, revision: &str, kind: &str, side: &str, name: &str) -> Option<&Method> {
        self.methods.iter().find(|row| {
            row.protocol == PROTOCOL
                && row.name == name
                && row.kind == kind
                && (row.from == side || row.from == "both")
                && row.revisions.iter().any(|known| known == revision)
        })
    }

    fn validator(&self, revision: &str, definition: &str) -> Rc<Validator> {
        let key = (revision.to_owned(), definition.to_owned());
        let mut validators = self.validators.borrow_mut();
        let validator = validators.entry(key).or_insert_with(|| {
            let schema = json!({
                "$ref": format!("#/definitions/{definition}"),
                "definitions": self.schemas[revision]["definitions"],
            });
            Rc::new(jsonschema::options().with_draft(Draft::Draft202012).build(&schema).unwrap())
        });
        Rc::clone(validator)
    }

    /// What is wrong with a document as a definition.
    pub(crate) fn document(&self, revision: &str, definition: &str, document: &Value) -> Faults {
        assert!(self.has(revision, definition), "{revision} has no {definition}");
        let validator = self.validator(revision, definition);
        let mut faults = Faults::of(&validator, document);
        if faults.refused.is_empty() {
            faults.find_spelled_integers(&validator, document);
        }
        faults
    }

    /// What is wrong with a message of one side, `client` or `server`.
    pub(crate) fn message(
        &self,
        revision: &str,
        side: &str,
        message: &Value,
        waiting: &mut Waiting,
    ) -> Faults {
        let Value::Array(batch) = message else {
            return self.single(revision, side, message, waiting);
        };
        let answers = batch.first().is_some_and(|first| first.get("method").is_none());
        let envelope = if answers { "JSONRPCBatchResponse" } else { "JSONRPCBatchRequest" };
        if !self.has(revision, envelope) {
            return Faults::refusing("");
        }
        let mut faults = self.document(revision, envelope, message);
        for (index, message) in batch.iter().enumerate() {
            let inner = self.single(revision, side, message, waiting);
            faults.extend(inner.inside(&index.to_string()));
        }
        faults
    }

    fn single(&self, revision: &str, side: &str, message: &Value, waiting: &mut Waiting) -> Faults {
        let other = if side == "client" { "server" } else { "client" };
        let id = message.get("id").map(Value::to_string);
        let Some(method) = message.get("method") else {
            let asked = id.and_then(|id| waiting.remove(&(other.to_owned(), id)));
            return self.answer(revision, other, message, asked);
        };
        let method = method.as_str().unwrap_or_default();
        let (kind, envelope) = match id {
            Some(_) => ("request", "JSONRPCRequest"),
            None => ("notification", "JSONRPCNotification"),
        };
        if let Some(id) = id {
            waiting.insert((side.to_owned(), id), method.to_owned());
        }
        let mut faults = self.document(revision, envelope, message);
        match self.method(revision, kind, side, method) {
            Some(row) => faults.extend(self.document(revision, &row.definition, message)),
            None => {
                faults.held.insert("/method".to_owned());
            }
        }
        faults
    }

    /// `asker` is the side that sent the request, `asked` its method.
    fn answer(
        &self,
        revision: &str,
        asker: &str,
        message: &Value,
        asked: Option<String>,
    ) -> Faults {
        let candidates = match (message.get("result"), message.get("error")) {
            (Some(_), _) => ["JSONRPCResultResponse", "JSONRPCResponse"],
            (None, Some(_)) => ["JSONRPCErrorResponse", "JSONRPCError"],
            (None, None) => return self.document(revision, "JSONRPCMessage", message),
        };
        let envelope = candidates.into_iter().find(|name| self.has(revision, name)).unwrap();
        let mut faults = self.document(revision, envelope, message);
        let row = asked.and_then(|name| self.method(revision, "request", asker, &name));
        let (Some(row), Some(result)) = (row, message.get("result")) else { return faults };
        let named = row.result.as_deref().unwrap();
        // From 2026-07-28 the schema names the whole response too.
        let response = row.definition.replace("Request", "ResultResponse");
        if self.has(revision, &response) {
            faults.extend(self.document(revision, &response, message));
        }
        faults.extend(self.document(revision, named, result).inside("result"));
        faults
    }
}
