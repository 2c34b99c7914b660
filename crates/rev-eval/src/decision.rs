//! A decision, and what it says of itself.

use crate::gate::{Gate, Verdict};
use crate::progress::Steps;
use crate::typed::Misfit;
use rev_table::{CLASSES, LabelSet, ReasonRecord, Table};
use smallvec::SmallVec;

/// What was decided about a call, and why.
#[derive(Clone, Debug)]
pub struct Decision {
    pub verdict: Verdict,
    pub gate: Gate,
    /// The riskiest class among what declares the tool; `None` if nothing does, or its case is not known.
    pub class: Option<u8>,
    /// How it can be taken back, as a number of [`rev_table::reversal`].
    pub reversal: Option<u8>,
    /// Every contribution, strictest first, then by code.
    pub reasons: SmallVec<[Reason; 4]>,
    pub debits: SmallVec<[Debit; 2]>,
    /// Milliseconds that the runtime holds the call before it is sent.
    pub hold: u64,
    pub(crate) parts: SmallVec<[Part; 1]>,
    pub(crate) subjects: SmallVec<[u128; 2]>,
    pub(crate) steps: Steps,
    pub(crate) counters: SmallVec<[u32; 4]>,
    /// What the arguments carry.
    pub(crate) labels: LabelSet,
    pub(crate) consent: Option<u128>,
    pub(crate) halts: bool,
    pub(crate) recovery: bool,
}

/// A declaration that a call falls under, and the case that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub tool: u32,
    pub variant: u32,
}

/// One contribution to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub cause: Cause,
    pub gate: Gate,
    /// It fired because it could not be computed.
    pub unknown: bool,
}

/// What contributed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    UnknownTool,
    Halted,
    /// The run was opened with another table.
    OtherTable,
    /// An argument, and what is wrong with it.
    Argument(String, Misfit),
    Case,
    Assumption(String),
    Recovery,
    May,
    UpTo,
    /// A row or a boundary: its reason in the table.
    Written(u32),
    Class(u8),
    BlastCalls,
    BlastSubjects,
    BlastScope,
    BlastDimension(u32),
    Budget(u32),
}

/// What a call takes from a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Debit {
    pub dimension: u32,
    /// In the unit's smallest part.
    pub amount: i128,
    /// With its weight, in thousandths of the smallest part.
    pub debit: i128,
}

impl Reason {
    /// The code that tests and programs know it by.
    pub fn code(&self, table: &Table) -> String {
        let dimension = |number: &u32| {
            let found = table.dimensions().get(*number as usize);
            found.map_or("", |found| table.text(found.name.get()))
        };
        match &self.cause {
            Cause::UnknownTool => "unknown_tool".to_owned(),
            Cause::Halted => "halted".to_owned(),
            Cause::OtherTable => "other_table".to_owned(),
            Cause::Argument(name, _) if name.is_empty() => "args".to_owned(),
            Cause::Argument(name, _) => format!("args.{name}"),
            Cause::Case => "case".to_owned(),
            Cause::Assumption(name) => format!("assumption.{name}"),
            Cause::Recovery => "recovery".to_owned(),
            Cause::May => "agent.may".to_owned(),
            Cause::UpTo => "agent.up_to".to_owned(),
            Cause::Written(number) => {
                let reason = table.reason(*number);
                reason
                    .map_or("", |reason| table.text(reason.code.get()))
                    .to_owned()
            }
            Cause::Class(class) => {
                let class = CLASSES.get(usize::from(*class)).copied().unwrap_or("");
                format!("class.{class}")
            }
            Cause::BlastCalls => "blast.calls".to_owned(),
            Cause::BlastSubjects => "blast.subjects".to_owned(),
            Cause::BlastScope => "blast.scope".to_owned(),
            Cause::BlastDimension(number) => format!("blast.{}", dimension(number)),
            Cause::Budget(number) => format!("budget.{}", dimension(number)),
        }
    }

    /// The sentence that explains it, where there is one.
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
    pub fn source<'t>(&self, table: &'t Table) -> Option<(&'t str, u32, u32)> {
        match &self.cause {
            Cause::Written(number) => self.written(table, *number),
            _ => None,
        }
    }

    fn written<'t>(&self, table: &'t Table, number: u32) -> Option<(&'t str, u32, u32)> {
        let reason: &ReasonRecord = table.reason(number)?;
        table.source(reason.source.get())
    }
}

impl Decision {
    /// The word of its class.
    pub fn class_word(&self) -> Option<&'static str> {
        self.class
            .and_then(|class| CLASSES.get(usize::from(class)).copied())
    }

    /// The codes of its reasons.
    pub fn codes(&self, table: &Table) -> Vec<String> {
        self.reasons
            .iter()
            .map(|reason| reason.code(table))
            .collect()
    }
}
