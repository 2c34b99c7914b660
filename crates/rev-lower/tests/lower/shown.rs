//! What a reviewer sees of a table.

use crate::packages::{SUPPORT, WIDE, lowered};

#[test]
fn the_example() {
    insta::assert_snapshot!(rev_table::text(&lowered(SUPPORT).table));
}

#[test]
fn a_package_with_everything() {
    insta::assert_snapshot!(rev_table::text(&lowered(WIDE).table));
}
