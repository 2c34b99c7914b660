//! The checks: from the tree of one item to its checked form and its findings.
//!
//! A check reads its own item, and of others only what `signature` and the small queries here tell.

pub(crate) mod about;
mod agent;
pub(crate) mod assumption;
mod bind;
mod boundary;
mod budget;
mod codes_of_reasons;
mod compare;
pub(crate) mod conditions;
mod crossing;
pub(crate) mod cx;
mod env;
mod expr;
mod fits;
mod invariant;
mod item;
mod literal;
pub(crate) mod nesting;
mod never;
mod paths;
mod postfix;
mod returned;
pub(crate) mod row_set;
pub(crate) mod rows;
mod rule;
mod saga;
mod script;
mod small;
mod spelling;
pub(crate) mod tool;
pub(crate) mod types;

pub use conditions::conditions_for;
pub(crate) use cx::{Cx, mended};
pub(crate) use env::Env;
pub use item::{Checked, CheckedItem, check_item};

use crate::db::{Db, Package};
use crate::hir::{Record, Type};
use crate::scope;
use rev_syntax::ast::ItemKind;

/// What a host supplies: the fields of every `context { … }`, and what needs no declaration.
#[salsa::tracked]
pub(crate) fn context(db: &dyn Db, package: Package) -> Record {
    let mut cx = Cx::new(db, package);
    let mut context = Record::default();
    for item in scope::context_items(db, package) {
        if let ItemKind::Context(written) = &item.tree(db).kind {
            let fields = cx.record_type(&written.fields);
            context.broken |= fields.broken;
            for field in fields.fields {
                // One that is declared again is told, and does not count.
                let known = context.fields.iter_mut().find(|it| it.name == field.name);
                match known {
                    // Declared twice, which is told: which was meant is not known.
                    Some(known) => known.ty = Type::Unknown,
                    None => context.fields.push(field),
                }
            }
        }
    }
    let path = Type::Meaning(crate::hir::Meaning::Path);
    for name in ["home", "cwd"] {
        if context.get(name).is_none() {
            context.fields.push(crate::hir::Field {
                name: name.into(),
                ty: path.clone(),
                optional: true,
                yields: Vec::new(),
                yields_nothing: false,
                trusted: false,
            });
        }
    }
    context.fields.sort_by(|a, b| a.name.cmp(&b.name));
    context
}

/// The type of `context`.
pub(crate) fn context_type(cx: &Cx<'_>) -> Type {
    Type::Record(context(cx.db, cx.package).clone())
}
