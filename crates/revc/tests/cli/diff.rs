//! `revc diff` and `revc check --against`: what changed since the last release.

use crate::sandbox::{Answer, Sandbox};
use serde_json::Value;

const OLD: &str = r#"policy letters 1.2.0

/// Write a letter.
tool mail.send {
    args     { to: text, body: text }
    result   { id: text }
    effect   internal
    reversal reversible {
        by       mail.burn { id: result.id }
        approval human
        verify   mail.get { id: result.id } until seen absent attempts 3
    }
    blast { calls 2 }
}

tool mail.burn undoes mail.send { args { id: text }; effect internal }
tool mail.get { args { id: text }; effect none }

rule nobody_else {
    when    call is mail.send and args.to like "*eve*"
    deny
    because "not to her"
}

agent clerk { may mail.*; up_to reversible_internal }
"#;

fn new(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(OLD.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

fn diff(new: &str, more: &[&str]) -> Answer {
    let sandbox = Sandbox::new(&[("old/p.rev", OLD), ("new/p.rev", new)]);
    sandbox.run(&[&["diff", "old", "new"], more].concat())
}

#[test]
fn weaker_is_told_with_a_call_and_ends_with_1() {
    let answer = diff(&new(&[("calls 2", "calls 4"), ("1.2.0", "1.3.0")]), &[]);
    assert_eq!((answer.code, answer.err.as_str()), (1, ""));
    let expected = r#"from letters 1.2.0 to letters 1.3.0

weaker:
  tool `mail.send`: blast calls, was `2`, is `4`
      for example mail.send {"body":"abc","to":"abc"} after 2 times mail.send {"body":"abc","to":"abc"}, by clerk
      was held for one approver (blast.calls)
      is  allowed

1 weaker, nothing stricter
the new version is no major one: `revc check --against` calls this E0801
"#;
    assert_eq!(answer.out, expected);
}

#[test]
fn stricter_alone_is_fine() {
    let answer = diff(&new(&[("calls 2", "calls 1")]), &[]);
    assert_eq!(answer.code, 0);
    assert!(
        answer.out.contains("nothing is weaker, 1 stricter"),
        "{}",
        answer.out
    );
}

#[test]
fn what_is_no_meaning_is_no_difference() {
    let mut items: Vec<&str> = OLD.split("\n\n").collect();
    items.reverse();
    let text = format!(
        "// another order\n\n{}",
        items.join("\n\n\n// and more room\n")
    );
    let answer = diff(&text, &[]);
    assert_eq!(answer.code, 0);
    assert!(
        answer.out.ends_with("\nno call is decided otherwise\n"),
        "{}",
        answer.out
    );
    let sandbox = Sandbox::new(&[("p.rev", OLD)]);
    assert_eq!(sandbox.run(&["diff", "p.rev", "p.rev"]).code, 0);
}

#[test]
fn a_sentence_is_a_note() {
    let answer = diff(
        &new(&[("not to her", "she asked us not to")]),
        &["--format", "json"],
    );
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(answer.code, 0);
    assert_eq!(
        report["summary"],
        serde_json::json!({ "weaker": 0, "stricter": 0, "notes": 1 })
    );
    assert_eq!(report["differences"][0]["direction"], "note");
}

#[test]
fn json_is_one_object_with_calls_that_can_be_made() {
    let gone = OLD.find("rule nobody_else").unwrap()..OLD.find("agent clerk").unwrap();
    let mut text = OLD.to_owned();
    text.replace_range(gone, "");
    let answer = diff(&text, &["--format", "json"]);
    assert_eq!(answer.code, 1);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(report["old"]["version"], "1.2.0");
    assert_eq!(report["major"], false);
    let [one] = report["differences"].as_array().unwrap().as_slice() else {
        panic!("{report}");
    };
    assert_eq!(
        one["about"],
        serde_json::json!({ "kind": "rule", "name": "nobody_else" })
    );
    assert_eq!(
        (&one["direction"], &one["certain"]),
        (&"weaker".into(), &true.into())
    );
    let example = &one["example"];
    assert_eq!(example["old"]["verdict"], "deny");
    assert_eq!(
        example["old"]["reasons"],
        serde_json::json!(["rule.nobody_else"])
    );
    assert_eq!(example["new"]["verdict"], "allow");
    // The same, asked of each.
    let sandbox = Sandbox::new(&[("old/p.rev", OLD), ("new/p.rev", &text)]);
    for side in ["old", "new"] {
        let words = ["decide", "--table", side];
        let decided = sandbox.run_with(&words, &[], format!("{}\n", example["call"]).as_bytes());
        let decided: Value = serde_json::from_str(&decided.out).unwrap();
        assert_eq!(decided["verdict"], example[side]["verdict"]);
    }
}

#[test]
fn tables_and_packages_are_the_same() {
    let changed = new(&[("calls 2", "calls 4")]);
    let sandbox = Sandbox::new(&[("old/p.rev", OLD), ("new/p.rev", &changed)]);
    for name in ["old", "new"] {
        let table = format!("{name}.revt");
        assert_eq!(sandbox.run(&["build", name, "-o", &table]).code, 0);
    }
    let plain = sandbox.run(&["diff", "old", "new"]);
    for (old, new) in [
        ("old.revt", "new"),
        ("old", "new.revt"),
        ("old.revt", "new.revt"),
    ] {
        let answer = sandbox.run(&["diff", old, new]);
        assert_eq!((answer.code, &answer.out), (1, &plain.out));
    }
}

#[test]
fn what_cannot_be_compared_ends_with_2() {
    let sandbox = Sandbox::new(&[("p.rev", OLD), ("bad.rev", "policy x 1.0.0\ntool a { }\n")]);
    sandbox.write("damaged.revt", b"REVT and then nothing of use");
    assert_eq!(sandbox.run(&["build", "p.rev", "-o", "p.revt"]).code, 0);
    let mut bytes = std::fs::read(sandbox.path("p.revt")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    sandbox.write("flipped.revt", &bytes);
    sandbox.write("short.revt", &bytes[..middle]);
    for other in [
        "damaged.revt",
        "flipped.revt",
        "short.revt",
        "missing.revt",
        "missing",
        "bad.rev",
    ] {
        for words in [["diff", "p.rev", other], ["diff", other, "p.rev"]] {
            let answer = sandbox.run(&words);
            assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{other}");
            assert!(
                answer.err.starts_with("error: ") && answer.err.contains(other),
                "{}",
                answer.err
            );
        }
        let answer = sandbox.run(&["check", "p.rev", "--against", other]);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{other}");
    }
}

#[test]
fn check_against_a_table_places_what_is_weaker() {
    let changed = new(&[("calls 2", "calls 4"), ("1.2.0", "1.3.0")]);
    let sandbox = Sandbox::new(&[("old.rev", OLD), ("p.rev", &changed)]);
    assert_eq!(sandbox.run(&["build", "old.rev", "-o", "old.revt"]).code, 0);
    let answer = sandbox.run(&[
        "check",
        "p.rev",
        "--against",
        "old.revt",
        "--format",
        "short",
    ]);
    assert_eq!(answer.code, 1);
    assert_eq!(
        answer.out,
        "p.rev:4:6: error[E0801]: tool `mail.send`: blast calls, was `2`, is `4`\n"
    );
    for format in ["json", "sarif", "github", "human"] {
        let words = [
            "check",
            "p.rev",
            "--against",
            "old.revt",
            "--format",
            format,
        ];
        let answer = sandbox.run(&words);
        assert!(
            answer.code == 1 && answer.out.contains("E0801"),
            "{format}: {}",
            answer.out
        );
    }
    assert_eq!(sandbox.run(&["check", "p.rev"]).code, 0);
}

#[test]
fn a_major_version_may_be_weaker_and_before_1_a_minor_one_may() {
    for (from, to, code) in [
        ("1.2.0", "2.0.0", 0),
        ("1.2.0", "1.9.9", 1),
        ("2.0.0", "1.0.0", 1),
        ("0.3.1", "0.4.0", 0),
        ("0.3.1", "0.3.2", 1),
        ("0.3.1", "1.0.0", 0),
    ] {
        let old = OLD.replace("1.2.0", from);
        let weaker = OLD.replace("1.2.0", to).replace("calls 2", "calls 4");
        let sandbox = Sandbox::new(&[("old.rev", &old), ("p.rev", &weaker)]);
        let answer = sandbox.run(&["check", "p.rev", "--against", "old.rev"]);
        assert_eq!(answer.code, code, "{from} {to}: {}", answer.out);
    }
}

#[test]
fn another_class_needs_a_major_version_though_it_is_stricter() {
    let changed = new(&[
        ("approval human\n", "within   2h\n        approval human\n"),
        ("up_to reversible_internal", "up_to time_window_undoable"),
    ]);
    let sandbox = Sandbox::new(&[("old.rev", OLD), ("p.rev", &changed)]);
    let answer = sandbox.run(&[
        "check",
        "p.rev",
        "--against",
        "old.rev",
        "--format",
        "short",
    ]);
    assert!(
        answer
            .out
            .contains("class, was `reversible_internal`, is `time_window_undoable`"),
        "{}",
        answer.out
    );
}

/// What is gone has no place of its own in the new source.
#[test]
fn a_rule_that_is_gone_is_told_at_its_tool() {
    let gone = OLD.find("rule nobody_else").unwrap()..OLD.find("agent clerk").unwrap();
    let mut text = OLD.to_owned();
    text.replace_range(gone, "");
    let sandbox = Sandbox::new(&[("old.rev", OLD), ("p.rev", &text)]);
    let answer = sandbox.run(&[
        "check",
        "p.rev",
        "--against",
        "old.rev",
        "--format",
        "short",
    ]);
    assert!(
        answer.out.starts_with(
            "p.rev:4:6: error[E0801]: rule `nobody_else`: the rule is gone (mail.send)"
        ),
        "{}",
        answer.out
    );
}
