//! The small items: units, dimensions, labels, types, events, context, gates and the gates of classes.

use super::{Cx, nesting, types};
use crate::db::{Db, Package};
use crate::finding::here;
use crate::gates;
use crate::hir::{self, Class, Gate, Record};
use crate::item::{Item, Kind};
use crate::scope::Wanted;
use crate::{number, units};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, GateField, LabelMark};
use smol_str::SmolStr;

pub(super) fn unit(cx: &mut Cx<'_>, written: &ast::Unit) -> Option<hir::Unit> {
    let scale = match &written.scale {
        None => 0,
        Some(text) => match text.value.replace('_', "").parse::<u32>() {
            Ok(scale) if scale <= units::MOST_DECIMALS => scale,
            _ => {
                let what = format!("a unit has at most {} decimals", units::MOST_DECIMALS);
                cx.push(codes::type_mismatch(text.span, what));
                return None;
            }
        },
    };
    Some(hir::Unit {
        name: written.name.text.clone(),
        scale,
    })
}

pub(super) fn dimension(cx: &mut Cx<'_>, written: &ast::Dimension) -> Option<hir::Dimension> {
    cx.named(Kind::Unit, &written.unit.text, written.unit.span)?;
    Some(hir::Dimension {
        name: written.name.text.clone(),
        unit: written.unit.text.clone(),
    })
}

pub(super) fn label(cx: &mut Cx<'_>, written: &ast::Label) -> Option<hir::Label> {
    let mut label = hir::Label {
        name: written.name.text.clone(),
        confidential: false,
        untrusted: false,
        may_leave: false,
        implies: Vec::new(),
    };
    let mut seen: Vec<(&str, Span)> = Vec::new();
    for mark in &written.marks {
        let (word, span) = match mark {
            LabelMark::Confidential(span) => ("confidential", *span),
            LabelMark::Untrusted(span) => ("untrusted", *span),
            LabelMark::MayLeave(span) => ("may leave", *span),
            LabelMark::Implies(span, _) => ("implies", *span),
        };
        if let Some((_, first)) = seen.iter().find(|(other, _)| *other == word) {
            let finding = codes::declared_twice(span, format!("`{word}` is given"));
            cx.push(here(finding, *first, "first here"));
        }
        seen.push((word, span));
        match mark {
            LabelMark::Confidential(_) => label.confidential = true,
            LabelMark::Untrusted(_) => label.untrusted = true,
            LabelMark::MayLeave(_) => label.may_leave = true,
            LabelMark::Implies(_, names) => {
                label.implies = cx.labels(names);
            }
        }
    }
    if label.may_leave && !label.confidential {
        let place = seen.iter().find(|(word, _)| *word == "may leave");
        let span = place.map_or(written.name.span, |(_, span)| *span);
        let finding = codes::missing_field(span, format!("`{}`", label.name), "confidential");
        cx.push(
            finding.help("only a `confidential` label is kept from leaving in the first place"),
        );
    }
    Some(label)
}

pub(super) fn type_alias<'db>(
    cx: &mut Cx<'db>,
    item: Item<'db>,
    written: &ast::TypeAlias,
) -> Option<hir::TypeAlias> {
    let name = &written.name;
    let wanted = Wanted::new(cx.db, Kind::Type, name.text.clone());
    let depth = types::depth(cx.db, cx.package, wanted)?;
    if depth > nesting::DEEPEST {
        // Those that are made of this one are as deep because of it.
        if depth == nesting::DEEPEST + 1 {
            let what = format!("`{}` nests more than {} types", name.text, nesting::DEEPEST);
            cx.push(codes::type_mismatch(name.span, what));
        }
        return None;
    }
    let alias = types::alias(cx.db, cx.package, item);
    cx.findings.extend(alias.findings.iter().cloned());
    Some(hir::TypeAlias {
        name: written.name.text.clone(),
        ty: alias.ty.clone(),
    })
}

pub(super) fn event(cx: &mut Cx<'_>, written: &ast::Event) -> Option<hir::Event> {
    Some(hir::Event {
        name: written.name.dotted(),
        fields: cx.record_type(&written.fields),
    })
}

/// The fields of an event; what is wrong with them is told there.
#[salsa::tracked]
pub(crate) fn event_fields<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Record {
    match &item.tree(db).kind {
        ast::ItemKind::Event(event) => Cx::new(db, package).record_type(&event.fields),
        _ => Record::default(),
    }
}

pub(super) fn context(cx: &mut Cx<'_>, written: &ast::Context) -> Option<hir::Record> {
    Some(cx.record_type(&written.fields))
}

pub(super) fn gate<'db>(
    cx: &mut Cx<'db>,
    item: Item<'db>,
    written: &ast::GateDecl,
) -> Option<hir::GateItem> {
    let name = &written.name;
    let built_in = Gate::BUILT_IN.iter().any(|(word, _)| *word == name.text);
    if built_in || Class::from_word(&name.text).is_some() {
        let finding =
            codes::declared_twice(name.span, format!("the gate `{}` is declared", name.text));
        cx.push(
            finding
                .label("a built-in gate has this name")
                .help("choose another name"),
        );
    }
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    for field in &written.body.fields {
        let word = match &field.kind {
            GateField::Approvers(text) => {
                if text.value.replace('_', "").parse::<u32>().is_err() {
                    cx.too_large(text.span, &text.value);
                }
                "approvers"
            }
            GateField::Cooling(text) | GateField::Undo(text) => {
                match (number::milliseconds(&text.value), &field.kind) {
                    (None, _) => {
                        cx.too_large(text.span, &text.value);
                    }
                    (Some(0), GateField::Cooling(_)) => {
                        let what = format!("`cooling {}` waits for nothing", text.value);
                        let help = "say how long it cools off, such as `cooling 30s`; or remove it";
                        cx.push(codes::type_mismatch(text.span, what).help(help));
                    }
                    _ => {}
                }
                match &field.kind {
                    GateField::Cooling(_) => "cooling",
                    _ => "undo",
                }
            }
            GateField::DryRun => "dry_run",
            GateField::OutOfBand => "out_of_band",
            GateField::Deny => "deny",
        };
        cx.once(&mut seen, word, field.word);
    }
    if written.body.fields.is_empty() && !written.body.broken {
        let finding = codes::missing_field(name.span, format!("`{}`", name.text), "approvers");
        let help = "say what it asks for: `approvers N`, `dry_run`, `cooling D`, `undo D`, `out_of_band` or `deny`; the gate that asks for nothing is `auto`";
        cx.push(finding.help(help));
    }
    Some(hir::GateItem {
        name: name.text.clone(),
        gate: gates::gate_of(cx.db, item),
    })
}

pub(super) fn class_gate(cx: &mut Cx<'_>, written: &ast::ClassGate) -> Option<hir::ClassGate> {
    let class = cx.class(&written.class);
    let name = &written.gate;
    let gate = match gates::of_class_item(cx.db, cx.package, &name.text) {
        gates::Named::Gate(gate) => gate,
        gates::Named::Twice => return None,
        gates::Named::Nothing => {
            cx.gate(name);
            return None;
        }
    };
    let class = class?;
    if !class.admits(gate) {
        let demand = demand(class);
        cx.push(codes::gate_too_weak(
            name.span,
            &name.text,
            class.word(),
            demand,
        ));
    }
    Some(hir::ClassGate {
        class,
        name: name.text.clone(),
        gate,
    })
}

/// What the gate of a class must have at least.
fn demand(class: Class) -> &'static str {
    match class {
        Class::ReadOnly | Class::ReversibleInternal | Class::Compensating => "any gate will do",
        Class::TimeWindowUndoable => {
            "it must offer undo: add `undo` with a duration, or use `undo_window`"
        }
        Class::IrreversibleInternal => {
            "it must ask for a dry run and one approver: add `dry_run` and `approvers 1`"
        }
        Class::IrreversiblePublic => {
            "it must have one approver and cool off for 30s, or have two approvers: add `approvers 2`"
        }
        Class::AuthorityModifying => {
            "it must have one approver on another channel: add `out_of_band` and `approvers 1`"
        }
    }
}
