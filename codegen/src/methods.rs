//! The methods of a revision, from `methods.toml` and the definitions that carry them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::error::Error;
use crate::ir::{Body, Const, Definitions, Type};

/// Who sends a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum From {
    /// The client.
    Client,
    /// The server.
    Server,
    /// Either side.
    Both,
    /// Nobody: it stands inside a result that asks for input.
    Input,
}

/// Whether a message is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is.
    Request,
    /// It is not.
    Notification,
}

/// A row of `methods.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    protocol: String,
    /// The method.
    pub name: String,
    /// Whether it is answered.
    pub kind: Kind,
    /// Who sends it.
    pub from: From,
    /// The definition that carries it; empty where only its params have one.
    #[serde(default)]
    pub definition: String,
    /// The definition of its params, where no definition carries it.
    params: Option<String>,
    /// The definition of the result, or `null`.
    pub result: Option<String>,
    revisions: Vec<String>,
}

/// A row of the table of errors: what an error says beside its message.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorRow {
    protocol: String,
    /// The code of the error.
    pub code: i64,
    /// The definition of its data.
    pub data: String,
    revisions: Vec<String>,
}

impl Row {
    /// The definition that implements the method's trait.
    #[must_use]
    pub fn implementor(&self) -> &str {
        self.params.as_ref().unwrap_or(&self.definition)
    }

    /// The type of the result.
    #[must_use]
    pub fn result_type(&self) -> Option<Type> {
        self.result.as_ref().map(|name| match name.as_str() {
            NULL => Type::Null,
            name => Type::Named(name.to_owned()),
        })
    }
}

/// The result that is no definition.
const NULL: &str = "null";

/// A union of the schema that says of its own who sends what, or what answers whom.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnionRow {
    protocol: String,
    /// The union.
    name: String,
    /// Who sends what it holds, or asks for it.
    from: From,
    /// What it holds.
    holds: Holds,
}

/// What a union of messages holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Holds {
    Requests,
    Notifications,
    Results,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    method: Vec<Row>,
    #[serde(default)]
    error: Vec<ErrorRow>,
    #[serde(default)]
    union: Vec<UnionRow>,
}

/// The tables of `methods.toml`.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Methods.
    pub methods: Vec<Row>,
    /// Errors with typed data.
    pub errors: Vec<ErrorRow>,
    /// What the schemas say themselves.
    pub unions: Vec<UnionRow>,
}

/// The params of a method.
#[derive(Clone, Debug)]
pub struct Params {
    /// Their type.
    pub ty: Type,
    /// Whether a message without them is refused.
    pub required: bool,
}

/// A method of one revision.
#[derive(Clone, Debug)]
pub struct Method {
    /// What the table says.
    pub row: Row,
    /// Its params; `None` where the definition models none.
    pub params: Option<Params>,
}

const FILE: &str = "schemas/methods.toml";

/// Reads the tables; a folder without them has no methods.
pub fn load(schemas: &Path) -> Result<Tables, Vec<Error>> {
    let path = schemas.join("methods.toml");
    match std::fs::read_to_string(&path) {
        Ok(text) => toml::from_str::<File>(&text)
            .map(|file| Tables { methods: file.method, errors: file.error, unions: file.union })
            .map_err(|cause| vec![Error::new(FILE, "", cause.to_string())]),
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(Tables::default()),
        Err(cause) => Err(vec![Error::io("read", &path, &cause)]),
    }
}

/// The errors of a revision that have typed data, each checked against the definitions.
pub fn errors_of_revision(
    rows: &[ErrorRow],
    protocol: &str,
    revision: &str,
    definitions: &Definitions,
) -> Result<Vec<ErrorRow>, Vec<Error>> {
    let rows = rows.iter().filter(|row| {
        row.protocol == protocol && row.revisions.iter().any(|known| known == revision)
    });
    let rows: Vec<ErrorRow> = rows.cloned().collect();
    let unknown = rows.iter().filter(|row| !definitions.0.contains_key(&row.data));
    let errors: Vec<Error> = unknown
        .map(|row| {
            let message = format!("error {}: no definition `{}` in {revision}", row.code, row.data);
            Error::new(FILE, "", message)
        })
        .collect();
    if errors.is_empty() { Ok(rows) } else { Err(errors) }
}

/// The methods of a revision, each checked against its definition.
pub fn of_revision(
    rows: &[Row],
    protocol: &str,
    revision: &str,
    definitions: &Definitions,
) -> Result<Vec<Method>, Vec<Error>> {
    let mut errors = Vec::new();
    let mut complain = |message: String| errors.push(Error::new(FILE, "", message));
    let mut carriers: BTreeMap<&str, &str> = carriers(definitions);
    let mut methods = Vec::new();
    let named = rows.iter().filter(|row| {
        row.protocol == protocol && row.revisions.iter().any(|known| known == revision)
    });
    let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
    for row in named {
        match (&row.params, carriers.remove(row.definition.as_str())) {
            (Some(params), None) if row.definition.is_empty() => {
                if !definitions.0.contains_key(params) {
                    complain(format!(
                        "`{}`: no definition `{params}` in {revision}: correct the `params`",
                        row.name
                    ));
                }
                if let Some(other) = taken.insert(params, &row.name) {
                    complain(format!(
                        "`{}` and `{other}` have the same params `{params}`: define them apart",
                        row.name
                    ));
                }
            }
            (Some(_), _) => complain(format!(
                "`{}` names a definition and params: take the params out",
                row.name
            )),
            (None, Some(method)) if method == row.name => {}
            (None, Some(method)) => complain(format!(
                "`{}` in {revision} carries `{method}`, not `{}`: correct the row",
                row.definition, row.name
            )),
            (None, None) => complain(format!(
                "`{}`: no definition `{}` with a constant `method` in {revision}: correct the row or \
                 take the revision out",
                row.name, row.definition
            )),
        }
        match (&row.result, row.kind) {
            (Some(result), Kind::Request) if result == NULL => {}
            (Some(result), Kind::Request) if !definitions.0.contains_key(result) => {
                complain(format!(
                    "`{}`: no definition `{result}` in {revision}: correct the `result`",
                    row.name
                ));
            }
            (None, Kind::Request) => {
                complain(format!("`{}`: a request needs a `result`: add it", row.name))
            }
            (Some(_), Kind::Notification) => {
                complain(format!("`{}`: a notification has no `result`: take it out", row.name))
            }
            _ => {}
        }
        let params = match &row.params {
            Some(name) => Some(Params { ty: Type::Named(name.clone()), required: true }),
            None => params(&row.definition, definitions),
        };
        methods.push(Method { row: row.clone(), params });
    }
    for (definition, method) in carriers {
        complain(format!(
            "`{method}` (`{definition}`) of {revision} has no row: add one that says who sends it and what answers it"
        ));
    }
    methods.sort_by(|a, b| a.row.name.cmp(&b.row.name));
    if errors.is_empty() { Ok(methods) } else { Err(errors) }
}

/// What a revision's unions say otherwise than the table.
pub fn check_unions(
    rows: &[UnionRow],
    protocol: &str,
    revision: &str,
    schema: &Value,
    methods: &[Method],
    definitions: &Definitions,
) -> Vec<Error> {
    let rows = rows.iter().filter(|row| row.protocol == protocol);
    let found = rows.filter_map(|row| Some((row, union(schema, &row.name)?)));
    let faults = found.flat_map(|(row, parts)| {
        let sent = |method: &&Method| {
            method.row.from == row.from || method.row.from == From::Both && row.from != From::Input
        };
        let fits = |method: &&Method| match row.holds {
            Holds::Requests => method.row.kind == Kind::Request && sent(method),
            Holds::Notifications => method.row.kind == Kind::Notification && sent(method),
            Holds::Results => method.row.kind == Kind::Request && sent(method),
        };
        let methods: Vec<&Method> = methods.iter().filter(fits).collect();
        let faults = match row.holds {
            Holds::Results => wrong_results(&methods, &parts, definitions),
            _ => wrong_senders(&methods, &parts),
        };
        let complain = |message: String| {
            Error::new(FILE, "", format!("{revision}, by its `{}`: {message}", row.name))
        };
        faults.into_iter().map(complain).collect::<Vec<_>>()
    });
    faults.collect()
}

/// The definitions in a union of the schema; `None` where it is not there, or no union.
fn union<'a>(schema: &'a Value, name: &str) -> Option<BTreeSet<&'a str>> {
    let parts = schema.pointer(&format!("/definitions/{name}/anyOf"))?.as_array()?;
    Some(parts.iter().filter_map(|part| part.get("$ref")?.as_str()?.rsplit('/').next()).collect())
}

fn wrong_senders(methods: &[&Method], parts: &BTreeSet<&str>) -> Vec<String> {
    let named: BTreeSet<&str> = methods.iter().map(|one| one.row.definition.as_str()).collect();
    let missing = parts.difference(&named);
    let missing = missing.map(|name| format!("`{name}` is sent by this side too: correct `from`"));
    let beyond = named.difference(parts);
    let beyond = beyond.map(|name| format!("`{name}` is not sent by this side: correct `from`"));
    missing.chain(beyond).collect()
}

/// Results of which no part is in the union. What says no more than that it is a result is not
/// looked at: it may be named otherwise.
fn wrong_results(
    methods: &[&Method],
    parts: &BTreeSet<&str>,
    definitions: &Definitions,
) -> Vec<String> {
    let wrong = methods.iter().filter_map(|method| {
        let name = method.row.result.as_deref().filter(|name| *name != NULL)?;
        let known = match &definitions.0.get(name)?.body {
            Body::Union(union) => union
                .alternatives
                .iter()
                .filter_map(|alternative| alternative.ty.named())
                .any(|name| parts.contains(name)),
            Body::Alias(ty) => ty.named().is_some_and(|name| parts.contains(name)),
            _ => parts.contains(name),
        };
        let message = || {
            format!("`{name}` answers no request of `{}`: correct the `result`", method.row.name)
        };
        (!known).then(message)
    });
    wrong.collect()
}

/// Every definition with a constant `method`.
fn carriers(definitions: &Definitions) -> BTreeMap<&str, &str> {
    definitions
        .0
        .iter()
        .filter_map(|(name, definition)| {
            let member = definition.members().iter().find(|member| member.wire == "method")?;
            match &member.ty {
                Type::Const(Const::String(method)) => Some((name.as_str(), method.as_str())),
                _ => None,
            }
        })
        .collect()
}

fn params(definition: &str, definitions: &Definitions) -> Option<Params> {
    let definition = definitions.0.get(definition)?;
    let Body::Struct(members) = &definition.body else { return None };
    let member = members.iter().find(|member| member.wire == "params")?;
    Some(Params { ty: member.ty.clone(), required: member.required })
}
