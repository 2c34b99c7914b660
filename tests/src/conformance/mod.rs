//! Decisions as data: policies, runs, calls and what is decided, for every implementation of the language. The format is
//! told in `conformance/README.md`.

mod extract;
mod naive;
mod play;

pub use extract::extract;
pub use naive::{Agreed, naively};
pub use play::{Played, lowered, play};
