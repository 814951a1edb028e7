//! What became of a document on its way to another revision, judged by comparing the two trees:
//! whatever differs must have been told.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

use mcp_revisions::convert::{Feature, Happened, Notice, Tolerance};
use mcp_revisions::json::{Difference, DifferenceKind, differences};
use mcp_revisions::{Json, JsonKind};

/// Notices of what is rewritten and comes back rewritten. No notice could be more precise: the older
/// way to say it is a way of the newer revision too, so nothing has to be said otherwise on the way
/// back, and both trees mean the same by the spec.
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

    /// What is wrong with the report itself: it names things once, in order, and where they are, and
    /// calls nothing degraded that is simply gone.
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
        faults.extend(self.gone_and_called_degraded(input));
        faults
    }

    /// What is not there any more, all that was told is that it degraded, and nothing says it.
    fn gone_and_called_degraded(&self, input: &Json) -> Vec<String> {
        let thinned = Thinned::of(input, &self.report);
        let gone = real_differences(&thinned.json, &self.json)
            .filter(|difference| difference.kind == DifferenceKind::Missing);
        let unsaid = gone.filter(|difference| {
            let origin = thinned.origin(&difference.pointer);
            let around = |notice: &&Notice| is_inside(&origin, &notice.pointer);
            let mut told = self.report.iter().filter(around).peekable();
            let parent = difference.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
            let was = thinned.json.pointer(&difference.pointer);
            told.peek().is_some()
                && told.all(|notice| notice.happened == Happened::Degraded)
                && !was.zip(self.json.pointer(parent)).is_some_and(|(was, now)| says(&now, &was))
        });
        unsaid.map(|gone| format!("called degraded, and gone: {gone}")).collect()
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
    !is_lossless(notice)
}

/// Whether a sender that spoke like a newer revision is made to speak like its own: an older peer may
/// know error codes and forms of later revisions, but the way back goes by its own.
pub(crate) fn is_by_the_book(notice: &Notice) -> bool {
    // Facts about such a sender, which its own revision does not forbid: nothing in its message tells
    // the early use from a code or a spelling of its own.
    let early = [
        // -32602 for a missing resource before 2026-07-28.
        Feature::ResourceNotFoundCode,
        // -32042, and pages in its message, where there are no such visits.
        Feature::UrlElicitationRequired,
        // `oneOf` in a form of 2025-06-18.
        Feature::ElicitationEnumTitled,
    ];
    matches!(notice.happened, Happened::Rewritten | Happened::Degraded | Happened::Carried)
        && notice.feature.is_some_and(|feature| early.contains(&feature))
}

/// Whether news of 2026-07-28 that named no subscription, which the prose of that revision asks for and
/// its schema does not, came back with the one that the caller told.
pub(crate) fn is_subscribed(notice: &Notice) -> bool {
    notice.happened == Happened::Synthesised && notice.feature == Some(Feature::SubscriptionsListen)
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
        // A fact: a message with several blocks becomes several messages, so that all after it stand
        // elsewhere in the list. The notice names the message that was split.
        at = at.rsplitn(3, '/').last().unwrap_or(at);
    }
    let related = is_inside(pointer, at) || is_inside(at, pointer);
    match kind {
        DifferenceKind::Added => {
            let around = at.rsplit_once('/').map_or("", |(parent, _)| parent);
            let said_otherwise = match notice.happened {
                Happened::Rewritten | Happened::Degraded => true,
                Happened::Carried => notice.why.contains("what was said is kept as"),
                _ => false,
            };
            related || (said_otherwise && is_inside(pointer, around))
        }
        _ => related && notice.happened != Happened::Synthesised,
    }
}

/// Whether something is said somewhere in `now`: the whole of it, also as text, or any of its texts,
/// numbers and flags.
fn says(now: &Json, it: &Json) -> bool {
    let mut parts = Vec::new();
    values(it, &mut parts);
    let parts: Vec<String> = parts.iter().filter_map(scalar).collect();
    let mut said = Vec::new();
    values(now, &mut said);
    said.iter().any(|value| {
        let text = scalar(value).unwrap_or_default();
        value == it
            || parts.iter().any(|part| text.contains(part))
            || text.parse::<Json>().is_ok_and(|text| text == *it)
    })
}

/// All values in some JSON, itself included.
fn values(json: &Json, found: &mut Vec<Json>) {
    found.push(json.clone());
    json.as_array().into_iter().flatten().for_each(|item| values(&item, found));
    let members = json.as_object().map(|object| object.entries()).unwrap_or_default();
    members.iter().for_each(|(_, value)| values(value, found));
}

/// What is not put together, as text.
fn scalar(json: &Json) -> Option<String> {
    let put_together = matches!(json.kind(), JsonKind::Object | JsonKind::Array);
    (!put_together).then(|| json.as_string().unwrap_or_else(|| json.to_string()))
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
