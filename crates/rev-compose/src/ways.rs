//! Every way on which a label can get from a source to a call that is dangerous with it, open or closed, and by what.
//!
//! The findings tell of one open path per label; whoever looks at the whole wants to see all of them, and what keeps the
//! others shut.

use crate::case::{Case, Holds, cases};
use crate::paths::{Danger, attempts, carries, dangerous, implies, is_end, stands_for};
use crate::reach::{Reach, reach, yields};
use crate::sight::Sight;
use crate::state::{Kept, State};
use crate::truths::{TRUE, UNKNOWN};
use rev_table::{LabelSet, Table};
use std::collections::{BTreeMap, BTreeSet};

/// What the tools of a table can do together; tools, labels, agents and boundaries by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Together {
    /// Pairs of an agent and a tool that it may call.
    pub may: Vec<(u32, u32)>,
    /// Pairs of a tool and a boundary that some call of it crosses.
    pub crosses: Vec<(u32, u32)>,
    pub ways: Vec<Way>,
}

/// What a label can do by way of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub agent: u32,
    pub danger: Danger,
    pub label: u32,
    /// Where it ends.
    pub to: u32,
    /// Whether some call of it is allowed without a person.
    pub open: bool,
    /// Tools that the label comes from: those from which the way is open, or all if it is closed.
    pub from: Vec<u32>,
    /// What closes it.
    pub closed: Closed,
}

/// What closes a way: each of these by itself, or all of them together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closed {
    pub together: bool,
    pub by: BTreeSet<Closer>,
}

/// Something that holds every call of a way up.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Closer {
    /// The number of a reason: a rule, a requirement, a boundary.
    Reason(u32),
    /// The gate of this class.
    Class(u8),
    /// The tool's blast radius, or the agent's budget.
    Bounds,
}

/// Everything at once, in the order of the table.
pub fn together(table: &Table) -> Together {
    let cases = cases(table);
    let mut together = Together {
        crosses: crosses(table, &cases),
        ..Together::default()
    };
    for (agent, _) in (0_u32..).zip(table.agents()) {
        let reach = reach(table, &cases, agent);
        let tools: BTreeSet<u32> = reach.named.iter().map(|case| case.tool).collect();
        together
            .may
            .extend(tools.into_iter().map(|tool| (agent, tool)));
        for danger in [Danger::Leak, Danger::Steering] {
            together.ways.extend(ways(&reach, danger));
        }
    }
    together
}

/// Whoever calls, and whatever has happened in the run.
fn crosses(table: &Table, cases: &[Case<'_>]) -> Vec<(u32, u32)> {
    let labels = table.labels().iter().zip(0_u32..);
    let labels = labels.fold(LabelSet::EMPTY, |set, (_, number)| set.with(number));
    let any = State::any(table, labels);
    let agents = 0..u32::try_from(table.agents().len().max(1)).unwrap_or(u32::MAX);
    let mut crosses = BTreeSet::new();
    for case in cases {
        for (boundary, when) in &case.crosses {
            let can = |agent: u32| {
                let sight = Sight::new(table, agent, &any);
                sight.can_be(case, &[(when, TRUE | UNKNOWN)])
            };
            if agents.clone().any(can) {
                crosses.insert((case.tool, *boundary));
            }
        }
    }
    crosses.into_iter().collect()
}

fn ways(reach: &Reach<'_, '_>, danger: Danger) -> Vec<Way> {
    let mut found: Vec<Way> = Vec::new();
    // How often each tool was called matters to that tool alone.
    let kept = Kept {
        tools: BTreeSet::new(),
        ..reach.kept()
    };
    for label in dangerous(reach, danger) {
        let sources = sources(reach, label, &kept);
        let mut by_tool: BTreeMap<u32, Vec<&Case<'_>>> = BTreeMap::new();
        for end in reach.cases.iter().filter(|case| is_end(case, danger)) {
            by_tool.entry(end.tool).or_default().push(end);
        }
        for (tool, ends) in by_tool {
            found.extend(way(reach, danger, label, &sources, tool, &ends));
        }
    }
    let told = found.clone();
    found.retain(|way| {
        !told.iter().any(|other| {
            (other.to, other.open, &other.from) == (way.to, way.open, &way.from)
                && stands_for(reach.table, other.label, way.label)
        })
    });
    found
}

/// What yields a label, the runs after it, and what conditions can tell of them.
fn sources(reach: &Reach<'_, '_>, label: u32, kept: &Kept) -> Vec<(u32, State, State)> {
    let labels = implies(reach.table, label).with(label);
    let cases = reach.cases.iter();
    let yielding = cases.filter(|case| yields(reach.table, case).has(label));
    yielding
        .map(|case| {
            let mut after = reach.sight().after(case);
            after.add(labels);
            let mut left = after.clone();
            left.forget_but(kept);
            (case.tool, after, left)
        })
        .collect()
}

fn way(
    reach: &Reach<'_, '_>,
    danger: Danger,
    label: u32,
    sources: &[(u32, State, State)],
    to: u32,
    ends: &[&Case<'_>],
) -> Option<Way> {
    let mut open: BTreeSet<u32> = BTreeSet::new();
    let mut all: BTreeSet<u32> = BTreeSet::new();
    let mut closed = Closed::default();
    // Sources that leave the same behind are one; the end itself has used up some of what it may do.
    let mut known: BTreeMap<_, bool> = BTreeMap::new();
    for (from, state, left) in sources {
        all.insert(*from);
        let key = (*from == to, left);
        let is_open = *known.entry(key).or_insert_with(|| {
            let open = ends
                .iter()
                .any(|end| carries(reach, state, end, danger, label));
            if !open {
                for end in ends {
                    let one = closers(reach, state, end, danger, label);
                    closed.together |= one.together;
                    closed.by.extend(one.by);
                }
            }
            open
        });
        if is_open {
            open.insert(*from);
        }
    }
    let is_open = !open.is_empty();
    let from = if is_open { open } else { all };
    (!from.is_empty()).then(|| Way {
        agent: reach.agent,
        danger,
        label,
        to,
        open: is_open,
        from: from.into_iter().collect(),
        closed: if is_open { Closed::default() } else { closed },
    })
}

/// What holds every call of a case up that carries the label. None of them is allowed.
fn closers(
    reach: &Reach<'_, '_>,
    state: &State,
    case: &Case<'_>,
    danger: Danger,
    label: u32,
) -> Closed {
    let attempts = attempts(reach, state, case, danger, label);
    let mut by = BTreeSet::new();
    for sight in &attempts {
        if sight.class_asks(case) {
            by.insert(Closer::Class(case.facts.class));
        }
        if sight.is_bound(case) {
            by.insert(Closer::Bounds);
        }
    }
    let reasons: BTreeSet<u32> = case.holds.iter().map(|one| one.reason).collect();
    let shut_by = |kept: &BTreeSet<u32>| {
        let counts = |one: &Holds| kept.contains(&one.reason);
        let mut tried = attempts.iter();
        !tried.any(|sight| sight.passes(case, &[], counts))
    };
    // What cannot be called in such a run is shut by nothing else.
    if shut_by(&BTreeSet::new()) {
        return Closed {
            together: false,
            by,
        };
    }
    let alone = reasons.iter().filter(|one| shut_by(&[**one].into()));
    by.extend(alone.copied().map(Closer::Reason));
    if !by.is_empty() {
        return Closed {
            together: false,
            by,
        };
    }
    let mut kept = reasons.clone();
    for reason in &reasons {
        kept.remove(reason);
        if !shut_by(&kept) {
            kept.insert(*reason);
        }
    }
    Closed {
        together: true,
        by: kept.into_iter().map(Closer::Reason).collect(),
    }
}
