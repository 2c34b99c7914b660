//! Whether the way back can work: what takes a call back changes something, and is not always denied.

use super::super::This;
use super::super::facts::{self, Contract};
use super::super::signature::signature;
use super::approval::signatures;
use crate::check::Cx;
use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::gates::{self, Named};
use crate::glob;
use crate::hir::{Call, Class, DryRunKind, Effect, Gate, Reversal, ReversalKind, Signature};
use crate::item::{Item, Kind};
use crate::package::uses::reads_only;
use rev_diagnostics::{Diagnostic, Span, codes};
use rev_syntax::ast::{self, ItemKind, ReversalField, ToolField};

pub(super) fn check(cx: &mut Cx<'_>, this: This<'_>, contract: Contract<'_>, reversal: &Reversal) {
    let name = this.name();
    if let (Some(written), Some(call)) = (contract.cancel(), &reversal.cancel)
        && let Some(why) = cannot(cx, written, call)
    {
        let at = written.target.span;
        let finding = codes::hold_without_cancel(at, &name, "hold", "cancel");
        let message = format!("{}, so it cannot cancel `{name}`", why.what);
        let finding = say(finding, message, why.label, why.mend);
        cx.push(Finding::from(finding).related(Kind::Tool, &call.target, why.related));
    }
    if reversal.kind == ReversalKind::Irreversible {
        return;
    }
    takes_back(cx, &name, contract, reversal);
    looks(cx, &name, contract);
    let line = contract.first(|field| match field {
        ReversalField::Policy(name) => Some(name),
        _ => None,
    });
    if let (Some(written), Some((_, gate))) = (line, &reversal.policy) {
        policy(cx, &name, contract, written, *gate);
    }
}

/// What `until` asks for hangs on what was seen, or on what the recovery answered.
fn looks(cx: &mut Cx<'_>, name: &str, contract: Contract<'_>) {
    let until = contract.first(|field| match field {
        ReversalField::Verify { until, .. } => until.as_ref(),
        _ => None,
    });
    let Some(until) = until.filter(|until| reads_only(until, &["args", "result", "prior"])) else {
        return;
    };
    let finding = codes::contract_without_verify(until.span, name);
    let message = format!("this says nothing about whether `{name}` was taken back");
    let mend = "compare what `verify` returned: `until seen absent`, or `until seen.FIELD == …`";
    cx.push(say(
        finding,
        message,
        "it looks at nothing that was seen",
        mend,
    ));
}

/// Every step of a recovery can be made, and one of them changes something: a step that only reads may go with others.
fn takes_back(cx: &mut Cx<'_>, name: &str, contract: Contract<'_>, reversal: &Reversal) {
    let mut reading = None;
    let mut reads = 0;
    for written in contract.by() {
        let Some(call) = reversal.by.iter().find(|call| call.span == written.span) else {
            continue;
        };
        let Some(why) = cannot(cx, written, call) else {
            continue;
        };
        if !why.only_reads {
            takes_nothing_back(cx, name, written, call, why);
            return;
        }
        reads += 1;
        reading.get_or_insert((written, call, why));
    }
    if let Some((written, call, why)) = reading.filter(|_| reads == reversal.by.len()) {
        takes_nothing_back(cx, name, written, call, why);
    }
}

fn takes_nothing_back(cx: &mut Cx<'_>, name: &str, written: &ast::Call, call: &Call, why: Why) {
    let finding = codes::contract_without_by(written.target.span, name);
    let message = format!("{}, so it cannot take `{name}` back", why.what);
    let finding = say(finding, message, why.label, why.mend);
    cx.push(Finding::from(finding).related(Kind::Tool, &call.target, why.related));
}

/// Why a call takes nothing back.
struct Why {
    only_reads: bool,
    what: String,
    label: &'static str,
    mend: &'static str,
    related: &'static str,
}

fn cannot(cx: &mut Cx<'_>, written: &ast::Call, call: &Call) -> Option<Why> {
    let target = glob::pattern(&written.target);
    let all = signatures(cx, &target);
    // A recovery tool without an effect is told there.
    let told = |signature: &&Signature| {
        signature.broken || (signature.is_recovery_tool() && signature.only_reads())
    };
    if all.is_empty() || all.iter().any(told) {
        return None;
    }
    let items = cx.tools(&written.target);
    if items
        .iter()
        .all(|item| cx.only_reads(*item, call) == Some(true))
    {
        return Some(Why {
            only_reads: true,
            what: format!("`{target}` only reads here"),
            label: "changes nothing",
            mend: "call what takes it back; where there is no such tool, the effect is `irreversible`",
            related: "its effect is declared here",
        });
    }
    let mut items = items.into_iter();
    let denied = items.all(|item| is_denied(cx.db, cx.package, item));
    denied.then(|| Why {
        only_reads: false,
        what: format!("`{target}` is always denied"),
        label: "nobody can approve this",
        mend: "remove its `deny`, or call another tool",
        related: "it is denied here",
    })
}

/// Whether no call of a tool is ever let through, also not as a recovery. It is asked only about tools that take
/// something back, so that nobody else is checked again when one is denied.
#[salsa::tracked(returns(copy))]
fn is_denied<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> bool {
    let ItemKind::Tool(tool) = &item.tree(db).kind else {
        return false;
    };
    let denies = |field: &ToolField| match field {
        ToolField::Deny { .. } => true,
        ToolField::Gate {
            gate,
            condition: None,
            ..
        } => matches!(gates::named(db, package, &gate.text), Named::Gate(gate) if gate.deny),
        _ => false,
    };
    let cases = facts::cases(tool);
    let mut cases = cases.iter().zip(&signature(db, package, item).variants);
    cases.all(|(facts, variant)| {
        facts.has(denies) || gates::of_class(db, package, variant.class).deny
    })
}

/// What the `policy` asks of a recovery can be done.
fn policy(cx: &mut Cx<'_>, tool: &str, contract: Contract<'_>, written: &ast::Name, gate: Gate) {
    if gate.deny {
        let finding = codes::contract_without_by(written.span, tool);
        let message = format!(
            "`policy {}` denies every recovery, so nothing takes `{tool}` back",
            written.text
        );
        let mend = "name a gate that somebody can pass, such as `approval`";
        cx.push(say(finding, message, "nobody can approve this", mend));
    } else if gate.dry_run {
        dry_run(cx, contract, written.span);
    }
}

/// A dry run of a recovery that nothing says how to make. One that its class asks for, too, is told at the tool.
fn dry_run(cx: &mut Cx<'_>, contract: Contract<'_>, at: Span) {
    for call in contract.by() {
        let target = glob::pattern(&call.target);
        let lacks = |signature: &&Signature| {
            let mut variants = signature.variants.iter();
            !signature.broken
                && variants.any(|variant| {
                    let of_class = gates::of_class(cx.db, cx.package, variant.class);
                    let told = variant.class == Class::IrreversibleInternal || of_class.dry_run;
                    variant.effect != Effect::None
                        && variant.dry_run == DryRunKind::Missing
                        && !told
                })
        };
        if signatures(cx, &target).iter().any(lacks) {
            let finding = codes::dry_run_missing(at, &target);
            let finding = finding.label("this gate asks for a dry run");
            let related = "this takes it back, and has no `dry_run`";
            cx.push(Finding::from(finding).related(Kind::Tool, &target, related));
            return;
        }
    }
}

/// A finding in other words than those of its page.
fn say(mut finding: Diagnostic, message: String, label: &str, help: &str) -> Diagnostic {
    finding.message = message;
    finding.label(label).help(help)
}
