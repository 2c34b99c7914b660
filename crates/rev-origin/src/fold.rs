//! One form for texts that count as the same: small letters, one space for a run of them, composed letters, plain quotes.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Appends the form of a text. It has no line breaks, so that they can stand between texts.
pub(crate) fn fold(text: &str, into: &mut String) {
    match text.is_ascii() {
        true => fold_chars(text.chars(), into),
        false => fold_chars(text.nfc(), into),
    }
}

pub(crate) fn folded(text: &str) -> String {
    let mut form = String::with_capacity(text.len());
    fold(text, &mut form);
    form
}

fn fold_chars(text: impl Iterator<Item = char>, into: &mut String) {
    let start = into.len();
    let mut text = text.peekable();
    let (mut space, mut line_began) = (false, true);
    let mut last = ' ';
    while let Some(one) = text.next() {
        // A narrow or fixed space between digits groups them.
        let groups = matches!(one, '\u{a0}' | '\u{2009}' | '\u{202f}')
            && last.is_ascii_digit()
            && text.peek().is_some_and(char::is_ascii_digit);
        let one = if groups { '_' } else { one };
        if one.is_whitespace() {
            line_began |= matches!(one, '\n' | '\r');
            space = true;
            continue;
        }
        // The marks of a letter that is quoted line by line are none of its words.
        if one == '>' && line_began {
            continue;
        }
        line_began = false;
        if space && into.len() > start {
            into.push(' ');
        }
        space = false;
        last = one;
        match one {
            'A'..='Z' => into.push(one.to_ascii_lowercase()),
            _ if one.is_ascii() => into.push(one),
            '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' => into.push('\''),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' => into.push('"'),
            '\u{3c2}' => into.push('\u{3c3}'),
            _ => into.extend(one.to_lowercase()),
        }
    }
}

/// The letters and digits of a text alone, as loosely as anybody may read them. What takes standing away is compared like
/// this.
pub(crate) fn skeleton(text: &str) -> String {
    let letters = text.nfkc().filter(|one| one.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether a character joins its neighbours into one word. Scripts that put no space between words have words of one
/// character.
pub(crate) fn joins(one: char) -> bool {
    match one {
        _ if one.is_ascii() => one.is_ascii_alphanumeric() || one == '_',
        '\u{e00}'..='\u{eff}'
        | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => false,
        _ => one.is_alphanumeric() || is_combining_mark(one),
    }
}

/// Where a word ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Where a reader would say so: a sign that joins it to another word, as in an address, makes it a part of that. What
    /// gives a value more standing is looked for like this.
    Strict,
    /// At any sign. What takes standing away is looked for like this.
    Loose,
    /// Only between quotes.
    Quotes,
}

impl Edge {
    /// Whether a word stands alone between these texts, given in their one form.
    pub fn fits(self, word: &str, before: &str, after: &str) -> bool {
        let first = word.chars().next().is_some_and(joins);
        let last = word.chars().next_back().is_some_and(joins);
        match self {
            Edge::Quotes => is_quoted(before, after),
            Edge::Loose => {
                let runs_on = first && before.chars().next_back().is_some_and(joins);
                let goes_on = last && after.chars().next().is_some_and(joins);
                !runs_on && !goes_on
            }
            Edge::Strict => begins_word(before) && ends_word(after),
        }
    }
}

const SIGNS: &[char] = &[
    '-', '.', '@', '/', ':', '+', '\'', '\\', '%', '&', '=', '#', '~', '?',
];

fn begins_word(before: &str) -> bool {
    let mut before = before.chars().rev();
    match before.next() {
        Some(one) if joins(one) => false,
        Some(one) if SIGNS.contains(&one) => !before.next().is_some_and(joins),
        _ => true,
    }
}

fn ends_word(after: &str) -> bool {
    // Somebody's: the name is the word.
    if let Some(rest) = after.strip_prefix("'s")
        && !rest.chars().next().is_some_and(joins)
    {
        return true;
    }
    let mut after = after.chars();
    match after.next() {
        Some(one) if joins(one) => false,
        Some(one) if SIGNS.contains(&one) => !after.next().is_some_and(joins),
        _ => true,
    }
}

fn is_quoted(before: &str, after: &str) -> bool {
    let pairs = [('"', '"'), ('\'', '\''), ('`', '`'), ('«', '»')];
    let (before, after) = (before.chars().next_back(), after.chars().next());
    let mut pairs = pairs.into_iter();
    pairs.any(|(open, close)| before == Some(open) && after == Some(close))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_form() {
        for (text, form) in [
            ("  Amara \t Okafor\n", "amara okafor"),
            ("Cafe\u{301} ZÜRICH", "café zürich"),
            ("ΟΔΟΣ οδος", "οδοσ οδοσ"),
            ("“Hi”, it’s me", "\"hi\", it's me"),
            ("pay\n> the\n>> bill", "pay the bill"),
            ("a > b", "a > b"),
            ("> a", "a"),
            ("4\u{a0}000\u{202f}000 EUR", "4_000_000 eur"),
            ("", ""),
        ] {
            assert_eq!(folded(text), form, "{text:?}");
        }
    }

    #[test]
    fn edges() {
        for (word, before, after, strict, loose) in [
            ("alice", "to ", ", please", true, true),
            ("alice", "to ", "'s inbox", true, true),
            ("brien", "o'", "", false, true),
            ("lice", "a", "", false, false),
            ("example", "", ".org", false, true),
            ("general", "#", ".", true, true),
            ("okafor", "amara-", "", false, true),
            ("王小明", "寄給", "吧", true, true),
        ] {
            assert_eq!(Edge::Strict.fits(word, before, after), strict, "{word}");
            assert_eq!(Edge::Loose.fits(word, before, after), loose, "{word}");
        }
    }
}
