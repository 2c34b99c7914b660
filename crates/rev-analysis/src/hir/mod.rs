//! The checked program: names resolved, types known, facts gathered. Items refer to each other by name.
//!
//! Places inside an item count from the item's start, as in the tree; nothing here says where an item stands.

mod class;
mod expr;
mod items;
mod tool;
mod types;

pub use class::*;
pub use expr::*;
pub use items::*;
pub use rev_syntax::ast::{Approval, Effect, ReversalKind, Scope};
pub use tool::*;
pub use types::*;
