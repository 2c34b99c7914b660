//! What only a host can tell: cases that no policy's own tests can reach, decided by both and compared with what the
//! reference says.

use rev_agree::{Case, Opening, Package, Said, Session, Step, Told};
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
