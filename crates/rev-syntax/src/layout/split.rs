//! Cuts a file into the texts of its items, so that a mistake in one costs no other.

use super::MAX_DEPTH;
use super::scan::{Piece, PieceKind, continues_line, leading_word, names_an_entry, scan};
use crate::grammar::is_reserved;
use crate::parse::Comment;
use rev_diagnostics::Span;
use std::ops::Range;

/// The items of a file, and the comments, whether they are in items or between them.
#[derive(Debug, Default)]
pub(crate) struct Split {
    pub chunks: Vec<Chunk>,
    pub comments: Vec<Comment>,
}

/// The text of one item, with the documentation right before it.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub range: Range<usize>,
    /// The bracket that is nested too deeply, if one is. Such an item is not read.
    pub too_deep: Option<usize>,
    /// The item before ends on the line where this one begins.
    pub crowded: bool,
}

/// Cuts `text` into items.
///
/// At the outermost level an item begins with a line that is not indented or that begins with an
/// item's word, and after `;`. Inside brackets and after a comma it begins only with a line, not
/// indented, that can be nothing but an item: then what was opened before is not closed.
pub(crate) fn split(text: &str) -> Split {
    // A byte-order mark is no part of the first line; that it is there has been told.
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut splitter = Splitter {
        text,
        line: start,
        ..Splitter::default()
    };
    let mut from = start;
    loop {
        for piece in scan(text, from) {
            splitter.piece(piece);
            if splitter.back.is_some() {
                break;
            }
        }
        if splitter.back.is_none() {
            splitter.finish(text.len());
        }
        match splitter.back.take() {
            Some(at) => from = splitter.again(at),
            None => return splitter.split,
        }
    }
}

/// Where an item that turns out to have unclosed brackets most probably has its end.
struct Cut {
    /// The end of its code.
    end: usize,
    /// Where the next item begins.
    next: usize,
}

#[derive(Default)]
struct Splitter<'a> {
    text: &'a str,
    split: Split,
    /// Openers that are not closed yet; at most `MAX_DEPTH`.
    open: Vec<u8>,
    /// Openers beyond that.
    too_many: usize,
    too_deep: Option<usize>,
    /// `list<` and `map<` that are not closed yet, and the run of code before this one.
    angles: usize,
    word: &'a str,
    /// Start and end of the item under way.
    start: Option<usize>,
    end: usize,
    /// Only documentation and `@allow(…)` so far.
    only_preface: bool,
    /// Where the documentation lines right above begin.
    docs: Option<usize>,
    line: usize,
    /// Nothing but blanks on this line so far.
    at_line_start: bool,
    /// Inside an `@allow(…)`.
    preface_line: bool,
    /// The item under way is a test.
    in_test: bool,
    /// The item under way begins behind another one on its line.
    crowded: bool,
    /// The item under way has lines that are indented; its last line begins, not indented, with `}`.
    indented: bool,
    closed_at_margin: bool,
    /// Fields follow the brace that seems to end the item under way.
    fields_behind: bool,
    cut: Option<Cut>,
    /// Where to go on, and how much was read twice because of that.
    back: Option<usize>,
    read_twice: usize,
}

impl<'a> Splitter<'a> {
    fn piece(&mut self, piece: Piece) {
        if self.line == piece.start {
            self.at_line_start = true;
        }
        match piece.kind {
            PieceKind::Blank => return,
            PieceKind::LineBreak => {
                self.line = piece.end;
                self.preface_line &= !self.open.is_empty();
                return;
            }
            PieceKind::Comment { doc } => {
                self.comment(piece, doc);
                return;
            }
            _ => {}
        }
        if self.at_line_start {
            self.at_line_start = false;
            self.line_begins(piece.start);
        } else if piece.kind == PieceKind::Other && self.is_crowded(piece.start) {
            self.finish(self.end);
            self.crowded = true;
        }
        let parts = piece.kind == PieceKind::Semicolon && self.open.is_empty();
        self.fields_behind = parts && self.field_behind(piece) || self.fields_behind && !parts;
        if parts && !self.fields_behind {
            // It ends an item. Documentation above it is that of the item behind it: nothing else could be meant.
            self.finish(self.end);
            return;
        }
        let docs = self.docs.take();
        if self.start.is_none() {
            self.start = Some(docs.unwrap_or(piece.start));
            self.only_preface = true;
        }
        let first = self.text.as_bytes().get(piece.start);
        if first == Some(&b'@') && self.open.is_empty() {
            self.preface_line = true;
        }
        if !self.preface_line && self.only_preface {
            self.only_preface = false;
            self.in_test = leading_word(self.text.get(piece.start..).unwrap_or("")) == "test";
        }
        self.end = piece.end;
        match piece.kind {
            PieceKind::Open(byte) => self.opens(byte, piece.start),
            PieceKind::Close(byte) => {
                self.closes(byte);
                self.preface_line &= !self.open.is_empty();
            }
            PieceKind::Other => self.other(piece),
            _ => {}
        }
    }

    /// Whether a field follows a `;` behind a brace: then that brace does not end the item, or should not.
    fn field_behind(&self, semicolon: Piece) -> bool {
        let before = self.text.get(..self.end).unwrap_or("");
        let rest = self.text.get(semicolon.end..).unwrap_or("");
        let word = leading_word(rest.trim_start_matches(' '));
        let goes_on = before.ends_with('}') || self.fields_behind;
        self.start.is_some() && goes_on && is_reserved(word) && !is_item_word(word)
    }

    fn comment(&mut self, piece: Piece, doc: bool) {
        // A `;` before the first item ends nothing.
        let before_all = self.start.is_none() && self.split.chunks.is_empty();
        let own_line = self.at_line_start || before_all;
        self.split.comments.push(Comment {
            span: Span::new(piece.start as u32, piece.end as u32),
            own_line,
        });
        if !own_line {
            return;
        }
        self.at_line_start = false;
        if doc {
            self.docs = self.docs.or(Some(piece.start));
        }
    }

    /// The first piece of a line that is neither blank nor a comment.
    fn line_begins(&mut self, at: usize) {
        let rest = self.text.get(at..).unwrap_or("");
        let indented = at > self.line;
        let begins = if self.open.is_empty() && !self.after_comma() {
            let word = leading_word(rest);
            // Where a brace is missing, an indented line is more probably a field than an item. A list of names may go
            // on, with the brace, on the next line.
            let listed = || rest.lines().next().is_some_and(|line| line.contains(','));
            let item = is_item_word(word)
                && !names_an_entry(rest, word)
                && (!indented
                    || self.start.is_none()
                    || listed()
                    || begins_an_item(rest, self.in_test));
            let goes_on = rest.starts_with(['{', '}', ']', ')']);
            !goes_on
                && (item
                    || (indented && self.is_apart(at))
                    || rest.starts_with('@')
                    || (!indented && !continues_line(rest)))
        } else {
            let allow = self.open.is_empty() && rest.starts_with('@');
            !indented && (allow || begins_an_item(rest, self.in_test))
        };
        self.at_margin(at, rest, indented, begins);
        if begins && !(self.start.is_some() && self.only_preface && self.open.is_empty()) {
            let end = self.end;
            self.finish(end);
            self.start = Some(self.docs.unwrap_or(at));
            self.only_preface = true;
        }
    }

    /// Whether an empty line or documentation parts what begins here from an item that was closed at the margin: these
    /// are the lines of another item, whose own first line is missing.
    fn is_apart(&self, at: usize) -> bool {
        let before = self.text.get(..self.end).unwrap_or("");
        let between = self.text.get(self.end..at).unwrap_or("");
        let lines = between.rsplit_once('\n').map_or("", |(lines, _)| lines);
        let empty = lines.split('\n').skip(1).any(|line| line.trim().is_empty());
        let closed = before.ends_with('}') && (!self.indented || self.closed_at_margin);
        self.start.is_some() && closed && (self.docs.is_some() || empty)
    }

    /// In an item with indented lines, what follows a brace at the margin is outside of it. If brackets are open
    /// there, they may be closed further on; only if they are not, the item is cut here.
    fn at_margin(&mut self, at: usize, rest: &str, indented: bool, begins: bool) {
        let outside = self.closed_at_margin && self.indented && !indented && !begins;
        let word = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
        if outside && word && self.cut.is_none() && !self.open.is_empty() && !continues_line(rest) {
            self.cut = Some(Cut {
                end: self.end,
                next: self.docs.unwrap_or(at),
            });
        }
        self.indented |= indented && self.start.is_some();
        self.closed_at_margin = !indented && rest.starts_with('}');
    }

    /// Starts anew at `at`, behind an item that was cut.
    fn again(&mut self, at: usize) -> usize {
        let mut split = std::mem::take(&mut self.split);
        let known = (split.comments).partition_point(|comment| (comment.span.start as usize) < at);
        split.comments.truncate(known);
        *self = Splitter {
            text: self.text,
            line: at,
            split,
            read_twice: self.read_twice,
            ..Splitter::default()
        };
        at
    }

    /// Whether an item begins behind the brace that closes the one under way.
    fn is_crowded(&self, at: usize) -> bool {
        let before = self.text.get(..self.end).unwrap_or("");
        let rest = self.text.get(at..).unwrap_or("");
        self.start.is_some()
            && self.open.is_empty()
            && before.ends_with('}')
            && begins_an_item(rest, false)
    }

    /// Whether the item under way ends, so far, in a comma: then it goes on.
    fn after_comma(&self) -> bool {
        let before = self.text.get(..self.end).unwrap_or("");
        self.start.is_some() && before.ends_with(',')
    }

    fn opens(&mut self, byte: u8, at: usize) {
        if self.open.len() < MAX_DEPTH {
            self.open.push(byte);
        } else {
            self.too_many += 1;
            self.too_deep = self.too_deep.or(Some(at));
        }
    }

    fn closes(&mut self, byte: u8) {
        if self.too_many > 0 {
            self.too_many -= 1;
            return;
        }
        let opener = opener_of(byte);
        if self.open.last() == Some(&opener) {
            self.open.pop();
        } else if byte == b'}'
            && let Some(at) = self.open.iter().rposition(|&open| open == opener)
        {
            // What was opened inside the braces ends with them.
            self.open.truncate(at);
        }
    }

    fn other(&mut self, piece: Piece) {
        let code = self.text.get(piece.start..piece.end).unwrap_or("");
        // `list<list<…` nests without brackets. Most code has no angle at all.
        if !code.bytes().any(|b| matches!(b, b'<' | b'>')) {
            self.word = code;
            return;
        }
        let mut before = "";
        for part in code.split_inclusive(['<', '>']) {
            let word = part.trim_end_matches(['<', '>']);
            before = if word.is_empty() { before } else { word };
            if part.ends_with('>') {
                self.angles = self.angles.saturating_sub(1);
            } else if part.ends_with('<') {
                let word = if before.is_empty() { self.word } else { before };
                if word.ends_with("list") || word.ends_with("map") {
                    self.angles += 1;
                    if self.angles + self.open.len() > MAX_DEPTH {
                        self.too_deep = self.too_deep.or(Some(piece.start));
                    }
                }
            }
        }
        self.word = code;
    }

    /// Ends the item under way.
    fn finish(&mut self, end: usize) {
        let mut end = end;
        if let Some(cut) = self.cut.take()
            && !self.open.is_empty()
            && self.read_twice + (self.end - cut.next) <= self.text.len()
        {
            // A text is read twice at most, however often this happens in it.
            self.read_twice += self.end - cut.next;
            self.back = Some(cut.next);
            self.too_deep = self.too_deep.filter(|&at| at < cut.end);
            end = cut.end;
        }
        if let Some(start) = self.start.take() {
            let range = start..end.min(self.end.max(start));
            if !range.is_empty() {
                self.split.chunks.push(Chunk {
                    range,
                    too_deep: self.too_deep,
                    crowded: self.crowded,
                });
            }
        }
        self.crowded = false;
        self.fields_behind = false;
        self.indented = false;
        self.closed_at_margin = false;
        self.preface_line = false;
        self.open.clear();
        self.too_many = 0;
        self.too_deep = None;
        self.angles = 0;
        self.word = "";
    }
}

pub(super) fn opener_of(close: u8) -> u8 {
    match close {
        b'}' => b'{',
        b']' => b'[',
        _ => b'(',
    }
}

fn is_item_word(word: &str) -> bool {
    item_word(word).is_some()
}

/// The word that items of some kind begin with, if it is one.
pub(crate) fn item_word(word: &str) -> Option<&'static str> {
    const WORDS: [&str; 18] = [
        "policy",
        "unit",
        "dimension",
        "label",
        "type",
        "event",
        "assumption",
        "tool",
        "gate",
        "class",
        "rule",
        "boundary",
        "budget",
        "agent",
        "saga",
        "invariant",
        "context",
        "test",
    ];
    WORDS.into_iter().find(|known| *known == word)
}

/// Whether a line inside the brackets of an item can only be the start of the next one.
/// Some words begin items and fields alike; then what follows on the line tells.
fn begins_an_item(rest: &str, in_test: bool) -> bool {
    let word = leading_word(rest);
    if !is_item_word(word) || names_an_entry(rest, word) {
        return false;
    }
    let line = rest.lines().next().unwrap_or("");
    let after = line.get(word.len()..).unwrap_or("").trim_start();
    let has_block = after.contains('{');
    match word {
        "tool" => has_block,
        "gate" | "budget" => has_block,
        "event" => has_block && !in_test,
        "class" => after.split_whitespace().nth(1) == Some("gate"),
        // A reversal contract has a line `policy two_person`.
        "policy" => {
            let version = after.split_whitespace().nth(1).unwrap_or("");
            version.starts_with(|c: char| c.is_ascii_digit())
        }
        "context" => after.starts_with('{'),
        "test" => after.starts_with('"'),
        _ => !after.is_empty(),
    }
}
