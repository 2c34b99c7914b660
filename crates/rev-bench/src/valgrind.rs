//! Instructions and allocations, counted by valgrind: the program runs itself below it, once with the calls decided once
//! and once with them decided more often. The difference is what deciding costs, whatever it took to get ready.
//!
//! A counting allocator in this program would slow down whoever allocates, and so flatter whoever does not.

use crate::calls::{Asked, Mood, Verdict};
use crate::policy::Policy;
use crate::{calls, hand, rev};
use clap::{Args, ValueEnum};
use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

const CALLS: usize = 64;
/// How much more often than once.
const MORE: usize = 16;

/// What the program does below valgrind.
#[derive(Clone, Debug, Args)]
pub struct Worker {
    #[arg(long)]
    table: PathBuf,
    #[arg(long)]
    tools: usize,
    #[arg(long)]
    repeats: usize,
    #[arg(long)]
    from: From,
    /// Only calls that are allowed
    #[arg(long)]
    allowed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum From {
    Tree,
    Bytes,
    /// The hand-written function, from a tree.
    Hand,
}

/// Decides the calls so often.
pub fn work(worker: &Worker) -> Result<(), Box<dyn Error>> {
    let policy = Policy::new(worker.tools);
    let table = rev::load(&std::fs::read(&worker.table)?)?;
    let calls = drawn(&policy, worker.allowed);
    let prepared: Vec<rev::Prepared> = calls
        .iter()
        .map(|asked| rev::prepare(&table, asked))
        .collect::<Result<_, _>>()?;
    for _ in 0..worker.repeats {
        for (asked, prepared) in calls.iter().zip(&prepared) {
            black_box(match worker.from {
                From::Tree => rev::from_tree(&table, prepared, black_box(asked)),
                From::Bytes => rev::from_bytes(&table, prepared, black_box(&asked.bytes)),
                From::Hand => hand::decide(&policy, black_box(asked)),
            });
        }
    }
    Ok(())
}

fn drawn(policy: &Policy, allowed: bool) -> Vec<Asked> {
    let calls = calls::draw(policy, CALLS * 4, Mood::Usual);
    let fits = |asked: &Asked| !allowed || hand::decide(policy, asked) == Verdict::Allow;
    calls.into_iter().filter(fits).take(CALLS).collect()
}

#[derive(Clone, Copy, Debug)]
pub enum Count {
    Instructions,
    Allocations,
}

/// What one decision costs, or `None` where valgrind is not installed.
pub fn count(
    what: Count,
    table: &Path,
    tools: usize,
    from: From,
    allowed: bool,
) -> Result<Option<f64>, Box<dyn Error>> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return Ok(None);
    }
    let once = total(what, table, tools, from, allowed, 1)?;
    let more = total(what, table, tools, from, allowed, 1 + MORE)?;
    Ok(Some((more - once) / (MORE * CALLS) as f64))
}

fn total(
    what: Count,
    table: &Path,
    tools: usize,
    from: From,
    allowed: bool,
    repeats: usize,
) -> Result<f64, Box<dyn Error>> {
    let (options, word): (&[&str], &str) = match what {
        Count::Instructions => (
            &["--tool=callgrind", "--callgrind-out-file=/dev/null"],
            "Collected :",
        ),
        Count::Allocations => (&["--tool=memcheck", "--leak-check=no"], "total heap usage:"),
    };
    let mut command = Command::new("valgrind");
    command
        .args(options)
        .arg(std::env::current_exe()?)
        .args(["worker", "--tools", &tools.to_string()])
        .args(["--repeats", &repeats.to_string()])
        .arg("--table")
        .arg(table);
    if let Some(from) = from.to_possible_value() {
        command.args(["--from", from.get_name()]);
    }
    if allowed {
        command.arg("--allowed");
    }
    let output = command.output()?;
    let told = String::from_utf8_lossy(&output.stderr);
    let number = told
        .lines()
        .find_map(|line| line.split_once(word))
        .and_then(|(_, rest)| rest.split_whitespace().next())
        .and_then(|number| number.replace(',', "").parse().ok());
    number.ok_or_else(|| format!("valgrind did not tell `{word}`:\n{told}").into())
}
