//! `revc check -v`: what each agent may do, and what its budget admits.

use crate::load::Loaded;
use rev_analysis::{Reach, reach};

/// A paragraph for each agent: the tools in its reach by class, and what it can spend before a person is asked.
pub fn agents(loaded: &Loaded) -> String {
    let packages = loaded.packages.iter().filter(|package| package.readable);
    let mut out = String::new();
    for package in packages {
        for agent in reach(&loaded.db, package.input) {
            out.push('\n');
            out.push_str(&tools(&agent));
            for admitted in &agent.admitted {
                out.push_str(&format!("    {admitted}\n"));
            }
        }
    }
    out
}

/// `support_bot may call 9 tools: 5 read_only, 2 compensating`
fn tools(reach: &Reach) -> String {
    let count: usize = reach.classes.iter().map(|(_, count)| count).sum();
    let mut line = format!("{} may call {}", reach.agent, many(count));
    let classes = reach.classes.iter();
    let parts: Vec<String> = classes
        .map(|(class, count)| format!("{count} {}", class.word()))
        .collect();
    if !parts.is_empty() {
        line.push_str(&format!(": {}", parts.join(", ")));
    }
    if reach.above > 0 {
        line.push_str(&format!("; {} above its `up_to`", reach.above));
    }
    line.push('\n');
    line
}

fn many(count: usize) -> String {
    match count {
        0 => "no tool".to_owned(),
        1 => "1 tool".to_owned(),
        _ => format!("{count} tools"),
    }
}
