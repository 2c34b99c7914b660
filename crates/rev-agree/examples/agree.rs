//! Compares the two opinions on so many decisions and tells what kinds they were: `… --example agree -- 1000000 [SEED]`.

use rev_agree::{Case, Dice, Package, Tally};

fn main() -> std::process::ExitCode {
    let mut numbers = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse::<u64>().ok());
    let wanted = numbers.next().unwrap_or(100_000);
    let first = numbers.next().unwrap_or(0);
    let most = numbers.next().unwrap_or(3);
    let mut tally = Tally::default();
    let (mut disagreements, mut shown) = (0, 0);
    let mut kinds = std::collections::BTreeMap::new();
    let mut seed = first;
    while (tally.decisions as u64) < wanted && seed < first + wanted {
        let mut dice = Dice::seed(seed);
        tally.packages += 1;
        match Case::new(Package::roll(&mut dice)) {
            Err(errors) => {
                tally.discarded += 1;
                for error in errors.iter().take(1) {
                    let shown = format!("{} {}", error.code, error.message);
                    if std::env::var_os("SHOW").is_some() {
                        println!("{shown}\n{:?}", error.primary);
                    }
                    *tally.mistakes.entry(error.code.to_string()).or_default() += 1;
                }
            }
            Ok(case) => {
                for _ in 0..8 {
                    if let Err(told) = case.compare(&mut dice, 40, &mut tally) {
                        let kind = kinds.entry(told.kind()).or_insert(0_usize);
                        *kind += 1;
                        disagreements += 1;
                        if *kind == 1 && shown < most {
                            shown += 1;
                            println!("seed {seed}\n{}\n", told.shrunk());
                        }
                    }
                }
            }
        }
        seed += 1;
    }
    println!("{tally}{disagreements} disagreements");
    for (kind, count) in kinds {
        println!("    {count:>9} {kind}");
    }
    match disagreements {
        0 => std::process::ExitCode::SUCCESS,
        _ => std::process::ExitCode::FAILURE,
    }
}
