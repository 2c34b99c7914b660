//! From a typed condition to a term: names become numbers, and what is known of one case of a tool is settled.

use crate::names::Names;
use crate::term::Term;
use crate::text;
use rev_analysis::facts::Recoveries;
use rev_analysis::glob;
use rev_analysis::hir::{
    ArithmeticOp, CallPattern, Class, CompareOp, Effect, Expr, ExprKind, Meaning, Quantifier,
    Record, Root, TestKind, Type,
};
use rev_table::Kind;
use smol_str::SmolStr;

/// What is known of one case of a tool before it is called.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// As declared, a name or a glob.
    pub name: SmolStr,
    pub class: Class,
    pub effect: Effect,
    pub outbound: bool,
    pub recoveries: Recoveries,
    /// The boundaries that have been looked at, by number, and whether this case could cross each.
    pub crossings: Vec<bool>,
    /// Whether the call is allowed, where an invariant asks for that.
    pub allowed: Option<bool>,
}

/// Who reads an expression.
pub(crate) struct Settle<'a> {
    pub names: &'a Names,
    /// Names of the arguments, sorted; nothing where no arguments can be read.
    pub args: &'a [SmolStr],
    /// Nothing outside of conditions on calls.
    pub case: Option<&'a Case>,
}

impl Settle<'_> {
    pub(crate) fn condition(&self, expr: &Expr) -> Term {
        self.bound(expr, &Type::Json)
    }

    /// A value that stands where this type is expected.
    pub(crate) fn bound(&self, expr: &Expr, expected: &Type) -> Term {
        match &expr.kind {
            ExprKind::Bool(value) => Term::Bool(*value),
            ExprKind::Text(value) => Term::Text(match expected.base() {
                Type::Meaning(meaning) => text::literal(kind(*meaning), value),
                _ => value.clone(),
            }),
            ExprKind::Int(value) => Term::Int(*value),
            ExprKind::Decimal { mantissa, scale } => match u16::try_from(*scale) {
                Ok(scale) => Term::Decimal {
                    digits: *mantissa,
                    scale,
                },
                Err(_) => Term::Unknown,
            },
            ExprKind::Quantity { amount, unit } => match self.names.scale(unit) {
                Some(scale) => Term::Quantity {
                    amount: *amount,
                    scale,
                },
                None => Term::Unknown,
            },
            ExprKind::Duration(value) => Term::Duration(*value),
            ExprKind::List(items) => {
                let inner = match expected.base() {
                    Type::List(inner) => inner,
                    other => other,
                };
                Term::List(items.iter().map(|item| self.bound(item, inner)).collect())
            }
            ExprKind::Record(pairs) => self.record(pairs, expected),
            ExprKind::Path { root, fields } => self.path(root, fields),
            ExprKind::Not(inner) => self.condition(inner).negated(),
            ExprKind::And(parts) => Term::all(parts.iter().map(|part| self.condition(part))),
            ExprKind::Or(parts) => Term::any(parts.iter().map(|part| self.condition(part))),
            ExprKind::Compare {
                quantifier,
                op,
                left,
                right,
            } => {
                if let Some(is) = self.is_path(*quantifier, *op, left, right) {
                    return is;
                }
                let as_left = meaning_of(&left.ty).map_or(Type::Json, Type::Meaning);
                let as_right = meaning_of(&right.ty).map_or(Type::Json, Type::Meaning);
                Term::Compare {
                    op: compare_op(*op),
                    each: each(*quantifier),
                    left: Box::new(self.bound(left, &as_right)),
                    right: Box::new(self.bound(right, &as_left)),
                }
            }
            ExprKind::Arithmetic { op, left, right } => Term::Sum {
                op: match op {
                    ArithmeticOp::Add => rev_table::SumOp::Add,
                    ArithmeticOp::Subtract => rev_table::SumOp::Subtract,
                    ArithmeticOp::Multiply => rev_table::SumOp::Multiply,
                },
                left: Box::new(self.condition(left)),
                right: Box::new(self.condition(right)),
            },
            ExprKind::Test {
                quantifier,
                subject,
                test,
            } => self.test(*quantifier, subject, test),
            ExprKind::RunHas(label) => known(self.names.label(label), Term::RunHas),
            ExprKind::CallIs(pattern) => self.call_is(pattern),
            ExprKind::AgentIs(name) => known(self.names.agent(name), Term::AgentIs),
            ExprKind::RunCalls(None) => Term::RunCalls,
            ExprKind::RunCalls(Some(glob)) => Term::RunCallsOf(glob.clone()),
            ExprKind::RunSubjects => Term::RunSubjects,
            ExprKind::RunDenied => Term::RunDenied,
            ExprKind::RunSpent(name) => known(self.names.dimension(name), Term::RunSpent),
            ExprKind::Crossing(name) => self.crossing(name),
            ExprKind::Crossed(name) => known(self.names.boundary(name), Term::Crossed),
            ExprKind::Distance(name) => known(self.names.boundary(name), Term::Distance),
            ExprKind::Size(inner) => Term::Size(Box::new(self.condition(inner))),
            ExprKind::Links(inner) => Term::Links(Box::new(self.condition(inner))),
            ExprKind::Allowed => {
                let allowed = self.case.and_then(|case| case.allowed);
                allowed.map_or(Term::Unknown, Term::Bool)
            }
            // A package with mistakes is not lowered.
            ExprKind::Broken => Term::Unknown,
        }
    }

    fn record(&self, pairs: &[(SmolStr, Expr)], expected: &Type) -> Term {
        let nothing = Record::default();
        let (fields, inner) = match expected.base() {
            Type::Record(record) => (record, &Type::Json),
            Type::Map(inner) => (&nothing, &**inner),
            _ => (&nothing, &Type::Json),
        };
        let pairs = pairs.iter().map(|(name, value)| {
            let expected = fields.get(name).map_or(inner, |field| &field.ty);
            (name.clone(), self.bound(value, expected))
        });
        let mut pairs: Vec<(SmolStr, Term)> = pairs.collect();
        pairs.sort();
        Term::Record(pairs)
    }

    fn path(&self, root: &Root, fields: &[SmolStr]) -> Term {
        let root = match root {
            Root::Args => return self.argument(fields),
            Root::Result => rev_table::Root::Result,
            Root::Prior => rev_table::Root::Prior,
            Root::Seen => rev_table::Root::Seen,
            Root::Undone => rev_table::Root::Undone,
            Root::Event => rev_table::Root::Event,
            Root::Context => rev_table::Root::Context,
            Root::Parameter => rev_table::Root::Parameter,
        };
        Term::Path {
            root,
            path: fields.to_vec(),
        }
    }

    /// An argument that the tool does not declare cannot be computed.
    fn argument(&self, fields: &[SmolStr]) -> Term {
        let Some((name, path)) = fields.split_first() else {
            return Term::Path {
                root: rev_table::Root::Args,
                path: Vec::new(),
            };
        };
        let field = self.args.binary_search(name).ok();
        match field.and_then(|field| u16::try_from(field).ok()) {
            Some(field) => Term::Arg {
                field,
                path: path.to_vec(),
            },
            None => Term::Unknown,
        }
    }

    fn test(&self, quantifier: Option<Quantifier>, subject: &Expr, test: &TestKind) -> Term {
        let each = each(quantifier);
        let kind = meaning_of(&subject.ty).map(kind);
        let subject = Box::new(self.condition(subject));
        let (op, patterns) = match test {
            TestKind::Has(label) => {
                return known(self.names.label(label), |label| Term::Has {
                    each,
                    subject,
                    label,
                });
            }
            TestKind::Said => return Term::Said(each, subject),
            TestKind::Endorsed => return Term::Endorsed(each, subject),
            TestKind::Present => return Term::Present(each, subject),
            TestKind::Absent => return Term::Absent(each, subject),
            TestKind::Like(patterns) => (rev_table::MatchOp::Like, patterns),
            TestKind::Under(patterns) => (rev_table::MatchOp::Under, patterns),
            TestKind::Runs(patterns) => (rev_table::MatchOp::Runs, patterns),
            TestKind::RunsOnly(patterns) => (rev_table::MatchOp::RunsOnly, patterns),
        };
        Term::Match {
            op,
            kind,
            each,
            subject,
            patterns: sorted_patterns(kind, op, patterns),
        }
    }

    /// A path that is compared with paths written out: those are patterns, in which `~` is any home.
    fn is_path(
        &self,
        quantifier: Option<Quantifier>,
        op: CompareOp,
        left: &Expr,
        right: &Expr,
    ) -> Option<Term> {
        let (subject, written) = match (&left.kind, quantifier) {
            (ExprKind::Text(_), None) => (right, left),
            _ => (left, right),
        };
        let patterns: Vec<SmolStr> = match (&written.kind, op) {
            (ExprKind::Text(text), CompareOp::Equal | CompareOp::NotEqual) => vec![text.clone()],
            (ExprKind::List(items), CompareOp::In) => {
                let texts = items.iter().map(|item| match &item.kind {
                    ExprKind::Text(text) => Some(text.clone()),
                    _ => None,
                });
                texts.collect::<Option<_>>()?
            }
            _ => return None,
        };
        if meaning_of(&subject.ty) != Some(Meaning::Path) {
            return None;
        }
        let subject = self.condition(subject);
        let is = |each| Term::Match {
            op: rev_table::MatchOp::Is,
            kind: Some(Kind::Path),
            each,
            subject: Box::new(subject.clone()),
            patterns: sorted_patterns(Some(Kind::Path), rev_table::MatchOp::Is, &patterns),
        };
        let each = each(quantifier);
        Some(match (op, each) {
            (CompareOp::NotEqual, rev_table::Quantifier::Every) => {
                is(rev_table::Quantifier::Some).negated()
            }
            (CompareOp::NotEqual, rev_table::Quantifier::Some) => {
                is(rev_table::Quantifier::Every).negated()
            }
            // A comparison with an absent value is false.
            (CompareOp::NotEqual, rev_table::Quantifier::Whole) => {
                let there = Term::Present(each, Box::new(subject.clone()));
                Term::all([there, is(each).negated()])
            }
            _ => is(each),
        })
    }

    fn call_is(&self, pattern: &CallPattern) -> Term {
        let Some(case) = self.case else {
            return Term::Unknown;
        };
        match pattern {
            CallPattern::Class(class) => Term::Bool(class.matches(case.class)),
            CallPattern::Effect(effect) => Term::Bool(*effect == case.effect),
            CallPattern::Outbound => Term::Bool(case.outbound),
            CallPattern::Recovery => match case.recoveries {
                Recoveries::None => Term::Bool(false),
                Recoveries::Some => Term::IsRecovery,
                Recoveries::All => Term::Bool(true),
            },
            CallPattern::Tool(pattern) => named(pattern, &case.name),
        }
    }

    /// A boundary is worked out after those that it asks for. Where they ask for each other, nobody can tell.
    fn crossing(&self, name: &str) -> Term {
        let Some(number) = self.names.boundary(name) else {
            return Term::Unknown;
        };
        let possible = self
            .case
            .and_then(|case| case.crossings.get(number as usize));
        match possible {
            Some(true) => Term::Crossing(number),
            Some(false) => Term::Bool(false),
            None => Term::Unknown,
        }
    }
}

/// Whether calls of a declared name or glob are meant by a name or glob.
pub(crate) fn named(pattern: &SmolStr, declared: &str) -> Term {
    if !glob::is_glob(declared) {
        return Term::Bool(glob::matches(pattern, &plain(declared)));
    }
    match glob::overlap(pattern, declared) {
        false => Term::Bool(false),
        true if covers(pattern, declared) => Term::Bool(true),
        true => Term::CallIs(pattern.clone()),
    }
}

/// Whether every name that one glob means is meant by a pattern, as far as that is plain to see: its stars take in
/// those of the glob.
fn covers(pattern: &str, declared: &str) -> bool {
    !pattern.contains('\\') && glob::matches(pattern, declared)
}

/// A declared name as it is called: a star that was quoted is a star.
pub(crate) fn plain(declared: &str) -> SmolStr {
    if !declared.contains('\\') {
        return SmolStr::from(declared);
    }
    let mut name = String::with_capacity(declared.len());
    let mut characters = declared.chars();
    while let Some(character) = characters.next() {
        name.extend(match character {
            '\\' => characters.next(),
            other => Some(other),
        });
    }
    SmolStr::from(name)
}

fn known(number: Option<u32>, term: impl FnOnce(u32) -> Term) -> Term {
    number.map_or(Term::Unknown, term)
}

/// Patterns are alternatives, so their order means nothing.
pub(crate) fn sorted_patterns(
    kind: Option<Kind>,
    op: rev_table::MatchOp,
    patterns: &[SmolStr],
) -> Vec<SmolStr> {
    let mut patterns: Vec<SmolStr> = patterns
        .iter()
        .map(|one| text::pattern(kind, op, one))
        .collect();
    patterns.sort();
    patterns.dedup();
    patterns
}

/// The meaning of a text, or of the texts in a list.
fn meaning_of(ty: &Type) -> Option<Meaning> {
    match ty.base() {
        Type::Meaning(meaning) => Some(*meaning),
        Type::List(inner) => meaning_of(inner),
        _ => None,
    }
}

pub(crate) fn kind(meaning: Meaning) -> Kind {
    match meaning {
        Meaning::Url => Kind::Url,
        Meaning::Path => Kind::Path,
        Meaning::Command => Kind::Command,
        Meaning::Email => Kind::Email,
        Meaning::Host => Kind::Host,
    }
}

fn each(quantifier: Option<Quantifier>) -> rev_table::Quantifier {
    match quantifier {
        None => rev_table::Quantifier::Whole,
        Some(Quantifier::Every) => rev_table::Quantifier::Every,
        Some(Quantifier::Some) => rev_table::Quantifier::Some,
    }
}

fn compare_op(op: CompareOp) -> rev_table::CompareOp {
    match op {
        CompareOp::Equal => rev_table::CompareOp::Equal,
        CompareOp::NotEqual => rev_table::CompareOp::NotEqual,
        CompareOp::Less => rev_table::CompareOp::Less,
        CompareOp::LessOrEqual => rev_table::CompareOp::LessOrEqual,
        CompareOp::Greater => rev_table::CompareOp::Greater,
        CompareOp::GreaterOrEqual => rev_table::CompareOp::GreaterOrEqual,
        CompareOp::In => rev_table::CompareOp::In,
    }
}
