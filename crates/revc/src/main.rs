//! `revc`, the command line of Rev: reads files, prints findings.
//!
//! Nothing is decided here about the language. Exit codes: 0 fine, 1 findings, 2 the command could not do its work.

mod ask;
mod build;
mod check;
mod completions;
mod coverage;
mod decide;
mod dependencies;
mod diff;
mod explain;
mod failure;
mod fixes;
mod fmt;
mod graph;
mod line;
mod load;
mod options;
mod package;
mod page;
mod progress;
mod replay;
mod report;
mod session;
mod terminal;
mod test;
mod verbose;
mod write;

use clap::Parser;
use failure::Failure;
use options::{Command, Options};
use std::process::ExitCode;

/// How a command that did its work, as far as it could, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Fine,
    Findings,
    /// Something could not be read, which has been told.
    Failed,
}

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => {
            // Help and version come this way too. A reader that has gone away is no mistake of ours.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match run(&options.command) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Ok(Outcome::Failed) => ExitCode::from(2),
        Err(failure) => {
            failure.tell();
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<Outcome, Failure> {
    match command {
        Command::Check(options) => check::check(options),
        Command::Build(options) => build::build(options),
        Command::Test(options) => test::test(options),
        Command::Decide(options) => decide::decide(options),
        Command::Replay(options) => replay::replay(options),
        Command::Diff(options) => diff::diff(options),
        Command::Fmt(options) => fmt::fmt(options),
        Command::Explain(options) => explain::explain(options),
        Command::Ask(options) => ask::ask(options),
        Command::Graph(options) => graph::graph(options),
        Command::Completions(options) => completions::completions(options),
    }
}
