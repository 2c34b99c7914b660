//! W1007: a tool that no agent may call.
//!
//! Tools that only recoveries call are meant to be out of reach, and so may be those that contracts, dry runs and
//! assumptions read with: nobody asks an agent for these calls. An alternative (`instead`) and a saga's step are calls of
//! an agent, so naming a tool there does not count.

use super::own_items;
use crate::check::tool::signature::signature;
use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::glob;
use crate::item::{Item, Kind};
use crate::package::Told;
use crate::scope;
use rev_diagnostics::codes;
use rev_syntax::ast::{AgentField, AssumptionField, ItemKind, ReversalField, ToolBlock, ToolField};
use smol_str::SmolStr;
use std::collections::BTreeSet;

pub(super) fn check<'db>(db: &'db dyn Db, package: Package, told: &mut Vec<Told<'db>>) {
    let mut globs = BTreeSet::new();
    let mut called = BTreeSet::new();
    for &item in &scope::scope(db, package).items {
        reached(db, item, &mut globs);
        called_by_contracts(db, item, &mut called);
    }
    let stars: Vec<SmolStr> = globs
        .iter()
        .filter(|may| glob::is_glob(may))
        .cloned()
        .collect();
    let mut all = globs;
    all.extend(called);
    let exact = |name: &SmolStr| all.contains(name);
    for item in own_items(db, package) {
        let ItemKind::Tool(tool) = &item.tree(db).kind else {
            continue;
        };
        if !tool.undoes.is_empty() || signature(db, package, item).broken {
            continue;
        }
        for path in &tool.names {
            let name = glob::pattern(path);
            // A glob that declares tools may be reached by a name, too.
            let through_glob =
                glob::is_glob(&name) && all.iter().any(|other| glob::matches(&name, other));
            if exact(&name) || through_glob || stars.iter().any(|may| glob::overlap(may, &name)) {
                continue;
            }
            told.push(Told {
                item,
                finding: Finding::from(codes::unreachable_tool(path.span, name)),
                others: Vec::new(),
            });
        }
    }
}

/// What an agent may call.
fn reached(db: &dyn Db, item: Item<'_>, globs: &mut BTreeSet<SmolStr>) {
    if item.key(db).kind != Kind::Agent {
        return;
    }
    if let ItemKind::Agent(agent) = &item.tree(db).kind {
        for field in &agent.body.fields {
            if let AgentField::May(may) = &field.kind {
                globs.extend(may.iter().map(glob::pattern));
            }
        }
    }
}

/// What is called for an agent, without its asking.
fn called_by_contracts(db: &dyn Db, item: Item<'_>, called: &mut BTreeSet<SmolStr>) {
    match &item.tree(db).kind {
        ItemKind::Tool(tool) => by_tool(&tool.body, called),
        ItemKind::Assumption(assumption) => {
            for field in &assumption.body.fields {
                if let AssumptionField::CheckedBy { call, .. } = &field.kind {
                    called.insert(glob::pattern(&call.target));
                }
            }
        }
        _ => {}
    }
}

fn by_tool(block: &ToolBlock, called: &mut BTreeSet<SmolStr>) {
    for field in &block.fields {
        match &field.kind {
            ToolField::DryRun(call) => {
                called.insert(glob::pattern(&call.target));
            }
            ToolField::Case { body, .. } | ToolField::Otherwise(body) => by_tool(body, called),
            ToolField::Reversal { body, .. } => {
                for field in &body.fields {
                    match &field.kind {
                        ReversalField::By(calls) => {
                            called.extend(calls.iter().map(|call| glob::pattern(&call.target)));
                        }
                        ReversalField::Verify { call, .. }
                        | ReversalField::Capture(call)
                        | ReversalField::Cancel(call) => {
                            called.insert(glob::pattern(&call.target));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}
