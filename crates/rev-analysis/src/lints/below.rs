//! W1009: a tool whose own declaration is milder than that of a glob which covers its name.

use super::items_in;
use crate::check::tool::signature::signature;
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::glob;
use crate::package::{Other, Told};
use crate::scope::{self, Glob};
use rev_diagnostics::codes;
use rev_syntax::ast::ItemKind;

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    let globs = &scope::scope(db, package).globs;
    if globs.is_empty() {
        return;
    }
    for item in items_in(db, file) {
        let ItemKind::Tool(tool) = &item.tree(db).kind else {
            continue;
        };
        let own = signature(db, package, item);
        // What only takes back is milder than what it takes back.
        if !own.is_settled() || own.is_recovery_tool() {
            continue;
        }
        for path in &tool.names {
            let name = glob::pattern(path);
            if glob::is_glob(&name) {
                continue;
            }
            let covering = globs.iter().filter(|one| glob::matches(&one.glob, &name));
            let classes = covering.map(|one| (signature(db, package, one.item), one));
            let known = classes.filter(|(other, _)| other.is_settled());
            let riskiest: Option<(_, &Glob<'db>)> = known
                .map(|(other, one)| (other.class(), one))
                .max_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.glob.cmp(&a.1.glob)));
            let Some((class, one)) = riskiest.filter(|(class, _)| *class > own.class()) else {
                continue;
            };
            let finding = codes::tool_below_its_glob(
                path.span,
                &name,
                own.class().word(),
                &one.glob,
                class.word(),
            );
            told.push(Told {
                item,
                finding: Finding::from(finding),
                others: vec![Other {
                    item: one.item,
                    name: one.glob.clone(),
                    text: "this covers it".to_owned(),
                }],
            });
        }
    }
}
