//! Notifications: what a cancellation names, and whose news it is.

use crate::convert::{Adapt, Feature, Happened, Lowering};
use crate::model::{CancelledNotificationParams, NotificationMetaObject};

const REQUEST_ID: &str = "requestId";
const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// Only 2025-11-25 lets a cancellation name no request, and then nothing is cancelled by it: a
/// request needs its id, a task has a request of its own (2025-11-25,
/// basic/utilities/cancellation).
impl Adapt for CancelledNotificationParams {
    fn adapt(self, cx: &mut Lowering) -> Option<Self> {
        let named = self.request_id.is_some() || self.extensions.contains_key(REQUEST_ID);
        if !named && cx.lacks(Feature::CancelRequestIdOptional) {
            let why = "it cancels nothing without the id of a request";
            let feature = Feature::CancelRequestIdOptional;
            return cx.within(REQUEST_ID, |cx| cx.refuse(feature, why));
        }
        Some(self)
    }
}

/// News of a stream names the subscription (2026-07-28, basic/patterns/subscriptions); an older
/// client has one session, which all news belongs to.
impl Adapt for NotificationMetaObject {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        if cx.loses(Feature::SubscriptionsListen) {
            cx.let_go(
                SUBSCRIPTION_ID,
                self.subscription_id.take(),
                &mut self.extensions,
                Feature::SubscriptionsListen,
                (Happened::Degraded, "the session gets all news, without a subscription"),
            );
        }
        Some(self)
    }
}

#[cfg(test)]
#[cfg(all(
    feature = "v2024_11_05",
    feature = "v2025_06_18",
    feature = "v2025_11_25",
    feature = "v2026_07_28"
))]
mod tests {
    use super::super::testing::{cross, crossed, refused};
    use crate::convert::{Options, Tolerance};
    use crate::{v2024_11_05, v2025_06_18, v2025_11_25, v2026_07_28};

    #[test]
    fn a_cancellation_names_a_request() {
        type Sent = v2025_11_25::CancelledNotificationParams;
        let why = ["/requestId: refused, it cancels nothing without the id of a request"];
        let nameless = r#"{"reason": "late"}"#;
        assert_eq!(
            cross::<Sent, v2025_06_18::CancelledNotificationParams>(nameless, Tolerance::Drop),
            refused(&why)
        );
        assert_eq!(
            cross::<Sent, v2026_07_28::CancelledNotificationParams>(nameless, Tolerance::Drop),
            refused(&why)
        );
        let named = r#"{"reason": "late", "requestId": 4}"#;
        assert_eq!(
            cross::<Sent, v2026_07_28::CancelledNotificationParams>(named, Tolerance::Lossless),
            crossed(named, &[])
        );
    }

    #[test]
    fn a_subscription_is_of_no_use_to_a_session() {
        let news = r#"{"uri": "file:///a", "_meta": {
            "io.modelcontextprotocol/subscriptionId": 7, "x": 1}}"#;
        type New = v2026_07_28::ResourceUpdatedNotificationParams;
        type Old = v2025_06_18::ResourceUpdatedNotificationParams;
        assert_eq!(
            cross::<New, Old>(news, Tolerance::Degrade),
            crossed(
                r#"{"uri": "file:///a", "_meta": {"x": 1}}"#,
                &[
                    "/_meta/io.modelcontextprotocol~1subscriptionId: degraded, the session gets all \
                   news, without a subscription"
                ]
            )
        );
        let carried = cross::<New, Old>(news, Options::default().with_carry(true)).unwrap().0;
        assert_eq!(cross::<Old, New>(carried.as_str(), Tolerance::Lossless), crossed(news, &[]));
        // What an older sender means by the name is its own business.
        assert_eq!(
            cross::<Old, v2024_11_05::ResourceUpdatedNotificationParams>(news, Tolerance::Lossless),
            crossed(news, &[])
        );
    }
}
