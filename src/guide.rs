//! The guide: how the parts work together, by what you want to do.
//!
//! * [`messages`]: speak one revision.
//! * [`model`]: speak several through one set of types.
//! * [`conversions`]: convert values, messages and sessions, and decide what may be lost.
//! * [`broken_input`]: live with peers that send broken or newer things.
//! * [`inputs`]: what becomes of sixty untidy and hostile inputs, here and elsewhere.
//! * [`features`]: what each revision brought or took away, and what conversions do about it.

#[doc = include_str!("guide/messages.md")]
pub mod messages {}

#[doc = include_str!("guide/model.md")]
pub mod model {}

#[doc = include_str!("guide/conversions.md")]
pub mod conversions {}

#[doc = include_str!("guide/broken_input.md")]
pub mod broken_input {}

#[doc = include_str!("guide/inputs.md")]
pub mod inputs {}

#[doc = include_str!("../generated/features.md")]
pub mod features {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
