//! The links in a text: what a reader, or the program that shows it to one, could follow.

use crate::wrapped::{is_edge, whole};
use crate::{Kind, host, url};
use std::borrow::Cow;

/// Endings of file names that are no domains.
const FILES: &[&str] = &[
    "pdf", "txt", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "png", "jpg", "jpeg", "gif", "svg",
    "html", "htm", "json", "csv", "xml", "yaml", "yml", "toml", "log", "exe", "js", "ts",
];

/// The URLs and hosts in a text (prose, Markdown, HTML), in their one spelling, each once, in order of appearance.
///
/// ```
/// use rev_text::{Kind, links};
/// let found = links("See [this](HTTPS://Evil.example/x), www.other.example/y or third.example.");
/// assert_eq!(found, [
///     (Kind::Url, "https://evil.example/x".to_owned()),
///     (Kind::Url, "http://www.other.example/y".to_owned()),
///     (Kind::Host, "third.example".to_owned()),
/// ]);
/// ```
pub fn links(text: &str) -> Vec<(Kind, String)> {
    let text = readable(text);
    let text = whole(&text);
    let mut found = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut tell = |link: (Kind, String)| {
        if seen.insert(link.clone()) {
            found.push(link);
        }
    };
    for token in text.split(is_edge).chain(in_brackets(&text)) {
        for_each_link(token, &mut tell);
    }
    found
}

/// URLs whose host is an address in brackets, which stand around most other links.
fn in_brackets(text: &str) -> impl Iterator<Item = &str> {
    const LONGEST: usize = 64;
    text.match_indices("://[").filter_map(|(at, sign)| {
        let (before, after) = (text.get(..at)?, text.get(at + sign.len()..)?);
        let scheme = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
        let close = after.bytes().take(LONGEST).position(|byte| byte == b']')?;
        let rest = after.get(close + 1..)?;
        let end = text.len() - rest.len() + rest.find(is_edge).unwrap_or(rest.len());
        text.get(scheme.len()..end)
    })
}

/// Characters that take no room: a link looks the same with and without them.
const INVISIBLE: &[char] = &[
    '\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}',
];

/// The text as it is read: characters that HTML writes by number or name are themselves, and those that nobody sees are
/// gone.
fn readable(text: &str) -> Cow<'_, str> {
    match named(text) {
        Cow::Borrowed(text) if !text.contains(INVISIBLE) => Cow::Borrowed(text),
        text => Cow::Owned(text.replace(INVISIBLE, "")),
    }
}

fn named(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        match entity(after) {
            Some((character, after)) => {
                plain.push(character);
                rest = after;
            }
            None => {
                plain.push('&');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn entity(text: &str) -> Option<(char, &str)> {
    if let Some(number) = text.strip_prefix('#') {
        let (digits, radix) = match number.strip_prefix(['x', 'X']) {
            Some(hex) => (hex, 16),
            None => (number, 10),
        };
        let end = digits
            .find(|c: char| !c.is_digit(radix))
            .unwrap_or(digits.len());
        let (digits, rest) = digits.split_at_checked(end)?;
        let character = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
        return Some((character, rest.strip_prefix(';').unwrap_or(rest)));
    }
    let named = [
        ("amp;", '&'),
        ("lt;", '<'),
        ("gt;", '>'),
        ("quot;", '"'),
        ("colon;", ':'),
        ("sol;", '/'),
        ("period;", '.'),
        ("commat;", '@'),
        ("nbsp;", ' '),
        ("shy;", '\u{ad}'),
        ("ZeroWidthSpace;", '\u{200b}'),
    ];
    named
        .into_iter()
        .find_map(|(name, character)| Some((character, text.strip_prefix(name)?)))
}

/// Tells the link that a piece of text is, or those that its values are: `to=evil.example`.
fn for_each_link(token: &str, tell: &mut impl FnMut((Kind, String))) {
    let token = token.trim_end_matches(['.', ':', '!', '?', '\u{2026}', '_', '~']);
    if let Some(url) = with_scheme(token) {
        return tell((Kind::Url, url));
    }
    if let Some(link) = bare(token) {
        return tell(link);
    }
    let values = token.split(['=', '\\']).filter(|value| *value != token);
    values.filter_map(bare).for_each(tell);
}

/// A URL with a scheme. One that cannot be read is told as it stands: the program that shows it may read it.
fn with_scheme(token: &str) -> Option<String> {
    let url = token.get(scheme(token)?..)?;
    match url::normalise(url) {
        Ok(normal) => Some(normal),
        Err(_) => {
            let (_, rest) = url.split_once("://")?;
            (!rest.is_empty()).then(|| url.to_owned())
        }
    }
}

/// A host or URL without a scheme.
fn bare(token: &str) -> Option<(Kind, String)> {
    let bare = token.trim_start_matches(['/', '.', ':', '_', '~']);
    let (machine, rest) = bare.split_at(bare.find(['/', '?', '#']).unwrap_or(bare.len()));
    let machine = machine.rsplit('@').next().unwrap_or_default();
    let (name, port) = machine.split_once(':').unwrap_or((machine, ""));
    if name.contains('=') {
        return None;
    }
    let host = host::normalise(name).ok()?;
    if !looks_like_a_host(name, &host) || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match rest.is_empty() && port.is_empty() {
        true => Some((Kind::Host, host.into_owned())),
        false => Some((
            Kind::Url,
            url::normalise(&format!("http://{machine}{rest}")).ok()?,
        )),
    }
}

/// Where a URL with a scheme starts.
fn scheme(token: &str) -> Option<usize> {
    let lower = token.to_ascii_lowercase();
    let known = [
        "https:",
        "http:",
        "ftp:",
        "wss:",
        "ws:",
        "file:",
        "mailto:",
        "javascript:",
        "data:",
    ];
    let first = |name: &str| {
        let mut places = lower.match_indices(name);
        places.find_map(|(at, name)| {
            // In the middle of a word only what cannot be meant otherwise: `metadata:x` is no link.
            let before = lower.get(..at).and_then(|text| text.chars().next_back());
            let after = lower.get(at + name.len()..)?;
            let alone = !before.is_some_and(char::is_alphanumeric);
            (alone || after.starts_with("//")).then_some(at)
        })
    };
    if let Some(at) = known.into_iter().filter_map(first).min() {
        return Some(at);
    }
    let colon = lower.find("://")?;
    let before = lower.get(..colon)?;
    let name = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    let start = before.trim_end_matches(name).len();
    let start = start
        + before
            .get(start..)?
            .find(|c: char| c.is_ascii_alphabetic())?;
    Some(start)
}

/// Several labels with an ending that can be a domain's, or an address of four numbers; not every word and number.
fn looks_like_a_host(written: &str, host: &str) -> bool {
    let Some((before, last)) = host.rsplit_once('.') else {
        return host.starts_with('[');
    };
    if last.bytes().all(|byte| byte.is_ascii_digit()) {
        return written.split(['.', '\u{3002}']).count() == 4;
    }
    let letters = last.starts_with("xn--") || last.bytes().all(|byte| byte.is_ascii_alphabetic());
    letters && last.len() > 1 && !before.is_empty() && !FILES.contains(&last)
}
