//! W1001: a package without a `policy` line.

use super::{is_complete, own_items};
use crate::db::{Db, Package, SourceFile};
use crate::item::Kind;

/// Whether this is where a missing `policy` is told: the first file by name.
pub(crate) fn is_unversioned(db: &dyn Db, package: Package, file: SourceFile) -> bool {
    let mut files = package.files(db).iter();
    files.all(|other| file.name(db) <= other.name(db))
        && is_complete(db, package)
        && !own_items(db, package).any(|item| item.key(db).kind == Kind::Policy)
}
