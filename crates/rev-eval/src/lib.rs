//! Decides calls by a decision table.
//!
//! A host loads a table, opens a run, asks about each call, and tells what became of it. Nothing here reads a clock, a
//! file or a network; the same table, run and call always give the same decision.

mod bounds;
mod call;
mod canonical;
mod commit;
mod decide;
mod decision;
mod explain;
mod fired;
mod gate;
mod json;
mod look;
mod number;
mod plan;
mod progress;
mod report;
mod run;
mod said;
mod subject;
mod text;
mod typed;

pub use call::{Call, Origin, Origins};
pub use commit::Outcome;
pub use decision::{Cause, Debit, Decision, Reason};
pub use gate::{Gate, Verdict};
pub use json::{Entries, Items, Json, NotJson, Shape};
pub use plan::{Bound, Check, Mutation, Plan, Recovery};
pub use report::duration;
pub use rev_table::{LabelSet, LoadError, Table};
pub use rev_text::Truth;
pub use run::{Capability, OpenError, Run};
pub use said::Words;
pub use typed::Misfit;

use decide::Caller;

impl Run {
    /// Decides a call of the run's agent. Nothing changes until [`Run::commit`].
    pub fn decide<'a>(&'a self, table: &'a Table, call: &'a Call<'a>) -> Decision {
        decide::decide(table, self, call, Caller::Agent)
    }

    /// Decides a recovery: a governed call under its contract's own approval, exempt from `may`, `up_to` and a halt.
    pub fn decide_recovery<'a>(
        &'a self,
        table: &'a Table,
        call: &'a Call<'a>,
        approval: Gate,
    ) -> Decision {
        decide::decide(table, self, call, Caller::Recovery(approval))
    }

    /// Counts what became of a call that was decided.
    pub fn commit(&mut self, table: &Table, decision: &Decision, outcome: Outcome<'_>) {
        commit::commit(table, self, decision, outcome);
    }

    /// Decides calls one after the other, each as if the ones before had happened. The gate of the whole is the join: a
    /// plan is as strict as its path.
    pub fn decide_plan(&self, table: &Table, calls: &[Call<'_>]) -> (Vec<Decision>, Gate) {
        let mut run = self.clone();
        let mut gate = Gate::AUTO;
        let mut decisions = Vec::with_capacity(calls.len());
        for call in calls {
            let decision = run.decide(table, call);
            run.commit(table, &decision, Outcome::Sent);
            gate = gate.join(decision.gate);
            decisions.push(decision);
        }
        (decisions, gate)
    }

    /// How a decided call would be taken back.
    pub fn plan(&self, table: &Table, mutation: &Mutation) -> Option<Plan> {
        plan::plan(table, self, mutation)
    }

    /// The reads that must bear out, before a call goes out, what it takes for granted.
    pub fn checks(&self, table: &Table, mutation: &Mutation) -> Vec<Check> {
        plan::checks(table, self, mutation)
    }
}

impl Decision {
    /// The call as a host keeps it, to take it back later. `at` is the host's time in milliseconds.
    pub fn mutation(
        &self,
        call: &Call<'_>,
        result: Option<serde_json::Value>,
        at: u64,
    ) -> Option<Mutation> {
        let case = self.parts.first()?.variant;
        plan::mutation(call, case, result, at)
    }
}

/// What an event calls for: every mutation that assumed what it breaks, newest first.
pub fn recoveries(
    table: &Table,
    mutations: &[Mutation],
    event: &str,
    fields: &serde_json::Value,
    now: u64,
) -> Vec<Recovery> {
    plan::recoveries(table, mutations, event, fields, now)
}
