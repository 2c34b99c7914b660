//! Cuts a text into the few kinds of piece that layout cares about.

/// A piece of text, from `start` up to the next piece's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub kind: PieceKind,
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// Blanks, tabs, carriage returns.
    Blank,
    /// One `\n`.
    LineBreak,
    /// `//` or `///` to the end of the line.
    Comment {
        doc: bool,
    },
    /// A text literal; not closed, it ends with its line.
    Text {
        closed: bool,
    },
    /// `{`, `[` or `(`.
    Open(u8),
    /// `}`, `]` or `)`.
    Close(u8),
    Semicolon,
    /// A run of anything else: words, numbers, operators, commas.
    Other,
}

/// The pieces of a text from `start` on, one after the other and without gaps.
pub(crate) fn scan(text: &str, start: usize) -> impl Iterator<Item = Piece> + '_ {
    let bytes = text.as_bytes();
    let mut start = start;
    std::iter::from_fn(move || {
        let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let (kind, length) = piece(rest);
        let piece = Piece {
            kind,
            start,
            end: start + length,
        };
        start = piece.end;
        Some(piece)
    })
}

/// The kind and the length, at least one, of the first piece of `rest`, which is not empty.
fn piece(rest: &[u8]) -> (PieceKind, usize) {
    let run = |stop: fn(u8) -> bool| rest.iter().position(|&b| stop(b)).unwrap_or(rest.len());
    match rest {
        [b'\n', ..] => (PieceKind::LineBreak, 1),
        [b' ' | b'\t' | b'\r', ..] => (
            PieceKind::Blank,
            run(|b| !matches!(b, b' ' | b'\t' | b'\r')),
        ),
        [b'/', b'/', ..] => {
            let end = run(|b| b == b'\n');
            let end = if end > 0 && rest.get(end - 1) == Some(&b'\r') {
                end - 1
            } else {
                end
            };
            let doc = rest.get(2) == Some(&b'/') && rest.get(3) != Some(&b'/');
            (PieceKind::Comment { doc }, end)
        }
        [b'"', ..] => text_literal(rest),
        [b';', ..] => (PieceKind::Semicolon, 1),
        [open @ (b'{' | b'[' | b'('), ..] => (PieceKind::Open(*open), 1),
        [close @ (b'}' | b']' | b')'), ..] => (PieceKind::Close(*close), 1),
        // A lone slash is an ordinary character; the run then goes on after it.
        [b'/', tail @ ..] => (PieceKind::Other, 1 + tail.iter().take_while(other).count()),
        _ => (PieceKind::Other, rest.iter().take_while(other).count()),
    }
}

/// The bytes that end a run of anything else, one bit each: every byte of a text is asked for here twice.
const ENDS_RUN: u128 = bits(b"\n \t\r/\";{[(}])");

const fn bits(mut bytes: &[u8]) -> u128 {
    let mut bits = 0;
    while let [first, rest @ ..] = bytes {
        bits |= 1 << *first;
        bytes = rest;
    }
    bits
}

fn other(byte: &&u8) -> bool {
    !byte.is_ascii() || (ENDS_RUN >> **byte) & 1 == 0
}

fn text_literal(rest: &[u8]) -> (PieceKind, usize) {
    let mut escaped = false;
    for (at, byte) in rest.iter().enumerate().skip(1) {
        match byte {
            b'\n' => return (PieceKind::Text { closed: false }, unclosed(rest, at)),
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return (PieceKind::Text { closed: true }, at + 1),
            _ => {}
        }
    }
    (
        PieceKind::Text { closed: false },
        unclosed(rest, rest.len()),
    )
}

/// Where a text that is not closed on its line most probably ends. Braces at the end of the line are not meant to be in
/// it, unless they belong to each other.
fn unclosed(rest: &[u8], end: usize) -> usize {
    let line = rest.get(..end).unwrap_or(rest);
    let closes = |b: &&u8| matches!(b, b'}' | b' ' | b'\t' | b'\r' | b';' | b',');
    let behind: Vec<&u8> = line.iter().rev().take_while(closes).collect();
    let body = end - behind.len();
    let has_open = line.iter().take(body).any(|&b| b == b'{');
    let opens = body > 1 && line.get(body - 1) == Some(&b'{') && !behind.contains(&&b'}');
    let nested = line
        .iter()
        .take(body - 1)
        .any(|&b| matches!(b, b'{' | b'}'));
    if opens && !nested {
        return body - 1;
    }
    match body > 0 && behind.contains(&&b'}') && !has_open {
        true => body,
        false => end,
    }
}

/// Whether the line that `rest` begins with continues the line before it.
pub(crate) fn continues_line(rest: &str) -> bool {
    let word = leading_word(rest);
    if word.is_empty() {
        let bytes = rest.as_bytes();
        return match bytes {
            [b'/', b'/', ..] => false,
            [b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'|', ..] => true,
            _ => false,
        };
    }
    super::CONTINUES.binary_search(&word).is_ok() && !names_an_entry(rest, word)
}

/// The word that a text begins with; empty where it does not begin with one.
pub(crate) fn leading_word(rest: &str) -> &str {
    let end = rest
        .bytes()
        .position(|b| !(b.is_ascii_alphanumeric() || b == b'_'))
        .unwrap_or(rest.len());
    rest.get(..end).unwrap_or("")
}

/// Whether `:` or `?:` follows the word: then it is the name of an entry.
pub(crate) fn names_an_entry(rest: &str, word: &str) -> bool {
    let after = rest.get(word.len()..).unwrap_or("");
    let after = after.trim_start_matches([' ', '\t']);
    after.starts_with(':') || after.starts_with("?:")
}
