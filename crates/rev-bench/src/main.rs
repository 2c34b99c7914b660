//! `rev-bench`: how fast the parts of Rev are. Run it in release, on a machine that has nothing else to do:
//! `cargo run --release -p rev-bench -- frontend`.

mod frontend;
mod texts;

use clap::{Parser, Subcommand};
use std::io::Write;

/// Measure the parts of Rev.
#[derive(Debug, Parser)]
#[command(name = "rev-bench")]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Parse policies of several sizes, sound and hostile
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
    },
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Command::Frontend {
        json,
        rounds,
        only,
        megabytes,
    } = Options::parse().command;
    let report = frontend::measure(rounds, &only, &megabytes);
    let text = match json {
        true => serde_json::to_string_pretty(&report)? + "\n",
        false => frontend::table(&report),
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
