//! What is said of invariants is refuted where it can be: on packages by chance, by walks and by trying everything out.

mod more;
mod plain;

use proptest::prelude::ProptestConfig;
use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_compose::{Answer, prove};
use rev_eval::Table;
use std::sync::Arc;

/// What became of the invariant, and the tables with and without it. Nothing for a package with mistakes.
fn proved(text: &str) -> Option<(Answer, Table, Table)> {
    let db = Database::default();
    let file = SourceFile::new(&db, "p.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    let plain = rev_lower::lower(&db, package).ok()?.table;
    let watched = rev_lower::lower_watched(&db, package).ok()?.table;
    let answer = prove(&db, package).into_iter().next()?.answer;
    Some((answer, watched.into(), plain.into()))
}

/// So many packages, or as many as `PROPTEST_CASES` asks for.
fn config(few: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|asked| asked.parse().ok()).unwrap_or(few),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
