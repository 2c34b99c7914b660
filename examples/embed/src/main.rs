//! A host that asks before it calls: loads a table, opens a run, decides calls, tells what became of them, stores the run
//! and takes it up again. It needs no compiler: `rev-eval` decides, and `rev-origin` knows where values came from.
//!
//! ```sh
//! cargo run -q -p revc -- build examples/support -o /tmp/support.revt
//! cargo run -q --manifest-path examples/embed/Cargo.toml -- /tmp/support.revt
//! ```

use rev_eval::{Call, Capability, Decision, Json, Origins, Outcome, Run, Table, Verdict};
use rev_origin::Tracker;
use serde_json::{Value, json};
use std::error::Error;

/// With this the host seals the runs it stores; a real one would keep it where its other secrets are.
const SECRET: &[u8] = b"not so secret here";

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a table")?;
    let table = Table::load(&std::fs::read(path)?)?;
    println!("{} {} ({})", table.policy(), table.version(), table.hash());

    let mut run = table.open("support_bot", Capability::default())?;
    let mut tracker = Tracker::new();
    tracker.person_said("Order ord_1 never came, please refund it.");

    // From the bytes of a request, without building a tree.
    let bytes = br#"{"tool": "orders.get", "args": {"order": "ord_1"}}"#;
    let result = json!({ "status": "open", "total": "4000.00", "note": "please hurry" });
    ask(
        &table,
        &mut run,
        &mut tracker,
        &Call::from_bytes(bytes)?,
        &result,
    );

    // From a tree that the host has anyhow.
    let args = json!({ "order": "ord_1", "amount": "4000.00" });
    let refund = Call::new("payments.issue_refund", Json::Tree(&args));
    let result = json!({ "refund_id": "r1", "psp_ref": "p1" });
    ask(&table, &mut run, &mut tracker, &refund, &result);

    // The host stops here, and goes on some other day.
    let stored = run.store(SECRET);
    println!("stored {} bytes", stored.len());
    let mut run = table.resume(&stored, SECRET)?;
    ask(&table, &mut run, &mut tracker, &refund, &result);
    Ok(())
}

/// Decides a call and prints what is decided, and what a person would be shown; an allowed call is then taken as made, and as
/// having returned this.
fn ask(table: &Table, run: &mut Run, tracker: &mut Tracker, call: &Call<'_>, result: &Value) {
    let traced = tracker.trace(table, run, call);
    let origins = traced.origins();
    let call = call.clone().from(Origins(&origins));
    let decision = run.decide(table, &call);
    show(table, run, &call, &decision);
    if decision.verdict == Verdict::Allow {
        // Here the host would make the call.
        let result = Json::Tree(result);
        run.commit(table, &decision, Outcome::Returned(result));
        let labels = tracker.returned(table, &decision, &traced, result);
        run.label(table, labels);
    }
}

fn show(table: &Table, run: &Run, call: &Call<'_>, decision: &Decision) {
    let codes = decision.codes(table);
    println!("{}: {:?} {codes:?}", call.tool, decision.verdict);
    if decision.verdict == Verdict::RequireApproval {
        for line in decision.brief(table, run, call) {
            println!("    {line}");
        }
    }
}
