//! What a peer sent beyond its own revision: where the target defines it, it is read as the model's
//! and lowered like all else.

use alloc::borrow::Cow;
use alloc::format;

use super::rules::results::stray;
use super::rules::tasks::{of_extension, stray_task};
use super::{Feature, Happened, Lower, Lowering};
use crate::message::{Call, Calls, Replies};
use crate::wire::{Unknown, Wire};
use crate::{Error, Habit, Json, Leniency, Lenient, Map};

impl Lowering {
    /// Takes an unmodelled member that the target models, and lowers it as any other. Of a list,
    /// elements that can't be read are left out.
    pub(super) fn adopt<M: Lower<B> + Wire, B>(
        &mut self,
        name: &'static str,
        extensions: &mut Map<Json>,
        feature: Option<Feature>,
    ) -> Option<B> {
        let json = extensions.remove(name)?;
        let before = self.enter(name);
        let lowered = match stray(name, &json).or_else(|| stray_task(name, self)) {
            Some((feature, why)) => {
                self.note(Happened::Dropped, Some(feature), why);
                None
            }
            None => self.read_beyond::<M>(&json, feature).and_then(|value| value.lower(self)),
        };
        if lowered.is_none() {
            self.tell_loss(before);
        }
        self.leave();
        lowered
    }

    fn read_beyond<M: Wire>(&mut self, json: &Json, feature: Option<Feature>) -> Option<M> {
        let leniency = Leniency::none().with(Habit::BrokenElement);
        match leniency.read_by(json.as_str(), &mut |text| crate::wire::from_text(text)) {
            Ok(Lenient { value, forgiven }) => {
                self.tell_forgiven(json.as_str(), &forgiven, feature);
                Some(value)
            }
            Err(error) => {
                let why = self.not_meant(error);
                self.note(Happened::Dropped, feature, why);
                None
            }
        }
    }

    /// The usual reason why what the sender's revision does not define is not typed.
    pub(super) fn not_meant(&self, error: Error) -> Cow<'static, str> {
        format!("it is not what {} means by it: {}", self.to(), error.unplaced()).into()
    }

    /// Lowers a kind that the sender's revision does not know: the target's may.
    pub fn unknown_kind<M: Lower<B> + Wire, B: Wire>(
        &mut self,
        value: &Unknown,
        tag: &'static str,
        is_known: fn(&M) -> bool,
    ) -> Option<B> {
        let json = Json::from_serialize(value).ok()?;
        if !self.is_same()
            && let Ok(known) = crate::wire::from_text::<M>(json.as_str())
            && is_known(&known)
        {
            return known.lower(self);
        }
        match crate::wire::from_text::<B>(json.as_str()) {
            Err(error) => {
                let why = self.not_meant(error);
                self.note(Happened::Dropped, None, why);
                None
            }
            Ok(held) if self.is_same() => Some(held),
            Ok(held) => {
                let why = format!("{} has no {tag} \"{}\"", self.to(), value.tag());
                self.carried(Some(held), None, why)
            }
        }
    }

    /// Lowers a method that the sender's revision does not know: the target's may.
    pub fn unknown_call<M: Calls + Lower<B>, B: Calls>(&mut self, call: Call) -> Option<B> {
        let Call { method, params } = &call;
        let params = params.as_ref().map(Json::as_str);
        if B::knows(method) {
            let read = M::read(method, params);
            return self.meant_by_target(read)?.lower(self);
        }
        let held = B::read(method, params);
        self.meant_by_target(held)
    }

    /// Lowers a result of a method that the sender's revision does not know: the target's may.
    pub(super) fn unknown_reply<M: Replies + Lower<B>, B: Replies>(
        &mut self,
        method: &str,
        result: &Json,
    ) -> Option<B> {
        self.within("result", |cx| of_extension(method, cx))?;
        if B::knows(method) {
            let read = M::read(Some(method), result.as_str());
            return self.meant_by_target(read)?.lower(self);
        }
        // There are rules for any result.
        let held = B::read(None, self.plain_result(result).as_str());
        self.meant_by_target(held)
    }

    /// What was read as the target's, or a refusal where it is something else there.
    fn meant_by_target<T>(&mut self, read: Result<T, Error>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(error) => {
                let why = self.not_meant(error);
                self.note(Happened::Refused, None, why);
                None
            }
        }
    }
}

#[cfg(test)]
#[cfg(all(
    feature = "v2024_11_05",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
mod tests;
