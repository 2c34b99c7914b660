//! Units and dimensions: small queries that others build on.

use crate::db::{Db, Package};
use crate::item::{Item, Kind};
use crate::scope::{self, Meant};
use rev_syntax::ast::ItemKind;
use smol_str::SmolStr;

/// More decimals than this have no money and no measure, and amounts must fit 128 bits.
pub const MOST_DECIMALS: u32 = 18;

/// The decimals of a unit; `None` if there is no such unit, which is told where it is declared or named.
pub fn scale(db: &dyn Db, package: Package, unit: &str) -> Option<u32> {
    match scope::find(db, package, Kind::Unit, unit) {
        Meant::One(item) => scale_of(db, item),
        Meant::Twice | Meant::Nothing => None,
    }
}

/// `unit INR scale 2`: two; without `scale`, none.
#[salsa::tracked(returns(copy))]
fn scale_of<'db>(db: &'db dyn Db, item: Item<'db>) -> Option<u32> {
    let ItemKind::Unit(unit) = &item.tree(db).kind else {
        return None;
    };
    match &unit.scale {
        None => Some(0),
        Some(written) => {
            let scale: u32 = written.value.replace('_', "").parse().ok()?;
            (scale <= MOST_DECIMALS).then_some(scale)
        }
    }
}

/// `dimension money in INR`: the unit, if it is declared.
#[salsa::tracked(returns(clone))]
pub fn unit_of<'db>(db: &'db dyn Db, item: Item<'db>) -> Option<SmolStr> {
    match &item.tree(db).kind {
        ItemKind::Dimension(dimension) => Some(dimension.unit.text.clone()),
        _ => None,
    }
}
