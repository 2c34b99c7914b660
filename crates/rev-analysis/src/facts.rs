//! What a lowering has to know of a checked package beyond its items: small questions over names, in one place.

use crate::check::conditions::item_about;
use crate::check::rows::{Recovery, rows};
use crate::db::{Db, Package};
use crate::hir::{Class, Gate, Record};
use crate::item::{Item, Kind};
use crate::scope::{self, Meant, ToolsMeant};
use crate::{check, gates, item, labels, number, units};
use rev_diagnostics::Span;
use rev_syntax::ast::{ItemKind, LabelMark, ToolField};
use smol_str::SmolStr;

/// Whether calls of a tool are recoveries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Recoveries {
    /// No contract names it.
    None,
    /// Contracts name it, and agents call it, too.
    Some,
    /// It is an `undoes` tool.
    All,
}

/// All items of a package and its dependencies, sorted by kind and name.
pub fn items<'db>(db: &'db dyn Db, package: Package) -> Vec<Item<'db>> {
    let mut items = scope::scope(db, package).items.clone();
    items.sort_by(|a, b| a.key(db).cmp(b.key(db)));
    items
}

/// The gate that calls of a class have: its own, or what `class C gate NAME` says.
pub fn class_gate(db: &dyn Db, package: Package, class: Class) -> Gate {
    gates::of_class(db, package, class)
}

/// A label and all that it implies, sorted.
pub fn implied_labels<'db>(db: &'db dyn Db, package: Package, label: &str) -> &'db [SmolStr] {
    labels::closure(db, package, label)
}

/// The decimals of a unit.
pub fn unit_scale(db: &dyn Db, package: Package, unit: &str) -> Option<u32> {
    units::scale(db, package, unit)
}

/// What a host supplies, sorted by name: what is declared, and what needs no declaration.
pub fn context(db: &dyn Db, package: Package) -> &Record {
    check::context(db, package)
}

/// Whether calls of a declared name or glob are recoveries.
pub fn recoveries(db: &dyn Db, package: Package, name: &str) -> Recoveries {
    let rows = rows(db, package);
    let first = rows.partition_point(|row| row.name.as_str() < name);
    let found = rows.get(first).filter(|row| row.name == name);
    // A name that nobody declares could be either.
    found.map_or(Recoveries::Some, |row| match row.recovery {
        Recovery::Never => Recoveries::None,
        Recovery::Sometimes => Recoveries::Some,
        Recovery::Always => Recoveries::All,
    })
}

/// The tools that some condition of a rule or a boundary is about, each once, sorted by their names.
pub fn concerned<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Vec<Item<'db>> {
    let rows = rows(db, package);
    let abouts = item_about(db, package, item).iter();
    let possible = abouts.flat_map(|about| about.possible.iter());
    let mut tools: Vec<Item<'db>> = possible
        .filter_map(|at| rows.get(at))
        .map(|row| row.item)
        .collect();
    tools.sort_by(|a, b| a.key(db).cmp(b.key(db)));
    tools.dedup();
    tools
}

/// The item of this kind and name, if there is one and no other.
pub fn item_named<'db>(
    db: &'db dyn Db,
    package: Package,
    kind: Kind,
    name: &str,
) -> Option<Item<'db>> {
    match scope::find(db, package, kind, name) {
        Meant::One(item) => Some(item),
        Meant::Twice | Meant::Nothing => None,
    }
}

/// The gate of this name: declared, built in, or that of a class.
pub fn gate_named(db: &dyn Db, package: Package, name: &str) -> Option<Gate> {
    match gates::named(db, package, name) {
        gates::Named::Gate(gate) => Some(gate),
        gates::Named::Twice | gates::Named::Nothing => None,
    }
}

/// An amount in a dimension, with its unit, as a person writes it: `5_000 INR`.
pub fn amount(db: &dyn Db, package: Package, dimension: &str, amount: i128) -> Option<String> {
    let item = item_named(db, package, Kind::Dimension, dimension)?;
    let unit = units::unit_of(db, item)?;
    let scale = units::scale(db, package, &unit)?;
    Some(format!("{} {unit}", number::shown(amount, scale)))
}

/// The items that declare a tool of this name: its own, else every glob that matches.
pub fn tools_named<'db>(db: &'db dyn Db, package: Package, name: &str) -> &'db [Item<'db>] {
    match scope::find_tool(db, package, name) {
        ToolsMeant::Some(items) => items,
        ToolsMeant::Twice | ToolsMeant::Nothing => &[],
    }
}

/// The place of an item's name, counted from the item's start.
pub fn name_place(db: &dyn Db, item: Item<'_>, name: &str) -> Span {
    item::name_span(item.tree(db), name)
}

/// The place of the word `confidential` at a label, counted from the item's start.
pub fn confidential_place(db: &dyn Db, item: Item<'_>) -> Option<Span> {
    let ItemKind::Label(label) = &item.tree(db).kind else {
        return None;
    };
    label.marks.iter().find_map(|mark| match mark {
        LabelMark::Confidential(span) => Some(*span),
        _ => None,
    })
}

/// The `effect` of a tool behind which it may say that it is `contained`, counted from the item's start: that of a tool
/// which says nothing about it yet, and whose facts are the same for every call.
pub fn containable_place(db: &dyn Db, item: Item<'_>) -> Option<Span> {
    let ItemKind::Tool(tool) = &item.tree(db).kind else {
        return None;
    };
    let fields = || tool.body.fields.iter();
    let said = |kind: &ToolField| matches!(kind, ToolField::Outbound | ToolField::Contained { .. });
    if tool.names.len() != 1 || fields().any(|field| said(&field.kind)) {
        return None;
    }
    let effect = fields().find(|field| matches!(field.kind, ToolField::Effect(_)));
    effect.map(|field| field.span)
}
