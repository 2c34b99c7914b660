//! One case of a tool as conditions over leaves: when it applies, what holds it up, what it crosses.

use crate::truths::{FALSE, Formula, TRUE, UNKNOWN};
use rev_analysis::glob;
use rev_table::{
    BoundaryRecord, GateRecord, LabelSet, NONE, Node, RowRecord, Table, ToolRecord, VariantRecord,
    action, boundary, gate, tool,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a condition asks for: a test in the table, or a bit of the run's progress along its boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Leaf {
    Node(u32),
    Bit(u32),
}

/// A condition that holds a call up.
#[derive(Clone, Debug)]
pub(crate) struct Holds {
    pub when: Rc<Formula>,
    /// The number of its reason.
    pub reason: u32,
    /// Nobody can let it pass.
    pub denies: bool,
}

/// A case of a tool.
#[derive(Debug)]
pub(crate) struct Case<'t> {
    pub tool: u32,
    pub record: &'t ToolRecord,
    pub facts: &'t VariantRecord,
    pub leaves: Vec<Leaf>,
    /// Conditions that are true where the case applies.
    pub applies: Vec<Formula>,
    /// Rows, boundaries that refuse or hold.
    pub holds: Vec<Holds>,
    /// When each boundary is crossed, by number.
    pub crosses: BTreeMap<u32, Rc<Formula>>,
    /// Bits of progress that a call adds, and when.
    pub steps: Vec<(u32, Rc<Formula>)>,
    /// Tools that the same call may fall under as well.
    pub beside: Vec<Beside>,
    /// Rows that hold nobody up, by their reason.
    pub watches: BTreeMap<u32, Vec<Rc<Formula>>>,
}

/// A tool under whose glob some calls of another glob fall as well: all of it happens to them.
#[derive(Clone, Debug)]
pub(crate) struct Beside {
    pub tool: u32,
    pub labels: LabelSet,
    /// Bits of progress that its calls may add.
    pub bits: BTreeSet<u32>,
}

/// Whether a gate asks for a person or for more.
pub(crate) fn asks(gate: &GateRecord) -> bool {
    let flags = gate::DRY_RUN | gate::OUT_OF_BAND | gate::DENY;
    gate.approvers.get() > 0 || gate.flags.get() & flags != 0
}

fn denies(gate: &GateRecord) -> bool {
    gate.flags.get() & gate::DENY != 0
}

/// Every case of every tool, in the order of the table.
pub(crate) fn cases(table: &Table) -> Vec<Case<'_>> {
    let tools = table.tools().iter().zip(0_u32..);
    let cases = tools.flat_map(|(record, tool)| {
        let variants = table.variants(record).iter();
        variants.map(move |facts| Reader::new(table).case(tool, record, facts))
    });
    let mut cases: Vec<Case<'_>> = cases.collect();
    let globs: Vec<(&str, Beside)> = globs(table, &cases);
    for case in &mut cases {
        if case.record.flags.get() & tool::GLOB != 0 {
            let name = table.text(case.record.name.get());
            let others = globs.iter().filter(|(_, other)| other.tool != case.tool);
            let others = others.filter(|(other, _)| glob::overlap(other, name));
            case.beside = others.map(|(_, other)| other.clone()).collect();
        }
    }
    cases
}

/// Every glob, with what a call does to a run that falls under it.
fn globs<'t>(table: &'t Table, cases: &[Case<'t>]) -> Vec<(&'t str, Beside)> {
    let mut globs: BTreeMap<u32, (&str, Beside)> = BTreeMap::new();
    for case in cases {
        if case.record.flags.get() & tool::GLOB == 0 {
            continue;
        }
        let own = Beside {
            tool: case.tool,
            labels: table.label_set(case.record.field_yields.get()),
            bits: BTreeSet::new(),
        };
        let name = table.text(case.record.name.get());
        let (_, glob) = globs.entry(case.tool).or_insert((name, own));
        glob.labels = glob.labels.union(table.label_set(case.facts.yields.get()));
        glob.bits.extend(case.steps.iter().map(|(bit, _)| *bit));
    }
    globs.into_values().collect()
}

struct Reader<'t> {
    table: &'t Table,
    leaves: Vec<Leaf>,
    numbers: BTreeMap<Leaf, usize>,
    crosses: BTreeMap<u32, Rc<Formula>>,
}

impl<'t> Reader<'t> {
    fn new(table: &'t Table) -> Reader<'t> {
        Reader {
            table,
            leaves: Vec::new(),
            numbers: BTreeMap::new(),
            crosses: BTreeMap::new(),
        }
    }

    fn case(mut self, tool: u32, record: &'t ToolRecord, facts: &'t VariantRecord) -> Case<'t> {
        let table = self.table;
        let mut applies = Vec::new();
        for other in table.variants(record) {
            let when = other.when.get();
            if when == NONE {
                continue;
            }
            // Cases exclude each other: where one applies, the others do not.
            let holds = self.formula(when);
            applies.push(match when == facts.when.get() {
                true => Rc::unwrap_or_clone(holds),
                false => Formula::Not(holds),
            });
        }
        let mut holds = Vec::new();
        let mut steps = Vec::new();
        for (number, when) in table.pairs(facts.crossings) {
            let Some(record) = table.boundary(number) else {
                continue;
            };
            let now = match when {
                NONE => self.composed(record, &mut steps),
                _ => self.formula(when),
            };
            steps.push((record.first_bit.get(), Rc::clone(&now)));
            let reason = table.reason(record.reason.get());
            let gate = table.gate(reason.map_or(NONE, |reason| reason.gate.get()));
            if record.action != action::MARK && asks(gate) {
                holds.push(Holds {
                    when: Rc::clone(&now),
                    reason: record.reason.get(),
                    denies: denies(gate),
                });
            }
            self.crosses.insert(number, now);
        }
        let mut watches: BTreeMap<u32, Vec<Rc<Formula>>> = BTreeMap::new();
        let atoms: Vec<Rc<Formula>> = table
            .refs(facts.atoms)
            .map(|atom| self.formula(atom))
            .collect();
        for row in table.rows(facts) {
            let reason = row.reason.get();
            let gate = table.gate(
                table
                    .reason(reason)
                    .map_or(NONE, |reason| reason.gate.get()),
            );
            let when = row_formula(&atoms, row);
            match asks(gate) {
                true => holds.push(Holds {
                    when,
                    reason,
                    denies: denies(gate),
                }),
                false => watches.entry(reason).or_default().push(when),
            }
        }
        Case {
            tool,
            record,
            facts,
            leaves: self.leaves,
            applies,
            holds,
            crosses: self.crosses,
            steps,
            beside: Vec::new(),
            watches,
        }
    }

    fn leaf(&mut self, leaf: Leaf) -> Rc<Formula> {
        let next = self.leaves.len();
        let at = *self.numbers.entry(leaf).or_insert(next);
        if at == next {
            self.leaves.push(leaf);
        }
        Rc::new(Formula::Leaf(at))
    }

    fn formula(&mut self, node: u32) -> Rc<Formula> {
        let table = self.table;
        let known = |truths| Rc::new(Formula::Known(truths));
        match table.node(node) {
            Node::Bool(value) => known(if value { TRUE } else { FALSE }),
            Node::Unknown => known(UNKNOWN),
            Node::Not(inner) => Rc::new(Formula::Not(self.formula(inner))),
            Node::And(nodes) => {
                let parts = table.refs(nodes).map(|node| self.formula(node));
                Rc::new(Formula::And(parts.collect()))
            }
            Node::Or(nodes) => {
                let parts = table.refs(nodes).map(|node| self.formula(node));
                Rc::new(Formula::Or(parts.collect()))
            }
            Node::Crossing(boundary) => match self.crosses.get(&boundary) {
                Some(when) => Rc::clone(when),
                None => known(FALSE),
            },
            Node::Crossed(boundary) => match table.boundary(boundary) {
                Some(record) => self.leaf(Leaf::Bit(record.first_bit.get())),
                None => known(UNKNOWN),
            },
            _ => self.leaf(Leaf::Node(node)),
        }
    }

    /// When a call crosses a composed boundary, as the evaluator works it out.
    fn composed(
        &mut self,
        record: &BoundaryRecord,
        steps: &mut Vec<(u32, Rc<Formula>)>,
    ) -> Rc<Formula> {
        let table = self.table;
        let parts: Vec<u32> = table.refs(record.parts).collect();
        let never = Rc::new(Formula::Known(FALSE));
        let now: Vec<Rc<Formula>> = parts
            .iter()
            .map(|part| self.crosses.get(part).unwrap_or(&never).clone())
            .collect();
        match record.kind {
            boundary::OR => Rc::new(Formula::Or(now)),
            boundary::AND => {
                let mut all = vec![Rc::new(Formula::Or(now.clone()))];
                for (part, now) in parts.iter().zip(now) {
                    let before = match table.boundary(*part) {
                        Some(part) => self.leaf(Leaf::Bit(part.first_bit.get())),
                        None => Rc::new(Formula::Known(UNKNOWN)),
                    };
                    all.push(Rc::new(Formula::Or(vec![now, before])));
                }
                Rc::new(Formula::And(all))
            }
            boundary::THEN => {
                let last = record.parts.len.get();
                let mut reached = Rc::new(Formula::Known(TRUE));
                let mut crossed = never;
                for (now, step) in now.into_iter().zip(1..) {
                    crossed = Rc::new(Formula::And(vec![reached, now]));
                    if step == last {
                        break;
                    }
                    let bit = record.first_bit.get() + step;
                    steps.push((bit, Rc::clone(&crossed)));
                    let earlier = self.leaf(Leaf::Bit(bit));
                    reached = Rc::new(Formula::Or(vec![earlier, Rc::clone(&crossed)]));
                }
                crossed
            }
            _ => Rc::new(Formula::Known(UNKNOWN)),
        }
    }
}

/// A row: everything it asks for, and nothing that it does not want.
fn row_formula(atoms: &[Rc<Formula>], row: &RowRecord) -> Rc<Formula> {
    let has = |[low, high]: [rev_table::U64; 2], at: usize| {
        let word = if at < 64 { low.get() } else { high.get() };
        word & 1 << (at % 64) != 0
    };
    let mut parts = Vec::new();
    for (at, atom) in atoms.iter().enumerate() {
        if has(row.yes, at) {
            parts.push(Rc::clone(atom));
        }
        if has(row.no, at) {
            parts.push(Rc::new(Formula::Not(Rc::clone(atom))));
        }
    }
    Rc::new(Formula::And(parts))
}
