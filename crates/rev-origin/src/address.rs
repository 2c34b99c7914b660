//! E-mails and URLs by their normal form, in small letters.

use rev_text::{Context, Kind, normalise};

/// The normal form of a text that is an e-mail or a URL with a scheme.
pub(crate) fn normal(text: &str) -> Option<String> {
    let (kind, text) = match text {
        _ if text.contains("://") => (Kind::Url, text),
        _ if text.contains('@') => (Kind::Email, text.strip_prefix("mailto:").unwrap_or(text)),
        _ => return None,
    };
    let found = normalise(kind, text, &Context::default()).ok()?;
    Some(found.to_lowercase())
}

/// A normal form without its scheme, where that is how a page is fetched: what people write for short.
pub(crate) fn short(normal: &str) -> Option<&str> {
    let rest = normal
        .strip_prefix("https://")
        .or_else(|| normal.strip_prefix("http://"))?;
    let rest = match rest.strip_suffix('/') {
        Some(host) if !host.contains(['/', '?', '#']) => host,
        _ => rest,
    };
    // A name before the host is no part of what people write for short.
    (!rest.split('/').next().unwrap_or("").contains('@')).then_some(rest)
}

/// Signs around an address that are none of it.
fn is_around(one: char) -> bool {
    one == ' ' || "<>\"'()[]{}|`*,;\u{ab}\u{bb}".contains(one)
}

/// The address that begins at the start of a text in its one form.
fn at_start(text: &str) -> &str {
    let end = text.find(is_around).unwrap_or(text.len());
    let token = text.get(..end).unwrap_or("");
    token.trim_end_matches(['.', ':', '!', '?'])
}

/// The normal form of the address that begins at the start of a text in its one form.
pub(crate) fn normal_at_start(text: &str) -> Option<String> {
    let token = at_start(text);
    normal(token).or_else(|| match token.contains("://") {
        true => None,
        false => normal(token.split(is_between).next()?),
    })
}

/// Tells the addresses in a text in its one form, in their normal form, each with its place.
pub(crate) fn scan(text: &str, mut tell: impl FnMut(usize, &str)) {
    if !text.contains('@') && !text.contains("://") {
        return;
    }
    let mut start = 0;
    for token in text.split(is_around) {
        let found = token.trim_end_matches(['.', ':', '!', '?']);
        match normal(found) {
            Some(normal) => tell(start, &normal),
            None if found.contains("://") => {}
            None => pieces(found, |at, normal| tell(start + at, normal)),
        }
        start += token.len();
        let around = text.get(start..).and_then(|rest| rest.chars().next());
        start += around.map_or(0, char::len_utf8);
    }
}

/// E-mails behind a name, or several with a stroke between them: `mail:ann@x.example`, `ann@x.example/bo@x.example`.
fn pieces(token: &str, mut tell: impl FnMut(usize, &str)) {
    let mut start = 0;
    for piece in token.split(is_between) {
        if let Some(normal) = normal(piece) {
            tell(start, &normal);
        }
        start += piece.len() + 1;
    }
}

fn is_between(one: char) -> bool {
    matches!(one, ':' | '/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_text() {
        let text = "mail <amara@example.com>, see (https://example.org:443/a/../b). done";
        let mut found = Vec::new();
        scan(text, |at, normal| {
            found.push((at_start(text.get(at..).unwrap()), normal.to_owned()))
        });
        assert_eq!(
            found,
            [
                ("amara@example.com", "amara@example.com".to_owned()),
                (
                    "https://example.org:443/a/../b",
                    "https://example.org/b".to_owned()
                ),
            ]
        );
    }

    #[test]
    fn for_short() {
        for (normal, wanted) in [
            ("https://x.example/", Some("x.example")),
            ("http://x.example/a/", Some("x.example/a/")),
            ("https://x.example/?q", Some("x.example/?q")),
            ("ftp://x.example/", None),
            ("https://a@x.example/", None),
        ] {
            assert_eq!(short(normal), wanted, "{normal}");
        }
    }
}
