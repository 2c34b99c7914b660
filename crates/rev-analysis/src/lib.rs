//! From syntax trees to a checked program, incrementally: names, types, reversal contracts, classes, gates, budgets.
//!
//! This crate reads no files and prints nothing. It knows nothing of tables and of how calls are decided.

mod admits;
mod check;
mod db;
pub mod facts;
mod finding;
mod gates;
pub mod glob;
pub mod hir;
mod item;
mod labels;
mod lints;
pub mod manifest;
mod number;
mod package;
mod reach;
mod report;
mod scope;
pub mod text_glob;
mod units;

pub use admits::{Admitted, Most, admits};
pub use check::{Checked, CheckedItem, check_item, conditions_for};
pub use db::{Database, Db, Package, SourceFile, unless_cancelled};
pub use finding::{Finding, Related};
pub use item::{FileItems, Item, ItemKey, Kind, file_items};
pub use lints::{Level, Levels};
pub use package::uses::{Mention, mentions};
pub use reach::{Reach, reach, reach_of};
pub use report::{
    FileDiagnostics, check, diagnostics, foreign_diagnostics, table_lints, told_later,
};
