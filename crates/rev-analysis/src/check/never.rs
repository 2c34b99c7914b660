//! Conditions that no call can make true, because what they ask of a value contradicts itself.
//!
//! A rule whose condition is unknown has fired. So only conditions are looked into whose every part is known of any
//! call that is made: arguments of plain types, labels, where values come from, and the counters of the run.

use super::tool::conditions::alternatives;
use crate::hir::{Expr, ExprKind, Meaning, Root, TestKind, Type};

/// Whether a condition is false, whatever is called.
pub(super) fn never(condition: &Expr) -> bool {
    is_known(condition) && alternatives(condition).is_some_and(|all| all.is_empty())
}

/// Whether a condition is never unknown.
fn is_known(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Bool(_)
        | ExprKind::Text(_)
        | ExprKind::Int(_)
        | ExprKind::Decimal { .. }
        | ExprKind::Quantity { .. }
        | ExprKind::Duration(_)
        | ExprKind::RunHas(_)
        | ExprKind::CallIs(_)
        | ExprKind::AgentIs(_)
        | ExprKind::RunCalls(_)
        | ExprKind::RunSubjects
        | ExprKind::RunDenied
        | ExprKind::RunSpent(_) => true,
        ExprKind::Path { root, .. } => *root == Root::Args && is_plain(expr.ty.base()),
        ExprKind::List(all) | ExprKind::And(all) | ExprKind::Or(all) => all.iter().all(is_known),
        ExprKind::Not(inner) | ExprKind::Size(inner) => is_known(inner),
        ExprKind::Compare { left, right, .. } => is_known(left) && is_known(right),
        ExprKind::Test { subject, test, .. } => match test {
            TestKind::Has(_) | TestKind::Said | TestKind::Endorsed => {
                matches!(&subject.kind, ExprKind::Path { root, .. } if *root == Root::Args)
            }
            TestKind::Present | TestKind::Absent | TestKind::Like(_) => is_known(subject),
            TestKind::Under(_) | TestKind::Runs(_) | TestKind::RunsOnly(_) => false,
        },
        // A sum may overflow, a boundary may hang on what is unknown, and what could not be read may be anything.
        ExprKind::Record(_)
        | ExprKind::Arithmetic { .. }
        | ExprKind::Crossing(_)
        | ExprKind::Crossed(_)
        | ExprKind::Distance(_)
        | ExprKind::Links(_)
        | ExprKind::Allowed
        | ExprKind::Broken => false,
    }
}

fn is_plain(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Bool
            | Type::Int
            | Type::Decimal
            | Type::Text
            | Type::Texts(_)
            | Type::Quantity(_)
            | Type::Duration
            | Type::Meaning(Meaning::Email | Meaning::Host)
    )
}
