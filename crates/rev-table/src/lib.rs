//! The decision table: what a package of policies means, as one deterministic artifact.
//!
//! A table is a few pools of small records that refer to each other by number. [`Builder`] gathers them,
//! [`Builder::finish`] makes the bytes, [`Table::load`] checks every one of them once and answers with a [`Table`] whose
//! references all lead somewhere. This crate knows nothing of the language's text and of how a call is decided.

mod builder;
mod check;
mod gates;
mod layout;
mod load;
mod lookup;
mod node;
mod ready;
#[cfg(feature = "show")]
mod show;
mod types;
mod view;

pub use builder::{Builder, Source};
pub use gates::{Gate, Verdict, duration};
pub use layout::*;
#[cfg(feature = "rehash")]
pub use load::rehashed;
pub use load::{LoadError, Table};
pub use lookup::names;
pub use node::{CompareOp, MatchOp, Node, Quantifier, Root, SumOp};
pub use ready::{Field, Test};
#[cfg(feature = "show")]
pub use show::{Exact, TOO_LARGE, about, json, text};
pub use types::{Kind, Type};
/// The numbers of which records are made.
pub use zerocopy::little_endian::{U16, U32, U64};
