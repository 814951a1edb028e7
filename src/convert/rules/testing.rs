//! What the tests of the rules have in common.

#![allow(dead_code, reason = "a build with few revisions has few tests")]

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_core::Serialize;

use crate::convert::{Lift, Lower, Options, Versioned, convert};
use crate::wire::Wire;
use crate::{Json, Map};

/// What became of a value: its JSON and the notices, or the notices that refuse it.
pub(super) type Outcome = Result<(Json, Vec<String>), Vec<String>>;

/// Converts JSON of one type into another.
pub(super) fn cross<A, B>(text: &str, options: impl Into<Options>) -> Outcome
where
    A: Versioned + Lift<A::Model> + Wire,
    A::Model: Lower<B>,
    B: Versioned + Serialize,
{
    let value: A = crate::wire::from_text(text).unwrap();
    match convert::<A, B>(value, options) {
        Ok(crossing) => {
            let (value, report) = crossing.into_parts();
            let json = Json::from_serialize(&value).unwrap();
            assert!(unique(&json), "{json}");
            Ok((json, report.iter().map(ToString::to_string).collect()))
        }
        Err(refusal) => Err(refusal.reasons().map(ToString::to_string).collect()),
    }
}

/// A value that crossed, with its notices.
pub(super) fn crossed(text: &str, notices: &[&str]) -> Outcome {
    Ok((Json::from_text(text).unwrap(), owned(notices)))
}

/// A refusal, with its reasons.
pub(super) fn refused(reasons: &[&str]) -> Outcome {
    Err(owned(reasons))
}

/// Whether no object has a member twice.
fn unique(json: &Json) -> bool {
    let members: Map<Json> = json.as_object().map(|object| object.entries()).unwrap_or_default();
    members.iter().all(|(name, value)| members.get_all(name).count() == 1 && unique(value))
        && json.as_array().unwrap_or_default().iter().all(unique)
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}
