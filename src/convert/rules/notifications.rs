//! Notifications: what a cancellation names, and whose news it is.

use super::related_task::without_related_task;
use super::tasks::of_extension;
use crate::convert::{Adapt, Feature, Happened, Lowering};
use crate::model::{
    CancelledNotificationParams, NotificationMetaObject, NotificationParams,
    PromptListChangedNotification, ResourceListChangedNotification,
    ResourceUpdatedNotificationParams, ServerNotification, ToolListChangedNotification,
};

const REQUEST_ID: &str = "requestId";
const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
const LISTEN: Feature = Feature::SubscriptionsListen;
/// Why params and metadata are made up.
const NAMED: &str =
    "news names its subscription in the metadata (2026-07-28, basic/patterns/subscriptions)";

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

impl Adapt for ServerNotification {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        match &mut self {
            Self::Cancelled(_) => cancelled(cx)?,
            Self::PromptListChanged(params)
            | Self::ResourceListChanged(params)
            | Self::ToolListChanged(params) => list_changed(params, cx)?,
            Self::Unknown(call) => of_extension(&call.method, cx)?,
            _ => {}
        }
        Some(self)
    }
}

macro_rules! list_changed {
    ($($name:ident)*) => {$(
        impl Adapt for $name {
            fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
                list_changed(&mut self.params, cx)?;
                Some(self)
            }
        }
    )*};
}

list_changed!(
    PromptListChangedNotification ResourceListChangedNotification ToolListChangedNotification
);

impl Adapt for ResourceUpdatedNotificationParams {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        subscribed(&mut self.meta, cx)?;
        Some(self)
    }
}

/// What a server cancels is a request of its own up to 2025-11-25, and since then a subscription of
/// the client, for it has no requests (2026-07-28, basic/patterns/cancellation). Neither has a
/// counterpart on the other side.
fn cancelled(cx: &mut Lowering) -> Option<()> {
    let listens = |revision| LISTEN.is_in(revision);
    match (cx.from().map(listens), listens(cx.to())) {
        (Some(false), true) => {
            cx.refuse(LISTEN, "all that a server can cancel there is a subscription")
        }
        (Some(true), false) => cx.refuse(LISTEN, "it ends a subscription, and there are none"),
        _ => Some(()),
    }
}

fn list_changed(params: &mut Option<NotificationParams>, cx: &mut Lowering) -> Option<()> {
    if !is_newly_subscribed(cx) {
        return Some(());
    }
    if params.is_none() {
        cx.note_at("params", Happened::Synthesised, Some(LISTEN), NAMED);
    }
    let params = params.get_or_insert_default();
    cx.within("params", |cx| subscribed(&mut params.meta, cx))
}

/// Whether the target sends news to subscriptions alone, and the sender, who had one session for all
/// of it, named none.
fn is_newly_subscribed(cx: &Lowering) -> bool {
    !cx.lacks(LISTEN) && !cx.from().is_some_and(|from| LISTEN.is_in(from))
}

/// News names the subscription that it belongs to (2026-07-28, basic/patterns/subscriptions): the id
/// of a request that is not the sender's, so the caller has to tell.
fn subscribed(meta: &mut Option<NotificationMetaObject>, cx: &mut Lowering) -> Option<()> {
    if !is_newly_subscribed(cx) {
        return Some(());
    }
    let said = meta.as_ref().and_then(|meta| meta.subscription_id.as_ref());
    let known = cx.options().subscription.clone();
    // What is there was carried; or else it is nothing that the sender's revision knows.
    let stays = said.is_some() && (cx.options().carry || known.is_none() || said == known.as_ref());
    if stays {
        return Some(());
    }
    let said = said.is_some();
    cx.within("_meta", |cx| {
        if known.is_none() {
            let why = "only a subscription gets it, which only the caller knows: set its id";
            return cx.within(SUBSCRIPTION_ID, |cx| cx.refuse(LISTEN, why));
        }
        if meta.is_none() {
            cx.note(Happened::Synthesised, Some(LISTEN), NAMED);
        }
        let meta = meta.get_or_insert_default();
        meta.subscription_id = known;
        // What is no id of a subscription stands among the unmodelled.
        if meta.extensions.remove(SUBSCRIPTION_ID).is_some() || said {
            let why = "the caller names another subscription";
            cx.note_at(SUBSCRIPTION_ID, Happened::Dropped, Some(LISTEN), why);
            return Some(());
        }
        let why =
            "what the caller says of the subscription (2026-07-28, basic/patterns/subscriptions)";
        cx.note_at(SUBSCRIPTION_ID, Happened::Synthesised, Some(LISTEN), why);
        Some(())
    })
}

/// An older client has one session, which all news belongs to.
impl Adapt for NotificationMetaObject {
    fn adapt(mut self, cx: &mut Lowering) -> Option<Self> {
        without_related_task(&mut self.extensions, cx);
        if !cx.loses(LISTEN) || self.subscription_id.is_none() {
            return Some(self);
        }
        let said = self.subscription_id.take();
        if said == cx.options().subscription {
            // The way back makes it up again.
            let why = "the caller knows the subscription";
            cx.note_at(SUBSCRIPTION_ID, Happened::Rewritten, Some(LISTEN), why);
        } else {
            cx.gone(SUBSCRIPTION_ID, said, &mut self.extensions, LISTEN, None);
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
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use crate::convert::{Feature, Options, Tolerance, convert};
    use crate::message::Calls;
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
            cross::<New, Old>(news, Tolerance::Drop),
            crossed(
                r#"{"uri": "file:///a", "_meta": {"x": 1}}"#,
                &["/_meta/io.modelcontextprotocol~1subscriptionId: dropped, 2025-06-18 has no \
                   subscriptions (since 2026-07-28)"]
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

    const ID: &str = "/_meta/io.modelcontextprotocol~1subscriptionId";

    /// Options of a caller who knows the subscription.
    fn knowing() -> Options {
        Options::default().with_subscription("listen-1")
    }

    #[test]
    fn news_names_a_subscription() {
        type Old = v2025_11_25::ResourceUpdatedNotificationParams;
        type New = v2026_07_28::ResourceUpdatedNotificationParams;
        let old = r#"{"uri": "file:///a"}"#;
        let new = r#"{"uri": "file:///a", "_meta": {
            "io.modelcontextprotocol/subscriptionId": "listen-1"}}"#;
        let why = "refused, only a subscription gets it, which only the caller knows: set its id";
        assert_eq!(
            cross::<Old, New>(old, Tolerance::Drop),
            refused(&[&alloc::format!("{ID}: {why}")])
        );
        let told = alloc::format!(
            "{ID}: made up, what the caller says of the subscription (2026-07-28, basic/patterns/subscriptions)"
        );
        assert_eq!(
            cross::<Old, New>(old, knowing()),
            crossed(
                new,
                &[
                    "/_meta: made up, news names its subscription in the metadata (2026-07-28, basic/patterns/subscriptions)",
                    &told
                ]
            )
        );
        let known = alloc::format!("{ID}: rewritten, the caller knows the subscription");
        let back = r#"{"uri": "file:///a", "_meta": {}}"#;
        assert_eq!(cross::<New, Old>(new, knowing().with_carry(true)), crossed(back, &[&known]));
        // Who names one already is left alone.
        assert_eq!(cross::<New, New>(old, Tolerance::Lossless), crossed(old, &[]));
        assert_eq!(cross::<Old, New>(new, Tolerance::Lossless), crossed(new, &[]));
        // Unless the caller says otherwise: an older sender knows of no subscriptions.
        let other = knowing().with_subscription("listen-2");
        let told = alloc::format!("{ID}: dropped, the caller names another subscription");
        let options = Options { tolerance: Tolerance::Drop, ..other.clone() };
        let renamed = new.replace("listen-1", "listen-2");
        assert_eq!(cross::<Old, New>(new, options), crossed(&renamed, &[&told]));
        assert_eq!(cross::<Old, New>(new, other.with_carry(true)), crossed(new, &[]));
        // What is no id at all is no other subscription either.
        let odd = new.replace(r#""listen-1""#, "[1]");
        let options = Options { tolerance: Tolerance::Drop, ..knowing() };
        let told = alloc::format!("{ID}: dropped, the caller names another subscription");
        assert_eq!(cross::<Old, New>(&odd, options), crossed(new, &[&told]));
    }

    #[test]
    fn lists_change_for_a_subscription() {
        type Old = v2024_11_05::ServerNotification;
        type New = v2026_07_28::ServerNotification;
        for method in ["prompts", "resources", "tools"] {
            let method = alloc::format!("notifications/{method}/list_changed");
            let said = |options: Options| {
                let old = <Old as Calls>::read(&method, None).unwrap();
                convert::<_, New>(old, options).map(|crossing| match crossing.value() {
                    New::PromptListChanged(params)
                    | New::ResourceListChanged(params)
                    | New::ToolListChanged(params) => crate::to_string(params).unwrap(),
                    other => panic!("{other:?}"),
                })
            };
            assert_eq!(
                said(knowing()).unwrap(),
                r#"{"_meta":{"io.modelcontextprotocol/subscriptionId":"listen-1"}}"#
            );
            let refusal = said(Options::new(Tolerance::Drop)).unwrap_err();
            let features: Vec<_> = refusal.reasons().map(|notice| notice.feature).collect();
            assert_eq!(features, [Some(Feature::SubscriptionsListen)]);
        }
    }

    #[test]
    fn what_a_server_cancels_is_of_its_revision() {
        let params = Some(r#"{"requestId": "listen-1"}"#);
        let method = "notifications/cancelled";
        let up = || {
            let sent = <v2025_11_25::ServerNotification as Calls>::read(method, params).unwrap();
            convert::<_, v2026_07_28::ServerNotification>(sent, knowing())
        };
        assert_eq!(
            up().unwrap_err().to_string(),
            "can't cross: (document): refused, all that a server can cancel there is a subscription"
        );
        let sent = <v2026_07_28::ServerNotification as Calls>::read(method, params).unwrap();
        let down = convert::<_, v2025_11_25::ServerNotification>(sent, Tolerance::Drop);
        assert_eq!(
            down.unwrap_err().to_string(),
            "can't cross: (document): refused, it ends a subscription, and there are none"
        );
        // A client cancels its requests, then as now.
        let sent = <v2025_11_25::ClientNotification as Calls>::read(method, params).unwrap();
        let crossing = convert::<_, v2026_07_28::ClientNotification>(sent, Tolerance::Lossless);
        assert!(crossing.unwrap().report().is_empty());
    }
}
