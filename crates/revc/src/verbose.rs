//! `revc check -v`: what each agent may do, and what its budget admits.

use crate::load::Loaded;
use rev_analysis::reach;

/// A paragraph for each agent: the tools in its reach by class, and what it can spend before a person is asked.
pub fn agents(loaded: &Loaded) -> String {
    let packages = loaded.packages.iter().filter(|package| package.readable);
    let mut out = String::new();
    for package in packages {
        for agent in reach(&loaded.db, package.input) {
            out.push_str(&format!("\n{agent}\n"));
            for admitted in &agent.admitted {
                out.push_str(&format!("    {admitted}\n"));
            }
        }
    }
    out
}
