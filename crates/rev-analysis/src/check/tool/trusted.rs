//! `trusted`: never together with a label that says other people wrote it.

use super::This;
use super::facts::Facts;
use crate::check::Cx;
use crate::finding::Finding;
use crate::item::Kind;
use crate::scope::{self, Meant};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{
    EntryMarkKind, ItemKind, LabelMark, Name, ToolField, Type, TypeKind, Yields,
};
use smol_str::SmolStr;

pub(super) fn check(cx: &mut Cx<'_>, this: This<'_>, facts: &Facts<'_>) {
    // What is given twice is told, and which of the two was meant is not known.
    if facts.broken {
        return;
    }
    let trusted = facts
        .fields
        .iter()
        .find_map(|field| matches!(field.kind, ToolField::Trusted).then_some(field.word));
    let yields = facts.first(|field| match field {
        ToolField::Yields(Yields::Labels(names)) => Some(names),
        _ => None,
    });
    let untrusted = yields.and_then(|names| untrusted(cx, names));
    // A tool that contradicts itself is told once, whatever its fields say.
    if let (Some(trusted), Some(label)) = (trusted, &untrusted) {
        let what = format!("the result of `{}`", this.name());
        tell(cx, trusted, &what, label);
        return;
    }
    let around = Around { trusted, untrusted };
    for field in &facts.fields {
        if let ToolField::Result(ty) = &field.kind {
            fields(cx, ty, &around);
        }
    }
}

/// What holds for everything inside a value.
#[derive(Clone)]
struct Around {
    /// Where `trusted` was written.
    trusted: Option<Span>,
    untrusted: Option<Name>,
}

/// The fields of a result, each with what holds around it. A type that has a name of its own has no marks.
fn fields(cx: &mut Cx<'_>, ty: &Type, around: &Around) {
    let record = match &ty.kind {
        TypeKind::List(inner) | TypeKind::Map(inner) => return fields(cx, inner, around),
        TypeKind::Record(record) => record,
        TypeKind::Named(_) | TypeKind::Like { .. } | TypeKind::Texts(_) => return,
    };
    for entry in &record.entries {
        let mut inside = around.clone();
        let mut marked = false;
        for mark in &entry.marks {
            match &mark.kind {
                EntryMarkKind::Trusted => {
                    inside.trusted = Some(mark.span);
                    marked = true;
                }
                EntryMarkKind::Yields(Yields::Labels(names)) => {
                    if let Some(label) = untrusted(cx, names) {
                        inside.untrusted = Some(label);
                        marked = true;
                    }
                }
                EntryMarkKind::Yields(Yields::Nothing) => inside.untrusted = None,
            }
        }
        match (marked, inside.trusted, &inside.untrusted) {
            (true, Some(trusted), Some(label)) => {
                let what = format!("`{}`", entry.name.text);
                tell(cx, trusted, &what, label);
            }
            _ => fields(cx, &entry.ty, &inside),
        }
    }
}

fn tell(cx: &mut Cx<'_>, trusted: Span, what: &str, label: &Name) {
    let message = format!(
        "{what} is `trusted`, and `{}` says that others wrote it",
        label.text
    );
    let finding = codes::trusted_and_untrusted(trusted, message);
    let finding = crate::finding::here(finding, label.span, "labelled here");
    cx.push(Finding::from(finding).related(Kind::Label, &label.text, "an `untrusted` label"));
}

/// The first of these labels that is untrusted, by its own words or by what it implies.
fn untrusted(cx: &Cx<'_>, names: &[Name]) -> Option<Name> {
    names.iter().find(|name| is_untrusted(cx, name)).cloned()
}

fn is_untrusted(cx: &Cx<'_>, name: &Name) -> bool {
    let mut seen: Vec<SmolStr> = vec![name.text.clone()];
    let mut at = 0;
    while let Some(label) = seen.get(at) {
        at += 1;
        let Meant::One(item) = scope::find(cx.db, cx.package, Kind::Label, label) else {
            continue;
        };
        let ItemKind::Label(written) = &item.tree(cx.db).kind else {
            continue;
        };
        for mark in &written.marks {
            match mark {
                LabelMark::Untrusted(_) => return true,
                LabelMark::Implies(_, implied) => {
                    for name in implied {
                        if !seen.contains(&name.text) {
                            seen.push(name.text.clone());
                        }
                    }
                }
                LabelMark::Confidential(_) | LabelMark::MayLeave(_) => {}
            }
        }
    }
    false
}
