//! A tool: what it does, its class and gate, the way back and the blast radius; case by case.

use crate::small::head;
use crate::words;
use rev_analysis::hir::{Approval, Blast, DryRun, Reversal, ReversalKind, Variant, Window};
use rev_analysis::{Checked, Db, Item, Package, check_item, facts};
use rev_diagnostics::Span;

/// Every declaration that a name means: its own, or each glob that matches.
pub fn about(db: &dyn Db, package: Package, name: &str) -> Option<String> {
    let items = facts::tools_named(db, package, name).iter();
    let texts: Vec<String> = items.filter_map(|item| one(db, package, *item)).collect();
    (!texts.is_empty()).then(|| texts.join("\n---\n\n"))
}

fn one<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Option<String> {
    let Some(Checked::Tool(tool)) = &check_item(db, package, item).hir else {
        return None;
    };
    let mut text = head(db, item);
    if !tool.signature.undoes.is_empty() {
        let undone = words::names(&tool.signature.undoes);
        text.push_str(&format!("\n\nundoes {undone}; no agent may call it"));
    }
    text.push('\n');
    for variant in &tool.variants {
        if tool.variants.len() > 1 {
            let when = variant.when.as_ref();
            let when = when.and_then(|when| written(db, item, when.span));
            match when {
                Some(when) => text.push_str(&format!("\ncase `{when}`:\n")),
                None => text.push_str("\notherwise:\n"),
            }
        }
        text.push_str(&facts_of(db, package, variant));
    }
    Some(text)
}

fn facts_of(db: &dyn Db, package: Package, variant: &Variant) -> String {
    let mut lines = Vec::new();
    let outbound = if variant.outbound { ", outbound" } else { "" };
    lines.push(format!(
        "effect: {}{outbound}",
        words::effect(variant.effect)
    ));
    lines.push(format!("class: `{}`", variant.class.word()));
    let always = variant.gates.iter().filter(|line| line.when.is_none());
    let class_gate = facts::class_gate(db, package, variant.class);
    let mut gate = always.fold(class_gate, |gate, line| gate.join(line.gate));
    gate.deny |= variant.deny.is_some();
    // Where there is no dry run, two approvers take its place.
    if gate.dry_run && matches!(variant.dry_run, Some(DryRun::None(_))) {
        gate.dry_run = false;
        gate.approvers = gate.approvers.max(2);
    }
    lines.push(format!("gate: {}", words::gate(gate)));
    if let Some(contract) = &variant.reversal {
        lines.push(format!("reversal: {}", reversal(contract)));
    }
    if let Some(bounds) = &variant.blast {
        lines.push(format!("blast: {}", blast(db, package, bounds)));
    }
    if !variant.yields.is_empty() {
        lines.push(format!("yields: {}", words::names(&variant.yields)));
    }
    format!("\n- {}\n", lines.join("\n- "))
}

fn reversal(contract: &Reversal) -> String {
    let mut parts = vec![words::reversal(contract.kind).to_owned()];
    if !contract.by.is_empty() {
        let steps = contract.by.iter().map(|call| format!("`{}`", call.target));
        parts.push(format!("by {}", steps.collect::<Vec<_>>().join(" then ")));
    }
    match contract.within {
        Window::For(time) => parts.push(format!("within {}", words::duration(time))),
        Window::Forever if contract.kind != ReversalKind::Irreversible => {
            parts.push("at any time".to_owned());
        }
        Window::Forever => {}
    }
    if let Some(time) = contract.hold {
        parts.push(format!("held for {}", words::duration(time)));
    }
    if let Some(call) = &contract.cancel {
        parts.push(format!("cancelled by `{}`", call.target));
    }
    if contract.human {
        parts.push("a person decides".to_owned());
    }
    match contract.approval {
        Some(Approval::Auto) => parts.push("nobody is asked".to_owned()),
        Some(Approval::Human) => parts.push("a person is asked".to_owned()),
        Some(Approval::DualControl) => parts.push("two people are asked".to_owned()),
        None => {}
    }
    if !contract.assumes.is_empty() {
        let names = contract.assumes.iter().map(|call| &call.target);
        parts.push(format!("as long as {} holds", words::names(names)));
    }
    parts.join(", ")
}

fn blast(db: &dyn Db, package: Package, blast: &Blast) -> String {
    let mut parts = Vec::new();
    let or_deny = |deny: bool| if deny { " or deny" } else { "" };
    if let Some(calls) = blast.calls {
        let word = if calls.value == 1 { "call" } else { "calls" };
        let deny = or_deny(calls.or_deny);
        parts.push(format!("{} {word}{deny}", calls.value));
    }
    for (dimension, bound) in &blast.dimensions {
        let amount = facts::amount(db, package, dimension, bound.value);
        let amount = amount.unwrap_or_default();
        parts.push(format!("{dimension} {amount}{}", or_deny(bound.or_deny)));
    }
    if let Some(subjects) = blast.subjects {
        let deny = or_deny(subjects.or_deny);
        parts.push(format!("{} subjects{deny}", subjects.value));
    }
    if let Some(scope) = blast.scope {
        let word = words::scope(scope.value);
        parts.push(format!("scope {word}{}", or_deny(scope.or_deny)));
    }
    format!("{} in one run", parts.join(", "))
}

/// What stands at a place of an item.
fn written<'db>(db: &'db dyn Db, item: Item<'db>, span: Span) -> Option<&'db str> {
    let text = item.file(db).text(db);
    let span = span.shifted(item.start(db));
    text.get(span.start as usize..span.end as usize)
}
