//! Values and conditions: from the tree to typed expressions.

use super::fits;
use super::{Cx, Env};
use crate::hir::{Expr, ExprKind, Type};
use crate::number;
use rev_diagnostics::codes;
use rev_syntax::ast;

impl Cx<'_> {
    /// A condition: something that is true or false.
    pub fn condition(&mut self, written: &ast::Expr, env: &Env) -> Expr {
        let expr = self.value(written, env);
        if !matches!(expr.ty.base(), Type::Bool | Type::Unknown | Type::Json) {
            let what = format!(
                "a condition is true or false, and this is `{}`",
                expr.ty.shown()
            );
            self.push(codes::type_mismatch(expr.span, what).help("compare it: `… == …`"));
        }
        expr
    }

    /// A value of whatever type it has.
    pub fn value(&mut self, written: &ast::Expr, env: &Env) -> Expr {
        let (kind, ty) = self.kind(written, env);
        Expr {
            span: written.span,
            ty,
            kind,
        }
    }

    fn kind(&mut self, written: &ast::Expr, env: &Env) -> (ExprKind, Type) {
        let span = written.span;
        match &written.kind {
            ast::ExprKind::Bool(value) => (ExprKind::Bool(*value), Type::Bool),
            ast::ExprKind::Text(text) => (
                ExprKind::Text(text.clone()),
                Type::Texts(vec![text.clone()]),
            ),
            ast::ExprKind::Amount(amount) => self.amount(amount),
            ast::ExprKind::Duration(text) => match number::milliseconds(text) {
                Some(time) => (ExprKind::Duration(time), Type::Duration),
                None => self.too_large(span, text),
            },
            ast::ExprKind::List(elements) => self.list(elements, env),
            ast::ExprKind::Record(record) => self.record(record, env),
            ast::ExprKind::Path(path) => self.path(path, env),
            ast::ExprKind::Paren(inner) => self.kind(inner, env),
            ast::ExprKind::Not(inner) => {
                let inner = self.condition(inner, env);
                (ExprKind::Not(Box::new(inner)), Type::Bool)
            }
            ast::ExprKind::And(operands) => {
                let operands = operands.iter().map(|it| self.condition(it, env));
                (ExprKind::And(operands.collect()), Type::Bool)
            }
            ast::ExprKind::Or(operands) => {
                let operands = operands.iter().map(|it| self.condition(it, env));
                (ExprKind::Or(operands.collect()), Type::Bool)
            }
            ast::ExprKind::Compare {
                quantifier,
                op,
                left,
                right,
            } => {
                let left = self.value(left, env);
                let right = self.value(right, env);
                self.compare(*quantifier, *op, left, right)
            }
            ast::ExprKind::Arithmetic { op, left, right } => {
                let left = self.value(left, env);
                let right = self.value(right, env);
                self.arithmetic(span, *op, left, right)
            }
            ast::ExprKind::Test {
                quantifier,
                subject,
                test,
            } => self.test(span, *quantifier, subject, test, env),
            ast::ExprKind::Is {
                subject,
                at_least,
                pattern,
            } => self.is(span, subject, *at_least, pattern, env),
            ast::ExprKind::RunCalls(glob) => {
                self.decision_only(span, "run", env);
                self.tool_pattern(glob);
                let glob = crate::glob::pattern(glob);
                (ExprKind::RunCalls(Some(glob)), Type::Int)
            }
            ast::ExprKind::RunSpent(name) => {
                self.decision_only(span, "run", env);
                match self.dimension(name) {
                    Some((unit, _)) => {
                        (ExprKind::RunSpent(name.text.clone()), Type::Quantity(unit))
                    }
                    None => BROKEN,
                }
            }
            ast::ExprKind::Crossing(name) => {
                self.boundary(span, name, env, ExprKind::Crossing, Type::Bool)
            }
            ast::ExprKind::Crossed(name) => {
                self.boundary(span, name, env, ExprKind::Crossed, Type::Bool)
            }
            ast::ExprKind::Distance(name) => {
                self.boundary(span, name, env, ExprKind::Distance, Type::Int)
            }
            ast::ExprKind::Size(inner) => {
                let inner = self.value(inner, env);
                if !is_sized(&inner.ty) {
                    let what = format!(
                        "`size` is of texts and lists, and this is `{}`",
                        inner.ty.shown()
                    );
                    self.push(codes::type_mismatch(inner.span, what));
                }
                (ExprKind::Size(Box::new(inner)), Type::Int)
            }
            ast::ExprKind::Links(inner) => {
                let inner = self.value(inner, env);
                if !fits::is_matched(&inner.ty) {
                    let what = format!(
                        "`links` are found in texts, and this is `{}`",
                        inner.ty.shown()
                    );
                    self.push(codes::type_mismatch(inner.span, what));
                }
                let links = Type::List(Box::new(Type::Meaning(crate::hir::Meaning::Url)));
                (ExprKind::Links(Box::new(inner)), links)
            }
            ast::ExprKind::Allowed => {
                if !env.allowed {
                    let finding = codes::unknown_name(span, "value", "allowed");
                    self.push(finding.help("only an invariant can ask whether a call was allowed"));
                }
                (ExprKind::Allowed, Type::Bool)
            }
        }
    }
}

/// What is left of something whose mistake has been told.
pub(super) const BROKEN: (ExprKind, Type) = (ExprKind::Broken, Type::Unknown);

fn is_sized(ty: &Type) -> bool {
    fits::is_matched(ty) || matches!(ty.base(), Type::List(_) | Type::Map(_) | Type::Record(_))
}
