//! The arguments of every command: help, completions and suggestions come from these definitions.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Check, build, test and explain Rev policies, and decide calls by them.
///
/// Exit codes: 0 fine, 1 findings, 2 the command could not do its work.
#[derive(Debug, Parser)]
#[command(name = "revc", version, propagate_version = false)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Tell everything that can be known before running
    Check(CheckOptions),
    /// Compile a package into its decision table, and print the table's hash
    Build(BuildOptions),
    /// Run the tests that a policy carries with it
    Test(TestOptions),
    /// Decide calls: a JSON line in, a decision out
    Decide(DecideOptions),
    /// Tell what a policy would have said of recorded runs
    Replay(ReplayOptions),
    /// Tell what became weaker, stricter or reachable from one policy to another
    Diff(DiffOptions),
    /// Rewrite files in the one style, comments kept
    Fmt(FmtOptions),
    /// Print the page of a code, or the list of all codes
    Explain(ExplainOptions),
    /// Answer a reviewer's question about an agent
    Ask(AskOptions),
    /// Draw agents, tools, labels, boundaries and the dangerous paths between them
    Graph(GraphOptions),
    /// Print completions for a shell
    Completions(CompletionsOptions),
}

#[derive(Debug, Args)]
pub struct CheckOptions {
    /// Packages: folders (all `.rev` files below them), single files, or `-` for the standard input
    ///
    /// Each PATH is a package of its own; a file in a folder that is given too belongs to that folder. A folder is
    /// checked with its `rev.toml` (lint levels, dependencies). A folder below it that has a `rev.toml` is a package
    /// of its own and is checked as one.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Count warnings as findings, so that they fail the check
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,
    /// Mend what can be mended without a decision, then tell what is left
    #[arg(long)]
    pub fix: bool,
    /// Compare with a table that `revc build` wrote, or with a package: weaker without a major version is E0801
    #[arg(long, value_name = "TABLE")]
    pub against: Option<PathBuf>,
    /// Tell also what each agent may do; only for people (`--format human`)
    #[arg(short, long)]
    pub verbose: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Excerpts with underlines and advice
    Human,
    /// One line each
    Short,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    Warnings,
}

/// Exit codes: 0 nothing is weaker, 1 something is, 2 the two could not be compared.
#[derive(Debug, Args)]
pub struct DiffOptions {
    /// What was: a table that `revc build` wrote, or a package
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// What is
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// How differences are printed
    ///
    /// JSON is one object: `old` and `new` (`policy`, `version`, `hash`), `major` (whether the new version is a major
    /// one), `summary` (`weaker`, `stricter`, `notes`) and `differences`, weaker first. Each has `direction` (`weaker`,
    /// `stricter`, `note`), `certain` (false: it counts as weaker because nobody can tell), `about` (`kind`, `name`), `case`,
    /// `what`, `tools`, `before`, `after`, `class_changed`, `text`, and `example`: null, or `agent`, `context`, `past` (what
    /// was read or called before), `call` (`tool`, `args`, `said`), and what `old` and `new` say of it (`verdict`, `gate`,
    /// `reasons`).
    #[arg(long, value_enum, default_value_t = DiffFormat::Human)]
    pub format: DiffFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// Sentences, weaker first, each with a call that shows it
    Human,
    /// One JSON object
    Json,
}

#[derive(Debug, Args)]
pub struct FmtOptions {
    /// Folders (all `.rev` files below them) or files; `-` reads the standard input and writes the standard output
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Change nothing; tell which files differ, and fail if any does
    #[arg(long)]
    pub check: bool,
}

#[derive(Debug, Args)]
pub struct AskOptions {
    /// The agent's name
    #[arg(value_name = "AGENT")]
    pub agent: String,
    /// What is asked
    #[arg(value_enum)]
    pub question: Question,
    /// The package: a folder or a single file
    #[arg(value_name = "PATH", default_value = ".")]
    pub path: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Question {
    /// Can it ever send a secret out without a person?
    Secrets,
    /// What is the most it can spend before one is asked?
    Spend,
    /// Which of its calls can never be taken back?
    Irreversible,
}

#[derive(Debug, Args)]
pub struct GraphOptions {
    /// The package: a folder or a single file
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// How it is drawn
    #[arg(long, value_enum, default_value_t = GraphFormat::Svg)]
    pub format: GraphFormat,
    /// Where to write; without it, to the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// A picture that needs nothing else
    Svg,
    /// For Graphviz and other programs
    Dot,
    /// A page that can be moved, searched and asked, without a network
    Html,
}

#[derive(Debug, Args)]
pub struct BuildOptions {
    /// The package: a folder or a single file
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Where to write; without it, text and JSON go to the standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Emit::Table)]
    pub emit: Emit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The bytes that the evaluator loads
    Table,
    /// For programs
    Json,
    /// For people
    Text,
}

#[derive(Debug, Args)]
pub struct TestOptions {
    /// The package: a folder or a single file
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Only tests whose title contains this
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// How results are printed
    #[arg(long, value_enum, default_value_t = TestFormat::Human)]
    pub format: TestFormat,
    /// Tell also which rules, gates, requirements, boundaries, cases and rows no test reaches
    ///
    /// A row is one way in which a rule or a line applies to one tool. Tools with several cases are counted case by case.
    #[arg(long)]
    pub coverage: bool,
    /// Fail if less than this percentage is reached
    #[arg(long, value_name = "PERCENT", requires = "coverage", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub min: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// A line each, and what differs
    Human,
    /// One JSON object
    Json,
    /// JUnit's XML
    Junit,
}

#[derive(Debug, Args)]
#[command(after_long_help = DECIDE)]
pub struct DecideOptions {
    /// A table that `revc build` wrote, or the package it would be built from
    #[arg(long, value_name = "TABLE")]
    pub table: PathBuf,
    /// Whose run it is; may be left out where there is one agent
    #[arg(long)]
    pub agent: Option<String>,
}

/// What a line of `decide` says.
const DECIDE: &str = r#"Each line of the standard input is a call:

  {"tool": "orders.get", "args": {"order": "ord_1"}}

and may also say
  "prompt": "…"          the person's own words, from here on
  "context": {…}         values that the host supplies
  "origin": {"order": {"said": true, "endorsed": false, "labels": ["pii"]}}
                         where arguments came from, instead of looking for them in the prompt
  "result": …            what the call returned, if it goes out
  "outcome": "failed"    or "not_sent", if it returned nothing
  "reads": {"TOOL": …}   what the reads return that assumptions are checked by
  "recovery": "human"    it is a recovery under this approval (auto, human, dual_control)

An allowed call is taken as done. {"approve": true} lets the last held call go on. A line that is no call is answered by
{"verdict":"deny","error":…,"line":…}, and the command then ends with 2."#;

#[derive(Debug, Args)]
pub struct ReplayOptions {
    /// A table that `revc build` wrote, or the package it would be built from
    #[arg(long, value_name = "TABLE")]
    pub table: PathBuf,
    /// Whose runs they are
    #[arg(long)]
    pub agent: String,
    /// How it is told
    #[arg(long, value_enum, default_value_t = ReplayFormat::Human)]
    pub format: ReplayFormat,
    /// Fail if a run comes out otherwise
    #[arg(long, value_enum, value_name = "WHAT")]
    pub expect: Option<Expected>,
    /// Files with recorded runs, a JSON line each
    ///
    /// A line is `{"id", "prompt"?, "context"?, "calls": [{"tool", "args", "result"?}]}`. A run goes on after a held call
    /// as if a person had agreed, and after a denied one as if it had not been made.
    #[arg(value_name = "TRACE", required = true)]
    pub traces: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReplayFormat {
    /// A line each, what was not allowed, and a summary
    Human,
    /// A JSON line each, and one with the summary
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Expected {
    /// No call of the run needs a person
    Allow,
    /// Some call of the run is held or denied
    Held,
}

#[derive(Debug, Args)]
pub struct ExplainOptions {
    /// A code such as `E0001`; without one, all codes are listed
    #[arg(conflicts_with = "call")]
    pub code: Option<String>,
    /// A file with a call, `{"tool": …, "args": …}`, or `-`: why it is decided as it is
    ///
    /// Several lines are a run: each call is decided after those before it, and the last one is explained.
    #[arg(long, value_name = "FILE")]
    pub call: Option<PathBuf>,
    /// A table that `revc build` wrote, or the package it would be built from
    #[arg(long, value_name = "TABLE", requires = "call", default_value = ".")]
    pub table: PathBuf,
    /// Whose run it is; may be left out where there is one agent
    #[arg(long, requires = "call")]
    pub agent: Option<String>,
}

#[derive(Debug, Args)]
pub struct CompletionsOptions {
    pub shell: clap_complete::Shell,
}
