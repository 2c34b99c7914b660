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
    let step = "b/shop.rev:31:58: call shop.pay { to: \"a@b.example\", amount: 500 INR } expect deny because require";
    assert!(failed.out.contains(step), "{}", failed.out);
    assert!(failed.out.contains("missing   require\n"), "{}", failed.out);
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

const WAYS: &str = r#"policy ways 1.0.0

tool lamp.set {
    args { on: bool, by: text }
    case args.on {
        effect none
        gate   approval when args.by == "dog"
    }
    otherwise {
        effect none
    }
}

tool lamp.get { effect none }

rule often {
    when run.calls > 1 or run.denied > 1
    gate two_person
}

boundary secrets {
    path under "/etc"
    refuse
}

agent bot {
    may   lamp.*
    up_to read_only
}

test "the light is on" for bot {
    call lamp.set { on: true, by: "ann" } expect allow
    call lamp.set { on: true, by: "dog" } expect approval because gate.approval
    approve
    call lamp.set { on: true, by: "ann" } expect approval because rule.often
}
"#;

/// Rules, rows and cases that no test reaches are told with their places.
#[test]
fn coverage_tells_what_no_test_reaches() {
    let sandbox = Sandbox::new(&[("ways.rev", WAYS)]);
    let answer = sandbox.run(&["test", "--coverage"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let expected = "ok      the light is on
1 passed, 0 failed
coverage: 45 % (5 of 11 rules, gates, requirements, boundaries, cases and rows)
  ways.rev:9: no test reaches otherwise of lamp.set
  ways.rev:16: no test reaches rule.often for lamp.get, way 1 of 2 in which it applies
  ways.rev:16: no test reaches rule.often for lamp.get, way 2 of 2 in which it applies
  ways.rev:16: no test reaches rule.often for lamp.set (the case on line 5), way 2 of 2 in which it applies
  ways.rev:16: no test reaches rule.often for lamp.set (the case on line 9), way 1 of 2 in which it applies
  ways.rev:16: no test reaches rule.often for lamp.set (the case on line 9), way 2 of 2 in which it applies
";
    assert_eq!(answer.out, expected);
    let json = sandbox.run(&["test", "--coverage", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["coverage"]["missed"][0]["file"], "ways.rev");
    for (min, code) in [("45", 0), ("46", 1), ("90", 1)] {
        assert_eq!(
            sandbox.run(&["test", "--coverage", "--min", min]).code,
            code
        );
    }
}

/// Control characters, quotes and angle brackets in a title are no markup.
#[test]
fn junit_is_xml() {
    let hostile = POLICY.replace("prices are free", "<a b=\\\"c\\\"> & \\u{1b}");
    let wrong = hostile.replace("501 INR } expect deny", "500 INR } expect deny");
    let sandbox = Sandbox::new(&[("a.rev", &wrong)]);
    let answer = sandbox.run(&["test", "--format", "junit", "--coverage"]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(
        answer
            .out
            .contains("name=\"&lt;a b=&quot;c&quot;&gt; &amp; \u{fffd}\""),
        "{}",
        answer.out
    );
    assert!(
        answer.out.contains(
            "<failure type=\"expectation\" message=\"expected deny because require, found "
        ),
        "{}",
        answer.out
    );
    assert!(answer.out.ends_with("</testsuites>\n"), "{}", answer.out);
}
