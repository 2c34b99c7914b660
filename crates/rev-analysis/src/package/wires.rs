//! Names on the wire: each means one tool.

use super::{Other, Told};
use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::glob;
use crate::item::Item;
use crate::scope;
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, ItemKind, ToolField};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// A tool as it is known on the wire.
struct Wired<'db> {
    item: Item<'db>,
    /// The tool's own name.
    name: SmolStr,
    /// The text behind `wire`, if it has one.
    wire: Option<Span>,
}

pub(super) fn check<'db>(db: &'db dyn Db, package: Package, told: &mut Vec<Told<'db>>) {
    let mut known: BTreeMap<SmolStr, Vec<Wired<'db>>> = BTreeMap::new();
    for &item in scope::tools(db, package) {
        let ItemKind::Tool(tool) = &item.tree(db).kind else {
            continue;
        };
        let wire = wire_of(tool);
        for path in &tool.names {
            let name = glob::pattern(path);
            if glob::is_glob(&name) {
                if let Some(wire) = wire {
                    let what = format!("`{name}` means many tools, which cannot share one `wire`");
                    let finding = codes::type_mismatch(wire.span, what);
                    told.push(alone(item, finding.help("remove it, or name one tool")));
                }
                continue;
            }
            // Without `wire`, quotes and escapes removed, the dotted name.
            let wired = wire.map_or_else(|| path.dotted(), |wire| wire.value.clone());
            known.entry(wired).or_default().push(Wired {
                item,
                name,
                wire: wire.map(|wire| wire.span),
            });
        }
    }
    for (wire, mut tools) in known {
        // The one without `wire` has the name by right.
        tools.sort_by(|a, b| (a.wire.is_some(), &a.name).cmp(&(b.wire.is_some(), &b.name)));
        let Some((first, rest)) = tools.split_first() else {
            continue;
        };
        for again in rest {
            // Two declarations of one name are told as such.
            if let Some(span) = again.wire.filter(|_| again.name != first.name) {
                told.push(twice(&wire, again.item, span, first));
            }
        }
    }
}

fn twice<'db>(wire: &str, item: Item<'db>, span: Span, first: &Wired<'db>) -> Told<'db> {
    let what = format!("the name `{wire}` on the wire is given");
    let mut told = alone(item, codes::declared_twice(span, what));
    told.others.push(Other {
        item: first.item,
        name: first.name.clone(),
        text: format!("`{wire}` means this tool"),
    });
    told
}

fn alone(item: Item<'_>, diagnostic: rev_diagnostics::Diagnostic) -> Told<'_> {
    Told {
        item,
        finding: Finding::from(diagnostic),
        others: Vec::new(),
    }
}

fn wire_of(tool: &ast::Tool) -> Option<&ast::Text> {
    let fields = tool.body.fields.iter();
    let mut wires = fields.filter_map(|field| match &field.kind {
        ToolField::Wire(text) => Some(text),
        _ => None,
    });
    wires.next()
}
