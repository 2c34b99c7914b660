//! Calls and results as JSON, read where they stand: from bytes, without building a tree, or from a tree that is there.
//!
//! From bytes, what is walked is checked; what does not follow the grammar of JSON is an error wherever it is met, and
//! an error denies.

use crate::number::Number;
use serde_json::Value;
use std::borrow::Cow;

/// How deep lists and records may nest.
const DEEPEST: usize = 128;

/// A JSON value.
#[derive(Clone, Copy, Debug)]
pub enum Json<'a> {
    /// The text of one value, from its first character to its last. It may be broken inside.
    Text(&'a str),
    /// A tree.
    Tree(&'a Value),
}

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Null,
    Bool,
    Number,
    Text,
    List,
    Record,
}

/// A text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotJson;

type Read<T> = Result<T, NotJson>;

impl<'a> Json<'a> {
    /// The one value that a text is.
    pub fn parse(text: &'a str) -> Read<Json<'a>> {
        let (value, rest) = value(trim(text))?;
        match trim(rest).is_empty() {
            true => Ok(value),
            false => Err(NotJson),
        }
    }

    #[inline]
    pub fn shape(self) -> Shape {
        match self {
            Json::Text(text) => match text.as_bytes().first() {
                Some(b'n') | None => Shape::Null,
                Some(b't' | b'f') => Shape::Bool,
                Some(b'"') => Shape::Text,
                Some(b'[') => Shape::List,
                Some(b'{') => Shape::Record,
                Some(_) => Shape::Number,
            },
            Json::Tree(value) => match value {
                Value::Null => Shape::Null,
                Value::Bool(_) => Shape::Bool,
                Value::Number(_) => Shape::Number,
                Value::String(_) => Shape::Text,
                Value::Array(_) => Shape::List,
                Value::Object(_) => Shape::Record,
            },
        }
    }

    pub fn is_null(self) -> bool {
        self.shape() == Shape::Null
    }

    pub fn bool(self) -> Option<bool> {
        match self {
            Json::Text("true") | Json::Tree(Value::Bool(true)) => Some(true),
            Json::Text("false") | Json::Tree(Value::Bool(false)) => Some(false),
            _ => None,
        }
    }

    /// The text, with its escapes resolved.
    #[inline]
    pub fn text(self) -> Option<Cow<'a, str>> {
        match self {
            Json::Tree(Value::String(text)) => Some(Cow::Borrowed(text)),
            Json::Text(text) => {
                let inner = text.strip_prefix('"')?.strip_suffix('"')?;
                match inner.contains('\\') {
                    false => Some(Cow::Borrowed(inner)),
                    true => Unescaped(inner.chars())
                        .collect::<Option<String>>()
                        .map(Cow::Owned),
                }
            }
            Json::Tree(_) => None,
        }
    }

    /// Whether it is a text, and its escapes are JSON's.
    #[inline]
    pub(crate) fn is_text(self) -> bool {
        match self {
            Json::Tree(value) => value.is_string(),
            Json::Text(text) => {
                let inner = text
                    .strip_prefix('"')
                    .and_then(|text| text.strip_suffix('"'));
                inner.is_some_and(|inner| {
                    !inner.contains('\\') || Unescaped(inner.chars()).all(|one| one.is_some())
                })
            }
        }
    }

    /// The number, exactly as written; of a tree, as the tree writes it.
    pub(crate) fn number(self) -> Option<Number> {
        match self {
            Json::Text(text) => match self.shape() {
                Shape::Number => Number::read(text),
                _ => None,
            },
            Json::Tree(Value::Number(number)) => match number.as_i64() {
                Some(whole) => Some(Number::int(whole)),
                None => Number::read(&number.to_string()),
            },
            Json::Tree(_) => None,
        }
    }

    /// The elements of a list; nothing of anything else.
    pub fn items(self) -> Items<'a> {
        match self {
            Json::Text(text) if self.shape() == Shape::List => Items::Text(Scan::open(text)),
            Json::Tree(Value::Array(items)) => Items::Tree(items.iter()),
            _ => Items::Tree([].iter()),
        }
    }

    /// The entries of a record; nothing of anything else.
    pub fn entries(self) -> Entries<'a> {
        match self {
            Json::Text(text) if self.shape() == Shape::Record => Entries::Text(Scan::open(text)),
            Json::Tree(Value::Object(entries)) => Entries::Tree(entries.iter()),
            _ => Entries::Nothing,
        }
    }

    /// The entry of this name.
    pub fn get(self, name: &str) -> Option<Json<'a>> {
        if let Json::Tree(Value::Object(entries)) = self {
            return entries.get(name).map(Json::Tree);
        }
        let mut entries = self.entries().filter_map(Result::ok);
        entries.find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// As a tree; `None` if it is not JSON.
    pub fn to_tree(self) -> Option<Value> {
        match self {
            Json::Text(text) => serde_json::from_str(text).ok(),
            Json::Tree(value) => Some(value.clone()),
        }
    }
}

/// The elements of a list.
#[derive(Clone, Debug)]
pub enum Items<'a> {
    Text(Scan<'a>),
    Tree(std::slice::Iter<'a, Value>),
}

impl<'a> Iterator for Items<'a> {
    type Item = Read<Json<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Items::Text(scan) => scan.step(|rest| value(rest)),
            Items::Tree(items) => items.next().map(|value| Ok(Json::Tree(value))),
        }
    }
}

/// The entries of a record.
#[derive(Clone, Debug)]
pub enum Entries<'a> {
    Text(Scan<'a>),
    Tree(serde_json::map::Iter<'a>),
    Nothing,
}

impl<'a> Iterator for Entries<'a> {
    type Item = Read<(Cow<'a, str>, Json<'a>)>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Entries::Text(scan) => scan.step(entry),
            Entries::Tree(entries) => {
                let (key, value) = entries.next()?;
                Some(Ok((Cow::Borrowed(key.as_str()), Json::Tree(value))))
            }
            Entries::Nothing => None,
        }
    }
}

fn entry(rest: &str) -> Read<((Cow<'_, str>, Json<'_>), &str)> {
    let (key, rest) = value(rest)?;
    let key = key.text().ok_or(NotJson)?;
    let rest = trim(rest).strip_prefix(':').ok_or(NotJson)?;
    let (value, rest) = value(trim(rest))?;
    Ok(((key, value), rest))
}

/// What is left of a list or a record.
#[derive(Clone, Debug)]
pub struct Scan<'a> {
    rest: &'a str,
    first: bool,
    done: bool,
}

impl<'a> Scan<'a> {
    fn open(text: &'a str) -> Scan<'a> {
        Scan {
            rest: text.get(1..).map_or("", trim),
            first: true,
            done: false,
        }
    }

    /// One element, if there is one more. After an error there is none.
    fn step<T>(&mut self, one: impl FnOnce(&'a str) -> Read<(T, &'a str)>) -> Option<Read<T>> {
        if self.done {
            return None;
        }
        let next = match (self.rest.as_bytes().first(), self.first) {
            (Some(b']' | b'}'), _) => {
                self.done = true;
                return None;
            }
            (Some(b','), false) => self.rest.get(1..).map(trim),
            (Some(_), true) => Some(self.rest),
            _ => None,
        };
        let read = next.ok_or(NotJson).and_then(one);
        self.first = false;
        match read {
            Ok((found, rest)) => {
                self.rest = trim(rest);
                Some(Ok(found))
            }
            Err(error) => {
                self.done = true;
                Some(Err(error))
            }
        }
    }
}

#[inline]
fn trim(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

/// The value that a text begins with, and the rest. Brackets are matched and texts and words are checked; whether commas
/// and colons stand where they must is seen when it is walked.
#[inline]
fn value(text: &str) -> Read<(Json<'_>, &str)> {
    let end = match text.as_bytes().first() {
        Some(b'"') => string(text, 0)?,
        Some(b'{' | b'[') => nested(text)?,
        Some(b't') if text.starts_with("true") => 4,
        Some(b'f') if text.starts_with("false") => 5,
        Some(b'n') if text.starts_with("null") => 4,
        Some(b'-' | b'0'..=b'9') => number_end(text)?,
        _ => return Err(NotJson),
    };
    let (value, rest) = text.split_at_checked(end).ok_or(NotJson)?;
    Ok((Json::Text(value), rest))
}

/// The place behind a text that begins at `start` with a quote.
#[inline]
fn string(text: &str, start: usize) -> Read<usize> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at += 2,
            Some(byte) if *byte >= 0x20 => at += 1,
            _ => return Err(NotJson),
        }
    }
}

/// The place behind a list or record: brackets match, and nest no deeper than they may.
fn nested(text: &str) -> Read<usize> {
    let bytes = text.as_bytes();
    let mut open: u128 = 0;
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string(text, at)?;
                continue;
            }
            b'{' | b'[' => {
                if depth == DEEPEST {
                    return Err(NotJson);
                }
                open = open << 1 | u128::from(*byte == b'{');
                depth += 1;
            }
            b'}' | b']' => {
                if open & 1 != u128::from(*byte == b'}') {
                    return Err(NotJson);
                }
                open >>= 1;
                depth -= 1;
                if depth == 0 {
                    return Ok(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    Err(NotJson)
}

/// The place behind a number, which follows JSON's grammar: no leading zeros, digits around the point.
fn number_end(text: &str) -> Read<usize> {
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        let start = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        if at > start { Ok(at) } else { Err(NotJson) }
    };
    let start = usize::from(bytes.first() == Some(&b'-'));
    let mut at = digits(start)?;
    if bytes.get(start) == Some(&b'0') && at > start + 1 {
        return Err(NotJson);
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
        at = digits(at + 1 + usize::from(sign))?;
    }
    Ok(at)
}

/// The characters of a text with its escapes resolved; `None` for an escape that is not JSON's, or half of a pair.
struct Unescaped<'a>(std::str::Chars<'a>);

impl Iterator for Unescaped<'_> {
    type Item = Option<char>;

    fn next(&mut self) -> Option<Option<char>> {
        let next = self.0.next()?;
        Some(match next {
            '\\' => self.escape(),
            _ => Some(next),
        })
    }
}

impl Unescaped<'_> {
    fn escape(&mut self) -> Option<char> {
        Some(match self.0.next()? {
            'u' => {
                let first = self.unit()?;
                let point = match first {
                    0xd800..=0xdbff => {
                        (self.0.next()? == '\\' && self.0.next()? == 'u').then_some(())?;
                        let second = self.unit()?;
                        let low = second.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                        0x10000 + ((first - 0xd800) << 10) + low
                    }
                    other => other,
                };
                char::from_u32(point)?
            }
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            same @ ('"' | '\\' | '/') => same,
            _ => return None,
        })
    }

    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit << 4 | self.0.next()?.to_digit(16)?;
        }
        Some(unit)
    }
}
