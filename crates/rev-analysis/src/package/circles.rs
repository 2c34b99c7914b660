//! Types, labels and boundaries that contain themselves, directly or through others. Each circle is told once.

use super::{Other, Told};
use crate::check::nesting::{Parts, circles};
use crate::check::types::type_parts;
use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::item::{Item, Kind, name_span};
use crate::package::uses::uses;
use crate::scope::{self, Meant};
use rev_diagnostics::codes;
use smol_str::SmolStr;

pub(super) fn check<'db>(db: &'db dyn Db, package: Package, told: &mut Vec<Told<'db>>) {
    let labels = parts(db, package, Kind::Label);
    let boundaries = parts(db, package, Kind::Boundary);
    for (kind, parts, verb) in [
        (Kind::Type, type_parts(db, package), "contains"),
        (Kind::Label, &labels, "implies"),
        (Kind::Boundary, &boundaries, "is composed of"),
    ] {
        for circle in circles(parts) {
            told.extend(circle_of(db, package, kind, &circle, verb));
        }
    }
}

/// Every item of a kind, with those of the same kind that it is made of.
fn parts(db: &dyn Db, package: Package, kind: Kind) -> Parts {
    let mut parts = Parts::new();
    for &item in &scope::scope(db, package).items {
        let key = item.key(db);
        if key.kind != kind {
            continue;
        }
        for name in &key.names {
            let composed = composed_of(db, item, kind);
            parts.entry(name.clone()).or_default().extend(composed);
        }
    }
    parts
}

/// A condition may ask whether a boundary was crossed without being made of it.
fn composed_of(db: &dyn Db, item: Item<'_>, kind: Kind) -> Vec<SmolStr> {
    use rev_syntax::ast::{BoundaryExpr, BoundaryExprKind, ItemKind};
    if let ItemKind::Boundary(boundary) = &item.tree(db).kind {
        let mut names = Vec::new();
        let mut next: Vec<&BoundaryExpr> = boundary.composed.iter().collect();
        while let Some(part) = next.pop() {
            match &part.kind {
                BoundaryExprKind::Name(name) => names.push(name.text.clone()),
                BoundaryExprKind::And(all)
                | BoundaryExprKind::Then(all)
                | BoundaryExprKind::Or(all) => next.extend(all),
            }
        }
        return names;
    }
    let names = uses(db, item).iter().filter(|(other, _)| *other == kind);
    names.map(|(_, name)| name.clone()).collect()
}

fn circle_of<'db>(
    db: &'db dyn Db,
    package: Package,
    kind: Kind,
    circle: &[SmolStr],
    verb: &str,
) -> Option<Told<'db>> {
    let first = circle.first()?;
    let Meant::One(item) = scope::find(db, package, kind, first) else {
        return None;
    };
    let between = circle.get(1..circle.len().saturating_sub(1)).unwrap_or(&[]);
    let what = match between {
        [] => format!("`{first}` {verb} itself"),
        _ => format!("`{first}` {verb} itself: `{}`", circle.join("` → `")),
    };
    let help = match kind {
        Kind::Type => "use `json` where it would repeat",
        _ => "take one of them out of the circle",
    };
    let finding = codes::type_mismatch(name_span(item.tree(db), first), what).help(help);
    let others = between
        .iter()
        .filter_map(|name| match scope::find(db, package, kind, name) {
            Meant::One(item) => Some(Other {
                item,
                name: name.clone(),
                text: "through this".to_owned(),
            }),
            Meant::Twice | Meant::Nothing => None,
        });
    Some(Told {
        item,
        finding: Finding::from(finding),
        others: others.collect(),
    })
}
