//! Who lets a recovery go on: never fewer people than the calls it makes demand.

use super::super::This;
use super::super::facts::Contract;
use super::super::signature::signature;
use super::untrusted;
use crate::check::Cx;
use crate::check::cx::write_instead;
use crate::finding::{Finding, here};
use crate::gates;
use crate::glob;
use crate::hir::{Approval, Class, Reversal, Signature, Variant};
use crate::item::Kind;
use crate::scope::{self, ToolsMeant};
use rev_diagnostics::{Fix, Span, codes};
use rev_syntax::ast::{self, ReversalField};
use smol_str::SmolStr;

pub(super) fn check(
    cx: &mut Cx<'_>,
    this: This<'_>,
    contract: Contract<'_>,
    variant: &Variant,
    reversal: &Reversal,
) {
    if let Some(call) = contract.cancel() {
        belongs(cx, this, call);
        cancel(cx, call);
    }
    // An irreversible contract has no recovery, and is told about every line of one.
    if reversal.kind == ast::ReversalKind::Irreversible {
        return;
    }
    for call in contract.by() {
        belongs(cx, this, call);
    }
    match contract.approval() {
        Some(word) if word.value == Approval::Auto => {
            alone(cx, this, contract, variant, reversal, word.span);
        }
        Some(word) if word.value == Approval::DualControl => {
            dual_control(cx, contract, reversal, word.span);
        }
        _ => {}
    }
}

/// A tool that undoes others may be called only by their contracts.
fn belongs(cx: &mut Cx<'_>, this: This<'_>, call: &ast::Call) {
    let target = glob::pattern(&call.target);
    for signature in signatures(cx, &target) {
        let mut own = this.signature.names.iter();
        let Some(name) = own.find(|name| !undoes(signature, name)) else {
            continue;
        };
        let declared = |name: &SmolStr| {
            let meant = scope::find_tool(cx.db, cx.package, name);
            !matches!(meant, ToolsMeant::Nothing)
        };
        // A name that means nothing is told there, and was probably meant to be this one.
        if !signature.is_recovery_tool() || !signature.undoes.iter().all(declared) {
            continue;
        }
        let others = quoted(&signature.undoes);
        let what = format!("`{target}` undoes {others}, and this is the contract of `{name}`");
        let finding = codes::unreached_undoes(call.target.span, what)
            .label("may not be called from here")
            .help(format!(
                "add `{name}` to its `undoes`, or call another tool"
            ));
        cx.push(Finding::from(finding).related(Kind::Tool, &target, "declared here"));
    }
}

/// Whether a recovery tool says that it undoes the tool of this name. A glob is undone by what undoes a tool that it
/// declares.
fn undoes(signature: &Signature, name: &str) -> bool {
    let mut names = signature.undoes.iter();
    match glob::is_glob(name) {
        false => names.any(|undone| undone == name),
        true => names.any(|undone| glob::matches(name, undone)),
    }
}

/// A cancellation has no line that says who approves it, so it calls only what can be called without asking.
fn cancel(cx: &mut Cx<'_>, call: &ast::Call) {
    let target = glob::pattern(&call.target);
    let classes = signatures(cx, &target).into_iter().filter_map(known_class);
    let Some(class) = classes.max().filter(|class| *class > Class::Compensating) else {
        return;
    };
    let what = format!(
        "`cancel` calls `{target}`, whose class `{}` is above `compensating`",
        class.word()
    );
    let finding = codes::too_little_approval(call.target.span, what)
        .label("a cancellation asks nobody")
        .help("cancel through a tool whose effect is `internal` or `public` and that can itself be taken back, or only `undoes`");
    cx.push(Finding::from(finding).related(Kind::Tool, &target, "declared here"));
}

/// `approval auto`: nobody is asked, so nothing in the recovery may need a person.
fn alone(
    cx: &mut Cx<'_>,
    this: This<'_>,
    contract: Contract<'_>,
    variant: &Variant,
    reversal: &Reversal,
    at: Span,
) {
    let mend = Fix {
        // Another tool, or another value, may be what was meant.
        safe: false,
        ..write_instead(at, "human")
    };
    for call in contract.by() {
        let target = glob::pattern(&call.target);
        let classes = signatures(cx, &target).into_iter().filter_map(known_class);
        let demands = |class: &Class| gates::of_class(cx.db, cx.package, *class).needs_a_person();
        let Some(class) = classes.filter(demands).max() else {
            continue;
        };
        let what = format!(
            "`approval auto` calls `{target}`, whose class `{}` demands a person",
            class.word()
        );
        let finding = codes::too_little_approval(at, what)
            .label("nobody would be asked")
            .help("write `approval human`")
            .fix(mend);
        let finding = here(finding, call.target.span, "called here");
        cx.push(Finding::from(finding).related(Kind::Tool, &target, "declared here"));
        return;
    }
    if let Some(found) = untrusted::bound(cx, this, variant, reversal) {
        let what = format!(
            "`approval auto` would act on `{}`, which is `{}` and cannot be trusted",
            found.path, found.label
        );
        let finding = codes::too_little_approval(at, what)
            .label("nobody would be asked")
            .help("write `approval human`, or bind it from something that nobody else has written")
            .fix(mend);
        let finding = here(finding, found.span, "bound here");
        cx.push(Finding::from(finding).related(Kind::Label, &found.label, "declared here"));
    }
}

/// Two people, not one: the gate of the `policy` says so.
fn dual_control(cx: &mut Cx<'_>, contract: Contract<'_>, reversal: &Reversal, at: Span) {
    let line = contract.line(|field| matches!(field, ReversalField::Policy(_)));
    let finding = codes::dual_control_without_policy(at);
    match (line, &reversal.policy) {
        (None, _) if !contract.body.broken => {
            let mut fix = super::mend::line_in(contract.body, "policy two_person");
            // Two approvers are what was asked for, and no gate with fewer of anything else has them.
            fix.safe = true;
            cx.push(finding.fix(fix));
        }
        (Some(line), Some((name, gate))) if gate.approvers < 2 => {
            let finding = here(finding, line.span, "fewer than two approvers");
            let help = format!("write `policy two_person`, or give `{name}` `approvers 2`");
            cx.push(finding.help(help));
        }
        _ => {}
    }
}

/// What is known of the tools that a name means.
pub(super) fn signatures<'db>(cx: &Cx<'db>, name: &str) -> Vec<&'db Signature> {
    let items = match scope::find_tool(cx.db, cx.package, name) {
        ToolsMeant::Some(items) => items.as_slice(),
        ToolsMeant::Twice | ToolsMeant::Nothing => &[],
    };
    let all = items.iter();
    all.map(|item| signature(cx.db, cx.package, *item))
        .collect()
}

/// The riskiest class of a tool; `None` where something that it follows from is missing, which is told there.
fn known_class(signature: &Signature) -> Option<Class> {
    signature.is_settled().then(|| signature.class())
}

fn quoted(names: &[SmolStr]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
