//! Values and conditions as they are for one case of a tool: names are numbers, what can be settled is settled, and
//! there are no places. Terms can be ordered, so that nothing in a table depends on the order in which it was written.

use rev_table::{Builder, CompareOp, Kind, MatchOp, Node, Quantifier, Root, SumOp};
use smol_str::SmolStr;

/// A value or a condition; see [`rev_table::Node`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    Unknown,
    Bool(bool),
    Int(i64),
    Decimal {
        digits: i128,
        scale: u16,
    },
    Quantity {
        amount: i128,
        scale: u16,
    },
    Duration(u64),
    Text(SmolStr),
    List(Vec<Term>),
    Record(Vec<(SmolStr, Term)>),
    Arg {
        field: u16,
        path: Vec<SmolStr>,
    },
    Path {
        root: Root,
        path: Vec<SmolStr>,
    },
    Not(Box<Term>),
    And(Vec<Term>),
    Or(Vec<Term>),
    Compare {
        op: CompareOp,
        each: Quantifier,
        left: Box<Term>,
        right: Box<Term>,
    },
    Sum {
        op: SumOp,
        left: Box<Term>,
        right: Box<Term>,
    },
    Has {
        each: Quantifier,
        subject: Box<Term>,
        label: u32,
    },
    Said(Quantifier, Box<Term>),
    Endorsed(Quantifier, Box<Term>),
    Present(Quantifier, Box<Term>),
    Absent(Quantifier, Box<Term>),
    Match {
        op: MatchOp,
        kind: Option<Kind>,
        each: Quantifier,
        subject: Box<Term>,
        patterns: Vec<SmolStr>,
    },
    AnyValue {
        op: MatchOp,
        kind: Kind,
        patterns: Vec<SmolStr>,
    },
    RunHas(u32),
    CallIs(SmolStr),
    IsRecovery,
    AgentIs(u32),
    RunCalls,
    RunCallsOf(SmolStr),
    RunSubjects,
    RunDenied,
    RunSpent(u32),
    Crossing(u32),
    Crossed(u32),
    Distance(u32),
    Size(Box<Term>),
    Links(Box<Term>),
}

impl Term {
    pub(crate) fn negated(self) -> Term {
        match self {
            Term::Bool(value) => Term::Bool(!value),
            Term::Not(inner) => *inner,
            other => Term::Not(Box::new(other)),
        }
    }

    /// All of them hold. What is said twice is kept once, which is exact for unknown conditions, too.
    pub(crate) fn all(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut kept = Vec::new();
        for term in terms {
            match term {
                Term::Bool(true) => {}
                Term::And(parts) => kept.extend(parts),
                other => kept.push(other),
            }
        }
        if kept.contains(&Term::Bool(false)) {
            return Term::Bool(false);
        }
        one_or(kept, true, Term::And)
    }

    /// Some of them holds.
    pub(crate) fn any(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut kept = Vec::new();
        for term in terms {
            match term {
                Term::Bool(false) => {}
                Term::Or(parts) => kept.extend(parts),
                other => kept.push(other),
            }
        }
        if kept.contains(&Term::Bool(true)) {
            return Term::Bool(true);
        }
        one_or(kept, false, Term::Or)
    }

    /// Whether some path in it begins at this place.
    pub(crate) fn reads(&self, wanted: Root) -> bool {
        match self {
            Term::Path { root, .. } => *root == wanted,
            Term::List(terms) | Term::And(terms) | Term::Or(terms) => {
                terms.iter().any(|term| term.reads(wanted))
            }
            Term::Record(pairs) => pairs.iter().any(|(_, term)| term.reads(wanted)),
            Term::Not(inner)
            | Term::Size(inner)
            | Term::Links(inner)
            | Term::Said(_, inner)
            | Term::Endorsed(_, inner)
            | Term::Present(_, inner)
            | Term::Absent(_, inner)
            | Term::Has { subject: inner, .. }
            | Term::Match { subject: inner, .. } => inner.reads(wanted),
            Term::Compare { left, right, .. } | Term::Sum { left, right, .. } => {
                left.reads(wanted) || right.reads(wanted)
            }
            _ => false,
        }
    }
}

fn one_or(mut terms: Vec<Term>, none: bool, many: impl Fn(Vec<Term>) -> Term) -> Term {
    terms.sort();
    terms.dedup();
    match terms.len() {
        0 => Term::Bool(none),
        1 => terms.pop().unwrap_or(Term::Bool(none)),
        _ => many(terms),
    }
}

/// Adds a term to a table: what it is made of first.
pub(crate) fn write(to: &mut Builder, term: &Term) -> u32 {
    let node = match term {
        Term::Unknown => Node::Unknown,
        Term::Bool(value) => Node::Bool(*value),
        Term::Int(value) => Node::Int(*value),
        Term::Decimal { digits, scale } => Node::Decimal {
            digits: to.amount(*digits),
            scale: *scale,
        },
        Term::Quantity { amount, scale } => Node::Quantity {
            amount: to.amount(*amount),
            scale: *scale,
        },
        Term::Duration(value) => Node::Duration(*value),
        Term::Text(text) => Node::Text(to.text(text)),
        Term::List(terms) => Node::List(write_all(to, terms)),
        Term::Record(pairs) => {
            let mut numbers = Vec::with_capacity(pairs.len() * 2);
            for (name, term) in pairs {
                numbers.push(to.text(name));
                numbers.push(write(to, term));
            }
            Node::Record(to.refs(&numbers))
        }
        Term::Arg { field, path } => Node::Arg {
            field: *field,
            path: texts(to, path),
        },
        Term::Path { root, path } => Node::Path {
            root: *root,
            path: texts(to, path),
        },
        Term::Not(inner) => Node::Not(write(to, inner)),
        Term::And(terms) => Node::And(write_all(to, terms)),
        Term::Or(terms) => Node::Or(write_all(to, terms)),
        Term::Compare {
            op,
            each,
            left,
            right,
        } => Node::Compare {
            op: *op,
            each: *each,
            left: write(to, left),
            right: write(to, right),
        },
        Term::Sum { op, left, right } => Node::Sum {
            op: *op,
            left: write(to, left),
            right: write(to, right),
        },
        Term::Has {
            each,
            subject,
            label,
        } => Node::Has {
            each: *each,
            subject: write(to, subject),
            label: *label,
        },
        Term::Said(each, subject) => Node::Said {
            each: *each,
            subject: write(to, subject),
        },
        Term::Endorsed(each, subject) => Node::Endorsed {
            each: *each,
            subject: write(to, subject),
        },
        Term::Present(each, subject) => Node::Present {
            each: *each,
            subject: write(to, subject),
        },
        Term::Absent(each, subject) => Node::Absent {
            each: *each,
            subject: write(to, subject),
        },
        Term::Match {
            op,
            kind,
            each,
            subject,
            patterns,
        } => Node::Match {
            op: *op,
            kind: *kind,
            each: *each,
            subject: write(to, subject),
            patterns: write_patterns(to, patterns),
        },
        Term::AnyValue { op, kind, patterns } => Node::AnyValue {
            op: *op,
            kind: *kind,
            patterns: write_patterns(to, patterns),
        },
        Term::RunHas(label) => Node::RunHas(*label),
        Term::CallIs(glob) => Node::CallIs(to.text(glob)),
        Term::IsRecovery => Node::IsRecovery,
        Term::AgentIs(agent) => Node::AgentIs(*agent),
        Term::RunCalls => Node::RunCalls,
        Term::RunCallsOf(glob) => Node::RunCallsOf(to.counter(glob)),
        Term::RunSubjects => Node::RunSubjects,
        Term::RunDenied => Node::RunDenied,
        Term::RunSpent(dimension) => Node::RunSpent(*dimension),
        Term::Crossing(boundary) => Node::Crossing(*boundary),
        Term::Crossed(boundary) => Node::Crossed(*boundary),
        Term::Distance(boundary) => Node::Distance(*boundary),
        Term::Size(inner) => Node::Size(write(to, inner)),
        Term::Links(inner) => Node::Links(write(to, inner)),
    };
    to.node(node)
}

fn write_all(to: &mut Builder, terms: &[Term]) -> rev_table::Range {
    let numbers: Vec<u32> = terms.iter().map(|term| write(to, term)).collect();
    to.refs(&numbers)
}

pub(crate) fn texts(to: &mut Builder, names: &[SmolStr]) -> rev_table::Range {
    let numbers: Vec<u32> = names.iter().map(|name| to.text(name)).collect();
    to.refs(&numbers)
}

fn write_patterns(to: &mut Builder, patterns: &[SmolStr]) -> u32 {
    let range = texts(to, patterns);
    to.node(Node::Patterns(range))
}
