//! The class that was asserted, and gates that ask for a dry run.

use super::This;
use super::facts::Facts;
use super::signature::class_facts;
use crate::check::Cx;
use crate::gates;
use crate::hir::{Class, Variant, derive};
use rev_diagnostics::codes;
use rev_syntax::ast::ToolField;

pub(super) fn check(
    cx: &mut Cx<'_>,
    this: This<'_>,
    facts: &Facts<'_>,
    variant: &Variant,
    settled: bool,
) {
    if let Some(name) = facts.class()
        && let Some(class) = cx.class(name)
        && settled
    {
        let derived = derive(class_facts(facts, this.signature.is_recovery_tool()));
        if class < derived {
            let (derived, class) = (derived.word(), class.word());
            let finding = codes::class_too_low(name.span, this.name(), derived, class);
            cx.push(finding);
        }
    }
    dry_run(cx, this, facts, variant, settled);
}

/// A dry run that a gate asks for, and that nothing says how to make. The class comes first: mended there, it is
/// mended for every line.
fn dry_run(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>, variant: &Variant, settled: bool) {
    let given =
        |field: &ToolField| matches!(field, ToolField::DryRun(_) | ToolField::DryRunNone { .. });
    if facts.broken || facts.has(given) {
        return;
    }
    let gate = gates::of_class(cx.db, cx.package, variant.class);
    if settled && (variant.class == Class::IrreversibleInternal || gate.dry_run) {
        let finding = codes::dry_run_missing(this.name_span(), this.name());
        cx.push(finding.label(format!("`{}`, without `dry_run`", variant.class.word())));
        return;
    }
    let line = facts.fields.iter().find_map(|field| match &field.kind {
        ToolField::Gate { gate, .. } => {
            let named = gates::named(cx.db, cx.package, &gate.text);
            matches!(named, gates::Named::Gate(gate) if gate.dry_run).then_some(gate)
        }
        _ => None,
    });
    if let Some(name) = line {
        let finding = codes::dry_run_missing(name.span, this.name());
        cx.push(finding.label("this gate asks for a dry run"));
    }
}
