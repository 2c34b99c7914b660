//! One condition of a row, and whether it holds wherever another does: `args.n > 5` does where `args.n > 8` does, and
//! `args.p under "/a", "/b"` where `args.p under "/a"` does. Both are unknown alike.

use super::polarity::has;
use rev_table::{CompareOp, Exact, Node, RowRecord, TOO_LARGE, Table};
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    text: String,
    /// What is wanted is that it does not hold.
    not: bool,
    shape: Shape,
}

/// What can be compared with another of its kind; the text is all the rest of it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Other,
    /// Holds below a number, or above it.
    Number {
        rest: String,
        below: bool,
        digits: i128,
        scale: u32,
    },
    /// Holds for some of these.
    Any {
        rest: String,
        some: BTreeSet<String>,
    },
}

impl Literal {
    pub fn of(table: &Table, exact: &mut Exact<'_>, atom: u32) -> Literal {
        Literal {
            text: exact.part(atom),
            not: false,
            shape: shape(table, exact, atom),
        }
    }

    pub fn words(&self) -> String {
        match self.not {
            true => format!("not {}", self.text),
            false => self.text.clone(),
        }
    }

    /// Whether this one fires wherever the other does.
    pub fn covers(&self, other: &Literal) -> bool {
        let whole = |one: &Literal| !one.text.contains(TOO_LARGE);
        if self.not != other.not || !whole(self) || !whole(other) {
            return false;
        }
        // Of what must not hold, the one that holds for less.
        let (wide, narrow) = match self.not {
            false => (&self.shape, &other.shape),
            true => (&other.shape, &self.shape),
        };
        self.text == other.text
            || match (wide, narrow) {
                (
                    Shape::Number {
                        rest,
                        below,
                        digits,
                        scale,
                    },
                    Shape::Number {
                        rest: r,
                        below: b,
                        digits: d,
                        scale: s,
                    },
                ) => {
                    (rest, below, scale) == (r, b, s)
                        && match below {
                            true => digits >= d,
                            false => digits <= d,
                        }
                }
                (Shape::Any { rest, some }, Shape::Any { rest: r, some: s }) => {
                    rest == r && some.is_superset(s)
                }
                _ => false,
            }
    }
}

/// What a row wants, and what it does not.
pub(super) fn literals(row: &RowRecord, atoms: &[Literal]) -> Vec<Literal> {
    let mut all = Vec::new();
    for (atom, at) in atoms.iter().zip(0..) {
        for (mask, not) in [(row.yes, false), (row.no, true)] {
            if has(mask, at) {
                all.push(Literal {
                    not,
                    ..atom.clone()
                });
            }
        }
    }
    // In the order of the words, not in that of the table.
    all.sort_by_key(Literal::words);
    all
}

fn shape(table: &Table, exact: &mut Exact<'_>, atom: u32) -> Shape {
    let texts = |patterns: u32| -> BTreeSet<String> {
        match table.node(patterns) {
            Node::Patterns(texts) => {
                let texts = table.refs(texts);
                texts.map(|text| table.text(text).to_owned()).collect()
            }
            _ => BTreeSet::new(),
        }
    };
    match table.node(atom) {
        Node::Compare {
            op,
            each,
            left,
            right,
        } => {
            let below = match op {
                CompareOp::Less | CompareOp::LessOrEqual => true,
                CompareOp::Greater | CompareOp::GreaterOrEqual => false,
                _ => return Shape::Other,
            };
            let Some((digits, scale)) = number(table, right) else {
                return Shape::Other;
            };
            let rest = format!("{op:?} {each:?} {}", exact.node(left));
            Shape::Number {
                rest,
                below,
                digits,
                scale,
            }
        }
        Node::Match {
            op,
            kind,
            each,
            subject,
            patterns,
        } => Shape::Any {
            rest: format!("{op:?} {kind:?} {each:?} {}", exact.node(subject)),
            some: texts(patterns),
        },
        Node::AnyValue { op, kind, patterns } => Shape::Any {
            rest: format!("{op:?} {kind:?}"),
            some: texts(patterns),
        },
        _ => Shape::Other,
    }
}

/// A constant's digits and decimals.
fn number(table: &Table, node: u32) -> Option<(i128, u32)> {
    match table.node(node) {
        Node::Int(value) => Some((value.into(), 0)),
        Node::Duration(time) => Some((time.into(), 0)),
        Node::Quantity {
            amount: digits,
            scale,
        }
        | Node::Decimal { digits, scale } => Some((table.amount(digits)?, scale.into())),
        _ => None,
    }
}
