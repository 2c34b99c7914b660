//! Rev text to syntax tree, and back to text in one style.
//!
//! This crate knows nothing of names, types or other files: it reads one text.

pub mod ast;
mod fmt;
mod parse;

pub use fmt::format;
pub use parse::{Comment, Parsed, parse};
