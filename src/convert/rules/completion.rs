//! Suggestions of a completion, of which a revision may allow a hundred.

use alloc::format;

use crate::convert::{Adapt, Feature, Happened, Lowering};
use crate::{Revision, model};

/// The most suggestions in one answer: in the prose of every revision, in the schema from 2026-07-28
/// (server/utilities/completion#completion-results).
const MOST: usize = 100;

impl Adapt for model::CompleteResultCompletion {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if cx.is_same() || cx.to() < Revision::V2026_07_28 || self.values.len() <= MOST {
            return Some(self);
        }
        let feature = Some(Feature::CompletionValuesCap);
        let section = "server/utilities/completion#completion-results";
        let (to, found) = (cx.to(), self.values.len());
        let why = format!("{to} allows {MOST} values, not {found} ({section})");
        cx.note_at("values", Happened::Dropped, feature, why);
        self.values.truncate(MOST);
        if self.has_more != Some(true) {
            let why = format!("some values were left out ({to}, {section})");
            cx.note_at("hasMore", Happened::Synthesised, feature, why);
            self.has_more = Some(true);
        }
        Some(self)
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_11_25", feature = "v2026_07_28"))]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use crate::convert::{Tolerance, convert};
    use crate::{v2025_11_25 as older, v2026_07_28 as newer};

    fn completion(values: usize) -> older::CompleteResult {
        let values: Vec<_> = (0..values).map(|value| value.to_string()).collect();
        older::CompleteResult::new(older::CompleteResultCompletion::new(values))
    }

    #[test]
    fn more_than_a_hundred_values_are_cut() {
        let crossing =
            convert::<_, newer::CompleteResult>(completion(102), Tolerance::Drop).unwrap();
        let cut = &crossing.value().completion;
        assert_eq!((cut.values.len(), cut.has_more), (100, Some(true)));
        let told: Vec<_> = crossing.report().iter().map(ToString::to_string).collect();
        assert_eq!(
            told.get(..2).unwrap(),
            [
                "/completion/hasMore: made up, some values were left out (2026-07-28, server/utilities/completion#completion-results)",
                "/completion/values: dropped, 2026-07-28 allows 100 values, not 102 (server/utilities/completion#completion-results)",
            ]
        );
    }

    #[test]
    fn a_hundred_values_cross() {
        let crossing =
            convert::<_, newer::CompleteResult>(completion(100), Tolerance::Lossless).unwrap();
        assert_eq!(crossing.value().completion.has_more, None);
    }

    #[test]
    fn an_older_target_gets_them_all() {
        let crossing =
            convert::<_, older::CompleteResult>(completion(102), Tolerance::Lossless).unwrap();
        assert_eq!(crossing.value().completion.values.len(), 102);
    }
}
