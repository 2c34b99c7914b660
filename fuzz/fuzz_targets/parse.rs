//! Any bytes: they parse without a panic, findings point into the text, and what is sound can be formatted.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rev_diagnostics::{Diagnostic, Span};
use rev_syntax::Parsed;

fuzz_target!(|bytes: &[u8]| {
    let _ = rev_syntax::decode(bytes);
    let text = String::from_utf8_lossy(bytes);
    let parsed = rev_syntax::parse(&text);
    for error in &parsed.errors {
        places(error, &|span| inside(span, &text));
    }
    let starts: Vec<Span> = parsed
        .errors
        .iter()
        .map(|error| error.primary.span)
        .collect();
    assert!(starts.is_sorted(), "findings out of order: {starts:?}");

    match rev_syntax::format(&text) {
        Err(errors) => assert!(!errors.is_empty(), "not formatted, for no reason"),
        Ok(once) => {
            let again = rev_syntax::parse(&once);
            assert_eq!(again.errors, [], "formatted into something else:\n{once}");
            assert_eq!(shape(&parsed), shape(&again), "the tree changed:\n{once}");
            assert_eq!(
                comments(&text, &parsed),
                comments(&once, &again),
                "the comments changed:\n{once}"
            );
            assert_eq!(
                rev_syntax::format(&once).as_deref(),
                Ok(once.as_str()),
                "formatted twice"
            );
        }
    }
});

/// The tree as text, without the numbers that say where a node stands.
fn shape(parsed: &Parsed) -> String {
    let tree = format!("{:?}", parsed.tree);
    let number = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut parts = tree.split("start: ");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let rest = &part[number(part)..];
        let end = rest.strip_prefix(", end: ");
        out.push_str(end.map_or(rest, |end| &end[number(end)..]));
    }
    out
}

fn comments<'a>(text: &'a str, parsed: &Parsed) -> Vec<&'a str> {
    let texts = parsed.comments.iter().map(|comment| comment.span.of(text));
    texts.map(str::trim_end).collect()
}

fn places(error: &Diagnostic, check: &dyn Fn(Span)) {
    check(error.primary.span);
    for label in &error.secondary {
        check(label.span);
    }
    for edit in error.fix.iter().flat_map(|fix| &fix.edits) {
        check(edit.span);
    }
}

fn inside(span: Span, text: &str) {
    let range = span.start as usize..span.end as usize;
    assert!(
        text.get(range).is_some(),
        "{span:?} is no place in the text"
    );
}
