//! What needs judgement: one small rule each, before a value of the model is lowered.

pub(crate) mod errors;
