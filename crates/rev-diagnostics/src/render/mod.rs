//! Findings as text: for people, for logs, for machines. Pure: nothing is read, nothing is printed.
//!
//! Every renderer shows what it is given in the order in which it is given, so call
//! [`crate::sort_and_dedup`] first. None of them knows a code.

mod excerpt;
mod github;
mod human;
mod json;
mod sarif;
mod short;
mod summary;
mod visible;

pub use github::render_github;
pub use human::{HumanStyle, render_human};
pub use json::render_json;
pub use sarif::render_sarif;
pub use short::render_short;
pub use summary::{Summary, summary};
pub use visible::visible;
