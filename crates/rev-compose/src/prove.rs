//! Invariants: shown for every run at once, or by walking through sets of runs; else with the way that leads there.
//! They are about calls that are made: a call that is denied has not happened, whatever it asked for.

use crate::case::{Case, cases};
use crate::reach::{Reach, reach};
use crate::sight::Sight;
use crate::state::State;
use crate::truths::{TRUE, UNKNOWN};
use crate::walk::{self, Counterexample};
use rev_analysis::hir::Invariant;
use rev_analysis::{Checked, Db, Package, check_item, facts};
use rev_lower::watched_code;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// So many sets of runs are looked at.
const MOST_STATES: usize = 2_000;
/// So many calls in them.
const MOST_CALLS: usize = 200_000;

/// An invariant for one of its agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub invariant: String,
    pub agent: String,
    pub answer: Answer,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No sequence of calls leads there.
    Holds,
    /// These calls do.
    Broken(Counterexample),
    /// Neither could be found out; why.
    NotShown(String),
}

/// Every invariant of a package, for each of its agents.
pub fn prove(db: &dyn Db, package: Package) -> Vec<Proof> {
    let mut invariants: Vec<&Invariant> = Vec::new();
    for item in facts::items(db, package) {
        if let Some(Checked::Invariant(found)) = &check_item(db, package, item).hir {
            invariants.push(found);
        }
    }
    if invariants.is_empty() {
        return Vec::new();
    }
    let watched = rev_lower::lower_watched(db, package).ok();
    let table = watched.as_ref().map(|lowered| &lowered.table);
    let cases = table.map(cases).unwrap_or_default();
    let mut reaches: BTreeMap<&str, Reach<'_, '_>> = BTreeMap::new();
    let mut proofs = Vec::new();
    for invariant in invariants {
        for agent in &invariant.agents {
            let answer = match table.and_then(|table| Some((table, table.agent_named(agent)?))) {
                None => Answer::NotShown("its condition is too large for a table".to_owned()),
                Some((table, number)) => {
                    let reach = reaches
                        .entry(agent)
                        .or_insert_with(|| reach(table, &cases, number));
                    Watch::new(reach, &invariant.name).answer()
                }
            };
            proofs.push(Proof {
                invariant: invariant.name.to_string(),
                agent: agent.to_string(),
                answer,
            });
        }
    }
    proofs
}

/// One invariant and one agent.
struct Watch<'a, 't> {
    reach: &'a Reach<'a, 't>,
    invariant: &'a str,
    /// The reasons that tell it: for calls that are allowed, and for others.
    allowed: Option<u32>,
    other: Option<u32>,
}

/// The cases on the way to where an invariant might not hold.
type Way = Vec<(u32, bool)>;

impl<'a, 't> Watch<'a, 't> {
    fn new(reach: &'a Reach<'a, 't>, invariant: &'a str) -> Watch<'a, 't> {
        let table = reach.table;
        let reason = |allowed: bool| {
            let code = watched_code(invariant, allowed);
            let mut reasons = table.reasons().iter();
            let at = reasons.position(|reason| table.text(reason.code.get()) == code)?;
            u32::try_from(at).ok()
        };
        Watch {
            reach,
            invariant,
            allowed: reason(true),
            other: reason(false),
        }
    }

    fn answer(&self) -> Answer {
        let in_any = self
            .reach
            .moves()
            .any(|(case, recovery)| self.could(&self.reach.everything, case, recovery));
        if !in_any {
            return Answer::Holds;
        }
        match self.explore() {
            Explored::Nothing => Answer::Holds,
            Explored::Way(way) => self.shown(&way),
            Explored::TooMuch => match walk::search(self.reach, self.invariant) {
                Some(found) => Answer::Broken(found),
                None => Answer::NotShown("there are too many runs to look at".to_owned()),
            },
        }
    }

    /// A way that may lead there, taken with real calls.
    fn shown(&self, way: &Way) -> Answer {
        let along = walk::along(self.reach, self.invariant, way);
        if let Some(found) = along.or_else(|| walk::search(self.reach, self.invariant)) {
            return Answer::Broken(found);
        }
        let table = self.reach.table;
        let name = |(tool, recovery): &(u32, bool)| {
            let tool = table.tool(*tool);
            let name = tool.map_or("", |tool| table.text(tool.name.get()));
            match recovery {
                true => format!("the recovery `{name}`"),
                false => format!("`{name}`"),
            }
        };
        let last = way.last().map(name).unwrap_or_default();
        let before: Vec<String> = way.iter().rev().skip(1).rev().map(name).collect();
        let after = match before.is_empty() {
            true => String::new(),
            false => format!(" after {}", before.join(", ")),
        };
        Answer::NotShown(format!(
            "{last}{after} may come to it, and no arguments were found with which it does"
        ))
    }

    /// Whether a call of this case that is not denied may do, in one of these runs, what the invariant rules out.
    fn could(&self, state: &State, case: &Case<'_>, recovery: bool) -> bool {
        let sight = Sight {
            recovery,
            spent: &self.reach.spent,
            ..Sight::new(self.reach.table, self.reach.agent, state)
        };
        let rows = |reason: Option<u32>| {
            let rows = reason.and_then(|reason| case.watches.get(&reason));
            rows.into_iter().flatten()
        };
        let fired = TRUE | UNKNOWN;
        rows(self.allowed).any(|row| sight.can_be_allowed(case, &[(row, fired)]))
            || rows(self.other).any(|row| sight.can_go_out(case, &[(row, fired)]))
    }

    /// Walks through sets of runs, nearest first.
    fn explore(&self) -> Explored {
        let table = self.reach.table;
        let kept = self.reach.kept();
        let mut fresh = State::fresh(table);
        fresh.forget_but(&kept);
        let mut seen = BTreeSet::from([fresh.clone()]);
        let mut next = VecDeque::from([(fresh, Way::new())]);
        let mut calls = 0;
        while let Some((state, way)) = next.pop_front() {
            for (case, recovery) in self.reach.moves() {
                calls += 1;
                if calls > MOST_CALLS {
                    return Explored::TooMuch;
                }
                let mut here = way.clone();
                here.push((case.tool, recovery));
                if self.could(&state, case, recovery) {
                    return Explored::Way(here);
                }
                let sight = Sight {
                    recovery,
                    spent: &self.reach.spent,
                    ..Sight::new(table, self.reach.agent, &state)
                };
                if !sight.can_go_out(case, &[]) {
                    continue;
                }
                let mut after = sight.after(case);
                after.forget_but(&kept);
                if seen.insert(after.clone()) {
                    if seen.len() > MOST_STATES {
                        return Explored::TooMuch;
                    }
                    next.push_back((after, here));
                }
            }
        }
        Explored::Nothing
    }
}

enum Explored {
    Nothing,
    Way(Way),
    TooMuch,
}
