//! From the model into a revision: part by part, with a notice for all that does not fit.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Feature, FeatureSet, Happened, Lowering};
use crate::{
    Integer, Json, JsonKind, JsonObject, Map, Nullable, Number, OneOrMany, StringOrInteger,
};

/// A value of the model that may fit the type `B` of a revision.
pub trait Lower<B>: Sized {
    /// Whether every value crosses as it is: then nothing needs to know where it stands.
    const PLAIN: bool = false;

    /// The same in the revision; `None` where it can't cross, and then a notice says why.
    ///
    /// [`lower`](super::lower) is the way to call it.
    fn lower(self, cx: &mut Lowering) -> Option<B>;
}

/// A hand-written rule that says a value in another way before it is lowered; most types have none.
pub trait Adapt: Sized {
    /// What it takes to say the value in more ways than some revisions have, where one has a name.
    const FEATURE: Option<Feature> = None;

    /// The value as the target can say it; `None` where it can't, and then a notice says why.
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        let _ = cx;
        Some(self)
    }

    /// The same where the target leaves the object open, so that it demands nothing of it.
    fn adapt_open(self, cx: &mut Lowering) -> Option<Self> {
        self.adapt(cx)
    }

    /// Adds the features that this value needs for what its members hold; that they are there, and
    /// what they need themselves, is counted without it.
    fn needs(&self, set: &mut FeatureSet) {
        let _ = set;
    }
}

macro_rules! same {
    ($($leaf:ty),*) => {$(
        impl Lower<$leaf> for $leaf {
            const PLAIN: bool = true;

            #[inline]
            fn lower(self, _: &mut Lowering) -> Option<$leaf> {
                Some(self)
            }
        }
    )*};
}

same!(bool, String, Json, JsonObject, Number, Integer, StringOrInteger);

impl Lower<JsonObject> for Json {
    fn lower(self, cx: &mut Lowering) -> Option<JsonObject> {
        if self.kind() != JsonKind::Object {
            cx.note(Happened::Dropped, None, "only an object can stand here");
        }
        self.try_into().ok()
    }
}

impl<M: Lower<B>, B> Lower<Box<B>> for Box<M> {
    const PLAIN: bool = M::PLAIN;

    fn lower(self, cx: &mut Lowering) -> Option<Box<B>> {
        (*self).lower(cx).map(Box::new)
    }
}

impl<M: Lower<B>, B> Lower<Vec<B>> for Vec<M> {
    const PLAIN: bool = M::PLAIN;

    fn lower(self, cx: &mut Lowering) -> Option<Vec<B>> {
        let mut index = 0;
        let lower = |element: M| {
            let before = cx.enter(index);
            let lowered = element.lower(cx);
            if lowered.is_none() {
                cx.tell_loss(before);
            }
            cx.leave();
            index += 1;
            lowered
        };
        // In the room of the old elements, where that suffices for the new ones.
        Some(self.into_iter().filter_map(lower).collect())
    }
}

impl<M: Lower<B>, B> Lower<Map<B>> for Map<M> {
    const PLAIN: bool = M::PLAIN;

    fn lower(self, cx: &mut Lowering) -> Option<Map<B>> {
        let mut lowered = Map::with_capacity(self.len());
        for (name, value) in self {
            if let Some(value) = cx.part(&name, value) {
                lowered.push(name, value);
            }
        }
        Some(lowered)
    }
}

impl<M: Lower<B>, B> Lower<OneOrMany<B>> for OneOrMany<M> {
    const PLAIN: bool = M::PLAIN;

    fn lower(self, cx: &mut Lowering) -> Option<OneOrMany<B>> {
        match self {
            OneOrMany::One(one) => one.lower(cx).map(OneOrMany::One),
            OneOrMany::Many(many) => many.lower(cx).map(OneOrMany::Many),
        }
    }
}

impl<M: Lower<B>, B> Lower<Nullable<B>> for Nullable<M> {
    const PLAIN: bool = M::PLAIN;

    fn lower(self, cx: &mut Lowering) -> Option<Nullable<B>> {
        match self {
            Nullable::Null => Some(Nullable::Null),
            Nullable::Value(value) => value.lower(cx).map(Nullable::Value),
        }
    }
}
