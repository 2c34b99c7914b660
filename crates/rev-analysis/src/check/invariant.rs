//! Invariants: what no sequence of calls may lead to.

use super::Cx;
use crate::hir;
use crate::item::{Item, Kind};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, InvariantField};
use smol_str::SmolStr;

pub(super) fn check<'db>(
    cx: &mut Cx<'db>,
    item: Item<'db>,
    written: &ast::Invariant,
) -> Option<hir::Invariant> {
    let name = &written.name;
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    let mut named: Vec<(SmolStr, Span)> = Vec::new();
    let mut agents = Vec::new();
    for field in &written.body.fields {
        match &field.kind {
            InvariantField::For(names) => {
                cx.once(&mut seen, "for", field.word);
                for agent in names {
                    cx.once(&mut named, &agent.text, agent.span);
                    if cx.named(Kind::Agent, &agent.text, agent.span).is_some() {
                        agents.push(agent.text.clone());
                    }
                }
            }
            InvariantField::Never(_) => cx.once(&mut seen, "never", field.word),
        }
    }
    if !written.body.broken {
        for (word, help) in [
            ("for", "say for which agents it holds: `for NAME, …`"),
            ("never", "say what must not happen: `never … and allowed`"),
        ] {
            if !seen.iter().any(|(other, _)| other == word) {
                let finding = codes::missing_field(name.span, format!("`{}`", name.text), word);
                cx.push(finding.help(help));
            }
        }
    }
    let condition = cx.conditions(item, written.body.broken).into_iter().next();
    agents.sort();
    agents.dedup();
    Some(hir::Invariant {
        name: name.text.clone(),
        agents,
        never: condition?.expr,
    })
}
