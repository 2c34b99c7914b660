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
}

/// Whoever reads the answers has one for each line, and a bad line changes nothing for those behind it.
#[test]
fn a_line_that_is_no_call_is_refused_and_told() {
    let sandbox = Sandbox::new(&[("shop.rev", POLICY)]);
    let bad: [&[u8]; 12] = [
        b"not a call",
        b"[]",
        b"{}",
        br#"{"tool": 3}"#,
        br#"{"tool":"shop.price","tool":"shop.price","args":{"item":"tea"}}"#,
        br#"{"tool":"shop.price","args":{"item":"tea"},"prompt":5}"#,
        br#"{"tool":"shop.price","args":{"item":"tea"},"context":[]}"#,
        br#"{"tool":"shop.price","args":{"item":"tea"},"origin":{"item":{"labels":["pii"]}}}"#,
        br#"{"tool":"shop.price","args":{"item":"tea"},"origin":{"item":{"said":"yes"}}}"#,
        br#"{"tool":"shop.price","args":{"item":"tea"},"outcome":"lost"}"#,
        br#"{"approve":true}"#,
        b"\xff",
    ];
    let mut input = Vec::new();
    for line in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(b"\n{\"tool\":\"shop.price\",\"args\":{\"item\":\"tea\"}}");
    let answer = sandbox.run_with(&["decide", "--table", "."], &[], &input);
    assert_eq!(answer.code, 2);
    let answers: Vec<serde_json::Value> = answer
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), bad.len() + 1, "{}", answer.out);
    for (refused, number) in answers.iter().take(bad.len()).zip(1..) {
        assert_eq!(refused["verdict"], "deny", "{refused}");
        assert_eq!(refused["line"], number, "{refused}");
        assert!(refused["error"].is_string(), "{refused}");
    }
    assert_eq!(answers[bad.len()]["verdict"], "allow");
    assert!(
        answer.err.contains("line 1 is no call: this is not JSON"),
        "{}",
        answer.err
    );
}

/// A call whose arguments cannot be right is a call, and is denied.
#[test]
fn arguments_that_cannot_be_kept_are_decided() {
    let sandbox = Sandbox::new(&[("shop.rev", POLICY)]);
    let lines = r#"{"tool":"shop.pay","args":{"to":"a@b.example","amount":1e400}}
{"tool":"shop.pay","args":{"to":"a@b.example","amount":1,"amount":2}}
"#;
    let answer = sandbox.run_with(&["decide", "--table", "."], &[], lines.as_bytes());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    for line in answer.out.lines() {
        let found: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(found["verdict"], "deny", "{line}");
        assert_eq!(found["reasons"][0]["code"], "args.amount", "{line}");
    }
}

/// What a person agreed to is counted, and what was held is not.
#[test]
fn a_held_call_goes_on_when_it_is_approved() {
    let sandbox = Sandbox::new(&[("shop.rev", POLICY)]);
    let pay = r#"{"tool":"shop.pay","args":{"to":"a@b.example","amount":300}}"#;
    let lines = format!("{pay}\n{pay}\n{{\"approve\":true}}\n{pay}\n");
    let answer = sandbox.run_with(&["decide", "--table", "."], &[], lines.as_bytes());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let over: Vec<bool> = answer
        .out
        .lines()
        .map(|line| line.contains("blast.money"))
        .collect();
    assert_eq!(over, [false, false, false, true], "{}", answer.out);
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
