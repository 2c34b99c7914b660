//! From tree and comments to rows: what every node needs to be built.

use super::doc::{Break, Group, GroupKind, Level, Piece, Remark, Row, columns};
use crate::parse::{Comment, Parsed};
use rev_diagnostics::Span;

/// A whole file as rows in no brackets.
pub(super) fn build<'a>(text: &'a str, parsed: &'a Parsed) -> Group<'a> {
    let mut builder = Builder {
        text,
        line_breaks: text
            .bytes()
            .zip(0..)
            .filter_map(|(byte, at)| (byte == b'\n').then_some(at))
            .collect(),
        comments: &parsed.comments,
        base: 0,
        row: Row::default(),
        home: Home::Lead,
    };
    builder.file(&parsed.tree)
}

pub(super) struct Builder<'a> {
    text: &'a str,
    /// Where the source has line breaks.
    line_breaks: Vec<u32>,
    /// The comments that have not found their place yet.
    comments: &'a [Comment],
    /// Where the item under way starts; its places count from there.
    pub base: u32,
    /// The row under way.
    pub row: Row<'a>,
    home: Home,
}

/// Where a comment goes that stands where no line can end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// Above the row.
    Lead,
    /// To the last break of the row, which is its piece of this number.
    Break(usize),
    /// Nowhere yet: comments have been placed since the last break. It waits for the next.
    Later,
}

impl<'a> Builder<'a> {
    /// A word or sign of the language.
    pub fn word(&mut self, word: &'static str) {
        self.row.pieces.push(Piece::Text(word));
    }

    /// A name or literal, as written.
    pub fn leaf(&mut self, span: Span) {
        let span = span.shifted(self.base);
        self.settle(span.start);
        self.row.pieces.push(Piece::Text(span.of(self.text)));
    }

    /// A word that is aligned with those of other rows.
    pub fn cell(&mut self, word: &'static str) {
        self.row.cells.push(word);
    }

    /// The same for a name, as written.
    pub fn cell_leaf(&mut self, span: Span) {
        let span = span.shifted(self.base);
        self.settle(span.start);
        self.row.cells.push(span.of(self.text));
    }

    /// A place between `from` and `to` where the line may end.
    pub fn line_may_end(&mut self, level: Level, from: u32, to: u32) {
        let (from, to) = (from + self.base, to + self.base);
        let mut comments = self.take_until(to);
        let forced = !comments.is_empty() || self.has_line_break(from, to);
        let trailing = trailing(&mut comments).map(|comment| self.comment_text(comment));
        let lead = comments
            .iter()
            .map(|comment| self.remark(comment, None))
            .collect();
        self.home = Home::Break(self.row.pieces.len());
        self.row.pieces.push(Piece::Break(Break {
            level,
            forced,
            trailing,
            lead,
        }));
    }

    /// The closing parenthesis at `at`, on the next line if comments stand before it.
    pub fn closing(&mut self, paren: &'static str, at: u32) {
        if self.next_comment(at + self.base).is_some() {
            self.line_may_end(Level::Closing, at, at);
        }
        self.word(paren);
    }

    /// A place before `to` where the line ends only if documentation stands there. It cannot move: above
    /// the row it would document the row, and behind it perhaps the next item.
    pub fn documentation_ends_line(&mut self, to: u32) {
        let end = to + self.base;
        let waiting = self.comments.iter();
        let mut waiting = waiting.take_while(|comment| comment.span.start < end);
        if !matches!(self.home, Home::Break(_))
            && waiting.any(|comment| self.remark(comment, None).is_doc())
        {
            self.line_may_end(Level::Closing, to, to);
        }
    }

    /// Items with commas between them.
    pub fn commas<T>(
        &mut self,
        items: &'a [T],
        span: impl Fn(&T) -> Span,
        each: impl Fn(&mut Self, &'a T),
    ) {
        let mut end = None;
        for item in items {
            let place = span(item);
            if let Some(end) = end {
                self.word(",");
                self.line_may_end(Level::Fill, end, place.start);
            }
            each(self, item);
            end = Some(place.end);
        }
    }

    /// Rows in the brackets at `place`.
    pub fn group<T: Copy>(
        &mut self,
        kind: GroupKind,
        place: Span,
        items: impl IntoIterator<Item = T>,
        span: impl Fn(T) -> Span,
        each: impl Fn(&mut Self, T),
    ) {
        let outer = std::mem::take(&mut self.row);
        let outer_home = self.home;
        let before = self.comments.len();
        let place = place.shifted(self.base);
        let mut rows = Rows::after(place.start + 1);
        for item in items {
            let span = span(item).shifted(self.base);
            self.begin_row(&mut rows, span.start);
            each(self, item);
            self.end_row(&mut rows, span.end);
        }
        let mut group = self.end_rows(rows, kind, place.end.saturating_sub(1));
        let one_line = kind == GroupKind::List || group.rows.is_empty();
        if one_line || !self.has_line_break(place.start, place.end) {
            group.flat = flat_width(&group);
        }
        self.row = outer;
        self.home = if self.comments.len() == before {
            outer_home
        } else {
            Home::Later
        };
        self.row.pieces.push(Piece::Group(group));
    }

    /// Starts the row at `start`: the comments before it are its own, but for one that ends the row before.
    pub fn begin_row(&mut self, rows: &mut Rows<'a>, start: u32) {
        let mut comments = self.take_until(start);
        rows.take_trailing(self, &mut comments);
        let lead = rows.remarks(self, &comments);
        let blank = self.has_blank_line(rows.end, start) && !(rows.is_empty() && lead.is_empty());
        self.row = Row {
            lead,
            blank,
            ..Row::default()
        };
        self.home = Home::Lead;
    }

    /// Ends the row under way, which ends at `end`.
    pub fn end_row(&mut self, rows: &mut Rows<'a>, end: u32) {
        rows.rows.push(std::mem::take(&mut self.row));
        rows.end = end;
    }

    /// Ends the rows at the bracket at `end`.
    pub fn end_rows(&mut self, mut rows: Rows<'a>, kind: GroupKind, end: u32) -> Group<'a> {
        let mut comments = self.take_until(end);
        rows.take_trailing(self, &mut comments);
        let tail = rows.remarks(self, &comments);
        Group {
            kind,
            rows: rows.rows,
            opening: rows.opening,
            tail,
            flat: None,
        }
    }

    /// The same for a place of the item under way.
    pub fn settle_before(&mut self, at: u32) {
        self.settle(at + self.base);
    }

    /// Finds a place for the comments before `at`, where the line cannot end.
    fn settle(&mut self, at: u32) {
        while self.home != Home::Later
            && let Some(comment) = self.next_comment(at)
        {
            let remark = self.remark(&comment, None);
            // Above the row it would document the row.
            if remark.is_doc() && self.home == Home::Lead {
                self.home = Home::Later;
                return;
            }
            match self.home {
                Home::Break(index) => {
                    if let Some(Piece::Break(at)) = self.row.pieces.get_mut(index) {
                        at.forced = true;
                        at.lead.push(remark);
                    }
                }
                Home::Lead | Home::Later => self.row.lead.push(remark),
            }
            self.comments = self.comments.get(1..).unwrap_or_default();
        }
    }

    fn take_until(&mut self, at: u32) -> Vec<Comment> {
        let count = self
            .comments
            .iter()
            .take_while(|comment| comment.span.start < at)
            .count();
        let (taken, rest) = self.comments.split_at_checked(count).unwrap_or_default();
        self.comments = rest;
        taken.to_vec()
    }

    fn next_comment(&self, before: u32) -> Option<Comment> {
        let first = self.comments.first().copied();
        first.filter(|comment| comment.span.start < before)
    }

    /// A comment as a line of its own; with a blank line before it if one is there after `end`.
    fn remark(&self, comment: &Comment, end: Option<u32>) -> Remark<'a> {
        Remark {
            text: self.comment_text(*comment),
            blank: end.is_some_and(|end| self.has_blank_line(end, comment.span.start)),
        }
    }

    fn comment_text(&self, comment: Comment) -> &'a str {
        comment.span.of(self.text).trim_end()
    }

    fn has_line_break(&self, from: u32, to: u32) -> bool {
        let next = self.line_breaks.partition_point(|&at| at < from);
        self.line_breaks.get(next).is_some_and(|&at| at < to)
    }

    fn has_blank_line(&self, from: u32, to: u32) -> bool {
        let between = self.text.get(from as usize..to as usize).unwrap_or("");
        let mut lines = between.split('\n').skip(1).peekable();
        while let Some(line) = lines.next() {
            if lines.peek().is_some() && line.trim().is_empty() {
                return true;
            }
        }
        false
    }

    /// Whether nothing but blanks stands between two places of the item under way.
    pub fn only_blanks(&self, from: u32, to: u32) -> bool {
        let between = Span::new(from, to).shifted(self.base).of(self.text);
        between.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
    }
}

/// The rows of a group while they are collected.
pub(super) struct Rows<'a> {
    pub rows: Vec<Row<'a>>,
    opening: Option<&'a str>,
    /// The end of the row or comment before.
    end: u32,
}

impl<'a> Rows<'a> {
    /// No rows yet, after a bracket that ends at `end`.
    pub fn after(end: u32) -> Self {
        Self {
            rows: Vec::new(),
            opening: None,
            end,
        }
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Gives the row before, or the bracket, the comment that ends its line.
    fn take_trailing(&mut self, builder: &Builder<'a>, comments: &mut Vec<Comment>) {
        if let Some(comment) = trailing(comments) {
            let text = Some(builder.comment_text(comment));
            match self.rows.last_mut() {
                Some(row) => row.trailing = text,
                None => self.opening = text,
            }
            self.end = self.end.max(comment.span.end);
        }
    }

    fn remarks(&mut self, builder: &Builder<'a>, comments: &[Comment]) -> Vec<Remark<'a>> {
        let mut remarks = Vec::new();
        for comment in comments {
            let first = self.is_empty() && remarks.is_empty();
            remarks.push(builder.remark(comment, (!first).then_some(self.end)));
            self.end = self.end.max(comment.span.end);
        }
        remarks
    }
}

/// Takes the first comment out if it stands at the end of a line.
fn trailing(comments: &mut Vec<Comment>) -> Option<Comment> {
    let first = comments.first().filter(|comment| !comment.own_line)?;
    let first = *first;
    comments.remove(0);
    Some(first)
}

fn flat_width(group: &Group<'_>) -> Option<usize> {
    if group.is_remarked() {
        return None;
    }
    let rows: Option<usize> = group.rows.iter().map(Row::width).sum();
    let kind = group.kind;
    let brackets = 2;
    Some(match group.rows.len() {
        0 => brackets,
        count => {
            rows? + brackets + 2 * columns(kind.inner()) + (count - 1) * columns(kind.between())
        }
    })
}
