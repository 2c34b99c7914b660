//! A table as people and programs read it: text with what a reviewer asks for, and JSON with all of it.

mod about;
mod exact;
mod facts;
mod json;
mod text;
mod words;

pub use about::about;
pub use exact::Exact;
pub use json::json;
pub use text::text;
pub use words::TOO_LARGE;
