//! Globs over plain text, where `*` matches anything.

/// Whether `text` is one of those that `pattern` means. Linear but for stars that match again and again.
pub fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(first) = parts.next() else {
        return text.is_empty();
    };
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or(""),
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether surely no text is one of those that both mean: one of them is a text that the other does not match, or they
/// begin or end with different texts.
pub fn apart(a: &str, b: &str) -> bool {
    match (ends(a), ends(b)) {
        (None, _) => !matches(b, a),
        (_, None) => !matches(a, b),
        (Some(a), Some(b)) => {
            let begins = a.0.starts_with(b.0) || b.0.starts_with(a.0);
            let finishes = a.1.ends_with(b.1) || b.1.ends_with(a.1);
            !begins || !finishes
        }
    }
}

/// What stands before the first star and after the last.
fn ends(pattern: &str) -> Option<(&str, &str)> {
    let (first, rest) = pattern.split_once('*')?;
    Some((first, rest.rsplit('*').next().unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::{apart, matches};

    #[test]
    fn globs_apart_share_no_text() {
        for (a, b) in [
            ("a*", "b"),
            ("a*", "b*"),
            ("*.x", "*.y"),
            ("a*x", "ab*y"),
            ("ab", "a"),
        ] {
            assert!(apart(a, b) && apart(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("a*", "ab*"),
            ("a*", "*b"),
            ("*", ""),
            ("a*b*c", "a*c"),
            ("*a*", "*b*"),
        ] {
            assert!(!apart(a, b) && !apart(b, a), "{a} {b}");
        }
    }

    #[test]
    fn stars_match_anything() {
        for (pattern, text) in [
            ("ord_*", "ord_1"),
            ("*", ""),
            ("a*b*c", "a__b__c"),
            ("ab", "ab"),
            ("*@x.com", "me@x.com"),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("ord_*", "or"),
            ("ab", "abc"),
            ("a*b", "a"),
            ("aa*aa", "aaa"),
        ] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }
}
