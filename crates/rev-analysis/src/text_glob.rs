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

#[cfg(test)]
mod tests {
    use super::matches;

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
