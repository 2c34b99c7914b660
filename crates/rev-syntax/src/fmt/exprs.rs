//! Values, conditions and calls.

use super::build::Builder;
use super::doc::{GroupKind, Level};
use crate::ast::{
    Amount, ArithmeticOp, Call, CompareOp, Expr, ExprKind, Quantifier, Record, TestKind, Text,
};

impl<'a> Builder<'a> {
    /// A value, or a condition that is broken before `and` and `or` where it is long.
    pub fn expr(&mut self, expr: &'a Expr) {
        self.condition(expr, Level::Logic);
    }

    /// `logic` is how `and` and `or` break.
    fn condition(&mut self, expr: &'a Expr, logic: Level) {
        let (word, parts) = match &expr.kind {
            ExprKind::And(parts) => ("and ", parts),
            ExprKind::Or(parts) => ("or ", parts),
            _ => return self.operators(expr, logic),
        };
        let mut end = None;
        for part in parts {
            if let Some(end) = end {
                self.line_may_end(logic, end, part.span.start);
                self.word(word);
            }
            self.condition(part, logic);
            end = Some(part.span.end);
        }
    }

    /// A chain of operators, from its leftmost value on: it is as deep as it is long.
    fn operators(&mut self, expr: &'a Expr, logic: Level) {
        let mut first = expr;
        if let ExprKind::Compare { quantifier, .. } = &expr.kind {
            self.quantifier(*quantifier);
        }
        let mut chain = Vec::new();
        while let Some((left, word, right)) = binary(first) {
            chain.push((left.span.end, word, right));
            first = left;
        }
        self.value(first, logic);
        for (end, word, right) in chain.into_iter().rev() {
            self.line_may_end(Level::Kept, end, right.span.start);
            self.word(word);
            self.operators(right, Level::Kept);
        }
    }

    fn value(&mut self, expr: &'a Expr, logic: Level) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Duration(_)
            | ExprKind::Path(_)
            | ExprKind::Allowed => self.leaf(span),
            ExprKind::Amount(amount) => self.amount(amount),
            ExprKind::List(elements) => self.group(
                GroupKind::List,
                span,
                elements,
                |element| element.span,
                |b, element| {
                    b.row.blank = false;
                    b.expr(element);
                },
            ),
            ExprKind::Record(record) => self.record(record),
            ExprKind::Paren(inner) => self.in_parens("(", inner, span.end),
            ExprKind::Size(inner) => self.in_parens("size(", inner, span.end),
            ExprKind::Links(inner) => self.in_parens("links(", inner, span.end),
            ExprKind::Not(inner) => {
                self.word("not ");
                self.condition(inner, logic);
            }
            ExprKind::Test {
                quantifier,
                subject,
                test,
            } => {
                self.quantifier(*quantifier);
                self.condition(subject, Level::Kept);
                self.test(test, subject.span.end, span.end);
            }
            ExprKind::Is {
                subject,
                at_least,
                pattern,
            } => {
                self.condition(subject, Level::Kept);
                self.word(if *at_least { " is at_least " } else { " is " });
                self.leaf(pattern.span);
            }
            ExprKind::RunCalls(glob) => {
                self.word("run.calls(");
                self.leaf(glob.span);
                self.closing(")", span.end);
            }
            ExprKind::RunSpent(name) => {
                self.word("run.spent(");
                self.leaf(name.span);
                self.closing(")", span.end);
            }
            ExprKind::Distance(name) => {
                self.word("distance(");
                self.leaf(name.span);
                self.closing(")", span.end);
            }
            ExprKind::Crossing(name) => {
                self.word("crossing ");
                self.leaf(name.span);
            }
            ExprKind::Crossed(name) => {
                self.word("crossed ");
                self.leaf(name.span);
            }
            ExprKind::And(..) | ExprKind::Or(..) => self.condition(expr, logic),
            // The leftmost value of a chain is none.
            ExprKind::Compare { .. } | ExprKind::Arithmetic { .. } => {}
        }
    }

    fn quantifier(&mut self, quantifier: Option<Quantifier>) {
        match quantifier {
            Some(Quantifier::Every) => self.word("every "),
            Some(Quantifier::Some) => self.word("some "),
            None => {}
        }
    }

    fn in_parens(&mut self, open: &'static str, inner: &'a Expr, end: u32) {
        self.word(open);
        self.condition(inner, Level::Kept);
        self.closing(")", end);
    }

    fn test(&mut self, test: &'a TestKind, from: u32, end: u32) {
        let (word, patterns): (_, &'a [Text]) = match test {
            TestKind::Has(name) => {
                self.line_may_end(Level::Kept, from, name.span.start);
                self.word("has ");
                self.leaf(name.span);
                return;
            }
            TestKind::Said => ("said", &[]),
            TestKind::Endorsed => ("endorsed", &[]),
            TestKind::Present => ("present", &[]),
            TestKind::Absent => ("absent", &[]),
            TestKind::Like(patterns) => ("like ", patterns),
            TestKind::Under(patterns) => ("under ", patterns),
            TestKind::Runs(patterns) => ("runs ", patterns),
            TestKind::RunsOnly(patterns) => ("runs only ", patterns),
        };
        let to = patterns.first().map_or(end, |pattern| pattern.span.start);
        self.line_may_end(Level::Kept, from, to);
        self.word(word);
        self.texts(patterns);
    }

    pub fn texts(&mut self, texts: &'a [Text]) {
        self.commas(texts, |text| text.span, |b, text| b.leaf(text.span));
    }

    pub fn amount(&mut self, amount: &'a Amount) {
        self.leaf(amount.number.span);
        if let Some(unit) = &amount.unit {
            self.word(" ");
            self.leaf(unit.span);
        }
    }

    pub fn record(&mut self, record: &'a Record) {
        self.group(
            GroupKind::Entries,
            record.span,
            &record.bindings,
            |binding| binding.name.span.to(binding.value.span),
            |b, binding| {
                b.leaf(binding.name.span);
                b.word(": ");
                b.expr(&binding.value);
            },
        );
    }

    pub fn call(&mut self, call: &'a Call) {
        self.leaf(call.target.span);
        if let Some(args) = &call.args {
            self.word(" ");
            self.record(args);
        }
    }

    /// Calls with `then` between them.
    pub fn calls(&mut self, calls: &'a [Call], level: Level) {
        let mut end = None;
        for call in calls {
            if let Some(end) = end {
                self.line_may_end(level, end, call.span.start);
                self.word("then ");
            }
            self.call(call);
            end = Some(call.span.end);
        }
    }
}

/// The two sides of an operator, and the operator with the blank behind it.
fn binary(expr: &Expr) -> Option<(&Expr, &'static str, &Expr)> {
    match &expr.kind {
        ExprKind::Compare {
            op, left, right, ..
        } => Some((left, compare(*op), right)),
        ExprKind::Arithmetic { op, left, right } => Some((left, arithmetic(*op), right)),
        _ => None,
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "== ",
        CompareOp::NotEqual => "!= ",
        CompareOp::Less => "< ",
        CompareOp::LessOrEqual => "<= ",
        CompareOp::Greater => "> ",
        CompareOp::GreaterOrEqual => ">= ",
        CompareOp::In => "in ",
    }
}

fn arithmetic(op: ArithmeticOp) -> &'static str {
    match op {
        ArithmeticOp::Add => "+ ",
        ArithmeticOp::Subtract => "- ",
        ArithmeticOp::Multiply => "* ",
    }
}
