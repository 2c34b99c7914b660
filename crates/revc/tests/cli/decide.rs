//! `revc build`, `decide`, `test` and `explain --call`, on a small policy.

use crate::sandbox::Sandbox;

const POLICY: &str = r#"policy shop 1.0.0

unit INR scale 2

dimension money in INR

/// Look a price up.
tool shop.price { args { item: text }; effect none }

/// Pay for something.
tool shop.pay {
    args     { to: email, amount: INR }
    effect   public
    subject  args.to
    spends   money = args.amount
    require  args.amount <= 500 INR because "more is paid by a person"
    reversal irreversible { human }
    blast {
        calls 2
        money 500 INR
    }
}

agent buyer {
    may   shop.*
    up_to irreversible_public
}

test "prices are free" for buyer {
    call shop.price { item: "tea" } expect allow
    call shop.pay { to: "a@b.example", amount: 501 INR } expect deny because require
}
"#;

#[test]
fn a_table_is_built_and_decides() {
    let sandbox = Sandbox::new(&[("shop.rev", POLICY)]);
    let built = sandbox.run(&["build", ".", "-o", "shop.revt"]);
    assert_eq!((built.code, built.err.as_str()), (0, ""));
    assert!(built.out.starts_with("blake3:"), "{}", built.out);
    let calls = r#"{"tool":"shop.price","args":{"item":"tea"}}
{"tool":"shop.pay","args":{"to":"a@b.example","amount":20}}
{"tool":"shop.steal","args":{}}
"#;
    let decided = sandbox.run_with(&["decide", "--table", "shop.revt"], &[], calls.as_bytes());
    assert_eq!((decided.code, decided.err.as_str()), (0, ""));
    let answers: Vec<serde_json::Value> = decided
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let verdicts: Vec<&str> = answers
        .iter()
        .filter_map(|it| it["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["allow", "require_approval", "deny"]);
    assert_eq!(
        answers[1]["reasons"][0]["code"],
        "class.irreversible_public"
    );
    assert_eq!(answers[2]["reasons"][0]["code"], "unknown_tool");
    assert!(answers[1]["brief"].is_array());
    // The package itself stands for its table.
    let again = sandbox.run_with(&["decide", "--table", "."], &[], calls.as_bytes());
    assert_eq!(again.out, decided.out);
}

#[test]
fn a_damaged_table_is_refused() {
    let sandbox = Sandbox::new(&[("shop.rev", POLICY), ("bad.revt", "REVTABLE, or so")]);
    let answer = sandbox.run_with(&["decide", "--table", "bad.revt"], &[], b"");
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("bad.revt"), "{}", answer.err);
    let line = sandbox.run_with(&["decide", "--table", "."], &[], b"not a call\n");
    assert_eq!(line.code, 2);
    assert!(line.err.contains("line 1 is no call"), "{}", line.err);
}

#[test]
fn tests_pass_and_fail_with_the_difference() {
    let wrong = POLICY.replace("501 INR } expect deny", "500 INR } expect deny");
    let sandbox = Sandbox::new(&[("a/shop.rev", POLICY), ("b/shop.rev", &wrong)]);
    let fine = sandbox.run(&["test", "a"]);
    assert_eq!(
        (fine.code, fine.out.as_str()),
        (0, "ok      prices are free\n1 passed, 0 failed\n")
    );
    let failed = sandbox.run(&["test", "b"]);
    assert_eq!(failed.code, 1);
    assert!(
        failed.out.contains("expected  deny because require"),
        "{}",
        failed.out
    );
    assert!(
        failed
            .out
            .contains("found     approval because class.irreversible_public"),
        "{}",
        failed.out
    );
    let junit = sandbox.run(&["test", "b", "--format", "junit"]);
    assert!(junit.out.contains("failures=\"1\""), "{}", junit.out);
    let covered = sandbox.run(&["test", "a", "--coverage", "--min", "100"]);
    assert_eq!(covered.code, 0, "{}", covered.out);
    let none = sandbox.run(&[
        "test",
        "a",
        "--filter",
        "nothing like it",
        "--coverage",
        "--min",
        "90",
    ]);
    assert_eq!(none.code, 1, "{}", none.out);
}

#[test]
fn a_call_is_explained() {
    let call = r#"{"tool":"shop.pay","args":{"to":"a@b.example","amount":20}}"#;
    let sandbox = Sandbox::new(&[("shop.rev", POLICY), ("call.json", call)]);
    let answer = sandbox.run(&["explain", "--call", "call.json"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    for part in [
        "class: irreversible_public: one approver",
        "require: is met",
        "blast.calls: 1 of 2",
        "so: approval",
    ] {
        assert!(answer.out.contains(part), "{part}: {}", answer.out);
    }
}

#[test]
fn a_table_is_not_for_the_terminal() {
    let sandbox = Sandbox::new(&[("shop.rev", POLICY)]);
    let answer = sandbox.run(&["build", "."]);
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("revc build -o"), "{}", answer.err);
}
