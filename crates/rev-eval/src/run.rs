//! The state of a run: what was called, spent, read and crossed so far. A host stores it; nothing here does.

use crate::progress::Progress;
use rev_table::{LabelSet, Table};
use rev_value::{Key, Reader};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One run of one agent. It belongs to the table it was opened with, and to no other.
/// ```
/// let (table, mut run, _) = rev_eval::example();
/// run.supply("tenant", "shop".into());
/// let later = table.resume(&run.store(b"secret"), b"secret").unwrap();
/// assert_eq!(later, run);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    pub(crate) state: State,
}

/// All that a run knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    table: [u8; 32],
    agent: u32,
    pub capability: Capability,
    labels: [u64; 4],
    pub tools: BTreeMap<u32, Counts>,
    /// Per dimension, in the unit's smallest part.
    pub spent: Vec<i128>,
    /// Per dimension, in thousandths of the smallest part.
    pub debited: Vec<i128>,
    /// Per counter of the table.
    pub counters: Vec<u64>,
    pub calls: u64,
    denied: u64,
    pub subjects: BTreeSet<Key>,
    pub progress: Progress,
    /// Consents used since the person last spoke.
    pub consents: BTreeSet<Key>,
    halted: bool,
    context: serde_json::Map<String, Value>,
}

/// What one tool did in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub calls: u64,
    pub amounts: BTreeMap<u32, i128>,
    pub subjects: BTreeSet<Key>,
}

/// What a run is opened with: at most what its agent has.
/// ```
/// let (table, _, call) = rev_eval::example();
/// let reads = rev_eval::Capability { up_to: Some("read_only".into()), ..Default::default() };
/// let run = table.open("support_bot", reads).unwrap();
/// assert_eq!(run.decide(&table, &call).codes(&table)[0], "agent.up_to");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capability {
    /// Names and globs; `None`: all that the agent may call.
    pub may: Option<Vec<String>>,
    /// The highest class, as the language writes it; `None`: the agent's.
    pub up_to: Option<String>,
    /// Ceilings per dimension in the unit's smallest part, besides those of the agent's budget.
    pub budget: BTreeMap<String, i128>,
}

/// Why a run cannot be opened, or taken up again.
/// ```
/// let (table, _, _) = rev_eval::example();
/// assert_eq!(table.resume(b"{}", b"").unwrap_err(), rev_eval::OpenError::Damaged);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The table has no such agent.
    UnknownAgent(String),
    /// A capability goes up to a class that there is not.
    UnknownClass(String),
    /// A capability bounds a dimension that there is not.
    UnknownDimension(String),
    /// It was opened with another table.
    OtherTable,
    /// It is not what was stored, or was stored with another secret.
    Damaged,
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpenError::UnknownAgent(name) => write!(f, "the table has no agent `{name}`"),
            OpenError::UnknownClass(name) => write!(f, "there is no class `{name}`"),
            OpenError::UnknownDimension(name) => write!(f, "the table has no dimension `{name}`"),
            OpenError::OtherTable => write!(f, "the run was opened with another table"),
            OpenError::Damaged => write!(
                f,
                "the run is not what was stored, or was stored with another secret"
            ),
        }
    }
}

impl std::error::Error for OpenError {}

impl Run {
    /// Opens a run of an agent; see [`crate::Table::open`].
    /// ```
    /// let (table, run, _) = rev_eval::example();
    /// assert_eq!(rev_eval::Run::open(&table, "support_bot", Default::default()), Ok(run));
    /// ```
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
        let state = State {
            table: table.identity(),
            agent,
            capability,
            spent: vec![0; table.dimensions().len()],
            debited: vec![0; table.dimensions().len()],
            counters: vec![0; table.counters().len()],
            progress: Progress::new(table.progress_bits()),
            ..State::default()
        };
        Ok(Run { state })
    }

    /// The run as bytes, for the host to keep. A seal made with the secret stands before them, so that nobody without it
    /// can change a run that is kept where others write; with an empty secret the seal only finds damage.
    /// ```
    /// let (table, run, _) = rev_eval::example();
    /// let mut stored = run.store(b"secret");
    /// stored.pop();
    /// assert!(table.resume(&stored, b"secret").is_err());
    /// ```
    pub fn store(&self, secret: &[u8]) -> Vec<u8> {
        // Numbers, texts and lists: nothing here can fail to be written. Nothing would be refused when it is read.
        let state = serde_json::to_vec(&self.state).unwrap_or_default();
        [seal(&state, secret).as_bytes(), state.as_slice()].concat()
    }

    /// Takes up a run that was stored. Its state must be one that this table can have.
    pub(crate) fn resume(table: &Table, stored: &[u8], secret: &[u8]) -> Result<Run, OpenError> {
        let (sealed, state) = stored.split_first_chunk().ok_or(OpenError::Damaged)?;
        // Compared in constant time.
        if seal(state, secret) != blake3::Hash::from_bytes(*sealed) {
            return Err(OpenError::Damaged);
        }
        let state: State = serde_json::from_slice(state).map_err(|_| OpenError::Damaged)?;
        if state.table != table.identity() {
            return Err(OpenError::OtherTable);
        }
        let dimensions = table.dimensions().len();
        let mut amounts = state.spent.iter().chain(&state.debited);
        let fits = table.agent(state.agent).is_some()
            && (state.spent.len(), state.debited.len()) == (dimensions, dimensions)
            && state.counters.len() == table.counters().len()
            && state.progress.fits(table.progress_bits())
            && state.tools.keys().all(|tool| table.tool(*tool).is_some())
            && amounts.all(|amount| *amount >= 0);
        match fits {
            true => Ok(Run { state }),
            false => Err(OpenError::Damaged),
        }
    }

    /// Tells that the person spoke: consent given before is used up, consent can be given anew.
    /// ```
    /// rev_eval::example().1.person_spoke();
    /// ```
    pub fn person_spoke(&mut self) {
        self.state.consents.clear();
    }

    /// Supplies a value of `context`.
    /// ```
    /// rev_eval::example().1.supply("home", "/home/me".into());
    /// ```
    pub fn supply(&mut self, name: &str, value: Value) {
        self.state.context.insert(name.to_owned(), value);
    }

    /// Adds labels that the host knows the run to carry, with all that they imply.
    /// ```
    /// let (table, mut run, _) = rev_eval::example();
    /// run.label(&table, table.label_set(table.labels()[0].implies.get()));
    /// assert!(run.labels().has(0));
    /// ```
    pub fn label(&mut self, table: &Table, labels: LabelSet) {
        for (mine, more) in self.state.labels.iter_mut().zip(table.implied(labels).bits) {
            *mine |= more.get();
        }
    }

    pub(crate) fn belongs_to(&self, table: &Table) -> bool {
        self.state.table == table.identity()
    }

    /// The number of its agent in the table.
    /// ```
    /// let (table, run, _) = rev_eval::example();
    /// assert_eq!(table.agent_named("support_bot"), Some(run.agent()));
    /// ```
    pub fn agent(&self) -> u32 {
        self.state.agent
    }

    /// What it has read.
    /// ```
    /// assert!(!rev_eval::example().1.labels().has(0));
    /// ```
    pub fn labels(&self) -> LabelSet {
        LabelSet {
            bits: self.state.labels.map(rev_table::U64::new),
        }
    }

    /// Calls that were sent.
    /// ```
    /// assert_eq!(rev_eval::example().1.calls(), 0);
    /// ```
    pub fn calls(&self) -> u64 {
        self.state.calls
    }

    pub(crate) fn calls_of(&self, counter: u32) -> u64 {
        let calls = self.state.counters.get(counter as usize);
        calls.copied().unwrap_or(u64::MAX)
    }

    /// Whose state changed, each counted once.
    pub(crate) fn subjects(&self) -> u64 {
        self.state.subjects.len() as u64
    }

    /// Calls that were denied.
    /// ```
    /// assert_eq!(rev_eval::example().1.denied(), 0);
    /// ```
    pub fn denied(&self) -> u64 {
        self.state.denied
    }

    /// What was spent in a dimension, in the unit's smallest part.
    /// ```
    /// assert_eq!(rev_eval::example().1.spent(0), 0);
    /// ```
    pub fn spent(&self, dimension: u32) -> i128 {
        let spent = self.state.spent.get(dimension as usize);
        spent.copied().unwrap_or(i128::MAX)
    }

    /// Whether a boundary has halted it.
    /// ```
    /// assert!(!rev_eval::example().1.halted());
    /// ```
    pub fn halted(&self) -> bool {
        self.state.halted
    }

    /// What one tool did so far: its calls, and what it spent in a dimension.
    /// ```
    /// assert_eq!(rev_eval::example().1.used(0, 0), (0, 0));
    /// ```
    pub fn used(&self, tool: u32, dimension: u32) -> (u64, i128) {
        self.state.tools.get(&tool).map_or((0, 0), |counts| {
            let spent = counts.amounts.get(&dimension).copied();
            (counts.calls, spent.unwrap_or(0))
        })
    }

    /// What was debited from its budget in a dimension, in thousandths of the unit's smallest part.
    /// ```
    /// assert_eq!(rev_eval::example().1.debited(0), 0);
    /// ```
    pub fn debited(&self, dimension: u32) -> i128 {
        let debited = self.state.debited.get(dimension as usize);
        debited.copied().unwrap_or(i128::MAX)
    }

    pub(crate) fn context(&self) -> &serde_json::Map<String, Value> {
        &self.state.context
    }

    pub(crate) fn reader<'a>(&'a self, table: &'a Table) -> Reader<'a> {
        let text = |name| self.context().get(name).and_then(Value::as_str);
        let (home, cwd) = (text("home"), text("cwd"));
        Reader { table, home, cwd }
    }

    pub(crate) fn count_denied(&mut self, halt: bool) {
        self.state.denied = self.state.denied.saturating_add(1);
        self.state.halted |= halt;
    }

    /// Steps left to a boundary; `None` where it is not known whether one was taken.
    pub(crate) fn distance(&self, table: &Table, boundary: u32) -> Option<u32> {
        crate::progress::distance(table, &self.state.progress, boundary)
    }
}

/// What shows that a state is the one that was stored.
fn seal(state: &[u8], secret: &[u8]) -> blake3::Hash {
    blake3::keyed_hash(&blake3::derive_key("rev-eval run", secret), state)
}
