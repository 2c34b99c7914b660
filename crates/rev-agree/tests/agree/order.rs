//! Shuffling the items of a generated package changes no byte of the meaning of its table. (Fields inside of items are
//! shuffled in the tests of `rev-lower`, on packages that were written.)

use crate::cases;
use proptest::prelude::*;
use rev_agree::{Case, Dice, Package};

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn shuffled_items_make_the_same_table(seed in any::<u64>()) {
        let mut dice = Dice::seed(seed);
        let package = Package::roll(&mut dice);
        let mut mixed = package.clone();
        dice.shuffle(&mut mixed.items);
        if let Ok(case) = Case::new(package) {
            let other = Case::new(mixed).map_err(|errors| TestCaseError::fail(format!("{errors:?}")))?;
            prop_assert_eq!(case.table.identity(), other.table.identity());
        }
    }
}
