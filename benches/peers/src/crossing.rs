//! What this crate does beyond reading and writing: lifting, lowering, converting, checking.

use std::hint::black_box;

use mcp_revisions::convert::{Lift, Lower, Session, Tolerance, Versioned, convert};
use mcp_revisions::v2025_06_18 as older;
use mcp_revisions::v2025_11_25 as newer;
use mcp_revisions::{Revision, check};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::messages::{Kind, Sample};

/// The steps of a crossing from 2025-11-25 to 2025-06-18, each as something to time.
pub struct Steps {
    /// A copy of the body; the next two make one first, since they take it away.
    pub copy: Box<dyn Fn()>,
    pub lift: Box<dyn Fn()>,
    /// Lifts and lowers.
    pub convert: Box<dyn Fn()>,
    /// The whole message, from text to text.
    pub message: Box<dyn Fn()>,
    /// Reading, writing and comparing the whole message.
    pub check: Box<dyn Fn()>,
}

/// The steps for a message.
pub fn steps(sample: &Sample) -> Steps {
    match sample.kind {
        Kind::ToolsList => of::<newer::ListToolsResult, older::ListToolsResult>(sample),
        Kind::ToolsCallResult => of::<newer::CallToolResult, older::CallToolResult>(sample),
        Kind::ToolsCall => of::<newer::CallToolRequestParams, older::CallToolRequestParams>(sample),
        Kind::Progress => {
            of::<newer::ProgressNotificationParams, older::ProgressNotificationParams>(sample)
        }
    }
}

fn of<A, B>(sample: &Sample) -> Steps
where
    A: Versioned + Lift<A::Model> + DeserializeOwned + Clone + 'static,
    A::Model: Lower<B>,
    B: Versioned + 'static,
{
    let body: A = body(&sample.text);
    let value = body.clone();
    let copy = move || drop(black_box(value.clone()));
    let value = body.clone();
    let lift = move || drop(black_box(value.clone().lift()));
    let convert = move || {
        drop(black_box(convert::<A, B>(body.clone(), Tolerance::Lossless).unwrap()));
    };
    let mut session =
        Session::new(Revision::V2025_11_25, Revision::V2025_06_18, Tolerance::Lossless);
    let mut checked = check::Session::new(Revision::V2025_11_25);
    for (id, method) in [(1, "tools/list"), (2, "tools/call")] {
        let ask =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{"name":"a"}}}}"#);
        session.message(&ask, sample.kind.sender().back()).unwrap();
        checked.message(&ask, Some(sample.kind.sender().back()));
    }
    let (text, sender) = (sample.text.clone(), sample.kind.sender());
    let message = move || {
        for outcome in session.clone().message(black_box(&text), sender).unwrap() {
            drop(black_box(outcome.unwrap()));
        }
    };
    let text = sample.text.clone();
    let check = move || {
        let findings = checked.clone().message(black_box(&text), Some(sender));
        assert!(black_box(findings).is_empty());
    };
    Steps {
        copy: Box::new(copy),
        lift: Box::new(lift),
        convert: Box::new(convert),
        message: Box::new(message),
        check: Box::new(check),
    }
}

/// The params or the result of a message.
fn body<T: DeserializeOwned>(text: &str) -> T {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        params: Option<&'a RawValue>,
        #[serde(borrow)]
        result: Option<&'a RawValue>,
    }

    let message: Message<'_> = serde_json::from_str(text).unwrap();
    serde_json::from_str(message.params.or(message.result).unwrap().get()).unwrap()
}
