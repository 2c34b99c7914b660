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

pub use levels::{Level, Levels};
pub(crate) use unversioned::is_unversioned;

use crate::db::{Db, Package};
use crate::item::{Item, file_items};
use crate::package::Told;

/// Every lint that takes the whole package. Dependencies have lints of their own.
pub(crate) fn check<'db>(db: &'db dyn Db, package: Package, told: &mut Vec<Told<'db>>) {
    below::check(db, package, told);
    sequences::check(db, package, told);
    if is_complete(db, package) {
        unused::check(db, package, told);
        reach::check(db, package, told);
        untested::check(db, package, told);
    }
}

/// The items of the package itself.
fn own_items(db: &dyn Db, package: Package) -> impl Iterator<Item = Item<'_>> {
    let files = package.files(db).iter();
    files.flat_map(move |file| file_items(db, *file).items.iter().copied())
}

/// Whether everything could be read. What could not may have named anything, so nothing is said about what is missing.
fn is_complete(db: &dyn Db, package: Package) -> bool {
    let mut files = package.files(db).iter().chain(package.foreign(db));
    files.all(|file| {
        let mut errors = file_items(db, *file).errors.iter();
        errors.all(|error| error.severity == rev_diagnostics::Severity::Warning)
    })
}
