//! A decision, and what it says of itself.

use crate::progress::Steps;
use rev_table::{CLASSES, LabelSet, Table};
use rev_table::{Gate, Verdict};
use rev_value::{Key, Misfit};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// What was decided about a call, and why.
/// ```
/// let (table, run, call) = rev_eval::example();
/// let decision = run.decide(&table, &call);
/// assert_eq!(decision.verdict, rev_eval::Verdict::RequireApproval);
/// assert_eq!(decision.codes(&table), ["rule.refunds_are_asked_for"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// What follows from the gate.
    pub verdict: Verdict,
    /// What must happen first.
    pub gate: Gate,
    /// The riskiest class among what declares the tool; `None` if nothing does, or its case is not known.
    pub class: Option<u8>,
    /// How it can be taken back, as a number of [`rev_table::reversal`].
    pub reversal: Option<u8>,
    /// Every contribution, strictest first, then by code.
    pub reasons: SmallVec<[Reason; 2]>,
    /// What it would take from the run's budget.
    pub debits: SmallVec<[Debit; 2]>,
    /// Milliseconds that the runtime holds the call before it is sent.
    pub hold: u64,
    /// The declarations that it falls under and the case of each, by their numbers in the table.
    pub(crate) parts: SmallVec<[(u32, u32); 1]>,
    pub(crate) subjects: SmallVec<[Key; 1]>,
    pub(crate) steps: Steps,
    pub(crate) counters: SmallVec<[u32; 4]>,
    /// What the arguments carry.
    pub(crate) labels: LabelSet,
    /// Consents that it uses up.
    pub(crate) consents: SmallVec<[Key; 1]>,
    /// Where several globs mean the call: what each of them counts, in the order of `parts`.
    pub(crate) apart: Vec<Apart>,
    pub(crate) halts: bool,
    /// It is a recovery.
    pub recovery: bool,
}

/// What one of several globs that mean a call counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Apart {
    pub subjects: SmallVec<[Key; 1]>,
    pub debits: SmallVec<[Debit; 2]>,
}

impl Decision {
    /// Keeps apart what the declaration that was judged last counts.
    pub(crate) fn set_apart(&mut self) {
        self.apart.push(Apart {
            subjects: std::mem::take(&mut self.subjects),
            debits: std::mem::take(&mut self.debits),
        });
    }

    /// One call is one effect, however many globs mean it: it takes the most that one of them says.
    pub(crate) fn join_apart(&mut self) {
        for part in &self.apart {
            self.subjects.extend(part.subjects.iter().copied());
            for debit in &part.debits {
                let mut known = self.debits.iter_mut();
                match known.find(|known| known.dimension == debit.dimension) {
                    Some(known) => {
                        known.amount = known.amount.max(debit.amount);
                        known.debit = known.debit.max(debit.debit);
                    }
                    None => self.debits.push(*debit),
                }
            }
        }
    }

    /// What the declaration at this place of `parts` counts.
    pub(crate) fn counted(&self, part: usize) -> (&[Key], &[Debit]) {
        match self.apart.get(part) {
            Some(own) => (&own.subjects, &own.debits),
            None => (&self.subjects, &self.debits),
        }
    }
}

/// One contribution to a decision.
/// ```
/// let (table, run, call) = rev_eval::example();
/// assert!(!run.decide(&table, &call).reasons[0].unknown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What contributed.
    pub cause: Cause,
    /// What it asks for.
    pub gate: Gate,
    /// It fired because it could not be computed.
    pub unknown: bool,
}

/// What contributed.
/// ```
/// let (table, run, _) = rev_eval::example();
/// let unknown = rev_eval::Call::new("shell.run", rev_eval::Json::Text("{}"));
/// assert_eq!(run.decide(&table, &unknown).reasons[0].cause, rev_eval::Cause::UnknownTool);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Nothing declares the tool.
    UnknownTool,
    /// A boundary has halted the run.
    Halted,
    /// The run was opened with another table.
    OtherTable,
    /// An argument, and what is wrong with it.
    Argument(String, Misfit),
    /// Which case applies cannot be told, or none does.
    Case,
    /// What the call takes for granted does not hold.
    Assumption(String),
    /// A recovery is held by its contract.
    Recovery,
    /// Out of the reach of the agent, or of the run.
    May,
    /// Of a higher class than the agent, or the run, goes up to.
    UpTo,
    /// A row or a boundary: its reason in the table.
    Written(u32),
    /// A class has this gate.
    Class(u8),
    /// More calls of the tool than its blast radius has.
    BlastCalls,
    /// More subjects.
    BlastSubjects,
    /// Another subject or tenant.
    BlastScope,
    /// More spent in a dimension.
    BlastDimension(u32),
    /// More debited in a dimension than the budget has.
    Budget(u32),
}

/// What a call takes from a budget.
/// ```
/// let (table, run, call) = rev_eval::example();
/// let decision = run.decide(&table, &call);
/// assert_eq!(decision.debits[0].amount, 400_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debit {
    /// The number of the dimension in the table.
    pub dimension: u32,
    /// In the unit's smallest part.
    pub amount: i128,
    /// With its weight, in thousandths of the smallest part.
    pub debit: i128,
}

impl Reason {
    /// The code that tests and programs know it by.
    /// ```
    /// use rev_eval::{Cause, Gate, Reason};
    /// let (table, _, _) = rev_eval::example();
    /// let reason = Reason { cause: Cause::Class(5), gate: Gate::APPROVAL, unknown: false };
    /// assert_eq!(reason.code(&table), "class.irreversible_public");
    /// ```
    pub fn code(&self, table: &Table) -> String {
        match self.parts(table) {
            ("", rest) => rest.to_owned(),
            (word, "") => word.to_owned(),
            (word, rest) => format!("{word}.{rest}"),
        }
    }

    /// What stands before the dot of its code, and behind it.
    fn parts<'t>(&'t self, table: &'t Table) -> (&'static str, &'t str) {
        let dimension = |number: u32| {
            let found = table.dimensions().get(number as usize);
            found.map_or("", |found| table.text(found.name.get()))
        };
        match &self.cause {
            Cause::UnknownTool => ("", "unknown_tool"),
            Cause::Halted => ("", "halted"),
            Cause::OtherTable => ("", "other_table"),
            Cause::Argument(name, _) => ("args", name),
            Cause::Case => ("", "case"),
            Cause::Assumption(name) => ("assumption", name),
            Cause::Recovery => ("", "recovery"),
            Cause::May => ("agent", "may"),
            Cause::UpTo => ("agent", "up_to"),
            Cause::Written(number) => {
                let reason = table.reason(*number);
                ("", reason.map_or("", |it| table.text(it.code.get())))
            }
            Cause::Class(class) => ("class", word_of_class(*class)),
            Cause::BlastCalls => ("blast", "calls"),
            Cause::BlastSubjects => ("blast", "subjects"),
            Cause::BlastScope => ("blast", "scope"),
            Cause::BlastDimension(number) => ("blast", dimension(*number)),
            Cause::Budget(number) => ("budget", dimension(*number)),
        }
    }

    /// Strictest first, then by code, without writing the codes out.
    pub(crate) fn order(&self, other: &Reason, table: &Table) -> Ordering {
        let by_gate = other.gate.strictness().cmp(&self.gate.strictness());
        let dotted = |(word, rest): (&'static str, _)| match (word, rest) {
            ("", rest) | (rest, "") => [rest, "", ""],
            (word, rest) => [word, ".", rest],
        };
        by_gate.then_with(|| {
            let (a, b) = (dotted(self.parts(table)), dotted(other.parts(table)));
            let bytes = a.iter().flat_map(|part| part.bytes());
            bytes.cmp(b.iter().flat_map(|part| part.bytes()))
        })
    }

    /// The sentence that explains it, where there is one.
    /// ```
    /// use rev_eval::{Cause, Gate, Misfit, Reason};
    /// let (table, _, _) = rev_eval::example();
    /// let cause = Cause::Argument("order".into(), Misfit::Missing);
    /// let reason = Reason { cause, gate: Gate::DENY, unknown: false };
    /// assert_eq!(reason.because(&table), Some("is missing"));
    /// ```
    pub fn because<'t>(&self, table: &'t Table) -> Option<&'t str> {
        match &self.cause {
            Cause::Written(number) => {
                let because = table.reason(*number)?.because.get();
                table.optional_text(because)
            }
            Cause::Argument(_, why) => Some(why.sentence()),
            _ => None,
        }
    }

    /// Where it was written: file, line and column.
    /// ```
    /// use rev_eval::{Cause, Gate, Reason};
    /// let (table, _, _) = rev_eval::example();
    /// let reason = Reason { cause: Cause::Written(0), gate: Gate::DENY, unknown: false };
    /// assert_eq!(reason.source(&table).unwrap().0, "support.rev");
    /// ```
    pub fn source<'t>(&self, table: &'t Table) -> Option<(&'t str, u32, u32)> {
        match &self.cause {
            Cause::Written(number) => table.source(table.reason(*number)?.source.get()),
            _ => None,
        }
    }
}

pub(crate) fn word_of_class(class: u8) -> &'static str {
    CLASSES.get(usize::from(class)).copied().unwrap_or("")
}

impl Decision {
    /// The word of its class.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// assert_eq!(run.decide(&table, &call).class_word(), Some("compensating"));
    /// ```
    pub fn class_word(&self) -> Option<&'static str> {
        self.class.map(word_of_class)
    }

    /// The codes of its reasons.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// assert_eq!(run.decide(&table, &call).codes(&table), ["rule.refunds_are_asked_for"]);
    /// ```
    pub fn codes(&self, table: &Table) -> Vec<String> {
        let reasons = self.reasons.iter();
        reasons.map(|reason| reason.code(table)).collect()
    }

    /// Milliseconds that an allowed call waits before it is sent: a queued `hold`, or cooling off, whichever is longer.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// assert_eq!(run.decide(&table, &call).delay(), 0);
    /// ```
    pub fn delay(&self) -> u64 {
        self.hold.max(self.gate.cooling)
    }

    /// Whether the person who spoke counts as one approver of its class's gate.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// assert!(!run.decide(&table, &call).is_consented());
    /// ```
    pub fn is_consented(&self) -> bool {
        !self.consents.is_empty()
    }
}
