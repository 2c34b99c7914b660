//! Gates as records that join field by field, and the verdict that follows from one.

use rev_table::{GateRecord, gate};
use serde::Serialize;

/// What must happen before a call goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Gate {
    /// Milliseconds after the call in which undo is offered. It never delays.
    pub undo: u64,
    pub dry_run: bool,
    pub approvers: u32,
    /// Milliseconds between the last approval and the call.
    pub cooling: u64,
    pub out_of_band: bool,
    pub deny: bool,
}

/// One of three; nobody can approve a `Deny`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Allow,
    RequireApproval,
    Deny,
}

impl Gate {
    /// Nothing is asked.
    pub const AUTO: Gate = Gate {
        undo: 0,
        dry_run: false,
        approvers: 0,
        cooling: 0,
        out_of_band: false,
        deny: false,
    };
    pub const APPROVAL: Gate = Gate {
        approvers: 1,
        ..Gate::AUTO
    };
    pub const DENY: Gate = Gate {
        deny: true,
        ..Gate::AUTO
    };

    /// A gate of the table. `window` is how long the contract lets a call be undone.
    pub(crate) fn of(record: &GateRecord, window: u64) -> Gate {
        let has = |flag| record.flags.get() & flag != 0;
        let window = if has(gate::UNDO_WINDOW) { window } else { 0 };
        Gate {
            undo: record.undo.get().max(window),
            dry_run: has(gate::DRY_RUN),
            approvers: record.approvers.get(),
            cooling: record.cooling.get(),
            out_of_band: has(gate::OUT_OF_BAND),
            deny: has(gate::DENY),
        }
    }

    /// The least gate that satisfies both.
    #[must_use]
    pub fn join(self, other: Gate) -> Gate {
        Gate {
            undo: self.undo.max(other.undo),
            dry_run: self.dry_run || other.dry_run,
            approvers: self.approvers.max(other.approvers),
            cooling: self.cooling.max(other.cooling),
            out_of_band: self.out_of_band || other.out_of_band,
            deny: self.deny || other.deny,
        }
    }

    /// Where nothing can show what a call would do, two people take its place.
    #[must_use]
    pub(crate) fn without_dry_run(self) -> Gate {
        match self.dry_run {
            true => Gate {
                dry_run: false,
                approvers: self.approvers.max(2),
                ..self
            },
            false => self,
        }
    }

    /// What the gate comes to.
    pub fn verdict(self) -> Verdict {
        match self {
            Gate { deny: true, .. } => Verdict::Deny,
            Gate { dry_run: true, .. }
            | Gate {
                out_of_band: true, ..
            } => Verdict::RequireApproval,
            Gate { approvers: 1.., .. } => Verdict::RequireApproval,
            _ => Verdict::Allow,
        }
    }

    /// Sorts by how much is asked.
    pub(crate) fn strictness(self) -> (bool, bool, u32, bool, u64, u64) {
        (
            self.deny,
            self.out_of_band,
            self.approvers,
            self.dry_run,
            self.cooling,
            self.undo,
        )
    }
}
