//! The fixes for consent, blast radius, units and cases: each leaves a text that parses and mends what it was for.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "only tests"
)]

use rev_analysis::{Database, Levels, Package, SourceFile, check};
use rev_diagnostics::Diagnostic;
use std::sync::Arc;

fn findings(text: &str) -> Vec<Diagnostic> {
    let db = Database::default();
    let file = SourceFile::new(&db, "a.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    check(&db, package)
}

/// The text after the fix of the one finding with this code, which must be gone then.
fn mended(text: &str, code: &str) -> (String, bool) {
    let found = findings(text);
    let with_code: Vec<&Diagnostic> = found.iter().filter(|it| it.code == code).collect();
    let [finding] = with_code.as_slice() else {
        panic!("{code} is not found once in {found:#?}");
    };
    let fix = finding.fix.as_ref().expect("a fix");
    let [edit] = fix.edits.as_slice() else {
        panic!("one edit");
    };
    let mut mended = text.to_owned();
    let range = edit.span.start as usize..edit.span.end as usize;
    mended.replace_range(range, &edit.text);
    assert_eq!(rev_syntax::parse(&mended).errors, [], "{mended}");
    let after = findings(&mended);
    assert!(after.iter().all(|it| it.code != code), "{after:#?}");
    (mended, fix.safe)
}

#[test]
fn consent_lists_what_was_left_out() {
    let text = "tool send { args { to: email, \"cC\": email, subject: path }; effect public; \
                consent args.to; reversal irreversible { human }; blast { calls 1 } }\n";
    let (mended, safe) = mended(text, "E0404");
    assert!(mended.contains("consent args.to, args.\"cC\", args.subject;"));
    assert!(safe);
}

#[test]
fn an_effect_gets_a_bound() {
    for text in [
        "tool send { effect public; reversal irreversible { human } }\n",
        "tool send {\n    effect public // seen by all\n    reversal irreversible { human }\n}\n",
        "tool send { reversal irreversible { human }; effect public }\n",
    ] {
        let (_, safe) = mended(text, "E0501");
        assert!(!safe);
    }
}

#[test]
fn an_amount_gets_its_unit() {
    let text = "unit INR scale 2\ndimension money in INR\nbudget b { money 5_000 or deny }\n";
    let (mended, safe) = mended(text, "E0503");
    assert!(mended.contains("money 5_000 INR or deny"));
    assert!(!safe);
}

#[test]
fn what_no_case_is_about_is_refused() {
    for text in [
        "tool put { args { n: int }; case args.n < 3 { effect none } }\n",
        "tool put {\n    args { n: int }\n    effect none\n    case args.n < 3 { yields nothing }\n    wire \"x\"\n}\n",
    ] {
        let (mended, safe) = mended(text, "E0603");
        assert!(findings(&mended).iter().all(|it| !it.code.starts_with('E')));
        assert!(!safe);
    }
}

#[test]
fn hostile_cases_are_refused_and_not_computed() {
    let many: String = (0..3_000)
        .map(|n| format!("case args.n == {n} {{ effect none }}\n"))
        .collect();
    let text = format!("tool put {{\nargs {{ n: int }}\n{many}otherwise {{ effect none }}\n}}\n");
    let found = findings(&text);
    assert!(found.iter().any(|it| it.code == "E0604"), "{found:?}");

    let wide: Vec<String> = (0..40)
        .map(|n| format!("(args.a > {n} or args.b > {n})"))
        .collect();
    let wide = wide.join(" and ");
    let text = format!(
        "tool put {{\nargs {{ a: int, b: int }}\ncase {wide} {{ effect none }}\ncase {wide} {{ effect none }}\notherwise {{ effect none }}\n}}\n"
    );
    let found = findings(&text);
    assert!(found.iter().any(|it| it.code == "E0604"), "{found:?}");
}

#[test]
fn the_policy_of_the_reference_keeps_its_bounds() {
    let found = findings(include_str!("../../../examples/support/support.rev"));
    let ours = ["E04", "E05", "E0603", "E0604", "E0605", "W1008"];
    let is_ours = |it: &&Diagnostic| ours.iter().any(|code| it.code.starts_with(code));
    let ours: Vec<&Diagnostic> = found.iter().filter(is_ours).collect();
    assert!(ours.is_empty(), "{ours:#?}");
}

#[test]
fn the_order_of_lines_changes_no_finding() {
    let fields = [
        "args { n: int, amount: INR, tenant: text, to: email }",
        "spends money = args.amount",
        "tenant args.tenant",
        "class read_only",
        "effect public",
        "reversal irreversible { human }",
        "consent args.amount",
        "blast { scope single_subject; subjects 3; fees 1 INR }",
        "gate dry_run",
        "gate irreversible_internal",
        "case args.n < 3 { yields nothing; effect public }",
        "case args.n > 5 { yields nothing; effect public }",
        "case args.n > 1 { yields nothing }",
    ];
    let told = |order: &[&str]| {
        let text = format!(
            "unit INR scale 2\ndimension money in INR\ndimension fees in INR\nagent a {{ may *; up_to authority_modifying }}\n\
             tool t {{\n{}\n}}\n",
            order.join("\n")
        );
        let mut told: Vec<(&str, String)> = findings(&text)
            .into_iter()
            .map(|it| (it.code, it.message))
            .collect();
        told.sort();
        told
    };
    let expected = told(&fields);
    assert!(expected.len() > 8, "{expected:#?}");
    for by in 1..fields.len() {
        let mut order = fields;
        order.rotate_left(by);
        assert_eq!(told(&order), expected);
        order.reverse();
        assert_eq!(told(&order), expected);
    }
}
