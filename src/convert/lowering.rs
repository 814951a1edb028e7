//! One lowering on its way: where it stands, what it may do, and what has happened.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde_core::Serialize;

use super::path::{Path, Step, in_order};
use super::{Crossing, Feature, Happened, Lower, Notice, Options, Refusal};
use crate::wire::Wire;
use crate::{Json, Map, OneOrMany, Revision};

/// The state of a lowering.
#[derive(Debug)]
pub struct Lowering {
    from: Option<Revision>,
    to: Revision,
    options: Arc<Options>,
    path: Path,
    pub(super) report: Vec<Notice>,
    /// The method that a response answers, where it is known.
    pub(super) answers: Option<String>,
}

impl Lowering {
    pub(crate) fn new(
        from: Option<Revision>,
        to: Revision,
        options: impl Into<Arc<Options>>,
    ) -> Self {
        let options = options.into();
        let (path, report, answers) = (Path::default(), Vec::new(), None);
        Lowering { from, to, options, path, report, answers }
    }

    /// The crossing, or the refusal where too much happened.
    pub(crate) fn finish<T>(self, value: Option<T>) -> Result<Crossing<T>, Refusal> {
        let Lowering { from, to, mut report, .. } = self;
        let tolerance = self.options.tolerance;
        report.sort_by(|a, b| in_order(&a.pointer, &b.pointer));
        let mut refusal = Refusal { report, tolerance };
        if value.is_none() && refusal.reasons().next().is_none() {
            let why = Cow::Borrowed("a part that it needs can't cross");
            let happened = Happened::Refused;
            let whole = Notice { pointer: String::new(), feature: None, happened, from, to, why };
            refusal.report.insert(0, whole);
        }
        match value {
            Some(value) if refusal.reasons().next().is_none() => {
                Ok(Crossing::new(value, refusal.report))
            }
            _ => Err(refusal),
        }
    }

    /// Turns what was refused into what was dropped: the message as a whole is left out.
    pub(crate) fn left_out(&mut self) {
        for notice in &mut self.report {
            notice.happened = notice.happened.min(Happened::Dropped);
        }
        if self.report.is_empty() {
            self.note(Happened::Dropped, None, "it has no place in the target");
        }
    }

    /// The revision of the target.
    pub fn to(&self) -> Revision {
        self.to
    }

    /// The revision of the sender; `None` where the value came from the model.
    pub fn from(&self) -> Option<Revision> {
        self.from
    }

    /// What the caller decided.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether sender and target speak the same revision: then nothing is to be done.
    pub fn is_same(&self) -> bool {
        self.from == Some(self.to)
    }

    /// The text that a message came as, where nothing was told of it: then it says the same in the
    /// target. It has to stand on one line, as all that comes out of a session.
    pub(super) fn handed_on(&self, came: Option<&str>) -> Option<String> {
        let text = came.filter(|_| self.report.is_empty())?.trim();
        let has = |byte| text.as_bytes().contains(&byte);
        (!has(b'\n') && !has(b'\r')).then(|| text.into())
    }

    /// Whether the target does not have a feature.
    pub fn lacks(&self, feature: Feature) -> bool {
        !feature.is_in(self.to)
    }

    /// Whether the target does not have a feature that the sender's revision has.
    pub(crate) fn loses(&self, feature: Feature) -> bool {
        self.lacks(feature) && self.from.is_none_or(|from| feature.is_in(from))
    }

    /// Notes something that happened here.
    pub fn note(
        &mut self,
        happened: Happened,
        feature: Option<Feature>,
        why: impl Into<Cow<'static, str>>,
    ) {
        self.note_there(self.path.pointer(), happened, feature, why);
    }

    /// Notes something that happened at a place in the sender's value.
    pub(super) fn note_there(
        &mut self,
        pointer: String,
        happened: Happened,
        feature: Option<Feature>,
        why: impl Into<Cow<'static, str>>,
    ) {
        let Lowering { from, to, .. } = *self;
        self.report.push(Notice { pointer, feature, happened, from, to, why: why.into() });
    }

    /// Takes back what was noted of this place.
    pub(super) fn forget_here(&mut self) {
        let here = self.path.pointer();
        self.report.retain(|notice| notice.pointer != here);
    }

    /// Where the lowering stands, as a pointer into the sender's value.
    pub(super) fn pointer(&self) -> String {
        self.path.pointer()
    }

    /// Where something stood in the sender's value, by a pointer into what is lowered.
    pub(super) fn origin(&self, pointer: String) -> String {
        self.path.origin(pointer)
    }

    /// Tells that what a rule put at `here` stands at `there` in the sender's value; both are
    /// pointers from where the lowering stands.
    pub(crate) fn moved(&mut self, here: &str, there: &str) {
        self.path.moved(here, there);
    }

    /// Notes something that happened to the member `name`.
    pub fn note_at(
        &mut self,
        name: &'static str,
        happened: Happened,
        feature: Option<Feature>,
        why: impl Into<Cow<'static, str>>,
    ) {
        self.within(name, |cx| cx.note(happened, feature, why));
    }

    /// Notes that this can't cross, and gives nothing.
    pub fn refuse<T>(&mut self, feature: Feature, why: impl Into<Cow<'static, str>>) -> Option<T> {
        self.note(Happened::Refused, Some(feature), why);
        None
    }

    /// The usual reason: the target does not have the feature.
    pub(crate) fn has_no(&self, feature: Feature) -> Cow<'static, str> {
        let to = self.to;
        let what = feature.name();
        match feature.until() {
            Some(until) if until < to => format!("{to} has no {what} (until {until})"),
            _ if feature.since() > to => format!("{to} has no {what} (since {})", feature.since()),
            _ => format!("{to} has {what}, but not in this place"),
        }
        .into()
    }

    /// Does something one step further in.
    #[inline]
    pub(crate) fn within<T>(
        &mut self,
        step: impl Into<Step>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.enter(step);
        let done = work(self);
        self.leave();
        done
    }

    /// Lowers a member that is there.
    #[inline]
    pub fn member<M: Lower<B>, B>(&mut self, name: &'static str, value: M) -> Option<B> {
        if M::PLAIN {
            return value.lower(self);
        }
        self.enter(name);
        let lowered = value.lower(self);
        self.leave();
        lowered
    }

    /// Lowers a value whose loss does not cost what is around it, but is a notice of its own.
    #[inline]
    pub(crate) fn part<M: Lower<B>, B>(&mut self, step: impl Into<Step>, value: M) -> Option<B> {
        if M::PLAIN {
            return value.lower(self);
        }
        let before = self.enter(step);
        let lowered = value.lower(self);
        if lowered.is_none() {
            self.tell_loss(before);
        }
        self.leave();
        lowered
    }

    /// Goes one step further in; gives how many notices there are.
    #[inline]
    pub(super) fn enter(&mut self, step: impl Into<Step>) -> usize {
        self.path.push(step.into());
        self.report.len()
    }

    /// Goes back by a step.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Tells of the loss of what stands here, unless a notice after the first `before` did.
    pub(super) fn tell_loss(&mut self, before: usize) {
        let here = self.path.pointer();
        let mut since = self.report.iter().skip(before);
        if !since.any(|notice| notice.pointer == here && notice.happened >= Happened::Dropped) {
            self.note(Happened::Dropped, None, "a part that it needs can't cross");
        }
    }

    /// Lowers an optional member.
    #[inline]
    pub fn optional<M: Lower<B>, B>(&mut self, name: &'static str, value: Option<M>) -> Option<B> {
        self.part(name, value?)
    }

    /// Lowers an optional member that not every revision defines. Where it is absent, an unmodelled
    /// member of the name takes its place: the sender's revision did not define it, and the target's
    /// does.
    #[inline]
    pub fn newer<M: Lower<B> + Wire, B>(
        &mut self,
        name: &'static str,
        value: Option<M>,
        extensions: &mut Map<Json>,
        feature: Option<Feature>,
    ) -> Option<B> {
        match value {
            Some(value) => self.part(name, value),
            None if extensions.is_empty() => None,
            None => self.adopt::<M, B>(name, extensions, feature),
        }
    }

    /// Lowers a member that the target demands and the model need not have; `or` is what its
    /// absence means, as JSON, and the reason.
    pub fn demanded<M: Lower<B> + Wire, B>(
        &mut self,
        name: &'static str,
        value: Option<M>,
        extensions: &mut Map<Json>,
        feature: Option<Feature>,
        or: Option<(&'static str, &'static str)>,
    ) -> Option<B> {
        if let Some(value) = value {
            return self.member(name, value);
        }
        if let Some(adopted) = self.adopt::<M, B>(name, extensions, feature) {
            return Some(adopted);
        }
        let made_up = or.and_then(|(json, why)| {
            let (json, why) = match self.options.cache.chosen(name) {
                Some(chosen) => (
                    Cow::Owned(chosen),
                    "the caller chose so (2026-07-28, server/utilities/caching)",
                ),
                None => (json.into(), why),
            };
            let value: M = crate::wire::from_text(&json).ok()?;
            self.note_at(name, Happened::Synthesised, feature, why);
            Some(value)
        });
        match made_up {
            Some(value) => self.member(name, value),
            None => {
                let why = format!("{} demands it, and there is none", self.to);
                self.note_at(name, Happened::Refused, feature, why);
                None
            }
        }
    }

    /// Lets go of a member that the target does not define. `meant` is the value that its absence
    /// means, as JSON: to leave that out loses nothing.
    pub fn gone<M: Serialize>(
        &mut self,
        name: &'static str,
        value: Option<M>,
        extensions: &mut Map<Json>,
        feature: Feature,
        meant: Option<&'static str>,
    ) {
        let Some(value) = value else { return };
        let why = self.has_no(feature);
        let json = Json::from_serialize(&value);
        let meant = meant.and_then(|text| Json::from_text(text).ok());
        match json {
            Ok(json) if meant.is_some_and(|meant| meant == json) => {
                let why = "its absence means the same";
                self.note_at(name, Happened::Rewritten, Some(feature), why);
            }
            // Only `complete` has an older form, and left in, an older client would not see it
            // (2026-07-28, basic#resulttype). Answers to a demand for input, and its state, are for
            // a server that made one: another would begin anew (basic/patterns/mrtr).
            _ if matches!(feature, Feature::ResultType | Feature::Mrtr) => {
                self.note_at(name, Happened::Refused, Some(feature), why);
            }
            Ok(json) if self.options.carry => {
                extensions.push(name, json);
                self.note_at(name, Happened::Carried, Some(feature), why);
            }
            _ => self.note_at(name, Happened::Dropped, Some(feature), why),
        }
    }

    /// Lets go of a member that the target can do without: what that costs, and why. Carried where
    /// the caller wants that.
    pub(crate) fn let_go<M: Serialize>(
        &mut self,
        name: &'static str,
        value: Option<M>,
        extensions: &mut Map<Json>,
        feature: Feature,
        cost: (Happened, &'static str),
    ) {
        if self.options.carry {
            self.gone(name, value, extensions, feature, None);
        } else if value.is_some() {
            self.note_at(name, cost.0, Some(feature), cost.1);
        }
    }

    /// Lowers an object that is kept as text.
    pub fn text<B: TryFrom<crate::JsonObject, Error = crate::Error>>(
        &mut self,
        object: crate::JsonObject,
        feature: Option<Feature>,
    ) -> Option<B> {
        match B::try_from(object) {
            Ok(value) => Some(value),
            Err(error) => {
                self.note(Happened::Dropped, feature, format!("{} refuses it: {error}", self.to));
                None
            }
        }
    }

    /// Lowers the one value of one or many, where the target holds no more.
    pub fn only_one<M: Lower<B>, B>(
        &mut self,
        values: OneOrMany<M>,
        feature: Feature,
    ) -> Option<B> {
        let mut many = match values {
            OneOrMany::One(one) => return one.lower(self),
            OneOrMany::Many(many) => many,
        };
        if many.len() == 1
            && let Some(one) = many.pop()
        {
            self.note(Happened::Rewritten, Some(feature), "an array of one is that one");
            self.moved("", "/0");
            return one.lower(self);
        }
        // What else does not fit is told, too.
        let _: Option<Vec<B>> = many.lower(self);
        let why = self.has_no(feature);
        self.refuse(feature, why)
    }
}
