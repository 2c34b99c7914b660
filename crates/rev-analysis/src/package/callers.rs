//! Which contracts call which tools to take something back, from the texts of the contracts alone.

use crate::check::tool::facts;
use crate::db::{Db, Package, SourceFile};
use crate::glob;
use crate::hir::Approval;
use crate::item::{Item, file_items};
use rev_syntax::ast::ItemKind;
use smol_str::SmolStr;

/// A call of a tool by a contract, with `by` or `cancel`.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Caller<'db> {
    /// The name that is called.
    pub name: SmolStr,
    /// The tool whose contract it is.
    pub owner: Item<'db>,
    /// Nobody is asked before.
    pub automatic: bool,
}

/// Every such call of a package, sorted by the name that is called and then by the caller's.
#[salsa::tracked]
pub(crate) fn callers<'db>(db: &'db dyn Db, package: Package) -> Vec<Caller<'db>> {
    let files = package.files(db).iter().chain(package.foreign(db));
    let mut all: Vec<Caller<'db>> = files
        .flat_map(|&file| callers_in(db, file))
        .cloned()
        .collect();
    all.sort_by(|a, b| {
        let owners = || a.owner.key(db).cmp(b.owner.key(db));
        a.name.cmp(&b.name).then_with(owners)
    });
    all
}

/// Those who call this name.
pub(crate) fn callers_of<'a, 'db>(all: &'a [Caller<'db>], name: &str) -> &'a [Caller<'db>] {
    let start = all.partition_point(|caller| caller.name.as_str() < name);
    let end = all.partition_point(|caller| caller.name.as_str() <= name);
    all.get(start..end).unwrap_or(&[])
}

#[salsa::tracked]
fn callers_in<'db>(db: &'db dyn Db, file: SourceFile) -> Vec<Caller<'db>> {
    let mut all: Vec<Caller<'db>> = Vec::new();
    for &owner in &file_items(db, file).items {
        let ItemKind::Tool(tool) = &owner.tree(db).kind else {
            continue;
        };
        for contract in facts::cases(tool).iter().filter_map(|it| it.contract()) {
            let automatic = (contract.approval()).is_some_and(|it| it.value == Approval::Auto);
            for call in contract.by().iter().chain(contract.cancel()) {
                all.push(Caller {
                    name: glob::pattern(&call.target),
                    owner,
                    automatic,
                });
            }
        }
    }
    all
}
