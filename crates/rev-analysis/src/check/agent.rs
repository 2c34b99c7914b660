//! Agents: what they may call, up to which class, within which budget.

use super::Cx;
use super::tool::signature::signature;
use crate::glob;
use crate::hir;
use crate::item::{Item, Kind};
use crate::scope::{self, ToolsMeant};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, AgentField};
use smol_str::SmolStr;

pub(super) fn check(
    cx: &mut Cx<'_>,
    _item: &ast::Item,
    written: &ast::Agent,
) -> Option<hir::Agent> {
    let mut seen: Vec<(SmolStr, Span)> = Vec::new();
    let mut may: Option<Vec<SmolStr>> = None;
    let mut up_to = None;
    let mut budget = None;
    for field in &written.body.fields {
        match &field.kind {
            AgentField::May(globs) => {
                cx.once(&mut seen, "may", field.word);
                cx.names_once(globs);
                let reach = may.get_or_insert_default();
                for path in globs {
                    grant(cx, path);
                    reach.push(glob::pattern(path));
                }
            }
            AgentField::UpTo(class) => {
                cx.once(&mut seen, "up_to", field.word);
                up_to = cx.class(class);
            }
            AgentField::Budget(name) => {
                cx.once(&mut seen, "budget", field.word);
                cx.named(Kind::Budget, &name.text, name.span);
                budget = Some(name.text.clone());
            }
        }
    }
    for (word, help) in [
        ("may", "list what it may call: `may orders.*, email.send`"),
        (
            "up_to",
            "say which class it may reach: `up_to compensating`",
        ),
    ] {
        if !seen.iter().any(|(other, _)| other == word) && !written.body.broken {
            let block = format!("the agent `{}`", written.name.text);
            let finding = codes::missing_field(written.name.span, block, word);
            cx.push(finding.help(help));
        }
    }
    let mut may = may?;
    may.sort();
    may.dedup();
    Some(hir::Agent {
        name: written.name.text.clone(),
        may,
        up_to: up_to?,
        budget,
    })
}

/// A line of `may` that names nothing an agent can ever call grants nothing.
fn grant(cx: &mut Cx<'_>, path: &ast::Path) {
    let told = cx.findings.len();
    cx.tool_pattern(path);
    if cx.findings.len() > told {
        return;
    }
    let pattern = glob::pattern(path);
    let tools = meant(cx, &pattern);
    let only_undoes = |item: &Item<'_>| signature(cx.db, cx.package, *item).is_recovery_tool();
    if !tools.is_empty() && tools.iter().all(only_undoes) {
        let finding = codes::glob_matches_nothing(path.span, pattern);
        cx.push(
            finding
                .label("it only undoes other calls, so no agent may call it")
                .help("remove it: a recovery needs no `may`"),
        );
    }
}

/// The items whose tools a pattern could mean.
fn meant<'db>(cx: &Cx<'db>, pattern: &str) -> Vec<Item<'db>> {
    if !glob::is_glob(pattern) {
        return match scope::find_tool(cx.db, cx.package, pattern) {
            ToolsMeant::Some(items) => items.clone(),
            ToolsMeant::Twice | ToolsMeant::Nothing => Vec::new(),
        };
    }
    let tools = scope::tools(cx.db, cx.package).iter().copied();
    tools
        .filter(|tool| {
            let mut names = tool.key(cx.db).names.iter();
            names.any(|name| glob::overlap(pattern, name))
        })
        .collect()
}
