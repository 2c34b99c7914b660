//! Which columns the words in front of rows fill.
//!
//! A group of rows that stand together shares its columns. A blank line ends a group, and so does a row
//! with braces over several lines, which is the last of its group.

use super::doc::{Piece, Row, columns};
use super::layout::{Place, layout};

/// A word longer than this is not aligned with others.
const LONGEST: usize = 40;

/// For each row the columns of its cells, the blank behind each of them included.
pub(super) fn align(rows: &[Row<'_>], indent: usize) -> Vec<Vec<usize>> {
    // As wide as the cells could become. What takes several lines there ends its group, whether or not it
    // does in the columns it gets: so a group does not depend on the columns that it leads to.
    let widest = widest(rows.iter());
    let mut all = Vec::with_capacity(rows.len());
    let mut group = Vec::new();
    for row in rows {
        if row.after_blank() {
            close(&mut all, &mut group, None);
        }
        group.push(row);
        if ends_group(row, indent, &widest) {
            close(&mut all, &mut group, row.cells.first());
        }
    }
    close(&mut all, &mut group, None);
    all
}

/// Where a row's lines begin.
pub(super) fn place(row: &Row<'_>, indent: usize, cells: &[usize], after: usize) -> Place {
    let first = indent + cells.iter().sum::<usize>();
    let aligned = !row.cells.is_empty() && row.cells.iter().all(|cell| columns(cell) <= LONGEST);
    Place {
        indent,
        first,
        rest: if aligned {
            first
        } else {
            indent + super::doc::STEP
        },
        after,
    }
}

/// Ends a group, perhaps with a row that opens braces, whose word is `opens`. That row keeps its single
/// blank where it costs no more than one column: a longer word then stands out by one.
fn close(all: &mut Vec<Vec<usize>>, group: &mut Vec<&Row<'_>>, opens: Option<&&str>) {
    let mut widest = widest(group.iter().copied());
    if let (Some(widest), Some(word)) = (widest.first_mut(), opens)
        && *widest == columns(word) + 1
    {
        *widest -= 1;
    }
    all.extend(group.drain(..).map(|row| fitted(row, &widest)));
}

fn widest<'r>(rows: impl Iterator<Item = &'r Row<'r>>) -> Vec<usize> {
    let mut widest: Vec<usize> = Vec::new();
    for row in rows {
        for (at, cell) in row.cells.iter().enumerate() {
            let width = columns(cell);
            let width = if width <= LONGEST { width } else { 0 };
            let width = if at == 0 { width.max(row.least) } else { width };
            match widest.get_mut(at) {
                Some(other) => *other = (*other).max(width),
                None => widest.push(width),
            }
        }
    }
    widest
}

fn fitted(row: &Row<'_>, widest: &[usize]) -> Vec<usize> {
    let cells = row.cells.iter().zip(widest);
    cells
        .map(|(cell, widest)| columns(cell).max(*widest) + 1)
        .collect()
}

fn ends_group(row: &Row<'_>, indent: usize, widest: &[usize]) -> bool {
    if !row
        .pieces
        .iter()
        .any(|piece| matches!(piece, Piece::Group(_)))
    {
        return false;
    }
    let place = place(row, indent, &fitted(row, widest), 0);
    let broken = layout(&row.pieces, place);
    row.pieces
        .iter()
        .zip(broken)
        .any(|(piece, broken)| broken && matches!(piece, Piece::Group(_)))
}
