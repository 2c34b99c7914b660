//! Arguments of a recovery that come from what a stranger may have written.

use super::super::{This, result_type};
use super::approval::signatures;
use crate::check::Cx;
use crate::check::env::word;
use crate::hir::{Expr, ExprKind, Reversal, Root, Signature, Type, Variant};
use crate::labels;
use rev_diagnostics::Span;
use smol_str::SmolStr;

/// A value that carries an untrusted label by declaration.
pub(super) struct Bound {
    /// Where it is bound.
    pub span: Span,
    /// As written: `result.note`.
    pub path: String,
    pub label: SmolStr,
}

/// The first argument of a recovery that is bound from such a value. Only what its own tool declares counts:
/// labels that came in with the arguments of a call are no fact about the tool.
pub(super) fn bound(
    cx: &Cx<'_>,
    this: This<'_>,
    variant: &Variant,
    reversal: &Reversal,
) -> Option<Bound> {
    let captured: Vec<&Signature> = match &reversal.capture {
        Some(call) => signatures(cx, &call.target),
        None => Vec::new(),
    };
    let mut paths = Vec::new();
    for (_, value) in reversal.by.iter().flat_map(|call| &call.args) {
        paths_in(value, &mut paths);
    }
    // The order in which arguments are written changes nothing that is said.
    paths.sort_by_key(|path| (path.root, path.fields));
    paths.into_iter().find_map(|path| {
        let mut carried: Vec<SmolStr> = Vec::new();
        match path.root {
            Root::Result => {
                carried.extend(variant.yields.iter().cloned());
                carries(&result_type(this.signature), path.fields, &mut carried);
            }
            Root::Prior => {
                for signature in &captured {
                    let yields = signature.variants.iter().flat_map(|it| &it.yields);
                    carried.extend(yields.cloned());
                    carries(&result_type(signature), path.fields, &mut carried);
                }
            }
            _ => return None,
        }
        let mut labels = carried.into_iter();
        let label = labels.find(|label| labels::is_untrusted(cx.db, cx.package, label))?;
        let mut written = word(path.root).to_owned();
        for field in path.fields {
            written.push('.');
            written.push_str(field);
        }
        Some(Bound {
            span: path.span,
            path: written,
            label,
        })
    })
}

/// The labels that fields declare on the way to a value and anywhere in it.
fn carries(ty: &Type, fields: &[SmolStr], labels: &mut Vec<SmolStr>) {
    match ty {
        Type::Optional(inner) | Type::List(inner) | Type::Like(inner, _) => {
            carries(inner, fields, labels);
        }
        Type::Map(inner) => carries(inner, fields.get(1..).unwrap_or(&[]), labels),
        Type::Record(record) => match fields.split_first() {
            Some((first, rest)) => {
                if let Some(field) = record.get(first) {
                    labels.extend(field.yields.iter().cloned());
                    carries(&field.ty, rest, labels);
                }
            }
            None => {
                for field in &record.fields {
                    labels.extend(field.yields.iter().cloned());
                    carries(&field.ty, &[], labels);
                }
            }
        },
        _ => {}
    }
}

/// A path in an expression.
struct Read<'a> {
    span: Span,
    root: &'a Root,
    fields: &'a [SmolStr],
}

/// Every path that a value is made from.
fn paths_in<'a>(expr: &'a Expr, paths: &mut Vec<Read<'a>>) {
    match &expr.kind {
        ExprKind::Path { root, fields } => paths.push(Read {
            span: expr.span,
            root,
            fields,
        }),
        ExprKind::List(all) | ExprKind::And(all) | ExprKind::Or(all) => {
            for one in all {
                paths_in(one, paths);
            }
        }
        ExprKind::Record(all) => {
            for (_, one) in all {
                paths_in(one, paths);
            }
        }
        ExprKind::Not(one) | ExprKind::Size(one) | ExprKind::Links(one) => paths_in(one, paths),
        ExprKind::Test { subject, .. } => paths_in(subject, paths),
        ExprKind::Compare { left, right, .. } | ExprKind::Arithmetic { left, right, .. } => {
            paths_in(left, paths);
            paths_in(right, paths);
        }
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
        | ExprKind::RunSpent(_)
        | ExprKind::Crossing(_)
        | ExprKind::Crossed(_)
        | ExprKind::Distance(_)
        | ExprKind::Allowed
        | ExprKind::Broken => {}
    }
}
