//! JSON against the types of a decision table: whether a value is what was declared, and what it is then.
//!
//! [`Reader`] checks and reads single values, [`Args`] the arguments of a call, [`canonical`] writes a call in the one form
//! that is hashed and sent, [`key()`] keeps values short, [`yields()`] tells what a result carries. This crate knows nothing of runs, gates and decisions.

mod args;
mod canonical;
mod key;
mod ops;
mod text;
mod typed;
mod yields;

pub use args::{Args, Wrong};
pub use canonical::canonical;
pub use key::{Key, key};
pub use ops::Written;
pub use text::{any_match, links};
pub use typed::{Misfit, Reader, Value, dynamic};
pub use yields::yields;
