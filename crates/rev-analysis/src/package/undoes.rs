//! Recovery tools that no contract calls.

use super::callers::{Caller, callers, callers_of};
use super::{Other, Told, tools_in};
use crate::check::tool::facts;
use crate::check::tool::signature::signature;
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::glob;
use crate::hir::{Effect, ReversalKind};
use crate::item::{Item, Kind, name_span};
use crate::scope::{self, Meant, Scope, ToolsMeant};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::ItemKind;
use smol_str::SmolStr;
use std::collections::{BTreeSet, HashSet};

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    let scope = scope::scope(db, package);
    let all = callers(db, package);
    for (item, tool) in tools_in(db, file) {
        if tool.undoes.is_empty() {
            continue;
        }
        let mut mine: Vec<&Caller<'db>> = Vec::new();
        for name in &item.key(db).names {
            match glob::is_glob(name) {
                false => mine.extend(callers_of(all, name)),
                // Only what has no declaration of its own.
                true => mine.extend(all.iter().filter(|caller| {
                    let meant = || scope.tools_meant(&caller.name);
                    glob::matches(name, &caller.name)
                        && matches!(meant(), ToolsMeant::Some(items) if items.contains(&item))
                })),
            }
        }
        check_tool(db, package, item, &mine, told);
    }
}

fn check_tool<'db>(
    db: &'db dyn Db,
    package: Package,
    item: Item<'db>,
    callers: &[&Caller<'db>],
    told: &mut Vec<Told<'db>>,
) {
    let signature = signature(db, package, item);
    let twice = |name: &SmolStr| scope::find(db, package, Kind::Tool, name) == Meant::Twice;
    if !signature.is_recovery_tool() || signature.names.iter().any(twice) {
        return;
    }
    let scope = scope::scope(db, package);
    let undone: Vec<(&SmolStr, Vec<Item<'db>>)> = signature
        .undoes
        .iter()
        .map(|name| (name, meant(scope, name)))
        .collect();
    // A tool that is not there, or whose contract is not complete, is told; this call may be what it lacks.
    let waits = |items: &[Item<'db>]| {
        items.is_empty() || items.iter().any(|it| lacks_a_call(db, package, *it))
    };
    if undone.iter().any(|(_, items)| waits(items)) {
        return;
    }
    let called: BTreeSet<&SmolStr> = callers.iter().map(|caller| &caller.name).collect();
    let unnamed = signature
        .names
        .iter()
        .filter(|name| match glob::is_glob(name) {
            true => !called.iter().any(|called| glob::matches(name, called)),
            false => !called.contains(name),
        });
    // Where nobody calls any of its names, that is one mistake.
    for name in unnamed.take(if callers.is_empty() { 1 } else { usize::MAX }) {
        told.push(unreached(db, item, name, &undone));
    }
    // A contract that calls it and may not is told there; that is where the list of names is to be mended.
    let owners: HashSet<Item<'db>> = callers.iter().map(|caller| caller.owner).collect();
    let listed: HashSet<Item<'db>> = undone
        .iter()
        .flat_map(|(_, items)| items)
        .copied()
        .collect();
    if owners.is_empty() || !owners.is_subset(&listed) {
        return;
    }
    for (name, items) in &undone {
        if !items.iter().any(|item| owners.contains(item)) {
            told.push(idle(db, item, name, items));
        }
    }
}

/// Nobody can ever call it.
fn unreached<'db>(
    db: &'db dyn Db,
    item: Item<'db>,
    name: &SmolStr,
    undone: &[(&SmolStr, Vec<Item<'db>>)],
) -> Told<'db> {
    let whose: Vec<String> = undone.iter().map(|(name, _)| format!("`{name}`")).collect();
    let what = format!("no contract calls `{name}`, so nobody ever can");
    let help = format!(
        "call it with `by` or `cancel` in the contract of {}, or remove it",
        whose.join(" or ")
    );
    let diagnostic = codes::unreached_undoes(name_span(item.tree(db), name), what)
        .label("in nobody's reach")
        .help(help);
    let others = undone.iter().map(|(name, items)| others(name, items));
    Told {
        item,
        finding: Finding::from(diagnostic),
        others: others.flatten().collect(),
    }
}

/// It says that it undoes a tool whose contract does not call it.
fn idle<'db>(db: &'db dyn Db, item: Item<'db>, undone: &SmolStr, items: &[Item<'db>]) -> Told<'db> {
    let tree = item.tree(db);
    let at = match &tree.kind {
        ItemKind::Tool(tool) => tool
            .undoes
            .iter()
            .find(|path| glob::pattern(path) == *undone)
            .map(|path| path.span),
        _ => None,
    };
    let at: Span = at.unwrap_or(tree.word);
    let name = item.key(db).names.first().cloned().unwrap_or_default();
    let what = format!("the contract of `{undone}` does not call `{name}`");
    let diagnostic = codes::unreached_undoes(at, what)
        .label("never undone by this")
        .help("call it with `by` or `cancel` there, or remove the name here");
    Told {
        item,
        finding: Finding::from(diagnostic),
        others: others(undone, items),
    }
}

fn others<'db>(name: &SmolStr, items: &[Item<'db>]) -> Vec<Other<'db>> {
    let other = |item: &Item<'db>| Other {
        item: *item,
        name: name.clone(),
        text: "its contract does not call it".to_owned(),
    };
    items.iter().map(other).collect()
}

/// The items that declare a tool of this name.
fn meant<'db>(scope: &Scope<'db>, name: &str) -> Vec<Item<'db>> {
    match scope.tools_meant(name) {
        ToolsMeant::Some(items) => items,
        ToolsMeant::Twice | ToolsMeant::Nothing => Vec::new(),
    }
}

/// Whether a tool has no contract, or one without a call that it needs. Both are told at the tool.
fn lacks_a_call<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> bool {
    let ItemKind::Tool(tool) = &item.tree(db).kind else {
        return true;
    };
    let scope = scope::scope(db, package);
    facts::cases(tool).iter().any(|facts| {
        let reads = facts.effect_or_worst() == Effect::None || !tool.undoes.is_empty();
        match facts.contract() {
            _ if facts.broken => true,
            None => !reads,
            Some(contract) => {
                let (hold, cancel) = (contract.hold().is_some(), contract.cancel().is_some());
                let held = hold || contract.human();
                let recovers = match contract.kind.value {
                    ReversalKind::Irreversible => held,
                    _ => !contract.by().is_empty(),
                };
                // A name that means nothing may be a misspelling of the one in question.
                let mut calls = contract.by().iter().chain(contract.cancel());
                let astray =
                    calls.any(|call| meant(scope, &glob::pattern(&call.target)).is_empty());
                contract.body.broken || hold != cancel || !recovers || astray
            }
        }
    })
}
