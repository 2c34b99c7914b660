//! Settles the layout of one item: comments become blanks, and so does every line break that
//! separates nothing. The masked text is as long as the original, so all places stay right.

use super::scan::{Piece, PieceKind, continues_line, leading_word, scan};
use super::split::opener_of;
use crate::ast::Doc;
use crate::grammar::is_reserved;
use rev_diagnostics::Span;
use smol_str::SmolStr;

/// An item's text as the grammar reads it.
#[derive(Debug)]
pub(crate) struct Masked {
    pub text: String,
    pub docs: Vec<Doc>,
    /// Sorted by place.
    pub faults: Vec<Fault>,
}

/// A mistake that layout alone can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub kind: FaultKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// A text that does not end on its line.
    UnclosedText,
    /// A bracket that nothing closes.
    Unclosed(u8),
    /// A block without its opening brace.
    Unopened,
    /// An opening brace on a line of its own.
    NextLine,
    /// A closing brace that, by its indentation, closes nothing.
    Surplus,
    /// The first line in a block whose own first line is missing.
    Headless,
}

impl FaultKind {
    pub(crate) fn is_about_braces(self) -> bool {
        matches!(
            self,
            Self::Unclosed(b'{') | Self::Unopened | Self::Surplus | Self::Headless
        )
    }
}

/// Settles the layout of the text of one item.
pub(crate) fn mask(text: &str) -> Masked {
    let mut masker = Masker::new(text, Guess::Nothing);
    masker.run();
    // Where the braces do not match, indentation shows which of them was meant to stand where.
    let guess = if masker.brackets.iter().any(Bracket::is_open_brace) {
        Guess::Closing
    } else if masker.closes_nothing > 0 {
        Guess::Opening
    } else {
        Guess::Nothing
    };
    let surplus = masker.closes_nothing;
    let guesses: &[Guess] = match guess {
        Guess::Nothing => &[],
        Guess::Closing => &[Guess::Closing],
        _ => &[Guess::Inline, Guess::Opening, Guess::Surplus],
    };
    for &guess in guesses {
        masker = Masker::new(text, guess);
        masker.surplus = surplus;
        masker.run();
        if masker.closes_nothing < surplus {
            break;
        }
    }
    masker.finish()
}

/// Which braces to guess from indentation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guess {
    Nothing,
    Closing,
    /// Closing braces on lines that open none, with the block going on behind them.
    Inline,
    /// One opening brace.
    Opening,
    /// Closing braces that are too many.
    Surplus,
}

struct Masker<'a> {
    text: &'a str,
    guess: Guess,
    /// How many braces close nothing, and how many are left to be found that should not be there.
    closes_nothing: usize,
    surplus: usize,
    /// Where the code of this line begins, and whether a brace is opened on it.
    line_code: usize,
    line_opens: bool,
    out: Vec<u8>,
    brackets: Vec<Bracket>,
    /// Indices of the brackets that are open.
    open: Vec<usize>,
    docs: Vec<Doc>,
    faults: Vec<Fault>,
    /// Line breaks inside `[ ]` or `( )`, with the bracket: they mean nothing if it is closed.
    inner_breaks: Vec<(usize, usize)>,
    /// Line breaks since the last piece of code.
    breaks: Vec<usize>,
    line_start: usize,
    indent: usize,
    /// The end of the last piece of code, and whether the line break after it must stay.
    code_end: usize,
    keep_break: bool,
}

struct Bracket {
    byte: u8,
    at: usize,
    /// The indentation of the line it stands on.
    indent: usize,
    state: State,
}

#[derive(PartialEq, Eq)]
enum State {
    Open,
    Closed,
    /// Not closed, and told.
    Unclosed,
}

impl Bracket {
    fn is_open_brace(&self) -> bool {
        self.byte == b'{' && self.state == State::Open
    }
}

impl<'a> Masker<'a> {
    fn new(text: &'a str, guess: Guess) -> Self {
        Self {
            text,
            guess,
            closes_nothing: 0,
            surplus: 0,
            line_code: 0,
            line_opens: false,
            out: text.as_bytes().to_vec(),
            brackets: Vec::new(),
            open: Vec::new(),
            docs: Vec::new(),
            faults: Vec::new(),
            inner_breaks: Vec::new(),
            breaks: Vec::new(),
            line_start: 0,
            indent: 0,
            code_end: 0,
            keep_break: false,
        }
    }

    fn run(&mut self) {
        for piece in scan(self.text, 0) {
            match piece.kind {
                PieceKind::Blank => self.blank(piece.start, piece.end),
                PieceKind::Comment { doc } => {
                    if doc {
                        self.doc(piece);
                    }
                    self.blank(piece.start, piece.end);
                }
                PieceKind::LineBreak => {
                    self.line_start = piece.end;
                    self.breaks.push(piece.start);
                }
                _ => self.code(piece),
            }
        }
    }

    fn code(&mut self, piece: Piece) {
        if !self.breaks.is_empty() {
            self.line_begins(piece);
        } else if self.brackets.is_empty() && self.code_end == 0 {
            self.indent = piece.start - self.line_start;
            self.line_code = piece.start;
        }
        self.keep_break = false;
        self.code_end = piece.end;
        match piece.kind {
            PieceKind::Text { closed: false } => {
                self.keep_break = true;
                self.close_text(piece);
                self.fault(FaultKind::UnclosedText, piece.start, piece.end);
            }
            PieceKind::Open(byte) => self.opens(byte, piece.start),
            PieceKind::Close(b'}')
                if self.is_surplus(piece.start) || self.is_inline_surplus(piece) =>
            {
                self.surplus -= 1;
                self.blank(piece.start, piece.end);
                match self.headless(piece.start) {
                    Some((start, end)) => self.fault(FaultKind::Headless, start, end),
                    None => self.fault(FaultKind::Surplus, piece.start, piece.end),
                }
            }
            PieceKind::Close(byte) => self.close(byte),
            _ => {}
        }
    }

    /// Gives a text that is not closed the quote that it lacks, where a brace follows it or may have to be put there.
    fn close_text(&mut self, piece: Piece) {
        let behind = self.text.get(piece.end..).unwrap_or("");
        let ends_line = behind.is_empty() || behind.starts_with('\n');
        if ends_line && self.guess != Guess::Closing {
            return;
        }
        let written = self.text.get(piece.start..piece.end).unwrap_or("");
        let at = match written.char_indices().next_back() {
            Some((last, _)) if last > 0 => piece.start + last,
            // Nothing but the quote.
            _ => return self.blank(piece.start, piece.end),
        };
        self.blank(at, piece.end);
        if let Some(byte) = self.out.get_mut(at) {
            *byte = b'"';
        }
    }

    fn opens(&mut self, byte: u8, at: usize) {
        self.line_opens |= byte == b'{';
        self.open.push(self.brackets.len());
        self.brackets.push(Bracket {
            byte,
            at,
            indent: self.indent,
            state: State::Open,
        });
    }

    /// Whether a line behind a comma can only be the next field of a block: no name is a reserved word.
    fn begins_field(&self, rest: &str) -> bool {
        let word = leading_word(rest);
        let last = self.open.last().and_then(|&index| self.brackets.get(index));
        if last.is_none_or(|bracket| bracket.byte != b'{') || !is_reserved(word) {
            return false;
        }
        let after = rest.get(word.len()..).unwrap_or("");
        let after = after.trim_start_matches([' ', '\t', '\r']);
        let alone = matches!(
            word,
            "approve" | "contained" | "deny" | "halt" | "outbound" | "refuse" | "trusted"
        );
        let goes_on = |c: char| c.is_ascii_alphanumeric() || "_\"{".contains(c);
        after.starts_with(goes_on) || (alone && after.starts_with([',', ';', '\n', '}']))
    }

    /// Whether the brace at the start of a line is deeper than the block that it would close.
    fn is_surplus(&self, at: usize) -> bool {
        let last = self.open.last().and_then(|&index| self.brackets.get(index));
        self.guess == Guess::Surplus
            && self.surplus > 0
            && at == self.line_code
            && last.is_some_and(|bracket| bracket.byte == b'{' && bracket.indent < self.indent)
    }

    /// The first of the lines right above a brace that are deeper than it: they were in the block that it closes, and
    /// what opens that is not there. They are left out, since nobody knows what they mean.
    fn headless(&mut self, brace: usize) -> Option<(usize, usize)> {
        if self.guess != Guess::Surplus {
            return None;
        }
        let last = self.open.last().and_then(|&index| self.brackets.get(index));
        let opened = last.map_or(0, |bracket| bracket.at);
        let told = self
            .faults
            .last()
            .map_or(0, |fault| fault.span.end as usize);
        let from = opened.max(told);
        let above = self.text.get(from..self.line_start)?;
        let mut end = self.line_start;
        let mut first = None;
        // The line of the opening brace, or of what was told before, is none of them.
        for line in above.split_inclusive('\n').rev() {
            let start = end - line.len();
            let code = line.trim_start();
            if start == from || (!code.is_empty() && line.len() - code.len() <= self.indent) {
                break;
            }
            if !code.is_empty() && !code.starts_with("//") {
                first = Some((start + line.len() - code.len(), code));
            }
            end = start;
        }
        let (start, code) = first?;
        if continues_line(self.text.get(start..)?) {
            return None;
        }
        for byte in self.out.get_mut(start..brace)? {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        let word = match leading_word(code).len() {
            0 => code.chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        Some((start, start + word))
    }

    /// Whether a brace closes a block that, by the indentation of what follows, goes on behind it.
    fn is_inline_surplus(&self, piece: Piece) -> bool {
        let last = self.open.last().and_then(|&index| self.brackets.get(index));
        let Some(bracket) = last.filter(|bracket| bracket.byte == b'{') else {
            return false;
        };
        if self.guess != Guess::Inline || self.surplus == 0 || piece.start == self.line_code {
            return false;
        }
        let behind = self.text.get(piece.end..).unwrap_or("");
        let mut lines = behind.lines();
        let line = lines.next().unwrap_or("").trim_start_matches(' ');
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        let next = lines.find(|line| is_code(&line.trim_start()));
        let code = next.unwrap_or("").trim_start();
        let indent = next.unwrap_or("").len() - code.len();
        if bracket.at < self.line_code {
            let closes = code.starts_with('}') && indent == bracket.indent;
            return next.is_some() && (closes || indent > bracket.indent);
        }
        // A block that is opened and closed on this line goes on below it, or behind it where `;` parts its fields.
        let word = line
            .strip_prefix(';')
            .map(|rest| leading_word(rest.trim_start_matches(' ')));
        let goes_on = self.open.len() == 1 && word.is_some_and(|word| !word.is_empty());
        let below = !is_code(&line) && indent > self.indent && !continues_line(code);
        goes_on || below
    }

    /// Whether a line that begins with `{` opens the block of the line before it.
    fn opens_block_before(&self) -> bool {
        let line = self.text.get(self.line_code..).unwrap_or("");
        let word = leading_word(line.trim_start_matches(['}', ' ']));
        let head = self.brackets.is_empty()
            || matches!(
                word,
                "reversal" | "blast" | "case" | "otherwise" | "args" | "result"
            );
        head && !self.line_opens && self.code_end > 0
    }

    /// The first piece of code after one or more line breaks: which of them mean something?
    fn line_begins(&mut self, piece: Piece) {
        let indent = piece.start - self.line_start;
        if self.guess == Guess::Opening && indent > self.indent {
            self.open_by_indent();
        }
        if piece.kind == PieceKind::Open(b'{') && self.opens_block_before() {
            self.fault(FaultKind::NextLine, piece.start, piece.end);
            let mut breaks = std::mem::take(&mut self.breaks);
            for at in breaks.drain(..) {
                self.blank(at, at + 1);
            }
            self.breaks = breaks;
            return;
        }
        self.indent = indent;
        if self.guess == Guess::Closing {
            self.close_by_indent(piece);
        }
        let after_comma = self.code_end > 0 && self.out.get(self.code_end - 1) == Some(&b',');
        let rest = self.text.get(piece.start..).unwrap_or("");
        let nothing =
            continues_line(rest) || !self.keep_break && after_comma && !self.begins_field(rest);
        if !nothing {
            self.line_code = piece.start;
            self.line_opens = false;
        }
        let inside = self.open.last().copied().filter(|&at| {
            self.brackets
                .get(at)
                .is_some_and(|bracket| bracket.byte != b'{')
        });
        // Taken and given back, so that its memory serves all lines.
        let mut breaks = std::mem::take(&mut self.breaks);
        for at in breaks.drain(..) {
            if nothing {
                self.blank(at, at + 1);
            } else if let Some(bracket) = inside
                && !self.keep_break
            {
                self.inner_breaks.push((at, bracket));
            }
        }
        self.breaks = breaks;
    }

    fn close(&mut self, byte: u8) {
        let opener = opener_of(byte);
        let matches = |bracket: Option<&Bracket>| bracket.is_some_and(|b| b.byte == opener);
        let found = if byte == b'}' {
            // What was opened inside the braces ends with them.
            self.open
                .iter()
                .rposition(|&at| matches(self.brackets.get(at)))
        } else {
            let last = self.open.len().checked_sub(1);
            last.filter(|_| matches(self.open.last().and_then(|&at| self.brackets.get(at))))
        };
        if let Some(found) = found {
            if let Some(bracket) = self
                .open
                .get(found)
                .and_then(|&at| self.brackets.get_mut(at))
            {
                bracket.state = State::Closed;
            }
            self.open.truncate(found);
        } else {
            self.closes_nothing += usize::from(byte == b'}');
        }
    }

    /// A line that could open a block and does not, before a line that is deeper, was meant to open it.
    fn open_by_indent(&mut self) {
        let word = leading_word(self.text.get(self.line_code..).unwrap_or(""));
        let head =
            self.brackets.is_empty() || matches!(word, "reversal" | "blast" | "case" | "otherwise");
        if !head || self.line_opens || word.is_empty() {
            return;
        }
        let Some(at) = self.breaks.first().copied() else {
            return;
        };
        self.breaks.remove(0);
        self.guess = Guess::Nothing;
        if let Some(byte) = self.out.get_mut(at) {
            *byte = b'{';
        }
        let end = self.code_end;
        self.opens(b'{', at);
        self.fault(FaultKind::Unopened, end, end);
    }

    /// A line that is not deeper than the line of an open brace was meant to be outside of it.
    fn close_by_indent(&mut self, piece: Piece) {
        let closes = piece.kind == PieceKind::Close(b'}');
        let mut at = self.code_end;
        // The first bracket is the item's own; nothing in the item can be outside of it.
        while self.open.len() > 1
            && let Some(&index) = self.open.last()
            && let Some(bracket) = self.brackets.get_mut(index)
            && (self.indent < bracket.indent || (self.indent == bracket.indent && !closes))
        {
            // There must be room for the brace, and, if no other follows, for a line break behind it.
            if bracket.byte == b'{' {
                if at + usize::from(!closes) >= piece.start {
                    break;
                }
                if let Some(byte) = self.out.get_mut(at) {
                    *byte = b'}';
                }
                at += 1;
                bracket.state = State::Unclosed;
                let (byte, start) = (bracket.byte, bracket.at);
                self.fault(FaultKind::Unclosed(byte), start, start + 1);
            }
            self.open.pop();
        }
        if at > self.code_end {
            self.blank(at, piece.start);
            self.breaks.clear();
            if at < piece.start
                && let Some(byte) = self.out.get_mut(at)
            {
                *byte = b'\n';
                self.breaks.push(at);
            }
            self.code_end = at;
        }
    }

    fn doc(&mut self, piece: Piece) {
        let text = self.text.get(piece.start + 3..piece.end).unwrap_or("");
        self.docs.push(Doc {
            text: SmolStr::from(text.strip_prefix(' ').unwrap_or(text).trim_end()),
            span: Span::new(piece.start as u32, piece.end as u32),
        });
    }

    fn blank(&mut self, start: usize, end: usize) {
        if let Some(bytes) = self.out.get_mut(start..end) {
            bytes.fill(b' ');
        }
    }

    fn fault(&mut self, kind: FaultKind, start: usize, end: usize) {
        let span = Span::new(start as u32, end as u32);
        self.faults.push(Fault { kind, span });
    }

    fn finish(mut self) -> Masked {
        let mut blanks = Vec::new();
        for &(at, bracket) in &self.inner_breaks {
            if self
                .brackets
                .get(bracket)
                .is_some_and(|bracket| bracket.state == State::Closed)
            {
                blanks.push(at);
            }
        }
        for at in blanks {
            self.blank(at, at + 1);
        }
        self.tell_unclosed();
        self.faults.sort_by_key(|fault| fault.span);
        Masked {
            // Only whole characters were replaced, so this is text; if not, it is shown as what it is.
            text: String::from_utf8(self.out)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
            docs: self.docs,
            faults: self.faults,
        }
    }

    /// Of the braces that nothing closes, the outermost one; of the other brackets, each.
    /// None where a text that is not closed has swallowed the brace: that is told already.
    fn tell_unclosed(&mut self) {
        let swallowed = self.faults.iter().any(|fault| {
            fault.kind == FaultKind::UnclosedText && fault.span.of(self.text).contains('}')
        });
        if swallowed {
            self.faults
                .retain(|fault| fault.kind == FaultKind::UnclosedText);
        }
        let mut told = swallowed;
        let mut unclosed = Vec::new();
        for bracket in &self.brackets {
            if bracket.state == State::Open && (bracket.byte != b'{' || !told) {
                told |= bracket.byte == b'{';
                unclosed.push((bracket.byte, bracket.at));
            }
        }
        for (byte, at) in unclosed {
            self.fault(FaultKind::Unclosed(byte), at, at + 1);
        }
    }
}
