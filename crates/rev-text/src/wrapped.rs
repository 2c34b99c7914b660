//! Links that a line break cuts in two, put together again. Mail programs break long lines, and so does whoever hopes that a
//! link is not seen in one piece.

use std::borrow::Cow;

/// Signs that stand around a link and are none of it.
pub(crate) fn is_edge(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || "<>\"'()[]{}|`*,;\u{ab}\u{bb}\u{201c}\u{201d}\u{2018}\u{2019}".contains(c)
}

/// Over so many lines one link may go; the cost of a hostile text stays in proportion to its length.
const MOST_JOINED: usize = 32;

/// What becomes of the two pieces at a line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Break {
    /// They are two.
    Apart,
    /// They may be one; both readings count.
    Either,
    /// They are one.
    Joined,
}

/// The text with links in one piece. Where that is not certain, what they may be stands at its end.
pub(crate) fn whole(text: &str) -> Cow<'_, str> {
    if !text.contains('\n') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut more = String::new();
    let mut joined = 0;
    for (line, number) in text.lines().zip(0_usize..) {
        if number == 0 {
            out.push_str(line);
            continue;
        }
        // What quotes and indents a line is none of its words.
        let rest = line.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
        let left = out.rsplit(is_edge).next().unwrap_or("");
        let right = rest.split(is_edge).next().unwrap_or("");
        let before = out.get(..out.len() - left.len());
        let before = before.and_then(|before| before.chars().next_back());
        let after = rest
            .get(right.len()..)
            .and_then(|after| after.chars().next());
        match meeting(left, right, before, after) {
            Break::Joined if joined < MOST_JOINED => {
                joined += 1;
                out.push_str(rest);
            }
            found => {
                joined = 0;
                if found == Break::Either {
                    more.push(' ');
                    more.push_str(left);
                    more.push_str(right);
                }
                out.push('\n');
                out.push_str(line);
            }
        }
    }
    out.push_str(&more);
    Cow::Owned(out)
}

fn meeting(left: &str, right: &str, before: Option<char>, after: Option<char>) -> Break {
    let scheme = left.contains("://") || left.ends_with(':') && left.len() > 3;
    let begun = scheme
        || left
            .get(..4)
            .is_some_and(|www| www.eq_ignore_ascii_case("www."));
    if left.is_empty() || right.is_empty() {
        return Break::Apart;
    }
    // Between brackets or quotes a break means nothing.
    let enclosed = matches!(
        (before, after),
        (Some('<'), None | Some('>'))
            | (Some('('), None | Some(')'))
            | (Some('"'), None | Some('"'))
            | (Some('\''), None | Some('\''))
    );
    if begun && enclosed {
        return Break::Joined;
    }
    if scheme && (left.ends_with(':') || left.ends_with("://")) && !right.contains(':') {
        return match right.starts_with('/') || left.ends_with("://") {
            true => Break::Joined,
            false => Break::Apart,
        };
    }
    let path = begun || left.contains('/') && left.contains('.');
    if path && left.ends_with(['-', '=', '&', '%', '_', '~', '#', '+', '@']) {
        return Break::Joined;
    }
    let inside = right.trim_end_matches(['.', '!', '?', ':']);
    let goes_on = inside.contains(['/', '.', '=', '%', '_']);
    let signs = right.starts_with(['/', '?', '&', '=', '#', '.', ':']) && inside.len() > 1;
    let may_be = match left.chars().next_back() {
        Some('.') => begun || goes_on,
        Some('/') => path,
        Some('?') => path && goes_on,
        _ => signs && (path || left.contains('.') || right.starts_with('.')),
    };
    match may_be {
        true => Break::Either,
        false => Break::Apart,
    }
}
