//! Arguments that are known to be there: in a case about their presence, and behind a `require` of it.

use super::facts::Facts;
use crate::hir::{Signature, Type};
use rev_syntax::ast::{Expr, ExprKind, TestKind, ToolField};
use smol_str::SmolStr;

/// The signature as one case sees it: what its condition or a `require` says is present may be used as such. `None`
/// where that changes nothing.
pub(super) fn narrowed(signature: &Signature, facts: &Facts<'_>) -> Option<Signature> {
    let mut present: Vec<&SmolStr> = Vec::new();
    facts
        .when
        .iter()
        .for_each(|when| gather(when, &mut present));
    for field in &facts.fields {
        if let ToolField::Require { condition, .. } = &field.kind {
            gather(condition, &mut present);
        }
    }
    let mut narrowed = signature.clone();
    let mut changed = false;
    for field in &mut narrowed.args.fields {
        if present.contains(&&field.name) {
            changed |= field.optional || matches!(field.ty, Type::Optional(_));
            field.optional = false;
            field.ty = field.ty.present().clone();
        }
    }
    changed.then_some(narrowed)
}

/// Arguments that must be there for a condition to be true. A comparison with an absent value is false.
fn gather<'a>(condition: &'a Expr, present: &mut Vec<&'a SmolStr>) {
    match &condition.kind {
        ExprKind::And(parts) => parts.iter().for_each(|part| gather(part, present)),
        ExprKind::Paren(inner) => gather(inner, present),
        ExprKind::Test {
            subject,
            test: TestKind::Present,
            ..
        } => present.extend(argument(subject)),
        ExprKind::Compare {
            quantifier: None,
            left,
            right,
            ..
        } => present.extend([left, right].into_iter().filter_map(|side| argument(side))),
        _ => {}
    }
}

/// The name in `args.NAME`.
fn argument(expr: &Expr) -> Option<&SmolStr> {
    let ExprKind::Path(path) = &expr.kind else {
        return None;
    };
    match path.segments.as_slice() {
        [root, name] if root.text == "args" => Some(&name.text),
        _ => None,
    }
}
