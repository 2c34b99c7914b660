//! One item of any kind: its checked form and its findings.

use super::cx::MOST_FINDINGS;
use super::{Cx, agent, assumption, boundary, budget, invariant, rule, saga, script, small, tool};
use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::hir;
use crate::item::Item;
use rev_diagnostics::codes;
use rev_syntax::ast::ItemKind;
use std::collections::HashSet;

/// An item's checked form, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckedItem {
    /// `None` where too little could be made of it.
    pub hir: Option<Checked>,
    pub findings: Vec<Finding>,
}

/// The checked form of an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Checked {
    Policy(hir::Policy),
    Unit(hir::Unit),
    Dimension(hir::Dimension),
    Label(hir::Label),
    Type(hir::TypeAlias),
    Event(hir::Event),
    Assumption(hir::Assumption),
    Tool(hir::Tool),
    Gate(hir::GateItem),
    ClassGate(hir::ClassGate),
    Rule(hir::Rule),
    Boundary(hir::Boundary),
    Budget(hir::Budget),
    Agent(hir::Agent),
    Saga(hir::Saga),
    Invariant(hir::Invariant),
    Context(hir::Record),
    Test(hir::Test),
}

/// Checks one item.
#[salsa::tracked]
pub fn check_item<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> CheckedItem {
    db.checking(item);
    let mut cx = Cx::new(db, package);
    let hir = checked(&mut cx, item);
    // What stands at a tool is looked at once for each of its cases.
    let mut seen: HashSet<&Finding> = HashSet::with_capacity(cx.findings.len());
    let mut findings: Vec<Finding> = cx
        .findings
        .iter()
        .filter(|finding| seen.insert(finding))
        .cloned()
        .collect();
    if cx.left_out {
        let what = format!("more than {MOST_FINDINGS} mistakes in this item: the rest is not told");
        findings.push(codes::syntax(item.tree(db).word, what).into());
    }
    CheckedItem { hir, findings }
}

fn checked<'db>(cx: &mut Cx<'db>, item: Item<'db>) -> Option<Checked> {
    let tree = item.tree(cx.db);
    Some(match &tree.kind {
        ItemKind::Policy(it) => Checked::Policy(hir::Policy {
            name: it.name.text.clone(),
            version: it.version.value.clone(),
        }),
        ItemKind::Unit(it) => Checked::Unit(small::unit(cx, it)?),
        ItemKind::Dimension(it) => Checked::Dimension(small::dimension(cx, it)?),
        ItemKind::Label(it) => Checked::Label(small::label(cx, it)?),
        ItemKind::Type(it) => Checked::Type(small::type_alias(cx, item, it)?),
        ItemKind::Event(it) => Checked::Event(small::event(cx, it)?),
        ItemKind::Assumption(it) => Checked::Assumption(assumption::check(cx, tree, it)?),
        ItemKind::Tool(it) => Checked::Tool(tool::check(cx, item, tree, it)),
        ItemKind::Gate(it) => Checked::Gate(small::gate(cx, item, it)?),
        ItemKind::ClassGate(it) => Checked::ClassGate(small::class_gate(cx, it)?),
        ItemKind::Rule(it) => Checked::Rule(rule::check(cx, item, it)?),
        ItemKind::Boundary(it) => Checked::Boundary(boundary::check(cx, item, it)?),
        ItemKind::Budget(it) => Checked::Budget(budget::check(cx, tree, it)?),
        ItemKind::Agent(it) => Checked::Agent(agent::check(cx, tree, it)?),
        ItemKind::Saga(it) => Checked::Saga(saga::check(cx, tree, it)?),
        ItemKind::Invariant(it) => Checked::Invariant(invariant::check(cx, item, it)?),
        ItemKind::Context(it) => Checked::Context(small::context(cx, it)?),
        ItemKind::Test(it) => Checked::Test(script::check(cx, it)?),
    })
}
