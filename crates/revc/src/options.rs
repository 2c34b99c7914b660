//! The arguments of every command: help, completions and suggestions come from these definitions.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Check, format and explain Rev policies.
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
    /// Rewrite files in the one style, comments kept
    Fmt(FmtOptions),
    /// Print the page of a code, or the list of all codes
    Explain(ExplainOptions),
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
pub struct ExplainOptions {
    /// A code such as `E0001`; without one, all codes are listed
    pub code: Option<String>,
}

#[derive(Debug, Args)]
pub struct CompletionsOptions {
    pub shell: clap_complete::Shell,
}
