//! The state of a run: what was called, spent, read and crossed so far. A host stores it; nothing here does.

use crate::progress::Progress;
use rev_table::{LabelSet, Table};
use rev_text::Truth;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One run of one agent. It belongs to the table it was opened with, and to no other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    table: [u8; 32],
    agent: u32,
    pub(crate) capability: Capability,
    labels: [u64; 4],
    pub(crate) tools: BTreeMap<u32, Counts>,
    /// Per dimension, in the unit's smallest part.
    pub(crate) spent: Vec<i128>,
    /// Per dimension, in thousandths of the smallest part.
    pub(crate) debited: Vec<i128>,
    /// Per counter of the table.
    pub(crate) counters: Vec<u64>,
    pub(crate) calls: u64,
    denied: u64,
    pub(crate) subjects: BTreeSet<u128>,
    pub(crate) progress: Progress,
    /// Consents used since the person last spoke.
    pub(crate) consents: BTreeSet<u128>,
    halted: bool,
    context: serde_json::Map<String, Value>,
}

/// What one tool did in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub calls: u64,
    pub amounts: BTreeMap<u32, i128>,
    pub subjects: BTreeSet<u128>,
}

/// What a run is opened with: at most what its agent has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capability {
    /// Names and globs; `None`: all that the agent may call.
    pub may: Option<Vec<String>>,
    /// The highest class, as the language writes it; `None`: the agent's.
    pub up_to: Option<String>,
    /// Ceilings per dimension in the unit's smallest part, besides those of the agent's budget.
    pub budget: BTreeMap<String, i128>,
}

/// Why a run cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    UnknownAgent(String),
    UnknownClass(String),
    UnknownDimension(String),
    /// The state belongs to another table.
    OtherTable,
    /// The state is not one that this table can have.
    Damaged,
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpenError::UnknownAgent(name) => write!(f, "the table has no agent `{name}`"),
            OpenError::UnknownClass(name) => write!(f, "there is no class `{name}`"),
            OpenError::UnknownDimension(name) => write!(f, "the table has no dimension `{name}`"),
            OpenError::OtherTable => write!(f, "the run was opened with another table"),
            OpenError::Damaged => write!(f, "the state of the run does not fit the table"),
        }
    }
}

impl std::error::Error for OpenError {}

impl Run {
    /// Opens a run of an agent.
    pub fn open(table: &Table, agent: &str, capability: Capability) -> Result<Run, OpenError> {
        let agent = table
            .agent_named(agent)
            .ok_or_else(|| OpenError::UnknownAgent(agent.to_owned()))?;
        if let Some(class) = &capability.up_to
            && !rev_table::CLASSES.contains(&class.as_str())
        {
            return Err(OpenError::UnknownClass(class.clone()));
        }
        for name in capability.budget.keys() {
            let mut known = table.dimensions().iter();
            if !known.any(|dimension| table.text(dimension.name.get()) == name) {
                return Err(OpenError::UnknownDimension(name.clone()));
            }
        }
        Ok(Run {
            table: table.identity(),
            agent,
            capability,
            labels: [0; 4],
            tools: BTreeMap::new(),
            spent: vec![0; table.dimensions().len()],
            debited: vec![0; table.dimensions().len()],
            counters: vec![0; table.counters().len()],
            calls: 0,
            denied: 0,
            subjects: BTreeSet::new(),
            progress: Progress::new(table.progress_bits()),
            consents: BTreeSet::new(),
            halted: false,
            context: serde_json::Map::new(),
        })
    }

    /// Takes up a run that was stored. Its state must be one that this table can have.
    pub fn resume(self, table: &Table) -> Result<Run, OpenError> {
        if self.table != table.identity() {
            return Err(OpenError::OtherTable);
        }
        let fits = table.agent(self.agent).is_some()
            && self.spent.len() == table.dimensions().len()
            && self.debited.len() == table.dimensions().len()
            && self.counters.len() == table.counters().len()
            && self.progress.fits(table.progress_bits())
            && self.tools.keys().all(|tool| table.tool(*tool).is_some())
            && self
                .spent
                .iter()
                .chain(&self.debited)
                .all(|spent| *spent >= 0);
        match fits {
            true => Ok(self),
            false => Err(OpenError::Damaged),
        }
    }

    /// Tells that the person spoke: consent given before is used up, consent can be given anew.
    pub fn person_spoke(&mut self) {
        self.consents.clear();
    }

    /// Supplies a value of `context`.
    pub fn supply(&mut self, name: &str, value: Value) {
        self.context.insert(name.to_owned(), value);
    }

    /// Adds labels that the host knows the run to carry.
    pub fn label(&mut self, labels: LabelSet) {
        for (mine, more) in self.labels.iter_mut().zip(labels.bits) {
            *mine |= more.get();
        }
    }

    pub(crate) fn belongs_to(&self, table: &Table) -> bool {
        self.table == table.identity()
    }

    /// The number of its agent in the table.
    pub fn agent(&self) -> u32 {
        self.agent
    }

    /// What it has read.
    pub fn labels(&self) -> LabelSet {
        LabelSet {
            bits: self.labels.map(zerocopy_u64),
        }
    }

    /// Calls that were sent.
    pub fn calls(&self) -> u64 {
        self.calls
    }

    pub(crate) fn calls_of(&self, counter: u32) -> u64 {
        self.counters
            .get(counter as usize)
            .copied()
            .unwrap_or(u64::MAX)
    }

    /// Whose state changed, each counted once.
    pub fn subjects(&self) -> u64 {
        self.subjects.len() as u64
    }

    /// Calls that were denied.
    pub fn denied(&self) -> u64 {
        self.denied
    }

    /// What was spent in a dimension, in the unit's smallest part.
    pub fn spent(&self, dimension: u32) -> i128 {
        self.spent
            .get(dimension as usize)
            .copied()
            .unwrap_or(i128::MAX)
    }

    /// Whether a boundary has halted it.
    pub fn halted(&self) -> bool {
        self.halted
    }

    pub(crate) fn context(&self) -> &serde_json::Map<String, Value> {
        &self.context
    }

    pub(crate) fn count_denied(&mut self, halt: bool) {
        self.denied = self.denied.saturating_add(1);
        self.halted |= halt;
    }

    /// Steps left to a boundary; `None` where it is not known whether one was taken.
    pub(crate) fn distance(&self, table: &Table, boundary: u32) -> Option<u32> {
        crate::progress::distance(table, &self.progress, boundary)
    }

    /// Whether it has crossed a boundary.
    pub fn crossed(&self, table: &Table, boundary: u32) -> Truth {
        match table.boundary(boundary) {
            Some(record) => self.progress.get(record.first_bit.get()),
            None => Truth::Unknown,
        }
    }
}

fn zerocopy_u64(bits: u64) -> rev_table::U64 {
    rev_table::U64::new(bits)
}
