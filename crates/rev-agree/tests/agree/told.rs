//! What only a host can tell: cases that no policy's own tests can reach, decided by both and compared with what the
//! reference says.

use rev_agree::{Became, Case, Opening, Package, Said, Session, Step, Told};
use serde_json::{Value, json};

fn case(text: &str) -> Case {
    let package = Package::written(text);
    Case::new(package).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn open(case: &Case) -> Session<'_> {
    let opening = Opening {
        agent: "bot",
        ..Opening::default()
    };
    Session::open(case, opening).expect("the agent is there")
}

/// What both say of a call that is then sent.
fn call(session: &mut Session<'_>, call: Told) -> Said {
    match session.take(Step::Call(call), None) {
        Ok(said) => said.expect("it is a call"),
        Err(told) => panic!("{told}"),
    }
}

fn plain(tool: &str, args: Value) -> Told {
    Told::new(tool, args)
}

const UNDO: &str = r#"
policy p 1.0.0
tool look { effect none }
tool burn {
    effect internal; dry_run look {}; gate undo_window; blast { calls 9 }
    reversal irreversible { human }
}
tool both {
    effect internal; gate undo_window; blast { calls 9 }
    reversal reversible {
        by unboth {}; within 1h; approval auto; verify look {} until seen absent attempts 1
        hold 1m; cancel unboth {}
    }
}
tool unboth undoes both { effect internal }
agent bot { may *; up_to authority_modifying }
"#;

/// Nothing takes `burn` back; `both` can be taken back for longer than it can be cancelled.
#[test]
fn undo_is_offered_as_long_as_something_takes_the_call_back() {
    let case = case(UNDO);
    let mut session = open(&case);
    let burn = call(&mut session, plain("burn", json!({})));
    assert_eq!(burn.gate.undo, 0);
    let both = call(&mut session, plain("both", json!({})));
    assert_eq!(both.gate.undo, 3_600_000);
}

const SUPPLIED: &str = r#"
policy p 1.0.0
context { env: "prod" | "dev" }
tool look { effect none }
rule careful { when context.env == "prod"; gate approval }
agent bot { may *; up_to read_only }
"#;

/// A value of `context` that is not of its declared type is unknown, like one that is not supplied.
#[test]
fn what_is_supplied_with_another_type_is_unknown() {
    let case = case(SUPPLIED);
    for (env, fires) in [
        (json!("prod"), Some(false)),
        (json!("staging"), Some(true)),
        (json!(1), Some(true)),
        (json!("dev"), None),
    ] {
        let mut session = open(&case);
        session
            .take(Step::Supply("env", env.clone()), None)
            .expect("no call");
        let said = call(&mut session, plain("look", json!({})));
        let unknown = said.reasons.first().map(|(_, _, unknown)| *unknown);
        assert_eq!(unknown, fires, "{env}");
    }
}

const LABELS: &str = r#"
policy p 1.0.0
label pii
label secret implies pii
tool note { args { a?: text, b?: text }; result { n?: int, t?: text yields secret }; effect none }
tool net.* { args open {}; effect none }
rule carries { when run has pii; gate approval }
rule marked { when args.a has pii; gate two_person }
agent bot { may *; up_to read_only }
"#;

fn from(mut call: Told, name: &str, labels: &[&'static str]) -> Told {
    call.origins
        .push((name.to_owned(), false, false, Some(labels.to_vec())));
    call
}

/// What a host says of one argument is carried by the result, also where it says nothing of another, where the argument is
/// not declared, and with all that it implies. An argument that is not there carries nothing.
#[test]
fn a_result_carries_what_the_host_says_of_the_arguments() {
    let case = case(LABELS);
    let two = || plain("note", json!({"a": "x", "b": "y"}));
    for (first, carries) in [
        (two(), false),
        (from(two(), "b", &["secret"]), true),
        (
            from(plain("net.get", json!({"u": "x"})), "u", &["secret"]),
            true,
        ),
        (from(plain("note", json!({})), "b", &["secret"]), false),
        (
            from(plain("note", json!({"b": ""})), "b", &["secret"]),
            false,
        ),
    ] {
        let mut session = open(&case);
        let returned = Told {
            outcome: Became::Returned(json!({})),
            ..first.clone()
        };
        call(&mut session, returned);
        let next = call(&mut session, plain("note", json!({})));
        assert_eq!(!next.reasons.is_empty(), carries, "{first:?}");
    }
}

/// A label that the host gives is given with all that it implies.
#[test]
fn a_label_from_the_host_brings_what_it_implies() {
    let case = case(LABELS);
    let mut session = open(&case);
    let given = from(plain("note", json!({"a": "x"})), "a", &["secret"]);
    assert_eq!(call(&mut session, given).gate.approvers, 2);
    let mut session = open(&case);
    session.take(Step::Label("secret"), None).expect("no call");
    assert_eq!(
        call(&mut session, plain("note", json!({}))).gate.approvers,
        1
    );
}

/// A result that does not fit carries every label of its tool's fields, be it only one number that is a text.
#[test]
fn a_result_that_does_not_fit_carries_every_label() {
    let case = case(LABELS);
    for (result, carries) in [
        (json!({"n": 1}), false),
        (json!({"n": "1"}), true),
        (json!({"t": 1}), true),
    ] {
        let mut session = open(&case);
        let told = Told {
            outcome: Became::Returned(result.clone()),
            ..plain("note", json!({}))
        };
        call(&mut session, told);
        let next = call(&mut session, plain("note", json!({})));
        assert_eq!(!next.reasons.is_empty(), carries, "{result}");
    }
}

const AMOUNTS: &str = r#"
policy p 1.0.0
unit message
dimension messages in message
tool look { effect none }
tool send {
    args { n: message, k: int }
    effect internal; blast { calls 9; messages 10 message }
    spends messages = args.n + args.n
    require args.k + 1 > 0 because "k"
    reversal irreversible { hold 1m; cancel unsend {} }
}
tool unsend undoes send { effect internal }
agent bot { may *; up_to authority_modifying }
"#;

/// Ints have 64 bits and so have their sums; amounts have more, also in a unit without decimals.
#[test]
fn sums_of_amounts_have_more_room_than_sums_of_ints() {
    let case = case(AMOUNTS);
    let largest = i64::MAX;
    let mut session = open(&case);
    let amounts = call(&mut session, plain("send", json!({"n": largest, "k": 1})));
    assert_eq!(
        amounts.debits,
        [(
            "messages".to_owned(),
            i128::from(largest) * 2,
            i128::from(largest) * 2_000
        )]
    );
    let ints = call(&mut session, plain("send", json!({"n": 1, "k": largest})));
    assert!(
        ints.reasons
            .iter()
            .any(|(_, code, unknown)| code == "require" && *unknown)
    );
}

/// Of several wrong arguments the first by name is told, in whichever order the call has them; missing ones come last.
#[test]
fn the_wrong_argument_that_is_told_does_not_depend_on_their_order() {
    let case = case(AMOUNTS);
    let table = &case.table;
    let run =
        rev_eval::Run::open(table, "bot", rev_eval::Capability::default()).expect("it is there");
    for args in [
        r#"{"n": -1, "z": 1, "a": 2}"#,
        r#"{"z": 1, "a": 2}"#,
        r#"{"a": 2, "k": "x", "n": 1}"#,
    ] {
        let call = rev_eval::Call::new("send", rev_eval::Json::Text(args));
        assert_eq!(run.decide(table, &call).codes(table), ["args.a"], "{args}");
    }
}
