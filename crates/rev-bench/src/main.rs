//! `rev-bench`: how fast the parts of Rev are. Run it in release, on a machine that has nothing else to do:
//! `cargo run --release -p rev-bench -- decide`.

mod agree;
mod bars;
mod calls;
mod clock;
mod contestant;
mod decide;
mod frontend;
mod hand;
mod load;
mod package;
#[cfg(feature = "peers")]
mod peers;
#[cfg(not(feature = "peers"))]
#[path = "no_peers.rs"]
mod peers;
mod plot;
mod policy;
mod rev;
mod rounds;
mod shape;
mod texts;
mod valgrind;

use clap::{Parser, Subcommand};
use serde::Serialize;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

/// Measure the parts of Rev.
#[derive(Debug, Parser)]
#[command(name = "rev-bench")]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Decide calls, beside other engines and a hand-written function
    Decide {
        /// Print one JSON object instead of tables
        #[arg(long)]
        json: bool,
        /// How often everybody is timed
        #[arg(long, default_value_t = 15)]
        rounds: usize,
        /// How many tools the policy has
        #[arg(long, value_delimiter = ',', default_values_t = [10, 100, 1_000, 10_000])]
        tools: Vec<usize>,
        /// Draw the times into this file, as SVG
        #[arg(long, value_name = "FILE")]
        plot: Option<PathBuf>,
    },
    /// Load tables, with everything in them checked
    Load {
        /// Print one JSON object instead of a table
        #[arg(long)]
        json: bool,
        /// How often every table is loaded
        #[arg(long, default_value_t = 25)]
        rounds: usize,
        /// How many tools the policy has
        #[arg(long, value_delimiter = ',', default_values_t = [10, 100, 1_000, 10_000])]
        tools: Vec<usize>,
    },
    /// Parse policies of several sizes, sound and hostile; build the table of a large package
    Frontend {
        /// Print one JSON object instead of a table
        #[arg(long)]
        json: bool,
        /// How often every text is parsed
        #[arg(long, default_value_t = 7)]
        rounds: usize,
        /// Only texts whose name has this in it
        #[arg(long, default_value = "")]
        only: String,
        /// Sizes of the texts, in megabytes
        #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 5, 10])]
        megabytes: Vec<usize>,
        /// How many tools the large package has; 0 leaves it out
        #[arg(long, default_value_t = 10_000)]
        tools: usize,
    },
    /// Print the policy that everybody decides by, in Rev
    Policy {
        /// How many tools it has
        #[arg(default_value_t = 100)]
        tools: usize,
    },
    /// Decide calls so often, for valgrind to count
    #[command(hide = true)]
    Worker(valgrind::Worker),
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = match Options::parse().command {
        Command::Decide {
            json,
            rounds,
            tools,
            plot,
        } => {
            let report = decide::measure(rounds, &tools)?;
            if let Some(file) = plot {
                std::fs::write(file, plot::svg(report.sizes()))?;
            }
            match json {
                true => pretty(&report)?,
                false => decide::table(&report),
            }
        }
        Command::Load {
            json,
            rounds,
            tools,
        } => {
            let report = load::measure(rounds, &tools)?;
            match json {
                true => pretty(&report)?,
                false => load::table(&report),
            }
        }
        Command::Frontend {
            json,
            rounds,
            only,
            megabytes,
            tools,
        } => {
            let parser = frontend::measure(rounds, &only, &megabytes);
            let package = match tools {
                0 => None,
                tools => Some(package::measure(rounds, tools)?),
            };
            match json {
                true => pretty(&Frontend { parser, package })?,
                false => {
                    let package = package.as_ref().map(package::table).unwrap_or_default();
                    format!("{}\n{package}", frontend::table(&parser))
                }
            }
        }
        Command::Policy { tools } => policy::Policy::new(tools).text(),
        Command::Worker(worker) => {
            valgrind::work(&worker)?;
            String::new()
        }
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// All about the way from text to table.
#[derive(Debug, Serialize)]
struct Frontend {
    #[serde(flatten)]
    parser: frontend::Report,
    package: Option<package::Report>,
}

fn pretty(report: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(report)? + "\n")
}
