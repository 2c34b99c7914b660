//! A reviewer's questions about one agent, answered in plain words.

use crate::case::{Case, cases};
use crate::paths::{Danger, Path, paths};
use crate::reach::{Reach, reach};
use crate::sight::Sight;
use rev_table::{NONE, Node, Table, contract, label, reversal};
use std::collections::BTreeMap;

/// What an agent can spend of one dimension before a person is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spend {
    pub dimension: String,
    pub unit: String,
    /// In the unit's smallest part; `None`: nothing bounds it.
    pub most: Option<i128>,
    /// How many decimals the unit has.
    pub scale: u32,
}

/// What an agent does with what is confidential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secrets {
    /// How it leaves without a person.
    pub paths: Vec<Path>,
    /// Labels that its tools yield, by name: those that are kept, and those that may leave by their own word.
    pub kept: Vec<String>,
    pub may_leave: Vec<String>,
}

/// Who is asked before a call goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Nobody,
    /// The person who spoke has agreed by naming where it lands.
    Speaker,
    Always,
}

/// A call that can never be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irreversible {
    pub tool: String,
    /// So long it can be cancelled, in milliseconds; `None`: not even that.
    pub hold: Option<u64>,
    pub asked: Asked,
}

/// Can this agent ever send a secret out without a person? `None`: there is no such agent.
pub fn secrets(table: &Table, agent: &str) -> Option<Secrets> {
    with(table, agent, |reach| {
        let labels = |flags: u32| {
            let labels = table.labels().iter().zip(0_u32..);
            let yielded = labels.filter(|(_, number)| reach.labels.has(*number));
            let meant = |of: u32| of & (label::CONFIDENTIAL | label::MAY_LEAVE) == flags;
            let meant = yielded.filter(|(record, _)| meant(record.flags.get()));
            meant
                .map(|(record, _)| table.text(record.name.get()).to_owned())
                .collect()
        };
        Secrets {
            paths: paths(reach, Danger::Leak),
            kept: labels(label::CONFIDENTIAL),
            may_leave: labels(label::CONFIDENTIAL | label::MAY_LEAVE),
        }
    })
}

/// What is the most it can spend before a person is asked?
pub fn spend(table: &Table, agent: &str) -> Option<Vec<Spend>> {
    with(table, agent, |reach| {
        let dimensions = table.dimensions().iter().zip(0..);
        let spends = dimensions.map(|(record, number)| Spend {
            dimension: table.text(record.name.get()).to_owned(),
            unit: table.text(record.unit.get()).to_owned(),
            most: most(reach, number),
            scale: record.scale.get(),
        });
        spends.collect()
    })
}

/// Which of its calls can never be taken back?
pub fn irreversible(table: &Table, agent: &str) -> Option<Vec<Irreversible>> {
    with(table, agent, |reach| {
        let mut found: Vec<Irreversible> = Vec::new();
        for case in &reach.cases {
            if case.facts.reversal != reversal::IRREVERSIBLE {
                continue;
            }
            let contract = table.contract(case.facts.contract.get());
            let held = contract.filter(|it| it.flags & contract::HUMAN == 0);
            found.push(Irreversible {
                tool: table.text(case.record.name.get()).to_owned(),
                hold: held.map(|it| it.hold.get()).filter(|hold| *hold > 0),
                asked: asked(reach, case),
            });
        }
        found.dedup();
        found
    })
}

fn asked(reach: &Reach<'_, '_>, case: &Case<'_>) -> Asked {
    let without_consent = Sight {
        consent_is_a_person: true,
        ..reach.sight()
    };
    match (
        without_consent.can_be_allowed(case, &[]),
        reach.sight().can_be_allowed(case, &[]),
    ) {
        (true, _) => Asked::Nobody,
        (false, true) => Asked::Speaker,
        (false, false) => Asked::Always,
    }
}

fn with<T>(table: &Table, agent: &str, of: impl FnOnce(&Reach<'_, '_>) -> T) -> Option<T> {
    let number = table.agent_named(agent)?;
    let cases = cases(table);
    Some(of(&reach(table, &cases, number)))
}

/// The most that calls without a person spend of a dimension: what the tools' own bounds leave, or the budget if that is
/// less. Over any of them a person is asked.
fn most(reach: &Reach<'_, '_>, dimension: u32) -> Option<i128> {
    let table = reach.table;
    let spenders = reach.cases.iter().copied().filter(|case| {
        let mut spends = table.pairs(case.facts.spends);
        spends.any(|(of, _)| of == dimension) && reach.sight().can_be_allowed(case, &[])
    });
    let spenders: Vec<&Case<'_>> = spenders.collect();
    let mut by_tool: BTreeMap<u32, Vec<&Case<'_>>> = BTreeMap::new();
    for case in &spenders {
        by_tool.entry(case.tool).or_default().push(case);
    }
    let sum = by_tool.values().try_fold(0_i128, |sum, cases| {
        sum.checked_add(of_cases(table, cases, dimension)?)
    });
    let budget = ceiling(reach, &spenders, dimension);
    match (sum, budget) {
        (Some(sum), Some(budget)) => Some(sum.min(budget)),
        (sum, budget) => sum.or(budget),
    }
}

/// What the cases of one tool may spend: no more than the largest of their bounds, since they share what was spent; and no
/// more than all of them by themselves, one after the other.
fn of_cases(table: &Table, cases: &[&Case<'_>], dimension: u32) -> Option<i128> {
    let shared = cases.iter().try_fold(0, |most: i128, case| {
        Some(most.max(bound(table, case, dimension)?))
    });
    let alone = cases.iter().try_fold(0_i128, |sum, case| {
        sum.checked_add(own_bound(table, case, dimension)?)
    });
    match (shared, alone) {
        (Some(shared), Some(alone)) => Some(shared.min(alone)),
        (shared, alone) => shared.or(alone),
    }
}

/// The bound of a case in a dimension.
fn bound(table: &Table, case: &Case<'_>, dimension: u32) -> Option<i128> {
    let blast = table.blast(case.facts.blast.get())?;
    let mut bounds = table.triples(blast.bounds);
    let (_, most, _) = bounds.find(|(of, _, _)| *of == dimension)?;
    table.amount(most)
}

/// What a case may spend by itself: its bound in the dimension, or so many calls of a written amount.
fn own_bound(table: &Table, case: &Case<'_>, dimension: u32) -> Option<i128> {
    let blast = table.blast(case.facts.blast.get())?;
    let bound = bound(table, case, dimension);
    let mut spends = table.pairs(case.facts.spends);
    let each = spends.find(|(of, _)| *of == dimension);
    let each = match each.map(|(_, node)| table.node(node)) {
        Some(Node::Quantity { amount, .. }) => table.amount(amount),
        _ => None,
    };
    let calls = each.and_then(|each| each.checked_mul(i128::from(blast.calls.get())));
    match (bound, calls) {
        (Some(bound), Some(calls)) => Some(bound.min(calls)),
        (bound, calls) => bound.or(calls),
    }
}

/// What the budget leaves to spenders without a person, where each of them counts for something.
fn ceiling(reach: &Reach<'_, '_>, spenders: &[&Case<'_>], dimension: u32) -> Option<i128> {
    let table = reach.table;
    let budget = table.budget(table.agent(reach.agent)?.budget.get())?;
    let mut ceilings = table.triples(budget.ceilings);
    let (_, most, _) = ceilings.find(|(of, _, _)| *of == dimension)?;
    let most = if most == NONE { 0 } else { table.amount(most)? };
    let mut largest = 0;
    for case in spenders {
        let mut weights = table.triples(budget.weights);
        let written = weights.find(|(class, _, _)| *class == u32::from(case.facts.class));
        let (digits, scale) = match written {
            Some((_, digits, scale)) => (table.amount(digits)?, scale),
            None => (i128::from(case.facts.weight), 0),
        };
        // What counts for nothing is not bounded by the budget.
        let tens = 10_i128.checked_pow(scale)?;
        largest = most.checked_mul(tens)?.checked_div(digits)?.max(largest);
    }
    Some(largest)
}

impl Spend {
    /// `at most 5000.00 INR of money`
    pub fn text(&self) -> String {
        match self.most {
            None => format!("any amount of {}", self.dimension),
            Some(most) => {
                let amount = crate::values::decimal(most, self.scale);
                format!("at most {amount} {} of {}", self.unit, self.dimension)
            }
        }
    }
}

impl Irreversible {
    /// `email.send: for good after 10m, and no person is asked`
    pub fn text(&self) -> String {
        let when = match self.hold {
            Some(hold) => format!("for good after {}", rev_eval::duration(hold)),
            None => "for good at once".to_owned(),
        };
        let who = match self.asked {
            Asked::Nobody => "no person need be asked",
            Asked::Speaker => "a person is asked first, or has named where it lands",
            Asked::Always => "a person is asked first",
        };
        format!("{}: {when}; {who}", self.tool)
    }
}
