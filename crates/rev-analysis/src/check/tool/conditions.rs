//! Conditions as alternatives, each of which says what some values may be.

use super::atoms::{Subject, atom};
use super::sets::Set;
use crate::hir::{Expr, ExprKind};

/// A condition with more alternatives than this is not looked into.
const MOST_ALTERNATIVES: usize = 64;

/// Nor is one that depends on more values than this.
const MOST_SUBJECTS: usize = 16;

/// What one alternative says about each value that it reads; everything else may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::check) struct Alternative(pub(super) Vec<(Subject, Set)>);

/// The alternatives of a condition; `None` if they are too many.
pub(in crate::check) fn alternatives(condition: &Expr) -> Option<Vec<Alternative>> {
    expand(condition, true)
}

/// Whether two alternatives cannot both hold.
pub(super) fn exclude(a: &Alternative, b: &Alternative) -> bool {
    a.0.iter().any(|(subject, set)| {
        let other = b.0.iter().find(|(other, _)| other == subject);
        other.is_some_and(|(_, other)| set.and(other).is_some_and(|both| both.is_empty()))
    })
}

fn expand(condition: &Expr, holds: bool) -> Option<Vec<Alternative>> {
    match (&condition.kind, holds) {
        (ExprKind::Bool(value), _) => Some(match *value == holds {
            true => vec![Alternative::default()],
            false => Vec::new(),
        }),
        (ExprKind::Not(inner), _) => expand(inner, !holds),
        (ExprKind::Or(operands), true) | (ExprKind::And(operands), false) => {
            let mut all = Vec::new();
            for operand in operands {
                all.extend(expand(operand, holds)?);
                if all.len() > MOST_ALTERNATIVES {
                    return None;
                }
            }
            Some(all)
        }
        (ExprKind::And(operands), true) | (ExprKind::Or(operands), false) => {
            let mut all = vec![Alternative::default()];
            for operand in operands {
                let more = expand(operand, holds)?;
                let pairs = all
                    .iter()
                    .flat_map(|a| more.iter().map(move |b| join(a, b)));
                all = pairs.flatten().collect();
                if all.len() > MOST_ALTERNATIVES
                    || all.iter().any(|one| one.0.len() > MOST_SUBJECTS)
                {
                    return None;
                }
            }
            Some(all)
        }
        _ => {
            let (subject, set) = atom(condition);
            let set = match holds {
                true => set,
                false => set.complement(subject.all.as_ref(), subject.optional)?,
            };
            Some(match set.is_empty() {
                true => Vec::new(),
                false => vec![Alternative(vec![(subject, set)])],
            })
        }
    }
}

/// What holds if both do; `None` if they cannot.
fn join(a: &Alternative, b: &Alternative) -> Option<Alternative> {
    let mut joined = a.clone();
    for (subject, set) in &b.0 {
        let known = joined.0.iter_mut().find(|(other, _)| other == subject);
        match known {
            None if set.is_empty() => return None,
            None => joined.0.push((subject.clone(), set.clone())),
            // Values of different kinds, as json can hold, are not compared: the weaker statement stays.
            Some((_, known)) => {
                if let Some(both) = known.and(set) {
                    if both.is_empty() {
                        return None;
                    }
                    *known = both;
                }
            }
        }
    }
    Some(joined)
}
