//! The rows that can cross a boundary.

use super::conditions::{concerned, item_about, meant};
use super::row_set::RowSet;
use super::rows::{found, rows};
use super::tool::signature::signature;
use crate::db::{Db, Package};
use crate::glob;
use crate::hir::{Meaning, Record, Type};
use crate::item::{Item, Kind};
use crate::scope::{self, Meant};
use rev_syntax::ast::{BoundaryExpr, BoundaryExprKind, BoundaryField, ItemKind};
use smol_str::SmolStr;

/// The rows a call of which may cross this boundary, or complete it if it is composed.
pub(super) fn crossing<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> RowSet {
    rows_of(db, package, item, &mut Vec::new())
}

/// `inside` are the boundaries on the way here: one that is made of itself is told elsewhere.
fn rows_of<'db>(
    db: &'db dyn Db,
    package: Package,
    item: Item<'db>,
    inside: &mut Vec<Item<'db>>,
) -> RowSet {
    let all = rows(db, package);
    let mut crossed = RowSet::none(all.len());
    let ItemKind::Boundary(boundary) = &item.tree(db).kind else {
        return crossed;
    };
    if inside.contains(&item) {
        return crossed;
    }
    inside.push(item);
    let mut conditions = item_about(db, package, item)
        .iter()
        .map(|about| concerned(db, package, about));
    let mut limits: Vec<RowSet> = Vec::new();
    let mut lines = false;
    for field in boundary.body.iter().flat_map(|body| &body.fields) {
        match &field.kind {
            BoundaryField::Matches { kind, .. } => {
                lines = true;
                let kind = super::boundary::meaning(kind.value);
                for (at, row) in all.iter().enumerate() {
                    if may_hold(&signature(db, package, row.item).args, kind) {
                        crossed.insert(at);
                    }
                }
            }
            BoundaryField::Tool { globs, condition } => {
                lines = true;
                let globs: Vec<SmolStr> = globs.iter().map(glob::pattern).collect();
                let mut named = meant(all, found(db, package), &globs);
                if let Some(rows) = condition.as_ref().and_then(|_| conditions.next()) {
                    named.keep(&rows);
                }
                crossed.add(&named);
            }
            BoundaryField::When(_) => limits.extend(conditions.next()),
            _ => {}
        }
    }
    if let Some(parts) = &boundary.composed {
        lines = true;
        crossed.add(&composed(db, package, parts, inside));
    }
    if !lines {
        crossed = RowSet::all(all.len());
    }
    for limit in &limits {
        crossed.keep(limit);
    }
    inside.pop();
    crossed
}

/// A sequence is completed by its last step, everything else by any of its parts.
fn composed<'db>(
    db: &'db dyn Db,
    package: Package,
    written: &BoundaryExpr,
    inside: &mut Vec<Item<'db>>,
) -> RowSet {
    let mut crossed = RowSet::none(rows(db, package).len());
    match &written.kind {
        BoundaryExprKind::Name(name) => {
            if let Meant::One(item) = scope::find(db, package, Kind::Boundary, &name.text) {
                crossed.add(&rows_of(db, package, item, inside));
            }
        }
        BoundaryExprKind::Then(parts) => {
            if let Some(part) = parts.last() {
                crossed.add(&composed(db, package, part, inside));
            }
        }
        BoundaryExprKind::And(parts) | BoundaryExprKind::Or(parts) => {
            for part in parts {
                crossed.add(&composed(db, package, part, inside));
            }
        }
    }
    crossed
}

/// Whether a value of this kind may be among the arguments, or inside one of them.
fn may_hold(args: &Record, kind: Meaning) -> bool {
    args.open || args.fields.iter().any(|field| holds(&field.ty, kind))
}

fn holds(ty: &Type, kind: Meaning) -> bool {
    match ty {
        Type::Meaning(Meaning::Command) => true,
        Type::Meaning(Meaning::Url) => kind != Meaning::Command,
        Type::Meaning(Meaning::Email) => matches!(kind, Meaning::Email | Meaning::Host),
        Type::Meaning(other) => *other == kind,
        Type::Json | Type::Map(_) | Type::Unknown => true,
        Type::Like(inner, _) | Type::Optional(inner) | Type::List(inner) => holds(inner, kind),
        Type::Record(record) => may_hold(record, kind),
        _ => false,
    }
}
