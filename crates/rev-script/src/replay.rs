//! A recorded run against a table: what each of its calls would have been told.

use rev_eval::{Call, Capability, Decision, Json, Origins, Outcome, Run, Verdict};
use rev_origin::Tracker;
use rev_table::Table;
use serde_json::Value;

/// What a recorded run would have come to.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The strictest of its calls.
    pub verdict: Verdict,
    pub calls: Vec<Called>,
}

/// One call of a recorded run.
#[derive(Clone, Debug)]
pub struct Called {
    pub tool: String,
    pub decision: Decision,
}

/// Replays `{"prompt"?, "context"?, "calls": [{"tool", "args"?, "result"?}]}`. After a held call it goes on as if a person
/// had agreed, after a denied one as if it had not been made.
///
/// # Errors
/// A sentence that says why this is no recorded run.
pub fn replay(table: &Table, agent: &str, trace: &Value) -> Result<Replayed, String> {
    let run = Run::open(table, agent, Capability::default());
    let mut run = run.map_err(|error| error.to_string())?;
    let mut tracker = Tracker::new();
    match trace.get("prompt") {
        None | Some(Value::Null) => {}
        Some(Value::String(prompt)) => {
            tracker.person_said(prompt);
            run.person_spoke();
        }
        Some(_) => return Err("`prompt` is no text".to_owned()),
    }
    match trace.get("context") {
        None | Some(Value::Null) => {}
        Some(Value::Object(context)) => {
            for (name, value) in context {
                run.supply(name, value.clone());
            }
        }
        Some(_) => return Err("`context` is no record".to_owned()),
    }
    let recorded = trace.get("calls").and_then(Value::as_array);
    let recorded = recorded.ok_or("it needs `calls`, a list")?;
    let none = Value::Object(serde_json::Map::new());
    let mut calls = Vec::with_capacity(recorded.len());
    let mut verdict = Verdict::Allow;
    for call in recorded {
        let tool = call.get("tool").and_then(Value::as_str);
        let tool = tool.ok_or("a call needs `tool`, a text")?;
        let args = call.get("args").unwrap_or(&none);
        let asked = Call::new(tool, Json::Tree(args));
        let traced = tracker.trace(table, &run, &asked);
        let origins = traced.origins();
        let decision = run.decide(table, &asked.from(Origins(&origins)));
        let result = call.get("result").map(Json::Tree);
        let outcome = result.map_or(Outcome::Sent, Outcome::Returned);
        run.commit(table, &decision, outcome);
        if let (Some(result), true) = (result, decision.verdict != Verdict::Deny) {
            let labels = tracker.returned(table, &decision, &traced, result);
            run.label(table, labels);
        }
        verdict = stricter(verdict, decision.verdict);
        calls.push(Called {
            tool: tool.to_owned(),
            decision,
        });
    }
    Ok(Replayed { verdict, calls })
}

fn stricter(a: Verdict, b: Verdict) -> Verdict {
    match (a, b) {
        (Verdict::Deny, _) | (_, Verdict::Deny) => Verdict::Deny,
        (Verdict::RequireApproval, _) | (_, Verdict::RequireApproval) => Verdict::RequireApproval,
        (Verdict::Allow, Verdict::Allow) => Verdict::Allow,
    }
}
