//! Names on the wire: each means one tool.

use super::{Other, Told, tools_in};
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::glob;
use crate::item::Item;
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{self, ToolField};
use smol_str::SmolStr;
use std::collections::{BTreeMap, HashSet};

/// A tool as it is known on the wire.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Wired<'db> {
    item: Item<'db>,
    /// The tool's own name.
    name: SmolStr,
    /// Its name on the wire.
    wire: SmolStr,
    /// It says so.
    told: bool,
}

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    let shared = shared(db, package);
    for (item, tool) in tools_in(db, file) {
        let Some(wire) = wire_of(tool) else { continue };
        for path in &tool.names {
            let name = glob::pattern(path);
            if glob::is_glob(&name) {
                let what = format!("`{name}` means many tools, which cannot share one `wire`");
                let finding = codes::type_mismatch(wire.span, what);
                told.push(alone(item, finding.help("remove it, or name one tool")));
                continue;
            }
            // Two declarations of one name are told as such.
            let first = shared.iter().find(|first| first.wire == wire.value);
            if let Some(first) = first.filter(|first| first.name != name) {
                told.push(twice(&wire.value, item, wire.span, first));
            }
        }
    }
}

/// The first tool of each name on the wire that several have. One without `wire` has the name by right.
#[salsa::tracked]
fn shared<'db>(db: &'db dyn Db, package: Package) -> Vec<Wired<'db>> {
    let files = || package.files(db).iter().chain(package.foreign(db));
    let all = || files().flat_map(|&file| wired_in(db, file));
    let told: HashSet<&SmolStr> = all().filter(|it| it.told).map(|it| &it.wire).collect();
    let mut known: BTreeMap<&SmolStr, Vec<&Wired<'db>>> = BTreeMap::new();
    for wired in all().filter(|wired| told.contains(&wired.wire)) {
        known.entry(&wired.wire).or_default().push(wired);
    }
    let shared = known.into_values().filter(|tools| tools.len() > 1);
    let firsts = shared.filter_map(|tools| {
        let first = tools.into_iter().min_by_key(|one| (one.told, &one.name));
        first.cloned()
    });
    firsts.collect()
}

#[salsa::tracked]
fn wired_in<'db>(db: &'db dyn Db, file: SourceFile) -> Vec<Wired<'db>> {
    let mut all = Vec::new();
    for (item, tool) in tools_in(db, file) {
        let wire = wire_of(tool);
        for path in &tool.names {
            let name = glob::pattern(path);
            if !glob::is_glob(&name) {
                all.push(Wired {
                    item,
                    name,
                    // Without `wire`, quotes and escapes removed, the dotted name.
                    wire: wire.map_or_else(|| path.dotted(), |wire| wire.value.clone()),
                    told: wire.is_some(),
                });
            }
        }
    }
    all
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
