//! The laws of conversions, for one document on its way to one revision.

#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use mcp_revisions::check::Passage;
use mcp_revisions::convert::{Happened, Identity, Notice, Options, Refusal, Tolerance};
use mcp_revisions::{Json, Revision, model};

use super::crossing::{
    Crossed, carry_loses, is_by_the_book, is_lossless, is_subscribed, means_the_same,
    real_differences,
};

/// The laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Law {
    /// What the sender's definition allows can be read and lifted, and the model has it equal.
    LiftIsTotal,
    /// Nothing changes within one revision.
    SameIsSame,
    /// What differs is told.
    ToldLosses,
    /// The report names each thing once, and where it is.
    TidyReport,
    /// What only needs features of the target crosses without a notice, save what is made up.
    FeaturesSuffice,
    /// What is lowered is valid in the target.
    ValidThere,
    /// What crosses to a newer revision without a loss comes back equal, or not at all.
    UpThenDown,
    /// What comes back differs only by what the reports tell.
    ThereAndBack,
    /// With carry, what crosses comes back equal.
    CarryRestores,
    /// The tolerance decides what is refused, and nothing else.
    ToleranceDecides,
}

/// A law that was broken, and how.
pub(crate) type Broken = (Law, String);

/// A document of a revision.
pub(crate) struct Document<'a> {
    pub(crate) text: &'a str,
    pub(crate) json: Json,
    /// Whether it holds kinds or values that its revision does not know.
    pub(crate) has_unknown: bool,
    /// Whether it was made as another revision has it.
    pub(crate) is_stranger: bool,
}

impl Document<'_> {
    /// Whether its sender's revision defines all of it.
    fn is_of_sender(&self) -> bool {
        !self.has_unknown && !self.is_stranger
    }
}

/// What the laws ask of a validator: the faults of a document of the target.
pub(crate) trait Judge {
    /// What must be refused, as a line; with `strict` also what is held as unknown.
    fn faults(&self, document: &str, strict: bool) -> Option<String>;
}

/// Options for a law: a client that says who it is, and to what it listens. Without that, requests
/// and news towards 2026-07-28 are refused, and no law could be tried on them.
pub(crate) fn options(tolerance: Tolerance) -> Options {
    let info = Some(model::Implementation::new("laws", "1"));
    let identity = Identity { info, ..Identity::default() };
    Options::new(tolerance).with_identity(identity).with_subscription("laws")
}

/// Converts a document.
pub(crate) fn cross(
    passage: Passage,
    text: &str,
    options: Options,
) -> Result<Crossed, Result<Refusal, String>> {
    match passage.convert(text, options) {
        Err(error) => Err(Err(format!("can't be read: {error}"))),
        Ok(Err(refusal)) => Err(Ok(refusal)),
        Ok(Ok(crossing)) => {
            let (text, report) = crossing.into_parts();
            Ok(Crossed { json: text.parse().unwrap(), report })
        }
    }
}

/// Within one revision: nothing changes, whatever is accepted.
pub(crate) fn of_same(passage: Passage, document: &Document<'_>, broken: &mut Vec<Broken>) {
    match passage.lift(document.text) {
        Err(error) => broken.push((Law::LiftIsTotal, error.to_string())),
        Ok(lifted) => {
            let lifted: Json = lifted.parse().unwrap();
            broken.extend(
                real_differences(&document.json, &lifted)
                    .map(|difference| (Law::LiftIsTotal, difference.to_string())),
            );
        }
    }
    for tried in [options(Tolerance::Lossless), options(Tolerance::Drop).with_carry(true)] {
        match cross(passage, document.text, tried) {
            Err(error) => broken.push((Law::SameIsSame, told(&error))),
            Ok(crossed) => {
                broken.extend(
                    real_differences(&document.json, &crossed.json)
                        .map(|difference| (Law::SameIsSame, difference.to_string())),
                );
                broken.extend(
                    crossed.report.iter().map(|notice| (Law::SameIsSame, notice.to_string())),
                );
            }
        }
    }
}

/// From one revision to another, and back. Gives the number of notices.
pub(crate) fn of_pair(
    [sender, target]: [Revision; 2],
    passage: Passage,
    document: &Document<'_>,
    judge: &impl Judge,
    broken: &mut Vec<Broken>,
) -> usize {
    let Document { text, json, .. } = document;
    let mut notices = 0;
    let dropping = cross(passage, text, options(Tolerance::Drop));
    tolerance_decides(passage, text, &dropping, broken);
    features_suffice(target, passage, document, &dropping, broken);
    match &dropping {
        Err(Err(error)) => broken.push((Law::LiftIsTotal, error.clone())),
        Err(Ok(refusal)) => {
            notices += refusal.report().len();
            let crossed = Crossed { json: json.clone(), report: refusal.report().to_vec() };
            let told = crossed.faults_of_report(json).into_iter();
            let refused = |line: &String| !line.contains(": refused, ");
            broken.extend(told.filter(refused).map(|line| (Law::TidyReport, line)));
        }
        Ok(crossed) => {
            notices += crossed.report.len();
            let untold = crossed.untold(json).into_iter();
            broken.extend(untold.map(|line| (Law::ToldLosses, with(&line, crossed))));
            let faults = crossed.faults_of_report(json).into_iter();
            broken.extend(faults.map(|line| (Law::TidyReport, line)));
            if let Some(fault) = judge.faults(crossed.json.as_str(), true) {
                broken.push((Law::ValidThere, with(&fault, crossed)));
            }
            there_and_back([sender, target], passage, document, crossed, broken);
        }
    }
    if let Ok(crossed) = cross(passage, text, options(Tolerance::Drop).with_carry(true)) {
        if document.is_of_sender()
            && let Some(fault) = judge.faults(crossed.json.as_str(), false)
        {
            broken.push((Law::ValidThere, with(&format!("carried: {fault}"), &crossed)));
        }
        carry_restores(passage, document, &crossed, broken);
    }
    notices
}

fn tolerance_decides(
    passage: Passage,
    text: &str,
    dropping: &Result<Crossed, Result<Refusal, String>>,
    broken: &mut Vec<Broken>,
) {
    let Ok(crossed) = dropping else { return };
    for tolerance in [Tolerance::Lossless, Tolerance::Degrade] {
        let fits =
            |notice: &Notice| notice.happened.tolerance().is_some_and(|least| least <= tolerance);
        let expected = crossed.report.iter().all(fits);
        let found = cross(passage, text, options(tolerance));
        let agrees = match &found {
            Ok(found) => {
                expected
                    && found.report == crossed.report
                    && found.json.as_str() == crossed.json.as_str()
            }
            Err(Ok(refusal)) => !expected && refusal.report() == crossed.report,
            Err(Err(_)) => false,
        };
        if !agrees {
            let found = found.map_or_else(|error| told(&error), |found| with("crossed", &found));
            broken.push((Law::ToleranceDecides, format!("{tolerance:?}: {found}")));
        }
    }
}

fn features_suffice(
    target: Revision,
    passage: Passage,
    document: &Document<'_>,
    dropping: &Result<Crossed, Result<Refusal, String>>,
    broken: &mut Vec<Broken>,
) {
    let Ok(features) = passage.required_features(document.text) else { return };
    if !document.is_of_sender() || !features.available_in(target) {
        return;
    }
    let report = match dropping {
        Ok(crossed) => &*crossed.report,
        Err(Ok(refusal)) => refusal.report(),
        Err(Err(_)) => return,
    };
    let beyond = report.iter().filter(|notice| notice.happened != Happened::Synthesised);
    broken.extend(
        beyond
            .map(|notice| (Law::FeaturesSuffice, format!("needs [{features}], and yet {notice}"))),
    );
}

fn there_and_back(
    [sender, target]: [Revision; 2],
    passage: Passage,
    document: &Document<'_>,
    crossed: &Crossed,
    broken: &mut Vec<Broken>,
) {
    let json = &document.json;
    let back = match cross(passage.back(), crossed.json.as_str(), options(Tolerance::Drop)) {
        Ok(back) => back,
        Err(Ok(_)) => return,
        Err(Err(error)) => {
            broken.push((Law::ThereAndBack, with(&error, crossed)));
            return;
        }
    };
    let untold = crossed.untold_after(json, &back, |_| true, |_| true).into_iter();
    broken.extend(untold.map(|line| (Law::ThereAndBack, with(&with(&line, crossed), &back))));
    // What was typed before its time is let go where it has none.
    if sender < target && !document.is_stranger && crossed.report.iter().all(is_lossless) {
        let untold = crossed.untold_after(json, &back, means_the_same, |_| false).into_iter();
        broken.extend(untold.map(|line| (Law::UpThenDown, with(&with(&line, crossed), &back))));
    }
}

fn carry_restores(
    passage: Passage,
    document: &Document<'_>,
    crossed: &Crossed,
    broken: &mut Vec<Broken>,
) {
    let json = &document.json;
    // What its sender could not mean comes back as its revision has it.
    let counts_back = |notice: &Notice| {
        is_subscribed(notice)
            || document.is_stranger && (is_by_the_book(notice) || means_the_same(notice))
    };
    let options = options(Tolerance::Drop).with_carry(true);
    match cross(passage.back(), crossed.json.as_str(), options) {
        Err(error) => {
            broken.push((Law::CarryRestores, format!("{}; {}", with("", crossed), told(&error))));
        }
        Ok(back) => {
            let untold = crossed.untold_after(json, &back, carry_loses, counts_back).into_iter();
            broken.extend(
                untold.map(|line| (Law::CarryRestores, with(&with(&line, crossed), &back))),
            );
        }
    }
}

/// A complaint with what came out, and the report.
fn with(complaint: &str, crossed: &Crossed) -> String {
    let report: Vec<String> = crossed.report.iter().map(ToString::to_string).collect();
    format!("{complaint}\n    -> {}\n       {report:?}", crossed.json)
}

fn told(error: &Result<Refusal, String>) -> String {
    match error {
        Ok(refusal) => refusal.to_string(),
        Err(error) => error.clone(),
    }
}
