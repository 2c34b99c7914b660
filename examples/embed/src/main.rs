//! A host that asks before it calls: loads a table, opens a run, decides calls, tells what became of them, stores the run
//! and takes it up again. It needs no compiler and nothing of Rev but `rev-eval`.
//!
//! ```sh
//! cargo run -q -p revc -- build examples/support -o /tmp/support.revt
//! cargo run -q --manifest-path examples/embed/Cargo.toml -- /tmp/support.revt
//! ```

use rev_eval::{Call, Capability, Json, Origin, Origins, Outcome, Run, Table, Verdict, Words};
use serde_json::{Value, json};
use std::error::Error;

/// With this the host seals the runs it stores; a real one would keep it where its other secrets are.
const SECRET: &[u8] = b"not so secret here";

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a table")?;
    let table = Table::load(&std::fs::read(path)?)?;
    println!("{} {} ({})", table.policy(), table.version(), table.hash());

    let mut run = table.open("support_bot", Capability::default())?;
    let words = Words::new("Order ord_1 never came, please refund it.");

    // From the bytes of a request, without building a tree.
    let read = br#"{"tool": "orders.get", "args": {"order": "ord_1"}}"#;
    let call = Call::from_bytes(read)?;
    if ask(&table, &run, &call) == Verdict::Allow {
        // Here the host would call the tool.
        let result = json!({ "status": "open", "total": "4000.00", "note": "please hurry" });
        let decision = run.decide(&table, &call);
        run.commit(&table, &decision, Outcome::Returned(Json::Tree(&result)));
    }

    // From a tree that the host has anyhow, with where each argument came from.
    let args = json!({ "order": "ord_1", "amount": "4000.00" });
    refund(&table, &mut run, &words, &args);

    // The host stops here, and goes on some other day.
    let stored = run.store(SECRET);
    println!("stored {} bytes", stored.len());
    let mut run = table.resume(&stored, SECRET)?;
    refund(&table, &mut run, &words, &args);
    Ok(())
}

/// Decides a refund; an allowed one is then taken as sent.
fn refund(table: &Table, run: &mut Run, words: &Words, args: &Value) {
    let origins: Vec<(&str, Origin)> = args
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            let said = words.contain(value);
            (
                name.as_str(),
                Origin {
                    said,
                    ..Origin::default()
                },
            )
        })
        .collect();
    let call = Call::new("payments.issue_refund", Json::Tree(args)).from(Origins(&origins));
    let decision = run.decide(table, &call);
    if ask(table, run, &call) == Verdict::Allow {
        run.commit(table, &decision, Outcome::Sent);
    }
}

/// Prints what is decided about a call, and what a person would be shown.
fn ask(table: &Table, run: &Run, call: &Call<'_>) -> Verdict {
    let decision = run.decide(table, call);
    println!(
        "{}: {:?} {:?}",
        call.tool,
        decision.verdict,
        decision.codes(table)
    );
    if decision.verdict == Verdict::RequireApproval {
        for line in decision.brief(table, run, call) {
            println!("    {line}");
        }
    }
    decision.verdict
}
