//! The same documents through both: how many each refuses, and how many come back changed.

#![allow(dead_code, clippy::unwrap_used)]

#[path = "../../../tests/support"]
mod support {
    pub(crate) mod values;
}

use std::collections::BTreeMap;

use mcp_revisions::check::{self, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use support::values::{Maker, Part, Schemas, Spelling, Style, What, print};

/// How many documents of each kind are made.
const DOCUMENTS: usize = 2000;

/// Reads and writes with the other crate.
type Rewrite = fn(&str) -> Result<String, String>;

fn rewrite<T: DeserializeOwned + Serialize>(text: &str) -> Result<String, String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    serde_json::to_string(&value).map_err(|error| error.to_string())
}

macro_rules! types {
    ($($module:ident { $($name:ident)* })*) => {
        &[$($((stringify!($name), rewrite::<ahp_types::$module::$name>)),*),*]
    };
}

/// The types that both have; what actions, states and messages are made of is in them.
const TYPES: &[(&str, Rewrite)] = types! {
    actions { StateAction ActionEnvelope }
    state {
        SnapshotState Snapshot RootState SessionState ChatState TerminalState ChangesetState
        AnnotationsState AutomationState AutomationRunState ToolCallState MessageAttachment
        MessageResourceAttachment Message Turn ResponsePart ChatInputAnswer ChatInputQuestion
        Customization ConfigPropertySchema SessionSummary ToolDefinition ProtectedResourceMetadata
    }
    commands {
        InitializeParams InitializeResult ReconnectResult ListSessionsResult ResourceListResult
        CompletionsResult CreateSessionParams
    }
    notifications { SessionSummaryChangedParams AuthRequiredParams }
    messages { JsonRpcMessage JsonRpcErrorResponse }
};

#[derive(Debug, Default)]
struct Counts {
    refused: usize,
    changed: usize,
    equal: usize,
}

impl Counts {
    fn add(&mut self, text: &str, rewritten: Result<String, String>) {
        match rewritten {
            Err(_) => self.refused += 1,
            Ok(written) if equal(text, &written) => self.equal += 1,
            Ok(_) => self.changed += 1,
        }
    }
}

/// Whether two texts are one JSON document: `10` and `10.0` are one number.
fn equal(a: &str, b: &str) -> bool {
    fn same(a: &Value, b: &Value) -> bool {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
            }
            (Value::Object(a), Value::Object(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(name, a)| b.get(name).is_some_and(|b| same(a, b)))
            }
            _ => a == b,
        }
    }
    same(&serde_json::from_str(a).unwrap(), &serde_json::from_str(b).unwrap())
}

/// Takes out what no schema speaks of.
fn modelled_only(part: &mut Part<'_>) {
    match &mut part.what {
        What::Object(members) => {
            members.retain(|member| member.part.schema.is_some() || member.is_tag);
            members.iter_mut().for_each(|member| modelled_only(&mut member.part));
        }
        What::Array(items) => items.iter_mut().for_each(modelled_only),
        _ => {}
    }
}

#[test]
fn the_same_documents_through_both() {
    let schemas = Schemas::of("ahp", "1.0.0");
    for all in [false, true] {
        let (mut ours, mut theirs) = (Counts::default(), Counts::default());
        let mut by_type: BTreeMap<&str, Counts> = BTreeMap::new();
        let mut makers: Vec<Maker<'_>> =
            TYPES.iter().map(|(name, _)| Maker::new(&schemas, "compare", name)).collect();
        for number in 0..DOCUMENTS {
            let place = number % TYPES.len();
            let (name, other) = TYPES[place];
            let maker = &mut makers[place];
            let style = Style { floating: all, ..Style::numbered(number / TYPES.len()) };
            let mut value = maker.make(style);
            if !all {
                modelled_only(&mut value);
            }
            let spelling = Spelling { escapes: false, spaces: false };
            let text = print(&value, spelling, &mut maker.rng);
            let definition = check::definition(Schema::AhpV1_0, name).unwrap();
            ours.add(&text, definition.rewrite(&text).map(|done| done.text).map_err(|e| e.to_string()));
            let rewritten = other(&text);
            by_type.entry(name).or_default().add(&text, rewritten.clone());
            theirs.add(&text, rewritten);
        }
        let what = if all { "with members and numbers as peers may send them" } else { "plain" };
        println!("{DOCUMENTS} documents, {what}:");
        println!("  mcp-revisions {ours:?}\n  ahp-types     {theirs:?}");
        for (name, counts) in by_type.iter().filter(|(_, one)| one.refused + one.changed > 0) {
            println!("    {name}: {counts:?}");
        }
        assert_eq!((ours.refused, ours.changed), (0, 0));
        assert!(theirs.refused + theirs.changed > 0);
    }
}
