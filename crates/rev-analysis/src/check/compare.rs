//! Comparisons and arithmetic.

use super::Cx;
use super::bind::one_of;
use super::fits;
use crate::hir::{Expr, ExprKind, Type};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{ArithmeticOp, CompareOp, Quantifier};
use smol_str::SmolStr;

impl Cx<'_> {
    pub(super) fn compare(
        &mut self,
        quantifier: Option<Quantifier>,
        op: CompareOp,
        left: Expr,
        right: Expr,
    ) -> (ExprKind, Type) {
        let left_ty = self.elements(quantifier, &left);
        let right_ty = match (op, right.ty.base()) {
            (CompareOp::In, Type::List(element)) => (**element).clone(),
            (CompareOp::In, Type::Unknown | Type::Json) => Type::Unknown,
            (CompareOp::In, _) => {
                let what = format!("`in` asks for a list, and this is `{}`", right.ty.shown());
                self.push(codes::type_mismatch(right.span, what).help("write `in [ … ]`"));
                Type::Unknown
            }
            _ => right.ty.clone(),
        };
        self.comparison(op, (&left, &left_ty), (&right, &right_ty));
        let kind = ExprKind::Compare {
            quantifier,
            op,
            left: Box::new(left),
            right: Box::new(right),
        };
        (kind, Type::Bool)
    }

    fn comparison(&mut self, op: CompareOp, left: (&Expr, &Type), right: (&Expr, &Type)) {
        let whole = left.0.span.to(right.0.span);
        if let (Type::Quantity(a), Type::Quantity(b)) = (left.1.base(), right.1.base())
            && a != b
        {
            let what = format!("`{a}` and `{b}` cannot be compared");
            self.push(codes::wrong_unit(whole, what));
            return;
        }
        if !fits::comparable(left.1, right.1) {
            let what = format!(
                "`{}` and `{}` cannot be compared",
                left.1.shown(),
                right.1.shown()
            );
            let finding = codes::type_mismatch(whole, what);
            self.push(match (left.1.base(), right.1.base()) {
                (Type::Quantity(unit), Type::Int | Type::Decimal)
                | (Type::Int | Type::Decimal, Type::Quantity(unit)) => {
                    finding.help(format!("write the unit: `… {unit}`"))
                }
                _ => finding,
            });
            return;
        }
        let equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual | CompareOp::In);
        if !equality {
            for (expr, ty) in [left, right] {
                if !fits::is_ordered(ty) {
                    let what = format!("`{}` has no order", ty.shown());
                    self.push(
                        codes::type_mismatch(expr.span, what).help("compare it with `==` or `!=`"),
                    );
                    return;
                }
            }
            return;
        }
        if let (Type::Texts(a), Type::Texts(b)) = (left.1.present(), right.1.present())
            && !is_written_out(left.0)
            && !is_written_out(right.0)
            && !a.iter().any(|text| b.contains(text))
        {
            let what = format!(
                "`{}` and `{}` have no text in common",
                left.1.shown(),
                right.1.shown()
            );
            self.push(codes::type_mismatch(whole, what));
            return;
        }
        self.compared_as(left.1, right.0);
        self.compared_as(right.1, left.0);
        self.never_equal(left, right.0);
        self.never_equal(right, left.0);
    }

    /// A text that is written out and that the other side can never be.
    fn never_equal(&mut self, typed: (&Expr, &Type), literal: &Expr) {
        if is_written_out(typed.0) {
            return;
        }
        if *typed.1.present() == Type::Int {
            self.never_whole(literal);
            return;
        }
        let literals: Vec<(&SmolStr, Span)> = match &literal.kind {
            ExprKind::Text(text) => vec![(text, literal.span)],
            ExprKind::List(elements) => elements
                .iter()
                .filter_map(|element| match &element.kind {
                    ExprKind::Text(text) => Some((text, element.span)),
                    _ => None,
                })
                .collect(),
            _ => return,
        };
        for (text, span) in literals {
            match typed.1.present() {
                Type::Texts(set) if set.binary_search(text).is_err() => {
                    let what = format!("this is never `\"{text}\"`");
                    self.push(one_of(codes::type_mismatch(span, what), text, set));
                }
                Type::Like(base, pattern)
                    if **base == Type::Text && !crate::text_glob::matches(pattern, text) =>
                {
                    let what = format!("this is never `\"{text}\"`: it is like `\"{pattern}\"`");
                    self.push(codes::type_mismatch(span, what));
                }
                _ => {}
            }
        }
    }

    /// A number that is written out and is no `int`.
    fn never_whole(&mut self, literal: &Expr) {
        let elements = match &literal.kind {
            ExprKind::List(elements) => elements.as_slice(),
            _ => std::slice::from_ref(literal),
        };
        for element in elements {
            if let ExprKind::Decimal { mantissa, scale } = element.kind
                && 10_i128
                    .checked_pow(scale)
                    .is_none_or(|whole| mantissa % whole != 0)
            {
                let what = "this is an `int`, which has no decimals";
                self.push(codes::type_mismatch(element.span, what));
            }
        }
    }

    pub(super) fn arithmetic(
        &mut self,
        span: Span,
        op: ArithmeticOp,
        left: Expr,
        right: Expr,
    ) -> (ExprKind, Type) {
        let ty = match (op, left.ty.base(), right.ty.base()) {
            (_, Type::Unknown, _) | (_, _, Type::Unknown) => Type::Unknown,
            (_, Type::Int, Type::Int) => Type::Int,
            (ArithmeticOp::Multiply, Type::Quantity(unit), Type::Int)
            | (ArithmeticOp::Multiply, Type::Int, Type::Quantity(unit)) => {
                Type::Quantity(unit.clone())
            }
            (ArithmeticOp::Add | ArithmeticOp::Subtract, Type::Quantity(a), Type::Quantity(b)) => {
                if a != b {
                    let what = format!("`{a}` and `{b}` cannot be added");
                    self.push(codes::wrong_unit(span, what));
                }
                Type::Quantity(a.clone())
            }
            (_, a, b) => {
                let what = format!(
                    "`{}` and `{}` cannot be calculated with",
                    a.shown(),
                    b.shown()
                );
                let help = "sums and differences are of two ints or two quantities, products of ints or of a quantity and an int";
                self.push(codes::type_mismatch(span, what).help(help));
                Type::Unknown
            }
        };
        let optional = [&left, &right]
            .iter()
            .any(|side| matches!(side.ty, Type::Optional(_)));
        let kind = ExprKind::Arithmetic {
            op,
            left: Box::new(left),
            right: Box::new(right),
        };
        (kind, if optional { ty.optional() } else { ty })
    }
}

fn is_written_out(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Text(_) | ExprKind::List(_))
}
