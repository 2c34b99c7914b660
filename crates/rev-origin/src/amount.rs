//! Amounts: the same number however it is written.

use crate::fold::joins;

/// Zeros that a power of ten may stand for; beyond that it is no amount that anybody means.
const MOST_ZEROS: usize = 60;

/// The one form of a number as JSON or a quantity writes it: no zeros before or behind it, no power of ten.
pub(crate) fn canonical(digits: &str) -> Option<String> {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits),
    };
    let (plain, exponent) = match digits.split_once(['e', 'E']) {
        Some((plain, power)) => (plain, power.parse::<i32>().ok()?),
        None => (digits, 0),
    };
    let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) {
        return None;
    }
    let mut all = format!("{whole}{part}");
    let mut point = whole.len();
    let zeros = usize::try_from(exponent.unsigned_abs()).ok()?;
    if zeros > MOST_ZEROS {
        return None;
    }
    if exponent < 0 {
        all.insert_str(0, &"0".repeat(zeros));
    } else {
        let missing = (point + zeros).saturating_sub(all.len());
        all.push_str(&"0".repeat(missing));
        point += zeros;
    }
    let (whole, part) = all.split_at_checked(point)?;
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(match (part, whole) {
        ("", "0") => "0".to_owned(),
        ("", whole) => format!("{sign}{whole}"),
        (part, whole) => format!("{sign}{whole}.{part}"),
    })
}

/// A number of fewer digits stands in almost every result: it tells nothing about where it came from.
pub(crate) const FEW_DIGITS: usize = 5;

pub(crate) fn is_short(number: &str) -> bool {
    number.chars().filter(|one| one.is_numeric()).count() < FEW_DIGITS
}

/// Tells the amounts in a text in its one form, each with its place: `4000`, `4,000.50`, `1.234,56`, `4'000`.
pub(crate) fn scan(text: &str, mut tell: impl FnMut(usize, &str)) {
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(is_digit)) {
        let start = at + found;
        let length = length(text.get(start..).unwrap_or(""));
        at = start + length;
        let written = text.get(start..at).unwrap_or("");
        let before = text.get(..start).unwrap_or("");
        let after = text.get(at..).unwrap_or("");
        if !ends(after.chars()) {
            continue;
        }
        let fraction = before.strip_suffix('.');
        if let Some(before) = fraction
            && !before.chars().next_back().is_some_and(joins)
        {
            if let Some(number) = canonical(&format!("0.{written}")) {
                tell(start, &number);
            }
            continue;
        }
        // `Rs.500` is an amount behind an abbreviation.
        let abbreviation = fraction.is_some_and(|before| {
            let last = before.chars().next_back();
            last.is_some_and(|one| one.is_alphabetic())
        });
        if !abbreviation && !ends(before.chars().rev()) {
            continue;
        }
        if let Some(number) = read(written) {
            tell(start, &number);
            if before.ends_with(['-', '\u{2212}']) {
                tell(start, &format!("-{number}"));
            }
        } else if written.matches(',').count() > 1 {
            // No amount with groups of digits, but a list of amounts.
            for piece in written.split(',') {
                if let Some(number) = canonical(piece) {
                    tell(start, &number);
                }
            }
        }
    }
}

fn is_digit(one: char) -> bool {
    one.is_ascii_digit()
}

/// How far digits go, with the signs between them.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'0'..=b'9'), _) => at += 1,
            (Some(b',' | b'.' | b'_' | b'\''), Some(b'0'..=b'9')) => at += 1,
            _ => return at,
        }
    }
}

/// Whether an amount ends where these characters follow it, or stand before it.
fn ends(mut outside: impl Iterator<Item = char>) -> bool {
    match outside.next() {
        Some(one) if joins(one) => false,
        Some('-' | '/' | '+' | '\\' | '@' | '&' | '~' | '%' | '#') => {
            !outside.next().is_some_and(joins)
        }
        // A time of day is no amount.
        Some(':') => !outside.next().is_some_and(is_digit),
        _ => true,
    }
}

/// The amount that digits with signs between them are; `None` where they are none, or could be two.
fn read(written: &str) -> Option<String> {
    let plain: String = written
        .chars()
        .filter(|one| !matches!(one, '_' | '\''))
        .collect();
    let commas = plain.matches(',').count();
    let points = plain.matches('.').count();
    let grouped = |text: &str, sign: char, shortest: usize| {
        let groups: Vec<&str> = text.split(sign).collect();
        let last = groups.last().is_some_and(|group| group.len() == 3);
        let first = groups.first().is_some_and(|group| group.len() <= 3);
        let middle = groups.iter().skip(1).rev().skip(1);
        let mut middle = middle.map(|group| group.len());
        last && first && middle.all(|length| length >= shortest && length <= 3)
    };
    match (commas, points) {
        (0, 0 | 1) => canonical(&plain),
        (0, _) => grouped(&plain, '.', 3)
            .then(|| plain.replace('.', ""))
            .and_then(|plain| canonical(&plain)),
        (_, 0) if grouped(&plain, ',', 2) => canonical(&plain.replace(',', "")),
        (1, 0) => {
            let (_, part) = plain.split_once(',')?;
            (part.len() < 3)
                .then(|| plain.replace(',', "."))
                .and_then(|plain| canonical(&plain))
        }
        (_, 1) if plain.rfind('.') > plain.rfind(',') => {
            let (whole, _) = plain.split_once('.')?;
            grouped(whole, ',', 2)
                .then(|| plain.replace(',', ""))
                .and_then(|plain| canonical(&plain))
        }
        (1, _) if plain.rfind(',') > plain.rfind('.') => {
            let (whole, part) = plain.split_once(',')?;
            grouped(whole, '.', 3)
                .then(|| format!("{}.{part}", whole.replace('.', "")))
                .and_then(|plain| canonical(&plain))
        }
        _ => None,
    }
}

/// The amounts in a text, by their form.
#[cfg(test)]
fn amounts(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    scan(&crate::fold::folded(text), |_, number| {
        found.push(number.to_owned())
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_form() {
        for (written, form) in [
            ("4000", Some("4000")),
            ("4000.00", Some("4000")),
            ("0098.70", Some("98.7")),
            ("1e3", Some("1000")),
            ("12.5e-1", Some("1.25")),
            ("-0.50", Some("-0.5")),
            ("-0", Some("0")),
            ("1e400", None),
            ("", None),
            (".5", None),
            ("12a", None),
        ] {
            assert_eq!(canonical(written).as_deref(), form, "{written}");
        }
    }

    #[test]
    fn in_a_text() {
        for (text, found) in [
            ("Pay 4,000 rupees 12 times", vec!["4000", "12"]),
            ("1,23,456.50 once; never 77x", vec!["123456.5"]),
            (
                "£1,050. $5-$10, 50€, Rs.500",
                vec!["1050", "5", "10", "50", "500"],
            ),
            (
                "1.234,56 and 1.234.567 and 4'000",
                vec!["1234.56", "1234567", "4000"],
            ),
            ("4\u{a0}000 or 1,5 or .50", vec!["4000", "1.5", "0.5"]),
            ("10% of 19.5%", vec!["10", "19.5"]),
            ("on 2022-03-01 at 10:30, 12-15 of v2", vec![]),
            (
                "amount=500 total:7 10,20,30,4",
                vec!["500", "7", "10", "20", "30", "4"],
            ),
            ("minus -5", vec!["5", "-5"]),
            ("1,2345", vec![]),
        ] {
            assert_eq!(amounts(text), found, "{text}");
        }
    }
}
