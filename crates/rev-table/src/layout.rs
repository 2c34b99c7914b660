//! The records of a table, as they stand in its bytes: little-endian, without gaps, one pool per kind.
//!
//! Whatever a record refers to stands in a pool, and is named by its number there; [`NONE`] is nothing. A [`Range`] is
//! a run of numbers in the pool of references.

use zerocopy::little_endian::{I128, U16, U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Refers to nothing.
pub const NONE: u32 = u32::MAX;

/// The most labels that a package may declare.
pub const MOST_LABELS: usize = 256;

/// The most conditions that may be told apart for one case of a tool.
pub const MOST_ATOMS: usize = 128;

/// The most rows of one case of a tool.
pub const MOST_ROWS: usize = 1024;

/// How deep values and conditions may nest.
pub const DEEPEST: u8 = 64;

/// How many nodes a value or a condition may come to, each counted as often as it is part of it.
pub const LARGEST_NODE: u32 = 1 << 16;

/// How deep types may nest.
pub const DEEPEST_TYPE: u16 = 256;

/// Where a text stands in the texts of the table.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct TextRecord {
    pub at: U32,
    pub len: U32,
}

/// A run of numbers in the pool of references.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct Range {
    pub start: U32,
    pub len: U32,
}

/// A type; see [`crate::Type`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct TypeRecord {
    pub tag: u8,
    pub detail: u8,
    pub scale: U16,
    pub a: U32,
    pub b: U32,
}

/// A field of a record type.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct FieldRecord {
    pub name: U32,
    pub ty: U32,
    /// A set of labels.
    pub yields: U32,
    pub flags: U32,
}

/// A value or a condition; see [`crate::Node`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct NodeRecord {
    pub tag: u8,
    pub depth: u8,
    pub detail: U16,
    pub a: U32,
    pub b: U32,
}

/// An amount in a unit's smallest part, or the digits of a decimal.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct AmountRecord {
    pub value: I128,
}

/// A set of labels, one bit each.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    FromBytes,
    IntoBytes,
    Immutable,
    KnownLayout,
    Unaligned,
)]
#[repr(C)]
pub struct LabelSet {
    pub bits: [U64; 4],
}

/// A gate.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct GateRecord {
    /// Milliseconds.
    pub cooling: U64,
    /// Milliseconds, at least; see `flags` for the window of the contract.
    pub undo: U64,
    pub approvers: U32,
    pub flags: U32,
}

/// A name or glob under which calls arrive, and its facts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct ToolRecord {
    /// As written in the policy.
    pub name: U32,
    /// As it arrives: the name on the wire, or a glob.
    pub wire: U32,
    /// The type of the arguments, a record.
    pub args: U32,
    /// The type of the result.
    pub result: U32,
    pub flags: U32,
    /// Its cases, in the pool of variants.
    pub first_variant: U32,
    pub variants: U32,
    /// All labels that its result's fields yield.
    pub field_yields: U32,
    /// Agents that may call it by this name, and counters that a call of it raises. A glob has neither: both depend on the
    /// name under which a call arrives.
    pub agents: Range,
    pub counters: Range,
    pub source: U32,
}

/// The facts of a tool, or of one case of it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct VariantRecord {
    /// When the case applies; nothing without cases and for `otherwise`.
    pub when: U32,
    pub class: u8,
    pub effect: u8,
    pub reversal: u8,
    /// The digits of its weight without a budget's word: 0 or 1.
    pub weight: u8,
    pub flags: U32,
    pub subject: U32,
    pub tenant: U32,
    /// Pairs of a dimension and an amount.
    pub spends: Range,
    pub yields: U32,
    pub clears: U32,
    /// Paths of the arguments whose being said is consent.
    pub consent: Range,
    /// Names of harmless alternatives.
    pub instead: Range,
    /// Conditions, in the pool of references: a node each.
    pub atoms: Range,
    /// In the pool of rows.
    pub first_row: U32,
    pub rows: U32,
    /// Pairs of a boundary that this call can cross, in the order in which they are worked out, and when it does
    /// (nothing for a composed one).
    pub crossings: Range,
    pub blast: U32,
    pub contract: U32,
    pub dry_run: U32,
    pub source: U32,
}

/// Where a set of conditions holds, a gate is joined. A row is false if one of `yes` is false or one of `no` is true;
/// what is not false has fired.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct RowRecord {
    pub yes: [U64; 2],
    pub no: [U64; 2],
    pub reason: U32,
}

/// What a row or a boundary says.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct ReasonRecord {
    pub code: U32,
    pub because: U32,
    pub gate: U32,
    pub source: U32,
}

/// What one tool may do in one run.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct BlastRecord {
    pub calls: U64,
    pub subjects: U64,
    /// Triples of a dimension, an amount and flags.
    pub bounds: Range,
    pub scope: u8,
    pub flags: u8,
    pub source: U32,
}

/// How a call is taken back.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct ContractRecord {
    /// Calls, in the order in which they are made.
    pub by: Range,
    pub verify: U32,
    pub until: U32,
    pub attempts: U32,
    /// Milliseconds; the largest number is for ever.
    pub within: U64,
    pub expires: U64,
    pub every: U64,
    pub hold: U64,
    pub capture: U32,
    pub handle: U32,
    pub policy: U32,
    pub cancel: U32,
    /// Pairs of an assumption and a call that binds its parameters.
    pub assumes: Range,
    pub approval: u8,
    pub flags: u8,
    pub source: U32,
}

/// A tool, an assumption or an event with what is bound to its arguments.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct CallRecord {
    pub target: U32,
    /// The tool's number, if it is one and is not matched by globs.
    pub tool: U32,
    /// Pairs of a name and a value.
    pub args: Range,
}

/// What a call may take for granted.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct AssumptionRecord {
    pub name: U32,
    /// Pairs of an event's name and a condition.
    pub broken_by: Range,
    /// Pairs of a call and a condition.
    pub checked_by: Range,
    pub source: U32,
}

/// A label and all that it implies.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct LabelRecord {
    pub name: U32,
    pub implies: U32,
    pub flags: U32,
}

/// A dimension, its unit and the unit's decimals.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct DimensionRecord {
    pub name: U32,
    pub unit: U32,
    pub scale: U32,
}

/// A point of no return.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct BoundaryRecord {
    pub name: U32,
    pub kind: u8,
    pub action: u8,
    pub detail: U16,
    /// Of a composed one, earlier boundaries.
    pub parts: Range,
    /// Bits of the run's progress: crossed, then how far a sequence has come.
    pub first_bit: U32,
    /// Steps from nothing to crossed.
    pub steps: U32,
    pub reason: U32,
}

/// A ceiling per dimension, and weights per class.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct BudgetRecord {
    pub name: U32,
    /// Triples of a dimension, an amount (nothing: people only) and flags.
    pub ceilings: Range,
    /// Triples of a class, the digits of a weight and its decimals.
    pub weights: Range,
    pub source: U32,
}

/// What an agent may do.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct AgentRecord {
    pub name: U32,
    /// Names and globs.
    pub may: Range,
    pub up_to: u8,
    pub flags: u8,
    pub detail: U16,
    pub budget: U32,
    pub source: U32,
}

/// A value that the host supplies.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct ContextRecord {
    pub name: U32,
    pub ty: U32,
}

/// A count of calls that some condition asks for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct CounterRecord {
    pub glob: U32,
}

/// Where something was written; in the section of sources, which is no part of a table's identity.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
pub struct SourceRecord {
    pub file: U32,
    pub line: U32,
    pub column: U32,
}

/// Flags of a field.
pub mod field {
    /// `b?: T`: the key may be missing.
    pub const OPTIONAL: u32 = 1;
    /// The operator's own data.
    pub const TRUSTED: u32 = 2;
}

/// Flags of a gate.
pub mod gate {
    pub const DRY_RUN: u32 = 1;
    pub const OUT_OF_BAND: u32 = 2;
    pub const DENY: u32 = 4;
    /// Undo is offered as long as the contract gives, at least.
    pub const UNDO_WINDOW: u32 = 8;
}

/// Flags of a tool.
pub mod tool {
    /// `wire` is a glob.
    pub const GLOB: u32 = 1;
    /// It only undoes calls of others; no agent may call it.
    pub const UNDOES: u32 = 2;
}

/// Flags of a variant.
pub mod variant {
    pub const OUTBOUND: u32 = 1;
    /// Its results are the operator's own data.
    pub const TRUSTED: u32 = 2;
    /// `dry_run none`: two approvers take its place.
    pub const NO_DRY_RUN: u32 = 4;
    /// It has a `consent` line.
    pub const CONSENT: u32 = 8;
}

/// Flags of a bound or ceiling.
pub mod bound {
    /// Over it, the call is denied.
    pub const OR_DENY: u32 = 1;
}

/// Flags of a blast radius.
pub mod blast {
    pub const CALLS_OR_DENY: u8 = 1;
    pub const SUBJECTS_OR_DENY: u8 = 2;
    pub const SCOPE_OR_DENY: u8 = 4;
    /// `subjects` is bounded.
    pub const SUBJECTS: u8 = 8;
}

/// Scopes of a blast radius.
pub mod scope {
    pub const NONE: u8 = 0;
    pub const SINGLE_SUBJECT: u8 = 1;
    pub const TENANT: u8 = 2;
    pub const CROSS_TENANT: u8 = 3;
}

/// Flags of a contract.
pub mod contract {
    /// A person decides.
    pub const HUMAN: u8 = 1;
    /// `cancel` needs nothing of the result: the runtime holds the call itself.
    pub const QUEUED: u8 = 2;
}

/// Who agrees to a recovery.
pub mod approval {
    pub const NONE: u8 = 0;
    pub const AUTO: u8 = 1;
    pub const HUMAN: u8 = 2;
    pub const DUAL_CONTROL: u8 = 3;
    pub const WORDS: [&str; 4] = ["none", "auto", "human", "dual_control"];
}

/// What a boundary does.
pub mod action {
    pub const MARK: u8 = 0;
    pub const REFUSE: u8 = 1;
    pub const HALT: u8 = 2;
    pub const GATE: u8 = 3;
}

/// How a boundary is made.
pub mod boundary {
    pub const SIMPLE: u8 = 0;
    pub const AND: u8 = 1;
    pub const THEN: u8 = 2;
    pub const OR: u8 = 3;
}

/// Reversal classes.
pub mod reversal {
    pub const NONE: u8 = 0;
    pub const REVERSIBLE: u8 = 1;
    pub const COMPENSABLE: u8 = 2;
    pub const IRREVERSIBLE: u8 = 3;
    pub const WORDS: [&str; 4] = ["none", "reversible", "compensable", "irreversible"];
}

/// Effects.
pub mod effect {
    pub const NONE: u8 = 0;
    pub const INTERNAL: u8 = 1;
    pub const PUBLIC: u8 = 2;
    pub const AUTHORITY: u8 = 3;
    pub const WORDS: [&str; 4] = ["none", "internal", "public", "authority"];
}

/// The classes, in their order.
pub const CLASSES: [&str; 7] = [
    "read_only",
    "reversible_internal",
    "compensating",
    "time_window_undoable",
    "irreversible_internal",
    "irreversible_public",
    "authority_modifying",
];

/// Flags of a label.
pub mod label {
    pub const CONFIDENTIAL: u32 = 1;
    pub const UNTRUSTED: u32 = 2;
    pub const MAY_LEAVE: u32 = 4;
}

impl Range {
    /// A run of nothing.
    pub const EMPTY: Range = Range {
        start: U32::ZERO,
        len: U32::ZERO,
    };

    pub fn new(start: u32, len: u32) -> Range {
        Range {
            start: U32::new(start),
            len: U32::new(len),
        }
    }

    pub fn is_empty(self) -> bool {
        self.len.get() == 0
    }
}

impl LabelSet {
    pub const EMPTY: LabelSet = LabelSet {
        bits: [U64::ZERO; 4],
    };

    /// With one more label.
    #[must_use]
    pub fn with(mut self, label: u32) -> LabelSet {
        if let Some(bits) = self.bits.get_mut(label as usize / 64) {
            *bits = U64::new(bits.get() | 1 << (label % 64));
        }
        self
    }

    #[must_use]
    pub fn union(self, other: LabelSet) -> LabelSet {
        self.zip(other, |a, b| a | b)
    }

    #[must_use]
    pub fn without(self, other: LabelSet) -> LabelSet {
        self.zip(other, |a, b| a & !b)
    }

    pub fn has(self, label: u32) -> bool {
        let bits = self.bits.get(label as usize / 64);
        bits.is_some_and(|bits| bits.get() & 1 << (label % 64) != 0)
    }

    pub fn is_empty(self) -> bool {
        self == LabelSet::EMPTY
    }

    /// The numbers of its labels, in order.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..MOST_LABELS as u32).filter(move |label| self.has(*label))
    }

    fn zip(self, other: LabelSet, both: impl Fn(u64, u64) -> u64) -> LabelSet {
        let mut set = LabelSet::EMPTY;
        for (into, (a, b)) in set.bits.iter_mut().zip(self.bits.iter().zip(&other.bits)) {
            *into = U64::new(both(a.get(), b.get()));
        }
        set
    }
}
