//! One token wrong in a sound policy: one finding, on the line where it is.

#![allow(clippy::indexing_slicing, clippy::string_slice, reason = "only tests")]

use rev_syntax::parse;
use std::ops::Range;

const POLICY: &str = include_str!("../../../examples/support/support.rev");

// What is left to be mended, of about 700 texts each.
const SEVERAL_CLOSED: usize = 2;
const SEVERAL_QUOTED: usize = 4;
const SEVERAL_LEFT_OUT: usize = 1;

/// How many texts have more than one finding, and how many have theirs on another line only.
#[derive(Debug, PartialEq, Eq)]
struct Odd {
    several: usize,
    elsewhere: usize,
}

/// Changes every token in turn. A change that leaves a sound policy is none.
fn odd(change: impl Fn(&str) -> String) -> Odd {
    let mut odd = Odd {
        several: 0,
        elsewhere: 0,
    };
    for token in tokens(POLICY) {
        let mut text = POLICY.to_owned();
        text.replace_range(token.clone(), &change(&POLICY[token.clone()]));
        let line_of = |at: usize| text[..at].matches('\n').count();
        let findings = parse(&text).errors;
        let on_line = |at: u32| line_of(at as usize) == line_of(token.start);
        match findings.as_slice() {
            [] => {}
            [one] => odd.elsewhere += usize::from(!on_line(one.primary.span.start)),
            _ => odd.several += 1,
        }
    }
    odd
}

/// Words, numbers, texts and signs, without comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        if !first.is_whitespace() && !rest.starts_with("//") {
            tokens.push(at..at + length);
        }
        at += length;
    }
    tokens
}

#[test]
fn an_opening_brace_too_many() {
    let found = odd(|token| format!("{token} {{"));
    assert_eq!((found.several, found.elsewhere), (0, 0));
}

#[test]
fn a_closing_brace_too_many() {
    let found = odd(|token| format!("{token} }}"));
    // On an item of one line nothing shows where it was meant to end.
    assert!(found.several <= SEVERAL_CLOSED, "{found:?}");
    assert_eq!(found.elsewhere, 0);
}

#[test]
fn a_quote_too_many() {
    let found = odd(|token| format!("\"{token}"));
    assert!(found.several <= SEVERAL_QUOTED, "{found:?}");
    assert_eq!(found.elsewhere, 0);
}

#[test]
fn a_token_left_out() {
    let found = odd(|_| String::new());
    assert!(found.several <= SEVERAL_LEFT_OUT, "{found:?}");
    // Where a closing brace is missing, the one that it should close is shown.
    assert!(found.elsewhere <= 25, "{found:?}");
}
