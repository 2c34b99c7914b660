//! W1007: a tool that no agent may call.
//!
//! Tools that only recoveries call are meant to be out of reach, and so may be those that contracts, dry runs and
//! assumptions read with: nobody asks an agent for these calls. An alternative (`instead`) and a saga's step are calls of
//! an agent, so naming a tool there does not count.

use super::items_in;
use crate::check::tool::signature::declared_in;
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::glob;
use crate::package::Told;
use crate::package::reach::agents;
use crate::scope::{self, ToolsMeant};
use rev_diagnostics::codes;
use rev_syntax::ast::{AssumptionField, ItemKind, ReversalField, ToolBlock, ToolField};
use smol_str::SmolStr;
use std::collections::BTreeSet;

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    let agents = agents(db, package);
    // Where no agent is declared, that is what is still to come.
    if agents.is_empty() || !is_settled(db, package) {
        return;
    }
    let called = called(db, package);
    for (item, declared) in &declared_in(db, package, file).tools {
        let signature = &declared.signature;
        if signature.is_recovery_tool() || !signature.is_settled() {
            continue;
        }
        let classes = signature.variants.iter().map(|variant| variant.class);
        let Some(least) = classes.min() else { continue };
        let ItemKind::Tool(tool) = &item.tree(db).kind else {
            continue;
        };
        for path in &tool.names {
            let name = glob::pattern(path);
            // A glob that declares tools may be reached by a name, too.
            let is_called = match glob::is_glob(&name) {
                false => called.contains(&name),
                true => called.iter().any(|other| glob::matches(&name, other)),
            };
            let mut agents = agents.iter();
            if is_called || agents.any(|agent| agent.may_call_name(&name, least)) {
                continue;
            }
            told.push(Told {
                item: *item,
                finding: Finding::from(codes::unreachable_tool(path.span, name)),
                others: Vec::new(),
            });
        }
    }
}

/// Whether every agent says what it may call, and each name there means something. Where one does not, it is told, and
/// any tool may have been meant.
#[salsa::tracked(returns(copy))]
fn is_settled(db: &dyn Db, package: Package) -> bool {
    let scope = scope::scope(db, package);
    agents(db, package).iter().all(|agent| {
        let means = |may: &SmolStr| match glob::is_glob(may) {
            true => scope::some_tool_matches(db, package, may),
            false => scope.tools_meant(may) != ToolsMeant::Nothing,
        };
        !agent.may.is_empty() && agent.may.iter().all(means)
    })
}

/// What is called for an agent, without its asking.
#[salsa::tracked]
fn called(db: &dyn Db, package: Package) -> BTreeSet<SmolStr> {
    let files = package.files(db).iter().chain(package.foreign(db));
    files
        .flat_map(|&file| called_in(db, file))
        .cloned()
        .collect()
}

#[salsa::tracked]
fn called_in(db: &dyn Db, file: SourceFile) -> BTreeSet<SmolStr> {
    let mut called = BTreeSet::new();
    for item in items_in(db, file) {
        match &item.tree(db).kind {
            ItemKind::Tool(tool) => by_tool(&tool.body, &mut called),
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
    called
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
