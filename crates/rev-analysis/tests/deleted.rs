//! One mistake, one finding: whichever line of the example is left out, at most one error is told, and where it is.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "only tests"
)]

use rev_analysis::{Database, Levels, Package, SourceFile, check};
use rev_diagnostics::{Diagnostic, Severity};
use std::sync::Arc;

const SUPPORT: &str = include_str!("../../../examples/support/support.rev");

/// Lines that declare names: whoever uses one of them is told.
const DECLARE: [&str; 3] = ["args", "result", "order:"];

/// Lines that a tool, a contract or an agent cannot be without.
const REQUIRED: [&str; 8] = [
    "effect", "by", "within", "approval", "hold", "cancel", "may", "up_to",
];

#[test]
fn the_example_is_sound() {
    assert_eq!(errors(SUPPORT), Vec::<Diagnostic>::new());
}

#[test]
fn at_most_one_error_for_a_line_left_out() {
    let mut problems = Vec::new();
    for line in lines() {
        let errors = errors(&without(&line));
        let first = line.text.trim();
        let declares = DECLARE.iter().any(|word| first.starts_with(word));
        if errors.len() > 1 && !declares {
            let told: Vec<&str> = errors.iter().map(|it| it.message.as_str()).collect();
            problems.push(format!("{first:?}: {told:#?}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn exactly_one_error_at_the_item_for_a_required_line() {
    let mut problems = Vec::new();
    for line in lines() {
        let first = line.text.trim();
        let word = first.split(' ').next().unwrap_or_default();
        let required = REQUIRED.contains(&word) || first.starts_with("blast {");
        if !required {
            continue;
        }
        let text = without(&line);
        let errors = errors(&text);
        let item = item_around(&text, line.start);
        let inside = |it: &Diagnostic| {
            let at = it.primary.span.start as usize;
            (item.0..item.1).contains(&at)
        };
        if errors.len() != 1 || !errors.iter().all(inside) {
            let told: Vec<&str> = errors.iter().map(|it| it.message.as_str()).collect();
            problems.push(format!("{first:?}: {told:#?}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

struct Line {
    start: usize,
    text: &'static str,
}

/// The lines inside of blocks that open and close every brace they have.
fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    let (mut start, mut depth) = (0, 0);
    for text in SUPPORT.split_inclusive('\n') {
        let opened = text.matches('{').count();
        let closed = text.matches('}').count();
        if depth > 0 && opened == closed && !text.trim().is_empty() {
            lines.push(Line { start, text });
        }
        depth = depth + opened - closed;
        start += text.len();
    }
    assert!(lines.len() > 50, "the example was not understood");
    lines
}

fn without(line: &Line) -> String {
    let end = line.start + line.text.len();
    format!("{}{}", &SUPPORT[..line.start], &SUPPORT[end..])
}

/// From where to where the item at this place goes: items begin in the first column.
fn item_around(text: &str, at: usize) -> (usize, usize) {
    let begins = |line: &str| line.starts_with(|first: char| first.is_ascii_lowercase());
    let mut bounds = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if begins(line) {
            bounds.push(start);
        }
        start += line.len();
    }
    bounds.push(text.len());
    let after = bounds.iter().position(|bound| *bound > at).unwrap();
    (bounds[after - 1], bounds[after])
}

fn errors(text: &str) -> Vec<Diagnostic> {
    let db = Database::default();
    let file = SourceFile::new(&db, "support.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    let mut found = check(&db, package);
    found.retain(|it| it.severity == Severity::Error);
    found
}
