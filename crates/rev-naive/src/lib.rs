//! A second opinion: decides calls by the checked program itself, without a table.
//!
//! Everything here is written for clarity and follows the reference step by step: conditions are walked as they were
//! written, arguments are read into plain values, boundaries are looked at by name. It shares no code with the evaluator
//! of tables; only the normal forms and patterns of texts are the same. It is for tests: where the two disagree on a
//! call, one of them is wrong.

mod bounds;
mod commit;
mod condition;
mod crossing;
mod decide;
mod gate;
mod labels;
mod number;
mod program;
mod read;
mod run;
mod settle;
mod text;
mod value;

pub use commit::Outcome;
pub use decide::{Caller, Debit, Decision, Reason, decide};
pub use gate::{Gate, Verdict};
pub use program::Program;
pub use run::{Call, Capability, Origin, Run};
