//! Where the arguments of a call came from, traced by value.
//!
//! A [`Tracker`] is told what the person said and what each call returned. For the next call it answers, for every
//! argument, whether the person said it, whether the operator's own data contain it, and which labels it carries. It
//! knows nothing of the compiler, reads no files and has no clock; it keeps what it is told in one form, indexed once, so
//! that a question costs about as much as the call is long, however long the results were.

mod address;
mod amount;
mod fold;
mod heard;
mod index;
mod links;
mod parts;
mod result;
mod tracker;
mod yaml;

pub use tracker::{Traced, Tracker};
