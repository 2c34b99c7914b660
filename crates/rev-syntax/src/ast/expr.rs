//! Values and conditions.

use super::{Name, Path, Text};
use rev_diagnostics::Span;
use smol_str::SmolStr;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    Bool(bool),
    Text(SmolStr),
    /// A number, perhaps with its unit.
    Amount(Amount),
    /// As written, such as `72h`.
    Duration(SmolStr),
    List(Vec<Expr>),
    Record(Record),
    /// `args.order`, `seen`, `order`: the first segment says where to look.
    Path(Path),
    /// Parentheses, kept because the author wrote them.
    Paren(Box<Expr>),
    Not(Box<Expr>),
    /// Two or more, so that a long condition is not a deep one.
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// `args.amount <= 5 INR`; of a list, `every args.to in […]`.
    Compare {
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
    /// A test written after its subject: `args.to like "*@x"`.
    Test {
        quantifier: Option<Quantifier>,
        subject: Box<Expr>,
        test: TestKind,
    },
    /// `call is at_least compensating`, `agent is support_bot`
    Is {
        subject: Box<Expr>,
        at_least: bool,
        pattern: Path,
    },
    /// `run.calls(payments.*)`
    RunCalls(Path),
    /// `run.spent(money)`
    RunSpent(Name),
    /// `crossing credentials`
    Crossing(Name),
    /// `crossed credentials`
    Crossed(Name),
    /// `distance(credentials)`
    Distance(Name),
    Size(Box<Expr>),
    Links(Box<Expr>),
    /// `allowed`, in invariants.
    Allowed,
}

/// `5_000` or `5_000 INR`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    pub span: Span,
    /// As written, with underscores and sign.
    pub number: Text,
    pub unit: Option<Name>,
}

/// `{ k: v }`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    pub span: Span,
    pub bindings: Vec<Binding>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Binding {
    pub name: Name,
    pub value: Expr,
}

/// A tool, assumption or event with what is bound to its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    pub span: Span,
    pub target: Path,
    /// `None` where the braces are left out.
    pub args: Option<Record>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `in [..]`
    In,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithmeticOp {
    Add,
    Subtract,
    Multiply,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    Every,
    Some,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TestKind {
    Has(Name),
    Said,
    Endorsed,
    Present,
    Absent,
    Like(Vec<Text>),
    Under(Vec<Text>),
    Runs(Vec<Text>),
    RunsOnly(Vec<Text>),
}
