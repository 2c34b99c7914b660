//! Where a value ends in the text it stands in, and what follows it.

use crate::json::{Json, NotJson};
use std::borrow::Cow;

/// How deep lists and records may nest.
const DEEPEST: usize = 128;

pub(crate) type Read<T> = Result<T, NotJson>;

/// What is left of a list or a record.
#[derive(Clone, Debug)]
pub(crate) struct Scan<'a> {
    rest: &'a str,
    first: bool,
    done: bool,
}

impl<'a> Scan<'a> {
    pub fn open(text: &'a str) -> Scan<'a> {
        Scan {
            rest: text.get(1..).map_or("", trim),
            first: true,
            done: false,
        }
    }

    /// Behind the last entry of a record there is nothing.
    pub fn end(self) -> Read<()> {
        let rest = self.rest.strip_prefix('}').filter(|_| self.done);
        let rest = rest.ok_or(NotJson)?;
        match trim(rest).is_empty() {
            true => Ok(()),
            false => Err(NotJson),
        }
    }

    /// One element, if there is one more. After an error there is none.
    #[inline]
    pub fn step<T>(&mut self, one: impl FnOnce(&'a str) -> Read<(T, &'a str)>) -> Option<Read<T>> {
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

/// The entries of the record that a text begins with.
pub(crate) fn record(text: &str) -> Read<Scan<'_>> {
    match text.as_bytes().first() {
        Some(b'{') => Ok(Scan::open(text)),
        _ => Err(NotJson),
    }
}

/// A name and its value, and the rest.
#[inline]
pub(crate) fn entry(rest: &str) -> Read<((Cow<'_, str>, Json<'_>), &str)> {
    let (key, rest) = value(rest)?;
    let key = key.text().ok_or(NotJson)?;
    let rest = trim(rest).strip_prefix(':').ok_or(NotJson)?;
    let (value, rest) = value(trim(rest))?;
    Ok(((key, value), rest))
}

#[inline]
pub(crate) fn trim(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(b' ' | b'\t' | b'\n' | b'\r') => text.trim_start_matches([' ', '\t', '\n', '\r']),
        _ => text,
    }
}

/// The value that a text begins with, and the rest. Brackets are matched and texts and words are checked; whether commas
/// and colons stand where they must is seen when it is walked.
#[inline]
pub(crate) fn value(text: &str) -> Read<(Json<'_>, &str)> {
    let end = match text.as_bytes().first() {
        Some(b'"') => {
            let inner = text.get(1..).unwrap_or("");
            let end = plain(inner.as_bytes());
            // Most texts have no escapes, and nobody needs to look for any again.
            if inner.as_bytes().get(end) == Some(&b'"') {
                let (inner, rest) = inner.split_at_checked(end).ok_or(NotJson)?;
                return Ok((Json::Plain(inner), rest.get(1..).unwrap_or("")));
            }
            string(text, end + 1)?
        }
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

/// The place behind a text, from a place inside of it on.
#[inline]
fn string(text: &str, start: usize) -> Read<usize> {
    let mut at = start;
    loop {
        let rest = text.as_bytes().get(at..).unwrap_or(&[]);
        at += plain(rest);
        match text.as_bytes().get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at += 2,
            _ => return Err(NotJson),
        }
    }
}

/// How many bytes stand before the first quote, backslash or control character. Eight are looked at together: a byte is
/// one of these if taking it from the sign (or from a space) borrows.
#[inline]
pub(crate) fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    let is_zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let mut at = 0;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let Ok(chunk) = <[u8; 8]>::try_from(chunk) else {
            break;
        };
        let word = u64::from_le_bytes(chunk);
        let quote = is_zero(word ^ (ONES * u64::from(b'"')));
        let slash = is_zero(word ^ (ONES * u64::from(b'\\')));
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        // The lowest mark is right; a borrow can only mark what stands behind it.
        let marks = (quote | slash | control) & HIGH;
        if marks != 0 {
            return at + marks.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    let rest = bytes.get(at..).unwrap_or(&[]);
    at + rest.iter().position(special).unwrap_or(rest.len())
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
                at = string(text, at + 1)?;
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
