//! What the conditions on an agent's calls ask for. Runs that differ in nothing of that are one.

use crate::case::Leaf;
use crate::reach::Reach;
use crate::state::{Kept, steps_of};
use rev_table::{LabelSet, Node, Table, blast};
use std::collections::BTreeSet;

impl Reach<'_, '_> {
    pub(crate) fn kept(&self) -> Kept {
        let table = self.table;
        let mut kept = Kept {
            labels: LabelSet::EMPTY,
            bits: BTreeSet::new(),
            calls: false,
            tools: BTreeSet::new(),
        };
        for (case, _) in self.moves() {
            for leaf in &case.leaves {
                match *leaf {
                    Leaf::Bit(bit) => {
                        kept.bits.insert(bit);
                    }
                    Leaf::Node(node) => asked(table, node, &mut kept),
                }
            }
            let blast = table.blast(case.facts.blast.get());
            if blast.is_some_and(|blast| {
                blast.flags & blast::CALLS_OR_DENY != 0 && blast.calls.get() <= 8
            }) {
                kept.tools.insert(case.tool);
            }
        }
        kept
    }
}

fn asked(table: &Table, node: u32, kept: &mut Kept) {
    match table.node(node) {
        Node::RunHas(label) | Node::Has { label, .. } => kept.labels = kept.labels.with(label),
        Node::RunCalls => kept.calls = true,
        Node::Distance(boundary) => kept.bits.extend(steps_of(table, boundary)),
        Node::Compare { left, right, .. } | Node::Sum { left, right, .. } => {
            asked(table, left, kept);
            asked(table, right, kept);
        }
        _ => {}
    }
}
