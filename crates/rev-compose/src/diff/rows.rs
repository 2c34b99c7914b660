//! The rows of a case, and what crosses boundaries in it: one that asks for less fires wherever one that asks for more does.

use super::fact::{Direction, at_least, gate_of};
use super::literal::{Literal, literals};
use rev_table::{Exact, Gate, MatchOp, NONE, Node, Table, VariantRecord};
use std::collections::{BTreeMap, BTreeSet};

/// A row in words.
struct Row {
    code: String,
    gate: Gate,
    /// The gate in words.
    asks: String,
    wants: Vec<Literal>,
}

/// Something that differs in the conditions of a case.
pub(super) struct Changed {
    pub code: String,
    pub direction: Direction,
    pub before: Option<String>,
    pub after: Option<String>,
}

fn rows(table: &Table, exact: &mut Exact<'_>, facts: &VariantRecord) -> Vec<Row> {
    let atoms: Vec<u32> = table.refs(facts.atoms).collect();
    let atoms: Vec<Literal> = atoms
        .into_iter()
        .map(|atom| Literal::of(table, exact, atom))
        .collect();
    let rows = table.rows(facts).iter().filter_map(|row| {
        let reason = table.reason(row.reason.get())?;
        let record = table.gate(reason.gate.get());
        Some(Row {
            code: table.text(reason.code.get()).to_owned(),
            gate: gate_of(record),
            asks: exact.gate(record),
            wants: literals(row, &atoms),
        })
    });
    // What asks for nothing decides nothing.
    rows.filter(|row| row.asks != "auto").collect()
}

impl Row {
    fn words(&self) -> String {
        let wants: Vec<String> = self.wants.iter().map(Literal::words).collect();
        match wants.is_empty() {
            true => format!("always: {}", self.asks),
            false => format!("when {}: {}", wants.join(" and "), self.asks),
        }
    }

    /// Whether this one asks at least for the same wherever the other fires.
    fn covers(&self, other: &Row) -> bool {
        let mut wants = self.wants.iter();
        at_least(self.gate, other.gate)
            && wants.all(|mine| other.wants.iter().any(|one| mine.covers(one)))
    }
}

/// Rows that are gone, or came.
pub(super) fn compare(
    old: (&Table, &mut Exact<'_>, &VariantRecord),
    new: (&Table, &mut Exact<'_>, &VariantRecord),
) -> Vec<Changed> {
    let old = rows(old.0, old.1, old.2);
    let new = rows(new.0, new.1, new.2);
    let codes: BTreeSet<&str> = old
        .iter()
        .chain(&new)
        .map(|row| row.code.as_str())
        .collect();
    let mut changed = Vec::new();
    for code in codes {
        let of = |rows: &'_ [Row], others: &'_ [Row]| -> Option<String> {
            let mine = rows.iter().filter(|row| row.code == code);
            let lost = mine.filter(|row| !others.iter().any(|other| other.covers(row)));
            let words: Vec<String> = lost.map(Row::words).collect();
            (!words.is_empty()).then(|| words.join("; "))
        };
        let all = |rows: &[Row]| -> Option<String> {
            let mine = rows.iter().filter(|row| row.code == code);
            let words: Vec<String> = mine.map(Row::words).collect();
            (!words.is_empty()).then(|| words.join("; "))
        };
        let (gone, came) = (of(&old, &new), of(&new, &old));
        let direction = match (&gone, &came) {
            (Some(_), Some(_)) => Direction::Unknown,
            (Some(_), None) => Direction::Weaker,
            (None, Some(_)) => Direction::Stricter,
            // Another rule asks for the same.
            (None, None) if all(&old) != all(&new) => Direction::Note,
            (None, None) => continue,
        };
        changed.push(Changed {
            code: code.to_owned(),
            direction,
            before: all(&old),
            after: all(&new),
        });
    }
    changed
}

/// What crosses each boundary: any of these.
fn crossings(
    table: &Table,
    exact: &mut Exact<'_>,
    facts: &VariantRecord,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (number, when) in table.pairs(facts.crossings) {
        let any = all.entry(exact.boundary(number)).or_default();
        match when {
            NONE => {
                any.insert("its parts".to_owned());
            }
            when => ways(table, exact, when, any),
        }
    }
    all
}

/// The ways in which a condition holds, as far as they stand side by side.
fn ways(table: &Table, exact: &mut Exact<'_>, node: u32, any: &mut BTreeSet<String>) {
    match table.node(node) {
        Node::Or(nodes) => {
            for node in table.refs(nodes) {
                ways(table, exact, node, any);
            }
        }
        Node::Bool(false) => {}
        Node::AnyValue { op, kind, patterns } if op != MatchOp::RunsOnly => {
            if let Node::Patterns(texts) = table.node(patterns) {
                for text in table.refs(texts) {
                    let op = match op {
                        MatchOp::Like => "like",
                        MatchOp::Under => "under",
                        MatchOp::Runs => "runs",
                        _ => "is",
                    };
                    any.insert(format!("some {} {op} {:?}", kind.word(), table.text(text)));
                }
            }
        }
        _ => {
            any.insert(exact.node(node));
        }
    }
}

/// Boundaries that this case crosses in other ways; only those that both tables have.
pub(super) fn compare_crossings(
    old: (&Table, &mut Exact<'_>, &VariantRecord),
    new: (&Table, &mut Exact<'_>, &VariantRecord),
    shared: &BTreeSet<String>,
    guards: bool,
) -> Vec<Changed> {
    let old = crossings(old.0, old.1, old.2);
    let new = crossings(new.0, new.1, new.2);
    let none = BTreeSet::new();
    let mut changed = Vec::new();
    for name in shared {
        let was = old.get(name).unwrap_or(&none);
        let is = new.get(name).unwrap_or(&none);
        let always = |ways: &BTreeSet<String>| ways.contains("true");
        let whole = !was
            .iter()
            .chain(is)
            .any(|it| it.contains(rev_table::TOO_LARGE));
        let direction = match (
            always(is) || was.is_subset(is),
            always(was) || is.is_subset(was),
        ) {
            (true, true) if whole => continue,
            (true, false) if guards && whole => Direction::Stricter,
            (false, true) if guards && whole => Direction::Weaker,
            _ => Direction::Unknown,
        };
        let words = |ways: &BTreeSet<String>| {
            let ways: Vec<&str> = ways.iter().map(String::as_str).collect();
            (!ways.is_empty()).then(|| format!("crossed by {}", ways.join(" or ")))
        };
        changed.push(Changed {
            code: format!("boundary.{name}"),
            direction,
            before: words(was),
            after: words(is),
        });
    }
    changed
}
