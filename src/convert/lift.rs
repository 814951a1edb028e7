//! From a revision into the model: nothing is lost and nothing can fail.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Integer, Json, JsonObject, Map, Nullable, Number, OneOrMany, StringOrInteger};

/// A value of a revision that the model `M` can hold.
///
/// Every type of a revision has it for its counterpart, and `From` with it.
pub trait Lift<M> {
    /// The same in the model.
    fn lift(self) -> M;
}

macro_rules! same {
    ($($leaf:ty),*) => {$(
        impl Lift<$leaf> for $leaf {
            #[inline]
            fn lift(self) -> $leaf {
                self
            }
        }
    )*};
}

same!(bool, String, Json, JsonObject, Number, Integer, StringOrInteger);

impl Lift<Json> for JsonObject {
    fn lift(self) -> Json {
        self.into()
    }
}

impl<T: Lift<M>, M> Lift<Option<M>> for Option<T> {
    fn lift(self) -> Option<M> {
        self.map(T::lift)
    }
}

impl<T: Lift<M>, M> Lift<Box<M>> for Box<T> {
    fn lift(self) -> Box<M> {
        Box::new((*self).lift())
    }
}

impl<T: Lift<M>, M> Lift<Vec<M>> for Vec<T> {
    fn lift(self) -> Vec<M> {
        self.into_iter().map(T::lift).collect()
    }
}

impl<T: Lift<M>, M> Lift<Map<M>> for Map<T> {
    fn lift(self) -> Map<M> {
        self.into_iter().map(|(name, value)| (name, value.lift())).collect()
    }
}

impl<T: Lift<M>, M> Lift<OneOrMany<M>> for OneOrMany<T> {
    fn lift(self) -> OneOrMany<M> {
        match self {
            OneOrMany::One(one) => OneOrMany::One(one.lift()),
            OneOrMany::Many(many) => OneOrMany::Many(many.lift()),
        }
    }
}

impl<T: Lift<M>, M> Lift<Nullable<M>> for Nullable<T> {
    fn lift(self) -> Nullable<M> {
        self.map(T::lift)
    }
}
