//! Two opinions on generated calls: packages, runs and calls by chance, decided by the table and by the naive interpreter.
//!
//! It is for tests. [`Dice`] is chance that repeats, from a seed or from the bytes of a fuzzer; [`Package::roll`] makes the
//! text of a package, [`Case::new`] compiles it, and [`Case::compare`] drives both through a sequence of calls.

mod call;
mod case;
mod condition;
mod dice;
mod items;
mod package;
mod shrink;
mod tally;
mod tool;
mod words;

pub use call::{Became, Step, Told};
pub use case::{Case, Disagreement, Opening, Said, Session};
pub use dice::Dice;
pub use package::Package;
pub use tally::Tally;
