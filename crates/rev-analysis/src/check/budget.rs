//! Budgets: how much irreversible consequence a run may have.

use super::Cx;
use super::cx::write_instead;
use crate::hir::{self, Ceiling, ExprKind, Weight};
use crate::number;
use rev_diagnostics::{Fix, Span, codes};
use rev_syntax::ast::{self, BudgetField};
use smol_str::SmolStr;

pub(super) fn check(
    cx: &mut Cx<'_>,
    _item: &ast::Item,
    written: &ast::Budget,
) -> Option<hir::Budget> {
    let mut budget = hir::Budget {
        name: written.name.text.clone(),
        ceilings: Vec::new(),
        weights: Vec::new(),
    };
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    for field in &written.body.fields {
        match &field.kind {
            BudgetField::Ceiling {
                dimension,
                amount,
                suffix,
            } => {
                cx.once(&mut seen, &dimension.text, dimension.span);
                if let Some(amount) = bound(cx, dimension, amount) {
                    budget.ceilings.push(Ceiling {
                        dimension: dimension.text.clone(),
                        amount: Some(amount),
                        or_deny: suffix.or_deny,
                        span: field.span,
                    });
                }
            }
            BudgetField::HumanOnly { dimension, suffix } => {
                cx.once(&mut seen, &dimension.text, dimension.span);
                if cx.dimension(dimension).is_some() {
                    budget.ceilings.push(Ceiling {
                        dimension: dimension.text.clone(),
                        amount: None,
                        or_deny: suffix.or_deny,
                        span: field.span,
                    });
                }
            }
            BudgetField::Weight { class, weight } => {
                let key = format!("weight {}", class.text);
                cx.once(&mut seen, &key, field.word.to(class.span));
                let weight = self::weight(cx, weight);
                if let (Some(class), Some(weight)) = (cx.class(class), weight) {
                    budget.weights.push((class, weight));
                }
            }
        }
    }
    Some(budget)
}

/// `money 5_000 INR`: the amount in the smallest part of the dimension's unit.
pub(super) fn bound(cx: &mut Cx<'_>, dimension: &ast::Name, amount: &ast::Amount) -> Option<i128> {
    let (unit, _) = cx.dimension(dimension)?;
    if amount.unit.is_none() {
        let what = format!("`{}` is in `{unit}`, and this has no unit", dimension.text);
        let finding = codes::wrong_unit(amount.number.span, what);
        let text = format!("{} {unit}", amount.number.value);
        cx.push(finding.help(format!("write `{text}`")).fix(Fix {
            // Whether the number was meant in this unit, only its author knows.
            safe: false,
            ..write_instead(amount.number.span, &text)
        }));
        return None;
    }
    match cx.amount(amount).0 {
        ExprKind::Quantity {
            amount: parts,
            unit: given,
        } => {
            if given == unit {
                return Some(parts);
            }
            let what = format!(
                "`{}` is in `{unit}`, and this is in `{given}`",
                dimension.text
            );
            cx.push(codes::wrong_unit(amount.span, what));
            None
        }
        _ => None,
    }
}

fn weight(cx: &mut Cx<'_>, written: &ast::Text) -> Option<Weight> {
    let Some(decimal) = number::decimal(&written.value) else {
        cx.too_large(written.span, &written.value);
        return None;
    };
    if decimal.mantissa < 0 {
        let what = "a weight is never negative";
        cx.push(codes::type_mismatch(written.span, what).help("write `0` to count nothing"));
        return None;
    }
    Some(Weight {
        mantissa: decimal.mantissa,
        scale: decimal.scale,
    })
}
