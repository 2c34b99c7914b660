//! Facts that change nothing where they stand: what is kept from leaving where nothing leaves, and what belongs to a
//! held call where nothing holds one.

use super::This;
use super::blast::cases_with;
use super::facts::Facts;
use super::signature::could_leave;
use crate::check::Cx;
use crate::finding::here;
use crate::gates::{self, Named};
use crate::hir::{Effect, Gate, VariantSignature};
use rev_diagnostics::codes;
use rev_syntax::ast::{Field, ToolField};

pub(super) fn check(
    cx: &mut Cx<'_>,
    this: This<'_>,
    facts: &Facts<'_>,
    variant: &VariantSignature,
) {
    leaving(cx, this, facts);
    if variant.effect != Effect::None || facts.broken || this.signature.is_recovery_tool() {
        return;
    }
    for field in facts.fields.iter().copied() {
        let word = match &field.kind {
            ToolField::DryRun(_) | ToolField::DryRunNone { .. } => "dry_run",
            ToolField::Instead(_) => "instead",
            _ => continue,
        };
        let cases = cases_with(this, facts, field);
        let of_use = |facts: &Facts<'_>| {
            facts.broken
                || facts.effect_or_worst() != Effect::None
                || could_be_held(cx, facts, variant, word)
        };
        if !cases.iter().any(of_use) && !this.has_too_many_cases() {
            let finding =
                codes::field_of_another_class(field.word, "a tool without an effect", word);
            let help = match word {
                "dry_run" => "remove it: there is no effect that it could show",
                _ => "remove it: nothing holds this call, so nothing else is offered",
            };
            cx.push(finding.help(help));
        }
    }
}

/// Whether something may ask for a dry run of a call that only reads, or hold it so that another is offered instead.
fn could_be_held(cx: &Cx<'_>, facts: &Facts<'_>, variant: &VariantSignature, word: &str) -> bool {
    let wanted = |gate: Gate| match word {
        "dry_run" => gate.dry_run,
        _ => gate.needs_a_person(),
    };
    let counted = |field: &ToolField| {
        word == "instead" && matches!(field, ToolField::Blast(_) | ToolField::Spends { .. })
    };
    let lines = |field: &ToolField| match field {
        ToolField::Gate { gate, .. } => match gates::named(cx.db, cx.package, &gate.text) {
            Named::Gate(gate) => wanted(gate),
            Named::Twice | Named::Nothing => true,
        },
        other => counted(other),
    };
    facts.has(lines)
        || wanted(gates::of_class(cx.db, cx.package, variant.class))
        || wanted(gates::of_rules(cx.db, cx.package))
}

/// `outbound` and `contained` contradict each other, and nothing is contained that would not leave.
fn leaving(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>) {
    let find = |wanted: fn(&ToolField) -> bool| -> Option<&Field<ToolField>> {
        let mut fields = facts.fields.iter().copied();
        fields.find(|field| wanted(&field.kind))
    };
    let Some(contained) = find(|field| matches!(field, ToolField::Contained { .. })) else {
        return;
    };
    if let Some(outbound) = find(|field| matches!(field, ToolField::Outbound)) {
        let finding = codes::declared_twice(contained.word, "whether anything leaves is said");
        let finding = finding.help("keep one of `outbound` and `contained`");
        cx.push(here(finding, outbound.word, "first here"));
        return;
    }
    let args = &this.signature.args;
    let cases = cases_with(this, facts, contained);
    let leaves = |facts: &Facts<'_>| {
        let unknown = facts.broken || facts.effect().is_none() || args.broken;
        unknown || could_leave(facts, args, facts.effect_or_worst())
    };
    if !cases.iter().any(leaves) && !this.has_too_many_cases() {
        let class = "a tool from which nothing leaves";
        let finding = codes::field_of_another_class(contained.word, class, "contained");
        let help = "remove it: a call is outbound if its effect is `public`, if it takes a `url`, `host` or `email`, or if it says `outbound`";
        cx.push(finding.help(help));
    }
}
