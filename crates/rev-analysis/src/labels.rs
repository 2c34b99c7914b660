//! Labels: what each implies, and whether a value that carries it can be trusted.

use crate::db::{Db, Package};
use crate::item::{Item, Kind};
use crate::scope::{self, Meant, Wanted};
use rev_syntax::ast::{ItemKind, LabelMark};
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// Whether a label is `untrusted`, by itself or through a label that it implies.
pub fn is_untrusted(db: &dyn Db, package: Package, label: &str) -> bool {
    let all = closure(db, package, label).iter();
    let mut marks = all.filter_map(|name| marks(db, package, name));
    marks.any(|marks| marks.untrusted)
}

/// A label and all that it implies, sorted. Names that are not declared are told elsewhere, and are not here.
pub fn closure<'db>(db: &'db dyn Db, package: Package, label: &str) -> &'db Vec<SmolStr> {
    implied(
        db,
        package,
        Wanted::new(db, Kind::Label, SmolStr::from(label)),
    )
}

#[salsa::tracked]
fn implied<'db>(db: &'db dyn Db, package: Package, label: Wanted<'db>) -> Vec<SmolStr> {
    // Labels may imply each other in a circle, so each is looked at once.
    let mut found: BTreeSet<SmolStr> = BTreeSet::new();
    let mut open = vec![label.name(db).clone()];
    while let Some(name) = open.pop() {
        if let Some(marks) = marks(db, package, &name)
            && found.insert(name)
        {
            open.extend(marks.implies.iter().cloned());
        }
    }
    found.into_iter().collect()
}

/// What a label says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Marks {
    untrusted: bool,
    implies: Vec<SmolStr>,
}

fn marks<'db>(db: &'db dyn Db, package: Package, label: &str) -> Option<&'db Marks> {
    match scope::find(db, package, Kind::Label, label) {
        Meant::One(item) => Some(marks_of(db, item)),
        Meant::Twice | Meant::Nothing => None,
    }
}

#[salsa::tracked]
fn marks_of<'db>(db: &'db dyn Db, item: Item<'db>) -> Marks {
    let mut marks = Marks::default();
    if let ItemKind::Label(label) = &item.tree(db).kind {
        for mark in &label.marks {
            match mark {
                LabelMark::Untrusted(_) => marks.untrusted = true,
                LabelMark::Implies(_, names) => {
                    let names = names.iter().map(|name| name.text.clone());
                    marks.implies.extend(names);
                }
                LabelMark::Confidential(_) | LabelMark::MayLeave(_) => {}
            }
        }
    }
    marks
}
