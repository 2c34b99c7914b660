//! Whether cases leave something out: every combination of the values they tell apart is tried.

use super::atoms::Subject;
use super::conditions::Alternative;
use super::sets::{Set, Values};
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// More combinations than this are not tried: the author is asked for `otherwise`.
const MOST_COMBINATIONS: usize = 4_096;
const MOST_SUBJECTS: usize = 64;

/// Whether in every combination of texts and truth values some alternative holds. Numbers are no closed set, so what
/// depends on one leaves something out.
pub(super) fn exhaust(alternatives: &[Alternative]) -> bool {
    let closed: Vec<&Alternative> = alternatives
        .iter()
        .filter(|one| one.0.iter().all(|(_, set)| !is_ranges(set)))
        .collect();
    let mut subjects: Vec<&Subject> = Vec::new();
    let mut values: Vec<Vec<Cell>> = Vec::new();
    let mut numbered: Vec<Vec<(usize, &Set)>> = Vec::new();
    let mut combinations: usize = 1;
    for one in &closed {
        let mut wanted = Vec::new();
        for (subject, set) in &one.0 {
            let known = subjects.iter().position(|other| *other == subject);
            wanted.push((known.unwrap_or(subjects.len()), set));
            if known.is_none() {
                let Some(cells) = cells(subject, &closed) else {
                    return false;
                };
                combinations = combinations.saturating_mul(cells.len());
                subjects.push(subject);
                values.push(cells);
            }
            if combinations > MOST_COMBINATIONS || subjects.len() > MOST_SUBJECTS {
                return false;
            }
        }
        numbered.push(wanted);
    }
    (0..combinations).all(|number| {
        let chosen = combination(&values, number);
        let holds = |wanted: &(usize, &Set)| {
            let cell = chosen.get(wanted.0);
            cell.is_some_and(|cell| has(wanted.1, cell))
        };
        numbered.iter().any(|one| one.iter().all(holds))
    })
}

/// One of the kinds of value that the cases tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    Text(SmolStr),
    /// Any text that no case names and that just these globs match. There may be none: then more is asked for than
    /// must be.
    Other(BTreeSet<SmolStr>),
    Absent,
}

fn is_ranges(set: &Set) -> bool {
    matches!(set.values, Values::Ranges(_))
}

fn cells(subject: &Subject, alternatives: &[&Alternative]) -> Option<Vec<Cell>> {
    let mut named: BTreeSet<&SmolStr> = BTreeSet::new();
    let mut globs: BTreeSet<&SmolStr> = BTreeSet::new();
    match &subject.all {
        Some(all) => named.extend(all),
        None => {
            let about = alternatives.iter().flat_map(|one| &one.0);
            for (_, set) in about.filter(|(other, _)| other == subject) {
                match &set.values {
                    Values::Only(texts) => named.extend(texts),
                    Values::Open(texts) => {
                        named.extend(&texts.but);
                        globs.extend(texts.like.iter().flatten().chain(&texts.unlike));
                    }
                    Values::Ranges(_) => {}
                }
            }
        }
    }
    let mut cells: Vec<Cell> = named.into_iter().cloned().map(Cell::Text).collect();
    if subject.all.is_none() {
        cells.extend(subsets(&globs)?.into_iter().map(Cell::Other));
    }
    if subject.optional {
        cells.push(Cell::Absent);
    }
    Some(cells)
}

/// Every choice of some globs; `None` if they are too many.
fn subsets(globs: &BTreeSet<&SmolStr>) -> Option<Vec<BTreeSet<SmolStr>>> {
    let mut subsets = vec![BTreeSet::new()];
    for glob in globs {
        if subsets.len() > MOST_COMBINATIONS {
            return None;
        }
        let mut with = subsets.clone();
        for subset in &mut with {
            subset.insert((*glob).clone());
        }
        subsets.extend(with);
    }
    Some(subsets)
}

/// The combination of this number, as digits of a number with a digit for each subject.
fn combination(values: &[Vec<Cell>], number: usize) -> Vec<&Cell> {
    let mut rest = number;
    let mut chosen = Vec::new();
    for cells in values {
        let count = cells.len().max(1);
        chosen.extend(cells.get(rest % count));
        rest /= count;
    }
    chosen
}

fn has(set: &Set, cell: &Cell) -> bool {
    match (cell, &set.values) {
        (Cell::Absent, _) => set.absent,
        (Cell::Text(text), Values::Only(texts)) => texts.contains(text),
        (Cell::Text(text), Values::Open(texts)) => texts.admits(text),
        (Cell::Other(matched), Values::Open(texts)) => {
            let like = |globs: &BTreeSet<SmolStr>| !globs.is_disjoint(matched);
            texts.like.iter().all(like) && texts.unlike.is_disjoint(matched)
        }
        (Cell::Other(_), Values::Only(_)) | (_, Values::Ranges(_)) => false,
    }
}
