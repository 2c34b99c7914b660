//! Items other than tools.

use super::{Call, Class, Expr, Gate, Reason, Record, Type};
use rev_diagnostics::Span;
use rev_syntax::ast::{Approval, MatchKind, Verdict};
use smol_str::SmolStr;

/// `policy support 2.1.0`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    pub name: SmolStr,
    pub version: SmolStr,
}

/// `unit INR scale 2`: how many decimals an amount may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    pub name: SmolStr,
    pub scale: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dimension {
    pub name: SmolStr,
    pub unit: SmolStr,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    pub name: SmolStr,
    pub confidential: bool,
    pub untrusted: bool,
    pub may_leave: bool,
    /// Directly, as written.
    pub implies: Vec<SmolStr>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeAlias {
    pub name: SmolStr,
    pub ty: Type,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    pub name: SmolStr,
    pub fields: Record,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assumption {
    pub name: SmolStr,
    pub parameters: Record,
    pub broken_by: Vec<BrokenBy>,
    pub checked_by: Vec<CheckedBy>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BrokenBy {
    pub event: SmolStr,
    pub when: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckedBy {
    pub call: Call,
    pub when: Option<Expr>,
}

/// `gate NAME { … }`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GateItem {
    pub name: SmolStr,
    pub gate: Gate,
}

/// `class C gate NAME`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassGate {
    pub class: Class,
    pub name: SmolStr,
    pub gate: Gate,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    pub name: SmolStr,
    pub when: Expr,
    /// The name of the gate and what it is; `deny` for `deny`.
    pub gate: (SmolStr, Gate),
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Boundary {
    pub name: SmolStr,
    pub composed: Option<BoundaryExpr>,
    pub lines: Vec<BoundaryLine>,
    pub when: Option<Expr>,
    pub action: Action,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoundaryExpr {
    Name(SmolStr),
    And(Vec<BoundaryExpr>),
    Then(Vec<BoundaryExpr>),
    Or(Vec<BoundaryExpr>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoundaryLine {
    Matches {
        kind: super::Meaning,
        test: MatchKind,
        patterns: Vec<SmolStr>,
    },
    Tool {
        globs: Vec<SmolStr>,
        when: Option<Expr>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Refuse,
    Halt,
    Gate(SmolStr, Gate),
    /// It only marks.
    Mark,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    pub name: SmolStr,
    pub ceilings: Vec<Ceiling>,
    pub weights: Vec<(Class, Weight)>,
}

/// An exact decimal that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weight {
    pub mantissa: i128,
    pub scale: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ceiling {
    pub dimension: SmolStr,
    /// In the unit's smallest part; `None` is `human_only`.
    pub amount: Option<i128>,
    pub or_deny: bool,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    pub name: SmolStr,
    pub may: Vec<SmolStr>,
    pub up_to: Class,
    pub budget: Option<SmolStr>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Saga {
    pub name: SmolStr,
    pub key: Expr,
    pub steps: Vec<SmolStr>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Invariant {
    pub name: SmolStr,
    pub agents: Vec<SmolStr>,
    pub never: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Test {
    pub title: SmolStr,
    pub agent: SmolStr,
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub span: Span,
    pub kind: StepKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    Prompt(SmolStr),
    GivenContext(Vec<(SmolStr, Expr)>),
    GivenReturns {
        tool: SmolStr,
        value: Expr,
    },
    Call {
        call: Call,
        outcome: Outcome,
        expect: Expect,
    },
    Approve,
    /// `after` in milliseconds.
    Event {
        event: Call,
        after: u64,
        expect: ExpectEvent,
    },
    /// In milliseconds.
    Wait(u64),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// What `given` says, or an empty result.
    Given,
    Returns(Expr),
    Fails,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expect {
    pub span: Span,
    pub verdict: Verdict,
    pub gate: Option<(SmolStr, Gate)>,
    /// Reason codes; a subset of those of the decision.
    pub because: Vec<SmolStr>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExpectEvent {
    Recover {
        calls: Vec<Call>,
        approval: Approval,
    },
    Manual,
    Nothing,
}
