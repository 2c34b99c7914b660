//! Which tools a condition is about: what its `call is` tests leave of it.
//!
//! A test on the call itself is settled by the declaration and the case. If nothing is left but `false`, the condition is
//! not about the call. If what is left reads an argument that the tool does not declare, it is not about it either.

use crate::program::{Declared, Program};
use rev_analysis::glob;
use rev_analysis::hir::{CallPattern, Expr, ExprKind, Root, Variant};

/// A declaration, the case of it that applies, and the name that was called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact<'a> {
    pub program: &'a Program,
    pub declared: Declared<'a>,
    pub variant: &'a Variant,
    /// As the policy writes it; of a glob, as it was called.
    pub name: &'a str,
}

impl Fact<'_> {
    /// What is left of a condition, if it is about this call at all.
    pub fn about(self, condition: &Expr) -> Option<Expr> {
        let left = self.fold(condition);
        match left.kind {
            ExprKind::Bool(false) => None,
            _ if self.reads_undeclared(&left) => None,
            _ => Some(left),
        }
    }

    fn fold(self, expr: &Expr) -> Expr {
        let kind = match &expr.kind {
            ExprKind::CallIs(pattern) => match self.is(pattern) {
                Some(holds) => ExprKind::Bool(holds),
                None => expr.kind.clone(),
            },
            ExprKind::Not(inner) => match self.fold(inner) {
                Expr {
                    kind: ExprKind::Bool(holds),
                    ..
                } => ExprKind::Bool(!holds),
                other => ExprKind::Not(Box::new(other)),
            },
            ExprKind::And(parts) => self.join(parts, true),
            ExprKind::Or(parts) => self.join(parts, false),
            other => other.clone(),
        };
        Expr {
            kind,
            ..expr.clone()
        }
    }

    /// `and` without parts that are true, `or` without parts that are false.
    fn join(self, parts: &[Expr], and: bool) -> ExprKind {
        let parts: Vec<Expr> = parts.iter().map(|part| self.fold(part)).collect();
        let is = |part: &Expr, value: bool| part.kind == ExprKind::Bool(value);
        if parts.iter().any(|part| is(part, !and)) {
            return ExprKind::Bool(!and);
        }
        let left: Vec<Expr> = parts.into_iter().filter(|part| !is(part, and)).collect();
        match (left.is_empty(), and) {
            (true, _) => ExprKind::Bool(and),
            (false, true) => ExprKind::And(left),
            (false, false) => ExprKind::Or(left),
        }
    }

    /// What is known of the call itself; of a recovery, only where all or none of the tool's calls are one.
    fn is(self, pattern: &CallPattern) -> Option<bool> {
        match pattern {
            CallPattern::Class(pattern) if pattern.at_least => {
                Some(self.variant.class >= pattern.class)
            }
            CallPattern::Class(pattern) => Some(self.variant.class == pattern.class),
            CallPattern::Effect(effect) => Some(self.variant.effect == *effect),
            CallPattern::Outbound => Some(self.variant.outbound),
            CallPattern::Tool(glob) => Some(glob::matches(glob, self.name)),
            CallPattern::Recovery => match self.program.recoveries(self.declared) {
                (_, true) => Some(true),
                (false, false) => Some(false),
                (true, false) => None,
            },
        }
    }

    fn reads_undeclared(self, expr: &Expr) -> bool {
        let again = |inner: &Expr| self.reads_undeclared(inner);
        match &expr.kind {
            ExprKind::Path {
                root: Root::Args,
                fields,
            } => fields
                .first()
                .is_some_and(|name| self.declared.tool.signature.args.get(name).is_none()),
            ExprKind::Not(inner) | ExprKind::Size(inner) | ExprKind::Links(inner) => again(inner),
            ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::List(parts) => {
                parts.iter().any(again)
            }
            ExprKind::Record(pairs) => pairs.iter().any(|(_, value)| again(value)),
            ExprKind::Compare { left, right, .. } | ExprKind::Arithmetic { left, right, .. } => {
                again(left) || again(right)
            }
            ExprKind::Test { subject, .. } => again(subject),
            _ => false,
        }
    }
}
