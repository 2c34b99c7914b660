//! Lints: what registers, and probably does not say what was meant.

pub(crate) mod allow;
mod below;
mod levels;
mod reach;
pub(crate) mod rules;
mod sequences;
mod untested;
mod unused;
mod unversioned;

pub(crate) use levels::LINTS;
pub use levels::{Level, Levels};
pub(crate) use unversioned::is_unversioned;

use crate::db::{Db, Package, SourceFile};
use crate::item::{Item, file_items};
use crate::package::Told;

/// Every lint in a file that takes the whole package.
pub(crate) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    below::check(db, package, file, told);
    sequences::check(db, package, file, told);
    if is_complete(db, package) {
        unused::check(db, package, file, told);
        reach::check(db, package, file, told);
        untested::check(db, package, file, told);
    }
}

/// The items of a file.
fn items_in(db: &dyn Db, file: SourceFile) -> impl Iterator<Item = Item<'_>> {
    file_items(db, file).items.iter().copied()
}

/// Whether everything could be read. What could not may have named anything, so nothing is said about what is missing.
#[salsa::tracked(returns(copy))]
fn is_complete(db: &dyn Db, package: Package) -> bool {
    let mut files = package.files(db).iter().chain(package.foreign(db));
    files.all(|file| {
        let mut errors = file_items(db, *file).errors.iter();
        errors.all(|error| error.severity == rev_diagnostics::Severity::Warning)
    })
}
