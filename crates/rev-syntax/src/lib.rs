//! Rev text to syntax tree, and back to text in one style.
//!
//! This crate knows nothing of names, types or other files: it reads one text.

pub mod ast;
mod braces;
mod build;
mod expected;
mod fmt;
mod grammar;
mod habits;
mod layout;
mod nameless;
mod odd;
mod parse;
mod tried;

pub use fmt::format;
pub use parse::{Comment, MAX_BYTES, Parsed, decode, parse};
