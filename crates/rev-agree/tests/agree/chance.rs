//! The table and the naive interpreter agree on every call.

use crate::cases;
use proptest::prelude::*;
use rev_agree::{Case, Dice, Package, Tally};

proptest! {
    #![proptest_config(cases(48))]

    /// Verdict, gate, class, reasons, debits and hold, after every step of a run.
    #[test]
    fn both_agree(seed in any::<u64>()) {
        agree(Dice::seed(seed))?;
    }

    /// The same from the bytes of a fuzzer.
    #[test]
    fn both_agree_on_bytes(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        agree(Dice::bytes(&bytes))?;
    }
}

fn agree(mut dice: Dice) -> Result<(), TestCaseError> {
    let Ok(case) = Case::new(Package::roll(&mut dice)) else {
        return Ok(());
    };
    let mut tally = Tally::default();
    for _ in 0..3 {
        if let Err(told) = case.compare(&mut dice, 30, &mut tally) {
            return Err(TestCaseError::fail(told.shrunk().to_string()));
        }
    }
    Ok(())
}

/// What is generated is worth comparing: most packages are sound, all verdicts occur, and so does nearly every reason.
#[test]
fn chance_reaches_nearly_everything() {
    let mut tally = Tally::default();
    for seed in 0..60 {
        let mut dice = Dice::seed(seed);
        tally.packages += 1;
        match Case::new(Package::roll(&mut dice)) {
            Err(_) => tally.discarded += 1,
            Ok(case) => {
                for _ in 0..3 {
                    let told = case.compare(&mut dice, 30, &mut tally).err();
                    assert!(
                        told.is_none(),
                        "{}",
                        told.map(|it| it.shrunk().to_string()).unwrap_or_default()
                    );
                }
            }
        }
    }
    assert!(tally.discarded * 5 < tally.packages, "{tally}");
    for verdict in ["Allow", "RequireApproval", "Deny"] {
        let count = tally.verdicts.get(verdict).copied().unwrap_or(0);
        assert!(count * 20 > tally.decisions, "{tally}");
    }
    let expected = [
        "unknown_tool",
        "halted",
        "args",
        "case",
        "recovery",
        "agent.may",
        "agent.up_to",
        "require",
        "deny",
        "gate",
        "boundary",
        "rule",
        "blast.calls",
        "blast.money",
        "blast.messages",
        "blast.subjects",
        "blast.scope",
        "budget.money",
        "budget.messages",
        "class.time_window_undoable",
        "class.irreversible_internal",
        "class.irreversible_public",
        "class.authority_modifying",
    ];
    for code in expected {
        assert!(
            tally.reasons.contains_key(code),
            "{code} never occurs\n{tally}"
        );
    }
    assert!(tally.unknown > 100, "{tally}");
}
