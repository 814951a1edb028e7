//! What became of a document on its way to another revision, judged by comparing the two trees:
//! whatever differs must have been told.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use mcp_revisions::Json;
use mcp_revisions::convert::{Feature, Happened, Notice, Tolerance};
use mcp_revisions::json::{Difference, DifferenceKind, differences};

/// Notices of what is rewritten and comes back rewritten: it means the same as before; the older
/// way to say it is a way of the newer revision too.
const MEANS_THE_SAME: &[&str] = &[
    // An optional hint with the value that its absence has.
    "its absence means the same",
    // A sampling message may hold one block, or a list.
    "an array of one is that one",
    // The spelling of titled choices that every revision with forms reads.
    "as enum and enumNames, which every revision with forms reads",
];

/// A document that crossed, and what was told of it.
#[derive(Clone, Debug)]
pub(crate) struct Crossed {
    pub(crate) json: Json,
    pub(crate) report: Vec<Notice>,
}

impl Crossed {
    /// What differs from the input and no notice tells, as lines.
    pub(crate) fn untold(&self, input: &Json) -> Vec<String> {
        let thinned = Thinned::of(input, &self.report);
        let differences = real_differences(&thinned.json, &self.json).filter(|difference| {
            let origin = thinned.origin(&difference.pointer);
            !self.report.iter().any(|notice| tells(notice, &origin, difference.kind))
        });
        differences.map(|difference| difference.to_string()).collect()
    }

    /// What differs after the way back, and neither report tells. Of the first report only the
    /// notices that `counts` accepts are looked at.
    pub(crate) fn untold_after(
        &self,
        input: &Json,
        back: &Crossed,
        counts: impl Fn(&Notice) -> bool,
        counts_back: impl Fn(&Notice) -> bool,
    ) -> Vec<String> {
        let there = Thinned::of(input, &self.report);
        let and_back = Thinned::of(&there.json, &back.report);
        let differences = real_differences(&and_back.json, &back.json).filter(|difference| {
            let middle = and_back.origin(&difference.pointer);
            let origin = there.origin(&middle);
            if self.is_made_up(&origin) && says_nothing(back.json.pointer(&difference.pointer)) {
                return false;
            }
            let mut first = self.report.iter().filter(|notice| counts(notice));
            let mut second = back.report.iter().filter(|notice| counts_back(notice));
            !first.any(|notice| tells(notice, &origin, difference.kind))
                && !second.any(|notice| tells(notice, &middle, difference.kind))
        });
        differences.map(|difference| difference.to_string()).collect()
    }

    /// Whether the report says that something was made up here.
    fn is_made_up(&self, pointer: &str) -> bool {
        let made_up = |notice: &&Notice| notice.happened == Happened::Synthesised;
        self.report.iter().filter(made_up).any(|notice| notice.pointer == pointer)
    }

    /// What is wrong with the report itself: it names things once, in order, and where they are.
    pub(crate) fn faults_of_report(&self, input: &Json) -> Vec<String> {
        let mut faults = Vec::new();
        let mut seen = BTreeSet::new();
        for notice in &self.report {
            if !seen.insert((&notice.pointer, notice.happened, notice.feature)) {
                faults.push(format!("told twice: {notice}"));
            }
            let made_up = notice.happened == Happened::Synthesised;
            if !made_up && input.pointer(&notice.pointer).is_none() {
                faults.push(format!("points nowhere: {notice}"));
            }
        }
        faults
    }
}

/// Whether something is rewritten for good, and means the same.
pub(crate) fn means_the_same(notice: &Notice) -> bool {
    notice.happened == Happened::Rewritten && MEANS_THE_SAME.contains(&notice.why.as_ref())
}

/// Whether something crossed without a loss.
pub(crate) fn is_lossless(notice: &Notice) -> bool {
    notice.happened.tolerance() == Some(Tolerance::Lossless)
}

/// Whether something does not come back even with carry, and its notice says so.
pub(crate) fn carry_loses(notice: &Notice) -> bool {
    !is_lossless(notice) || means_the_same(notice)
}

/// Whether a sender that spoke like a newer revision is made to speak like its own: an older peer may
/// know error codes and forms of later revisions, but the way back goes by its own.
pub(crate) fn is_by_the_book(notice: &Notice) -> bool {
    let early = [
        Feature::ResourceNotFoundCode,
        Feature::UrlElicitationRequired,
        Feature::ElicitationEnumTitled,
    ];
    matches!(notice.happened, Happened::Rewritten | Happened::Degraded)
        && notice.feature.is_some_and(|feature| early.contains(&feature))
}

/// The differences that matter: integers may be spelled with a fraction.
pub(crate) fn real_differences<'a>(
    before: &'a Json,
    after: &'a Json,
) -> impl Iterator<Item = Difference> + 'a {
    differences(before, after)
        .filter(|difference| difference.kind != DifferenceKind::NumberSpelling)
}

/// Whether a notice accounts for a difference: at its place, around it or inside of it. What was
/// there and is not can't be explained by something that was made up; what is there and was not may
/// also be what a part beside it was rewritten as.
fn tells(notice: &Notice, pointer: &str, kind: DifferenceKind) -> bool {
    let mut at = notice.pointer.as_str();
    if notice.happened == Happened::Degraded
        && notice.feature == Some(Feature::SamplingContentArray)
    {
        // A message with several blocks becomes several messages: the list is another.
        at = at.rsplitn(3, '/').last().unwrap_or(at);
    }
    let related = is_inside(pointer, at) || is_inside(at, pointer);
    match kind {
        DifferenceKind::Added => {
            let around = at.rsplit_once('/').map_or("", |(parent, _)| parent);
            let said_otherwise =
                matches!(notice.happened, Happened::Rewritten | Happened::Degraded);
            related || (said_otherwise && is_inside(pointer, around))
        }
        _ => related && notice.happened != Happened::Synthesised,
    }
}

/// Whether nothing is said: an object of nothing, such as params that were made up for metadata.
fn says_nothing(json: Option<Json>) -> bool {
    json.and_then(|json| json.as_object()).is_some_and(|object| {
        object.entries().into_iter().all(|(_, value)| says_nothing(Some(value)))
    })
}

/// Whether a pointer is another one or leads into what that one points at.
fn is_inside(pointer: &str, outer: &str) -> bool {
    pointer.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A document without the elements that a report says are gone: what follows them has moved up.
struct Thinned {
    json: Json,
    /// For arrays that lost elements: where those that are left stood. By the array's new pointer.
    kept: BTreeMap<String, Vec<usize>>,
}

impl Thinned {
    fn of(input: &Json, report: &[Notice]) -> Self {
        let is_index = |pointer: &str| {
            let last = pointer.rsplit('/').next().unwrap_or_default();
            !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit())
        };
        let gone: BTreeSet<&str> = report
            .iter()
            .filter(|notice| notice.happened == Happened::Dropped && is_index(&notice.pointer))
            .map(|notice| notice.pointer.as_str())
            .collect();
        let mut kept = BTreeMap::new();
        if gone.is_empty() {
            return Thinned { json: input.clone(), kept };
        }
        let mut text = String::new();
        write_without(input, &gone, "", "", &mut text, &mut kept);
        Thinned { json: text.parse().unwrap(), kept }
    }

    /// Where something stood before.
    fn origin(&self, pointer: &str) -> String {
        let mut origin = String::new();
        let mut here = String::new();
        for token in pointer.split('/').skip(1) {
            let kept = self.kept.get(&here);
            let index = kept.and_then(|kept| kept.get(token.parse::<usize>().ok()?));
            origin.push('/');
            match index {
                Some(index) => origin.push_str(&index.to_string()),
                None => origin.push_str(token),
            }
            here.push('/');
            here.push_str(token);
        }
        origin
    }
}

fn write_without(
    json: &Json,
    gone: &BTreeSet<&str>,
    from: &str,
    to: &str,
    text: &mut String,
    kept: &mut BTreeMap<String, Vec<usize>>,
) {
    if let Some(items) = json.as_array() {
        let left: Vec<usize> = (0..items.len())
            .filter(|index| !gone.contains(format!("{from}/{index}").as_str()))
            .collect();
        text.push('[');
        for (place, index) in left.iter().enumerate() {
            text.push_str(if place == 0 { "" } else { "," });
            let (from, to) = (format!("{from}/{index}"), format!("{to}/{place}"));
            if let Some(item) = items.get(*index) {
                write_without(item, gone, &from, &to, text, kept);
            }
        }
        text.push(']');
        if left.len() < items.len() {
            kept.insert(to.to_owned(), left);
        }
    } else if let Some(object) = json.as_object() {
        text.push('{');
        for (place, (name, value)) in object.entries().into_iter().enumerate() {
            text.push_str(if place == 0 { "" } else { "," });
            text.push_str(Json::from(name.as_str()).as_str());
            text.push(':');
            let token = name.replace('~', "~0").replace('/', "~1");
            let (from, to) = (format!("{from}/{token}"), format!("{to}/{token}"));
            write_without(&value, gone, &from, &to, text, kept);
        }
        text.push('}');
    } else {
        text.push_str(json.as_str());
    }
}
