//! `test` items: scripts of calls and events with what is expected of each.

use super::{Approval, Block, Call, Expr, Name, Path, Record, Text, Word};
use rev_diagnostics::Span;

/// `test "…" for AGENT { … }`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Test {
    pub title: Text,
    pub agent: Name,
    pub steps: Block<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    Prompt(Text),
    /// `given context { … }`
    GivenContext(Record),
    /// `given TOOL returns { … }`
    GivenReturns {
        tool: Path,
        value: Expr,
    },
    Call(CallStep),
    Approve,
    Event {
        event: Call,
        after: Option<Text>,
        expect: ExpectEvent,
    },
    Wait(Text),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CallStep {
    pub call: Call,
    pub outcome: Option<Outcome>,
    pub expect: ExpectCall,
}

/// What the tool answers in the test.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Returns(Expr),
    Fails(Span),
}

/// `expect approval gate two_person because blast.money, budget.money`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExpectCall {
    pub span: Span,
    pub verdict: Word<Verdict>,
    pub gate: Option<Name>,
    /// Reason codes; a subset of those of the decision.
    pub because: Vec<Path>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Allow,
    Approval,
    Deny,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExpectEvent {
    /// `expect recover TOOL { … } then … approval human`
    Recover {
        span: Span,
        calls: Vec<Call>,
        approval: Word<Approval>,
    },
    Manual(Span),
    Nothing(Span),
}
