//! Types, labels and boundaries that contain themselves, directly or through others. Each circle is told once.

use super::{Other, Told};
use crate::check::nesting::{Parts, circles};
use crate::check::types::type_parts;
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::item::{Kind, name_span};
use crate::scope::{self, Meant};
use rev_diagnostics::codes;
use rev_syntax::ast::{BoundaryExpr, BoundaryExprKind, ItemKind, LabelMark};
use smol_str::SmolStr;

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    for (kind, circle) in all(db, package) {
        let circle = circle_of(db, package, *kind, circle);
        told.extend(circle.filter(|told| told.item.file(db) == file));
    }
}

/// Every circle of a package, with the kind of what it is made of.
#[salsa::tracked]
fn all(db: &dyn Db, package: Package) -> Vec<(Kind, Vec<SmolStr>)> {
    let labels = parts(db, package, Kind::Label);
    let boundaries = parts(db, package, Kind::Boundary);
    let mut all = Vec::new();
    for (kind, parts) in [
        (Kind::Type, type_parts(db, package)),
        (Kind::Label, &labels),
        (Kind::Boundary, &boundaries),
    ] {
        all.extend(circles(parts).into_iter().map(|circle| (kind, circle)));
    }
    all
}

/// Every item of a kind, with those of the same kind that it is made of.
fn parts(db: &dyn Db, package: Package, kind: Kind) -> Parts {
    let mut parts = Parts::new();
    for declared in scope::scope(db, package).of_kind(kind) {
        let made_of = parts.entry(declared.name.clone()).or_default();
        for item in &declared.items {
            made_of.extend(composed_of(&item.tree(db).kind));
        }
    }
    parts
}

/// A condition may ask whether a boundary was crossed without being made of it.
fn composed_of(item: &ItemKind) -> Vec<SmolStr> {
    let mut names = Vec::new();
    match item {
        ItemKind::Boundary(boundary) => {
            let mut next: Vec<&BoundaryExpr> = boundary.composed.iter().collect();
            while let Some(part) = next.pop() {
                match &part.kind {
                    BoundaryExprKind::Name(name) => names.push(name.text.clone()),
                    BoundaryExprKind::And(all)
                    | BoundaryExprKind::Then(all)
                    | BoundaryExprKind::Or(all) => next.extend(all),
                }
            }
        }
        ItemKind::Label(label) => {
            for mark in &label.marks {
                if let LabelMark::Implies(_, implied) = mark {
                    names.extend(implied.iter().map(|name| name.text.clone()));
                }
            }
        }
        _ => {}
    }
    names
}

fn circle_of<'db>(
    db: &'db dyn Db,
    package: Package,
    kind: Kind,
    circle: &[SmolStr],
) -> Option<Told<'db>> {
    let verb = match kind {
        Kind::Type => "contains",
        Kind::Label => "implies",
        _ => "is composed of",
    };
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
