//! What an editor shows over a name. `$0` in a text is the cursor.

#![allow(clippy::unwrap_used, clippy::string_slice, reason = "only tests")]

use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_ide::hover;
use std::sync::Arc;

const SUPPORT: &str = include_str!("../../../examples/support/support.rev");

/// What is shown at the cursor, behind the name that it is shown over.
fn shown(text: &str) -> String {
    let at = text.find("$0").unwrap();
    let text = text.replacen("$0", "", 1);
    let db = Database::default();
    let file = SourceFile::new(&db, "a.rev".to_owned(), Arc::from(text.as_str()));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    match hover(&db, package, file, u32::try_from(at).unwrap()) {
        Some(hover) => format!("[{}]\n{}", hover.range.of(&text), hover.markdown),
        None => "nothing".to_owned(),
    }
}

/// The example with the cursor in front of `name`, where it first stands behind `after`.
fn in_example(after: &str, name: &str) -> String {
    let after = SUPPORT.find(after).unwrap();
    let at = after + SUPPORT[after..].find(name).unwrap();
    shown(&format!("{}$0{}", &SUPPORT[..at], &SUPPORT[at..]))
}

#[test]
fn an_agent_and_what_its_budget_admits() {
    insta::assert_snapshot!(in_example("agent support_bot", "support_bot"), @r#"
    [support_bot]
    agent `support_bot`

    support_bot may call 7 tools: 4 read_only, 1 reversible_internal, 1 compensating, 1 time_window_undoable

    - messages: at most 1 message through time_window_undoable tools
    - money: at most 5_000 INR through compensating tools
    "#);
    insta::assert_snapshot!(in_example("budget careful", "careful"), @r#"
    [careful]
    budget `careful`

    In one run of support_bot:

    - messages: at most 1 message through time_window_undoable tools
    - money: at most 5_000 INR through compensating tools
    "#);
    // Where it is named, the same is shown.
    assert_eq!(
        in_example("agent support_bot", "careful"),
        in_example("budget careful", "careful")
    );
}

#[test]
fn a_budget_that_nobody_has() {
    let text = "unit INR\ndimension money in INR\nbudget b$0 { money 5 INR }\n";
    insta::assert_snapshot!(shown(text), @r#"
    [b]
    budget `b`

    no agent has this budget
    "#);
}

#[test]
fn a_tool_wherever_it_is_named() {
    let refund = in_example("tool payments.issue_refund", "payments.issue_refund");
    insta::assert_snapshot!(refund, @r#"
    [payments.issue_refund]
    tool `payments.issue_refund`

    Refund an order through the payment provider.

    - effect: public
    - class: `compensating`
    - gate: nobody is asked
    - reversal: compensable, by `payments.reverse_refund`, within 72h, a person is asked, as long as `order_not_shipped` holds
    - blast: 3 calls, money 5_000 INR, scope single_subject in one run
    "#);
    for after in [
        "undoes payments.issue_refund",
        "call is payments.issue_refund",
        "call payments.issue_refund",
    ] {
        assert_eq!(
            in_example(after, "payments.issue_refund"),
            refund,
            "{after}"
        );
    }
    insta::assert_snapshot!(in_example("by       payments", "payments.reverse_refund"), @r#"
    [payments.reverse_refund]
    tool `payments.reverse_refund`

    Takes a refund back. Only a recovery may call it.

    undoes `payments.issue_refund`; no agent may call it

    - effect: public, outbound
    - class: `compensating`
    - gate: nobody is asked
    "#);
    insta::assert_snapshot!(in_example("instead  email.draft", "email.draft"), @r#"
    [email.draft]
    tool `email.draft`

    - effect: internal
    - class: `reversible_internal`
    - gate: nobody is asked
    - reversal: reversible, by `email.discard`, at any time, nobody is asked
    - blast: 10 calls in one run
    "#);
    insta::assert_snapshot!(in_example("tool email.send", "email.send"), @r#"
    [email.send]
    tool `email.send`

    Write to a customer. The outbox keeps it for ten minutes, then it is gone for good.

    - effect: public, outbound
    - class: `time_window_undoable`
    - gate: nobody is asked, undo is offered afterwards
    - reversal: irreversible, held for 10m, cancelled by `email.cancel`
    - blast: 2 calls, messages 2 message, scope single_subject in one run
    "#);
}

#[test]
fn a_tool_with_cases_case_by_case() {
    let text = "\
        tool web.fetch$0 {\n    args { method: \"GET\" | \"POST\" }\n    dry_run none because \"there is none\"\n\
        \x20   case args.method == \"GET\" { effect none }\n\
        \x20   otherwise { effect internal; reversal irreversible { human }; blast { calls 1 or deny } }\n}\n";
    insta::assert_snapshot!(shown(text), @r#"
    [web.fetch]
    tool `web.fetch`

    case `args.method == "GET"`:

    - effect: none
    - class: `read_only`
    - gate: nobody is asked

    otherwise:

    - effect: internal
    - class: `irreversible_internal`
    - gate: 2 approvers
    - reversal: irreversible, a person decides
    - blast: 1 call or deny in one run
    "#);
}

#[test]
fn labels_gates_classes_dimensions_and_assumptions() {
    insta::assert_snapshot!(in_example("run has secret", "secret"), @r#"
    [secret]
    label `secret`

    confidential: must not leave unnoticed

    - implies: `pii`
    "#);
    insta::assert_snapshot!(in_example("gate    two_person", "two_person"), @r#"
    [two_person]
    gate `two_person`

    2 approvers
    "#);
    insta::assert_snapshot!(in_example("up_to  time", "time_window_undoable"), @r#"
    [time_window_undoable]
    class `time_window_undoable`, 4 of 7 by risk

    internal and reversible within a time; or irreversible, and can be cancelled while it is held

    - gate: nobody is asked, undo is offered afterwards
    "#);
    insta::assert_snapshot!(in_example("spends    money", "money"), @r#"
    [money]
    dimension `money`

    counted in `INR`
    "#);
    insta::assert_snapshot!(in_example("assumes  order_not_shipped", "order_not_shipped"), @r#"
    [order_not_shipped]
    assumption `order_not_shipped`

    True while the warehouse still has the parcel.

    - of `order: text like "ord_*"`
    - broken by: `warehouse.shipped`
    - checked before a call by: `orders.get`
    "#);
    insta::assert_snapshot!(in_example("args   { order: OrderId }", "OrderId"), @r#"
    [OrderId]
    type `OrderId`

    `text like "ord_*"`
    "#);
    insta::assert_snapshot!(in_example("call is outbound", "outbound"), @r#"
    [outbound]
    call `outbound`: what it is given may leave: its effect is public, it takes an address, or it says so
    "#);
}

#[test]
fn a_class_has_the_gate_that_the_policy_gives_it() {
    let text = "gate careful { approvers 2; cooling 1m }\nclass irreversible_public gate careful\n\
        agent a { may x; up_to irreversible_$0public }\n";
    insta::assert_snapshot!(shown(text), @r#"
    [irreversible_public]
    class `irreversible_public`, 6 of 7 by risk

    public and irreversible: a person decides

    - gate: 2 approvers, 1m of cooling off
    "#);
}

#[test]
fn where_no_name_stands_nothing_is_shown() {
    assert_eq!(shown("label pii\n$0\n\nlabel other\n"), "nothing");
    assert_eq!(shown("tool a { $0effect none }\n"), "nothing");
    assert_eq!(shown("tool a { effect none; yields n$0one }\n"), "nothing");
}
