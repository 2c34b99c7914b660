//! Bytes are rolls of dice: a package, a run and calls, decided by the table and by the naive interpreter, which agree.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rev_agree::{Case, Dice, Package, Tally};

fuzz_target!(|bytes: &[u8]| {
    let mut dice = Dice::bytes(bytes);
    let Ok(case) = Case::new(Package::roll(&mut dice)) else {
        return;
    };
    let mut tally = Tally::default();
    for _ in 0..2 {
        if let Err(told) = case.compare(&mut dice, 30, &mut tally) {
            panic!("{}", told.shrunk());
        }
    }
});
