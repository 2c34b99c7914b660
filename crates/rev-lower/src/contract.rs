//! How calls are taken back, what they take for granted, and how far one tool may reach in a run.

use crate::cx::{Bound, Cx};
use crate::program::Program;
use crate::settle::Settle;
use crate::term::Term;
use rev_analysis::Item;
use rev_analysis::hir::{Approval, Assumption, Blast, Call, Record, Reversal, Scope, Type, Window};
use rev_diagnostics::Span;
use rev_table::{
    AssumptionRecord, BlastRecord, ContractRecord, NONE, Root, U32, U64, approval, blast, bound,
    contract, scope,
};
use smol_str::SmolStr;

/// For ever, and without a bound.
const FOR_EVER: u64 = u64::MAX;

impl<'db> Cx<'db> {
    pub(crate) fn assumption(&mut self, item: Item<'_>, assumption: &Assumption) {
        let condition = |cx: &Self, when: &Option<rev_analysis::hir::Expr>| {
            let settle = Settle {
                names: &cx.names,
                args: &[],
                case: None,
            };
            when.as_ref().map(|when| settle.condition(when))
        };
        let mut broken: Vec<(SmolStr, Option<Term>)> = assumption
            .broken_by
            .iter()
            .map(|one| (one.event.clone(), condition(self, &one.when)))
            .collect();
        broken.sort();
        broken.dedup();
        let mut broken_by = Vec::new();
        for (event, when) in broken {
            broken_by.extend([self.to.text(&event), self.optional(when.as_ref()).get()]);
        }
        // By what they say, not by where they stand.
        type Checked<'a> = (SmolStr, Bound, Option<Term>, &'a Call);
        let mut checked: Vec<Checked<'_>> = assumption
            .checked_by
            .iter()
            .map(|one| {
                let bound = self.bound(&one.call, &[], &Record::default());
                let when = condition(self, &one.when);
                (one.call.target.clone(), bound, when, &one.call)
            })
            .collect();
        checked.sort_by(|a, b| (&a.0, &a.1, &a.2).cmp(&(&b.0, &b.1, &b.2)));
        checked.dedup_by(|a, b| (&a.0, &a.1, &a.2) == (&b.0, &b.1, &b.2));
        let mut checked_by = Vec::new();
        for (_, _, when, call) in checked {
            checked_by.extend([self.call(call, &[]), self.optional(when.as_ref()).get()]);
        }
        let record = AssumptionRecord {
            name: self.text(&assumption.name),
            broken_by: self.to.refs(&broken_by),
            checked_by: self.to.refs(&checked_by),
            source: self.source_of(item, &assumption.name),
        };
        self.to.assumption(record);
    }

    pub(crate) fn optional(&mut self, term: Option<&Term>) -> U32 {
        term.map_or(U32::new(NONE), |term| self.write(term))
    }

    pub(crate) fn contract(
        &mut self,
        program: &Program<'db>,
        item: Item<'_>,
        span: Span,
        reversal: &Reversal,
        args: &[SmolStr],
    ) -> u32 {
        let by: Vec<u32> = reversal
            .by
            .iter()
            .map(|call| self.call(call, args))
            .collect();
        let optional = |cx: &mut Self, call: Option<&Call>| {
            U32::new(call.map_or(NONE, |call| cx.call(call, args)))
        };
        let verify = reversal.verify.as_ref();
        let until = verify.map(|verify| self.settled(&verify.until, args));
        let handle = reversal.handle.as_ref();
        let handle = handle.map(|handle| self.settled(handle, args));
        let assumes = self.assumes(program, &reversal.assumes, args);
        let queued = reversal.cancel.as_ref().is_some_and(|cancel| {
            let bound = self.bound(cancel, args, &Record::default());
            !bound.iter().any(|(_, value)| value.reads(Root::Result))
        });
        let human = if reversal.human { contract::HUMAN } else { 0 };
        let queued = if queued { contract::QUEUED } else { 0 };
        let policy = reversal.policy.as_ref().map(|(_, gate)| *gate);
        let record = ContractRecord {
            by: self.to.refs(&by),
            verify: optional(self, verify.map(|verify| &verify.call)),
            until: self.optional(until.as_ref()),
            attempts: U32::new(verify.map_or(0, |verify| verify.attempts)),
            within: U64::new(match reversal.within {
                Window::Forever => FOR_EVER,
                Window::For(time) => time,
            }),
            expires: U64::new(reversal.expires.unwrap_or(FOR_EVER)),
            every: U64::new(verify.and_then(|verify| verify.every).unwrap_or(0)),
            hold: U64::new(reversal.hold.unwrap_or(0)),
            capture: optional(self, reversal.capture.as_ref()),
            handle: self.optional(handle.as_ref()),
            policy: policy.map_or(U32::new(NONE), |gate| self.gate(gate)),
            cancel: optional(self, reversal.cancel.as_ref()),
            assumes: self.to.refs(&assumes),
            approval: match reversal.approval {
                None => approval::NONE,
                Some(Approval::Auto) => approval::AUTO,
                Some(Approval::Human) => approval::HUMAN,
                Some(Approval::DualControl) => approval::DUAL_CONTROL,
            },
            flags: human | queued,
            source: self.source(item, span),
        };
        self.to.contract(record)
    }

    /// A value outside of conditions on calls.
    pub(crate) fn settled(&self, expr: &rev_analysis::hir::Expr, args: &[SmolStr]) -> Term {
        let settle = Settle {
            names: &self.names,
            args,
            case: None,
        };
        settle.bound(expr, &Type::Json)
    }

    /// Pairs of an assumption and a call that binds its parameters, sorted.
    fn assumes(&mut self, program: &Program<'db>, calls: &[Call], args: &[SmolStr]) -> Vec<u32> {
        let mut assumed: Vec<(u32, Bound, &Call)> = Vec::new();
        for call in calls {
            if let Some(number) = self.names.assumption(&call.target) {
                let bound = self.bound(call, args, &Record::default());
                assumed.push((number, bound, call));
            }
        }
        assumed.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        assumed.dedup_by(|a, b| (a.0, &a.1) == (b.0, &b.1));
        let mut pairs = Vec::new();
        for (number, _, call) in assumed {
            let declared = program.assumptions.get(number as usize);
            let nothing = Record::default();
            let parameters = declared.map_or(&nothing, |(_, one)| &one.parameters);
            pairs.extend([number, self.bind(call, args, parameters, NONE)]);
        }
        pairs
    }

    pub(crate) fn blast(&mut self, item: Item<'_>, span: Span, written: &Blast) -> u32 {
        let mut bounds: Vec<(u32, i128, u32)> = Vec::new();
        for (dimension, limit) in &written.dimensions {
            if let Some(dimension) = self.names.dimension(dimension) {
                let flags = if limit.or_deny { bound::OR_DENY } else { 0 };
                bounds.push((dimension, limit.value, flags));
            }
        }
        bounds.sort();
        let mut triples = Vec::new();
        for (dimension, amount, flags) in bounds {
            triples.extend([dimension, self.to.amount(amount), flags]);
        }
        let flag = |on: bool, flag: u8| if on { flag } else { 0 };
        let flags = flag(
            written.calls.is_some_and(|calls| calls.or_deny),
            blast::CALLS_OR_DENY,
        ) | flag(
            written.subjects.is_some_and(|subjects| subjects.or_deny),
            blast::SUBJECTS_OR_DENY,
        ) | flag(
            written.scope.is_some_and(|scope| scope.or_deny),
            blast::SCOPE_OR_DENY,
        ) | flag(written.subjects.is_some(), blast::SUBJECTS);
        let record = BlastRecord {
            calls: U64::new(written.calls.map_or(FOR_EVER, |calls| calls.value)),
            subjects: U64::new(written.subjects.map_or(FOR_EVER, |subjects| subjects.value)),
            bounds: self.to.refs(&triples),
            scope: match written.scope.map(|scope| scope.value) {
                None => scope::NONE,
                Some(Scope::SingleSubject) => scope::SINGLE_SUBJECT,
                Some(Scope::Tenant) => scope::TENANT,
                Some(Scope::CrossTenant) => scope::CROSS_TENANT,
            },
            flags,
            source: self.source(item, span),
        };
        self.to.blast(record)
    }
}
