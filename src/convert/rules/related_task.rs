//! The task that a message belongs to, in its metadata: a key of the protocol in 2025-11-25, and in
//! no other revision (2025-11-25, basic/utilities/tasks#related-task-metadata).

use crate::convert::{Feature, Happened, Lowering, Tasks};
use crate::{Json, JsonObject, Map};

const NAME: &str = "io.modelcontextprotocol/related-task";
const FEATURE: Feature = Feature::TasksCore;

/// Metadata without a task that the target can't know.
pub(super) fn without_related_task(meta: &mut Map<Json>, cx: &mut Lowering) {
    if meta.is_empty() || !cx.loses(FEATURE) {
        return;
    }
    let Some(task) = meta.remove(NAME) else { return };
    if cx.options().tasks == Tasks::Keep {
        meta.push(NAME, task);
        cx.note_at(NAME, Happened::Carried, Some(FEATURE), "the caller runs the tasks");
    } else {
        cx.gone(NAME, Some(task), meta, FEATURE, None);
    }
}

/// The same for metadata that is kept as text, of what stands here.
pub(super) fn meta_without_related_task(meta: &mut Option<JsonObject>, cx: &mut Lowering) {
    let Some(object) = meta.as_mut().filter(|_| cx.loses(FEATURE)) else { return };
    if object.get(NAME).is_none() {
        return;
    }
    let mut entries = object.entries();
    cx.within("_meta", |cx| without_related_task(&mut entries, cx));
    *object = entries.into();
}
