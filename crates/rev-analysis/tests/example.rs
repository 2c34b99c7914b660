//! The policy that the language is explained with is sound.

#![allow(clippy::unwrap_used, reason = "only tests")]

use rev_analysis::{Database, Levels, Package, SourceFile, check};
use std::sync::Arc;

#[test]
fn the_support_policy_has_no_findings() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/support/support.rev"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let db = Database::default();
    let file = SourceFile::new(&db, "support.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    assert_eq!(check(&db, package), []);
}
