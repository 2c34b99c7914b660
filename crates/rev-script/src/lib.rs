//! Runs the `test` items of a policy: a person speaks, an agent calls, tools answer, events happen, and at every step
//! what the table decides is compared with what the author expects.
//!
//! A recorded run is replayed in the same way, with nothing expected of it.
//!
//! This crate reads no files and prints nothing.

mod assumed;
mod replay;
mod run;
mod value;

pub use assumed::decide;
pub use replay::{Called, Replayed, replay};
pub use run::{Failed, Reached, Tested, run, wire};
pub use value::json;
