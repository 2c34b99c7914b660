//! Decisions as data: policies, runs, calls and what is decided, for every implementation of the language. The format is
//! told in `conformance/README.md`.

mod extract;
mod play;

pub use extract::extract;
pub use play::{Played, lowered, play};
