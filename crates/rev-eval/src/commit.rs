//! What happened: everything is counted when a call is sent, and nothing if it never was.

use crate::decision::Decision;
use crate::run::Run;
use rev_json::Json;
use rev_table::{LabelSet, NONE, Table, ToolRecord, VariantRecord, Verdict};
use rev_value::yields;

/// What became of a call.
/// ```
/// use rev_eval::Outcome;
/// let (table, mut run, call) = rev_eval::example();
/// let decision = run.decide(&table, &call);
/// run.commit(&table, &decision, Outcome::NotSent);
/// assert_eq!(run.calls(), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'a> {
    /// It was sent; what it returned is not known (yet).
    Sent,
    /// It was sent and returned this.
    Returned(Json<'a>),
    /// It was sent and failed.
    Failed,
    /// It never went out.
    NotSent,
}

impl Run {
    /// Counts what became of a call that was decided.
    /// ```
    /// let (table, mut run, call) = rev_eval::example();
    /// let decision = run.decide(&table, &call);
    /// run.commit(&table, &decision, rev_eval::Outcome::Sent);
    /// assert_eq!(run.calls(), 1);
    /// ```
    pub fn commit(&mut self, table: &Table, decision: &Decision, outcome: Outcome<'_>) {
        if decision.verdict == Verdict::Deny {
            self.count_denied(decision.halts);
            return;
        }
        if let Outcome::NotSent = outcome {
            return;
        }
        self.state.calls = self.state.calls.saturating_add(1);
        for counter in &decision.counters {
            if let Some(count) = self.state.counters.get_mut(*counter as usize) {
                *count = count.saturating_add(1);
            }
        }
        for debit in &decision.debits {
            let at = debit.dimension as usize;
            // A sum that cannot be held was denied before; should it come to this, it stays at the most.
            if let Some(spent) = self.state.spent.get_mut(at) {
                *spent = spent.saturating_add(debit.amount);
            }
            if let Some(debited) = self.state.debited.get_mut(at) {
                *debited = debited.saturating_add(debit.debit);
            }
        }
        self.state
            .subjects
            .extend(decision.subjects.iter().copied());
        self.state.progress.take(&decision.steps);
        self.state
            .consents
            .extend(decision.consents.iter().copied());
        let mut labels = LabelSet::EMPTY;
        for ((number, case), part) in decision.parts.iter().zip(0..) {
            let Some(tool) = table.tool(*number) else {
                continue;
            };
            let counts = self.state.tools.entry(*number).or_default();
            counts.calls = counts.calls.saturating_add(1);
            let (subjects, debits) = decision.counted(part);
            counts.subjects.extend(subjects.iter().copied());
            for debit in debits {
                let spent = counts.amounts.entry(debit.dimension).or_default();
                *spent = spent.saturating_add(debit.amount);
            }
            let facts = table.variants(tool).get(*case as usize);
            if let Some(facts) = facts {
                labels = labels.union(result_labels(table, tool, facts, decision.labels, outcome));
            }
        }
        self.label(table, labels);
    }
}

/// What a result carries: what its tool and the fields that are there yield, and what the arguments carried, less what
/// the tool clears.
fn result_labels(
    table: &Table,
    tool: &ToolRecord,
    facts: &VariantRecord,
    arguments: LabelSet,
    outcome: Outcome<'_>,
) -> LabelSet {
    let all = table.label_set(tool.field_yields.get());
    let fields = match outcome {
        Outcome::Returned(json) => match tool.result.get() {
            NONE => LabelSet::EMPTY,
            ty => yields(table, json, ty).unwrap_or(all),
        },
        Outcome::Sent | Outcome::Failed | Outcome::NotSent => all,
    };
    let inherited = arguments.without(table.label_set(facts.clears.get()));
    table
        .label_set(facts.yields.get())
        .union(fields)
        .union(inherited)
}
