//! Which lines a contract has: those that its class needs, those that it cannot have, and those that go together.

use super::super::This;
use super::super::facts::{Contract, Facts};
use super::{mend, stands_in};
use crate::check::Cx;
use crate::finding::here;
use crate::hir::{Effect, ReversalKind};
use crate::number;
use rev_diagnostics::{Diagnostic, Fix, Span, codes};
use rev_syntax::ast::{Field, ReversalField, ToolField, Within};
use smol_str::SmolStr;

/// A hold that is shorter is over before anybody has looked.
const SHORTEST_HOLD: u64 = 30_000;

pub(super) fn check(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>, contract: Contract<'_>) {
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    for field in &contract.body.fields {
        cx.once(&mut seen, word(&field.kind), field.word);
        if !is_for(contract.kind.value, &field.kind) {
            cx.push(cannot_have(contract.kind.value, field));
        }
    }
    let effect = facts.effect();
    if contract.kind.value == ReversalKind::Reversible
        && effect.is_some_and(|effect| effect.value == Effect::Public)
    {
        // What else the contract needs depends on what it becomes.
        public(cx, facts, contract);
    } else if !contract.body.broken {
        required(cx, this, contract);
    }
    held(cx, this, contract);
    expires(cx, this, contract);
}

/// The word of a line.
fn word(field: &ReversalField) -> &'static str {
    match field {
        ReversalField::By(_) => "by",
        ReversalField::Verify { .. } => "verify",
        ReversalField::Approval(_) => "approval",
        ReversalField::Within(_) => "within",
        ReversalField::Expires(_) => "expires",
        ReversalField::Capture(_) => "capture",
        ReversalField::Handle(_) => "handle",
        ReversalField::Policy(_) => "policy",
        ReversalField::Assumes(_) => "assumes",
        ReversalField::Hold(_) => "hold",
        ReversalField::Cancel(_) => "cancel",
        ReversalField::Human => "human",
    }
}

/// Whether a contract of this class can have a line.
fn is_for(kind: ReversalKind, field: &ReversalField) -> bool {
    match field {
        ReversalField::Assumes(_) | ReversalField::Hold(_) | ReversalField::Cancel(_) => true,
        ReversalField::Human => kind == ReversalKind::Irreversible,
        _ => kind != ReversalKind::Irreversible,
    }
}

fn cannot_have(kind: ReversalKind, field: &Field<ReversalField>) -> Diagnostic {
    let class = match kind {
        ReversalKind::Reversible => "a `reversible` contract",
        ReversalKind::Compensable => "a `compensable` contract",
        ReversalKind::Irreversible => "an `irreversible` contract",
    };
    let help = match &field.kind {
        ReversalField::Human => "say who approves the recovery: `approval human`",
        _ => {
            "nothing takes this call back once it has happened: remove the line, or declare the contract `compensable`"
        }
    };
    codes::field_of_another_class(field.word, class, word(&field.kind)).help(help)
}

fn public(cx: &mut Cx<'_>, facts: &Facts<'_>, contract: Contract<'_>) {
    let finding = codes::public_reversible(contract.kind.span);
    let effect = facts.fields.iter().find_map(|field| match &field.kind {
        ToolField::Effect(effect) => Some((field, effect)),
        _ => None,
    });
    // A contract that several cases share is told once, without the place of any one of their effects.
    let together =
        effect.filter(|(field, _)| stands_in(facts, field) == stands_in(facts, contract.field));
    cx.push(match together {
        Some((_, effect)) => here(finding, effect.span, "others see this"),
        None => finding,
    });
}

fn required(cx: &mut Cx<'_>, this: This<'_>, contract: Contract<'_>) {
    let kind = contract.kind.value;
    let (name, at) = (this.name(), contract.kind.span);
    let lacks = |wanted: fn(&ReversalField) -> bool| !contract.has(wanted);
    let add = |line: &str| -> Fix { mend::line_in(contract.body, line) };
    if kind == ReversalKind::Irreversible {
        let held = contract.hold().is_some() || contract.cancel().is_some();
        if !held && !contract.human() {
            let what =
                format!("`{name}` cannot be taken back, and nothing holds it before it happens");
            cx.push(codes::irreversible_without_hold(at, what).fix(add("human")));
        }
        return;
    }
    if lacks(|field| matches!(field, ReversalField::By(_))) {
        cx.push(codes::contract_without_by(at, &name));
    }
    if lacks(|field| matches!(field, ReversalField::Verify { .. })) {
        let fix = add("verify read_it_back until seen absent attempts 3");
        cx.push(codes::contract_without_verify(at, &name).fix(fix));
    }
    if kind == ReversalKind::Compensable && lacks(|field| matches!(field, ReversalField::Within(_)))
    {
        let fix = add("within 72h");
        cx.push(codes::compensable_without_within(at, &name).fix(fix));
    }
    if lacks(|field| matches!(field, ReversalField::Approval(_))) {
        let fix = add("approval human");
        cx.push(codes::contract_without_approval(at, &name).fix(fix));
    }
}

/// `hold` and `cancel` go together, and a hold is long enough to be of use.
fn held(cx: &mut Cx<'_>, this: This<'_>, contract: Contract<'_>) {
    let hold = contract.line(|field| matches!(field, ReversalField::Hold(_)));
    let cancel = contract.line(|field| matches!(field, ReversalField::Cancel(_)));
    if !contract.body.broken {
        match (hold, cancel) {
            (Some(hold), None) => {
                let finding = codes::hold_without_cancel(hold.word, this.name(), "hold", "cancel");
                cx.push(finding);
            }
            (None, Some(cancel)) => {
                let finding =
                    codes::hold_without_cancel(cancel.word, this.name(), "cancel", "hold");
                cx.push(finding.fix(mend::line_in(contract.body, "hold 30s")));
            }
            _ => {}
        }
    }
    // One that stands alone is told already.
    if cancel.is_some()
        && let Some(text) = contract.hold()
        && number::milliseconds(&text.value).is_some_and(|time| time < SHORTEST_HOLD)
    {
        let what = format!(
            "a hold of `{}` is over before anybody can cancel",
            text.value
        );
        let finding = codes::irreversible_without_hold(text.span, what);
        cx.push(
            finding
                .label("shorter than 30s")
                .help("hold it for 30s or longer"),
        );
    }
}

/// The vendor's handle lives as long as the window in which it is needed.
fn expires(cx: &mut Cx<'_>, this: This<'_>, contract: Contract<'_>) {
    if contract.kind.value == ReversalKind::Irreversible {
        return;
    }
    let expires = contract.first(|field| match field {
        ReversalField::Expires(text) => Some(text),
        _ => None,
    });
    let Some((text, time)) =
        expires.and_then(|text| Some((text, number::milliseconds(&text.value)?)))
    else {
        return;
    };
    let finding = codes::expires_before_within(text.span, this.name(), &text.value);
    let line = contract.line(|field| matches!(field, ReversalField::Within(_)));
    if let Some(Within::Duration(within)) = contract.within() {
        if number::milliseconds(&within.value).is_some_and(|within| time < within) {
            cx.push(here(finding, within.span, "its window is longer"));
        }
    } else if let Some(line) = line {
        cx.push(here(finding, line.span, "its window never ends"));
    } else if contract.kind.value == ReversalKind::Reversible && !contract.body.broken {
        // Of a `compensable` contract the missing line is told.
        let line = format!("within {}", text.value);
        let help = format!("without `within` the window never ends: add `{line}`");
        let fix = mend::line_in(contract.body, &line);
        cx.push(finding.help(help).fix(fix));
    }
}
