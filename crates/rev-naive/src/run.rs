//! The state of a run, and calls with what the host knows of them.

use crate::crossing::Crossings;
use crate::program::Program;
use serde_json::Value as Json;
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// A call as it arrives.
#[derive(Clone, Debug)]
pub struct Call {
    /// On the wire.
    pub tool: String,
    pub args: Json,
    /// By argument; of what is not here nothing is known.
    pub origins: BTreeMap<String, Origin>,
}

/// Where an argument came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    pub said: bool,
    pub endorsed: bool,
    /// `None`: all labels of the run.
    pub labels: Option<BTreeSet<SmolStr>>,
}

/// What a run is opened with: at most what its agent has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capability {
    pub may: Option<Vec<String>>,
    pub up_to: Option<rev_analysis::hir::Class>,
    /// In the smallest part of each dimension's unit.
    pub budget: BTreeMap<SmolStr, i128>,
}

/// What a run did so far. Everything is told by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    pub(crate) agent: SmolStr,
    pub(crate) capability: Capability,
    pub(crate) labels: BTreeSet<SmolStr>,
    pub(crate) context: BTreeMap<String, Json>,
    /// The declared name of every call that was sent.
    pub(crate) sent: Vec<String>,
    pub(crate) denied: i64,
    pub(crate) halted: bool,
    pub(crate) subjects: BTreeSet<String>,
    /// In the smallest part of each dimension's unit.
    pub(crate) spent: BTreeMap<SmolStr, i128>,
    /// In thousandths of it.
    pub(crate) debited: BTreeMap<SmolStr, i128>,
    /// By declared name or glob.
    pub(crate) tools: BTreeMap<SmolStr, Counts>,
    /// Consents that were used since the person last spoke.
    pub(crate) consents: BTreeSet<String>,
    /// What each call that was sent crossed.
    pub(crate) history: Vec<Crossings>,
}

/// What one declaration did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub calls: u64,
    pub amounts: BTreeMap<SmolStr, i128>,
    pub subjects: BTreeSet<String>,
}

impl Run {
    /// A run of an agent.
    pub fn open(agent: &str, capability: Capability) -> Run {
        Run {
            agent: agent.into(),
            capability,
            ..Run::default()
        }
    }

    /// The host supplies a value of `context`.
    pub fn supply(&mut self, name: &str, value: Json) {
        self.context.insert(name.to_owned(), value);
    }

    /// The host knows the run to carry a label.
    pub fn label(&mut self, program: &Program, label: &SmolStr) {
        self.labels.extend(program.implied([label]));
    }

    /// The person spoke: consent can be given anew.
    pub fn person_spoke(&mut self) {
        self.consents.clear();
    }

    pub fn halted(&self) -> bool {
        self.halted
    }

    pub(crate) fn context_text(&self, name: &str) -> Option<&str> {
        self.context.get(name).and_then(Json::as_str)
    }
}
