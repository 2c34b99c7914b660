//! Boundaries: in which order they are worked out, what they do, and when a call crosses them.

use crate::cx::Cx;
use crate::program::Program;
use crate::settle::{Case, Settle, kind, named, sorted_patterns};
use crate::term::Term;
use rev_analysis::hir::{self, Action, BoundaryExpr, BoundaryLine, Expr, ExprKind, Gate};
use rev_analysis::{Item, conditions_for};
use rev_syntax::ast::{BoundaryField, ItemKind, MatchKind};
use rev_table::{BoundaryRecord, Kind, MatchOp, NONE, U16, U32, action, boundary};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// A boundary with its number, parts before wholes. One without an item stands inside a composed one.
#[derive(Debug)]
pub(crate) struct Ordered<'db> {
    pub declared: Option<(Item<'db>, &'db hir::Boundary)>,
    pub made: Made,
}

#[derive(Debug)]
pub(crate) enum Made {
    Simple,
    /// One of the kinds of [`boundary`], and numbers of parts.
    Composed(u8, Vec<u32>),
}

/// All boundaries, those that one is made of or asks for before it, else by name; and the number of each name.
pub(crate) fn ordered<'db>(program: &Program<'db>) -> (Vec<Ordered<'db>>, BTreeMap<SmolStr, u32>) {
    let mut order = Order {
        by_name: program
            .boundaries
            .iter()
            .map(|one| (one.1.name.clone(), *one))
            .collect(),
        ..Order::default()
    };
    for (_, boundary) in &program.boundaries {
        order.visit(&boundary.name);
    }
    (order.all, order.numbers)
}

#[derive(Default)]
struct Order<'db> {
    by_name: BTreeMap<SmolStr, (Item<'db>, &'db hir::Boundary)>,
    all: Vec<Ordered<'db>>,
    numbers: BTreeMap<SmolStr, u32>,
    /// Begun and not yet numbered: whoever asks for them goes in a circle.
    open: BTreeSet<SmolStr>,
}

impl<'db> Order<'db> {
    fn visit(&mut self, name: &SmolStr) -> Option<u32> {
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        let declared = *self.by_name.get(name)?;
        if !self.open.insert(name.clone()) {
            return None;
        }
        let (_, boundary) = declared;
        let made = match &boundary.composed {
            Some(parts) => self.composed(parts),
            None => {
                for name in asked_for(boundary) {
                    self.visit(&name);
                }
                Made::Simple
            }
        };
        let number = self.add(Some(declared), made);
        self.numbers.insert(name.clone(), number);
        Some(number)
    }

    fn composed(&mut self, parts: &BoundaryExpr) -> Made {
        let (kind, parts) = match parts {
            BoundaryExpr::Name(_) => (boundary::OR, std::slice::from_ref(parts)),
            BoundaryExpr::And(parts) => (boundary::AND, parts.as_slice()),
            BoundaryExpr::Then(parts) => (boundary::THEN, parts.as_slice()),
            BoundaryExpr::Or(parts) => (boundary::OR, parts.as_slice()),
        };
        let mut numbers: Vec<u32> = Vec::with_capacity(parts.len());
        for part in parts {
            numbers.extend(match part {
                BoundaryExpr::Name(name) => self.visit(name),
                inner => {
                    let made = self.composed(inner);
                    Some(self.inner(made))
                }
            });
        }
        if kind != boundary::THEN {
            numbers.sort_unstable();
            numbers.dedup();
        }
        Made::Composed(kind, numbers)
    }

    /// A part without a name; one that was made before is the same.
    fn inner(&mut self, made: Made) -> u32 {
        let Made::Composed(kind, parts) = &made else {
            return self.add(None, made);
        };
        let same = self.all.iter().position(|other| {
            let known = matches!(&other.made, Made::Composed(k, p) if k == kind && p == parts);
            other.declared.is_none() && known
        });
        match same.and_then(|at| u32::try_from(at).ok()) {
            Some(number) => number,
            None => self.add(None, made),
        }
    }

    fn add(&mut self, declared: Option<(Item<'db>, &'db hir::Boundary)>, made: Made) -> u32 {
        self.all.push(Ordered { declared, made });
        u32::try_from(self.all.len() - 1).unwrap_or(NONE)
    }
}

/// The boundaries whose crossing by the same call the conditions of one ask for, sorted.
fn asked_for(boundary: &hir::Boundary) -> BTreeSet<SmolStr> {
    let mut names = BTreeSet::new();
    let lines = boundary.lines.iter().filter_map(|line| match line {
        BoundaryLine::Tool { when, .. } => when.as_ref(),
        BoundaryLine::Matches { .. } => None,
    });
    let mut next: Vec<&Expr> = lines.chain(&boundary.when).collect();
    while let Some(expr) = next.pop() {
        match &expr.kind {
            ExprKind::Crossing(name) => {
                names.insert(name.clone());
            }
            ExprKind::Not(inner) => next.push(inner),
            ExprKind::And(parts) | ExprKind::Or(parts) => next.extend(parts),
            ExprKind::Compare { left, right, .. } => next.extend([&**left, &**right]),
            _ => {}
        }
    }
    names
}

impl<'db> Cx<'db> {
    pub(crate) fn boundaries(&mut self, ordered: &[Ordered<'db>]) {
        let mut steps: Vec<u32> = Vec::with_capacity(ordered.len());
        for one in ordered {
            let (kind, parts) = match &one.made {
                Made::Simple => (boundary::SIMPLE, &[][..]),
                Made::Composed(kind, parts) => (*kind, parts.as_slice()),
            };
            let of_parts = || parts.iter().filter_map(|part| steps.get(*part as usize));
            let own = match kind {
                boundary::SIMPLE => 1,
                boundary::OR => of_parts().copied().min().unwrap_or(1),
                _ => of_parts().fold(0_u32, |sum, steps| sum.saturating_add(*steps)),
            };
            steps.push(own);
            let (name, action, reason) = match one.declared {
                None => ("", action::MARK, NONE),
                Some((item, declared)) => {
                    let (action, reason) = self.action(item, declared);
                    (declared.name.as_str(), action, reason)
                }
            };
            let record = BoundaryRecord {
                name: self.text(name),
                kind,
                action,
                detail: U16::ZERO,
                parts: self.to.refs(parts),
                first_bit: U32::ZERO,
                steps: U32::new(own),
                reason: U32::new(reason),
            };
            self.to.boundary(record);
        }
    }

    fn action(&mut self, item: Item<'_>, boundary: &hir::Boundary) -> (u8, u32) {
        let (action, gate) = match &boundary.action {
            Action::Mark => return (action::MARK, NONE),
            Action::Refuse => (action::REFUSE, Gate::DENY),
            Action::Halt => (action::HALT, Gate::DENY),
            Action::Gate(_, gate) => (action::GATE, *gate),
        };
        let code = format!("boundary.{}", boundary.name);
        (action, self.reason(item, &code, &boundary.reason, gate))
    }

    /// Which boundaries one case of a tool could cross, in their order, and when; nothing for composed ones. The case
    /// is told of each as soon as it is known.
    pub(crate) fn crossings(
        &self,
        ordered: &[Ordered<'db>],
        tool: &Crossing<'_>,
        case: &mut Case,
    ) -> Vec<(u32, Option<Term>)> {
        let mut all = Vec::new();
        for (number, one) in ordered.iter().enumerate() {
            let when = match (&one.made, one.declared) {
                (Made::Composed(_, parts), _) => {
                    let mut parts = parts.iter();
                    let some = parts.any(|part| case.crossings.get(*part as usize) == Some(&true));
                    some.then_some(None)
                }
                (Made::Simple, Some((item, declared))) => {
                    match self.simple(item, declared, number, tool, case) {
                        Term::Bool(false) => None,
                        when => Some(Some(when)),
                    }
                }
                (Made::Simple, None) => None,
            };
            case.crossings.push(when.is_some());
            let number = u32::try_from(number).unwrap_or(NONE);
            all.extend(when.map(|when| (number, when)));
        }
        all
    }

    /// When a call crosses a boundary: some line of it matches, and its `when` holds.
    fn simple(
        &self,
        item: Item<'db>,
        declared: &hir::Boundary,
        number: usize,
        tool: &Crossing<'_>,
        case: &Case,
    ) -> Term {
        let ItemKind::Boundary(written) = &item.tree(self.db).kind else {
            return Term::Unknown;
        };
        let none = Vec::new();
        let mut typed = tool.typed.get(number).unwrap_or(&none).iter();
        let settle = Settle {
            names: &self.names,
            args: tool.args,
            case: Some(case),
        };
        // What is not about this tool is false for it.
        let mut next = || match typed.next() {
            Some(Some(condition)) => settle.condition(condition),
            Some(None) => Term::Bool(false),
            None => Term::Unknown,
        };
        let mut lines = declared.lines.iter();
        let mut some = Vec::new();
        let mut when = None;
        for field in written.body.iter().flat_map(|body| &body.fields) {
            match &field.kind {
                BoundaryField::When(_) => {
                    let condition = next();
                    when.get_or_insert(condition);
                }
                BoundaryField::Matches { .. } | BoundaryField::Tool { .. } => match lines.next() {
                    Some(BoundaryLine::Matches {
                        kind: meaning,
                        test,
                        patterns,
                    }) => some.push(any_value(kind(*meaning), *test, patterns, tool.kinds)),
                    Some(BoundaryLine::Tool { globs, when }) => {
                        let meant = globs.iter().map(|glob| named(glob, &case.name));
                        let meant = Term::any(meant);
                        let holds = match when {
                            Some(_) => next(),
                            None => Term::Bool(true),
                        };
                        some.push(Term::all([meant, holds]));
                    }
                    None => some.push(Term::Unknown),
                },
                _ => {}
            }
        }
        let some = match some.is_empty() {
            true => Term::Bool(true),
            false => Term::any(some),
        };
        Term::all([some, when.unwrap_or(Term::Bool(true))])
    }

    /// The conditions of every boundary, typed for one tool.
    pub(crate) fn typed_boundaries(
        &self,
        ordered: &[Ordered<'db>],
        tool: Item<'db>,
    ) -> Vec<Vec<Option<Expr>>> {
        let typed = ordered.iter().map(|one| match one.declared {
            Some((item, declared)) if has_conditions(declared) => {
                conditions_for(self.db, self.package, item, tool)
            }
            _ => Vec::new(),
        });
        typed.collect()
    }
}

fn has_conditions(boundary: &hir::Boundary) -> bool {
    let mut lines = boundary.lines.iter();
    boundary.when.is_some()
        || lines.any(|line| matches!(line, BoundaryLine::Tool { when: Some(_), .. }))
}

/// What the boundaries have to know of a tool.
pub(crate) struct Crossing<'a> {
    pub args: &'a [SmolStr],
    /// Kinds of values that can stand in its arguments.
    pub kinds: &'a BTreeSet<Kind>,
    /// For each boundary, its conditions.
    pub typed: &'a [Vec<Option<Expr>>],
}

fn any_value(kind: Kind, test: MatchKind, patterns: &[SmolStr], kinds: &BTreeSet<Kind>) -> Term {
    if !kinds.contains(&kind) {
        return Term::Bool(false);
    }
    let op = match test {
        MatchKind::Under => MatchOp::Under,
        MatchKind::Like => MatchOp::Like,
        MatchKind::Runs => MatchOp::Runs,
        MatchKind::Is => MatchOp::Is,
    };
    Term::AnyValue {
        op,
        kind,
        patterns: sorted_patterns(Some(kind), op, patterns),
    }
}
