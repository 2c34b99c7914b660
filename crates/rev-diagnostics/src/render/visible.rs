//! Text that is safe to print on a terminal.

use std::borrow::Cow;

/// The text with everything made visible that would move the cursor, change colours or turn the direction of
/// writing: a policy must not be able to make its own findings unreadable. Tabs and line breaks stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|char| visible_char(char) == char) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(visible_char).collect())
    }
}

/// The same for text that has to stay on its line.
pub(super) fn visible_line(text: &str) -> Cow<'_, str> {
    match visible(text) {
        text if text.contains(['\n', '\t']) => Cow::Owned(text.replace(['\n', '\t'], " ")),
        text => text,
    }
}

pub(super) fn visible_char(char: char) -> char {
    match char {
        '\n' | '\t' => char,
        '\u{7f}' => '␡',
        // Unicode has a picture for each of the old control characters, in the same order.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(char)).unwrap_or('\u{fffd}'),
        // Newer control characters, separators that some terminals break lines at, the byte-order mark, and
        // everything that turns the direction of writing. Joiners stay: emoji are made with them.
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => '\u{fffd}',
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            '\u{fffd}'
        }
        _ => char,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_unseen() {
        assert_eq!(
            visible("\u{1b}[2J a\rb\u{202e}c\u{9b}"),
            "␛[2J a␍b\u{fffd}c\u{fffd}"
        );
        assert_eq!(visible("a\tb\nc"), "a\tb\nc");
        assert_eq!(visible_line("a\tb\nc"), "a b c");
        assert!(matches!(visible("größe 👩\u{200d}💻"), Cow::Borrowed(_)));
    }
}
