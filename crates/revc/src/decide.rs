//! `revc decide`: one decision per line of the standard input, state carried along.

use crate::build::table_at;
use crate::failure::Failure;
use crate::options::DecideOptions;
use crate::session::Session;
use crate::{Outcome, terminal};
use serde_json::{Value, json};
use std::io::BufRead;

pub fn decide(options: &DecideOptions) -> Result<Outcome, Failure> {
    let Some(table) = table_at(&options.table)? else {
        return Ok(Outcome::Findings);
    };
    let mut session = Session::open(&table, options.agent.as_deref())?;
    let mut outcome = Outcome::Fine;
    let mut input = std::io::stdin().lock();
    let mut bytes = Vec::new();
    for number in 1_u64.. {
        bytes.clear();
        let read = input.read_until(b'\n', &mut bytes);
        if read.map_err(|error| Failure::io("read", "standard input", &error))? == 0 {
            break;
        }
        let answer = match std::str::from_utf8(&bytes) {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => session.line(line.trim()),
            Err(_) => Err("this is not UTF-8".to_owned()),
        };
        let answer = answer.unwrap_or_else(|why| {
            outcome = Outcome::Failed;
            terminal::complain(&format!(
                "error: line {number} is no call: {}",
                rev_diagnostics::visible(&why)
            ));
            refused(number, &why)
        });
        terminal::print(&format!("{answer}\n"))?;
    }
    Ok(outcome)
}

/// The answer to a line that is no call: whoever looks at the verdict alone is told to go no further.
fn refused(number: u64, why: &str) -> Value {
    json!({ "verdict": "deny", "error": why, "line": number })
}
