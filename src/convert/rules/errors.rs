//! Error codes that mean something else in another revision.

use crate::convert::Lowering;
use crate::model;

/// The error as the target says it; `method` is what was asked, where it is known.
pub(crate) fn adapt_error(
    error: model::Error,
    method: Option<&str>,
    cx: &mut Lowering,
) -> model::Error {
    let _ = (method, cx);
    error
}
