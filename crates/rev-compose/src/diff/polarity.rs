//! What rules ask for the absence of. More of it is not stricter then: a rule that fires *unless* a label is there fires
//! less often with more labels.

use rev_table::{Node, Table};
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub(super) struct Polarity {
    /// Labels whose absence some condition asks for.
    labels: BTreeSet<String>,
    /// Some condition asks that a boundary was not crossed.
    pub boundaries: bool,
    /// Some condition fires where an argument is said or endorsed.
    pub said: bool,
    /// Some condition asks for what was spent, or whose state was changed.
    pub counted: bool,
}

/// Which way a condition counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Fires,
    Not,
    Both,
}

impl Polarity {
    pub fn of(tables: [&Table; 2]) -> Polarity {
        let mut all = Polarity::default();
        // Twice: whether boundaries count either way is only known after the first time.
        for table in [tables, tables].concat() {
            let mut seen = BTreeSet::new();
            for tool in table.tools() {
                for facts in table.variants(tool) {
                    all.walk(table, facts.when.get(), Way::Both, &mut seen);
                    let atoms: Vec<u32> = table.refs(facts.atoms).collect();
                    for row in table.rows(facts) {
                        for (atom, at) in atoms.iter().zip(0..) {
                            if has(row.yes, at) {
                                all.walk(table, *atom, Way::Fires, &mut seen);
                            }
                            if has(row.no, at) {
                                all.walk(table, *atom, Way::Not, &mut seen);
                            }
                        }
                    }
                    // Whether crossing is what a rule wants is asked after; it is taken as both where it may not be.
                    for (_, when) in table.pairs(facts.crossings) {
                        all.walk(table, when, Way::Fires, &mut seen);
                        if all.boundaries {
                            all.walk(table, when, Way::Both, &mut seen);
                        }
                    }
                }
            }
        }
        all
    }

    /// Whether more calls with a label are stricter.
    pub fn guards(&self, label: &str) -> bool {
        !self.labels.contains(label)
    }

    fn walk(&mut self, table: &Table, node: u32, way: Way, seen: &mut BTreeSet<(u32, Way)>) {
        if node == rev_table::NONE || !seen.insert((node, way)) {
            return;
        }
        match table.node(node) {
            Node::Not(inner) => {
                let other = match way {
                    Way::Fires => Way::Not,
                    Way::Not => Way::Fires,
                    Way::Both => Way::Both,
                };
                self.walk(table, inner, other, seen);
            }
            Node::And(nodes) | Node::Or(nodes) | Node::List(nodes) => {
                for node in table.refs(nodes) {
                    self.walk(table, node, way, seen);
                }
            }
            Node::RunHas(label) | Node::Has { label, .. } if way != Way::Fires => {
                let label = table.labels().get(label as usize);
                let name = label.map_or("", |label| table.text(label.name.get()));
                self.labels.insert(name.to_owned());
            }
            Node::Said { .. } | Node::Endorsed { .. } if way != Way::Not => self.said = true,
            Node::Crossing(_) | Node::Crossed(_) if way != Way::Fires => self.boundaries = true,
            Node::Distance(_) => self.boundaries = true,
            Node::RunSpent(_) | Node::RunSubjects => self.counted = true,
            Node::Compare { left, right, .. } | Node::Sum { left, right, .. } => {
                // What is compared counts either way.
                self.walk(table, left, Way::Both, seen);
                self.walk(table, right, Way::Both, seen);
            }
            _ => {}
        }
    }
}

/// Whether a condition is among those of one side of a row.
pub(super) fn has([low, high]: [rev_table::U64; 2], at: usize) -> bool {
    let word = if at < 64 { low.get() } else { high.get() };
    word & 1 << (at % 64) != 0
}
