//! Names as they are shown: nothing invisible in them, and no longer than their place.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `1 tool`, `2 tools`
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Cells that a text takes.
pub fn cells(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// A text in which what nobody sees, or what turns the reading direction, is written out.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        match is_hidden(one) {
            true => out.extend(one.escape_unicode()),
            false => out.push(one),
        }
    }
    out
}

/// The beginning and the end of a visible text, if all of it is too long.
pub fn shortened(text: &str, most: usize) -> String {
    let text = visible(text);
    if cells(&text) <= most {
        return text;
    }
    let left = most.saturating_sub(1).div_ceil(2);
    let right = most.saturating_sub(1).saturating_sub(left);
    let head = fitting(text.chars(), left);
    let tail: Vec<char> = fitting(text.chars().rev(), right);
    // A mark without the letter that it stands on belongs to nothing.
    let tail = tail
        .into_iter()
        .rev()
        .skip_while(|one| one.width() == Some(0));
    head.into_iter().chain(['…']).chain(tail).collect()
}

fn fitting(chars: impl Iterator<Item = char>, most: usize) -> Vec<char> {
    let mut taken = 0;
    let fits = |one: &char| {
        taken += one.width().unwrap_or(0);
        taken <= most
    };
    chars.take_while(fits).collect()
}

fn is_hidden(one: char) -> bool {
    let hidden = matches!(one,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
        | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e0fff}');
    hidden || one.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(
            shortened("payments.issue_refund", 40),
            "payments.issue_refund"
        );
        assert_eq!(shortened("payments.issue_refund", 11), "payme…efund");
        for most in 0..30 {
            assert!(
                cells(&shortened(
                    "出荷.注文を取り消す.e\u{301}e\u{301}e\u{301}",
                    most
                )) <= most.max(1)
            );
        }
    }

    #[test]
    fn a_mark_is_not_parted_from_its_letter() {
        assert_eq!(shortened("abcde\u{301}f", 4), "ab…f");
    }

    #[test]
    fn what_nobody_sees_is_written_out() {
        assert_eq!(visible("a\u{202e}b\nc\u{0}"), "a\\u{202e}b\\u{a}c\\u{0}");
        assert_eq!(visible("שלום 出荷 é"), "שלום 出荷 é");
    }
}
