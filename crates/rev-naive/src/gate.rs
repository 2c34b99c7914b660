//! Gates, and how they join.

use rev_analysis::hir::{self, Class, Undo};

/// What must happen before a call goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gate {
    pub deny: bool,
    pub out_of_band: bool,
    pub approvers: u32,
    pub dry_run: bool,
    /// In milliseconds.
    pub cooling: u64,
    /// In milliseconds.
    pub undo: u64,
}

/// One of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Allow,
    RequireApproval,
    Deny,
}

impl Gate {
    pub fn auto() -> Gate {
        Gate::default()
    }

    pub fn approval() -> Gate {
        Gate {
            approvers: 1,
            ..Gate::default()
        }
    }

    pub fn deny() -> Gate {
        Gate {
            deny: true,
            ..Gate::default()
        }
    }

    /// A gate as written, for a call that can be taken back for so long.
    pub(crate) fn written(gate: hir::Gate, window: u64) -> Gate {
        Gate {
            deny: gate.deny,
            out_of_band: gate.out_of_band,
            approvers: gate.approvers,
            dry_run: gate.dry_run,
            cooling: gate.cooling,
            undo: match gate.undo {
                Undo::No => 0,
                Undo::Window => window,
                Undo::AtLeast(time) => time.max(window),
            },
        }
    }

    /// Field by field, the stricter value.
    #[must_use]
    pub fn join(self, other: Gate) -> Gate {
        Gate {
            deny: self.deny | other.deny,
            out_of_band: self.out_of_band | other.out_of_band,
            approvers: self.approvers.max(other.approvers),
            dry_run: self.dry_run | other.dry_run,
            cooling: self.cooling.max(other.cooling),
            undo: self.undo.max(other.undo),
        }
    }

    /// Whether every field is at least as strict.
    pub fn covers(self, other: Gate) -> bool {
        self.join(other) == self
    }

    /// Where `dry_run none` is declared, two approvers take the place of a dry run.
    #[must_use]
    pub(crate) fn with_two_in_place_of_a_dry_run(self) -> Gate {
        if !self.dry_run {
            return self;
        }
        Gate {
            dry_run: false,
            approvers: self.approvers.max(2),
            ..self
        }
    }

    pub fn verdict(self) -> Verdict {
        if self.deny {
            Verdict::Deny
        } else if self.approvers > 0 || self.dry_run || self.out_of_band {
            Verdict::RequireApproval
        } else {
            Verdict::Allow
        }
    }
}

/// The gate that a class has where the policy does not say otherwise.
pub(crate) fn of_class(class: Class) -> hir::Gate {
    match class {
        Class::ReadOnly | Class::ReversibleInternal | Class::Compensating => hir::Gate::AUTO,
        Class::TimeWindowUndoable => hir::Gate::UNDO_WINDOW,
        Class::IrreversibleInternal => hir::Gate::DRY_RUN,
        Class::IrreversiblePublic => hir::Gate::COOLING,
        Class::AuthorityModifying => hir::Gate::OUT_OF_BAND,
    }
}
