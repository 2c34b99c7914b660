//! Gates as records that join field by field, and the verdict that follows from one.

use crate::layout::{GateRecord, gate};
use serde::Serialize;

/// What must happen before a call goes on.
///
/// ```
/// use rev_table::Gate;
/// let two = Gate { approvers: 2, ..Gate::AUTO };
/// assert_eq!(two.join(Gate::APPROVAL), two);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Gate {
    /// Milliseconds after the call in which undo is offered. It never delays.
    pub undo: u64,
    /// What it would do must be shown.
    pub dry_run: bool,
    /// So many people must agree.
    pub approvers: u32,
    /// Milliseconds between the last approval and the call.
    pub cooling: u64,
    /// They agree through another channel, under another identity.
    pub out_of_band: bool,
    /// Nobody can agree.
    pub deny: bool,
}

/// One of three; nobody can approve a `Deny`.
///
/// ```
/// use rev_table::Verdict;
/// assert!(Verdict::Deny > Verdict::RequireApproval && Verdict::RequireApproval > Verdict::Allow);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It may go out, after its delay.
    Allow,
    /// It may once its gate has been passed.
    RequireApproval,
    /// It may not.
    #[default]
    Deny,
}

impl Gate {
    /// Nothing is asked.
    ///
    /// ```
    /// assert_eq!(rev_table::Gate::AUTO.verdict(), rev_table::Verdict::Allow);
    /// ```
    pub const AUTO: Gate = Gate {
        undo: 0,
        dry_run: false,
        approvers: 0,
        cooling: 0,
        out_of_band: false,
        deny: false,
    };
    /// One person agrees.
    ///
    /// ```
    /// assert_eq!(rev_table::Gate::APPROVAL.verdict(), rev_table::Verdict::RequireApproval);
    /// ```
    pub const APPROVAL: Gate = Gate {
        approvers: 1,
        ..Gate::AUTO
    };
    /// Never.
    ///
    /// ```
    /// assert_eq!(rev_table::Gate::DENY.verdict(), rev_table::Verdict::Deny);
    /// ```
    pub const DENY: Gate = Gate {
        deny: true,
        ..Gate::AUTO
    };

    /// A gate of the table. `window` is how long the contract lets a call be undone.
    pub fn of(record: &GateRecord, window: u64) -> Gate {
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
    ///
    /// ```
    /// use rev_table::Gate;
    /// assert_eq!(Gate::APPROVAL.join(Gate::AUTO), Gate::APPROVAL);
    /// ```
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
    pub fn without_dry_run(self) -> Gate {
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
    ///
    /// ```
    /// use rev_table::{Gate, Verdict};
    /// let later = Gate { cooling: 30_000, ..Gate::AUTO };
    /// assert_eq!(later.verdict(), Verdict::Allow);
    /// ```
    pub fn verdict(self) -> Verdict {
        match self.deny {
            true => Verdict::Deny,
            false if self.dry_run || self.out_of_band || self.approvers > 0 => {
                Verdict::RequireApproval
            }
            false => Verdict::Allow,
        }
    }

    /// Sorts by how much is asked.
    pub fn strictness(self) -> (bool, bool, u32, bool, u64, u64) {
        (
            self.deny,
            self.out_of_band,
            self.approvers,
            self.dry_run,
            self.cooling,
            self.undo,
        )
    }

    /// What it asks for, in words.
    ///
    /// ```
    /// assert_eq!(rev_table::Gate::APPROVAL.words(), "one approver");
    /// ```
    pub fn words(self) -> String {
        let mut parts = Vec::new();
        if self.deny {
            return "deny".to_owned();
        }
        match self.approvers {
            0 => {}
            1 => parts.push("one approver".to_owned()),
            many => parts.push(format!("{many} approvers")),
        }
        if self.out_of_band {
            parts.push("through another channel".to_owned());
        }
        if self.dry_run {
            parts.push("a dry run".to_owned());
        }
        if self.cooling > 0 {
            parts.push(format!("{} of cooling off", duration(self.cooling)));
        }
        if self.undo > 0 {
            parts.push(match self.undo {
                u64::MAX => "undo at any time".to_owned(),
                time => format!("undo for {}", duration(time)),
            });
        }
        match parts.is_empty() {
            true => "nothing is asked".to_owned(),
            false => parts.join(", "),
        }
    }
}

/// A time in the largest unit that it is whole in.
///
/// ```
/// assert_eq!(rev_table::duration(90_000), "90s");
/// ```
pub fn duration(milliseconds: u64) -> String {
    let units = [
        (86_400_000, "d"),
        (3_600_000, "h"),
        (60_000, "m"),
        (1_000, "s"),
    ];
    let whole = units
        .iter()
        .find(|(size, _)| milliseconds > 0 && milliseconds.is_multiple_of(*size));
    match whole {
        Some((size, unit)) => format!("{}{unit}", milliseconds / size),
        None => format!("{milliseconds}ms"),
    }
}
