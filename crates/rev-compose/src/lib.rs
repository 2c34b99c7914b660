//! What an agent's tools can do together: which labels can leave, what strangers can steer, and what no run may ever do.
//!
//! Everything is worked out over the lowered table, not over the text: the conditions that are settled here are the rows
//! that the evaluator looks at, so that the two cannot come to mean different things. What arguments, results and people
//! will be is not known; a set of truth values stands for each such condition ([`truths`]), and a set of runs for the
//! state ([`state`]). A path is closed only if every call of it is held, whatever the arguments.

mod ask;
mod asked;
mod boundaries;
mod case;
mod diff;
mod findings;
mod mend;
mod paths;
mod place;
mod prove;
mod reach;
mod sight;
mod state;
mod truths;
mod values;
mod walk;
mod ways;

pub use ask::{Asked, Irreversible, Secrets, Spend, irreversible, secrets, spend};
pub use diff::{
    About, Changes, Decided, Difference, Direction, Example, Past, against, changes, is_major,
};
pub use findings::compose;
pub use paths::{Danger, Path};
pub use prove::{Answer, Proof, prove};
pub use walk::{Counterexample, Made};
pub use ways::{Closed, Closer, Together, Way, together};
