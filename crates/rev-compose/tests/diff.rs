//! What changed is told: nothing where only the layout did, weaker for every edit that weakens, stricter for its reverse.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "only tests")]

use proptest::prelude::*;
use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_compose::{Changes, Direction, changes};
use rev_eval::{Outcome, Run};
use rev_table::Table;
use std::sync::Arc;

/// The items of a policy, each an independent text.
const ITEMS: &[&str] = &[
    "unit INR scale 2",
    "dimension money in INR",
    "label secret confidential",
    "label odd implies secret",
    "label ext untrusted",
    "tool vault.read { args { n: int }; result { v: text yields odd, w: text }; effect none; yields secret }",
    "tool web.read { args { n: int }; result { v: text }; effect none; yields ext }",
    "tool pay.send {
        args { to: text, amount: INR, kind?: \"a\" | \"b\" }
        result { id: text }
        effect public
        contained because \"x\"
        subject args.to
        spends money = args.amount
        require args.amount <= 500 INR because \"big\"
        gate approval when args.to like \"x*\"
        reversal compensable {
            by pay.undo { id: result.id }
            within 72h
            approval human
            verify vault.read { n: 1 } until seen absent attempts 3
        }
        blast { calls 3; money 1_000 INR or deny; scope single_subject }
    }",
    "tool pay.undo undoes pay.send { args { id: text }; effect public }",
    "tool mail.send {
        args { to: email, body: json }
        result { id: text }
        effect public
        subject args.to
        reversal irreversible { human }
        class irreversible_public
        dry_run none because \"x\"
        blast { calls 3; subjects 2 }
    }",
    "rule no_secret { when run has secret and call is outbound; gate two_person; because \"s\" }",
    "rule names { when call is pay.send and args.to like \"evil*\", \"bad*\"; deny; because \"evil\" }",
    "rule many { when run.calls > 5 and call is mail.send; gate two_person; because \"many\" }",
    "boundary keys { path under \"~/.ssh\", \"/etc\"; refuse because \"k\" }",
    "boundary reads { tool vault.read }",
    "boundary sends { tool mail.send, pay.send }",
    "boundary both = reads then sends { gate approval }",
    "budget b { money 2_000 INR or deny; weight compensating 0.5 }",
    "agent bot { may vault.*, pay.*, mail.*, web.*; up_to irreversible_public; budget b }",
    "agent second { may vault.*, web.*; up_to read_only }",
];

/// What weakens a policy: an item's beginning, what is in it, and what takes its place.
const WEAKER: &[(&str, &str, &str)] = &[
    ("tool vault.read", "; yields secret", ""),
    ("tool vault.read", " yields odd", ""),
    ("tool web.read", "; yields ext", "; yields ext; trustworthy"),
    (
        "tool pay.send",
        "require args.amount <= 500 INR because \"big\"",
        "",
    ),
    ("tool pay.send", "<= 500 INR", "<= 600 INR"),
    (
        "tool pay.send",
        "gate approval when args.to like \"x*\"",
        "",
    ),
    ("tool pay.send", "\"x*\"", "\"xy*\""),
    ("tool pay.send", "within 72h", "within 24h"),
    ("tool pay.send", "approval human", "approval auto"),
    ("tool pay.send", "calls 3", "calls 4"),
    ("tool pay.send", "1_000 INR or deny", "1_000 INR"),
    ("tool pay.send", "1_000 INR", "1_500 INR"),
    ("tool pay.send", "; scope single_subject", ""),
    ("tool pay.send", "\"a\" | \"b\"", "\"a\" | \"b\" | \"c\""),
    ("tool pay.send", "kind?: \"a\" | \"b\"", "kind?: text"),
    ("tool mail.send", "; subjects 2", ""),
    ("tool mail.send", "blast", "consent args.to; blast"),
    (
        "tool mail.send",
        "subject args.to",
        "subject args.to; contained because \"x\"",
    ),
    ("rule no_secret", "gate two_person", "gate approval"),
    ("rule no_secret", "call is outbound", "call is mail.send"),
    ("rule names", ", \"bad*\"", ""),
    ("rule names", "rule names", ""),
    ("rule many", "> 5", "> 6"),
    ("rule many", "rule many", ""),
    ("boundary keys", ", \"/etc\"", ""),
    ("boundary keys", "refuse", "gate approval"),
    ("boundary keys", "boundary keys", ""),
    ("boundary both", "boundary both", ""),
    ("budget b", "2_000 INR", "3_000 INR"),
    ("budget b", " or deny", ""),
    ("budget b", "0.5", "0.4"),
    ("label secret", " confidential", ""),
    ("label odd", " implies secret", ""),
    (
        "agent second",
        "web.*; up_to read_only",
        "*; up_to compensating",
    ),
    ("agent second", "read_only", "compensating"),
];

/// Whether one pattern means more than another is not worked out: either way counts as weaker.
const UNTELLABLE: &str = "\"xy*\"";

fn built(items: &[String]) -> Option<Table> {
    let db = Database::default();
    // Two files, as the order has it.
    let (a, b) = items.split_at(items.len() / 2);
    let files = [a, b].map(|part| part.join("\n\n"));
    let files = files.iter().zip(1..).map(|(text, number)| {
        SourceFile::new(&db, format!("{number}.rev"), Arc::from(text.as_str()))
    });
    let package = Package::new(&db, files.collect(), Levels::default(), Vec::new());
    rev_lower::lower(&db, package).ok().map(|it| it.table)
}

fn items() -> Vec<String> {
    let mut items = vec!["policy p 1.0.0".to_owned()];
    items.extend(ITEMS.iter().map(|it| (*it).to_owned()));
    items
}

/// The items after an edit. One that begins with what is cut out is gone; nothing where an edit is no policy.
fn edited(items: &[String], (of, cut, put): (&str, &str, &str)) -> Option<Vec<String>> {
    let mut after = items.to_vec();
    let at = after.iter().position(|it| it.starts_with(of))?;
    match cut == of {
        true => {
            after.remove(at);
        }
        false => {
            assert!(after[at].contains(cut), "{of}: {cut}");
            after[at] = after[at].replacen(cut, put, 1);
        }
    }
    Some(after)
}

fn told(changes: &Changes) -> Vec<String> {
    let all = changes.differences.iter();
    all.map(|one| format!("{:?} {}", one.direction, one.text()))
        .collect()
}

/// Every example is decided as it says, by either table.
fn examples_hold(old: &Table, new: &Table, changes: &Changes) {
    use rev_compose::Past;
    for one in &changes.differences {
        let Some(example) = &one.example else {
            continue;
        };
        assert_ne!(example.old.gate, example.new.gate, "{}", one.text());
        for (table, expected) in [(old, &example.old), (new, &example.new)] {
            let mut run = Run::open(table, &example.agent, Default::default()).unwrap();
            for (name, value) in &example.context {
                run.supply(name, value.clone());
            }
            for past in &example.past {
                match past {
                    Past::Read(label) => {
                        let mut labels = table.labels().iter().zip(0..);
                        let found = labels.find(|(it, _)| table.text(it.name.get()) == label);
                        if let Some((_, number)) = found {
                            run.label(table, rev_table::LabelSet::EMPTY.with(number));
                        }
                    }
                    Past::Called(made, times) => {
                        for _ in 0..*times {
                            let decision = made.decide(table, &run);
                            run.commit(table, &decision, Outcome::Sent);
                        }
                    }
                }
            }
            let decision = example.call.decide(table, &run);
            assert_eq!(decision.verdict, expected.verdict, "{}", example.text());
            assert_eq!(decision.gate, expected.gate, "{}", example.text());
        }
    }
}

/// What was not there may come as another direction too (a rule that is gone and back), but never silently.
#[test]
fn every_edit_that_weakens_is_told_and_its_reverse_is_stricter() {
    let before = built(&items()).expect("the policy is sound");
    let mut done = 0;
    for edit in WEAKER {
        let Some(after) = edited(&items(), *edit).and_then(|items| built(&items)) else {
            continue;
        };
        if after.identity() == before.identity() {
            continue;
        }
        done += 1;
        let there = changes(&before, &after);
        assert!(there.is_weaker(), "{edit:?}: {:?}", told(&there));
        assert_eq!(
            there.count(|it| it == Direction::Stricter),
            0,
            "{edit:?}: {:?}",
            told(&there)
        );
        examples_hold(&before, &after, &there);
        let back = changes(&after, &before);
        if edit.2 == UNTELLABLE {
            assert!(back.is_weaker(), "{edit:?}: {:?}", told(&back));
            continue;
        }
        let stricter = back.count(|it| it == Direction::Stricter);
        assert!(stricter > 0, "{edit:?}: {:?}", told(&back));
        assert!(
            !back.is_weaker() || edit.0 == "tool mail.send",
            "{edit:?}: {:?}",
            told(&back)
        );
        examples_hold(&after, &before, &back);
    }
    assert!(
        done >= 25,
        "only {done} of {} edits were policies",
        WEAKER.len()
    );
}

#[test]
fn a_budget_that_is_gone_is_weaker_though_its_weights_were_milder() {
    let after = edited(&items(), ("agent bot", "; budget b", "")).unwrap();
    let (old, new) = (built(&items()).unwrap(), built(&after).unwrap());
    let told = told(&changes(&old, &new));
    assert!(
        told[0].starts_with("Weaker agent `bot`: no longer: budget money"),
        "{told:?}"
    );
    assert!(
        told.contains(&"Stricter agent `bot`: weight compensating, was `0.5`, is `1`".to_owned())
    );
}

/// A bound is as large as it says, whatever the smallest part of its unit is.
#[test]
fn a_bound_in_a_unit_of_other_decimals_is_compared_by_its_size() {
    let scaled = |text: &str, scale: &str| {
        let items = edited(&items(), ("budget b", "money 2_000 INR", text)).unwrap();
        let items = edited(&items, ("unit INR", "scale 2", scale)).unwrap();
        built(&items).unwrap()
    };
    let of_budget = |old: &Table, new: &Table| -> Vec<String> {
        let told = told(&changes(old, new));
        told.into_iter()
            .filter(|it| it.contains("budget money") || it.contains("blast money"))
            .collect()
    };
    let old = scaled("money 2_000 INR", "scale 2");
    let same = scaled("money 2_000 INR", "scale 4");
    assert_eq!(of_budget(&old, &same), Vec::<String>::new());
    let more = scaled("money 20_000 INR", "scale 0");
    assert_eq!(
        of_budget(&old, &more),
        ["Weaker agent `bot`: budget money, was `money 2000 INR`, is `money 20000 INR`"]
    );
}

/// Each of many tools is compared, and what a rule does to all of them is told once.
#[test]
fn a_thousand_tools() {
    let package = |rule: &str, calls: usize| {
        let mut items = vec![
            "policy p 1.0.0".to_owned(),
            "label l".to_owned(),
            rule.to_owned(),
        ];
        items.push("tool s.get { args { id: text }; effect none; yields l }".to_owned());
        items.push("agent bot { may *; up_to reversible_internal }".to_owned());
        for number in 0..1_000 {
            let calls = if number % 50 == 0 { calls } else { 5 };
            items.push(format!(
                "tool s.w{number} {{ args {{ t: text }}; result {{ id: text }}; effect internal
                 reversal reversible {{ by s.undo {{ id: result.id }}; approval human
                     verify s.get {{ id: result.id }} until seen absent attempts 1 }}
                 blast {{ calls {calls} }} }}"
            ));
        }
        items.push(
            "tool s.undo { args { id: text }; effect internal
            reversal reversible { by s.undo { id: args.id }; approval human
                verify s.get { id: args.id } until seen absent attempts 1 }
            blast { calls 5 } }"
                .to_owned(),
        );
        built(&items).expect("the policy is sound")
    };
    let old = package(
        "rule r { when run has l and call is s.w*; gate two_person }",
        5,
    );
    let new = package(
        "rule r { when run has l and call is s.w*; gate approval }",
        6,
    );
    let changes = changes(&old, &new);
    assert_eq!(changes.differences.len(), 21, "{:?}", told(&changes));
    assert_eq!(changes.count(Direction::is_weaker), 21);
    assert!(changes.differences.iter().all(|one| one.example.is_some()));
    let rule = changes
        .differences
        .iter()
        .find(|one| one.about.kind() == "rule")
        .unwrap();
    assert_eq!(rule.tools.len(), 1_000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn order_is_no_difference(order in Just(items()).prop_shuffle()) {
        let (old, new) = (built(&items()).unwrap(), built(&order).unwrap());
        prop_assert_eq!(told(&changes(&old, &new)), Vec::<String>::new());
    }

    /// However many edits come together, in whatever order the items stand.
    #[test]
    fn a_weakening_edit_is_told_among_stricter_ones(
        weaken in prop::sample::select(WEAKER),
        others in prop::sample::subsequence(WEAKER, 0..4),
        order in Just(items()).prop_shuffle(),
    ) {
        // The old policy has the other edits, which the new one takes back.
        let mut old = order.clone();
        for other in others.iter().filter(|it| it.0 != weaken.0) {
            // Another edit of the same item may have taken away what this one is about.
            let fits = |it: &String| it.starts_with(other.0) && it.contains(other.1);
            if old.iter().any(fits) {
                old = edited(&old, *other).unwrap_or(old);
            }
        }
        let (Some(old), Some(new)) = (built(&old), edited(&order, weaken).and_then(|it| built(&it))) else {
            return Ok(());
        };
        let plain = built(&order).unwrap();
        prop_assume!(new.identity() != plain.identity());
        let changes = changes(&old, &new);
        prop_assert!(changes.is_weaker() || old.identity() == new.identity(), "{:?}", told(&changes));
        examples_hold(&old, &new, &changes);
    }
}
