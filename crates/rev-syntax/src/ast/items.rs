//! The items of a file.

use super::{Block, Call, Class, Doc, Expr, Name, Path, RecordType, Text, ToolBlock, Type, Word};
use rev_diagnostics::Span;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// From the first `@allow` or the keyword to the end; documentation is outside.
    pub span: Span,
    /// The keyword.
    pub word: Span,
    pub docs: Vec<Doc>,
    pub allows: Vec<Allow>,
    pub kind: ItemKind,
}

/// `@allow(W1002, "reason")`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Allow {
    pub span: Span,
    pub code: Name,
    pub reason: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    Policy(Policy),
    Unit(Unit),
    Dimension(Dimension),
    Label(Label),
    Type(TypeAlias),
    Event(Event),
    Assumption(Assumption),
    Tool(Tool),
    Gate(GateDecl),
    ClassGate(ClassGate),
    Rule(Rule),
    Boundary(Boundary),
    Budget(Budget),
    Agent(Agent),
    Saga(Saga),
    Invariant(Invariant),
    Context(Context),
    Test(super::Test),
}

/// `policy support 2.1.0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    pub name: Name,
    pub version: Text,
}

/// `unit INR scale 2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    pub name: Name,
    pub scale: Option<Text>,
}

/// `dimension money in INR`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dimension {
    pub name: Name,
    pub unit: Name,
}

/// `label secret confidential implies pii`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    pub name: Name,
    pub marks: Vec<LabelMark>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LabelMark {
    Confidential(Span),
    Untrusted(Span),
    MayLeave(Span),
    Implies(Span, Vec<Name>),
}

/// `type OrderId = text like "ord_*"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TypeAlias {
    pub name: Name,
    pub ty: Type,
}

/// `event warehouse.shipped { order: OrderId }`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    pub name: Path,
    pub fields: RecordType,
}

/// `context { env: "prod" | "dev" }`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Context {
    pub fields: RecordType,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assumption {
    pub name: Name,
    pub body: Block<AssumptionField>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AssumptionField {
    /// `order: OrderId`
    Parameter(super::Entry),
    /// `broken by warehouse.shipped where event.order == order`
    BrokenBy {
        event: Path,
        condition: Option<Expr>,
    },
    /// `checked by orders.get { order: order } where seen.status == "open"`
    CheckedBy { call: Call, condition: Option<Expr> },
}

/// `tool a.b, c.d undoes e.f { … }`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tool {
    /// Names or globs; at least one.
    pub names: Vec<Path>,
    pub undoes: Vec<Path>,
    pub body: ToolBlock,
}

/// `gate NAME { approvers 2; cooling 1m }`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GateDecl {
    pub name: Name,
    pub body: Block<GateField>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GateField {
    Approvers(Text),
    Cooling(Text),
    Undo(Text),
    DryRun,
    OutOfBand,
    Deny,
}

/// `class irreversible_public gate NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClassGate {
    pub class: Class,
    pub gate: Name,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    pub name: Name,
    pub body: Block<RuleField>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RuleField {
    When(Expr),
    Gate(Name),
    Deny,
    Because(Text),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Boundary {
    pub name: Name,
    /// Of a composed one: `= a then b`.
    pub composed: Option<BoundaryExpr>,
    pub body: Option<Block<BoundaryField>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoundaryExpr {
    pub span: Span,
    pub kind: BoundaryExprKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoundaryExprKind {
    Name(Name),
    /// In the order in which they were written; at least two.
    And(Vec<BoundaryExpr>),
    Then(Vec<BoundaryExpr>),
    Or(Vec<BoundaryExpr>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoundaryField {
    /// `path under "~/.ssh", "~/.aws"`
    Matches {
        kind: Word<ValueKind>,
        test: Word<MatchKind>,
        patterns: Vec<Text>,
    },
    /// `tool payments.* where args.amount > 5 INR`
    Tool {
        globs: Vec<Path>,
        condition: Option<Expr>,
    },
    When(Expr),
    Refuse,
    Halt,
    Gate(Name),
    Because(Text),
}

/// Text with meaning, as a boundary's line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    Path,
    Url,
    Command,
    Host,
    Email,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchKind {
    Under,
    Like,
    Runs,
    Is,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    pub name: Name,
    pub body: Block<BudgetField>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BudgetField {
    /// `money 5_000 INR or deny`
    Ceiling {
        dimension: Name,
        amount: super::Amount,
        suffix: super::BoundSuffix,
    },
    /// `money human_only`
    HumanOnly {
        dimension: Name,
        suffix: super::BoundSuffix,
    },
    /// `weight compensating 0.1`
    Weight { class: Class, weight: Text },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    pub name: Name,
    pub body: Block<AgentField>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AgentField {
    May(Vec<Path>),
    UpTo(Class),
    Budget(Name),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Saga {
    pub name: Name,
    pub body: Block<SagaField>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SagaField {
    Key(Expr),
    Steps(Vec<Path>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Invariant {
    pub name: Name,
    pub body: Block<InvariantField>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InvariantField {
    For(Vec<Name>),
    Never(Expr),
}
