//! Conditions over the tree that was written, in three-valued logic.

use crate::crossing::{self, Crossings};
use crate::number::Decimal;
use crate::program::Program;
use crate::read::Reader;
use crate::run::{Call, Origin, Run};
use crate::settle::Fact;
use crate::text;
use crate::value::{Truth, Value, all, any, not};
use rev_analysis::glob;
use rev_analysis::hir::{
    ArithmeticOp, CallPattern, CompareOp, Expr, ExprKind, Quantifier, Root, TestKind, Type,
};
use rev_text::{Kind, Op, Pattern, normalise};
use smol_str::SmolStr;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// What a condition can see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct See<'a> {
    pub fact: Fact<'a>,
    pub run: &'a Run,
    pub call: &'a Call,
    pub args: &'a BTreeMap<String, Value>,
    pub recovery: bool,
    pub reader: Reader<'a>,
    /// What this call crosses, as far as it is known.
    pub crossings: &'a Crossings,
}

impl See<'_> {
    fn program(&self) -> &Program {
        self.reader.program
    }

    /// A condition of a rule or boundary: false where it is not about this call.
    pub fn fires(&self, condition: &Expr) -> Truth {
        match self.fact.about(condition) {
            Some(left) => self.holds(&left),
            None => Some(false),
        }
    }

    /// A condition.
    pub fn holds(&self, expr: &Expr) -> Truth {
        match &expr.kind {
            ExprKind::Bool(value) => Some(*value),
            ExprKind::Not(inner) => not(self.holds(inner)),
            ExprKind::And(parts) => all(parts.iter().map(|part| self.holds(part))),
            ExprKind::Or(parts) => any(parts.iter().map(|part| self.holds(part))),
            ExprKind::Compare {
                quantifier,
                op,
                left,
                right,
            } => {
                let right = self.value(right);
                self.each(*quantifier, &self.value(left), |left| {
                    self.compare(*op, left, &right)
                })
            }
            ExprKind::Test {
                quantifier,
                subject,
                test,
            } => self.test(*quantifier, subject, test),
            ExprKind::RunHas(label) => Some(self.run.labels.contains(label)),
            ExprKind::CallIs(pattern) => Some(self.call_is(pattern)),
            ExprKind::AgentIs(name) => Some(self.run.agent == *name),
            ExprKind::Crossing(name) => self.crossings.now(name),
            ExprKind::Crossed(name) => crossing::crossed(self.run, name),
            _ => match self.value(expr) {
                Value::Bool(value) => Some(value),
                Value::Absent => Some(false),
                _ => None,
            },
        }
    }

    fn call_is(&self, pattern: &CallPattern) -> bool {
        let facts = self.fact;
        match pattern {
            CallPattern::Class(pattern) if pattern.at_least => facts.variant.class >= pattern.class,
            CallPattern::Class(pattern) => facts.variant.class == pattern.class,
            CallPattern::Effect(effect) => facts.variant.effect == *effect,
            CallPattern::Outbound => facts.variant.outbound,
            CallPattern::Tool(pattern) => glob::matches(pattern, facts.name),
            // Nobody calls an `undoes` tool but a recovery.
            CallPattern::Recovery => {
                self.recovery || !facts.declared.tool.signature.undoes.is_empty()
            }
        }
    }

    /// A value.
    pub fn value(&self, expr: &Expr) -> Value {
        let number = |found: Option<Decimal>| found.map_or(Value::Unknown, Value::Number);
        match &expr.kind {
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::Text(text) => Value::Text(text.to_string(), Kind::Text),
            ExprKind::Int(value) => Value::Number(Decimal::int(*value)),
            ExprKind::Decimal { mantissa, scale } => number(scaled(*mantissa, *scale)),
            ExprKind::Quantity { amount, unit } => {
                let scale = self.program().units.get(unit);
                number(scale.and_then(|scale| scaled(*amount, *scale)))
            }
            ExprKind::Duration(millis) => number(Some(Decimal::new(i128::from(*millis), 0))),
            ExprKind::List(items) => {
                Value::List(items.iter().map(|item| self.value(item)).collect())
            }
            ExprKind::Path { root, fields } => self.path(root, fields),
            ExprKind::Arithmetic { op, left, right } => {
                self.arithmetic(*op, &expr.ty, &self.value(left), &self.value(right))
            }
            ExprKind::RunCalls(None) => count(self.run.sent.len()),
            ExprKind::RunCalls(Some(glob)) => {
                let meant = self
                    .run
                    .sent
                    .iter()
                    .filter(|name| glob::matches(glob, name));
                count(meant.count())
            }
            ExprKind::RunSubjects => count(self.run.subjects.len()),
            ExprKind::RunDenied => Value::Number(Decimal::int(self.run.denied)),
            ExprKind::RunSpent(dimension) => {
                let spent = self.run.spent.get(dimension).copied().unwrap_or(0);
                let scale = self.program().scale_of(dimension);
                number(scale.and_then(|scale| scaled(spent, scale)))
            }
            ExprKind::Distance(name) => match crossing::distance(self.program(), self.run, name) {
                Some(steps) => Value::Number(Decimal::int(steps)),
                None => Value::Unknown,
            },
            ExprKind::Size(inner) => match self.value(inner) {
                Value::Absent => count(0),
                Value::Text(text, _) => count(text.chars().count()),
                Value::List(items) => count(items.len()),
                Value::Record(entries) => count(entries.len()),
                Value::Bool(_) | Value::Number(_) | Value::Unknown => Value::Unknown,
            },
            ExprKind::Links(inner) => match self.value(inner) {
                Value::Absent => Value::List(Vec::new()),
                Value::Text(text, _) => {
                    let links = rev_text::links(&text).into_iter();
                    Value::List(
                        links
                            .map(|(_, link)| Value::Text(link, Kind::Url))
                            .collect(),
                    )
                }
                _ => Value::Unknown,
            },
            ExprKind::Record(_) | ExprKind::Allowed | ExprKind::Broken => Value::Unknown,
            _ => self.holds(expr).map_or(Value::Unknown, Value::Bool),
        }
    }

    fn path(&self, root: &Root, fields: &[SmolStr]) -> Value {
        let Some((name, rest)) = fields.split_first() else {
            return Value::Unknown;
        };
        let start = match root {
            Root::Args => self
                .args
                .get(name.as_str())
                .cloned()
                .unwrap_or(Value::Absent),
            Root::Context => self.context(name),
            _ => Value::Unknown,
        };
        rest.iter().fold(start, |here, name| match here {
            Value::Absent => Value::Absent,
            Value::Record(mut entries) => entries.remove(name.as_str()).unwrap_or(Value::Absent),
            _ => Value::Unknown,
        })
    }

    /// What the host did not supply is unknown, and so is what does not have its declared type.
    fn context(&self, name: &SmolStr) -> Value {
        let supplied = self.run.context.get(name.as_str());
        match (supplied, self.program().context.get(name)) {
            (Some(json), Some(ty)) => self.reader.read(json, ty).unwrap_or(Value::Unknown),
            _ => Value::Unknown,
        }
    }

    fn arithmetic(&self, op: ArithmeticOp, ty: &Type, left: &Value, right: &Value) -> Value {
        let (left, right) = match (left, right) {
            (Value::Number(left), Value::Number(right)) => (*left, *right),
            (Value::Unknown, _) | (_, Value::Unknown) => return Value::Unknown,
            (Value::Absent, _) | (_, Value::Absent) => return Value::Absent,
            _ => return Value::Unknown,
        };
        let found = match op {
            ArithmeticOp::Add => left.plus(right),
            ArithmeticOp::Subtract => left.minus(right),
            ArithmeticOp::Multiply => left.times(right),
        };
        let held = found.filter(|found| match ty.base() {
            Type::Int => found.whole().is_some(),
            _ => true,
        });
        held.map_or(Value::Unknown, Value::Number)
    }

    /// A test on a value, or on every or some element of it.
    fn each(
        &self,
        quantifier: Option<Quantifier>,
        value: &Value,
        test: impl Fn(&Value) -> Truth,
    ) -> Truth {
        let Some(quantifier) = quantifier else {
            return test(value);
        };
        let elements: Vec<&Value> = match value {
            Value::Absent => Vec::new(),
            Value::List(items) => items.iter().collect(),
            Value::Record(entries) => entries.values().collect(),
            _ => return None,
        };
        let truths = elements.into_iter().map(test);
        match quantifier {
            Quantifier::Every => all(truths),
            Quantifier::Some => any(truths),
        }
    }

    fn compare(&self, op: CompareOp, left: &Value, right: &Value) -> Truth {
        match op {
            CompareOp::In => match (left, right) {
                (Value::Absent, _) => Some(false),
                (_, Value::List(items)) => any(items
                    .iter()
                    .map(|item| self.compare(CompareOp::Equal, left, item))),
                (_, Value::Absent) => Some(false),
                _ => None,
            },
            CompareOp::Equal => self.equal(left, right),
            CompareOp::NotEqual => match (left, right) {
                (Value::Absent, _) | (_, Value::Absent) => self.equal(left, right),
                _ => not(self.equal(left, right)),
            },
            CompareOp::Less => self.order(left, right).map(Ordering::is_lt),
            CompareOp::LessOrEqual => self.order(left, right).map(Ordering::is_le),
            CompareOp::Greater => self.order(left, right).map(Ordering::is_gt),
            CompareOp::GreaterOrEqual => self.order(left, right).map(Ordering::is_ge),
        }
        .or_else(|| absent(left, right))
    }

    fn equal(&self, left: &Value, right: &Value) -> Truth {
        match (left, right) {
            (Value::Unknown, _) | (_, Value::Unknown) => None,
            (Value::Absent, _) | (_, Value::Absent) => Some(false),
            (Value::Text(value, kind), Value::Text(literal, Kind::Text))
            | (Value::Text(literal, Kind::Text), Value::Text(value, kind)) => {
                self.is_text(*kind, value, literal)
            }
            (Value::List(left), Value::List(right)) => match left.len() == right.len() {
                true => all(left.iter().zip(right).map(|(a, b)| self.equal(a, b))),
                false => Some(false),
            },
            _ => self.order(left, right).map(Ordering::is_eq),
        }
    }

    /// A text as the author wrote it means what it would mean as a value: a path may be any home's.
    fn is_text(&self, kind: Kind, value: &str, literal: &str) -> Truth {
        match kind {
            Kind::Path => match Pattern::parse(kind, Op::Is, literal) {
                Ok(pattern) => text::truth(pattern.matches(value, &self.reader.context)),
                Err(_) => Some(false),
            },
            _ => match normalise(kind, literal, &self.reader.context) {
                Ok(normal) => Some(normal == value),
                Err(_) => Some(value == literal),
            },
        }
    }

    fn order(&self, left: &Value, right: &Value) -> Option<Ordering> {
        match (left, right) {
            (Value::Number(a), Value::Number(b)) => a.compare(*b),
            (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
            (Value::Text(a, _), Value::Text(b, _)) => Some(a.cmp(b)),
            // Decimal text is a number where nobody declared which it is.
            (Value::Text(a, Kind::Text), Value::Number(b)) => Decimal::parse(a)?.compare(*b),
            (Value::Number(a), Value::Text(b, Kind::Text)) => a.compare(Decimal::parse(b)?),
            _ => None,
        }
    }

    fn test(&self, quantifier: Option<Quantifier>, subject: &Expr, test: &TestKind) -> Truth {
        let value = self.value(subject);
        let matches = |op: Op, patterns: &[SmolStr]| {
            self.each(quantifier, &value, |value| match value {
                Value::Absent => Some(false),
                Value::Text(text, kind) => {
                    text::matches(*kind, op, patterns, text, &self.reader.context)
                }
                _ => None,
            })
        };
        match test {
            TestKind::Present => self.each(quantifier, &value, present),
            TestKind::Absent => self.each(quantifier, &value, |value| not(present(value))),
            TestKind::Like(patterns) => matches(Op::Like, patterns),
            TestKind::Under(patterns) => matches(Op::Under, patterns),
            TestKind::Runs(patterns) => matches(Op::Runs, patterns),
            TestKind::RunsOnly(patterns) => matches(Op::RunsOnly, patterns),
            TestKind::Said => Some(self.said(subject)),
            TestKind::Endorsed => {
                Some(self.comes_from(subject, |origin| origin.said || origin.endorsed))
            }
            TestKind::Has(label) => {
                let own = self
                    .origin(subject)
                    .and_then(|origin| origin.labels.as_ref());
                Some(match own {
                    _ if value.is_empty() => false,
                    Some(labels) => self.program().implied(labels).contains(label),
                    None => self.run.labels.contains(label),
                })
            }
        }
    }

    /// Whether the person's own words contain a value.
    pub fn said(&self, subject: &Expr) -> bool {
        self.comes_from(subject, |origin| origin.said)
    }

    /// An absent or empty value counts as said; arguments of a recovery are neither said nor endorsed.
    fn comes_from(&self, subject: &Expr, from: impl Fn(&Origin) -> bool) -> bool {
        if self.value(subject).is_empty() {
            return true;
        }
        !self.recovery && self.origin(subject).is_some_and(from)
    }

    /// What the host says of the argument that a value is, is a part of, or was found in.
    fn origin(&self, subject: &Expr) -> Option<&Origin> {
        match &subject.kind {
            ExprKind::Path {
                root: Root::Args,
                fields,
            } => self.call.origins.get(fields.first()?.as_str()),
            ExprKind::Links(inner) => self.origin(inner),
            _ => None,
        }
    }
}

/// A comparison with an absent value is false, unless the other side is unknown.
fn absent(left: &Value, right: &Value) -> Truth {
    match (left, right) {
        (Value::Unknown, _) | (_, Value::Unknown) => None,
        (Value::Absent, _) | (_, Value::Absent) => Some(false),
        _ => None,
    }
}

fn present(value: &Value) -> Truth {
    match value {
        Value::Absent => Some(false),
        Value::Unknown => None,
        _ => Some(true),
    }
}

fn count(number: usize) -> Value {
    i64::try_from(number).map_or(Value::Unknown, |number| Value::Number(Decimal::int(number)))
}

fn scaled(digits: i128, scale: u32) -> Option<Decimal> {
    Some(Decimal::new(digits, -i32::try_from(scale).ok()?))
}
