//! What is said to hold holds, over more of the language: money and budgets, context, cases, consent, tools that several
//! globs declare, recoveries, subjects, sequences that hold or halt.

use crate::{config, proved};
use proptest::prelude::*;
use rev_compose::Answer;
use rev_eval::{
    Call, Capability, Decision, Gate, Json, LabelSet, Origin, Origins, Outcome, Run, Table, Verdict,
};
use rev_lower::watched_code;
use serde_json::{Value, json};

/// What varies from package to package, besides its rules.
#[derive(Clone, Debug)]
struct Shape {
    boundary: &'static str,
    blast: &'static str,
    budget: &'static str,
    consent: &'static str,
    spends: &'static str,
}

fn package(shape: &Shape, rules: &[String], never: &str) -> String {
    let Shape {
        boundary,
        blast,
        budget,
        consent,
        spends,
    } = shape;
    let mut text = format!(
        r#"policy p 1.0.0

unit INR scale 2
dimension money in INR
context {{ env: "prod" | "dev" }}

label secret
label odd implies secret
label far

tool a.read {{ args {{ n: int, t: text }}; effect none; yields secret }}
tool g.* {{ args {{ n: int, t: text }}; effect none; yields odd }}
tool *.look {{ args {{ n: int, t: text }}; result {{ v: text yields far }}; effect none }}
tool c.pick {{
    args {{ n: int, t: text }}
    case args.n > 2 {{
        effect internal
        reversal irreversible {{ hold 1m; cancel c.drop {{ t: args.t }} }}
        blast {{ calls 2; money 9 INR }}
        spends money = 2 INR
        yields far
    }} otherwise {{
        effect none
    }}
}}
tool c.drop undoes c.pick {{ args {{ t: text }}; effect internal; yields odd }}
tool d.pay {{
    args {{ n: int, t: text, sum: INR }}
    result {{ id: text }}
    effect public
    subject args.t
    spends money = {spends}
    {consent}
    reversal irreversible {{ human }}
    blast {{ {blast} }}
}}

boundary first {{ tool a.read }}
boundary second {{ tool d.pay where args.n > 2 }}
boundary third {{ tool *.look; when context.env == "prod" }}
boundary both = {boundary}

budget purse {{ {budget} }}

agent bot {{ may *; up_to irreversible_public; budget purse }}

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
        "run has far",
        "call is d.pay",
        "call is *.look",
        "call is c.pick",
        "call is read_only",
        "call is public",
        "call is outbound",
        "call is recovery",
        "call is at_least time_window_undoable",
        "args.n > 2",
        "args.t == \"x\"",
        "args.t said",
        "args.t endorsed",
        "args.t has secret",
        "args.t has far",
        "args.t present",
        "crossed first",
        "crossed both",
        "crossing both",
        "crossing third",
        "run.calls > 1",
        "run.calls == 1",
        "run.calls(g.*) >= 1",
        "run.calls(*.look) > 1",
        "run.calls(c.*) > 1",
        "distance(both) <= 1",
        "distance(both) == 2",
        "run.denied > 0",
        "run.subjects > 1",
        "run.subjects == 0",
        "run.spent(money) > 3 INR",
        "run.spent(money) > 11 INR",
        "run.spent(money) == 0 INR",
        "context.env == \"prod\"",
        "agent is bot",
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

fn shapes() -> impl Strategy<Value = Shape> {
    let boundary = prop::sample::select(vec![
        "first then second { refuse }",
        "first then third then second",
        "first and third { gate approval }",
        "third or second { halt }",
        "(first or third) then second { halt }",
        "first then third { gate two_person }",
    ]);
    let blast = prop::sample::select(vec![
        "calls 3; money 10 INR",
        "calls 3; money 5 INR or deny",
        "calls 2 or deny; money 4 INR; subjects 1",
        "calls 3; money 9 INR; scope single_subject or deny",
    ]);
    let budget = prop::sample::select(vec![
        "money 5 INR",
        "money 5 INR or deny",
        "money 5 INR or deny; weight time_window_undoable 0.5",
        "money human_only",
    ]);
    let consent = prop::sample::select(vec!["consent args.t", "", "contained because \"x\""]);
    let spends = prop::sample::select(vec!["args.sum", "args.sum", "3 INR", "args.sum + 1 INR"]);
    (boundary, blast, budget, consent, spends).prop_map(
        |(boundary, blast, budget, consent, spends)| Shape {
            boundary,
            blast,
            budget,
            consent,
            spends,
        },
    )
}

fn packages() -> impl Strategy<Value = String> {
    let gate = prop::sample::select(vec!["gate approval", "deny", "gate undo_window"]);
    let rule = (conditions(), gate).prop_map(|(when, gate)| format!("{when}; {gate}"));
    let allowed = prop::sample::select(vec!["and allowed", "", "and not allowed"]);
    let rules = prop::collection::vec(rule, 0..3);
    let mended = prop::sample::select(vec!["", "; gate approval", "; deny"]);
    (shapes(), rules, conditions(), allowed, mended).prop_map(
        |(shape, mut rules, never, allowed, mended)| {
            // Most of them have the very rule that an author would add.
            if !mended.is_empty() {
                rules.push(format!("{never}{mended}"));
            }
            package(&shape, &rules, &format!("({never}) {allowed}"))
        },
    )
}

/// One thing that can happen next.
#[derive(Clone, Debug)]
struct Move {
    tool: &'static str,
    args: Value,
    origin: Origin,
    recovery: bool,
    outcome: Outcome<'static>,
}

const OTHERS: &[(&str, Outcome<'static>)] = &[
    ("a.read", Outcome::Sent),
    ("g.any", Outcome::Failed),
    ("g.look", Outcome::Sent),
    ("h.look", Outcome::Returned(Json::Text("{}"))),
    ("c.pick", Outcome::Sent),
];

fn moves() -> Vec<Move> {
    let strange = Origin {
        said: false,
        endorsed: false,
        labels: None,
    };
    let said = Origin {
        said: true,
        endorsed: true,
        labels: Some(LabelSet::EMPTY),
    };
    let endorsed = Origin {
        said: false,
        ..said
    };
    let mut all = Vec::new();
    for (n, t) in [(1, "x"), (3, "x"), (1, "y"), (3, "")] {
        for origin in [strange, said, endorsed] {
            for (tool, outcome) in OTHERS {
                all.push(Move {
                    tool,
                    args: json!({ "n": n, "t": t }),
                    origin,
                    recovery: false,
                    outcome: *outcome,
                });
            }
            for sum in ["0", "3", "4.01"] {
                all.push(Move {
                    tool: "d.pay",
                    args: json!({ "n": n, "t": t, "sum": sum }),
                    origin,
                    recovery: false,
                    outcome: Outcome::Sent,
                });
            }
        }
    }
    all.push(Move {
        tool: "c.drop",
        args: json!({ "t": "x" }),
        origin: strange,
        recovery: true,
        outcome: Outcome::Sent,
    });
    all
}

/// A run, and whether there is something in it that can be taken back.
#[derive(Clone, PartialEq)]
struct Walk {
    run: Run,
    picked: bool,
}

#[expect(clippy::unwrap_used, reason = "a test without a run tests nothing")]
fn open(table: &Table, env: usize) -> Walk {
    let mut run = Run::open(table, "bot", Capability::default()).unwrap();
    if let Some(env) = ["prod", "dev"].get(env) {
        run.supply("env", Value::from(*env));
    }
    Walk { run, picked: false }
}

fn decide(table: &Table, run: &Run, one: &Move) -> Decision {
    let names: Vec<(&str, Origin)> = ["n", "t", "sum"].map(|name| (name, one.origin)).to_vec();
    let call = Call::new(one.tool, Json::Tree(&one.args)).from(Origins(&names));
    match one.recovery {
        true => run.decide_recovery(table, &call, Gate::AUTO),
        false => run.decide(table, &call),
    }
}

/// Whether a call does what the invariant rules out; and goes on with it.
fn breaks(table: &Table, walk: &mut Walk, one: &Move) -> bool {
    if one.recovery && !walk.picked {
        return false;
    }
    let decision = decide(table, &walk.run, one);
    let code = watched_code("i", decision.verdict == Verdict::Allow);
    let made = decision.verdict != Verdict::Deny;
    let broken = made && decision.codes(table).contains(&code);
    walk.run.commit(table, &decision, one.outcome);
    walk.picked |= made && one.tool == "c.pick";
    broken
}

/// The fewest calls of the agent's own that break it, up to two.
fn shortest(table: &Table) -> Option<usize> {
    let mut walks: Vec<Walk> = (0..3).map(|env| open(table, env)).collect();
    for length in 1..=2 {
        let mut next: Vec<Walk> = Vec::new();
        for walk in &walks {
            for one in moves() {
                let mut walk = walk.clone();
                if breaks(table, &mut walk, &one) {
                    return Some(length);
                }
                if length < 2 && !next.contains(&walk) {
                    next.push(walk);
                }
            }
        }
        walks = next;
    }
    None
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn what_is_proved_holds_on_random_walks(
        text in packages(),
        walks in prop::collection::vec((0_usize..3, prop::collection::vec(0_usize..97, 1..12)), 40),
    ) {
        let Some((Answer::Holds, table, _)) = proved(&text) else { return Ok(()) };
        let moves = moves();
        for (env, steps) in walks {
            let mut walk = open(&table, env);
            for at in steps {
                let one = &moves[at % moves.len()];
                prop_assert!(!breaks(&table, &mut walk, one), "{one:?}\n{text}");
            }
        }
    }

    #[test]
    fn what_is_proved_holds_for_every_two_calls(text in packages()) {
        let Some((Answer::Holds, table, _)) = proved(&text) else { return Ok(()) };
        prop_assert_eq!(shortest(&table), None, "{}", text);
    }

    #[test]
    fn what_is_broken_is_broken_by_its_calls(text in packages()) {
        let Some((Answer::Broken(found), watched, plain)) = proved(&text) else { return Ok(()) };
        let (mut run, mut real) = (open(&watched, 9).run, open(&plain, 9).run);
        for (name, value) in &found.context {
            run.supply(name, value.clone());
            real.supply(name, value.clone());
        }
        let mut last = false;
        for call in &found.calls {
            let decision = call.decide(&plain, &real);
            prop_assert_eq!(decision.verdict, call.verdict, "{}", text);
            real.commit(&plain, &decision, Outcome::Sent);
            let decision = call.decide(&watched, &run);
            let code = watched_code("i", decision.verdict == Verdict::Allow);
            last = decision.verdict != Verdict::Deny && decision.codes(&watched).contains(&code);
            run.commit(&watched, &decision, Outcome::Sent);
        }
        prop_assert!(last, "{text}");
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
