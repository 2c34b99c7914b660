//! What only the whole package can tell: names declared twice, tools in nobody's reach, things used nowhere.

pub(crate) mod callers;
mod circles;
mod duplicates;
pub(crate) mod reach;
mod undoes;
pub(crate) mod uses;
mod wires;

use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::item::{Item, file_items};
use crate::lints;
use crate::report::is_foreign;
use rev_syntax::ast::{self, ItemKind};
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

/// Every finding in a file that takes the whole package. What it takes is gathered in small queries without places,
/// each from one answer per file, so that an edit which changes none of them costs a look at each file.
#[salsa::tracked]
pub fn told_in<'db>(db: &'db dyn Db, package: Package, file: SourceFile) -> Vec<Told<'db>> {
    let mut told = Vec::new();
    duplicates::check(db, package, file, &mut told);
    reach::check(db, package, file, &mut told);
    undoes::check(db, package, file, &mut told);
    wires::check(db, package, file, &mut told);
    circles::check(db, package, file, &mut told);
    // Dependencies have lints of their own.
    if !is_foreign(db, package, file) {
        lints::check(db, package, file, &mut told);
    }
    told
}

/// The tools of a file, as written.
fn tools_in<'db>(
    db: &'db dyn Db,
    file: SourceFile,
) -> impl Iterator<Item = (Item<'db>, &'db ast::Tool)> {
    let items = file_items(db, file).items.iter();
    items.filter_map(move |&item| match &item.tree(db).kind {
        ItemKind::Tool(tool) => Some((item, tool)),
        _ => None,
    })
}
