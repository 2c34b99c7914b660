//! What happened: everything is counted when a call is sent, and nothing if it never was.

use crate::crossing::Crossings;
use crate::decide::Decision;
use crate::gate::Verdict;
use crate::labels;
use crate::program::Program;
use crate::read::Reader;
use crate::run::Run;
use crate::value::any;
use rev_text::Context;
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// What became of a call.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'a> {
    /// It was sent; what it returned is not known.
    Sent,
    Returned(&'a Json),
    Failed,
    NotSent,
}

impl Run {
    /// Counts what became of a call that was decided. A held call is counted when it is sent after all.
    pub fn commit(&mut self, program: &Program, decision: &Decision, outcome: Outcome<'_>) {
        if decision.verdict == Verdict::Deny {
            self.denied += 1;
            self.halted |= decision.halts;
            return;
        }
        let result = match outcome {
            Outcome::NotSent => return,
            Outcome::Returned(json) => Some(json),
            Outcome::Sent | Outcome::Failed => None,
        };
        let names: BTreeSet<&String> = decision.parts.iter().map(|part| &part.name).collect();
        self.sent.extend(names.into_iter().cloned());
        let mut labels = BTreeSet::new();
        for part in &decision.parts {
            let counts = self.tools.entry(part.declared.clone()).or_default();
            counts.calls += 1;
            counts.subjects.extend(part.subjects.iter().cloned());
            for debit in &part.debits {
                let amount = counts.amounts.entry(debit.dimension.clone()).or_default();
                *amount = amount.saturating_add(debit.amount);
            }
            self.subjects.extend(part.subjects.iter().cloned());
            self.consents.extend(part.consent.clone());
            let mut tools = program.tools.iter();
            let tool = tools.find(|tool| tool.signature.names.contains(&part.declared));
            if let Some(tool) = tool
                && let Some(variant) = tool.variants.get(part.variant)
            {
                let reader = Reader {
                    program,
                    context: Context::default(),
                };
                labels.extend(labels::of_result(reader, tool, variant, part, result));
            }
        }
        self.labels.extend(labels);
        for debit in &decision.debits {
            let all = self.spent.entry(debit.dimension.clone()).or_default();
            *all = all.saturating_add(debit.amount);
            let all = self.debited.entry(debit.dimension.clone()).or_default();
            *all = all.saturating_add(debit.debit);
        }
        // A call crosses what it crosses by one of its declarations.
        let mut crossed = Crossings::default();
        for (name, now) in decision.parts.iter().flat_map(|part| &part.crossings.0) {
            let all = crossed.0.entry(name.clone()).or_insert(Some(false));
            *all = any([*all, *now]);
        }
        self.history.push(crossed);
    }
}
