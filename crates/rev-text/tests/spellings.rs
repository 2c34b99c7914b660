//! The tables of spellings in `tests/spellings`: a heading is a pattern, each line of its blocks a value, and the heading of
//! the block says what the answer must be.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "only tests"
)]

use rev_text::{Context, Kind, Op, Pattern, Truth, normalise};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A pattern with what is known around it, as a heading says: `path under "~/.ssh", home "/home/u", tried`.
struct Test {
    kind: Kind,
    op: Op,
    patterns: Vec<String>,
    home: Option<String>,
    cwd: Option<String>,
    tried: bool,
}

fn read(heading: &str) -> Test {
    let mut rest = heading;
    let kinds = [
        Kind::Text,
        Kind::Path,
        Kind::Url,
        Kind::Host,
        Kind::Email,
        Kind::Command,
    ];
    let ops = [Op::Is, Op::Like, Op::Under, Op::RunsOnly, Op::Runs];
    let mut word = |word: &str| {
        let after = rest.strip_prefix(word)?.strip_prefix(' ')?;
        rest = after;
        Some(())
    };
    let kind = kinds.into_iter().find(|kind| word(kind.word()).is_some());
    let op = ops.into_iter().find(|op| word(op.word()).is_some());
    let mut test = Test {
        kind: kind.unwrap_or_else(|| panic!("no kind in `{heading}`")),
        op: op.unwrap_or_else(|| panic!("no test in `{heading}`")),
        patterns: Vec::new(),
        home: None,
        cwd: None,
        tried: false,
    };
    for part in rest.split(", ") {
        match part.split_once('"') {
            Some(("", pattern)) => test.patterns.push(unquoted(pattern)),
            Some(("home ", home)) => test.home = Some(unquoted(home)),
            Some(("cwd ", cwd)) => test.cwd = Some(unquoted(cwd)),
            None if part == "tried" => test.tried = true,
            _ => panic!("`{part}` in `{heading}`"),
        }
    }
    test
}

fn unquoted(text: &str) -> String {
    text.strip_suffix('"').expect("a closing quote").to_owned()
}

/// The answer for one value; a value that is not of its kind has none.
fn answer(test: &Test, value: &str) -> Option<Truth> {
    let context = Context {
        home: test.home.as_deref(),
        cwd: test.cwd.as_deref(),
        tried: test.tried,
    };
    let value = normalise(test.kind, value, &context).ok()?;
    let patterns: Vec<String> = test
        .patterns
        .iter()
        .map(|text| {
            Pattern::parse(test.kind, test.op, text)
                .unwrap()
                .to_string()
        })
        .collect();
    if test.op == Op::RunsOnly {
        let script = rev_text::command::read(&value);
        return Some(script.runs_only(patterns.iter().map(String::as_str)));
    }
    let matches =
        |text: &String| Pattern::canonical(test.kind, test.op, text).matches(&value, &context);
    Some(Truth::any(patterns.iter().map(matches)))
}

/// How many different spellings a file has that match, and that are of their kind and do not.
fn check(name: &str) -> (usize, usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/spellings")
        .join(name);
    let text = fs::read_to_string(&file).unwrap();
    let (mut test, mut wanted) = (None, None);
    let mut block = false;
    let (mut yes, mut no) = (BTreeSet::new(), BTreeSet::new());
    let mut wrong = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            block = !block;
        } else if block {
            let test: &Test = test.as_ref().expect("a heading with a pattern");
            // A line break inside of a value is written as an arrow.
            let found = answer(test, &line.replace('⏎', "\n"));
            let wanted: Option<Truth> = wanted.expect("a heading with an answer");
            if found != wanted {
                wrong.push(format!(
                    "{name}:{}: `{line}`: {found:?}, wanted {wanted:?}",
                    number + 1
                ));
            }
            match wanted {
                Some(Truth::True) => yes.insert(line),
                Some(Truth::False) => no.insert(line),
                Some(Truth::Unknown) | None => false,
            };
        } else if let Some(heading) = line.strip_prefix("### ") {
            wanted = Some(match heading {
                "matches" => Some(Truth::True),
                "cannot be told" => Some(Truth::Unknown),
                "does not match" => Some(Truth::False),
                "is not of this kind" => None,
                other => panic!("{name}: `{other}` is no answer"),
            });
        } else if let Some(heading) = line.strip_prefix("## ") {
            test = Some(read(heading.trim_matches('`')));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    (yes.len(), no.len())
}

fn enough(name: &str) {
    let (yes, no) = check(name);
    assert!(yes >= 40, "{name} has only {yes} spellings that match");
    assert!(no >= 20, "{name} has only {no} spellings that do not");
}

#[test]
fn paths() {
    enough("path.md");
}

#[test]
fn urls() {
    enough("url.md");
}

#[test]
fn hosts() {
    enough("host.md");
}

#[test]
fn emails() {
    enough("email.md");
}

#[test]
fn commands() {
    enough("command.md");
}

/// Spellings by which people try to slip past a pattern are in the tables, each with the pattern that must see it.
#[test]
fn the_well_known_ones_are_among_them() {
    let known = [
        ("command runs \"rm -rf\"", "rm -rf /"),
        ("command runs \"rm -rf\"", "rm -fr /"),
        ("command runs \"rm -rf\"", "rm --recursive --force x"),
        ("command runs \"rm -rf\"", "\\rm -rf x"),
        ("command runs \"rm -rf\"", "\"rm\" -r''f x"),
        ("command runs \"rm -rf\"", "sudo -u x rm -rf y"),
        ("command runs \"rm -rf\"", "bash -c 'rm -rf x'"),
        ("command runs \"rm -rf\"", "ls | xargs rm -rf"),
        ("command runs \"rm -rf\"", "cd / && rm -rf ."),
        ("path under \"~/.ssh\"", "~/.ssh/../.ssh/id_rsa"),
        ("path under \"~/.ssh\"", "/home/u/./.ssh//id_rsa"),
        (
            "path under \"~/.ssh\"",
            "file:///home/u/x/%2e%2e/.ssh/id_rsa",
        ),
        (
            "url like \"https://stripe.com/checkout\"",
            "HTTPS://Stripe.com:443/checkout",
        ),
        (
            "url like \"https://stripe.com/checkout\"",
            "https://evil.example%2F@stripe.com/checkout",
        ),
    ];
    for (heading, value) in known {
        let found = answer(&read(heading), value);
        assert_eq!(found, Some(Truth::True), "{heading}: {value}");
    }
    // What a substitution prints is not known, so it may be anything; and look-alikes are other names.
    let others = [
        (
            "command runs \"rm -rf\"",
            "$(echo rm) -rf x",
            Truth::Unknown,
        ),
        (
            "url like \"https://stripe.com/checkout\"",
            "https://stripe.com@evil.example/checkout",
            Truth::False,
        ),
        (
            "url like \"https://stripe.com/checkout\"",
            "https://strіpe.com/checkout",
            Truth::False,
        ),
    ];
    for (heading, value, wanted) in others {
        assert_eq!(
            answer(&read(heading), value),
            Some(wanted),
            "{heading}: {value}"
        );
    }
}
