//! Order never matters: shuffled files, items and fields make the same table.

use crate::packages::{SUPPORT, WIDE, lowered};
use crate::shuffle::{Dice, shuffled};
use proptest::prelude::*;
use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_lower::lower;
use std::sync::Arc;

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_the_example(seed in any::<u64>()) {
        same(SUPPORT, seed)?;
    }

    #[test]
    fn of_a_package_with_everything(seed in any::<u64>()) {
        same(WIDE, seed)?;
    }
}

/// The same texts under the same names, given in another order, are the same bytes with all their places.
#[test]
fn of_files_on_the_command_line() {
    let db = Database::default();
    let files: Vec<SourceFile> = WIDE
        .iter()
        .zip(1..)
        .map(|(text, n)| SourceFile::new(&db, format!("{n}.rev"), Arc::from(*text)))
        .collect();
    let bytes = |files: Vec<SourceFile>| {
        let package = Package::new(&db, files, Levels::default(), Vec::new());
        lower(&db, package).expect("it is sound").bytes
    };
    let turned: Vec<SourceFile> = files.iter().rev().copied().collect();
    assert_eq!(bytes(files), bytes(turned));
}

fn same(texts: &[&str], seed: u64) -> Result<(), TestCaseError> {
    let mut dice = Dice(seed);
    let mut mixed: Vec<String> = texts.iter().map(|text| shuffled(text, &mut dice)).collect();
    dice.shuffle(&mut mixed);
    let after: Vec<&str> = mixed.iter().map(String::as_str).collect();
    let (before, now) = (lowered(texts), lowered(&after));
    // The identity is the hash of every byte but those that say where something was written.
    prop_assert!(
        before.table.identity() == now.table.identity(),
        "{}",
        mixed.join("\n====\n")
    );
    Ok(())
}
