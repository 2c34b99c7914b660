//! What holds for any text at all, whether or not it can be read.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "only tests"
)]

#[path = "format/guarantees.rs"]
mod guarantees;
#[path = "properties/soup.rs"]
mod soup;

use guarantees::check_guarantees;
use proptest::prelude::*;
use rev_diagnostics::{Diagnostic, Span};
use rev_syntax::{format, parse};
use soup::{mutations, soup};

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_characters(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_lines(text in "(\\PC|[ \t\r\n{};,/\"@]){0,200}") {
        check(&text);
    }
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn any_tokens(text in soup()) {
        check(&text);
    }

    #[test]
    fn any_change_of_a_policy(text in mutations()) {
        check(&text);
    }
}

/// So many cases, unless `PROPTEST_CASES` asks for another number.
fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|cases| cases.parse().ok()).unwrap_or(cases),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn check(text: &str) {
    let parsed = parse(text);
    for placed in &parsed.tree.items {
        for span in spans(&format!("{:?}", placed.item)) {
            check_span(text, span.shifted(placed.start));
        }
    }
    for comment in &parsed.comments {
        check_span(text, comment.span);
        assert!(comment.span.of(text).starts_with("//"));
    }
    parsed
        .errors
        .iter()
        .for_each(|error| check_error(text, error));
    if parsed.has_errors() {
        assert!(
            format(text).is_err(),
            "formatted in spite of errors\n{text}"
        );
    } else {
        check_guarantees(text);
    }
}

fn check_error(text: &str, error: &Diagnostic) {
    check_span(text, error.primary.span);
    for label in &error.secondary {
        check_span(text, label.span);
    }
    for edit in error.fix.iter().flat_map(|fix| &fix.edits) {
        check_span(text, edit.span);
    }
}

fn check_span(text: &str, span: Span) {
    let inside = text.get(span.start as usize..span.end as usize);
    assert!(inside.is_some(), "{span:?} is not in\n{text}");
}

/// Every place in the debug text of a tree.
fn spans(tree: &str) -> Vec<Span> {
    let places = tree.split("Span { start: ").skip(1);
    places
        .map(|place| {
            let (start, rest) = place.split_once(", end: ").unwrap();
            let (end, _) = rest.split_once(' ').unwrap();
            Span::new(start.parse().unwrap(), end.parse().unwrap())
        })
        .collect()
}
