//! W1013: a contract that assumes something, and no test of what happens when that breaks.
//!
//! A test shows it when it calls the tool and has an event that breaks the assumption, whether it expects a recovery or
//! that a person takes over. An assumption that no event breaks is checked before the call, and there is nothing to
//! recover. Where an event is named that is not there, that is told, and this one may have been meant.

use super::items_in;
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::glob;
use crate::item::Kind;
use crate::package::Told;
use crate::scope::{self, Meant};
use rev_diagnostics::codes;
use rev_syntax::ast::{
    self, AssumptionField, Call, ExpectEvent, ItemKind, ReversalField, Step, ToolBlock, ToolField,
};
use smol_str::SmolStr;
use std::collections::BTreeSet;

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    let tested = tested(db, package);
    for item in items_in(db, file) {
        let ItemKind::Tool(tool) = &item.tree(db).kind else {
            continue;
        };
        let mut assumed: Vec<&Call> = Vec::new();
        assumptions(&tool.body, &mut assumed);
        assumed.sort_by_key(|call| call.span);
        let mut seen: BTreeSet<SmolStr> = BTreeSet::new();
        for call in assumed {
            let name = call.target.dotted();
            let events = breaking(db, package, &name);
            let shown = tool.names.iter().any(|path| {
                let tool = glob::pattern(path);
                let matched = |(called, event): &(SmolStr, SmolStr)| {
                    let meant = |event: &SmolStr| is_event(db, package, event);
                    glob::matches(&tool, called)
                        && (events.contains(event) || !meant(event) || !events.iter().all(meant))
                };
                tested.iter().any(matched)
            });
            // An event that is not there is told, and no test can have it.
            let known = events.iter().all(|event| is_event(db, package, event));
            if known && !events.is_empty() && !shown && seen.insert(name.clone()) {
                let first = tool.names.first().map(glob::pattern).unwrap_or_default();
                let finding = codes::untested_recovery(call.target.span, first, name);
                told.push(Told {
                    item,
                    finding: Finding::from(finding),
                    others: Vec::new(),
                });
            }
        }
    }
}

fn is_event(db: &dyn Db, package: Package, name: &str) -> bool {
    scope::find(db, package, Kind::Event, name) != Meant::Nothing
}

/// Every tool that a test calls, with every event after which the same test expects something to be done.
#[salsa::tracked]
fn tested(db: &dyn Db, package: Package) -> BTreeSet<(SmolStr, SmolStr)> {
    let files = package.files(db).iter().chain(package.foreign(db));
    files
        .flat_map(|&file| tested_in(db, file))
        .cloned()
        .collect()
}

#[salsa::tracked]
fn tested_in(db: &dyn Db, file: SourceFile) -> BTreeSet<(SmolStr, SmolStr)> {
    let mut pairs = BTreeSet::new();
    for item in items_in(db, file) {
        if item.key(db).kind != Kind::Test {
            continue;
        }
        let ItemKind::Test(test) = &item.tree(db).kind else {
            continue;
        };
        let mut called: BTreeSet<SmolStr> = BTreeSet::new();
        for step in &test.steps.fields {
            match &step.kind {
                Step::Call(step) => {
                    called.insert(glob::pattern(&step.call.target));
                }
                Step::Event {
                    event,
                    expect: ExpectEvent::Recover { .. } | ExpectEvent::Manual(_),
                    ..
                } => {
                    let event = event.target.dotted();
                    pairs.extend(called.iter().map(|tool| (tool.clone(), event.clone())));
                }
                _ => {}
            }
        }
    }
    pairs
}

fn assumptions<'a>(block: &'a ToolBlock, assumed: &mut Vec<&'a Call>) {
    for field in &block.fields {
        match &field.kind {
            ToolField::Case { body, .. } | ToolField::Otherwise(body) => assumptions(body, assumed),
            ToolField::Reversal { body, .. } => {
                for field in &body.fields {
                    if let ReversalField::Assumes(calls) = &field.kind {
                        assumed.extend(calls);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The events that break an assumption; none if it is not declared, which is told where it is named.
fn breaking(db: &dyn Db, package: Package, name: &str) -> BTreeSet<SmolStr> {
    let Meant::One(item) = scope::find(db, package, Kind::Assumption, name) else {
        return BTreeSet::new();
    };
    let fields: &[ast::Field<AssumptionField>] = match &item.tree(db).kind {
        ItemKind::Assumption(assumption) => &assumption.body.fields,
        _ => &[],
    };
    let events = fields.iter().filter_map(|field| match &field.kind {
        AssumptionField::BrokenBy { event, .. } => Some(event.dotted()),
        _ => None,
    });
    events.collect()
}
