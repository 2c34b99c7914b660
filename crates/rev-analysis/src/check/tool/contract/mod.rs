//! Reversal contracts: how a call is taken back.

mod approval;
mod lines;
mod lower;
mod mend;
mod untrusted;
mod works;

use super::This;
use super::facts::{Contract, Facts};
use crate::check::Cx;
use crate::hir::{Effect, Reversal, Variant};
use rev_diagnostics::codes;
use rev_syntax::ast::{Field, ToolField};

pub(super) fn check(
    cx: &mut Cx<'_>,
    this: This<'_>,
    facts: &Facts<'_>,
    variant: &Variant,
) -> Option<Reversal> {
    // A recovery tool needs no contract, and is told if it has one.
    if this.signature.is_recovery_tool() {
        return None;
    }
    let Some(contract) = facts.contract() else {
        missing(cx, this, facts);
        return None;
    };
    if variant.effect == Effect::None {
        useless(cx, this, facts, contract);
        return None;
    }
    lines::check(cx, this, facts, contract);
    let reversal = lower::lower(cx, this, contract);
    works::check(cx, this, contract, &reversal);
    approval::check(cx, this, contract, variant, &reversal);
    Some(reversal)
}

/// An effect that nothing takes back.
fn missing(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>) {
    let effect = facts.fields.iter().find_map(|field| match &field.kind {
        ToolField::Effect(effect) => Some((field, effect)),
        _ => None,
    });
    let Some((field, effect)) = effect else {
        return;
    };
    if facts.broken || effect.value == Effect::None {
        return;
    }
    let finding = codes::side_effect_without_reversal(effect.span, this.name());
    // The worst case is always true, and asks a person.
    let fix = mend::line_after(field.span, "reversal irreversible { human }");
    cx.push(finding.fix(fix));
}

/// A contract where there is nothing to take back. One that stands at the tool is of use as long as some case has
/// an effect.
fn useless(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>, contract: Contract<'_>) {
    if stands_in(facts, contract.field) || this.signature.only_reads() {
        let class = "a tool without an effect";
        let finding = codes::field_of_another_class(contract.field.word, class, "reversal");
        let help = "remove the contract, or say with `effect` what the tool changes";
        cx.push(finding.help(help));
    }
}

/// Whether a field stands in the braces of this case itself.
fn stands_in(facts: &Facts<'_>, field: &Field<ToolField>) -> bool {
    let mut fields = facts.block.fields.iter();
    fields.any(|other| other.span == field.span)
}
