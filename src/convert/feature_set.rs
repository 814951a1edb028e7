//! Sets of features, and what a value needs.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Feature;
use crate::{
    Integer, Json, JsonObject, Map, Nullable, Number, OneOrMany, Revision, StringOrInteger,
};

/// A set of features.
///
/// ```
/// # #[cfg(feature = "convert")] {
/// use mcp_revisions::{Revision, model::Annotations};
///
/// let needs = Annotations::new().with_last_modified("2026-01-01T00:00:00Z").required_features();
/// assert!(!needs.available_in(Revision::V2025_03_26));
/// assert_eq!(needs.to_string(), "annotations-last-modified");
/// # }
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FeatureSet(u128);

impl FeatureSet {
    /// No feature.
    pub const EMPTY: FeatureSet = FeatureSet(0);

    /// What a value of the model needs.
    pub fn of(value: &impl Features) -> Self {
        let mut set = FeatureSet::EMPTY;
        value.features(&mut set);
        set
    }

    /// Every feature of a revision.
    pub fn in_revision(revision: Revision) -> Self {
        Feature::ALL.into_iter().filter(|feature| feature.is_in(revision)).collect()
    }

    /// Adds a feature.
    pub fn insert(&mut self, feature: Feature) {
        self.0 |= 1 << feature as u32;
    }

    /// Whether a feature is in the set.
    pub fn contains(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u32) != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether a revision has all of them.
    pub fn available_in(self, revision: Revision) -> bool {
        self.missing_in(revision).is_empty()
    }

    /// Those that a revision does not have.
    pub fn missing_in(self, revision: Revision) -> FeatureSet {
        self.iter().filter(|feature| !feature.is_in(revision)).collect()
    }

    /// The features, in the order of the docs.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.contains(*feature))
    }
}

impl Revision {
    /// What `other` has and this revision lacks: what may be lost on the way from `other`. It needs
    /// no message.
    ///
    /// ```
    /// use mcp_revisions::{Revision, convert::Feature};
    ///
    /// let lost = Revision::V2025_06_18.lacks(Revision::V2025_11_25);
    /// assert!(lost.contains(Feature::Icons) && !lost.contains(Feature::Title));
    /// // 2025-06-18 took batches away.
    /// assert!(Revision::V2025_06_18.lacks(Revision::V2025_03_26).contains(Feature::Batching));
    /// ```
    pub fn lacks(self, other: Revision) -> FeatureSet {
        FeatureSet::in_revision(other).missing_in(self)
    }
}

impl FromIterator<Feature> for FeatureSet {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> Self {
        let mut set = FeatureSet::EMPTY;
        features.into_iter().for_each(|feature| set.insert(feature));
        set
    }
}

impl fmt::Debug for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, feature) in self.iter().enumerate() {
            let gap = if index == 0 { "" } else { ", " };
            write!(f, "{gap}{feature}")?;
        }
        Ok(())
    }
}

/// A value that may need features.
pub trait Features {
    /// Adds the features that this value needs.
    fn features(&self, set: &mut FeatureSet) {
        let _ = set;
    }
}

macro_rules! none {
    ($($leaf:ty),*) => {$(
        impl Features for $leaf {}
    )*};
}

none!(bool, String, Json, JsonObject, Number, Integer, StringOrInteger);

impl<T: Features> Features for Option<T> {
    fn features(&self, set: &mut FeatureSet) {
        if let Some(value) = self {
            value.features(set);
        }
    }
}

impl<T: Features> Features for Box<T> {
    fn features(&self, set: &mut FeatureSet) {
        (**self).features(set);
    }
}

impl<T: Features> Features for Vec<T> {
    fn features(&self, set: &mut FeatureSet) {
        self.iter().for_each(|value| value.features(set));
    }
}

impl<T: Features> Features for Map<T> {
    fn features(&self, set: &mut FeatureSet) {
        self.values().for_each(|value| value.features(set));
    }
}

impl<T: Features> Features for Nullable<T> {
    fn features(&self, set: &mut FeatureSet) {
        if let Nullable::Value(value) = self {
            value.features(set);
        }
    }
}

impl<T: Features> Features for OneOrMany<T> {
    fn features(&self, set: &mut FeatureSet) {
        match self {
            OneOrMany::One(one) => one.features(set),
            OneOrMany::Many(many) => many.features(set),
        }
    }
}
