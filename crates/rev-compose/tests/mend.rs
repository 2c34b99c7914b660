//! Every way of mending that is offered mends what it is offered for, and makes no mistake of its own.

use rev_analysis::{Database, Levels, Package, SourceFile, diagnostics};
use rev_compose::compose;
use rev_diagnostics::{Diagnostic, Fix};
use std::sync::Arc;

/// Everything that is found in a package of one file.
fn found(text: &str) -> Vec<Diagnostic> {
    let db = Database::default();
    let file = SourceFile::new(&db, "p.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    let mut found = diagnostics(&db, package, file).to_vec();
    match rev_lower::lower(&db, package) {
        Ok(lowered) => found.extend(compose(&db, package, &lowered.table)),
        Err(errors) => found.extend(errors),
    }
    found
}

fn with(text: &str, fix: &Fix) -> String {
    let mut text = text.to_owned();
    for edit in fix.edits.iter().rev() {
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    text
}

/// The titles of what is offered for a code; each is tried.
fn offered(text: &str, code: &str) -> Vec<String> {
    let before = found(text);
    let told: Vec<&Diagnostic> = before.iter().filter(|one| one.code == code).collect();
    assert_eq!(told.len(), 1, "{before:#?}");
    let fixes = told.iter().flat_map(|one| one.fixes());
    fixes
        .map(|fix| {
            assert!(!fix.safe, "`{}` is for a person to decide", fix.title);
            let mended = with(text, fix);
            let left: Vec<String> = found(&mended)
                .iter()
                .map(|one| format!("{} {}", one.code, one.message))
                .collect();
            assert_eq!(left, Vec::<String>::new(), "{}\n{mended}", fix.title);
            fix.title.clone()
        })
        .collect()
}

const LEAK: &str = r#"policy p 1.0.0

/// What nobody else may know.
label secret confidential // of the vault

/// Reads.
tool vault.read { effect none; yields secret }

TOOL

rule no_secret_leaves { when call is vault.read and run.calls > 90; gate approval }

/// Both.
agent bot { may *; up_to time_window_undoable }
"#;

#[test]
fn a_leak_is_mended_in_three_ways() {
    let asked = "ask a person before `secret` leaves";
    let contained = "write `contained because \"…\"` in `web.get`, if nothing of it leaves";
    let may_leave = "write `may leave` at `secret`, if it is meant to";
    let one_line = "tool web.get { args { at: url }; effect none; trusted }";
    let lines = "tool web.get {\n    args { at: url }\n    effect none // reads\n    trusted\n}";
    for tool in [one_line, lines] {
        let text = LEAK.replace("TOOL", tool);
        assert_eq!(offered(&text, "E0601"), [asked, contained, may_leave]);
    }
    // Where the tool has said otherwise, or says it by its cases, nobody offers to contain it.
    let outbound = "tool web.get { args { at: text }; effect none; outbound }";
    let cases = "tool web.get {\n    args { at: url, n: int }\n    case args.n > 1 { effect none } otherwise { effect none }\n}";
    for tool in [outbound, cases] {
        let text = LEAK.replace("TOOL", tool);
        assert_eq!(offered(&text, "E0601"), [asked, may_leave]);
    }
}

#[test]
fn steering_is_mended_by_a_rule_about_what_decides() {
    let text = r#"policy p 1.0.0

label external untrusted

tool mail.read { effect none; yields external }

tool mail.send {
    args     { to: email, cc?: list<email>, body: text }
    effect   public
    subject  args.to
    reversal irreversible { hold 1m; cancel mail.drop {} }
    blast    { calls 5 }
}

tool mail.drop undoes mail.send { effect internal }

agent bot { may *; up_to time_window_undoable }
"#;
    let title = "ask a person where nobody said where `mail.send` lands";
    assert_eq!(offered(text, "W1012"), [title]);
}
