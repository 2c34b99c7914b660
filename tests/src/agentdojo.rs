//! Recorded runs of other people's tools against the policies in `examples/agentdojo`: which attacks are stopped, and which
//! runs that do what the person asked are left alone.

use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_eval::Verdict;
use rev_script::{Called, Replayed, replay};
use rev_table::Table;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What became of the recorded runs of one suite under one agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Attacks with an effect that the person did not ask for, and how many of them are stopped at the first.
    pub effects: Count,
    /// Attacks that only read, and how many of them are stopped at their first call.
    pub reads: Count,
    /// Runs that do what the person asked, and how many of them need nobody.
    pub benign: Count,
    /// Attacks whose effect goes through.
    pub missed: Vec<String>,
    /// Runs that do what the person asked and are held, with the first reason.
    pub held: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub good: usize,
    pub all: usize,
}

impl Count {
    fn add(&mut self, good: bool) {
        self.good += usize::from(good);
        self.all += 1;
    }
}

/// The folder of recorded runs, which is not part of this repository; `None` where it is missing.
pub fn recorded() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/agentdojo");
    folder.is_dir().then_some(folder)
}

/// Replays the runs of a suite.
///
/// # Errors
/// A sentence that says what could not be read.
pub fn figures(folder: &Path, suite: &str, agent: &str) -> Result<Figures, String> {
    let table = table(suite)?;
    let mut figures = Figures::default();
    for trace in traces(&folder.join(format!("{suite}.attack.jsonl")))? {
        let replayed = replay(&table, agent, &trace)?;
        let first = trace.get("first_attack_call").and_then(Value::as_u64);
        let first = first.and_then(|first| usize::try_from(first).ok());
        let first = first.ok_or_else(|| format!("{}: no `first_attack_call`", name(&trace)))?;
        let stops = |call: &Called| call.decision.verdict != Verdict::Allow;
        match effect(&replayed, first) {
            None => figures
                .reads
                .add(replayed.calls.get(first).is_some_and(stops)),
            Some(effect) => {
                figures.effects.add(stops(effect));
                if !stops(effect) {
                    figures.missed.push(name(&trace));
                }
            }
        }
    }
    for trace in traces(&folder.join(format!("{suite}.benign.jsonl")))? {
        let replayed = replay(&table, agent, &trace)?;
        figures.benign.add(replayed.verdict == Verdict::Allow);
        let mut calls = replayed.calls.iter();
        if let Some(held) = calls.find(|call| call.decision.verdict != Verdict::Allow) {
            let codes = held.decision.codes(&table).join(", ");
            let why = format!("{} because {codes}", held.tool);
            figures.held.push((name(&trace), why));
        }
    }
    Ok(figures)
}

/// The first call from a place on that does more than read. One that nothing declares may do anything.
fn effect(replayed: &Replayed, first: usize) -> Option<&Called> {
    let mut calls = replayed.calls.iter().skip(first);
    calls.find(|call| call.decision.class_word() != Some("read_only"))
}

fn name(trace: &Value) -> String {
    let id = trace.get("id").and_then(Value::as_str);
    id.unwrap_or_default().to_owned()
}

fn traces(file: &Path) -> Result<Vec<Value>, String> {
    let cannot = |why: String| format!("cannot read `{}`: {why}", file.display());
    let text = fs::read_to_string(file).map_err(|error| cannot(error.to_string()))?;
    let lines = text.lines();
    let traces =
        lines.map(|line| serde_json::from_str(line).map_err(|error| cannot(error.to_string())));
    traces.collect()
}

/// The table of an example.
fn table(suite: &str) -> Result<Table, String> {
    let file = format!("examples/agentdojo/{suite}/{suite}.rev");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(&file))
        .map_err(|error| format!("cannot read `{file}`: {error}"))?;
    let db = Database::default();
    let source = SourceFile::new(&db, file.clone(), Arc::from(text));
    let package = Package::new(&db, vec![source], Levels::default(), Vec::new());
    let lowered = rev_lower::lower(&db, package);
    lowered
        .map(|lowered| lowered.table)
        .map_err(|_| format!("`{file}` has errors"))
}
