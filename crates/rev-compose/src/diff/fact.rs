//! What a table says, fact by fact, and which way a difference in one goes.

use rev_table::{Gate, GateRecord, TOO_LARGE, Table};
use std::collections::BTreeMap;

/// Bounds are compared in parts of so many decimals; no unit has more.
const SMALLEST: u32 = 18;

/// What something that differs belongs to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    Agent(String),
    Tool(String),
    Rule(String),
    Boundary(String),
    Label(String),
    Context(String),
}

impl About {
    /// The word of the language.
    pub fn kind(&self) -> &'static str {
        match self {
            About::Agent(_) => "agent",
            About::Tool(_) => "tool",
            About::Rule(_) => "rule",
            About::Boundary(_) => "boundary",
            About::Label(_) => "label",
            About::Context(_) => "context",
        }
    }

    pub fn name(&self) -> &str {
        let (About::Agent(name)
        | About::Tool(name)
        | About::Rule(name)
        | About::Boundary(name)
        | About::Label(name)
        | About::Context(name)) = self;
        name
    }
}

/// Which way a difference goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// Something is let through that was not, or is harder to take back, or is noticed less.
    Weaker,
    /// It cannot be told which way, so it counts as weaker.
    Unknown,
    Stricter,
    /// No call is decided otherwise.
    Note,
}

impl Direction {
    /// Whether it counts as weaker.
    pub fn is_weaker(self) -> bool {
        matches!(self, Direction::Weaker | Direction::Unknown)
    }
}

/// How two values of a fact compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// A bound: more is weaker, none is weakest.
    AtMost(i128),
    /// Something asked for: less is weaker, none is weakest.
    AtLeast(i128),
    /// What must happen first.
    Gate(Gate),
    /// To have it is stricter.
    Guard,
    /// To have it is weaker.
    Grant,
    /// Nobody can tell.
    Opaque,
    /// It decides nothing.
    Note,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub text: String,
    pub sense: Sense,
    /// The reasons in which a decision shows it; a last `*` is any end.
    pub codes: Vec<String>,
    /// The label that it is about.
    pub label: Option<String>,
}

/// What a fact is about, in which case of a tool, and its word. Facts of different words do not compare.
pub(super) type Key = (About, String, String);

pub(super) type Facts = BTreeMap<Key, Fact>;

impl Fact {
    pub fn new(text: impl Into<String>, sense: Sense) -> Fact {
        Fact {
            text: text.into(),
            sense,
            codes: Vec::new(),
            label: None,
        }
    }

    pub fn codes<const N: usize>(mut self, codes: [&str; N]) -> Fact {
        self.codes = codes.map(str::to_owned).to_vec();
        self
    }

    pub fn label(mut self, label: &str) -> Fact {
        self.label = Some(label.to_owned());
        self
    }
}

/// Which way it went, if it differs.
pub(super) fn direction(old: Option<&Fact>, new: Option<&Fact>) -> Option<Direction> {
    match (old, new) {
        (None, None) => None,
        (Some(old), Some(new)) => both(old, new),
        (Some(gone), None) => Some(match &gone.sense {
            Sense::AtMost(_) | Sense::AtLeast(_) | Sense::Guard | Sense::Gate(_) => {
                Direction::Weaker
            }
            Sense::Grant => Direction::Stricter,
            Sense::Opaque => Direction::Unknown,
            Sense::Note => Direction::Note,
        }),
        (None, Some(added)) => Some(match &added.sense {
            Sense::AtMost(_) | Sense::AtLeast(_) | Sense::Guard | Sense::Gate(_) => {
                Direction::Stricter
            }
            Sense::Grant => Direction::Weaker,
            Sense::Opaque => Direction::Unknown,
            Sense::Note => Direction::Note,
        }),
    }
}

fn both(old: &Fact, new: &Fact) -> Option<Direction> {
    let than = |less: bool| {
        Some(match less {
            true => Direction::Weaker,
            false => Direction::Stricter,
        })
    };
    let whole = !old.text.contains(TOO_LARGE);
    match (&old.sense, &new.sense) {
        (Sense::AtMost(a), Sense::AtMost(b)) if a != b => than(b > a),
        (Sense::AtLeast(a), Sense::AtLeast(b)) if a != b => than(b < a),
        // One number, however it is written.
        (Sense::AtMost(_), Sense::AtMost(_)) | (Sense::AtLeast(_), Sense::AtLeast(_)) => None,
        (Sense::Gate(a), Sense::Gate(b)) if a != b => than(!at_least(*b, *a)),
        (a, b) if a == b && old.text == new.text && whole => None,
        // A result of which one has parts that are told apart is still the same result.
        (Sense::Opaque | Sense::Note, Sense::Opaque | Sense::Note)
            if old.text == new.text && whole =>
        {
            None
        }
        (Sense::Note, Sense::Note) => Some(Direction::Note),
        _ => Some(Direction::Unknown),
    }
}

/// A bound in a dimension; of the unit itself, since its smallest part may be another in the other table.
pub(super) fn at_most(table: &Table, dimension: u32, amount: u32) -> Sense {
    let scale = table.dimensions().get(dimension as usize);
    let tens = scale.and_then(|one| SMALLEST.checked_sub(one.scale.get()));
    let tens = tens.and_then(|left| 10_i128.checked_pow(left));
    let size = table.amount(amount).zip(tens);
    let size = size.and_then(|(amount, tens)| amount.checked_mul(tens));
    size.map_or(Sense::Opaque, Sense::AtMost)
}

/// A gate; that it has the window of the contract, however long, counts as a moment more than none.
pub(super) fn gate_of(record: &GateRecord) -> Gate {
    Gate::of(record, 1)
}

/// Whether a gate asks for all that another asks for.
pub(super) fn at_least(gate: Gate, other: Gate) -> bool {
    // Who is denied needs nothing else.
    gate.deny || gate.join(other) == gate
}
