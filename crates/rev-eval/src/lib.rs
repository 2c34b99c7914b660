//! Decides calls by a decision table.
//!
//! A host loads a [`Table`], opens a [`Run`], asks about each [`Call`], and tells what became of it. Nothing here reads a
//! clock, a file or a network; the same table, run and call always give the same [`Decision`]. What cannot be computed
//! counts as what is strictest, and a host without a table denies every call.
//!
//! ```
//! use rev_eval::{Call, Outcome, Verdict};
//! let table = rev_eval::Table::load(rev_eval::EXAMPLE).unwrap();
//! let mut run = table.open("support_bot", Default::default()).unwrap();
//! let text = r#"{"tool": "payments.issue_refund", "args": {"order": "ord_1", "amount": "6000.00"}}"#;
//! let decision = run.decide(&table, &Call::parse(text).unwrap());
//! assert_eq!(decision.verdict, Verdict::Deny);
//! assert_eq!(decision.reasons[0].because(&table), Some("larger refunds are made by a person"));
//! run.commit(&table, &decision, Outcome::NotSent);
//! assert_eq!(run.denied(), 1);
//! ```

#![deny(missing_docs)]

mod bounds;
mod call;
mod commit;
mod decide;
mod decision;
mod fired;
mod look;
mod plan;
mod progress;
mod report;
mod run;
mod subject;
mod table;

pub use call::{Call, Origin, Origins};
pub use commit::Outcome;
pub use decision::{Cause, Debit, Decision, Reason};
pub use plan::{Bound, Check, Mutation, Plan, Recovery, recoveries};
pub use report::amount;
pub use rev_json::{Json, NotJson, Shape};
pub use rev_table::{Gate, LabelSet, LoadError, Verdict, duration};
pub use rev_text::Truth;
pub use rev_value::Misfit;
pub use run::{Capability, OpenError, Run};
pub use table::{EXAMPLE, Table, example};

use decide::Caller;
use rev_table::Table as Records;

impl Run {
    /// Decides a call of the run's agent. Nothing changes until [`Run::commit`].
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// assert_eq!(run.decide(&table, &call).verdict, rev_eval::Verdict::RequireApproval);
    /// ```
    pub fn decide<'a>(&'a self, table: &'a Records, call: &'a Call<'a>) -> Decision {
        decide::decide(table, self, call, Caller::Agent)
    }

    /// Decides a recovery: a governed call under its contract's own approval, exempt from `may`, `up_to` and a halt.
    /// ```
    /// use rev_eval::{Call, Gate};
    /// let (table, run, _) = rev_eval::example();
    /// let call = Call::parse(r#"{"tool": "email.cancel", "args": {"id": "1"}}"#).unwrap();
    /// let decision = run.decide_recovery(&table, &call, Gate::APPROVAL);
    /// assert_eq!(decision.codes(&table), ["recovery"]);
    /// ```
    pub fn decide_recovery<'a>(
        &'a self,
        table: &'a Records,
        call: &'a Call<'a>,
        approval: Gate,
    ) -> Decision {
        decide::decide(table, self, call, Caller::Recovery(approval))
    }

    /// Decides calls one after the other, each as if the ones before had happened. The gate of the whole is the join: a
    /// plan is as strict as its path.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// let (decisions, gate) = run.decide_plan(&table, &[call.clone(), call]);
    /// assert!(!decisions[0].codes(&table).contains(&"blast.money".to_owned()));
    /// assert!(decisions[1].codes(&table).contains(&"blast.money".to_owned()) && gate.approvers > 0);
    /// ```
    pub fn decide_plan(&self, table: &Records, calls: &[Call<'_>]) -> (Vec<Decision>, Gate) {
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
}

impl Decision {
    /// The call as a host keeps it, to take it back later. `at` is the host's time in milliseconds.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// let decision = run.decide(&table, &call);
    /// assert_eq!(decision.mutation(&call, None, 7).unwrap().at, 7);
    /// ```
    pub fn mutation(
        &self,
        call: &Call<'_>,
        result: Option<serde_json::Value>,
        at: u64,
    ) -> Option<Mutation> {
        Some(Mutation {
            tool: call.tool.to_string(),
            case: self.parts.first()?.1,
            args: call.args.to_tree()?,
            result,
            prior: None,
            at,
        })
    }
}
