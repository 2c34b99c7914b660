//! Calls and results as JSON, read where they stand: from bytes, without building a tree, or from a tree that is there.
//!
//! From bytes, what is walked is checked; what does not follow the grammar of JSON is an error wherever it is met, and
//! an error denies.

use crate::number::Number;
use crate::scan::{Read, Scan, entry, plain, record, trim, value};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Write;

/// A JSON value.
#[derive(Clone, Copy, Debug)]
pub enum Json<'a> {
    /// The text of one value, from its first character to its last. It may be broken inside.
    Text(&'a str),
    /// What stands between the quotes of a text without escapes.
    Plain(&'a str),
    /// A tree.
    Tree(&'a Value),
}

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Null,
    /// True or false.
    Bool,
    /// A number of any size.
    Number,
    /// A text.
    Text,
    /// Values in an order.
    List,
    /// Values with names.
    Record,
}

/// A text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotJson;

impl std::fmt::Display for NotJson {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this is not JSON")
    }
}

impl std::error::Error for NotJson {}

impl<'a> Json<'a> {
    /// The one value that a text is.
    pub fn parse(text: &'a str) -> Read<Json<'a>> {
        let (value, rest) = value(trim(text))?;
        match trim(rest).is_empty() {
            true => Ok(value),
            false => Err(NotJson),
        }
    }

    /// Tells the entries of the one record that a text is, in a single pass over it. Whatever is wrong is found by the
    /// end, not before it.
    ///
    /// ```
    /// use rev_json::Json;
    /// let mut keys = Vec::new();
    /// Json::each_entry(r#"{"a": 1, "b": [2]}"#, |key, _| Ok(keys.push(key.into_owned()))).unwrap();
    /// assert_eq!(keys, ["a", "b"]);
    /// assert!(Json::each_entry(r#"{"a": 1} 2"#, |_, _| Ok(())).is_err());
    /// assert!(Json::each_entry(r#"{"a": 1]"#, |_, _| Ok(())).is_err());
    /// ```
    pub fn each_entry(
        text: &'a str,
        mut tell: impl FnMut(Cow<'a, str>, Json<'a>) -> Read<()>,
    ) -> Read<()> {
        let mut scan = record(trim(text))?;
        while let Some(found) = scan.step(entry) {
            let (key, value) = found?;
            tell(key, value)?;
        }
        scan.end()
    }

    /// What it is.
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
            Json::Plain(_) => Shape::Text,
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

    /// Whether it is nothing.
    #[inline]
    pub fn is_null(self) -> bool {
        self.shape() == Shape::Null
    }

    /// Whether it is null, or a text, list or record without anything in it.
    /// ```
    /// assert!(rev_json::Json::Text("[]").is_empty() && !rev_json::Json::Text("0").is_empty());
    /// ```
    pub fn is_empty(self) -> bool {
        match self.shape() {
            Shape::Null => true,
            Shape::Text => self.text().is_some_and(|text| text.is_empty()),
            Shape::List => self.items().next().is_none(),
            Shape::Record => self.entries().next().is_none(),
            Shape::Bool | Shape::Number => false,
        }
    }

    /// The truth value that it is.
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
            Json::Plain(text) => Some(Cow::Borrowed(text)),
            Json::Text(text) => {
                let inner = text.strip_prefix('"')?.strip_suffix('"')?;
                match plain(inner.as_bytes()) == inner.len() {
                    true => Some(Cow::Borrowed(inner)),
                    false => Unescaped(inner.chars())
                        .collect::<Option<String>>()
                        .map(Cow::Owned),
                }
            }
            Json::Tree(_) => None,
        }
    }

    /// Whether it is a text, and its escapes are JSON's.
    #[inline]
    pub fn is_text(self) -> bool {
        match self {
            Json::Tree(value) => value.is_string(),
            Json::Plain(_) => true,
            Json::Text(text) => {
                let inner = text
                    .strip_prefix('"')
                    .and_then(|text| text.strip_suffix('"'));
                inner.is_some_and(|inner| {
                    plain(inner.as_bytes()) == inner.len()
                        || Unescaped(inner.chars()).all(|one| one.is_some())
                })
            }
        }
    }

    /// The number, exactly as written; of a tree, as the tree writes it.
    pub fn number(self) -> Option<Number> {
        match self {
            Json::Text(text) => match self.shape() {
                Shape::Number => Number::read(text),
                _ => None,
            },
            Json::Tree(Value::Number(number)) => match number.as_i64() {
                Some(whole) => Some(Number::int(whole)),
                // What a tree holds beside whole numbers is short, and written without an allocation.
                None => {
                    let mut written = Written::default();
                    write!(written, "{number}").ok()?;
                    Number::read(written.text()?)
                }
            },
            Json::Plain(_) | Json::Tree(_) => None,
        }
    }

    /// The elements of a list; nothing of anything else.
    pub fn items(self) -> Items<'a> {
        Items(match self {
            Json::Text(text) if self.shape() == Shape::List => Listed::Text(Scan::open(text)),
            Json::Tree(Value::Array(items)) => Listed::Tree(items.iter()),
            _ => Listed::Tree([].iter()),
        })
    }

    /// The entries of a record; nothing of anything else.
    pub fn entries(self) -> Entries<'a> {
        Entries(match self {
            Json::Text(text) if self.shape() == Shape::Record => Named::Text(Scan::open(text)),
            Json::Tree(Value::Object(entries)) => Named::Tree(entries.iter()),
            _ => Named::Nothing,
        })
    }

    /// Tells the entries of a record, up to the first that cannot be read; of a tree without asking each time what it is.
    #[inline]
    pub fn each(self, mut tell: impl FnMut(Cow<'a, str>, Json<'a>)) -> Read<()> {
        match self {
            Json::Tree(tree) => {
                for (key, value) in tree.as_object().into_iter().flatten() {
                    tell(Cow::Borrowed(key), Json::Tree(value));
                }
            }
            Json::Text(_) | Json::Plain(_) => {
                for entry in self.entries() {
                    let (key, value) = entry?;
                    tell(key, value);
                }
            }
        }
        Ok(())
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
            Json::Plain(text) => Some(Value::from(text)),
            Json::Tree(value) => Some(value.clone()),
        }
    }
}

/// The elements of a list.
#[derive(Clone, Debug)]
pub struct Items<'a>(Listed<'a>);

#[derive(Clone, Debug)]
enum Listed<'a> {
    Text(Scan<'a>),
    Tree(std::slice::Iter<'a, Value>),
}

impl<'a> Iterator for Items<'a> {
    type Item = Read<Json<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Listed::Text(scan) => scan.step(value),
            Listed::Tree(items) => items.next().map(|value| Ok(Json::Tree(value))),
        }
    }
}

/// The entries of a record.
#[derive(Clone, Debug)]
pub struct Entries<'a>(Named<'a>);

#[derive(Clone, Debug)]
enum Named<'a> {
    Text(Scan<'a>),
    Tree(serde_json::map::Iter<'a>),
    Nothing,
}

impl<'a> Iterator for Entries<'a> {
    type Item = Read<(Cow<'a, str>, Json<'a>)>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Named::Text(scan) => scan.step(entry),
            Named::Tree(entries) => {
                let (key, value) = entries.next()?;
                Some(Ok((Cow::Borrowed(key.as_str()), Json::Tree(value))))
            }
            Named::Nothing => None,
        }
    }
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

/// A number as it is written, where it stands.
#[derive(Default)]
struct Written {
    bytes: [u8; 32],
    len: usize,
}

impl Written {
    fn text(&self) -> Option<&str> {
        std::str::from_utf8(self.bytes.get(..self.len)?).ok()
    }
}

impl Write for Written {
    fn write_str(&mut self, more: &str) -> std::fmt::Result {
        let end = self.len + more.len();
        let place = self.bytes.get_mut(self.len..end).ok_or(std::fmt::Error)?;
        place.copy_from_slice(more.as_bytes());
        self.len = end;
        Ok(())
    }
}
