//! Items of a few words: labels, gates, classes, dimensions, assumptions and the like.

use crate::words;
use rev_analysis::hir::{self, Class, Record};
use rev_analysis::{Checked, Db, Item, Kind, Package, check_item, facts};

/// `label` and its name, then what its author says of it.
pub fn head(db: &dyn Db, item: Item<'_>) -> String {
    let key = item.key(db);
    let mut text = format!("{} {}", key.kind.word(), words::names(&key.names));
    let docs = item.tree(db).docs.iter();
    let docs: Vec<&str> = docs.map(|line| line.text.trim()).collect();
    if !docs.is_empty() {
        text.push_str(&format!("\n\n{}", docs.join("\n")));
    }
    text
}

/// An item of any kind that has no page of its own.
pub fn item<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Option<String> {
    let mut text = head(db, item);
    let said = match &check_item(db, package, item).hir {
        Some(Checked::Label(it)) => label(db, package, it),
        Some(Checked::Dimension(it)) => format!("counted in `{}`", it.unit),
        Some(Checked::Unit(it)) => match it.scale {
            0 => "whole numbers".to_owned(),
            1 => "1 decimal".to_owned(),
            many => format!("{many} decimals"),
        },
        Some(Checked::Type(it)) => format!("`{}`", it.ty.shown()),
        Some(Checked::Event(it)) => fields(&it.fields),
        Some(Checked::Assumption(it)) => assumption(it),
        Some(Checked::Rule(it)) => format!("gate: {}", words::gate(it.gate.1)),
        _ => String::new(),
    };
    if !said.is_empty() {
        text.push_str(&format!("\n\n{said}"));
    }
    text.push('\n');
    Some(text)
}

/// A gate by name: declared, built in, or that of a class.
pub fn gate(db: &dyn Db, package: Package, name: &str) -> Option<String> {
    let gate = facts::gate_named(db, package, name)?;
    let head = match facts::item_named(db, package, Kind::Gate, name) {
        Some(item) => head(db, item),
        None => format!("gate `{name}`"),
    };
    Some(format!("{head}\n\n{}\n", words::gate(gate)))
}

/// A class: which facts it follows from, and the gate that it has here.
pub fn class(db: &dyn Db, package: Package, class: Class) -> String {
    let means = match class {
        Class::ReadOnly => "it changes nothing",
        Class::ReversibleInternal => "internal, and an exact inverse exists for ever",
        Class::Compensating => "an equivalent state can be restored",
        Class::TimeWindowUndoable => {
            "internal and reversible within a time; or irreversible, and can be cancelled while it is held"
        }
        Class::IrreversibleInternal => "internal and irreversible: a person decides",
        Class::IrreversiblePublic => "public and irreversible: a person decides",
        Class::AuthorityModifying => "it changes who may do what",
    };
    let place = Class::ALL
        .iter()
        .take_while(|other| **other != class)
        .count()
        + 1;
    let gate = words::gate(facts::class_gate(db, package, class));
    format!(
        "class `{}`, {place} of {} by risk\n\n{means}\n\n- gate: {gate}\n",
        class.word(),
        Class::ALL.len()
    )
}

fn label(db: &dyn Db, package: Package, label: &hir::Label) -> String {
    let mut lines = Vec::new();
    if label.confidential {
        lines.push(match label.may_leave {
            true => "confidential, and may leave",
            false => "confidential: must not leave unnoticed",
        });
    }
    if label.untrusted {
        lines.push("untrusted: must not steer an effect unnoticed");
    }
    if lines.is_empty() {
        lines.push("means what the rules make of it");
    }
    let implied = facts::implied_labels(db, package, &label.name).iter();
    let implied = words::names(implied.filter(|other| **other != label.name));
    let mut text = lines.join("; ");
    if !implied.is_empty() {
        text.push_str(&format!("\n\n- implies: {implied}"));
    }
    text
}

fn assumption(assumption: &hir::Assumption) -> String {
    let mut lines = Vec::new();
    let parameters = fields(&assumption.parameters);
    if !parameters.is_empty() {
        lines.push(format!("of {parameters}"));
    }
    let broken = assumption.broken_by.iter().map(|line| &line.event);
    let broken = words::names(broken);
    if !broken.is_empty() {
        lines.push(format!("broken by: {broken}"));
    }
    let checked = assumption.checked_by.iter().map(|line| &line.call.target);
    let checked = words::names(checked);
    if !checked.is_empty() {
        lines.push(format!("checked before a call by: {checked}"));
    }
    match lines.is_empty() {
        true => String::new(),
        false => format!("- {}", lines.join("\n- ")),
    }
}

fn fields(record: &Record) -> String {
    let fields = record.fields.iter().map(|field| {
        let optional = if field.optional { "?" } else { "" };
        format!("`{}{optional}: {}`", field.name, field.ty.shown())
    });
    fields.collect::<Vec<_>>().join(", ")
}
