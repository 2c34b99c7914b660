//! Single comparisons and tests: which value they are about, and what it may be. What cannot be looked into counts as a
//! value of its own that is true or false, so that a test and its opposite still exclude each other.

use super::sets::{Open, Set, Values, both};
use crate::hir::{CompareOp, Expr, ExprKind, Meaning, TestKind, Type};
use crate::{number, text_glob};
use rev_diagnostics::Span;
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// What a condition is about: a value, or a whole test. Places do not tell two of them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub what: Expr,
    /// The texts that it can be, where they are known. `true` and `false` are such texts here.
    pub all: Option<BTreeSet<SmolStr>>,
    pub optional: bool,
}

/// A comparison or a test, and what it admits.
pub(super) fn atom(condition: &Expr) -> (Subject, Set) {
    let looked_into = match &condition.kind {
        ExprKind::Path { .. } if *condition.ty.base() == Type::Bool => {
            Some((subject(condition), texts(["true".into()])))
        }
        ExprKind::Compare {
            quantifier: None,
            op,
            left,
            right,
        } => match is_value(left) {
            true => comparison(left, *op, right),
            false if *op != CompareOp::In => comparison(right, flipped(*op), left),
            false => None,
        },
        ExprKind::Test {
            quantifier: None,
            subject,
            test,
        } => tested(subject, test),
        _ => None,
    };
    looked_into.unwrap_or_else(|| {
        let whole = Subject {
            what: bare(condition),
            all: Some(["false".into(), "true".into()].into()),
            optional: false,
        };
        (whole, texts(["true".into()]))
    })
}

/// Whether conditions can be about it: an argument, a value of the context, a size, or a counter of the run.
fn is_value(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Path { .. }
        | ExprKind::RunCalls(_)
        | ExprKind::RunSubjects
        | ExprKind::RunDenied
        | ExprKind::RunSpent(_) => true,
        ExprKind::Size(inner) => is_value(inner),
        _ => false,
    }
}

fn subject(expr: &Expr) -> Subject {
    let all = match expr.ty.base() {
        Type::Bool => Some(["false".into(), "true".into()].into()),
        Type::Texts(texts) => Some(texts.iter().cloned().collect()),
        _ => None,
    };
    Subject {
        what: bare(expr),
        all,
        optional: matches!(expr.ty, Type::Optional(_) | Type::Json),
    }
}

fn texts<const N: usize>(texts: [SmolStr; N]) -> Set {
    Set {
        values: Values::Only(texts.into()),
        absent: false,
    }
}

/// A value compared with what is written out. An absent value makes every comparison false.
fn comparison(value: &Expr, op: CompareOp, other: &Expr) -> Option<(Subject, Set)> {
    if !is_value(value) {
        return None;
    }
    let about = subject(value);
    let listed = match (&other.kind, op) {
        (ExprKind::List(elements), CompareOp::In) => elements.iter().collect(),
        (_, CompareOp::In) => return None,
        _ => vec![other],
    };
    let values = match value.ty.base() {
        Type::Int | Type::Decimal | Type::Quantity(_) | Type::Duration => {
            let mut ranges = Vec::new();
            for element in listed {
                ranges.push(range(value.ty.base(), op, element)?);
            }
            match op {
                CompareOp::NotEqual => {
                    let equal = Set {
                        values: Values::Ranges(ranges),
                        absent: false,
                    };
                    equal.complement(None, false)?.values
                }
                _ => Values::Ranges(both(&apart(ranges), &[domain(value)])),
            }
        }
        _ => {
            let mut found = BTreeSet::new();
            for element in listed {
                found.insert(text(value.ty.base(), element)?);
            }
            let equal = Set {
                values: Values::Only(found),
                absent: false,
            };
            match op {
                CompareOp::Equal | CompareOp::In => equal.values,
                CompareOp::NotEqual => equal.complement(about.all.as_ref(), false)?.values,
                _ => return None,
            }
        }
    };
    let absent = false;
    Some((about, Set { values, absent }))
}

/// The one value that a literal is, as a set.
pub(super) fn equal(value: &Expr, literal: &Expr) -> Option<Set> {
    comparison(value, CompareOp::Equal, literal).map(|(_, set)| set)
}

fn flipped(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessOrEqual => CompareOp::GreaterOrEqual,
        CompareOp::Greater => CompareOp::Less,
        CompareOp::GreaterOrEqual => CompareOp::LessOrEqual,
        same => same,
    }
}

/// A text or truth value that is written out, if it is in the form in which values are compared.
fn text(ty: &Type, literal: &Expr) -> Option<SmolStr> {
    match (&literal.kind, ty) {
        (ExprKind::Bool(value), Type::Bool) => Some(SmolStr::from(value.to_string())),
        (ExprKind::Text(text), Type::Text | Type::Texts(_) | Type::Json) => Some(text.clone()),
        (ExprKind::Text(text), Type::Meaning(Meaning::Email | Meaning::Host)) => {
            is_normal(text).then(|| text.clone())
        }
        _ => None,
    }
}

/// Whether an address or a host is as normalising would leave it.
fn is_normal(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "@._+-".contains(c);
    text.chars().all(plain) && !text.ends_with('.') && !text.contains("xn--")
}

/// The numbers that a value can be: counts, times and quantities are never negative.
fn domain(value: &Expr) -> (i128, i128) {
    let counts = !matches!(value.kind, ExprKind::Path { .. });
    match value.ty.base() {
        Type::Quantity(_) | Type::Duration => (0, i128::MAX),
        _ if counts => (0, i128::MAX),
        _ => (i128::MIN, i128::MAX),
    }
}

/// The numbers for which a comparison holds.
fn range(ty: &Type, op: CompareOp, literal: &Expr) -> Option<(i128, i128)> {
    // Steps between neighbours: whole numbers, or halves of what is written, which stand for all between.
    let at = match (&literal.kind, ty) {
        (ExprKind::Int(value), Type::Int) => i128::from(*value),
        (ExprKind::Quantity { amount, .. }, Type::Quantity(_)) => *amount,
        (ExprKind::Duration(time), Type::Duration) => i128::from(*time),
        (ExprKind::Int(value), Type::Decimal) => doubled(i128::from(*value), 0)?,
        (ExprKind::Decimal { mantissa, scale }, Type::Decimal) => doubled(*mantissa, *scale)?,
        _ => return None,
    };
    Some(match op {
        CompareOp::Equal | CompareOp::NotEqual | CompareOp::In => (at, at),
        CompareOp::Less => (i128::MIN, at.checked_sub(1)?),
        CompareOp::LessOrEqual => (i128::MIN, at),
        CompareOp::Greater => (at.checked_add(1)?, i128::MAX),
        CompareOp::GreaterOrEqual => (at, i128::MAX),
    })
}

fn doubled(mantissa: i128, scale: u32) -> Option<i128> {
    let parts = number::Decimal { mantissa, scale }.parts(18)?;
    parts.checked_mul(2)
}

/// Ranges in their order, each once.
fn apart(mut ranges: Vec<(i128, i128)>) -> Vec<(i128, i128)> {
    ranges.sort_unstable();
    ranges.dedup();
    ranges
}

fn tested(value: &Expr, test: &TestKind) -> Option<(Subject, Set)> {
    if !matches!(value.kind, ExprKind::Path { .. }) {
        return None;
    }
    let about = subject(value);
    let ordered = matches!(
        value.ty.base(),
        Type::Int | Type::Decimal | Type::Quantity(_) | Type::Duration
    );
    let nothing = match ordered {
        true => Values::Ranges(Vec::new()),
        false => Values::Only(BTreeSet::new()),
    };
    let absent = Set {
        values: nothing,
        absent: true,
    };
    match test {
        TestKind::Absent => Some((about, absent)),
        TestKind::Present => {
            let present = absent.complement(about.all.as_ref(), true)?;
            Some((about, present))
        }
        TestKind::Like(patterns) => {
            let values = match value.ty.base() {
                // Of a closed set it is known which texts match.
                Type::Texts(all) => {
                    let matches =
                        |text: &&SmolStr| patterns.iter().any(|it| text_glob::matches(it, text));
                    Values::Only(all.iter().filter(matches).cloned().collect())
                }
                Type::Text => match patterns.iter().any(|it| it.contains('*')) {
                    true => Values::Open(Open::like(patterns.iter().cloned().collect())),
                    false => Values::Only(patterns.iter().cloned().collect()),
                },
                Type::Meaning(Meaning::Email | Meaning::Host)
                    if patterns.iter().all(|it| is_normal(&it.replace('*', "a"))) =>
                {
                    Values::Open(Open::like(patterns.iter().cloned().collect()))
                }
                _ => return None,
            };
            let absent = false;
            Some((about, Set { values, absent }))
        }
        _ => None,
    }
}

/// The same without places.
fn bare(expr: &Expr) -> Expr {
    let boxed = |inner: &Expr| Box::new(bare(inner));
    let all = |exprs: &[Expr]| exprs.iter().map(bare).collect();
    let kind = match &expr.kind {
        ExprKind::List(elements) => ExprKind::List(all(elements)),
        ExprKind::And(operands) => ExprKind::And(all(operands)),
        ExprKind::Or(operands) => ExprKind::Or(all(operands)),
        ExprKind::Record(fields) => ExprKind::Record(
            fields
                .iter()
                .map(|(name, value)| (name.clone(), bare(value)))
                .collect(),
        ),
        ExprKind::Not(inner) => ExprKind::Not(boxed(inner)),
        ExprKind::Size(inner) => ExprKind::Size(boxed(inner)),
        ExprKind::Links(inner) => ExprKind::Links(boxed(inner)),
        ExprKind::Compare {
            quantifier,
            op,
            left,
            right,
        } => ExprKind::Compare {
            quantifier: *quantifier,
            op: *op,
            left: boxed(left),
            right: boxed(right),
        },
        ExprKind::Arithmetic { op, left, right } => ExprKind::Arithmetic {
            op: *op,
            left: boxed(left),
            right: boxed(right),
        },
        ExprKind::Test {
            quantifier,
            subject,
            test,
        } => ExprKind::Test {
            quantifier: *quantifier,
            subject: boxed(subject),
            test: test.clone(),
        },
        other => other.clone(),
    };
    Expr {
        span: Span::default(),
        ty: expr.ty.clone(),
        kind,
    }
}

/// Whether something in it could not be read, which has been told.
pub(super) fn is_broken(expr: &Expr) -> bool {
    if matches!(expr.ty.base(), Type::Unknown) {
        return true;
    }
    match &expr.kind {
        ExprKind::Broken => true,
        ExprKind::List(all) | ExprKind::And(all) | ExprKind::Or(all) => all.iter().any(is_broken),
        ExprKind::Record(fields) => fields.iter().any(|(_, value)| is_broken(value)),
        ExprKind::Not(inner) | ExprKind::Size(inner) | ExprKind::Links(inner) => is_broken(inner),
        ExprKind::Compare { left, right, .. } | ExprKind::Arithmetic { left, right, .. } => {
            is_broken(left) || is_broken(right)
        }
        ExprKind::Test { subject, .. } => is_broken(subject),
        _ => false,
    }
}
