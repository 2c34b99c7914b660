//! What can be wrong with a policy, where, and how to say it.
//!
//! This crate knows nothing of the language: it has no syntax tree and no types. It reads no files and prints
//! nothing: texts come in, texts go out.

// Generated from the pages; `tests/catalogue.rs` writes it.
#[rustfmt::skip]
pub mod codes;
mod diagnostic;
mod order;
mod page;
mod render;
mod sources;
mod span;
pub mod suggest;

pub use diagnostic::{Diagnostic, Edit, Fix, Label, Severity};
pub use order::sort_and_dedup;
pub use page::{Example, Page, page};
pub use render::{
    HumanStyle, Summary, render_github, render_human, render_json, render_sarif, render_short,
    summary, visible,
};
pub use sources::{Position, Sources, Utf16Position};
pub use span::{FileId, Span};
