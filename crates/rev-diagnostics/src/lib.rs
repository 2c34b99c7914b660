//! What can be wrong with a policy, where, and how to say it.
//!
//! This crate knows nothing of the language: it has no syntax tree and no types.

mod diagnostic;
mod span;

pub use diagnostic::{Diagnostic, Edit, Fix, Label, Severity};
pub use span::{FileId, Span};
