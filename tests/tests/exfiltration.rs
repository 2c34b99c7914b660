//! The example of two harmless tools: alone they are clean, together they leak, with a rule they do not.

use rev_tests::{Finding, checked, decided};
use std::fs;
use std::path::Path;

fn policy(folder: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/exfiltration");
    fs::read_to_string(root.join(folder).join("policy.rev")).unwrap_or_default()
}

fn findings(folder: &str) -> Vec<Finding> {
    checked(&[&policy(folder)]).concat()
}

#[test]
fn each_tool_alone_is_clean() {
    assert_eq!(findings("reads"), []);
    assert_eq!(findings("sends"), []);
}

#[test]
fn together_they_are_a_leak_with_its_path() {
    let found = findings("together");
    let [leak] = found.as_slice() else {
        panic!("one finding: {found:?}");
    };
    assert_eq!(leak.code, "E0601");
    assert!(
        leak.message.contains("`read_secret → send_email`"),
        "{}",
        leak.message
    );
}

#[test]
fn with_the_rule_they_are_clean_and_the_invariant_is_proved() {
    let text = policy("with_rule");
    assert!(text.contains("invariant secrets_stay_inside"));
    assert_eq!(findings("with_rule"), []);
    assert_eq!(decided(&[&text]).concat(), []);
}

#[test]
fn without_the_rule_the_invariant_is_broken_by_calls_that_are_told() {
    let invariant = "\ninvariant secrets_stay_inside {\n    for   assistant\n    never run has secret and call is outbound and allowed\n}\n";
    let without = policy("together") + invariant;
    let found = checked(&[&without]).concat();
    let told = |code: &str, part: &str| {
        let mut found = found.iter();
        found.any(|one| one.code == code && one.message.contains(part))
    };
    assert!(told("E0601", "read_secret → send_email"), "{found:?}");
    assert!(
        told("E0602", "`secrets_stay_inside` is broken"),
        "{found:?}"
    );
    assert!(told("E0602", "→ send_email {"), "{found:?}");
}
