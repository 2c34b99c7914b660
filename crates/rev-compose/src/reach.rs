//! Which cases an agent can call, in itself and by recoveries, and what they yield together.

use crate::case::Case;
use crate::sight::Sight;
use crate::state::State;
use crate::truths::{FALSE, Truths};
use rev_analysis::glob;
use rev_table::{LabelSet, NONE, Table, bound, tool};
use std::collections::BTreeSet;

/// What one agent can do.
#[derive(Debug)]
pub(crate) struct Reach<'a, 't> {
    pub table: &'t Table,
    pub agent: u32,
    /// Every case of the table.
    pub all: &'a [Case<'t>],
    /// Cases that it may call.
    pub named: Vec<&'a Case<'t>>,
    /// Those of them that are not always denied.
    pub cases: Vec<&'a Case<'t>>,
    /// Cases that take its calls back.
    pub recoveries: Vec<&'a Case<'t>>,
    /// What results may carry.
    pub labels: LabelSet,
    /// Every run that it can have.
    pub everything: State,
    /// The most that a run can have spent, per dimension.
    pub spent: Vec<Option<i128>>,
}

/// The reach of an agent.
pub(crate) fn reach<'a, 't>(table: &'t Table, cases: &'a [Case<'t>], agent: u32) -> Reach<'a, 't> {
    let all = all_labels(table);
    let named: Vec<&Case<'t>> = cases
        .iter()
        .filter(|case| may(table, agent, case))
        .collect();
    let nothing_known = State::any(table, all);
    let sight = Sight::new(table, agent, &nothing_known);
    let called: Vec<&Case<'t>> = named
        .iter()
        .copied()
        .filter(|case| sight.can_go_out(case, &[]))
        .collect();
    let recoveries = recoveries(table, cases, &called);
    let mut reach = Reach {
        table,
        agent,
        labels: LabelSet::EMPTY,
        spent: spent(table, agent, &called, &recoveries),
        all: cases,
        named,
        cases: called,
        recoveries,
        everything: nothing_known,
    };
    reach.settle();
    reach
}

impl<'t> Reach<'_, 't> {
    /// What every run of the agent can have: labels that its tools yield, and boundaries that they cross. Less of one
    /// can make less of the other, so that this goes on until nothing changes.
    fn settle(&mut self) {
        loop {
            let before = (self.labels, self.everything.bits.clone(), self.cases.len());
            self.labels = LabelSet::EMPTY;
            for case in self.cases.iter().chain(&self.recoveries) {
                self.labels = self.labels.union(yields(self.table, case));
            }
            let progress = self.progress();
            self.everything = State::every(self.table, self.labels, progress);
            let sight = Sight {
                spent: &self.spent,
                ..Sight::new(self.table, self.agent, &self.everything)
            };
            let cases = self.cases.iter().copied();
            let left: Vec<_> = cases.filter(|case| sight.can_go_out(case, &[])).collect();
            self.cases = left;
            let after = (self.labels, self.everything.bits.clone(), self.cases.len());
            if before == after {
                return;
            }
        }
    }

    /// The bits of progress that some sequence of its calls can set, from none on.
    fn progress(&self) -> Vec<Truths> {
        let mut bits = vec![FALSE; self.table.progress_bits()];
        loop {
            let state = State::every(self.table, self.labels, bits.clone());
            for (case, recovery) in self.moves() {
                let sight = Sight {
                    recovery,
                    spent: &self.spent,
                    ..Sight::new(self.table, self.agent, &state)
                };
                if case.steps.is_empty() {
                    continue;
                }
                for (mine, after) in bits.iter_mut().zip(sight.after(case).bits) {
                    *mine |= after;
                }
            }
            if state.bits == bits {
                return bits;
            }
        }
    }

    /// Every case that can move a run on, and whether it does so as a recovery.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (&Case<'t>, bool)> {
        let own = self.cases.iter().map(|case| (*case, false));
        own.chain(self.recoveries.iter().map(|case| (*case, true)))
    }

    /// A look at every run that the agent can have.
    pub(crate) fn sight(&self) -> Sight<'_> {
        Sight {
            spent: &self.spent,
            ..Sight::new(self.table, self.agent, &self.everything)
        }
    }
}

/// All that a result of this case may carry of its own.
pub(crate) fn yields(table: &Table, case: &Case<'_>) -> LabelSet {
    let fields = table.label_set(case.record.field_yields.get());
    table.label_set(case.facts.yields.get()).union(fields)
}

fn all_labels(table: &Table) -> LabelSet {
    let numbers = table.labels().iter().zip(0..).map(|(_, number)| number);
    numbers.fold(LabelSet::EMPTY, LabelSet::with)
}

/// Whether an agent may call a case.
fn may(table: &Table, agent: u32, case: &Case<'_>) -> bool {
    let Some(record) = table.agent(agent) else {
        return false;
    };
    let flags = case.record.flags.get();
    if flags & tool::UNDOES != 0 || case.facts.class > record.up_to {
        return false;
    }
    let name = table.text(case.record.name.get());
    let mut globs = table.refs(record.may).map(|glob| table.text(glob));
    match flags & tool::GLOB {
        0 => globs.any(|glob| rev_table::names(glob, name)),
        _ => globs.any(|glob| glob::overlap(glob, name)),
    }
}

/// The cases that contracts of these call to take them back, and theirs in turn.
fn recoveries<'a, 't>(
    table: &Table,
    cases: &'a [Case<'t>],
    called: &[&Case<'t>],
) -> Vec<&'a Case<'t>> {
    let mut tools: BTreeSet<u32> = BTreeSet::new();
    let mut next: Vec<&Case<'t>> = called.to_vec();
    while let Some(case) = next.pop() {
        let Some(contract) = table.contract(case.facts.contract.get()) else {
            continue;
        };
        let calls = table.refs(contract.by).chain([contract.cancel.get()]);
        for call in calls.filter_map(|call| table.call(call)) {
            let meant = |case: &&Case<'t>| match call.tool.get() {
                NONE => {
                    let glob = table.text(case.record.name.get());
                    rev_table::names(glob, table.text(call.target.get()))
                }
                tool => case.tool == tool,
            };
            for found in cases.iter().filter(meant) {
                if tools.insert(found.tool) {
                    next.push(found);
                }
            }
        }
    }
    let all = cases.iter();
    all.filter(|case| tools.contains(&case.tool)).collect()
}

/// The most that a run can have spent in each dimension, where bounds that deny say so.
fn spent(
    table: &Table,
    agent: u32,
    called: &[&Case<'_>],
    recoveries: &[&Case<'_>],
) -> Vec<Option<i128>> {
    let dimensions = table.dimensions().iter().zip(0..);
    let most = dimensions.map(|(_, dimension)| {
        let spends = |case: &&Case<'_>| {
            let mut spends = table.pairs(case.facts.spends);
            spends.any(|(other, _)| other == dimension)
        };
        // A recovery asks for no blast radius.
        if recoveries.iter().any(spends) {
            return None;
        }
        let spenders: Vec<&Case<'_>> = called.iter().copied().filter(|case| spends(case)).collect();
        let by_tool = sum_of_bounds(table, &spenders, dimension);
        let by_budget = ceiling(table, agent, &spenders, dimension);
        match (by_tool, by_budget) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    });
    most.collect()
}

/// Where every tool that spends is denied beyond a bound, they spend the sum of these together.
fn sum_of_bounds(table: &Table, spenders: &[&Case<'_>], dimension: u32) -> Option<i128> {
    let mut sum = 0_i128;
    let mut last: Option<(u32, i128)> = None;
    for case in spenders {
        let blast = table.blast(case.facts.blast.get())?;
        let (_, most, _) = table
            .triples(blast.bounds)
            .find(|(of, _, flags)| *of == dimension && flags & bound::OR_DENY != 0)?;
        let most = table.amount(most)?;
        // A tool's cases share what it has spent.
        match last {
            Some((tool, known)) if tool == case.tool => {
                sum = sum.checked_add(most.saturating_sub(known).max(0))?;
                last = Some((tool, known.max(most)));
            }
            _ => {
                sum = sum.checked_add(most)?;
                last = Some((case.tool, most));
            }
        }
    }
    Some(sum)
}

/// A ceiling of the budget beyond which calls are denied, if every spender counts in full.
fn ceiling(table: &Table, agent: u32, spenders: &[&Case<'_>], dimension: u32) -> Option<i128> {
    let budget = table.budget(table.agent(agent)?.budget.get())?;
    let mut weights = table.triples(budget.weights);
    let full = |case: &&Case<'_>| case.facts.weight == 1;
    if weights.next().is_some() || !spenders.iter().all(full) {
        return None;
    }
    let (_, most, _) = table.triples(budget.ceilings).find(|(of, most, flags)| {
        *of == dimension && *most != NONE && flags & bound::OR_DENY != 0
    })?;
    table.amount(most)
}
