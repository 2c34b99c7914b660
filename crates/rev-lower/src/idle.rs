//! W1004 and W1015, which only the rows can tell: rules, lines of tools and alternatives in them that add nothing to what
//! others ask for, and those that can never apply.
//!
//! One row makes another idle if it asks for no more and its gate is at least as strict: then it fires wherever the
//! other does, also where conditions are unknown. A rule is idle if all its rows are, in every case of every tool.

use crate::never::contradicts;
use crate::rows::Row;
use crate::term::Term;
use rev_analysis::hir::{Field, Gate};
use rev_analysis::{Db, Finding, Item, Kind, facts};
use rev_diagnostics::{FileId, Span, codes};
use smol_str::SmolStr;
use std::collections::{BTreeSet, HashMap};

/// Cases with more rows than this are taken as if each of them counted, so that the time this takes is bounded.
const MOST_ROWS_LOOKED_AT: usize = 256;

/// What a condition belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Owner<'db> {
    Rule(Item<'db>, SmolStr),
    /// A line of a tool: its code, and where it stands.
    Line(Item<'db>, String, Span),
}

/// What one condition comes to in one case of a tool.
pub(crate) struct Here<'db> {
    pub owner: Owner<'db>,
    pub gate: Gate,
    pub rows: Vec<Row>,
    /// Where the condition is alternatives, the place and the rows of each.
    pub alternatives: Vec<(Span, Vec<Row>)>,
}

/// Everything that was seen so far.
#[derive(Default)]
pub(crate) struct Idle<'db> {
    entries: Vec<Entry<'db>>,
    numbers: HashMap<Owner<'db>, usize>,
}

struct Entry<'db> {
    owner: Owner<'db>,
    /// Some row of it can fire.
    applies: bool,
    /// Some row of it is not idle.
    counts: bool,
    /// For each row that can fire, who else asks for as much.
    instead: Vec<Vec<usize>>,
    alternatives: Vec<Alternative>,
}

#[derive(Clone, Copy)]
struct Alternative {
    span: Span,
    /// Some row contradicts itself.
    contradicts: bool,
    /// Some row can fire.
    applies: bool,
    /// Some row is not idle beside the other alternatives.
    counts: bool,
    /// One that makes it idle.
    instead: Option<Span>,
}

impl<'db> Idle<'db> {
    /// Looks at one case.
    pub(crate) fn look(&mut self, all: &[Here<'db>], atoms: &[&Term], fields: &[&Field]) {
        let numbers: Vec<usize> = all.iter().map(|here| self.number(here)).collect();
        let total: usize = all.iter().map(|here| here.rows.len()).sum();
        if total > MOST_ROWS_LOOKED_AT {
            for number in numbers {
                self.taken_as_needed(number);
            }
            return;
        }
        for (here, number) in all.iter().zip(&numbers) {
            let live = |row: &&Row| !contradicts(**row, atoms, fields);
            let mut instead = Vec::new();
            for row in here.rows.iter().filter(live) {
                let others = all
                    .iter()
                    .zip(&numbers)
                    .filter(|(_, other)| *other != number);
                let covering = others.filter(|(other, _)| {
                    // Nobody can approve what is denied, so nothing more can be asked of it.
                    (other.gate.deny || other.gate.covers(here.gate))
                        && other.rows.iter().any(|less| asks_no_more(less, row))
                });
                instead.push(covering.map(|(_, other)| *other).collect::<Vec<usize>>());
            }
            if let Some(entry) = self.entries.get_mut(*number) {
                entry.applies |= !instead.is_empty();
                entry.counts |= instead.iter().any(Vec::is_empty);
                if entry.counts {
                    instead.clear();
                    entry.instead.clear();
                }
                entry.instead.extend(instead);
                entry.alternatives(&here.alternatives, atoms, fields);
            }
        }
    }

    fn number(&mut self, here: &Here<'db>) -> usize {
        if let Some(number) = self.numbers.get(&here.owner) {
            return *number;
        }
        let number = self.entries.len();
        self.numbers.insert(here.owner.clone(), number);
        let places = here.alternatives.iter().map(|(span, _)| *span);
        self.entries.push(Entry {
            owner: here.owner.clone(),
            applies: false,
            counts: false,
            instead: Vec::new(),
            alternatives: places.map(Alternative::new).collect(),
        });
        number
    }

    fn taken_as_needed(&mut self, number: usize) {
        if let Some(entry) = self.entries.get_mut(number) {
            (entry.applies, entry.counts) = (true, true);
            entry.instead.clear();
            for one in &mut entry.alternatives {
                (one.applies, one.counts) = (true, true);
            }
        }
    }

    /// What is to be told. Of two that say the same, the one whose name comes later is told, and rules before lines;
    /// what is told makes nothing else idle, so that all of it can be removed.
    pub(crate) fn findings(&self, db: &'db dyn Db) -> Vec<(Item<'db>, Finding)> {
        let mut found = Vec::new();
        let mut removed: BTreeSet<usize> = BTreeSet::new();
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|at| {
            let entry = self.entries.get(*at).map(|entry| &entry.owner);
            match entry {
                Some(Owner::Rule(_, name)) => (false, std::cmp::Reverse((name.clone(), 0))),
                Some(Owner::Line(item, _, span)) => {
                    let name = item.key(db).names.first().cloned();
                    let place = (name.unwrap_or_default(), span.start);
                    (true, std::cmp::Reverse(place))
                }
                None => (true, std::cmp::Reverse(Default::default())),
            }
        });
        for at in order {
            let Some(entry) = self.entries.get(at) else {
                continue;
            };
            if !entry.applies {
                found.push(entry.never(db));
                removed.insert(at);
                continue;
            }
            let others = match entry.counts {
                true => None,
                false => self.others(entry, &removed),
            };
            match others {
                Some(others) => {
                    removed.insert(at);
                    found.push(self.idle(db, entry, &others));
                }
                None => entry.idle_alternatives(&mut found),
            }
        }
        found
    }

    /// Who makes every row of an entry idle, if all of them are still there.
    fn others(&self, entry: &Entry<'db>, removed: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let kept = |covering: &Vec<usize>| {
            let mut kept = covering.iter().filter(|one| !removed.contains(one));
            kept.next().copied()
        };
        entry.instead.iter().map(kept).collect()
    }

    fn idle(
        &self,
        db: &'db dyn Db,
        entry: &Entry<'db>,
        others: &BTreeSet<usize>,
    ) -> (Item<'db>, Finding) {
        let others: Vec<&Owner<'db>> = others
            .iter()
            .filter_map(|at| self.entries.get(*at))
            .map(|other| &other.owner)
            .collect();
        let mut names: Vec<String> = others
            .iter()
            .map(|other| other.beside(&entry.owner, db))
            .collect();
        names.sort();
        let (item, span, what) = entry.owner.place(db);
        let mut finding = Finding::from(codes::adds_nothing(span, what, names.join(" or ")));
        for other in others {
            match other {
                Owner::Rule(_, name) => {
                    finding = finding.related(Kind::Rule, name, "this one");
                }
                Owner::Line(tool, _, span) if *tool == item => {
                    let told = finding.diagnostic.clone();
                    finding.diagnostic = told.related(FileId(0), *span, "this one");
                }
                Owner::Line(tool, ..) => {
                    let name = tool.key(db).names.first().cloned().unwrap_or_default();
                    finding = finding.related(Kind::Tool, &name, "in this one");
                }
            }
        }
        (item, finding)
    }
}

/// Whether the first row fires wherever the second does.
fn asks_no_more(less: &Row, more: &Row) -> bool {
    less.yes & !more.yes == 0 && less.no & !more.no == 0
}

impl<'db> Owner<'db> {
    /// Where it is told, and what it is called there.
    fn place(&self, db: &'db dyn Db) -> (Item<'db>, Span, String) {
        match self {
            Owner::Rule(item, name) => (
                *item,
                facts::name_place(db, *item, name),
                format!("the rule `{name}`"),
            ),
            Owner::Line(item, code, span) => (*item, *span, format!("`{}`", words(code))),
        }
    }

    /// What it is called where another one is told.
    fn beside(&self, told: &Owner<'db>, db: &'db dyn Db) -> String {
        match (self, told) {
            (Owner::Rule(_, name), _) => format!("the rule `{name}`"),
            (Owner::Line(item, code, _), Owner::Line(other, ..)) if item == other => {
                format!("another line, `{}`,", words(code))
            }
            (Owner::Line(item, code, _), _) => {
                let tool = item.key(db).names.first().cloned().unwrap_or_default();
                format!("`{}` of `{tool}`", words(code))
            }
        }
    }
}

/// A line's code as the line is written: `gate.approval` is `gate approval`.
fn words(code: &str) -> String {
    code.replacen('.', " ", 1)
}

impl<'db> Entry<'db> {
    fn alternatives(&mut self, here: &[(Span, Vec<Row>)], atoms: &[&Term], fields: &[&Field]) {
        for ((at, (_, rows)), one) in here.iter().enumerate().zip(&mut self.alternatives) {
            for row in rows {
                if contradicts(*row, atoms, fields) {
                    one.contradicts = true;
                    continue;
                }
                one.applies = true;
                // What is settled for a tool says nothing about what was meant: only conditions are compared.
                let less = here.iter().enumerate().filter(|(other, _)| *other != at);
                let less = less.filter(|(other, (_, rows))| {
                    rows.iter().any(|less| {
                        let asks = less.yes | less.no != 0;
                        asks && asks_no_more(less, row) && (less != row || *other < at)
                    })
                });
                match less.map(|(_, (span, _))| *span).next() {
                    Some(span) => one.instead = one.instead.or(Some(span)),
                    None => one.counts = true,
                }
            }
        }
    }

    fn never(&self, db: &'db dyn Db) -> (Item<'db>, Finding) {
        let (item, span, what) = self.owner.place(db);
        let why = match what.starts_with("`require") {
            true => "this is true of every call",
            false => "no call is all that this asks for",
        };
        (item, Finding::from(codes::never_applies(span, what, why)))
    }

    fn idle_alternatives(&self, found: &mut Vec<(Item<'db>, Finding)>) {
        let (Owner::Rule(item, _) | Owner::Line(item, ..)) = &self.owner;
        for one in &self.alternatives {
            let what = "this alternative";
            let told = match (one.applies, one.counts, one.instead) {
                (false, ..) if one.contradicts => {
                    codes::never_applies(one.span, what, "its conditions exclude each other")
                }
                (true, false, Some(other)) => codes::adds_nothing(
                    one.span,
                    what,
                    "another alternative",
                )
                .related(FileId(0), other, "this one"),
                _ => continue,
            };
            found.push((*item, Finding::from(told)));
        }
    }
}

impl Alternative {
    fn new(span: Span) -> Self {
        Self {
            span,
            contradicts: false,
            applies: false,
            counts: false,
            instead: None,
        }
    }
}
