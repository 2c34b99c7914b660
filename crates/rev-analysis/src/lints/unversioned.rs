//! W1001: a package without a `policy` line.

use super::is_complete;
use crate::db::{Db, Package, SourceFile};
use crate::item::Kind;
use crate::scope;

/// Whether this is where a missing `policy` is told: the first file by name.
pub(crate) fn is_unversioned(db: &dyn Db, package: Package, file: SourceFile) -> bool {
    let mut files = package.files(db).iter();
    files.all(|other| file.name(db) <= other.name(db))
        && is_complete(db, package)
        && scope::scope(db, package).of_kind(Kind::Policy).is_empty()
}
