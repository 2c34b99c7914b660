//! What holds for every text that can be read.

use rev_syntax::{Parsed, format, parse};

/// Formats a text, checks everything that must hold, and returns the result.
#[track_caller]
pub fn check_guarantees(text: &str) -> String {
    let before = parse(text);
    assert!(!before.has_errors(), "{:#?}\n{text}", before.errors);
    let once = match format(text) {
        Ok(once) => once,
        Err(errors) => panic!("{errors:#?}\n{text}"),
    };
    let after = parse(&once);
    assert!(
        after.errors.is_empty(),
        "{:#?}\n{text}\n{once}",
        after.errors
    );
    let (old, new) = (said(&before), said(&after));
    if let Some(change) = first_change(&old, &new) {
        panic!("the tree changed: {change}\n{text}\n{once}");
    }
    assert_eq!(
        comments(text, &before),
        comments(&once, &after),
        "the comments changed\n{text}\n{once}"
    );
    assert_eq!(format(&once).as_ref(), Ok(&once), "not settled\n{text}");
    check_blanks(&once);
    once
}

fn comments<'a>(text: &'a str, parsed: &Parsed) -> Vec<&'a str> {
    let texts = parsed.comments.iter().map(|comment| comment.span.of(text));
    texts.map(str::trim_end).collect()
}

/// Blanks and blank lines, which no text is free to choose.
#[track_caller]
fn check_blanks(text: &str) {
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    assert!(!text.starts_with('\n') && !text.ends_with("\n\n"), "{text}");
    assert!(!text.contains("\n\n\n") && !text.contains('\r'), "{text}");
    let mut before = "";
    for line in text.lines() {
        assert_eq!(line, line.trim_end());
        let opens = before.ends_with(['{', '[']) && !before.contains("//");
        let closes = line.trim_start().starts_with(['}', ']']);
        assert!(!(line.is_empty() && opens), "blank after a bracket\n{text}");
        assert!(
            !(before.is_empty() && closes),
            "blank before a bracket\n{text}"
        );
        before = line;
    }
}

/// The debug text of a tree without the numbers that say where a node stands, one name or value to a line.
fn said(parsed: &Parsed) -> String {
    let tree = format!("{:?}", parsed.tree);
    let mut parts = tree.split("start: ");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let rest = &part[digits(part)..];
        let end = rest.strip_prefix(", end: ");
        out.push_str(end.map_or(rest, |end| &end[digits(end)..]));
        out.push('\n');
    }
    out
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Where two trees begin to differ.
fn first_change(old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let same = old.lines().zip(new.lines());
    let same = same.take_while(|(old, new)| old == new).count();
    let around = |tree: &str| -> String {
        let lines = tree.lines().skip(same.saturating_sub(4)).take(8);
        lines.flat_map(|line| [line, "\n"]).collect()
    };
    Some(format!("from\n{}to\n{}", around(old), around(new)))
}
