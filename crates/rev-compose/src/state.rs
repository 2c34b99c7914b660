//! What is known of a run: which labels, steps and counts it has for certain, and which it may have.

use crate::truths::{ANY, EITHER, FALSE, TRUE, Truths};
use rev_table::{LabelSet, Table, boundary};
use std::collections::{BTreeMap, BTreeSet};

/// Counts are told apart up to here.
const MOST: u64 = 12;

/// At least and at most so many; `None`: nobody knows how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Count {
    pub least: u64,
    pub most: Option<u64>,
}

impl Count {
    const NONE: Count = Count {
        least: 0,
        most: Some(0),
    };
    pub(crate) const ANY: Count = Count {
        least: 0,
        most: None,
    };

    #[must_use]
    pub(crate) fn raised(self) -> Count {
        Count {
            least: self.least.saturating_add(1).min(MOST),
            most: self.most.map(|most| most + 1).filter(|most| *most <= MOST),
        }
    }
}

/// A set of runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct State {
    /// Numbers of labels that every run of the set has.
    has: [u64; 4],
    /// Those that some may have.
    may_have: [u64; 4],
    /// Per bit of progress along the boundaries.
    pub bits: Vec<Truths>,
    pub calls: Count,
    /// Per counter of the table.
    pub counters: Vec<Count>,
    /// Per tool; one that is not here was not called, unless `any` is set.
    tools: BTreeMap<u32, Count>,
    any: bool,
}

/// What conditions ask for.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub labels: LabelSet,
    pub bits: BTreeSet<u32>,
    pub calls: bool,
    pub tools: BTreeSet<u32>,
}

/// The bits of progress that the distance of a boundary is told by.
pub(crate) fn steps_of(table: &Table, number: u32) -> BTreeSet<u32> {
    let (mut bits, mut seen, mut next) = (BTreeSet::new(), BTreeSet::new(), vec![number]);
    while let Some(number) = next.pop() {
        let Some(record) = table.boundary(number).filter(|_| seen.insert(number)) else {
            continue;
        };
        // Of a sequence each step but the last; of others each part.
        if record.kind == boundary::THEN {
            bits.extend((1..record.parts.len.get()).map(|step| record.first_bit.get() + step));
        }
        for part in table.refs(record.parts) {
            let first = table.boundary(part).map(|part| part.first_bit.get());
            bits.extend(first.filter(|_| record.kind == boundary::AND));
            next.push(part);
        }
    }
    bits
}

fn bits(labels: LabelSet) -> [u64; 4] {
    labels.bits.map(|bits| bits.get())
}

impl State {
    /// A run in which nothing has happened.
    pub(crate) fn fresh(table: &Table) -> State {
        State {
            has: [0; 4],
            may_have: [0; 4],
            bits: vec![FALSE; table.progress_bits()],
            calls: Count::NONE,
            counters: vec![Count::NONE; table.counters().len()],
            tools: BTreeMap::new(),
            any: false,
        }
    }

    /// Every run whose labels are among these and whose progress is as given.
    pub(crate) fn every(table: &Table, labels: LabelSet, progress: Vec<Truths>) -> State {
        State {
            has: [0; 4],
            may_have: bits(labels),
            bits: progress,
            calls: Count::ANY,
            counters: vec![Count::ANY; table.counters().len()],
            tools: BTreeMap::new(),
            any: true,
        }
    }

    /// Every run whose labels are among these.
    pub(crate) fn any(table: &Table, labels: LabelSet) -> State {
        State::every(table, labels, vec![ANY; table.progress_bits()])
    }

    pub(crate) fn label(&self, label: u32) -> Truths {
        let has = |set: &[u64; 4]| {
            let word = set.get(label as usize / 64);
            word.is_some_and(|word| word & 1 << (label % 64) != 0)
        };
        match (has(&self.has), has(&self.may_have)) {
            (true, _) => TRUE,
            (false, true) => EITHER,
            (false, false) => FALSE,
        }
    }

    /// Adds labels that every run has.
    pub(crate) fn add(&mut self, labels: LabelSet) {
        for (mine, more) in self.has.iter_mut().zip(bits(labels)) {
            *mine |= more;
        }
        self.may(labels);
    }

    /// Adds labels that some may have.
    pub(crate) fn may(&mut self, labels: LabelSet) {
        for (mine, more) in self.may_have.iter_mut().zip(bits(labels)) {
            *mine |= more;
        }
    }

    pub(crate) fn calls_of_tool(&self, tool: u32) -> Count {
        let nothing = if self.any { Count::ANY } else { Count::NONE };
        self.tools.get(&tool).copied().unwrap_or(nothing)
    }

    /// Forgets what nothing asks for, so that runs which differ in that alone are one.
    pub(crate) fn forget_but(&mut self, kept: &Kept) {
        for (set, kept) in [&mut self.has, &mut self.may_have]
            .into_iter()
            .flat_map(|set| set.iter_mut().zip(bits(kept.labels)))
        {
            *set &= kept;
        }
        for (bit, number) in self.bits.iter_mut().zip(0_u32..) {
            if !kept.bits.contains(&number) {
                *bit = ANY;
            }
        }
        if !kept.calls {
            self.calls = Count::ANY;
        }
        self.tools.retain(|tool, _| kept.tools.contains(tool));
        for tool in &kept.tools {
            self.tools.entry(*tool).or_insert(Count::NONE);
        }
        self.any = true;
    }

    /// Counts a call that may be one of this tool as well.
    pub(crate) fn may_be_called(&mut self, tool: u32) {
        let count = self.calls_of_tool(tool);
        let most = count.raised().most;
        self.tools.insert(tool, Count { most, ..count });
    }

    /// Counts a call of a tool, whose name raises these counters for certain, or perhaps.
    pub(crate) fn count(&mut self, tool: u32, raises: impl Fn(u32) -> Truths) {
        self.calls = self.calls.raised();
        let raised = self.calls_of_tool(tool).raised();
        self.tools.insert(tool, raised);
        for (count, number) in self.counters.iter_mut().zip(0..) {
            match raises(number) {
                FALSE => {}
                TRUE => *count = count.raised(),
                _ => count.most = count.raised().most,
            }
        }
    }
}
