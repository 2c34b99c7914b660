//! More rules, labels, calls and spending, and fewer facts: none of them makes a decision weaker.

use crate::cases;
use proptest::prelude::*;
use rev_agree::{Became, Case, Dice, Opening, Package, Said, Session, Step, Told};
use rev_naive::Verdict;

/// Steps that bring a run some way.
fn started(case: &Case, dice: &mut Dice, steps: usize) -> Vec<Step> {
    (0..steps)
        .map(|_| Step::roll(dice, &case.package))
        .collect()
}

fn names(call: &Told) -> Vec<String> {
    let args = call.args.as_object();
    args.map(|args| args.keys().cloned().collect())
        .unwrap_or_default()
}

fn play<'c>(
    case: &'c Case,
    opening: &Opening,
    steps: &[Step],
) -> Result<Session<'c>, TestCaseError> {
    let mut session =
        Session::open(case, opening.clone()).ok_or(TestCaseError::reject("no agent"))?;
    for step in steps {
        let taken = session.take(step.clone(), None);
        taken.map_err(|told| TestCaseError::fail(told.to_string()))?;
    }
    Ok(session)
}

/// What is said of a call in a run that stays as it is.
fn ask(session: &Session<'_>, call: &Told) -> Result<Said, TestCaseError> {
    let mut session = session.clone();
    let asked = Step::Call(call.clone());
    let said = session.take(asked, None);
    let said = said.map_err(|told| TestCaseError::fail(told.to_string()))?;
    said.ok_or(TestCaseError::reject("no call"))
}

/// At least as strict in every field of the gate, and so in the verdict.
fn at_least(more: &Said, less: &Said, what: &str) -> Result<(), TestCaseError> {
    prop_assert!(
        more.gate.covers(less.gate) && more.verdict >= less.verdict,
        "{what}\n{more}\nis weaker than\n{less}"
    );
    Ok(())
}

proptest! {
    #![proptest_config(cases(32))]

    /// One more rule, whatever it says, weakens no decision. Both decide in a new run: later on the run without the rule
    /// may have sent more, and more calls and more labels are another property's.
    #[test]
    fn another_rule_weakens_nothing(seed in any::<u64>()) {
        let mut dice = Dice::seed(seed);
        let package = Package::roll(&mut dice);
        let mut more = package.clone();
        more.items.push(package.another_rule(&mut dice));
        let (Ok(without), Ok(with)) = (Case::new(package), Case::new(more)) else {
            return Ok(());
        };
        let opening = Opening::roll(&mut dice);
        // In a new run the two have the same state.
        for _ in 0..20 {
            let call = Told::roll(&mut dice, &without.package);
            let before = ask(&play(&without, &opening, &[])?, &call)?;
            let after = ask(&play(&with, &opening, &[])?, &call)?;
            at_least(&after, &before, &format!("{call:?}"))?;
        }
    }

    /// More labels, more calls and more spending weaken nothing, where conditions ask for them as policies do: `run has`,
    /// `run.calls >=`, `run.spent >`, `crossed`. A policy can ask for the contrary (`not run has L`, `run.calls < 3`); the
    /// generator leaves that out here. A call may also use up the run's halt, which denies all: that is stricter.
    #[test]
    fn more_labels_calls_and_spending_weaken_nothing(seed in any::<u64>()) {
        let mut dice = Dice::seed(seed);
        let Ok(case) = Case::new(Package::monotone(&mut dice)) else {
            return Ok(());
        };
        let opening = Opening::roll(&mut dice);
        let steps = started(&case, &mut dice, 6);
        let session = play(&case, &opening, &steps)?;
        for _ in 0..6 {
            let call = Told::roll(&mut dice, &case.package);
            let before = ask(&session, &call)?;
            let mut more = session.clone();
            for _ in 0..3 {
                let step = match dice.percent(50) {
                    true => Step::Label(if dice.percent(50) { "board" } else { "external" }),
                    false => Step::Call(Told { outcome: Became::Sent, approved: true, ..Told::roll(&mut dice, &case.package) }),
                };
                let taken = more.take(step, None);
                taken.map_err(|told| TestCaseError::fail(told.to_string()))?;
            }
            at_least(&ask(&more, &call)?, &before, &format!("{call:?}"))?;
        }
    }

    /// Fewer facts allow nothing more. An argument that every call needs denies where it is missing. Without `said` and
    /// `endorsed` no field of the gate is weaker, and without values of `context` no deny and no hold becomes an allow.
    ///
    /// Two exceptions are the language's own, and are left out. A comparison with an absent value is false, so leaving out
    /// an argument that may be left out can keep a gate from firing. And a policy may hold calls because something was said
    /// (`gate approval when args.to said`): these packages ask for no such thing.
    #[test]
    fn fewer_facts_allow_nothing_more(seed in any::<u64>()) {
        let mut dice = Dice::seed(seed);
        let Ok(case) = Case::new(Package::monotone(&mut dice)) else {
            return Ok(());
        };
        let opening = Opening::roll(&mut dice);
        let steps = started(&case, &mut dice, 8);
        let session = play(&case, &opening, &steps)?;
        let is_supply = |step: &&Step| matches!(step, Step::Supply(name, _) if !matches!(*name, "home" | "cwd"));
        let supplied: Vec<Step> = steps.iter().filter(is_supply).cloned().collect();
        for _ in 0..6 {
            let call = Told::roll(&mut dice, &case.package);
            let known = ask(&session, &call)?;
            let mut nobody = call.clone();
            for (_, said, endorsed, _) in &mut nobody.origins {
                (*said, *endorsed) = (false, false);
            }
            at_least(&ask(&session, &nobody)?, &known, &format!("{call:?}"))?;
            for name in names(&call) {
                let mut without = call.clone();
                let left = without.args.as_object_mut().and_then(|args| args.remove(&name));
                if left.is_some() && case.package.needs(&call.tool, &name) {
                    let fewer = ask(&session, &without)?;
                    prop_assert_eq!(fewer.verdict, Verdict::Deny, "{:?}", without);
                }
            }
            let with = ask(&play(&case, &opening, &supplied)?, &call)?;
            let fewer = ask(&play(&case, &opening, &[])?, &call)?;
            if with.verdict != Verdict::Allow {
                prop_assert!(fewer.verdict != Verdict::Allow, "{call:?}\n{fewer}\nwas\n{with}");
            }
        }
    }

    /// Consent lowers nothing but the approvers of its own class's gate, by one.
    #[test]
    fn consent_lowers_only_its_own_gate(seed in any::<u64>()) {
        let mut dice = Dice::seed(seed);
        let Ok(case) = Case::new(Package::monotone(&mut dice)) else {
            return Ok(());
        };
        let opening = Opening::roll(&mut dice);
        let steps = started(&case, &mut dice, 5);
        let session = play(&case, &opening, &steps)?;
        for _ in 0..8 {
            let mut call = Told::roll(&mut dice, &case.package);
            call.origins.clear();
            let unsaid = ask(&session, &call)?;
            call.origins = names(&call).into_iter().map(|name| (name, true, true, None)).collect();
            let said = ask(&session, &call)?;
            let class = |reason: &&(rev_naive::Gate, String, bool)| reason.1.starts_with("class.");
            let others = |said: &Said| said.reasons.iter().filter(|it| !class(it)).cloned().collect::<Vec<_>>();
            prop_assert_eq!(others(&said), others(&unsaid));
            let approvers = |said: &Said| said.reasons.iter().filter(class).map(|it| it.0.approvers).max().unwrap_or(0);
            prop_assert!(approvers(&unsaid) - approvers(&said) <= 1, "{unsaid}\n{said}");
        }
    }
}
