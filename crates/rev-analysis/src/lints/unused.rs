//! W1005 and W1006: what is declared and named nowhere else.

use super::items_in;
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::item::{Kind, name_span};
use crate::package::Told;
use crate::package::uses::{must_be_used, used};
use rev_diagnostics::codes;
use rev_syntax::ast::{self, BoundaryField, ItemKind};

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    let used = used(db, package);
    for item in items_in(db, file) {
        let key = item.key(db);
        let (kind, Some(name)) = (key.kind, key.names.first()) else {
            continue;
        };
        if !must_be_used(kind) || used.contains(&(kind, name.clone())) {
            continue;
        }
        let tree = item.tree(db);
        let span = name_span(tree, name);
        let finding = match (&tree.kind, kind) {
            (_, Kind::Label | Kind::Type | Kind::Gate | Kind::Dimension) => {
                codes::unused(span, kind.word(), name)
            }
            (ItemKind::Boundary(boundary), _) if !acts(boundary) => {
                codes::idle_boundary(span, name)
            }
            _ => continue,
        };
        told.push(Told {
            item,
            finding: Finding::from(finding),
            others: Vec::new(),
        });
    }
}

fn acts(boundary: &ast::Boundary) -> bool {
    let body = boundary.body.as_ref();
    let mut fields = body.into_iter().flat_map(|body| &body.fields);
    fields.any(|field| {
        matches!(
            field.kind,
            BoundaryField::Refuse | BoundaryField::Halt | BoundaryField::Gate(_)
        )
    })
}
