//! The fields of a tool, of its reversal contract and of its blast radius.

use super::{Amount, Block, Call, Expr, Name, Path, RecordType, Text, Type, Word};
use rev_diagnostics::Span;

/// The name of a class where one is asked for; whether it exists is checked with the other names.
pub type Class = Name;

pub type ToolBlock = Block<ToolField>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ToolField {
    /// `args { … }`, `args open { … }`
    Args {
        open: Option<Span>,
        fields: RecordType,
    },
    Result(Type),
    Wire(Text),
    Effect(Word<Effect>),
    Outbound,
    /// `contained because "…"`
    Contained {
        because: Option<Text>,
    },
    Subject(Expr),
    Tenant(Expr),
    /// `spends money = args.amount`
    Spends {
        dimension: Name,
        amount: Expr,
    },
    /// `require NAME: EXPR because "…"`
    Require {
        name: Option<Name>,
        condition: Expr,
        because: Option<Text>,
    },
    Yields(Yields),
    Trusted,
    Clears(Vec<Name>),
    /// `dry_run TOOL { … }`
    DryRun(Call),
    /// `dry_run none because "…"`
    DryRunNone {
        because: Option<Text>,
    },
    Instead(Vec<Path>),
    Consent(Vec<Expr>),
    Gate {
        gate: Name,
        condition: Option<Expr>,
        because: Option<Text>,
    },
    Deny {
        because: Option<Text>,
    },
    Reversal {
        kind: Word<ReversalKind>,
        body: Block<ReversalField>,
    },
    Blast(Block<BlastField>),
    Class(Class),
    /// `case EXPR { … }`
    Case {
        condition: Expr,
        body: ToolBlock,
    },
    Otherwise(ToolBlock),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    None,
    Internal,
    Public,
    Authority,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Yields {
    Nothing,
    Labels(Vec<Name>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReversalKind {
    Reversible,
    Compensable,
    Irreversible,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReversalField {
    /// `by a { … } then b { … }`
    By(Vec<Call>),
    Verify {
        call: Call,
        until: Option<Expr>,
        attempts: Option<Text>,
        every: Option<Text>,
    },
    Approval(Word<Approval>),
    Within(Within),
    Expires(Text),
    /// `capture TOOL { … } as prior`
    Capture(Call),
    Handle(Expr),
    Policy(Name),
    /// `assumes NAME { … }, …`
    Assumes(Vec<Call>),
    Hold(Text),
    Cancel(Call),
    Human,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Approval {
    Auto,
    Human,
    DualControl,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Within {
    Forever,
    /// A duration as written, such as `72h`.
    Duration(Text),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BlastField {
    Calls(Text, BoundSuffix),
    Subjects(Text, BoundSuffix),
    Scope(Word<Scope>, BoundSuffix),
    /// `money 5_000 INR`
    Dimension {
        dimension: Name,
        amount: Amount,
        suffix: BoundSuffix,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    SingleSubject,
    Tenant,
    CrossTenant,
}

/// `per run` and `or deny` after a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoundSuffix {
    pub per_run: bool,
    pub or_deny: bool,
}
