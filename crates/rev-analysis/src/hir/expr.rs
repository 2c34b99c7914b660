//! Values and conditions, typed and with names resolved.

use super::ClassPattern;
use super::types::Type;
use rev_diagnostics::Span;
pub use rev_syntax::ast::{ArithmeticOp, CompareOp, Quantifier};
use smol_str::SmolStr;

/// A value or a condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// Counts from the start of the item.
    pub span: Span,
    pub ty: Type,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    Bool(bool),
    Text(SmolStr),
    Int(i64),
    /// `mantissa` times ten to the power of minus `scale`.
    Decimal {
        mantissa: i128,
        scale: u32,
    },
    /// In the unit's smallest part.
    Quantity {
        amount: i128,
        unit: SmolStr,
    },
    /// In milliseconds.
    Duration(u64),
    List(Vec<Expr>),
    Record(Vec<(SmolStr, Expr)>),
    /// `args.order`: where to look, then names of fields.
    Path {
        root: Root,
        fields: Vec<SmolStr>,
    },
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Compare {
        /// Of a list: every element, or some.
        quantifier: Option<Quantifier>,
        op: CompareOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Arithmetic {
        op: ArithmeticOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Test {
        quantifier: Option<Quantifier>,
        subject: Box<Expr>,
        test: TestKind,
    },
    /// `run has L`
    RunHas(SmolStr),
    /// `call is …`
    CallIs(CallPattern),
    /// `agent is NAME`
    AgentIs(SmolStr),
    /// `run.calls`, `run.calls(GLOB)`
    RunCalls(Option<SmolStr>),
    RunSubjects,
    RunDenied,
    RunSpent(SmolStr),
    Crossing(SmolStr),
    Crossed(SmolStr),
    Distance(SmolStr),
    Size(Box<Expr>),
    Links(Box<Expr>),
    Allowed,
    /// Something whose mistake has been told.
    Broken,
}

/// Where a path begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    Args,
    Result,
    Prior,
    Seen,
    Undone,
    Event,
    Context,
    /// A parameter of the assumption that is being declared.
    Parameter,
}

/// A test written after its subject.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TestKind {
    Has(SmolStr),
    Said,
    Endorsed,
    Present,
    Absent,
    Like(Vec<SmolStr>),
    Under(Vec<SmolStr>),
    Runs(Vec<SmolStr>),
    RunsOnly(Vec<SmolStr>),
}

/// What stands after `call is`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CallPattern {
    Class(ClassPattern),
    Effect(super::Effect),
    Outbound,
    Recovery,
    /// A tool's name or a glob.
    Tool(SmolStr),
}
