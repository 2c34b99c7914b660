//! Tools: signatures, which others may rely on, and facts with their contracts.

use super::{Class, Expr, Gate, Record, Type};
use rev_diagnostics::Span;
use rev_syntax::ast::{Approval, Effect, ReversalKind, Scope};
use smol_str::SmolStr;

/// What other items may know of a tool. It has no places, so that an edit which changes none of this
/// re-checks nobody else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// Every name or glob that the item declares.
    pub names: Vec<SmolStr>,
    pub undoes: Vec<SmolStr>,
    pub args: Record,
    /// `None` where no `result` is declared.
    pub result: Option<Type>,
    /// One without cases, else one per case and `otherwise`; at least one.
    pub variants: Vec<VariantSignature>,
    /// Something in it could not be read or resolved: nobody else is told about consequences.
    pub broken: bool,
}

/// What other items may know of one case of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VariantSignature {
    pub effect: Effect,
    pub class: Class,
    /// The facts that the class follows from are all there and agree. Where they do not, that is told, and nothing that
    /// would follow from the class is.
    pub settled: bool,
    pub reversal: Option<ReversalKind>,
    pub outbound: bool,
    /// `yields` of the tool, without those of its result's fields.
    pub yields: Vec<SmolStr>,
    pub trusted: bool,
    pub clears: Vec<SmolStr>,
    pub has_subject: bool,
    pub dry_run: DryRunKind,
    /// Dimensions it spends in.
    pub spends: Vec<SmolStr>,
    /// Dimensions that its blast radius bounds.
    pub bounds: Vec<SmolStr>,
    /// Tools that its contract calls to take it back or to cancel it.
    pub recovers_by: Vec<SmolStr>,
    /// Every other tool that it calls: `verify`, `capture`, `dry_run`, `instead`.
    pub calls: Vec<SmolStr>,
    pub assumes: Vec<SmolStr>,
    pub approval: Option<Approval>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DryRunKind {
    Missing,
    /// Two approvers take its place.
    None,
    Call,
}

impl Signature {
    /// Whether some name is a glob.
    pub fn is_recovery_tool(&self) -> bool {
        !self.undoes.is_empty()
    }

    /// The riskiest class of its cases.
    pub fn class(&self) -> Class {
        let classes = self.variants.iter().map(|variant| variant.class);
        classes.max().unwrap_or(Class::AuthorityModifying)
    }

    /// Whether the class of every case is known.
    pub fn is_settled(&self) -> bool {
        !self.broken && self.variants.iter().all(|variant| variant.settled)
    }

    /// Whether every case only reads.
    pub fn only_reads(&self) -> bool {
        self.variants
            .iter()
            .all(|variant| variant.effect == Effect::None)
    }
}

/// A tool, checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tool {
    pub signature: Signature,
    pub wire: Option<SmolStr>,
    /// One without cases, else one per case and `otherwise`.
    pub variants: Vec<Variant>,
}

/// The facts of a tool, or of one case of it: what stands at the tool and what stands in the case, together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// `None` without cases and for `otherwise`.
    pub when: Option<Expr>,
    pub span: Span,
    pub effect: Effect,
    pub class: Class,
    pub outbound: bool,
    pub subject: Option<Expr>,
    pub tenant: Option<Expr>,
    pub spends: Vec<Spend>,
    pub requires: Vec<Require>,
    pub yields: Vec<SmolStr>,
    pub trusted: bool,
    pub clears: Vec<SmolStr>,
    pub dry_run: Option<DryRun>,
    pub instead: Vec<SmolStr>,
    pub consent: Option<Vec<Expr>>,
    pub gates: Vec<GateLine>,
    pub deny: Option<Reason>,
    pub reversal: Option<Reversal>,
    pub blast: Option<Blast>,
}

/// The sentence of a `because`, and the line it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    pub span: Span,
    pub because: Option<SmolStr>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spend {
    pub dimension: SmolStr,
    pub amount: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Require {
    pub name: Option<SmolStr>,
    pub condition: Expr,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GateLine {
    pub name: SmolStr,
    pub gate: Gate,
    pub when: Option<Expr>,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DryRun {
    Call(Call),
    None(Reason),
}

/// A tool, an assumption or an event with what is bound to its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    pub span: Span,
    pub target: SmolStr,
    pub args: Vec<(SmolStr, Expr)>,
}

/// How a call is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reversal {
    pub kind: ReversalKind,
    pub by: Vec<Call>,
    pub verify: Option<Verify>,
    pub approval: Option<Approval>,
    pub within: Window,
    /// In milliseconds.
    pub expires: Option<u64>,
    pub capture: Option<Call>,
    pub handle: Option<Expr>,
    /// The name of a gate and what it is.
    pub policy: Option<(SmolStr, Gate)>,
    pub assumes: Vec<Call>,
    /// In milliseconds.
    pub hold: Option<u64>,
    pub cancel: Option<Call>,
    pub human: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Verify {
    pub call: Call,
    pub until: Expr,
    pub attempts: u32,
    /// In milliseconds.
    pub every: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    Forever,
    /// In milliseconds.
    For(u64),
}

/// What one tool may do in one run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blast {
    pub calls: Option<Bound<u64>>,
    pub subjects: Option<Bound<u64>>,
    pub scope: Option<Bound<Scope>>,
    /// In the smallest part of each dimension's unit.
    pub dimensions: Vec<(SmolStr, Bound<i128>)>,
}

/// A bound, and whether a call over it is denied rather than held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bound<T> {
    pub value: T,
    pub or_deny: bool,
    pub span: Span,
}
