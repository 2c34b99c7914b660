//! Runs the `test` items of a policy: a person speaks, an agent calls, tools answer, events happen, and at every step
//! what the table decides is compared with what the author expects.
//!
//! This crate reads no files and prints nothing.

mod assumed;
mod run;
mod value;

pub use assumed::decide;
pub use run::{Failed, Reached, Tested, origins, run, wire};
pub use value::json;
