//! What needs judgement: one small rule each, before a value of the model is lowered.

mod capabilities;
mod completion;
mod content;
mod discover;
mod elicitation;
pub(crate) mod errors;
mod fingerprint;
pub(super) mod identity;
mod notifications;
mod related_task;
pub(super) mod results;
mod sampling;
mod schema;
mod structured;
pub(super) mod tasks;
#[cfg(test)]
mod testing;
mod tool;
