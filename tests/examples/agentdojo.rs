//! Prints what the policies in `examples/agentdojo` stop and leave alone, over the recorded runs beside the repository:
//! `cargo run -q -p rev-tests --example agentdojo`.

use rev_tests::agentdojo::{Figures, figures, recorded};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(folder) = recorded() else {
        println!("SKIPPED: the recorded runs are not here (../shared/data/agentdojo)");
        return ExitCode::SUCCESS;
    };
    for (suite, agent) in [
        ("banking", "assistant"),
        ("slack", "assistant"),
        ("slack", "careful"),
    ] {
        match figures(&folder, suite, agent) {
            Ok(figures) => print!("{}", in_words(suite, agent, &figures)),
            Err(why) => {
                eprintln!("error: {why}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn in_words(suite: &str, agent: &str, figures: &Figures) -> String {
    let Figures {
        effects,
        reads,
        benign,
        missed,
        held,
    } = figures;
    let mut out = format!("{suite}, agent {agent}\n");
    out += &format!(
        "  attacks with an effect   {} of {} stopped\n",
        effects.good, effects.all
    );
    if reads.all > 0 {
        out += &format!(
            "  attacks that only read   {} of {} stopped\n",
            reads.good, reads.all
        );
    }
    out += &format!(
        "  what the person asked    {} of {} left alone\n",
        benign.good, benign.all
    );
    for missed in missed {
        out += &format!("    goes through  {missed}\n");
    }
    for (run, why) in held {
        out += &format!("    held          {run}: {why}\n");
    }
    out + "\n"
}
