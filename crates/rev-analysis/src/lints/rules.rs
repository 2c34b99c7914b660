//! W1003 and W1011: rules that never fire, and rules that hold a recovery which nobody was to be asked about.

use crate::check::Cx;
use crate::check::about::{Known, impossible};
use crate::check::conditions::item_about;
use crate::check::row_set::RowSet;
use crate::check::rows::{found, rows};
use crate::finding::Finding;
use crate::hir::Gate;
use crate::item::{Item, Kind};
use crate::package::uses::uses;
use crate::scope;
use rev_diagnostics::codes;
use rev_syntax::ast::{self, RuleField};

/// `never`: what the condition asks of arguments and counters contradicts itself.
pub(crate) fn check<'db>(
    cx: &mut Cx<'db>,
    item: Item<'db>,
    written: &ast::Rule,
    gate: Gate,
    never: bool,
) {
    let mut conditions = written
        .body
        .fields
        .iter()
        .filter_map(|field| match &field.kind {
            RuleField::When(condition) => Some(condition),
            _ => None,
        });
    let abouts = item_about(cx.db, cx.package, item);
    let (Some(condition), Some(about)) = (conditions.next(), abouts.first()) else {
        return;
    };
    if about.broken || rows(cx.db, cx.package).is_empty() {
        return;
    }
    let nobody = about.possible.is_empty() || nobody(cx, item, condition);
    if nobody || never {
        let why = match about.asks {
            true => "no call is all that this asks for",
            false if nobody => "this is always false",
            false => "no value is all that this asks for",
        };
        let name = &written.name.text;
        cx.push(codes::rule_never_fires(condition.span, name, why));
        return;
    }
    if gate.needs_a_person() || gate.deny {
        recoveries(cx, item, written, condition);
    }
}

/// Whether the condition asks for an agent, and none of them makes it true.
fn nobody<'db>(cx: &Cx<'db>, item: Item<'db>, condition: &ast::Expr) -> bool {
    let asks = uses(&item.tree(cx.db).kind)
        .iter()
        .any(|(kind, _)| *kind == Kind::Agent);
    if !asks {
        return false;
    }
    let (rows, found) = (rows(cx.db, cx.package), found(cx.db, cx.package));
    let all = RowSet::all(rows.len());
    let mut agents = scope::names_of(cx.db, cx.package, Kind::Agent).peekable();
    agents.peek().is_some()
        && agents.all(|agent| {
            let known = Known {
                agent: Some(agent),
                recovery: false,
            };
            impossible(rows, found, condition, known) == all
        })
}

/// A recovery with `approval auto` that this rule can be about.
fn recoveries<'db>(cx: &mut Cx<'db>, item: Item<'db>, written: &ast::Rule, condition: &ast::Expr) {
    let (rows, found) = (rows(cx.db, cx.package), found(cx.db, cx.package));
    if found.automatic.is_empty() {
        return;
    }
    let known = Known {
        agent: None,
        recovery: true,
    };
    let not = impossible(rows, found, condition, known);
    let about = item_about(cx.db, cx.package, item).first();
    let takes = |at: usize, name: &str| {
        let row = rows.get(at);
        row.is_some_and(|row| {
            let signature = crate::check::tool::signature::signature(cx.db, cx.package, row.item);
            signature.args.get(name).is_some()
        })
    };
    let held = found.automatic.iter().find_map(|&at| {
        let row = rows.get(at)?;
        let tool = row.automatic_for.as_ref()?;
        let concerned = about.is_some_and(|about| {
            let mut reads = about.reads.iter();
            reads.all(|read| !read.rows.contains(at) || takes(at, &read.name))
        });
        (concerned && !not.contains(at) && !row.broken).then_some((tool, &row.name))
    });
    if let Some((tool, by)) = held {
        let finding = codes::held_recovery(written.name.span, &written.name.text, tool);
        let finding = Finding::from(finding);
        cx.push(finding.related(
            Kind::Tool,
            by,
            "it is recovered by this, with `approval auto`",
        ));
    }
}
