//! Where a row breaks: at what the author broke, and as much more as its length takes.
//!
//! A line is broken at clauses first, then at `and` and `or`, then after commas, then in braces, then in
//! brackets. All but the last are kept when the result is read again, so that nothing moves then.

use super::doc::{GroupKind, LIMIT, Level, Piece};
use std::ops::Range;

/// The columns at which the lines of a row begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The indentation of the row.
    pub indent: usize,
    /// Where the pieces begin on the first line.
    pub first: usize,
    /// Where the other lines begin.
    pub rest: usize,
    /// What follows the row on its last line.
    pub after: usize,
}

/// For each piece whether it is broken: a break ends the line, a group takes several lines.
pub(super) fn layout(pieces: &[Piece<'_>], place: Place) -> Vec<bool> {
    let broken = pieces.iter().map(|piece| piece.width().is_none()).collect();
    let mut layout = Layout {
        pieces,
        place,
        broken,
    };
    for level in [Level::Clause, Level::Logic] {
        for line in layout.long_lines() {
            layout.mark(
                line,
                |piece| matches!(piece, Piece::Break(at) if at.level == level),
            );
        }
    }
    for line in layout.long_lines() {
        layout.fill(line);
    }
    for lists in [false, true] {
        for line in layout.long_lines() {
            layout.mark(line, |piece| {
                matches!(piece, Piece::Group(group)
                    if (group.kind == GroupKind::List) == lists && !group.rows.is_empty())
            });
        }
    }
    layout.broken
}

struct Layout<'a, 'b> {
    pieces: &'b [Piece<'a>],
    place: Place,
    broken: Vec<bool>,
}

impl<'a, 'b> Layout<'a, 'b> {
    /// The lines that take more columns than there are, as ranges of pieces.
    fn long_lines(&self) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = 0;
        let count = self.pieces.len();
        for (at, (piece, broken)) in self.pieces.iter().zip(&self.broken).enumerate() {
            if *broken && matches!(piece, Piece::Break(_)) {
                lines.push(start..at);
                start = at + 1;
            }
        }
        lines.push(start..count);
        lines.retain(|line| {
            let after = if line.end == count {
                self.place.after
            } else {
                0
            };
            let (widest, last) = self.measure(self.start(line), line.clone(), self.indent(line));
            widest.max(last + after) > LIMIT
        });
        lines
    }

    fn start(&self, line: &Range<usize>) -> usize {
        if line.start == 0 {
            self.place.first
        } else {
            self.place.rest
        }
    }

    fn indent(&self, line: &Range<usize>) -> usize {
        if line.start == 0 {
            self.place.indent
        } else {
            self.place.rest
        }
    }

    /// The last column that the pieces reach from `column`, and the one they end at.
    fn measure(&self, column: usize, pieces: Range<usize>, indent: usize) -> (usize, usize) {
        let mut widest = column;
        let mut column = column;
        for (piece, broken) in self.range(pieces) {
            match piece.width() {
                Some(width) if !broken => column += width,
                _ => {
                    widest = widest.max(column + 1);
                    column = indent + 1;
                }
            }
            widest = widest.max(column);
        }
        (widest, column)
    }

    fn mark(&mut self, line: Range<usize>, which: impl Fn(&Piece<'_>) -> bool) {
        let pieces = self.pieces.get(line.clone()).unwrap_or_default();
        let broken = self.broken.get_mut(line).unwrap_or_default();
        for (piece, broken) in pieces.iter().zip(broken) {
            *broken |= which(piece);
        }
    }

    /// Breaks where the next stretch would not fit, up to the next place to break at.
    fn fill(&mut self, line: Range<usize>) {
        let mut stops: Vec<usize> = self
            .range(line.clone())
            .zip(line.clone())
            .filter_map(|((piece, _), at)| {
                matches!(piece, Piece::Break(at) if at.level == Level::Fill).then_some(at)
            })
            .collect();
        stops.push(line.end);
        let mut indent = self.indent(&line);
        let mut column = self.start(&line);
        let mut from = line.start;
        for stop in stops {
            let is_last = stop == self.pieces.len();
            let after = if is_last { self.place.after } else { 0 };
            let (widest, end) = self.measure(column, from..stop, indent);
            if widest.max(end + after) > LIMIT && from > line.start {
                if let Some(broken) = self.broken.get_mut(from) {
                    *broken = true;
                }
                indent = self.place.rest;
                (_, column) = self.measure(indent, from + 1..stop, indent);
            } else {
                column = end;
            }
            from = stop;
        }
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = (&'b Piece<'a>, bool)> + '_ {
        let pieces = self.pieces.get(range.clone()).unwrap_or_default();
        let broken = self.broken.get(range).unwrap_or_default();
        pieces.iter().zip(broken.iter().copied())
    }
}
