//! Which tools a condition is about: those for which its `call is` tests can be true.
//!
//! A condition is walked once. Beside every `and` and `or` stands what its other operands leave over: in
//! `call is a and args.x == 1`, the read of `x` matters for `a` alone. `call is recovery` does not say which tools
//! are meant, so it asks nobody to declare anything.

use super::paths::call_pattern;
use super::row_set::RowSet;
use super::rows::{Found, Recovery, Row, near};
use crate::glob;
use crate::hir::{CallPattern, Class, ClassPattern};
use rev_diagnostics::Span;
use rev_syntax::ast::{self, ExprKind};
use smol_str::SmolStr;

/// What a condition is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct About {
    /// The rows for which it can be true.
    pub possible: RowSet,
    pub reads: Vec<Read>,
    /// A `call is` names something that is not there, which is told there: nothing is said about consequences.
    pub broken: bool,
    /// It has some `call is` or `agent is` test.
    pub asks: bool,
}

/// One place where an argument is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Read {
    pub name: SmolStr,
    pub span: Span,
    /// Where it matters.
    pub rows: RowSet,
    /// The tools were named, so each of them must declare it.
    pub named: bool,
}

/// What is known of the call while a condition is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known<'a> {
    /// The call is a recovery, whose arguments nobody said.
    pub recovery: bool,
    pub agent: Option<&'a str>,
}

/// What `condition` is about, among the rows of `base` (all rows if it is `None`).
pub(crate) fn about(
    rows: &[Row<'_>],
    found: &Found,
    condition: &ast::Expr,
    base: Option<&RowSet>,
) -> About {
    let look = Look {
        rows,
        found,
        known: Known::default(),
    };
    let whole = look.truth(condition);
    let start = Context {
        rows: base.cloned().unwrap_or_else(|| RowSet::all(rows.len())),
        named: base.is_some(),
    };
    let mut possible = start.rows.clone();
    possible.remove(&whole.no);
    let mut reads = Vec::new();
    look.reads(condition, &start, &mut reads);
    About {
        possible,
        reads,
        broken: whole.broken,
        asks: whole.asks_at_all,
    }
}

/// The rows for which a condition cannot be true, if so much is known of the call.
pub(crate) fn impossible(
    rows: &[Row<'_>],
    found: &Found,
    condition: &ast::Expr,
    known: Known<'_>,
) -> RowSet {
    let look = Look { rows, found, known };
    look.truth(condition).no
}

struct Look<'a, 'db> {
    rows: &'a [Row<'db>],
    found: &'a Found,
    known: Known<'a>,
}

/// Where a part of a condition matters.
struct Context {
    rows: RowSet,
    named: bool,
}

/// The rows for which a condition is certainly true, and certainly false.
struct Truth {
    yes: RowSet,
    no: RowSet,
    broken: bool,
    /// It says which tools are meant.
    asks: bool,
    /// It asks anything about the call or its agent.
    asks_at_all: bool,
}

impl Look<'_, '_> {
    fn unknown(&self) -> Truth {
        Truth {
            yes: RowSet::none(self.rows.len()),
            no: RowSet::none(self.rows.len()),
            broken: false,
            asks: false,
            asks_at_all: false,
        }
    }

    fn settled(&self, value: bool) -> Truth {
        let mut truth = self.unknown();
        let all = RowSet::all(self.rows.len());
        match value {
            true => truth.yes = all,
            false => truth.no = all,
        }
        truth
    }

    fn truth(&self, condition: &ast::Expr) -> Truth {
        match &condition.kind {
            ExprKind::Bool(value) => self.settled(*value),
            ExprKind::Paren(inner) => self.truth(inner),
            ExprKind::Not(inner) => {
                let inner = self.truth(inner);
                Truth {
                    yes: inner.no,
                    no: inner.yes,
                    ..inner
                }
            }
            ExprKind::And(operands) => {
                let mut truth = self.settled(true);
                for operand in operands {
                    let other = self.truth(operand);
                    truth.yes.keep(&other.yes);
                    truth.no.add(&other.no);
                    truth.note(&other);
                }
                truth
            }
            ExprKind::Or(operands) => {
                let mut truth = self.settled(false);
                for operand in operands {
                    let other = self.truth(operand);
                    truth.yes.add(&other.yes);
                    truth.no.keep(&other.no);
                    truth.note(&other);
                }
                truth
            }
            ExprKind::Is {
                subject,
                at_least,
                pattern,
            } => self.is(subject, *at_least, pattern),
            // Nobody says the arguments of a recovery.
            ExprKind::Test {
                test: ast::TestKind::Said | ast::TestKind::Endorsed,
                ..
            } if self.known.recovery => self.settled(false),
            _ => self.unknown(),
        }
    }

    fn is(&self, subject: &ast::Expr, at_least: bool, pattern: &ast::Path) -> Truth {
        let mut truth = match &subject.kind {
            ExprKind::Path(path) if path.dotted() == "agent" => match self.known.agent {
                Some(agent) => self.settled(pattern.dotted() == agent),
                None => self.unknown(),
            },
            _ if at_least => match Class::from_word(&pattern.dotted()) {
                Some(class) => self.call_is(&CallPattern::Class(ClassPattern { class, at_least })),
                None => Truth {
                    broken: true,
                    ..self.unknown()
                },
            },
            _ => self.call_is(&call_pattern(pattern)),
        };
        truth.asks_at_all = true;
        truth
    }

    fn call_is(&self, pattern: &CallPattern) -> Truth {
        if let CallPattern::Tool(name) = pattern {
            return self.call_is_tool(pattern, name);
        }
        let mut truth = self.unknown();
        for (at, row) in self.rows.iter().enumerate() {
            match self.answer(pattern, row) {
                _ if row.broken => {}
                Some(true) => truth.yes.insert(at),
                Some(false) => truth.no.insert(at),
                None => {}
            }
        }
        truth.asks = !matches!(pattern, CallPattern::Recovery);
        truth
    }

    fn call_is_tool(&self, pattern: &CallPattern, name: &str) -> Truth {
        let mut truth = self.settled(false);
        let mut found = false;
        for at in near(self.rows, self.found, name) {
            let Some(row) = self.rows.get(at) else {
                continue;
            };
            let answer = self.answer(pattern, row);
            if answer == Some(false) {
                continue;
            }
            found = true;
            truth.no.take(at);
            if answer == Some(true) {
                truth.yes.insert(at);
            }
        }
        // A name or glob that means no tool is told where it stands.
        if !found {
            return Truth {
                broken: true,
                ..self.unknown()
            };
        }
        truth.asks = true;
        truth
    }

    /// Whether a call of this row is what the pattern says; `None` if it may be.
    fn answer(&self, pattern: &CallPattern, row: &Row<'_>) -> Option<bool> {
        match pattern {
            CallPattern::Class(class) => row.class.map(|of_row| class.matches(of_row)),
            CallPattern::Effect(effect) => Some(*effect == row.effect),
            CallPattern::Outbound => Some(row.outbound),
            CallPattern::Recovery if self.known.recovery => Some(true),
            CallPattern::Recovery => match row.recovery {
                Recovery::Never => Some(false),
                Recovery::Sometimes => None,
                Recovery::Always => Some(true),
            },
            CallPattern::Tool(pattern) if !row.is_glob => Some(glob::matches(pattern, &row.name)),
            CallPattern::Tool(pattern) if *pattern == row.name => Some(true),
            CallPattern::Tool(pattern) => match glob::overlap(pattern, &row.name) {
                true => None,
                false => Some(false),
            },
        }
    }

    fn reads(&self, part: &ast::Expr, context: &Context, reads: &mut Vec<Read>) {
        match &part.kind {
            ExprKind::Path(path) => {
                if let [root, name, ..] = path.segments.as_slice()
                    && root.text == "args"
                {
                    reads.push(Read {
                        name: name.text.clone(),
                        span: name.span,
                        rows: context.rows.clone(),
                        named: context.named,
                    });
                }
            }
            ExprKind::And(operands) => self.operands(operands, true, context, reads),
            ExprKind::Or(operands) => self.operands(operands, false, context, reads),
            ExprKind::Paren(inner)
            | ExprKind::Not(inner)
            | ExprKind::Size(inner)
            | ExprKind::Links(inner) => self.reads(inner, context, reads),
            ExprKind::Compare { left, right, .. } | ExprKind::Arithmetic { left, right, .. } => {
                self.reads(left, context, reads);
                self.reads(right, context, reads);
            }
            ExprKind::Test { subject, .. } => self.reads(subject, context, reads),
            ExprKind::List(elements) => {
                for element in elements {
                    self.reads(element, context, reads);
                }
            }
            ExprKind::Record(record) => {
                for binding in &record.bindings {
                    self.reads(&binding.value, context, reads);
                }
            }
            _ => {}
        }
    }

    /// An operand matters where no other one settles the whole: where none is certainly false (`and`), or certainly
    /// true (`or`).
    fn operands(
        &self,
        operands: &[ast::Expr],
        and: bool,
        context: &Context,
        reads: &mut Vec<Read>,
    ) {
        let truths: Vec<Truth> = operands.iter().map(|operand| self.truth(operand)).collect();
        let settles = |truth: &Truth| match and {
            true => truth.no.clone(),
            false => truth.yes.clone(),
        };
        let mut once = RowSet::none(self.rows.len());
        let mut twice = RowSet::none(self.rows.len());
        for truth in &truths {
            let mut again = settles(truth);
            again.keep(&once);
            twice.add(&again);
            once.add(&settles(truth));
        }
        let asking = truths.iter().filter(|truth| truth.asks).count();
        for (operand, truth) in operands.iter().zip(&truths) {
            let mut others = once.clone();
            others.remove(&settles(truth));
            others.add(&twice);
            let mut rows = context.rows.clone();
            rows.remove(&others);
            let named = and && asking > usize::from(truth.asks);
            let inner = Context {
                rows,
                named: context.named || named,
            };
            self.reads(operand, &inner, reads);
        }
    }
}

impl Truth {
    fn note(&mut self, other: &Truth) {
        self.broken |= other.broken;
        self.asks |= other.asks;
        self.asks_at_all |= other.asks_at_all;
    }
}
