//! Any bytes as a table: loading them never panics, and what is loaded can be shown and decided with.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rev_eval::{Call, Capability, Json, Outcome, Run, Table};

fuzz_target!(|bytes: &[u8]| {
    let Ok(table) = Table::load(bytes) else {
        // A hash that does not fit hides what is behind it: with the right one, more is looked at.
        if let Some(table) = rev_table::rehashed(bytes).and_then(|bytes| Table::load(&bytes).ok()) {
            look(&table);
        }
        return;
    };
    look(&table);
});

fn look(table: &Table) {
    let _ = rev_table::text(table);
    let _ = rev_table::json(table);
    let agents: Vec<String> = table
        .agents()
        .iter()
        .map(|agent| table.text(agent.name.get()).to_owned())
        .collect();
    let tools: Vec<String> = table
        .tools()
        .iter()
        .map(|tool| table.text(tool.wire.get()).to_owned())
        .collect();
    for agent in agents.iter().take(3) {
        let Ok(mut run) = Run::open(table, agent, Capability::default()) else {
            continue;
        };
        for tool in tools.iter().take(20) {
            for args in [
                r#"{}"#,
                r#"{"id": "ord_1", "order": "ord_1", "amount": 5, "path": "~/.ssh", "command": "rm -rf /"}"#,
            ] {
                let call = Call::new(tool, Json::Text(args));
                let decision = run.decide(table, &call);
                let _ = decision.to_json(table, &run, &call);
                run.commit(table, &decision, Outcome::Sent);
            }
        }
    }
}
