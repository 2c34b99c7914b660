//! What others may know of a tool, from its own text alone.

use super::facts::{self, Facts};
use crate::check::Cx;
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::glob;
use crate::hir::{
    Class, ClassFacts, DryRunKind, Effect, Meaning, Record, ReversalKind, Signature, Type,
    VariantSignature, derive,
};
use crate::item::{Item, Kind, file_items};
use crate::package::uses::values;
use rev_syntax::ast::{self, BlastField, Call, ItemKind, ReversalField, ToolField, Within, Yields};
use smol_str::SmolStr;
use std::collections::HashMap;
use std::sync::Arc;

/// A tool's signature and what is wrong with the types in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) struct Declared {
    pub signature: Arc<Signature>,
    pub findings: Vec<Finding>,
}

/// The tools of a file, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct DeclaredIn<'db> {
    pub tools: Vec<(Item<'db>, Declared)>,
    /// Where each of them stands.
    places: HashMap<Item<'db>, usize>,
}

/// What the tools of a file declare. They are read together, so that to see that nothing has changed takes one look
/// at each file of a package, and not one at each of its tools.
#[salsa::tracked]
pub(crate) fn declared_in<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
) -> DeclaredIn<'db> {
    let mut all = DeclaredIn::default();
    for &item in &file_items(db, file).items {
        if item.key(db).kind != Kind::Tool {
            continue;
        }
        if let ItemKind::Tool(tool) = &item.tree(db).kind {
            let mut cx = Cx::new(db, package);
            let signature = Arc::new(declare(&mut cx, tool, item));
            let findings = cx.findings;
            all.places.insert(item, all.tools.len());
            all.tools.push((
                item,
                Declared {
                    signature,
                    findings,
                },
            ));
        }
    }
    all
}

/// A tool's signature, and what is wrong with it.
#[salsa::tracked]
pub(crate) fn declared<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Declared {
    let all = declared_in(db, package, item.file(db));
    let found = all.places.get(&item).and_then(|at| all.tools.get(*at));
    found.map_or_else(nothing, |(_, declared)| declared.clone())
}

fn nothing() -> Declared {
    let signature = Signature {
        names: Vec::new(),
        undoes: Vec::new(),
        args: Record::default(),
        result: None,
        variants: Vec::new(),
        broken: true,
    };
    Declared {
        signature: Arc::new(signature),
        findings: Vec::new(),
    }
}

/// What others may know of a tool. Findings have places, so they are kept apart from what others depend on.
pub fn signature<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> &'db Signature {
    signature_of(db, package, item)
}

#[salsa::tracked]
fn signature_of<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Arc<Signature> {
    let all = declared_in(db, package, item.file(db));
    let found = all.places.get(&item).and_then(|at| all.tools.get(*at));
    found.map_or_else(
        || nothing().signature,
        |(_, declared)| Arc::clone(&declared.signature),
    )
}

fn declare(cx: &mut Cx<'_>, tool: &ast::Tool, item: Item<'_>) -> Signature {
    let mut args = Record::default();
    let mut result = None;
    for field in &tool.body.fields {
        match &field.kind {
            ToolField::Args { open, fields } => {
                args = cx.record_type(fields);
                args.open = open.is_some();
            }
            ToolField::Result(ty) => result = Some(cx.ty(ty)),
            _ => {}
        }
    }
    // What could not be read may be the arguments.
    let written = |field: &ast::Field<ToolField>| matches!(field.kind, ToolField::Args { .. });
    args.broken |= tool.body.broken && !tool.body.fields.iter().any(written);
    if !args.broken && !tool.body.fields.iter().any(written) {
        args.broken = undeclared(cx, tool, item);
    }
    let undoes = tool.undoes.iter().map(glob::pattern).collect::<Vec<_>>();
    let cases = facts::cases(tool);
    let variants = cases
        .iter()
        .map(|facts| variant(facts, &args, !undoes.is_empty()))
        .collect();
    // Without an effect nothing is known of what a call does.
    let unknown = |facts: &Facts<'_>| facts.broken || facts.effect().is_none();
    Signature {
        names: item.key(cx.db).names.clone(),
        broken: cases.iter().any(unknown) || args.broken,
        undoes,
        args,
        result,
        variants,
    }
}

/// Whether a tool reads arguments and declares none. Which they were to be is not known: the first is told, and nobody is
/// told about the others.
fn undeclared(cx: &mut Cx<'_>, tool: &ast::Tool, item: Item<'_>) -> bool {
    let read = values(tool, "args");
    let Some(first) = read.first() else {
        return false;
    };
    let name = item.key(cx.db).names.first().cloned().unwrap_or_default();
    let owner = format!("`args` of `{name}`");
    cx.no_such_field(&Type::Record(Record::default()), first, &owner);
    true
}

/// The facts of a case that its class follows from.
pub(crate) fn class_facts(facts: &Facts<'_>, undoes: bool) -> ClassFacts {
    let contract = facts.contract();
    ClassFacts {
        effect: facts.effect_or_worst(),
        reversal: contract.map(|contract| contract.kind.value),
        bounded: contract
            .is_some_and(|contract| matches!(contract.within(), Some(Within::Duration(_)))),
        held: contract
            .is_some_and(|contract| contract.hold().is_some() && contract.cancel().is_some()),
        human: contract.is_some_and(|contract| contract.human()),
        undoes,
    }
}

/// Whether the facts that a class follows from are all there and agree.
fn is_settled(facts: &Facts<'_>, undoes: bool) -> bool {
    if facts.broken {
        return false;
    }
    let Some(effect) = facts.effect() else {
        return false;
    };
    if effect.value == Effect::None || undoes {
        return true;
    }
    let Some(contract) = facts.contract() else {
        return false;
    };
    let found = class_facts(facts, false);
    !contract.body.broken
        && match contract.kind.value {
            ReversalKind::Reversible => effect.value != Effect::Public,
            ReversalKind::Compensable => true,
            ReversalKind::Irreversible => found.held || found.human,
        }
}

fn variant(facts: &Facts<'_>, args: &Record, undoes: bool) -> VariantSignature {
    let contract = facts.contract();
    let effect = facts.effect_or_worst();
    let class_facts = class_facts(facts, undoes);
    let derived = derive(class_facts);
    // A class that is asserted too low is told, and does not count.
    let asserted = facts.class().and_then(|name| Class::from_word(&name.text));
    let mut calls = Vec::new();
    let mut recovers_by = Vec::new();
    let mut assumes = Vec::new();
    let name = |call: &Call| glob::pattern(&call.target);
    for field in facts.fields.iter().map(|field| &field.kind) {
        match field {
            ToolField::DryRun(call) => calls.push(name(call)),
            ToolField::Instead(tools) => calls.extend(tools.iter().map(glob::pattern)),
            _ => {}
        }
    }
    for field in contract.iter().flat_map(|contract| &contract.body.fields) {
        match &field.kind {
            ReversalField::By(steps) => recovers_by.extend(steps.iter().map(name)),
            ReversalField::Cancel(call) => recovers_by.push(name(call)),
            ReversalField::Verify { call, .. } | ReversalField::Capture(call) => {
                calls.push(name(call))
            }
            ReversalField::Assumes(all) => assumes.extend(all.iter().map(name)),
            _ => {}
        }
    }
    VariantSignature {
        effect,
        class: asserted.map_or(derived, |class| class.max(derived)),
        settled: is_settled(facts, undoes),
        reversal: class_facts.reversal,
        outbound: is_outbound(facts, args, effect),
        yields: labels(facts, |field| match field {
            ToolField::Yields(Yields::Labels(names)) => Some(names),
            _ => None,
        }),
        trusted: facts.has(|field| matches!(field, ToolField::Trusted)),
        clears: labels(facts, |field| match field {
            ToolField::Clears(names) => Some(names),
            _ => None,
        }),
        has_subject: facts.subject().is_some(),
        dry_run: dry_run(facts),
        spends: names(facts.fields.iter().filter_map(|field| match &field.kind {
            ToolField::Spends { dimension, .. } => Some(dimension.text.clone()),
            _ => None,
        })),
        bounds: names(
            facts
                .blast()
                .iter()
                .flat_map(|(_, body)| &body.fields)
                .filter_map(|field| match &field.kind {
                    BlastField::Dimension { dimension, .. } => Some(dimension.text.clone()),
                    _ => None,
                }),
        ),
        recovers_by: names(recovers_by.into_iter()),
        calls: names(calls.into_iter()),
        assumes: names(assumes.into_iter()),
        approval: contract
            .and_then(|contract| contract.approval())
            .map(|word| word.value),
    }
}

/// A call is outbound if its effect is public, if it takes an address, or if it says so; unless `contained`.
fn is_outbound(facts: &Facts<'_>, args: &Record, effect: Effect) -> bool {
    let contained = facts.has(|field| matches!(field, ToolField::Contained { .. }));
    !contained && could_leave(facts, args, effect)
}

/// Whether a call is outbound, but for `contained`.
pub(super) fn could_leave(facts: &Facts<'_>, args: &Record, effect: Effect) -> bool {
    facts.has(|field| matches!(field, ToolField::Outbound))
        || effect == Effect::Public
        || args.fields.iter().any(|field| has_address(&field.ty))
}

/// Whether values of this type hold an address that data could go to.
pub(crate) fn has_address(ty: &Type) -> bool {
    match ty {
        Type::Meaning(Meaning::Url | Meaning::Host | Meaning::Email) => true,
        Type::Like(inner, _) | Type::Optional(inner) | Type::List(inner) | Type::Map(inner) => {
            has_address(inner)
        }
        Type::Record(record) => record.fields.iter().any(|field| has_address(&field.ty)),
        _ => false,
    }
}

fn dry_run(facts: &Facts<'_>) -> DryRunKind {
    facts
        .first(|field| match field {
            ToolField::DryRun(_) => Some(DryRunKind::Call),
            ToolField::DryRunNone { .. } => Some(DryRunKind::None),
            _ => None,
        })
        .unwrap_or(DryRunKind::Missing)
}

fn labels<'a>(
    facts: &Facts<'a>,
    pick: impl Fn(&'a ToolField) -> Option<&'a Vec<ast::Name>>,
) -> Vec<SmolStr> {
    let fields = facts.fields.iter().filter_map(|field| pick(&field.kind));
    names(fields.flatten().map(|name| name.text.clone()))
}

fn names(names: impl Iterator<Item = SmolStr>) -> Vec<SmolStr> {
    let mut names: Vec<SmolStr> = names.collect();
    names.sort();
    names.dedup();
    names
}
