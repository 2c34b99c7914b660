//! Gates by name: declared, built in, or a class's own.

use crate::db::{Db, Package, SourceFile};
use crate::hir::{Class, Gate, Undo};
use crate::item::{Item, Kind, file_items};
use crate::number;
use crate::scope::{self, Meant};
use rev_syntax::ast::{BoundaryField, Field, GateField, ItemKind, RuleField};
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// What a gate's name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Gate(Gate),
    /// Declared twice, which is told there.
    Twice,
    Nothing,
}

/// The gate of this name.
pub fn named(db: &dyn Db, package: Package, name: &str) -> Named {
    if let Some(gate) = built_in(name) {
        return Named::Gate(gate);
    }
    if let Some(class) = Class::from_word(name) {
        return Named::Gate(of_class(db, package, class));
    }
    declared(db, package, name)
}

/// The default gate of a class: its own, or what `class C gate NAME` says.
pub fn of_class(db: &dyn Db, package: Package, class: Class) -> Gate {
    let item = match scope::find(db, package, Kind::ClassGate, class.word()) {
        Meant::One(item) => item,
        Meant::Twice | Meant::Nothing => return class.gate(),
    };
    let ItemKind::ClassGate(written) = &item.tree(db).kind else {
        return class.gate();
    };
    let gate = match of_class_item(db, package, &written.gate.text) {
        Named::Gate(gate) => gate,
        Named::Twice | Named::Nothing => class.gate(),
    };
    // A gate that is too weak is told, and has no effect.
    match class.admits(gate) {
        true => gate,
        false => class.gate(),
    }
}

/// The gate that a `class C gate NAME` names. There, a class's name means the gate that it has by itself, so that
/// two such lines cannot name each other.
pub fn of_class_item(db: &dyn Db, package: Package, name: &str) -> Named {
    if let Some(gate) = built_in(name).or(Class::from_word(name).map(Class::gate)) {
        return Named::Gate(gate);
    }
    declared(db, package, name)
}

fn built_in(name: &str) -> Option<Gate> {
    let known = Gate::BUILT_IN.iter().find(|(word, _)| *word == name);
    known.map(|(_, gate)| *gate)
}

fn declared(db: &dyn Db, package: Package, name: &str) -> Named {
    match scope::find(db, package, Kind::Gate, name) {
        Meant::One(item) => Named::Gate(gate_of(db, item)),
        Meant::Twice => Named::Twice,
        Meant::Nothing => Named::Nothing,
    }
}

/// Everything that rules and boundaries ask for, joined: whether a call of any tool could be held by them.
#[salsa::tracked(returns(copy))]
pub fn of_rules(db: &dyn Db, package: Package) -> Gate {
    let mut joined = Gate::AUTO;
    let files = package.files(db).iter().chain(package.foreign(db));
    let names: BTreeSet<&SmolStr> = files.flat_map(|&file| asked_in(db, file)).collect();
    for name in names {
        if let Named::Gate(gate) = named(db, package, name) {
            joined = joined.join(gate);
        }
    }
    joined
}

/// The gates that the rules and boundaries of a file name.
#[salsa::tracked]
fn asked_in(db: &dyn Db, file: SourceFile) -> BTreeSet<SmolStr> {
    let mut names = BTreeSet::new();
    for item in &file_items(db, file).items {
        match &item.tree(db).kind {
            ItemKind::Rule(rule) => names.extend(rule.body.fields.iter().filter_map(asked)),
            ItemKind::Boundary(boundary) => {
                for field in boundary.body.iter().flat_map(|body| &body.fields) {
                    if let BoundaryField::Gate(name) = &field.kind {
                        names.insert(name.text.clone());
                    }
                }
            }
            _ => {}
        }
    }
    names
}

fn asked(field: &Field<RuleField>) -> Option<SmolStr> {
    match &field.kind {
        RuleField::Gate(name) => Some(name.text.clone()),
        _ => None,
    }
}

/// `gate NAME { … }`. What cannot be read there is told there.
#[salsa::tracked(returns(copy))]
pub fn gate_of<'db>(db: &'db dyn Db, item: Item<'db>) -> Gate {
    let mut gate = Gate::AUTO;
    let ItemKind::Gate(written) = &item.tree(db).kind else {
        return gate;
    };
    for field in &written.body.fields {
        match &field.kind {
            GateField::Approvers(number) => {
                gate.approvers = number.value.replace('_', "").parse().unwrap_or(u32::MAX);
            }
            GateField::Cooling(duration) => {
                gate.cooling = number::milliseconds(&duration.value).unwrap_or(u64::MAX);
            }
            GateField::Undo(duration) => {
                let time = number::milliseconds(&duration.value).unwrap_or(u64::MAX);
                gate.undo = Undo::AtLeast(time);
            }
            GateField::DryRun => gate.dry_run = true,
            GateField::OutOfBand => gate.out_of_band = true,
            GateField::Deny => gate.deny = true,
        }
    }
    gate
}
