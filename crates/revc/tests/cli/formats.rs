//! One mistake in the example policy: every format names file, line, column, code and sentence.

use crate::sandbox::Sandbox;
use serde_json::Value;
use std::fs;
use std::path::Path;

const RIGHT: &str = "by       payments.reverse_refund {";
const WRONG: &str = "by       42 {";
const SENTENCE: &str = "expected a name, found `42`";

/// The example with one broken `by` line, in `support/`.
fn broken_example() -> Sandbox {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/support");
    let sandbox = Sandbox::new(&[]);
    for entry in fs::read_dir(example).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("support/{}", path.file_name().unwrap().to_str().unwrap());
        let text = fs::read_to_string(&path).unwrap();
        sandbox.write(&name, text.as_bytes());
    }
    assert_eq!(sandbox.run(&["check", "support"]).code, 0);
    let text = sandbox.read("support/support.rev");
    assert_eq!(text.matches(RIGHT).count(), 1);
    sandbox.write("support/support.rev", text.replace(RIGHT, WRONG).as_bytes());
    sandbox
}

/// Line and column of the mistake, counted by hand.
fn place(sandbox: &Sandbox) -> (usize, usize) {
    let text = sandbox.read("support/support.rev");
    let mut lines = text.lines().zip(1..);
    let (line, number) = lines.find(|(line, _)| line.contains(WRONG)).unwrap();
    (number, line.find("42").unwrap() + 1)
}

fn check(sandbox: &Sandbox, format: &str) -> String {
    let answer = sandbox.run(&["check", "support", "--format", format]);
    assert_eq!((answer.code, answer.err.as_str()), (1, ""), "{format}");
    answer.out
}

#[test]
fn human() {
    let sandbox = broken_example();
    let (line, column) = place(&sandbox);
    let out = check(&sandbox, "human");
    let at = format!("[support/support.rev:{line}:{column}]");
    for part in ["error[E0001]", SENTENCE, &at, WRONG] {
        assert!(out.contains(part), "no {part} in\n{out}");
    }
    assert!(out.ends_with("\n1 error in 1 file\n"), "{out}");
}

#[test]
fn short() {
    let sandbox = broken_example();
    let (line, column) = place(&sandbox);
    assert_eq!(
        check(&sandbox, "short"),
        format!("support/support.rev:{line}:{column}: error[E0001]: {SENTENCE}\n")
    );
}

#[test]
fn json() {
    let sandbox = broken_example();
    let (line, column) = place(&sandbox);
    let report: Value = serde_json::from_str(&check(&sandbox, "json")).unwrap();
    let found = report["diagnostics"].as_array().unwrap();
    assert_eq!(found.len(), 1);
    let finding = &found[0];
    assert_eq!(finding["file"], "support/support.rev");
    assert_eq!(finding["range"]["start"]["line"], line);
    assert_eq!(finding["range"]["start"]["column"], column);
    assert_eq!(finding["range"]["end"]["column"], column + 2);
    assert_eq!(finding["code"], "E0001");
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["message"], SENTENCE);
    for field in ["labels", "help", "fix"] {
        assert!(finding.get(field).is_some(), "{field}");
    }
    let summary = serde_json::json!({ "errors": 1, "warnings": 0, "files": 1 });
    assert_eq!(report["summary"], summary);
}

#[test]
fn sarif() {
    let sandbox = broken_example();
    let (line, column) = place(&sandbox);
    let log: Value = serde_json::from_str(&check(&sandbox, "sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["ruleId"], "E0001");
    assert_eq!(results[0]["message"]["text"], SENTENCE);
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "support/support.rev");
    assert_eq!(place["region"]["startLine"], line);
    assert_eq!(place["region"]["startColumn"], column);
}

#[test]
fn github() {
    let sandbox = broken_example();
    let (line, column) = place(&sandbox);
    assert_eq!(
        check(&sandbox, "github"),
        format!(
            "::error file=support/support.rev,line={line},endLine={line},col={column},endColumn={},title=E0001::{SENTENCE}\n",
            column + 2
        )
    );
}
