//! Values and conditions of the table, worked out for one call in one run. Whatever cannot be worked out is unknown.

use crate::call::{Origin, Origins};
use crate::run::Run;
use rev_json::{Json, Number};
use rev_table::{Kind, MatchOp, NONE, Node, Quantifier, Range, Root, Type};
use rev_text::Truth;
use rev_value::{Args, Reader, Value, any_match, links};
use std::borrow::Cow;

/// What conditions are looked at with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    pub reader: Reader<'a>,
    /// Known where a call is decided; plans and events have none.
    pub run: Option<&'a Run>,
    /// The call's name, for globs that mean some of a tool's names.
    pub name: &'a str,
    pub recovery: bool,
    pub args: &'a Args<'a>,
    pub args_type: u32,
    pub origins: Origins<'a>,
    /// Which boundaries this call crosses, as far as that is worked out.
    pub crossing: &'a [Truth],
    pub roots: &'a Roots<'a>,
}

/// What else can be seen, where it exists.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Roots<'a> {
    pub result: Option<(Json<'a>, u32)>,
    pub prior: Option<Json<'a>>,
    pub seen: Option<(Json<'a>, u32)>,
    pub undone: Option<Json<'a>>,
    pub event: Option<Json<'a>>,
    pub parameters: Option<Json<'a>>,
}

impl Roots<'_> {
    /// Nothing else.
    pub(crate) const NONE: Roots<'static> = Roots {
        result: None,
        prior: None,
        seen: None,
        undone: None,
        event: None,
        parameters: None,
    };
}

impl<'a> Look<'a> {
    /// With the boundaries that this call crosses.
    pub(crate) fn with(&self, crossing: &'a [Truth]) -> Look<'a> {
        Look { crossing, ..*self }
    }

    /// A condition.
    pub(crate) fn holds(&self, node: u32) -> Truth {
        let table = self.reader.table;
        match table.node(node) {
            Node::Not(inner) => !self.holds(inner),
            Node::And(nodes) => Truth::all(table.refs(nodes).map(|node| self.holds(node))),
            Node::Or(nodes) => Truth::any(table.refs(nodes).map(|node| self.holds(node))),
            Node::Compare {
                op,
                each,
                left,
                right,
            } => {
                let right = self.value(right);
                self.every_or_some(each, left, |left| {
                    left.compare(op, &right, self.reader, &|node| self.value(node))
                })
            }
            Node::Match {
                op,
                kind,
                each,
                subject,
                patterns,
            } => self.every_or_some(each, subject, |value| {
                self.is_match(op, kind, value, patterns)
            }),
            Node::AnyValue { op, kind, patterns } => {
                let patterns = self.patterns(patterns);
                self.args.any_match(self.reader, (op, kind), patterns)
            }
            Node::Present { each, subject } => self.every_or_some(each, subject, Value::present),
            Node::Absent { each, subject } => {
                self.every_or_some(each, subject, |value| !value.present())
            }
            Node::Said { subject, .. } => self.said(subject),
            Node::Endorsed { subject, .. } => {
                self.origin(subject, |origin| origin.said || origin.endorsed)
            }
            Node::Has { subject, label, .. } => self.has(subject, label),
            Node::RunHas(label) => match self.run {
                Some(run) => Truth::from(run.labels().has(label)),
                None => Truth::Unknown,
            },
            Node::CallIs(glob) => Truth::from(rev_table::names(table.text(glob), self.name)),
            Node::IsRecovery => Truth::from(self.recovery),
            Node::AgentIs(agent) => match self.run {
                Some(run) => Truth::from(run.agent() == agent),
                None => Truth::Unknown,
            },
            Node::Crossing(boundary) => {
                let now = self.crossing.get(boundary as usize);
                now.copied().unwrap_or(Truth::False)
            }
            Node::Crossed(boundary) => match (self.run, table.boundary(boundary)) {
                (Some(run), Some(record)) => run.state.progress.get(record.first_bit.get()),
                _ => Truth::Unknown,
            },
            _ => match self.value(node) {
                Value::Bool(value) => Truth::from(value),
                // A flag that is not there is not set, as in a comparison.
                Value::Absent => Truth::False,
                _ => Truth::Unknown,
            },
        }
    }

    /// A value.
    pub(crate) fn value(&self, node: u32) -> Value<'a> {
        let table = self.reader.table;
        match table.node(node) {
            Node::Bool(value) => Value::Bool(value),
            Node::Int(value) => Value::Number(Number::int(value)),
            Node::Duration(value) => match i64::try_from(value) {
                Ok(value) => Value::Number(Number::int(value)),
                Err(_) => Value::Unknown,
            },
            Node::Decimal {
                digits: amount,
                scale,
            }
            | Node::Quantity { amount, scale } => match table.amount(amount) {
                Some(digits) => Value::Number(Number {
                    digits,
                    scale: i32::from(scale),
                }),
                None => Value::Unknown,
            },
            Node::Text(text) => Value::Text(Cow::Borrowed(table.text(text)), None),
            Node::List(nodes) => Value::List(nodes),
            Node::Arg { field, path } => self.args.value(self.reader, field, path),
            Node::Path { root, path } => self.root(root, path),
            Node::Sum { op, left, right } => {
                let sum = self.value(left).sum(op, &self.value(right));
                sum.held(self.reader.is_int(node, self.args_type))
            }
            Node::RunCalls => self.count(|run| run.calls()),
            Node::RunCallsOf(counter) => self.count(|run| run.calls_of(counter)),
            Node::RunSubjects => self.count(|run| run.subjects()),
            Node::RunDenied => self.count(|run| run.denied()),
            Node::RunSpent(dimension) => {
                let scale = table.dimensions().get(dimension as usize);
                match (self.run, scale.map(|dimension| dimension.scale.get())) {
                    (Some(run), Some(scale)) => Value::Number(Number {
                        digits: run.spent(dimension),
                        scale: i32::try_from(scale).unwrap_or(0),
                    }),
                    _ => Value::Unknown,
                }
            }
            Node::Distance(boundary) => match self.run {
                Some(run) => match run.distance(table, boundary) {
                    Some(steps) => Value::Number(Number::int(i64::from(steps))),
                    None => Value::Unknown,
                },
                None => Value::Unknown,
            },
            Node::Size(inner) => self.value(inner).size(),
            Node::Links(inner) => match self.value(inner) {
                Value::Absent => Value::Links(Vec::new()),
                Value::Text(text, _) => Value::Links(links(&text)),
                _ => Value::Unknown,
            },
            Node::Unknown | Node::Record(_) | Node::Patterns(_) => Value::Unknown,
            _ => match self.holds(node) {
                Truth::True => Value::Bool(true),
                Truth::False => Value::Bool(false),
                Truth::Unknown => Value::Unknown,
            },
        }
    }

    fn count(&self, of: impl FnOnce(&Run) -> u64) -> Value<'a> {
        let count = self.run.and_then(|run| i64::try_from(of(run)).ok());
        count.map_or(Value::Unknown, |count| Value::Number(Number::int(count)))
    }

    fn root(&self, root: Root, path: Range) -> Value<'a> {
        let roots = self.roots;
        let typed = |found: Option<(Json<'a>, u32)>| match found {
            Some((json, NONE)) => self.reader.path(Some(json), Type::Json, path),
            Some((json, ty)) => match self.reader.table.ty(ty) {
                Some(ty) => self.reader.path(Some(json), ty, path),
                None => Value::Unknown,
            },
            None => Value::Unknown,
        };
        let untyped = |found: Option<Json<'a>>| typed(found.map(|json| (json, NONE)));
        match root {
            Root::Args => Value::Unknown,
            Root::Result => typed(roots.result),
            Root::Prior => untyped(roots.prior),
            Root::Seen => typed(roots.seen),
            Root::Undone => untyped(roots.undone),
            Root::Event => untyped(roots.event),
            Root::Parameter => untyped(roots.parameters),
            Root::Context => self.context(path),
        }
    }

    /// What the host supplied; what it did not is unknown.
    fn context(&self, path: Range) -> Value<'a> {
        let table = self.reader.table;
        let (Some(run), Some(name)) = (self.run, table.refs(path).next()) else {
            return Value::Unknown;
        };
        let Some(value) = run.context().get(table.text(name)) else {
            return Value::Unknown;
        };
        let value = Json::Tree(value);
        let mut known = table.contexts().iter();
        // What is not of its declared type is as good as not supplied.
        let ty = known
            .find(|one| one.name.get() == name)
            .filter(|one| self.reader.check(value, one.ty.get()).is_ok())
            .and_then(|one| table.ty(one.ty.get()));
        let rest = Range::new(path.start.get() + 1, path.len.get() - 1);
        match ty {
            Some(ty) => self.reader.path(Some(value), ty, rest),
            None => Value::Unknown,
        }
    }

    /// A test on a value, or on every or some element of a list.
    fn every_or_some(
        &self,
        each: Quantifier,
        subject: u32,
        test: impl Fn(&Value<'a>) -> Truth,
    ) -> Truth {
        let value = self.value(subject);
        let (mut answer, join): (Truth, fn(Truth, Truth) -> Truth) = match each {
            Quantifier::Whole => return test(&value),
            Quantifier::Every => (Truth::True, Truth::and),
            Quantifier::Some => (Truth::False, Truth::or),
        };
        let whole = value.elements(self.reader, &|node| self.value(node), &mut |element| {
            answer = join(answer, test(element));
        });
        if whole { answer } else { Truth::Unknown }
    }

    fn is_match(&self, op: MatchOp, kind: Option<Kind>, value: &Value<'a>, patterns: u32) -> Truth {
        match value {
            Value::Absent => Truth::False,
            Value::Text(text, _) => any_match(op, kind, self.patterns(patterns), text, self.reader),
            _ => Truth::Unknown,
        }
    }

    fn patterns(&self, node: u32) -> impl Iterator<Item = &'a str> + Clone {
        let table = self.reader.table;
        let texts = match table.node(node) {
            Node::Patterns(texts) => texts,
            _ => Range::EMPTY,
        };
        table.refs(texts).map(|text| table.text(text))
    }

    /// Whether the person's own words contain an argument.
    pub(crate) fn said(&self, subject: u32) -> Truth {
        self.origin(subject, |origin| origin.said)
    }

    /// Where an argument came from. An absent or empty value counts as said.
    fn origin(&self, subject: u32, of: impl Fn(Origin) -> bool) -> Truth {
        if self.value(subject).is_empty() {
            return Truth::True;
        }
        match (self.recovery, self.origin_of(subject)) {
            (true, _) | (_, None) => Truth::False,
            (false, Some(origin)) => Truth::from(of(origin)),
        }
    }

    fn has(&self, subject: u32, label: u32) -> Truth {
        if self.value(subject).is_empty() {
            return Truth::False;
        }
        let labels = self.origin_of(subject).and_then(|origin| origin.labels);
        match (labels, self.run) {
            (Some(labels), _) => Truth::from(self.reader.table.implied(labels).has(label)),
            (None, Some(run)) => Truth::from(run.labels().has(label)),
            (None, None) => Truth::Unknown,
        }
    }

    fn origin_of(&self, subject: u32) -> Option<Origin> {
        let table = self.reader.table;
        match table.node(subject) {
            Node::Arg { field, path } => {
                let argument = self.argument(field)?;
                let inner =
                    (!path.is_empty()).then(|| self.origins.of(&self.named(argument, path)));
                inner.flatten().or_else(|| self.origins.of(argument))
            }
            Node::Links(inner) => {
                let links = match table.node(inner) {
                    Node::Arg { field, path } => {
                        let name = self.named(self.argument(field)?, path);
                        self.origins.of(&format!("links({name})"))
                    }
                    _ => None,
                };
                links.or_else(|| self.origin_of(inner))
            }
            _ => None,
        }
    }

    /// Whether the person said it when they last spoke, where it is known that they said it before.
    pub(crate) fn said_last(&self, subject: u32) -> Truth {
        if let Node::Arg { field, .. } = self.reader.table.node(subject)
            && let Some(argument) = self.argument(field)
            && let Some(origin) = self.origins.of(&format!("consent({argument})"))
            && !origin.said
        {
            return Truth::False;
        }
        self.said(subject)
    }

    fn argument(&self, field: u16) -> Option<&'a str> {
        self.args.name(self.reader, field)
    }

    /// A part of an argument by its name, as a policy writes it.
    fn named(&self, argument: &str, path: Range) -> String {
        let table = self.reader.table;
        let mut name = argument.to_owned();
        for part in table.refs(path) {
            name.push('.');
            name.push_str(table.text(part));
        }
        name
    }
}
