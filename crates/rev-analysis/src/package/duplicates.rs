//! One name, two declarations.

use super::{Other, Told, tools_in};
use crate::db::{Db, Package, SourceFile};
use crate::finding::{Finding, here};
use crate::glob;
use crate::item::{Item, Kind, name_span};
use crate::report::is_foreign;
use crate::scope::{self, Declared, Meant};
use rev_diagnostics::codes;
use rev_syntax::ast::{self, ItemKind};
use smol_str::SmolStr;
use std::collections::BTreeMap;

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    for declared in all(db, package) {
        // A dependency's is the first: its author cannot know of ours, and we are told.
        let (mut items, own): (Vec<Item<'db>>, Vec<Item<'db>>) = declared
            .items
            .iter()
            .partition(|item| is_foreign(db, package, item.file(db)));
        items.extend(own);
        let Some((first, rest)) = items.split_first() else {
            continue;
        };
        let mut before = first;
        for again in rest {
            // `tool a, a` is one item, and told below.
            if again != before && again.file(db) == file {
                told.push(twice(db, *again, *first, declared.kind, &declared.name));
            }
            before = again;
        }
    }
    policies(db, package, file, told);
    units_and_types(db, package, file, told);
    within_tools(db, file, told);
    context_fields(db, package, file, told);
}

/// The names that several items declare. Titles are not names, what the host supplies may be declared in parts, and a
/// package has one policy, whatever it is called.
#[salsa::tracked]
fn all<'db>(db: &'db dyn Db, package: Package) -> Vec<Declared<'db>> {
    let names = scope::scope(db, package).names.iter();
    let twice = names.filter(|declared| {
        declared.items.len() > 1
            && !matches!(declared.kind, Kind::Test | Kind::Context | Kind::Policy)
    });
    twice.cloned().collect()
}

fn twice<'db>(
    db: &'db dyn Db,
    again: Item<'db>,
    first: Item<'db>,
    kind: Kind,
    name: &str,
) -> Told<'db> {
    let what = match kind {
        Kind::ClassGate => format!("the gate of the class `{name}` is given"),
        _ => format!("the {} `{name}` is declared", kind.word()),
    };
    let span = name_span(again.tree(db), name);
    let finding = Finding::from(codes::declared_twice(span, what));
    Told {
        item: again,
        finding,
        others: vec![Other {
            item: first,
            name: name.into(),
            text: "first here".to_owned(),
        }],
    }
}

/// A package has one policy. Those of its dependencies are theirs.
fn policies<'db>(db: &'db dyn Db, package: Package, file: SourceFile, told: &mut Vec<Told<'db>>) {
    let Some((first, rest)) = all_policies(db, package).split_first() else {
        return;
    };
    for item in rest.iter().filter(|item| item.file(db) == file) {
        let ItemKind::Policy(policy) = &item.tree(db).kind else {
            continue;
        };
        let finding = codes::declared_twice(policy.name.span, "the policy is named");
        let finding = finding.help("a package has one `policy` line: keep one of them");
        told.push(Told {
            item: *item,
            finding: Finding::from(finding),
            others: vec![Other {
                item: *first,
                name: SmolStr::default(),
                text: "first here".to_owned(),
            }],
        });
    }
}

#[salsa::tracked]
fn all_policies<'db>(db: &'db dyn Db, package: Package) -> Vec<Item<'db>> {
    scope::items_of(db, package, Kind::Policy)
}

/// Both are written where a type is asked for.
fn units_and_types<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    let scope = scope::scope(db, package);
    for declared in scope.of_kind(Kind::Type) {
        let unit = scope.meant(Kind::Unit, &declared.name);
        let mut again = declared.items.iter().take(1);
        if let (Meant::One(first), Some(again)) = (unit, again.find(|item| item.file(db) == file)) {
            let what = format!(
                "the name `{}` is given to a unit and to a type,",
                declared.name
            );
            let span = name_span(again.tree(db), &declared.name);
            let finding = codes::declared_twice(span, what);
            told.push(Told {
                item: *again,
                finding: Finding::from(finding.help("choose another name for one of them")),
                others: vec![Other {
                    item: first,
                    name: declared.name.clone(),
                    text: "the unit".to_owned(),
                }],
            });
        }
    }
}

/// `tool a, a { … }`
fn within_tools<'db>(db: &'db dyn Db, file: SourceFile, told: &mut Vec<Told<'db>>) {
    for (item, tool) in tools_in(db, file) {
        if tool.names.len() < 2 {
            continue;
        }
        let mut seen: BTreeMap<SmolStr, &ast::Path> = BTreeMap::new();
        for path in &tool.names {
            let name = glob::pattern(path);
            if let Some(first) = seen.get(&name) {
                let what = format!("the tool `{name}` is declared");
                let finding = codes::declared_twice(path.span, what);
                told.push(Told {
                    item,
                    finding: Finding::from(here(finding, first.span, "first here")),
                    others: Vec::new(),
                });
            } else {
                seen.insert(name, path);
            }
        }
    }
}

/// One field in two `context { … }`; twice in one of them is told there.
fn context_fields<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    let mut seen: BTreeMap<SmolStr, Item<'db>> = BTreeMap::new();
    for &item in scope::context_items(db, package) {
        let ItemKind::Context(context) = &item.tree(db).kind else {
            continue;
        };
        for entry in &context.fields.entries {
            let name = &entry.name;
            match seen.get(&name.text) {
                Some(first) if *first != item && item.file(db) == file => {
                    let what = format!("`context.{}` is declared", name.text);
                    told.push(Told {
                        item,
                        finding: Finding::from(codes::declared_twice(name.span, what)),
                        others: vec![Other {
                            item: *first,
                            name: name.text.clone(),
                            text: "first here".to_owned(),
                        }],
                    });
                }
                Some(_) => {}
                None => {
                    seen.insert(name.text.clone(), item);
                }
            }
        }
    }
}
