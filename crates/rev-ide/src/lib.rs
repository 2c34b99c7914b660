//! What an editor shows of a policy, as plain data: a place in a file in, Markdown out.
//!
//! This crate knows nothing of protocols, files and terminals. Whatever it says comes from the analysis.

mod agent;
mod hover;
mod small;
mod tool;
mod words;

pub use hover::{Hover, hover};
