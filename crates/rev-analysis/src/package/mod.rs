//! What only the whole package can tell: names declared twice, tools in nobody's reach, things used nowhere.

mod circles;
mod duplicates;
pub(crate) mod reach;
mod undoes;
pub(crate) mod uses;
mod wires;

use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::item::Item;
use crate::lints;
use smol_str::SmolStr;

/// A finding that no item can make alone, and the item it is told at.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Told<'db> {
    pub item: Item<'db>,
    pub finding: Finding,
    /// Related places: the names of these items.
    pub others: Vec<Other<'db>>,
}

/// Another item that a finding has to do with, where its name alone does not tell which.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Other<'db> {
    pub item: Item<'db>,
    pub name: SmolStr,
    pub text: String,
}

/// Every finding that takes the whole package.
#[salsa::tracked]
pub fn package_findings<'db>(db: &'db dyn Db, package: Package) -> Vec<Told<'db>> {
    let mut told = Vec::new();
    duplicates::check(db, package, &mut told);
    reach::check(db, package, &mut told);
    undoes::check(db, package, &mut told);
    wires::check(db, package, &mut told);
    circles::check(db, package, &mut told);
    lints::check(db, package, &mut told);
    told
}
