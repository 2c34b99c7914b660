//! What is offered to mend a contract parses, and mends the mistake.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "only tests"
)]

use rev_analysis::{Database, Levels, Package, SourceFile, check};
use rev_diagnostics::Diagnostic;
use std::sync::Arc;

const OTHERS: &str = "
tool notes.delete undoes notes.create { args { id: text }; effect internal }
tool notes.get { args { id: text }; effect none }
";

/// A tool with these lines in its contract, in one line each and all in one line.
fn policies(kind: &str, lines: &[&str]) -> Vec<String> {
    let contract = |open: &str, between: &str| {
        let lines = lines.join(between);
        format!(
            "tool notes.create {{ result {{ id: text }}; effect internal; blast {{ calls 1 }}
            reversal {kind} {{{open}{lines} }} // a comment\n}}\n{OTHERS}"
        )
    };
    vec![contract("\n", "\n"), contract(" ", "; ")]
}

fn found(text: &str) -> Vec<Diagnostic> {
    let db = Database::default();
    let file = SourceFile::new(&db, "a.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    check(&db, package)
}

/// The text after the fix that the finding of this code offers.
fn mended(text: &str, code: &str) -> String {
    let found = found(text);
    let finding = found.iter().find(|finding| finding.code == code);
    let finding = finding.unwrap_or_else(|| panic!("no {code} in {text}: {found:#?}"));
    let mut text = text.to_owned();
    for edit in &finding.fix.as_ref().expect(code).edits {
        let range = edit.span.start as usize..edit.span.end as usize;
        text.replace_range(range, &edit.text);
    }
    text
}

fn mends(text: &str, code: &str) {
    let text = mended(text, code);
    let left = found(&text);
    let unfit = |finding: &&Diagnostic| finding.code == code || finding.code == "E0001";
    assert!(
        left.iter().find(unfit).is_none(),
        "{code} is not mended by\n{text}\n{left:#?}"
    );
}

const BY: &str = "by notes.delete { id: result.id }";
const VERIFY: &str = "verify notes.get { id: result.id } until seen absent attempts 3";

#[test]
fn missing_lines_are_added() {
    for (kind, lines, code) in [
        ("reversible", &[BY, "approval auto"][..], "E0303"),
        ("compensable", &[BY, "approval auto", VERIFY], "E0304"),
        ("reversible", &[BY, VERIFY], "E0305"),
        ("reversible", &[], "E0303"),
        ("reversible", &[], "E0305"),
        ("irreversible", &[], "E0306"),
        (
            "irreversible",
            &["cancel notes.delete { id: result.id }"],
            "E0307",
        ),
        (
            "reversible",
            &[BY, VERIFY, "approval dual_control"],
            "E0311",
        ),
        (
            "reversible",
            &[BY, VERIFY, "approval auto", "expires 24h"],
            "E0313",
        ),
    ] {
        for text in policies(kind, lines) {
            mends(&text, code);
        }
    }
}

#[test]
fn a_missing_contract_is_added() {
    for text in [
        "tool a { effect internal }",
        "tool a { effect internal; blast { calls 1 } }",
        "tool a {\n    effect internal // because\n    blast { calls 1 }\n}\n",
        "tool a {\n    args { b: bool }\n    case args.b { effect public } otherwise { effect none }\n}\n",
    ] {
        mends(text, "E0301");
    }
}

#[test]
fn too_little_approval_becomes_enough() {
    let text = policies("reversible", &[BY, VERIFY, "approval auto"]).remove(0);
    let text = text.replace(
        "args { id: text }; effect internal",
        "args { id: text }; effect authority",
    );
    mends(&text, "E0310");
}
