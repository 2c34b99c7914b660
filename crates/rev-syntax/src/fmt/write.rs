//! Rows to text.

use super::align::{align, place};
use super::doc::{Group, LIMIT, Level, Piece, Remark, Row, STEP, columns};
use super::layout::layout;
use crate::parse::MAX_BYTES;

/// The column in which comments behind items begin, where there is room: so they stand below each other
/// also where blank lines are between the items.
const COMMENTS: usize = 34;

/// The text of a whole file, unless it is too large for one.
pub(super) fn write(file: &Group<'_>) -> Option<String> {
    let mut writer = Writer::default();
    writer.rows(file, 0);
    writer.flush();
    (writer.out.len() <= MAX_BYTES).then_some(writer.out)
}

#[derive(Default)]
struct Writer<'a> {
    out: String,
    /// The line under way.
    line: String,
    /// Lines with comments at their ends, which are aligned with each other.
    commented: Vec<(String, &'a str)>,
    /// The column that these comments reach at least.
    least: usize,
}

impl<'a> Writer<'a> {
    fn rows(&mut self, group: &Group<'a>, indent: usize) {
        let after = group.kind.after();
        for (row, cells) in group.rows.iter().zip(align(&group.rows, indent)) {
            if self.out.len() > MAX_BYTES {
                return;
            }
            self.row(row, indent, &cells, after);
        }
        self.remarks(&group.tail, indent);
    }

    fn row(&mut self, row: &Row<'a>, indent: usize, cells: &[usize], after: &str) {
        self.remarks(&row.lead, indent);
        if row.blank {
            self.blank_line();
        }
        self.indent(indent);
        for (cell, width) in row.cells.iter().zip(cells) {
            self.line.push_str(cell);
            self.blanks(width.saturating_sub(columns(cell)));
        }
        let place = place(row, indent, cells, columns(after));
        let mut line_indent = indent;
        let mut lines = 1;
        for (piece, broken) in row.pieces.iter().zip(layout(&row.pieces, place)) {
            match piece {
                Piece::Break(at) if broken => {
                    lines += 1;
                    self.end_line(at.trailing);
                    self.remarks(&at.lead, place.rest);
                    self.indent(place.rest);
                    line_indent = place.rest;
                }
                Piece::Group(group) if broken => {
                    lines += 1;
                    self.line.push_str(group.kind.open());
                    self.end_line(group.opening);
                    self.rows(group, line_indent + STEP);
                    self.indent(line_indent);
                    self.line.push_str(group.kind.close());
                }
                _ => self.flat(piece),
            }
        }
        self.line.push_str(after);
        let is_item = indent == 0 && lines == 1;
        self.end_line_at(row.trailing, if is_item { COMMENTS } else { 0 });
    }

    /// A piece on one line.
    fn flat(&mut self, piece: &Piece<'_>) {
        match piece {
            Piece::Text(text) => self.line.push_str(text),
            Piece::Break(at) if at.level == Level::Closing => {}
            Piece::Break(_) => self.line.push(' '),
            Piece::Group(group) => self.flat_group(group),
        }
    }

    fn flat_group(&mut self, group: &Group<'_>) {
        let kind = group.kind;
        self.line.push_str(kind.open());
        for (at, row) in group.rows.iter().enumerate() {
            let before = if at == 0 {
                kind.inner()
            } else {
                kind.between()
            };
            self.line.push_str(before);
            for cell in &row.cells {
                self.line.push_str(cell);
                self.line.push(' ');
            }
            for piece in &row.pieces {
                self.flat(piece);
            }
        }
        if !group.rows.is_empty() {
            self.line.push_str(kind.inner());
        }
        self.line.push_str(kind.close());
    }

    fn remarks(&mut self, remarks: &[Remark<'a>], indent: usize) {
        for remark in remarks {
            if remark.blank {
                self.blank_line();
            }
            self.indent(indent);
            self.line.push_str(remark.text);
            self.end_line(None);
        }
    }

    fn indent(&mut self, columns: usize) {
        self.blanks(columns);
    }

    fn blanks(&mut self, count: usize) {
        self.line.extend(std::iter::repeat_n(' ', count));
    }

    fn blank_line(&mut self) {
        self.flush();
        self.out.push('\n');
    }

    fn end_line(&mut self, comment: Option<&'a str>) {
        self.end_line_at(comment, 0);
    }

    /// Ends the line with a comment in column `least` or, where there is no room, further on.
    fn end_line_at(&mut self, comment: Option<&'a str>, least: usize) {
        let mut line = std::mem::take(&mut self.line);
        line.truncate(line.trim_end().len());
        match comment {
            // Beyond the limit nothing is aligned, so that one long line does not push the others away.
            Some(comment) if columns(&line) <= LIMIT => {
                self.commented.push((line, comment));
                self.least = self.least.max(least);
            }
            _ => {
                self.flush();
                self.out.push_str(&line);
                if let Some(comment) = comment {
                    self.out.push_str("  ");
                    self.out.push_str(comment);
                }
                self.out.push('\n');
            }
        }
    }

    /// Writes the lines with comments that have been collected.
    fn flush(&mut self) {
        let widest = self.commented.iter().map(|(line, _)| columns(line)).max();
        let column = (widest.unwrap_or(0) + 2).max(std::mem::take(&mut self.least));
        for (line, comment) in self.commented.drain(..) {
            self.out.push_str(&line);
            let blanks = column.saturating_sub(columns(&line));
            self.out.extend(std::iter::repeat_n(' ', blanks));
            self.out.push_str(comment);
            self.out.push('\n');
        }
    }
}
