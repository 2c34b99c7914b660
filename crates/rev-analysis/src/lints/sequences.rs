//! W1010: a sequence of boundaries that cannot go on, because an earlier step is always refused.

use super::items_in;
use crate::check::nesting::{Parts, order};
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::gates;
use crate::item::Kind;
use crate::package::{Other, Told};
use crate::scope::{self, Meant};
use rev_diagnostics::codes;
use rev_syntax::ast::{self, BoundaryExpr, BoundaryExprKind, BoundaryField, ItemKind};
use smol_str::SmolStr;
use std::collections::BTreeSet;

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    for item in items_in(db, file) {
        let ItemKind::Boundary(boundary) = &item.tree(db).kind else {
            continue;
        };
        let refusing = refusing(db, package);
        let mut next: Vec<&BoundaryExpr> = boundary.composed.iter().collect();
        while let Some(part) = next.pop() {
            let (BoundaryExprKind::And(parts)
            | BoundaryExprKind::Or(parts)
            | BoundaryExprKind::Then(parts)) = &part.kind
            else {
                continue;
            };
            next.extend(parts);
            let BoundaryExprKind::Then(steps) = &part.kind else {
                continue;
            };
            let Some((_, before)) = steps.split_last() else {
                continue;
            };
            let Some(step) = before.iter().find(|step| refuses(step, refusing)) else {
                continue;
            };
            let name = first_name(step);
            let finding = codes::sequence_never_starts(step.span, &boundary.name.text, &name);
            let other = match scope::find(db, package, Kind::Boundary, &name) {
                Meant::One(item) => Some(Other {
                    item,
                    name,
                    text: "a call that crosses this is refused".to_owned(),
                }),
                Meant::Twice | Meant::Nothing => None,
            };
            told.push(Told {
                item,
                finding: Finding::from(finding),
                others: other.into_iter().collect(),
            });
        }
    }
}

/// The boundaries that no call crosses without being refused.
#[salsa::tracked]
fn refusing(db: &dyn Db, package: Package) -> BTreeSet<SmolStr> {
    let mut written: Vec<(SmolStr, &ast::Boundary)> = Vec::new();
    let mut parts = Parts::new();
    let declared = scope::scope(db, package).of_kind(Kind::Boundary).iter();
    for item in declared.flat_map(|declared| &declared.items) {
        if let ItemKind::Boundary(boundary) = &item.tree(db).kind {
            let names = parts.entry(boundary.name.text.clone()).or_default();
            let mut next: Vec<&BoundaryExpr> = boundary.composed.iter().collect();
            while let Some(part) = next.pop() {
                match &part.kind {
                    BoundaryExprKind::Name(name) => names.push(name.text.clone()),
                    BoundaryExprKind::And(all)
                    | BoundaryExprKind::Then(all)
                    | BoundaryExprKind::Or(all) => next.extend(all),
                }
            }
            written.push((boundary.name.text.clone(), boundary));
        }
    }
    written.sort_by(|a, b| a.0.cmp(&b.0));
    let mut refusing = BTreeSet::new();
    for (name, _) in order(&parts) {
        let found = written.binary_search_by(|(other, _)| other.cmp(&name));
        let Some((_, boundary)) = found.ok().and_then(|at| written.get(at)) else {
            continue;
        };
        let through = boundary.composed.as_ref();
        if acts(db, package, boundary) || through.is_some_and(|it| refuses(it, &refusing)) {
            refusing.insert(name);
        }
    }
    refusing
}

fn acts(db: &dyn Db, package: Package, boundary: &ast::Boundary) -> bool {
    let mut fields = boundary.body.iter().flat_map(|body| &body.fields);
    fields.any(|field| match &field.kind {
        BoundaryField::Refuse | BoundaryField::Halt => true,
        BoundaryField::Gate(name) => matches!(
            gates::named(db, package, &name.text),
            gates::Named::Gate(gate) if gate.deny
        ),
        _ => false,
    })
}

/// Whether the call that completes this is always refused.
fn refuses(part: &BoundaryExpr, refusing: &BTreeSet<SmolStr>) -> bool {
    match &part.kind {
        BoundaryExprKind::Name(name) => refusing.contains(&name.text),
        BoundaryExprKind::And(parts) | BoundaryExprKind::Or(parts) => {
            parts.iter().all(|part| refuses(part, refusing))
        }
        BoundaryExprKind::Then(steps) => steps.last().is_some_and(|step| refuses(step, refusing)),
    }
}

fn first_name(part: &BoundaryExpr) -> SmolStr {
    match &part.kind {
        BoundaryExprKind::Name(name) => name.text.clone(),
        BoundaryExprKind::And(parts)
        | BoundaryExprKind::Then(parts)
        | BoundaryExprKind::Or(parts) => parts.first().map(first_name).unwrap_or_default(),
    }
}
