//! Rules: conditions on calls, and the gates they ask for.

use super::Cx;
use super::row_set::RowSet;
use super::rows;
use crate::finding::{Finding, here};
use crate::hir::{self, DryRunKind, Gate, Reason};
use crate::item::{Item, Kind};
use crate::lints;
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, RuleField};
use smol_str::SmolStr;

pub(super) fn check<'db>(
    cx: &mut Cx<'db>,
    item: Item<'db>,
    written: &ast::Rule,
) -> Option<hir::Rule> {
    let name = &written.name;
    let told = cx.findings.len();
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    let mut asked: Option<(&str, Span)> = None;
    let mut gate: Option<(SmolStr, Gate, Span)> = None;
    let mut because = None;
    for field in &written.body.fields {
        match &field.kind {
            RuleField::When(_) => cx.once(&mut seen, "when", field.word),
            RuleField::Because(text) => {
                cx.once(&mut seen, "because", field.word);
                because.get_or_insert(text.value.clone());
            }
            RuleField::Gate(named) => {
                let found = cx.gate(named);
                asks(cx, &mut asked, "gate", field.word);
                gate = gate.or(found.map(|(name, gate)| (name, gate, named.span)));
            }
            RuleField::Deny => {
                asks(cx, &mut asked, "deny", field.word);
                gate.get_or_insert(("deny".into(), Gate::DENY, field.word));
            }
        }
    }
    if asked.is_none() && !written.body.broken {
        let finding = codes::missing_field(name.span, format!("`{}`", name.text), "gate");
        cx.push(finding.help("say what it asks for: `gate NAME`, or `deny`"));
    }
    let mut conditions = cx.conditions(item, written.body.broken).into_iter();
    let Some(condition) = conditions.next() else {
        if !written.body.broken {
            let finding = codes::missing_field(name.span, format!("`{}`", name.text), "when");
            cx.push(finding.help("say when it fires: `when …`"));
        }
        return None;
    };
    let (gate_name, gate, place) = gate?;
    if gate.dry_run {
        dry_runs(cx, &condition.rows, place);
    }
    // What follows from a rule that is wrong is no news.
    if !written.body.broken && cx.findings.len() == told {
        lints::rules::check(cx, item, written, gate, condition.never);
    }
    Some(hir::Rule {
        name: name.text.clone(),
        when: condition.expr,
        gate: (gate_name, gate),
        reason: Reason {
            span: name.span,
            because,
        },
    })
}

/// `gate` or `deny`, one of them and once.
fn asks<'a>(cx: &mut Cx<'_>, asked: &mut Option<(&'a str, Span)>, word: &'a str, at: Span) {
    match *asked {
        None => *asked = Some((word, at)),
        Some((first, place)) => {
            let what = match first == word {
                true => format!("`{word}` is given"),
                false => "what the rule asks for is given".to_owned(),
            };
            let finding = codes::declared_twice(at, what);
            let finding = finding.help("keep the stricter one; or write two rules");
            cx.push(here(finding, place, "first here"));
        }
    }
}

/// A gate that asks for a dry run, over a tool that has none. A tool whose class asks for one, too, is told at the
/// tool.
pub(super) fn dry_runs(cx: &mut Cx<'_>, concerned: &RowSet, place: Span) {
    let rows = rows::rows(cx.db, cx.package);
    let without = concerned.iter().filter_map(|at| rows.get(at));
    let mut without = without.filter(|row| {
        let told = row
            .class
            .is_none_or(|class| class == hir::Class::IrreversibleInternal);
        row.dry_run == DryRunKind::Missing && !row.broken && !told
    });
    if let Some(row) = without.next() {
        let finding = Finding::from(codes::dry_run_missing(place, &row.name));
        let related = "this has no `dry_run`, and the gate asks for one";
        cx.push(finding.related(Kind::Tool, &row.name, related));
    }
}
