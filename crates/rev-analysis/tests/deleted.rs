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

/// Lines that declare names: every other item that uses one of them is told, and each is told once.
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
        let text = without(&line);
        let mut items: Vec<_> = errors
            .iter()
            .map(|it| item_around(&text, it.primary.span.start as usize))
            .collect();
        items.dedup();
        let most = if declares { items.len() } else { 1 };
        // The parameters of an assumption stand in each of its lines.
        if errors.len() > most && !first.starts_with("order:") {
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

#[test]
fn one_error_at_the_item_for_a_block_or_its_first_line_left_out() {
    let mut problems = Vec::new();
    for (start, head, block) in blocks() {
        for (what, len) in [("the first line of", head), ("all of", block)] {
            let text = format!("{}{}", &SUPPORT[..start], &SUPPORT[start + len..]);
            let found = found(&text);
            let item = item_around(&text, start);
            let at = found.first().map_or(0, |it| it.primary.span.start as usize);
            if found.len() != 1 || !(item.0..item.1).contains(&at) {
                let first = SUPPORT[start..].lines().next().unwrap_or_default();
                let told: Vec<&str> = found.iter().map(|it| it.message.as_str()).collect();
                problems.push(format!("{what} {first:?}: {told:#?}"));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What an item was called is not known without its first line, so that nobody else is told about it.
#[test]
fn one_error_for_the_first_line_of_an_item_left_out() {
    let mut problems = Vec::new();
    let mut start = 0;
    for line in SUPPORT.split_inclusive('\n') {
        // In the test stands an `event`, which is an item elsewhere.
        if !line.starts_with([' ', '}']) && line.ends_with("{\n") && !line.starts_with("test") {
            let text = format!("{}{}", &SUPPORT[..start], &SUPPORT[start + line.len()..]);
            let told: Vec<String> = found(&text).into_iter().map(|it| it.message).collect();
            if told.len() != 1 {
                problems.push(format!("{line:?}: {told:#?}"));
            }
        }
        start += line.len();
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The contracts and blast radiuses that go over several lines, and lines that the next one continues: where they begin,
/// and how long their first line and all of them are.
fn blocks() -> Vec<(usize, usize, usize)> {
    let mut blocks = Vec::new();
    let lines: Vec<&str> = SUPPORT.split_inclusive('\n').collect();
    let mut start = 0;
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let deeper = |next: &&&str| next.len() - next.trim_start().len() > indent;
        let inside: usize = lines[at + 1..]
            .iter()
            .take_while(deeper)
            .map(|line| line.len())
            .sum();
        let close = format!("{}}}\n", " ".repeat(indent));
        let opens =
            line.ends_with("{\n") && SUPPORT[start + line.len() + inside..].starts_with(&close);
        let word = line.trim_start();
        if indent > 0 && opens {
            blocks.push((start, line.len(), line.len() + inside + close.len()));
        } else if word.starts_with("verify") && inside > 0 {
            blocks.push((start, line.len(), line.len() + inside));
        }
        start += line.len();
    }
    assert_eq!(blocks.len(), 5, "the example was not understood");
    blocks
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
    let mut found = found(text);
    found.retain(|it| it.severity == Severity::Error);
    found
}

fn found(text: &str) -> Vec<Diagnostic> {
    let db = Database::default();
    let file = SourceFile::new(&db, "support.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    check(&db, package)
}
