//! Dangerous paths: what leaves that must not leave unnoticed, and what a stranger's text steers.

use crate::case::{Case, Leaf};
use crate::reach::{Reach, yields};
use crate::sight::Sight;
use crate::state::{Kept, State};
use rev_table::{Kind, LabelSet, NONE, Node, Table, Type, effect, label, variant};
use std::collections::{BTreeMap, BTreeSet};

/// From the tool that yields a label to the call that carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The number of the agent in the table.
    pub agent: u32,
    pub label: u32,
    /// Numbers of tools.
    pub from: u32,
    pub to: u32,
}

impl Path {
    /// `vault.read → email.send`
    pub fn text(&self, table: &Table) -> String {
        let name = |number: u32| {
            let tool = table.tool(number);
            tool.map_or("", |tool| table.text(tool.name.get()))
        };
        format!("{} → {}", name(self.from), name(self.to))
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// Something confidential leaves.
    Leak,
    /// A stranger decides where an effect lands.
    Steering,
}

/// For each label the first path, by the names of its tools. A label that another one implies is not told again where
/// the path is the same.
pub(crate) fn paths(reach: &Reach<'_, '_>, danger: Danger) -> Vec<Path> {
    let mut found: Vec<Path> = Vec::new();
    // How often each tool was called matters to that tool alone.
    let kept = Kept {
        tools: BTreeSet::new(),
        ..reach.kept()
    };
    for label in dangerous(reach, danger) {
        found.extend(first_path(reach, danger, label, &kept));
    }
    let told = found.clone();
    found.retain(|path| {
        !told.iter().any(|other| {
            (other.from, other.to) == (path.from, path.to)
                && stands_for(reach.table, other.label, path.label)
        })
    });
    found
}

/// The labels of the agent that a danger is about.
pub(crate) fn dangerous(reach: &Reach<'_, '_>, danger: Danger) -> Vec<u32> {
    let labels = reach.table.labels().iter().zip(0_u32..);
    let meant = labels.filter(|(record, number)| {
        let flags = record.flags.get();
        let meant = match danger {
            Danger::Leak => flags & label::CONFIDENTIAL != 0 && flags & label::MAY_LEAVE == 0,
            Danger::Steering => flags & label::UNTRUSTED != 0,
        };
        meant && reach.labels.has(*number)
    });
    meant.map(|(_, number)| number).collect()
}

/// Whether whoever has been told of a path of the one label need not be told of the same with the other.
pub(crate) fn stands_for(table: &Table, told: u32, other: u32) -> bool {
    told != other
        && implies(table, told).has(other)
        // Two that imply each other: the first is told.
        && (!implies(table, other).has(told) || told < other)
}

pub(crate) fn implies(table: &Table, number: u32) -> LabelSet {
    let record = table.labels().get(number as usize);
    record.map_or(LabelSet::EMPTY, |record| {
        table.label_set(record.implies.get())
    })
}

fn first_path(reach: &Reach<'_, '_>, danger: Danger, label: u32, kept: &Kept) -> Option<Path> {
    let table = reach.table;
    // What a source leaves behind decides what may follow. Of sources that leave the same, two are enough: one of them is
    // not the call that carries it out.
    let mut sources: Vec<(&Case<'_>, State)> = Vec::new();
    let mut seen: BTreeMap<State, Vec<u32>> = BTreeMap::new();
    let mut own: Vec<(u32, State)> = Vec::new();
    for case in &reach.cases {
        if !yields(table, case).has(label) {
            continue;
        }
        let mut after = reach.sight().after(case);
        after.add(implies(table, label).with(label));
        if is_end(case, danger) {
            own.push((case.tool, after.clone()));
        }
        let mut left = after.clone();
        left.forget_but(kept);
        let tools = seen.entry(left).or_default();
        if tools.len() < 2 && !tools.contains(&case.tool) {
            tools.push(case.tool);
            sources.push((case, after));
        }
    }
    for end in reach.cases.iter().filter(|case| is_end(case, danger)) {
        let others = sources.iter().filter(|(from, _)| from.tool != end.tool);
        let others = others.map(|(from, state)| (from.tool, state));
        let itself = own.iter().filter(|(tool, _)| *tool == end.tool);
        let itself = itself.map(|(tool, state)| (*tool, state));
        for (from, state) in others.chain(itself) {
            if carries(reach, state, end, danger, label) {
                return Some(Path {
                    agent: reach.agent,
                    label,
                    from,
                    to: end.tool,
                });
            }
        }
    }
    None
}

pub(crate) fn is_end(case: &Case<'_>, danger: Danger) -> bool {
    match danger {
        Danger::Leak => case.facts.flags.get() & variant::OUTBOUND != 0,
        Danger::Steering => matches!(case.facts.effect, effect::PUBLIC | effect::AUTHORITY),
    }
}

/// Whether some call of a case is allowed, without a person, while an argument of it carries the label.
pub(crate) fn carries(
    reach: &Reach<'_, '_>,
    state: &State,
    case: &Case<'_>,
    danger: Danger,
    label: u32,
) -> bool {
    let mut tried = attempts(reach, state, case, danger, label).into_iter();
    tried.any(|sight| sight.can_be_allowed(case, &[]))
}

/// The ways in which a call of a case can carry the label: in an argument that is not declared, or in one of those that
/// are.
pub(crate) fn attempts<'a>(
    reach: &'a Reach<'_, '_>,
    state: &'a State,
    case: &Case<'_>,
    danger: Danger,
    label: u32,
) -> Vec<Sight<'a>> {
    let table = reach.table;
    let sight = Sight {
        consent_is_a_person: true,
        strange: danger == Danger::Steering,
        spent: &reach.spent,
        ..Sight::new(table, reach.agent, state)
    };
    let (fields, open) = arguments(table, case);
    let deciding = match danger {
        Danger::Leak => BTreeSet::new(),
        Danger::Steering => landing(table, case),
    };
    let (candidates, open): (Vec<u16>, bool) = match deciding.is_empty() {
        true => ((0..fields).collect(), open),
        // What is not declared decides nothing.
        false => (deciding.into_iter().collect(), false),
    };
    // Arguments that no condition asks about are all alike.
    let asked = asked_about(table, case);
    let (some, alike): (Vec<u16>, Vec<u16>) = candidates
        .into_iter()
        .partition(|field| asked.contains(field));
    let labels = implies(table, label).with(label);
    let declared = alike.into_iter().take(1).chain(some).map(|field| Sight {
        carries: Some((field, labels)),
        ..sight
    });
    open.then_some(sight).into_iter().chain(declared).collect()
}

/// How many arguments a tool declares, and whether it takes others.
fn arguments(table: &Table, case: &Case<'_>) -> (u16, bool) {
    match table.ty(case.record.args.get()) {
        Some(Type::Record { len, open, .. }) => (u16::try_from(len).unwrap_or(u16::MAX), open),
        _ => (0, false),
    }
}

/// The arguments that some condition on the call asks about by where they came from.
fn asked_about(table: &Table, case: &Case<'_>) -> BTreeSet<u16> {
    let mut asked = BTreeSet::new();
    for leaf in &case.leaves {
        let Leaf::Node(node) = *leaf else { continue };
        let subject = match table.node(node) {
            Node::Has { subject, .. }
            | Node::Said { subject, .. }
            | Node::Endorsed { subject, .. }
            | Node::Present { subject, .. }
            | Node::Absent { subject, .. } => subject,
            _ => continue,
        };
        if let Node::Arg { field, .. } = table.node(subject) {
            asked.insert(field);
        }
    }
    asked
}

/// The arguments that decide where an effect lands: those in `subject`, and addresses of every kind.
pub(crate) fn landing(table: &Table, case: &Case<'_>) -> BTreeSet<u16> {
    let mut fields = BTreeSet::new();
    let subject = case.facts.subject.get();
    if subject != NONE {
        in_value(table, subject, &mut fields);
    }
    if let Some(Type::Record { first, len, .. }) = table.ty(case.record.args.get()) {
        for (field, number) in table.fields(first, len).iter().zip(0_u16..) {
            if is_address(table, field.ty.get()) {
                fields.insert(number);
            }
        }
    }
    fields
}

fn in_value(table: &Table, node: u32, fields: &mut BTreeSet<u16>) {
    match table.node(node) {
        Node::Arg { field, .. } => {
            fields.insert(field);
        }
        Node::Sum { left, right, .. } => {
            in_value(table, left, fields);
            in_value(table, right, fields);
        }
        Node::List(nodes) => {
            for node in table.refs(nodes) {
                in_value(table, node, fields);
            }
        }
        Node::Record(pairs) => {
            for (_, node) in table.pairs(pairs) {
                in_value(table, node, fields);
            }
        }
        Node::Size(inner) | Node::Links(inner) => in_value(table, inner, fields),
        _ => {}
    }
}

fn is_address(table: &Table, ty: u32) -> bool {
    match table.ty(ty) {
        Some(Type::Meaning(kind)) => kind != Kind::Command,
        Some(
            Type::Like { base: inner, .. }
            | Type::Optional(inner)
            | Type::List(inner)
            | Type::Map(inner),
        ) => is_address(table, inner),
        Some(Type::Record { first, len, .. }) => {
            let mut fields = table.fields(first, len).iter();
            fields.any(|field| is_address(table, field.ty.get()))
        }
        _ => false,
    }
}
