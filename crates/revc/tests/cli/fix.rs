//! `revc check --fix`.

#![allow(clippy::string_slice, reason = "only tests")]

use crate::sandbox::Sandbox;
use std::fs;

const AGENT: &str = "agent b { may a, c; up_to read_only }\n";

#[test]
fn what_needs_no_decision_is_mended() {
    let sandbox = Sandbox::new(&[
        (
            "a.rev",
            &format!("policy p 1.0.0\ntool a {{ efect none }}\n{AGENT}"),
        ),
        (
            "b.rev",
            "tool c { args { id: text }; effect none; require args.idd != \"\" because \"it is empty\" }\n",
        ),
    ]);
    let answer = sandbox.run(&["check", "--fix"]);
    assert_eq!(answer.code, 0, "{}", answer.out);
    assert!(
        answer.out.starts_with("fixed a.rev: 1 mistake\n"),
        "{}",
        answer.out
    );
    assert!(
        answer.out.contains("2 mistakes fixed in 2 files\n"),
        "{}",
        answer.out
    );
    assert!(sandbox.read("a.rev").contains("tool a { effect none }"));
    assert!(sandbox.read("b.rev").contains("require args.id != "));
    let names: Vec<_> = fs::read_dir(sandbox.path("")).unwrap().collect();
    assert_eq!(names.len(), 2, "something was left behind: {names:?}");
    let again = sandbox.run(&["check", "--fix"]);
    assert!(
        again.out.starts_with("nothing could be fixed"),
        "{}",
        again.out
    );
}

#[test]
fn what_one_mistake_hid_is_mended_in_the_next_round() {
    // While a field is misspelt, nothing is said about what it would have meant.
    let text = format!(
        "policy p 1.0.0\ntool a {{ args {{ id: text }}; effect none; reqire args.idd != \"\" because \"it is empty\" }}\n{AGENT}tool c {{ effect none }}\n"
    );
    let sandbox = Sandbox::new(&[("a.rev", &text)]);
    let answer = sandbox.run(&["check", "--fix"]);
    assert_eq!(answer.code, 0, "{}", answer.out);
    assert!(
        sandbox
            .read("a.rev")
            .contains("require args.id != \"\" because \"it is empty\" }\nagent"),
        "{}",
        sandbox.read("a.rev")
    );
}

#[test]
fn a_word_is_not_cut_out_of_another() {
    let text = "policy p 1.0.0\ngate g { approvers2 }\nrule r { when call is public; gate g }\n\
                tool a { effect none }\nagent b { may a; up_to read_only }\n";
    let sandbox = Sandbox::new(&[("a.rev", text)]);
    sandbox.run(&["check", "--fix"]);
    assert_eq!(sandbox.read("a.rev"), text);
}

#[test]
fn a_contract_is_not_rewired() {
    let text = "policy p 1.0.0\ntool mk {\n    args { id: text }\n    effect internal\n    \
                reversal reversible {\n        by rm { id: args.id }\n        approval auto\n        \
                verify files.get { id: args.id } until seen absent attempts 2\n    }\n    blast { calls 2 }\n}\n\
                tool rm undoes mk { args { id: text }; effect internal }\n\
                tool files.gets { args { id: text }; effect none }\nagent x { may *; up_to reversible_internal }\n";
    let sandbox = Sandbox::new(&[("a.rev", text)]);
    assert_eq!(sandbox.run(&["check", "--fix"]).code, 1);
    assert_eq!(sandbox.read("a.rev"), text);
}

#[test]
fn what_needs_a_decision_is_left_and_told() {
    let text = "policy p 1.0.0\ntool a { efect none; yields nowhere_near }\nagent b { may a; up_to read_only }\n";
    let sandbox = Sandbox::new(&[("a.rev", text)]);
    let answer = sandbox.run(&["check", "--fix", "--format", "json"]);
    assert_eq!(answer.code, 1);
    let report: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(report["summary"]["errors"], 1, "{}", answer.out);
    assert_eq!(report["diagnostics"][0]["code"], "E0101", "{}", answer.out);
    assert!(
        answer.err.contains("1 mistake fixed in 1 file"),
        "{}",
        answer.err
    );
    assert!(
        sandbox
            .read("a.rev")
            .contains("effect none; yields nowhere_near")
    );
}

#[test]
fn line_breaks_marks_and_permissions_stay() {
    let text =
        "policy p 1.0.0\r\n// ü\r\ntool a { efect none }\r\nagent b { may a; up_to read_only }\r\n";
    let sandbox = Sandbox::new(&[("a.rev", text)]);
    sandbox.run(&["check", "--fix"]);
    assert_eq!(
        sandbox.read("a.rev").replace("\r\n", "\n"),
        text.replace("efect", "effect").replace("\r\n", "\n")
    );
}

#[test]
fn a_manifest_is_mended_and_obeyed() {
    let sandbox = Sandbox::new(&[
        ("a.rev", "policy p 1.0.0\r\n"),
        ("rev.toml", "[lint]\nW1002 = \"allow\"\n"),
    ]);
    sandbox.run(&["check", "--fix"]);
    assert_eq!(sandbox.read("rev.toml"), "[lints]\nW1002 = \"allow\"\n");
    assert_eq!(sandbox.run(&["check", "--deny", "warnings"]).code, 0);
}

#[test]
fn dependencies_are_not_touched() {
    let sandbox = Sandbox::new(&[
        ("app/a.rev", "policy p 1.0.0\n"),
        ("app/rev.toml", "[dependencies]\ns = { path = \"../s\" }\n"),
        ("s/s.rev", "tool a { efect none }\n"),
    ]);
    let answer = sandbox.run(&["check", "app", "--fix"]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert_eq!(sandbox.read("s/s.rev"), "tool a { efect none }\n");
}

#[test]
fn the_standard_input_cannot_be_fixed() {
    let sandbox = Sandbox::new(&[]);
    let answer = sandbox.run(&["check", "-", "--fix"]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""));
    assert!(
        answer.err.contains("cannot write the standard input"),
        "{}",
        answer.err
    );
    let checked = sandbox.run_with(
        &["check", "-", "--format", "short"],
        &[],
        b"tool a { efect none }\n",
    );
    assert!(checked.out.starts_with("<stdin>:1:10"), "{}", checked.out);
}

#[test]
fn a_read_only_file_stays_as_it_is() {
    let wrong = "policy p 1.0.0\ntool a { efect none }\nagent b { may a; up_to read_only }\n";
    let sandbox = Sandbox::new(&[("a.rev", wrong), ("b.rev", "tool c { efect none }\n")]);
    let path = sandbox.path("b.rev");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let answer = sandbox.run(&["check", "--fix"]);
    assert_eq!(answer.code, 2, "{}", answer.out);
    assert!(
        answer.err.contains("cannot write `b.rev`: it is read-only"),
        "{}",
        answer.err
    );
    assert_eq!(sandbox.read("a.rev"), wrong);
}

/// Takes a word or a sign out of the example, doubles one, or drops a letter of it, each in a package of its own: what
/// `--fix` leaves parses no worse, has no more mistakes, and has nothing left to fix.
#[test]
fn a_fix_never_makes_a_text_worse() {
    let mutated = mutated(include_str!("../../../../examples/support/support.rev"));
    let names: Vec<String> = (0..mutated.len()).map(|n| format!("{n}/a.rev")).collect();
    let named = names.iter().map(String::as_str);
    let files: Vec<(&str, &str)> = named
        .clone()
        .zip(mutated.iter().map(String::as_str))
        .collect();
    let sandbox = Sandbox::new(&files);
    let run = |options: &[&str]| {
        let args: Vec<&str> = options.iter().copied().chain(named.clone()).collect();
        sandbox.run(&args)
    };
    let errors = |answer: &str| -> Vec<usize> {
        let lines = |name: &&str| {
            let start = format!("{name}:");
            let lines = answer.lines().filter(|line| line.starts_with(&start));
            lines.filter(|line| line.contains(": error[")).count()
        };
        named.clone().map(|name| lines(&name)).collect()
    };
    let before = errors(&run(&["check", "--format", "short"]).out);
    run(&["check", "--fix"]);
    let after = errors(&run(&["check", "--format", "short"]).out);
    let mut fixed = 0;
    let unreadable = |text: &str| rev_syntax::parse(text).errors.len();
    for (n, text) in mutated.iter().enumerate() {
        let left = sandbox.read(&names[n]);
        assert!(unreadable(&left) <= unreadable(text), "{text}\n{left}");
        assert!(after[n] <= before[n], "{text}\n{left}");
        fixed += usize::from(left != *text);
    }
    assert!(fixed > 20, "only {fixed} of {} were fixed", mutated.len());
    let again = run(&["check", "--fix"]);
    assert!(
        again.out.starts_with("nothing could be fixed"),
        "{}",
        again.out
    );
}

fn mutated(text: &str) -> Vec<String> {
    let in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        match words.last_mut() {
            Some((start, end))
                if *end == at && in_word(c) && text[*start..at].chars().all(in_word) =>
            {
                *end += 1;
            }
            _ => words.push((at, at + c.len_utf8())),
        }
    }
    let with = |(start, end): (usize, usize), instead: &str| {
        format!("{}{instead}{}", &text[..start], &text[end..])
    };
    // Every fourth place, and of the ways most often the one that people are caught by.
    let every = words.iter().copied().step_by(4).enumerate();
    every
        .map(|(n, (start, end))| {
            let word = &text[start..end];
            match n % 4 {
                0 => with((start, end), ""),
                1 => with((start, end), &format!("{word} {word}")),
                _ if word.len() > 2 && word.is_ascii() => with((start + 1, start + 2), ""),
                _ => with((start, end), &format!("{word}x")),
            }
        })
        .collect()
}
