//! A decision together with the reads that bear out what the call takes for granted.

use rev_eval::{Call, Cause, Decision, Gate, Reason, Run, Verdict};
use rev_table::Table;
use serde_json::Value;

/// Decides a call; `read` is what the reads that its assumptions are checked by would return. An assumption that is not
/// borne out denies the call, and so does a read that fails.
pub fn decide<'v>(
    table: &Table,
    run: &Run,
    call: &Call<'_>,
    now: u64,
    read: impl Fn(&str) -> Option<&'v Value>,
) -> Decision {
    let mut decision = run.decide(table, call);
    if decision.verdict == Verdict::Deny {
        return decision;
    }
    let Some(mutation) = decision.mutation(call, None, now) else {
        return decision;
    };
    for check in run.checks(table, &mutation) {
        let seen = read(check.call.tool.as_str());
        if !check.holds(table, seen) {
            decision.gate = decision.gate.join(Gate::DENY);
            decision.verdict = Verdict::Deny;
            let reason = Reason {
                cause: Cause::Assumption(check.assumption),
                gate: Gate::DENY,
                unknown: seen.is_none(),
            };
            decision.reasons.insert(0, reason);
        }
    }
    decision
}
