//! Rows that can never fire: they ask for what excludes itself, and none of it can be unknown.
//!
//! A condition that cannot be computed counts as fired, so `a and not a` fires where `a` is unknown. Only atoms of which it
//! is certain that they are always computed prove anything here.

use crate::rows::Row;
use crate::term::Term;
use rev_analysis::hir::{Field, Type};
use rev_table::{CompareOp, Quantifier};

/// Whether no call makes a row fire. `fields` are the arguments of the tool, sorted as its terms number them.
pub(crate) fn contradicts(row: Row, atoms: &[&Term], fields: &[&Field]) -> bool {
    let wanted: Vec<&Term> = chosen(row.yes, atoms, fields);
    if !chosen(row.yes & row.no, atoms, fields).is_empty() {
        return true;
    }
    let mut rest = wanted.as_slice();
    while let Some((first, others)) = rest.split_first() {
        if others.iter().any(|other| exclude(first, other)) {
            return true;
        }
        rest = others;
    }
    false
}

/// The atoms of a mask that are always computed.
fn chosen<'t>(mask: u128, atoms: &[&'t Term], fields: &[&Field]) -> Vec<&'t Term> {
    let numbered = atoms.iter().zip(0..u128::BITS);
    let meant = numbered.filter(|(_, bit)| mask >> bit & 1 == 1);
    let meant = meant.map(|(atom, _)| *atom);
    meant.filter(|atom| is_computed(atom, fields)).collect()
}

/// Whether an atom is true or false for every call whose arguments have their types.
fn is_computed(atom: &Term, fields: &[&Field]) -> bool {
    match atom {
        Term::RunHas(_) | Term::CallIs(_) | Term::IsRecovery | Term::AgentIs(_) => true,
        Term::Said(_, subject) | Term::Endorsed(_, subject) | Term::Has { subject, .. } => {
            whole_argument(subject, fields).is_some()
        }
        Term::Present(Quantifier::Whole, subject) | Term::Absent(Quantifier::Whole, subject) => {
            whole_argument(subject, fields).is_some()
        }
        Term::Compare {
            each: Quantifier::Whole,
            op,
            left,
            right,
        } if *op != CompareOp::In => matches!(
            (measured(left, fields), &**right),
            (Some(Type::Int), Term::Int(_))
                | (Some(Type::Text), Term::Text(_))
                | (Some(Type::Bool), Term::Bool(_))
        ),
        Term::Arg { .. } => measured(atom, fields) == Some(Type::Bool),
        _ => false,
    }
}

/// The declared type of an argument, where the argument itself is meant and nothing inside it.
fn whole_argument<'f>(subject: &Term, fields: &[&'f Field]) -> Option<&'f Type> {
    match subject {
        Term::Arg { field, path } if path.is_empty() => {
            let field = fields.get(usize::from(*field))?;
            Some(&field.ty)
        }
        _ => None,
    }
}

/// The type of a value that can always be compared with a literal of that type.
fn measured(value: &Term, fields: &[&Field]) -> Option<Type> {
    match value {
        Term::RunCalls | Term::RunCallsOf(_) | Term::RunSubjects | Term::RunDenied => {
            Some(Type::Int)
        }
        _ => match whole_argument(value, fields)?.base() {
            Type::Int => Some(Type::Int),
            Type::Bool => Some(Type::Bool),
            Type::Text | Type::Texts(_) => Some(Type::Text),
            _ => None,
        },
    }
}

/// Whether two atoms, both always computed, are never true together.
fn exclude(a: &Term, b: &Term) -> bool {
    match (a, b) {
        (Term::AgentIs(a), Term::AgentIs(b)) => a != b,
        (
            Term::Compare {
                op, left, right, ..
            },
            Term::Compare {
                op: other_op,
                left: other_left,
                right: other_right,
                ..
            },
        ) if left == other_left => match (&**right, &**other_right) {
            (Term::Int(n), Term::Int(m)) => match (span(*op, *n), span(*other_op, *m)) {
                (Some((from, to)), Some((other_from, other_to))) => {
                    to < other_from || other_to < from
                }
                _ => false,
            },
            (right, other) => [op, other_op] == [&CompareOp::Equal; 2] && right != other,
        },
        _ => false,
    }
}

/// The first and the last int for which a comparison holds.
fn span(op: CompareOp, with: i64) -> Option<(i128, i128)> {
    let with = i128::from(with);
    let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
    match op {
        CompareOp::Equal => Some((with, with)),
        CompareOp::Less => Some((least, with - 1)),
        CompareOp::LessOrEqual => Some((least, with)),
        CompareOp::Greater => Some((with + 1, most)),
        CompareOp::GreaterOrEqual => Some((with, most)),
        CompareOp::NotEqual | CompareOp::In => None,
    }
}
