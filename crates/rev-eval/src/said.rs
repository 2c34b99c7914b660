//! The person's own words: whether they contain a value.

use rev_json::Number;
use rev_text::{Context, Kind, normalise};
use serde_json::Value;

/// What a person said, ready to be looked through.
/// ```
/// use rev_eval::Words;
/// use serde_json::json;
/// let words = Words::new("Please refund 4,000 for order ORD_1.");
/// assert!(words.contain(&json!("ord_1")) && words.contain(&json!(4000)));
/// assert!(!words.contain(&json!("ord")));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// In small letters, runs of space as one.
    text: String,
    numbers: Vec<Number>,
    /// The e-mails and URLs in it, in their normal form.
    addresses: Vec<String>,
}

impl Words {
    /// Looks a prompt through.
    /// ```
    /// assert!(rev_eval::Words::new("hello there").contain(&"hello".into()));
    /// ```
    pub fn new(prompt: &str) -> Words {
        Words {
            text: folded(prompt),
            numbers: numbers(prompt),
            addresses: addresses(prompt),
        }
    }

    /// Whether they contain a value; of a list or record, every part. What is absent or empty counts as said.
    /// ```
    /// assert!(rev_eval::Words::new("to a@b.example").contain(&vec!["a@B.example"].into()));
    /// ```
    pub fn contain(&self, value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Bool(_) => false,
            Value::Number(number) => self.contain_amount(&number.to_string()),
            Value::String(text) => self.contain_text(text),
            Value::Array(items) => items.iter().all(|item| self.contain(item)),
            Value::Object(entries) => entries.values().all(|value| self.contain(value)),
        }
    }

    /// Whether they contain an amount, given in decimal digits: `4,000` is the amount `4000`.
    /// ```
    /// assert!(rev_eval::Words::new("refund 4,000").contain_amount("4000.00"));
    /// ```
    pub fn contain_amount(&self, digits: &str) -> bool {
        Number::read(digits).is_some_and(|number| {
            let mut numbers = self.numbers.iter();
            numbers.any(|one| one.compare(number).is_some_and(|it| it.is_eq()))
        })
    }

    fn contain_text(&self, text: &str) -> bool {
        if let Some(address) = address(text)
            && self.addresses.contains(&address)
        {
            return true;
        }
        let text = folded(text);
        if text.is_empty() {
            return true;
        }
        let weak = text.chars().count() < 3 || text.chars().all(|one| one.is_ascii_digit());
        self.text.match_indices(&text).any(|(at, _)| {
            let before = self.text.get(..at).unwrap_or("");
            let after = self.text.get(at + text.len()..).unwrap_or("");
            match weak {
                true => is_quoted(before, after),
                false => ends_word(before.chars().rev()) && ends_word(after.chars()),
            }
        })
    }
}

/// The normal form of an e-mail or a URL.
fn address(text: &str) -> Option<String> {
    let kind = match text {
        _ if text.contains("://") => Kind::Url,
        _ if text.contains('@') => Kind::Email,
        _ => return None,
    };
    let found = normalise(kind, text, &Context::default()).ok();
    found.map(|found| found.into_owned())
}

/// The e-mails and URLs in a text, without the signs of the sentence around them.
fn addresses(text: &str) -> Vec<String> {
    let around = |one: char| ".,;:!?\"'`()<>[]{}“”‘’«»".contains(one);
    let words = text.split_whitespace();
    words
        .filter_map(|word| address(word.trim_matches(around)))
        .collect()
}

/// In small letters, runs of space as one.
fn folded(text: &str) -> String {
    let words = text.split_whitespace().map(str::to_lowercase);
    words.collect::<Vec<String>>().join(" ")
}

/// Whether a word ends where these characters follow, or begins where they stand before it. A sign that joins it to
/// another word, as in an address, makes it a part of that.
fn ends_word(mut outside: impl Iterator<Item = char>) -> bool {
    let is_letter = |one: char| one.is_alphanumeric() || one == '_';
    match outside.next() {
        None => true,
        Some(one) if is_letter(one) => false,
        Some('-' | '.' | '@' | '/' | ':' | '+' | '\'' | '\\' | '%' | '&' | '=' | '#' | '~') => {
            outside.next().is_none_or(|one| !is_letter(one))
        }
        Some(_) => true,
    }
}

fn is_quoted(before: &str, after: &str) -> bool {
    let pairs = [
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('“', '”'),
        ('‘', '’'),
        ('«', '»'),
    ];
    let (before, after) = (before.chars().next_back(), after.chars().next());
    pairs
        .iter()
        .any(|(open, close)| before == Some(*open) && after == Some(*close))
}

/// The amounts in a text: `4000`, `4,000`, `4_000.50`.
fn numbers(text: &str) -> Vec<Number> {
    let is_part = |one: char| one.is_ascii_digit() || matches!(one, '.' | ',' | '_');
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|one: char| one.is_ascii_digit()) {
        let joined = rest
            .get(..start)
            .and_then(|before| before.chars().next_back());
        let from = rest.get(start..).unwrap_or("");
        let end = from.find(|one| !is_part(one)).unwrap_or(from.len());
        let (run, after) = from.split_at_checked(end).unwrap_or((from, ""));
        rest = after;
        // Digits inside a word are no amount.
        let in_word =
            |one: Option<char>| one.is_some_and(|one| one.is_alphanumeric() || one == '_');
        if in_word(joined) || in_word(after.chars().next()) {
            continue;
        }
        let plain: String = run
            .trim_end_matches(['.', ',', '_'])
            .chars()
            .filter(|one| !matches!(one, ',' | '_'))
            .collect();
        found.extend(Number::read(&plain));
    }
    found
}
