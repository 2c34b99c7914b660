//! What is said to hold holds: small packages of every kind are walked through by the evaluator, which tries to refute it.

use crate::{config, proved};
use proptest::prelude::*;
use rev_compose::{Answer, Made};
use rev_eval::{Capability, Outcome, Run, Table, Verdict};
use rev_lower::watched_code;
use serde_json::json;

/// A package of three readers and a writer, with rules and invariants in between.
fn package(rules: &[String], boundary: &str, never: &str, calls: &str) -> String {
    let mut text = format!(
        r#"policy p 1.0.0

label secret
label odd implies secret

tool a.read {{ args {{ n: int, t: text }}; effect none; yields secret }}
tool b.read {{ args {{ n: int, t: text }}; result {{ v: text yields odd }}; effect none }}
tool c.read {{ args {{ n: int, t: text }}; effect none }}
tool d.write {{
    args {{ n: int, t: text }}
    result {{ id: text }}
    effect internal
    reversal reversible {{ by d.undo {{ id: result.id }}; approval human; verify c.read {{ n: 1, t: "x" }} until seen absent attempts 1 }}
    blast {{ calls {calls} }}
}}
tool d.undo undoes d.write {{ args {{ id: text }}; effect internal }}

boundary first {{ tool a.read }}
boundary second {{ tool d.write where args.n > 2 }}
boundary both = {boundary}

agent bot {{ may *; up_to reversible_internal }}

invariant i {{ for bot; never {never} }}
"#
    );
    for (number, rule) in rules.iter().enumerate() {
        text.push_str(&format!("\nrule r{number} {{ when {rule} }}\n"));
    }
    text
}

fn conditions() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "run has secret",
        "run has odd",
        "call is d.write",
        "call is c.read",
        "args.n > 2",
        "args.n == 1",
        "args.t == \"x\"",
        "args.t said",
        "args.t has secret",
        "crossed first",
        "crossed both",
        "crossing second",
        "run.calls > 1",
        "run.calls(a.*) >= 2",
        "run.calls(d.write) > 1",
        "distance(both) <= 1",
        "run.denied > 0",
    ]);
    let literal = (any::<bool>(), atom).prop_map(|(not, atom)| match not {
        true => format!("not ({atom})"),
        false => atom.to_owned(),
    });
    prop::collection::vec(prop::collection::vec(literal, 1..4), 1..3).prop_map(|any_of| {
        let parts = any_of.iter().map(|all| format!("({})", all.join(" and ")));
        parts.collect::<Vec<_>>().join(" or ")
    })
}

fn packages() -> impl Strategy<Value = String> {
    let gate = prop::sample::select(vec!["gate approval", "deny", "gate undo_window"]);
    let rule = (conditions(), gate).prop_map(|(when, gate)| format!("{when}; {gate}"));
    let boundary = prop::sample::select(vec![
        "first then second { refuse }",
        "first then second",
        "first and second { gate approval }",
        "first or second { halt }",
    ]);
    let never = (
        conditions(),
        prop::sample::select(vec!["and allowed", "", "and not allowed"]),
    );
    let calls = prop::sample::select(vec!["1 or deny", "2 or deny", "3"]);
    let mended = any::<bool>();
    (
        prop::collection::vec(rule, 0..4),
        boundary,
        never,
        calls,
        mended,
    )
        .prop_map(|(mut rules, boundary, (never, allowed), calls, mended)| {
            // Half of them have the very rule that an author would add.
            if mended {
                rules.push(format!("{never}; gate approval"));
            }
            package(&rules, boundary, &format!("({never}) {allowed}"), calls)
        })
}

fn calls() -> Vec<Made> {
    let mut all = Vec::new();
    for tool in ["a.read", "b.read", "c.read", "d.write"] {
        for (n, t) in [(1, "x"), (3, "x"), (1, "y"), (3, "y")] {
            for said in [false, true] {
                all.push(Made {
                    tool: tool.to_owned(),
                    args: json!({ "n": n, "t": t }),
                    said,
                    verdict: Verdict::Deny,
                });
            }
        }
    }
    all
}

#[expect(clippy::unwrap_used, reason = "a test without a run tests nothing")]
fn open(table: &Table) -> Run {
    Run::open(table, "bot", Capability::default()).unwrap()
}

/// Whether a call does what the invariant rules out; and goes on with it.
fn breaks(table: &Table, run: &mut Run, call: &Made) -> bool {
    let decision = call.decide(table, run);
    let code = watched_code("i", decision.verdict == Verdict::Allow);
    // What is denied has not happened.
    let broken = decision.verdict != Verdict::Deny && decision.codes(table).contains(&code);
    run.commit(table, &decision, Outcome::Sent);
    broken
}

/// The fewest calls that break it, up to three.
fn shortest(table: &Table) -> Option<usize> {
    let mut runs = vec![open(table)];
    for length in 1..=3 {
        let mut next: Vec<Run> = Vec::new();
        for run in &runs {
            for call in calls() {
                let mut run = run.clone();
                if breaks(table, &mut run, &call) {
                    return Some(length);
                }
                if !next.contains(&run) {
                    next.push(run);
                }
            }
        }
        runs = next;
    }
    None
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn what_is_proved_holds_on_random_walks(
        text in packages(),
        walks in prop::collection::vec(prop::collection::vec(0_usize..32, 1..12), 40),
    ) {
        let Some((Answer::Holds, table, _)) = proved(&text) else { return Ok(()) };
        let calls = calls();
        for walk in walks {
            let mut run = open(&table);
            for at in walk {
                prop_assert!(!breaks(&table, &mut run, &calls[at]), "{text}");
            }
        }
    }

    #[test]
    fn what_is_broken_is_broken_by_its_calls(text in packages()) {
        let Some((Answer::Broken(found), watched, plain)) = proved(&text) else { return Ok(()) };
        let (mut run, mut real) = (open(&watched), open(&plain));
        let mut last = false;
        for call in &found.calls {
            let decision = call.decide(&plain, &real);
            prop_assert_eq!(decision.verdict, call.verdict, "{}", text);
            real.commit(&plain, &decision, Outcome::Sent);
            last = breaks(&watched, &mut run, call);
        }
        prop_assert!(last, "{text}");
    }
}

proptest! {
    #![proptest_config(config(10))]

    /// Every sequence of up to three calls is tried: none breaks what is proved, and none shorter than the one that is
    /// told breaks what is broken.
    #[test]
    fn small_packages_are_tried_out(text in packages()) {
        let Some((answer, table, _)) = proved(&text) else { return Ok(()) };
        let shortest = shortest(&table);
        match answer {
            Answer::Holds => prop_assert_eq!(shortest, None, "{}", text),
            Answer::Broken(found) => {
                let least = shortest.unwrap_or(4);
                prop_assert!(found.calls.len() <= least, "{} told, {least} found: {text}", found.calls.len());
            }
            Answer::NotShown(_) => {}
        }
    }
}

#[test]
fn the_packages_of_these_tests_are_of_every_kind() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut holds, mut broken, mut not_shown, mut none) = (0, 0, 0, 0);
    for _ in 0..120 {
        let text = packages().new_tree(&mut runner).unwrap().current();
        match proved(&text).map(|(answer, ..)| answer) {
            Some(Answer::Holds) => holds += 1,
            Some(Answer::Broken(_)) => broken += 1,
            Some(Answer::NotShown(_)) => not_shown += 1,
            None => none += 1,
        }
    }
    println!(
        "{holds} hold, {broken} are broken, {not_shown} cannot be shown, {none} do not compile"
    );
    assert!(
        holds > 10 && broken > 10,
        "{holds} hold, {broken} are broken, {none} do not compile"
    );
}
