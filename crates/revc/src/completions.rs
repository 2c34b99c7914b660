//! `revc completions SHELL`.

use crate::failure::Failure;
use crate::options::{CompletionsOptions, Options};
use crate::{Outcome, terminal};
use clap::CommandFactory;

pub fn completions(options: &CompletionsOptions) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    // Into memory first: the generator panics when its writer fails.
    clap_complete::generate(options.shell, &mut Options::command(), "revc", &mut script);
    terminal::print(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Fine)
}
