//! Generates exact Rust types from JSON Schemas.
//!
//! For a schema of your own, start at [`Module`].

pub mod analyse;
pub mod api;
pub mod boxes;
pub mod canonical;
pub mod cli;
pub mod convert;
pub mod corrected;
pub mod decisions;
pub mod describe;
pub mod diff;
pub mod docs;
pub mod draft;
pub mod errata;
pub mod error;
pub mod fragments;
pub mod generate;
pub mod import;
pub mod ir;
pub mod json;
pub mod keywords;
pub mod lineage;
pub mod manifest;
pub mod methods;
pub mod module;
pub mod modules;
pub mod naming;
pub mod normalise;
pub mod pointer;
pub mod print;
pub mod protocol;
pub mod refine;
pub mod revision;
pub mod sources;
pub mod spelling;
pub mod table;
pub mod verify;
pub mod write;

pub use error::{Error, Errors};
pub use module::Module;
