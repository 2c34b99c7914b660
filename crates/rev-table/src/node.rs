//! Values and conditions, and how each stands in a record. What a node is made of stands before it in the pool, so that
//! nothing can refer to itself.

use crate::layout::{NodeRecord, Range};
use crate::types::Kind;
use zerocopy::little_endian::{U16, U32};

/// A value or a condition. Numbers name nodes, texts, amounts, labels, boundaries and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// What cannot be computed.
    Unknown,
    Bool(bool),
    Int(i64),
    /// Digits in the pool of amounts, with so many decimals.
    Decimal {
        digits: u32,
        scale: u16,
    },
    /// An amount of a unit with so many decimals, in its smallest part.
    Quantity {
        amount: u32,
        scale: u16,
    },
    /// Milliseconds.
    Duration(u64),
    Text(u32),
    /// Nodes.
    List(Range),
    /// Pairs of a name and a node.
    Record(Range),
    /// The argument with this number in the tool's (sorted) fields, then names of fields.
    Arg {
        field: u16,
        path: Range,
    },
    /// Where to look, then names of fields.
    Path {
        root: Root,
        path: Range,
    },
    Not(u32),
    And(Range),
    Or(Range),
    Compare {
        op: CompareOp,
        each: Quantifier,
        left: u32,
        right: u32,
    },
    Sum {
        op: SumOp,
        left: u32,
        right: u32,
    },
    Has {
        each: Quantifier,
        subject: u32,
        label: u32,
    },
    Said {
        each: Quantifier,
        subject: u32,
    },
    Endorsed {
        each: Quantifier,
        subject: u32,
    },
    Present {
        each: Quantifier,
        subject: u32,
    },
    Absent {
        each: Quantifier,
        subject: u32,
    },
    /// The texts are patterns in the kind's normal form; `None`: plain text.
    Match {
        op: MatchOp,
        kind: Option<Kind>,
        each: Quantifier,
        subject: u32,
        patterns: u32,
    },
    /// Patterns of a [`Node::Match`]: texts.
    Patterns(Range),
    /// Some value in the call, or inside one, is of this kind and matches.
    AnyValue {
        op: MatchOp,
        kind: Kind,
        patterns: u32,
    },
    RunHas(u32),
    /// The call's name is meant by this glob.
    CallIs(u32),
    IsRecovery,
    AgentIs(u32),
    RunCalls,
    /// Calls counted by a counter.
    RunCallsOf(u32),
    RunSubjects,
    RunDenied,
    RunSpent(u32),
    Crossing(u32),
    Crossed(u32),
    Distance(u32),
    Size(u32),
    Links(u32),
}

/// Where a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Root {
    Args,
    Result,
    Prior,
    Seen,
    Undone,
    Event,
    Context,
    Parameter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SumOp {
    Add,
    Subtract,
    Multiply,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchOp {
    Like,
    Under,
    Runs,
    RunsOnly,
    Is,
}

/// Of a list: every element, or some, or the list itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantifier {
    Whole,
    Every,
    Some,
}

const ROOTS: [Root; 8] = [
    Root::Args,
    Root::Result,
    Root::Prior,
    Root::Seen,
    Root::Undone,
    Root::Event,
    Root::Context,
    Root::Parameter,
];
const COMPARISONS: [CompareOp; 7] = [
    CompareOp::Equal,
    CompareOp::NotEqual,
    CompareOp::Less,
    CompareOp::LessOrEqual,
    CompareOp::Greater,
    CompareOp::GreaterOrEqual,
    CompareOp::In,
];
const SUMS: [SumOp; 3] = [SumOp::Add, SumOp::Subtract, SumOp::Multiply];
const MATCHES: [MatchOp; 5] = [
    MatchOp::Like,
    MatchOp::Under,
    MatchOp::Runs,
    MatchOp::RunsOnly,
    MatchOp::Is,
];
const QUANTIFIERS: [Quantifier; 3] = [Quantifier::Whole, Quantifier::Every, Quantifier::Some];

/// Where a value stands among all of its kind.
fn number<T: PartialEq>(all: &[T], one: &T) -> u16 {
    let place = all.iter().position(|other| other == one);
    place
        .and_then(|at| u16::try_from(at).ok())
        .unwrap_or(u16::MAX)
}

fn from_number<T: Copy>(all: &[T], number: u16) -> Option<T> {
    all.get(usize::from(number)).copied()
}

/// A number of 64 bits in two halves.
fn halves(number: u64) -> (u32, u32) {
    let [a, b, c, d, e, f, g, h] = number.to_le_bytes();
    (
        u32::from_le_bytes([a, b, c, d]),
        u32::from_le_bytes([e, f, g, h]),
    )
}

fn whole(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

impl Node {
    pub(crate) fn record(self, depth: u8) -> NodeRecord {
        let range = |range: Range| (range.start.get(), range.len.get());
        let each = |each: Quantifier| number(&QUANTIFIERS, &each);
        let kind = |kind: Option<Kind>| kind.map_or(7, |kind| u16::from(kind.number()));
        let (tag, detail, (a, b)) = match self {
            Node::Unknown => (0, 0, (0, 0)),
            Node::Bool(value) => (1, u16::from(value), (0, 0)),
            Node::Int(value) => (2, 0, halves(u64::from_le_bytes(value.to_le_bytes()))),
            Node::Decimal { digits, scale } => (3, scale, (digits, 0)),
            Node::Quantity { amount, scale } => (4, scale, (amount, 0)),
            Node::Duration(value) => (5, 0, halves(value)),
            Node::Text(text) => (6, 0, (text, 0)),
            Node::List(nodes) => (7, 0, range(nodes)),
            Node::Record(pairs) => (8, 0, range(pairs)),
            Node::Arg { field, path } => (9, field, range(path)),
            Node::Path { root, path } => (10, number(&ROOTS, &root), range(path)),
            Node::Not(inner) => (11, 0, (inner, 0)),
            Node::And(nodes) => (12, 0, range(nodes)),
            Node::Or(nodes) => (13, 0, range(nodes)),
            Node::Compare {
                op,
                each: of,
                left,
                right,
            } => (14, number(&COMPARISONS, &op) << 2 | each(of), (left, right)),
            Node::Sum { op, left, right } => (15, number(&SUMS, &op), (left, right)),
            Node::Has {
                each: of,
                subject,
                label,
            } => (16, each(of), (subject, label)),
            Node::Said { each: of, subject } => (17, each(of), (subject, 0)),
            Node::Endorsed { each: of, subject } => (18, each(of), (subject, 0)),
            Node::Present { each: of, subject } => (19, each(of), (subject, 0)),
            Node::Absent { each: of, subject } => (20, each(of), (subject, 0)),
            Node::Match {
                op,
                kind: of,
                each: which,
                subject,
                patterns,
            } => {
                let detail = number(&MATCHES, &op) << 5 | kind(of) << 2 | each(which);
                (21, detail, (subject, patterns))
            }
            Node::Patterns(texts) => (22, 0, range(texts)),
            Node::AnyValue {
                op,
                kind: of,
                patterns,
            } => (
                23,
                number(&MATCHES, &op) << 5 | kind(Some(of)) << 2,
                (patterns, 0),
            ),
            Node::RunHas(label) => (24, 0, (label, 0)),
            Node::CallIs(glob) => (25, 0, (glob, 0)),
            Node::IsRecovery => (26, 0, (0, 0)),
            Node::AgentIs(agent) => (27, 0, (agent, 0)),
            Node::RunCalls => (28, 0, (0, 0)),
            Node::RunCallsOf(counter) => (29, 0, (counter, 0)),
            Node::RunSubjects => (30, 0, (0, 0)),
            Node::RunDenied => (31, 0, (0, 0)),
            Node::RunSpent(dimension) => (32, 0, (dimension, 0)),
            Node::Crossing(boundary) => (33, 0, (boundary, 0)),
            Node::Crossed(boundary) => (34, 0, (boundary, 0)),
            Node::Distance(boundary) => (35, 0, (boundary, 0)),
            Node::Size(inner) => (36, 0, (inner, 0)),
            Node::Links(inner) => (37, 0, (inner, 0)),
        };
        NodeRecord {
            tag,
            depth,
            detail: U16::new(detail),
            a: U32::new(a),
            b: U32::new(b),
        }
    }

    /// The node that a record stands for, if it stands for one.
    #[inline]
    pub(crate) fn read(record: &NodeRecord) -> Option<Node> {
        let (a, b, detail) = (record.a.get(), record.b.get(), record.detail.get());
        let each = from_number(&QUANTIFIERS, detail & 3);
        let kind = Kind::from_number(u8::try_from(detail >> 2 & 7).ok()?);
        let matching = from_number(&MATCHES, detail >> 5);
        Some(match record.tag {
            0 => Node::Unknown,
            1 => Node::Bool(detail != 0),
            2 => Node::Int(i64::from_le_bytes(whole(a, b).to_le_bytes())),
            3 => Node::Decimal {
                digits: a,
                scale: detail,
            },
            4 => Node::Quantity {
                amount: a,
                scale: detail,
            },
            5 => Node::Duration(whole(a, b)),
            6 => Node::Text(a),
            7 => Node::List(Range::new(a, b)),
            8 => Node::Record(Range::new(a, b)),
            9 => Node::Arg {
                field: detail,
                path: Range::new(a, b),
            },
            10 => Node::Path {
                root: from_number(&ROOTS, detail)?,
                path: Range::new(a, b),
            },
            11 => Node::Not(a),
            12 => Node::And(Range::new(a, b)),
            13 => Node::Or(Range::new(a, b)),
            14 => Node::Compare {
                op: from_number(&COMPARISONS, detail >> 2)?,
                each: each?,
                left: a,
                right: b,
            },
            15 => Node::Sum {
                op: from_number(&SUMS, detail)?,
                left: a,
                right: b,
            },
            16 => Node::Has {
                each: each?,
                subject: a,
                label: b,
            },
            17 => Node::Said {
                each: each?,
                subject: a,
            },
            18 => Node::Endorsed {
                each: each?,
                subject: a,
            },
            19 => Node::Present {
                each: each?,
                subject: a,
            },
            20 => Node::Absent {
                each: each?,
                subject: a,
            },
            21 => Node::Match {
                op: matching?,
                kind,
                each: each?,
                subject: a,
                patterns: b,
            },
            22 => Node::Patterns(Range::new(a, b)),
            23 => Node::AnyValue {
                op: matching?,
                kind: kind?,
                patterns: a,
            },
            24 => Node::RunHas(a),
            25 => Node::CallIs(a),
            26 => Node::IsRecovery,
            27 => Node::AgentIs(a),
            28 => Node::RunCalls,
            29 => Node::RunCallsOf(a),
            30 => Node::RunSubjects,
            31 => Node::RunDenied,
            32 => Node::RunSpent(a),
            33 => Node::Crossing(a),
            34 => Node::Crossed(a),
            35 => Node::Distance(a),
            36 => Node::Size(a),
            37 => Node::Links(a),
            _ => return None,
        })
    }
}
