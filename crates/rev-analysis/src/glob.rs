//! Globs over dotted tool names: `*` stays within a segment, a last `*` matches the rest.

use rev_syntax::ast::Path;
use smol_str::{SmolStr, SmolStrBuilder};

/// A tool's name or glob as one text. A star that was quoted is literal, and written `\*` here.
pub fn pattern(path: &Path) -> SmolStr {
    let literal = |name: &rev_syntax::ast::Name| name.quoted && name.text.contains(['*', '\\']);
    if !path.segments.iter().any(literal) {
        return path.dotted();
    }
    let mut text = SmolStrBuilder::new();
    for (at, name) in path.segments.iter().enumerate() {
        if at > 0 {
            text.push('.');
        }
        for character in name.text.chars() {
            if name.quoted && matches!(character, '*' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
    }
    text.finish()
}

/// Whether a pattern can match more than one name.
pub fn is_glob(pattern: &str) -> bool {
    let mut escaped = false;
    for character in pattern.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '*' => return true,
            _ => {}
        }
    }
    false
}

/// Whether a glob, or a name, means a tool's name. Segments match one by one; a last star takes what is left.
pub fn matches(pattern: &str, name: &str) -> bool {
    if !pattern.contains(['*', '\\']) {
        return pattern == name;
    }
    let mut patterns = pattern.split('.');
    let mut names = name.split('.');
    let mut open_end = false;
    loop {
        match (patterns.next(), names.next()) {
            (Some(pattern), Some(name)) => {
                if !segment(pattern.as_bytes(), name.as_bytes()) {
                    return false;
                }
                open_end = pattern.ends_with('*') && !pattern.ends_with("\\*");
            }
            (None, Some(_)) => return open_end,
            (None, None) => return true,
            (Some(_), None) => return false,
        }
    }
}

/// One segment. Only the last star seen can be stretched with any use, so nothing is tried twice.
fn segment(mut pattern: &[u8], mut name: &[u8]) -> bool {
    let mut star: Option<(&[u8], &[u8])> = None;
    loop {
        let literal = match pattern {
            [b'*', rest @ ..] => {
                star = Some((rest, name));
                pattern = rest;
                continue;
            }
            [b'\\', literal, rest @ ..] | [literal, rest @ ..] => Some((literal, rest)),
            [] => None,
        };
        match (literal, name) {
            (Some((literal, after)), [found, rest @ ..]) if literal == found => {
                (pattern, name) = (after, rest);
                continue;
            }
            (None, []) => return true,
            _ => {}
        }
        // It does not fit here: the star takes one byte more.
        match star {
            Some((after, [_, rest @ ..])) => {
                star = Some((after, rest));
                (pattern, name) = (after, rest);
            }
            _ => return false,
        }
    }
}

/// Whether some name could be meant by both.
pub fn overlap(a: &str, b: &str) -> bool {
    match (is_glob(a), is_glob(b)) {
        (false, false) => a == b,
        (true, false) => matches(a, b),
        (false, true) => matches(b, a),
        // Two globs: only what stands before the first star of each can keep them apart.
        (true, true) => {
            let head = |glob: &str| glob.split('*').next().unwrap_or("").to_owned();
            let (a, b) = (head(a), head(b));
            a.starts_with(&b) || b.starts_with(&a)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stays_within_a_segment_and_the_last_one_takes_the_rest() {
        for (pattern, name) in [
            ("a.*", "a.b"),
            ("a.*", "a.b.c"),
            ("publish_*", "publish_page"),
            ("*", "anything.at.all"),
            ("a.*.delete", "a.b.delete"),
            ("*.get", "orders.get"),
            ("a.b", "a.b"),
            ("a.\\*", "a.*"),
            ("*b*d", "abcbd"),
            ("a.b*c*", "a.bxc.d"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [
            ("a.*", "b.a"),
            ("a.*", "a"),
            ("a.*.delete", "a.b.c.delete"),
            ("*.get", "a.b.get"),
            ("a.b", "a.b.c"),
            ("a.\\*", "a.b"),
        ] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn globs_that_could_mean_the_same_tool() {
        assert!(overlap("a.*", "a.b.*"));
        assert!(overlap("*", "x"));
        assert!(!overlap("a.*", "b.*"));
        assert!(!overlap("a.b", "a.c"));
    }
}
