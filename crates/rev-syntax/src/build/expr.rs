//! Values and conditions. The grammar leaves the operators of an expression in a row; here they
//! become a tree, loosest operator first.

use super::{Builder, Node, Parts, span};
use crate::ast::*;
use crate::expected::{BlockKind, did_you_mean};
use crate::grammar::{Rule, is_reserved};
use crate::layout::{MAX_DEPTH, leading_word};
use rev_diagnostics::{Span, codes};
use smol_str::SmolStr;

impl<'i> Builder<'i> {
    pub(super) fn expr(&mut self, node: Node<'i>) -> Option<Expr> {
        let mut parts = Parts::of(node);
        let mut operands = vec![self.conjunction(&mut parts)?];
        while parts.skip(Rule::OR) {
            operands.push(self.conjunction(&mut parts)?);
        }
        joined(operands, ExprKind::Or)
    }

    fn conjunction(&mut self, parts: &mut Parts<'i>) -> Option<Expr> {
        let mut operands = vec![self.negation(parts)?];
        while parts.skip(Rule::AND) {
            operands.push(self.negation(parts)?);
        }
        joined(operands, ExprKind::And)
    }

    fn negation(&mut self, parts: &mut Parts<'i>) -> Option<Expr> {
        let mut nots: Vec<Span> = Vec::new();
        while let Some(not) = parts.take(Rule::NOT) {
            nots.push(span(&not));
        }
        self.not_too_long(&nots);
        nots.truncate(MAX_DEPTH);
        let condition = self.condition(parts)?;
        Some(nots.into_iter().rfold(condition, |inner, not| Expr {
            span: not.to(inner.span),
            kind: ExprKind::Not(Box::new(inner)),
        }))
    }

    fn condition(&mut self, parts: &mut Parts<'i>) -> Option<Expr> {
        let quantifier = match parts.peek() {
            Some(Rule::EVERY) => Some(Quantifier::Every),
            Some(Rule::SOME) => Some(Quantifier::Some),
            _ => None,
        };
        let start = match quantifier {
            Some(_) => parts.next().map(|node| span(&node)),
            None => None,
        };
        let subject = self.sum(parts)?;
        let from = start.unwrap_or(subject.span);
        let Some(rule) = parts.peek() else {
            return self.unquantified(subject, start);
        };
        if matches!(rule, Rule::compare_op | Rule::IN) {
            let op = compare_op(&parts.next()?)?;
            let right = self.sum(parts)?;
            return Some(Expr {
                span: from.to(right.span),
                kind: ExprKind::Compare {
                    quantifier,
                    op,
                    left: Box::new(subject),
                    right: Box::new(right),
                },
            });
        }
        if !is_test(rule) {
            return self.unquantified(subject, start);
        }
        let node = parts.next()?;
        let whole = from.to(span(&node));
        if rule == Rule::is {
            return self.is(subject, node, whole);
        }
        let test = self.test_after(node)?;
        Some(Expr {
            span: whole,
            kind: ExprKind::Test {
                quantifier,
                subject: Box::new(subject),
                test,
            },
        })
    }

    /// A value without a test behind it cannot have `every` or `some` before it.
    fn unquantified(&mut self, value: Expr, start: Option<Span>) -> Option<Expr> {
        // A word that is no word of the language is told as what is wrong.
        let behind = Span::new(value.span.end, self.text.len() as u32).of(self.text);
        let word = leading_word(behind.trim_start_matches(' '));
        let misspelt = word.starts_with(|c: char| c.is_ascii_lowercase()) && !is_reserved(word);
        if let Some(start) = start.filter(|_| !misspelt) {
            self.quantifier_needs_a_test(start);
        }
        Some(value)
    }

    fn quantifier_needs_a_test(&mut self, at: Span) {
        let word = at.of(self.text);
        let what =
            format!("`{word}` needs a test, such as `{word} args.to like \"*@example.com\"`");
        self.tell(codes::syntax(at, what));
    }

    fn is(&mut self, subject: Expr, node: Node<'i>, span: Span) -> Option<Expr> {
        let mut parts = Parts::of(node);
        parts.take(Rule::IS)?;
        let at_least = parts.skip(Rule::AT_LEAST);
        let pattern = self.path(parts.next()?);
        let known = match &subject.kind {
            ExprKind::Path(path) => match path.segments.as_slice() {
                [only] => only.text == "call" || (only.text == "agent" && !at_least),
                _ => false,
            },
            _ => false,
        };
        if !known {
            let what = "`is` asks what kind of call it is or which agent makes it";
            self.tell(
                codes::syntax(subject.span, what)
                    .help("write `call is …` or `agent is …`; values are compared with `==`"),
            );
        }
        Some(Expr {
            span,
            kind: ExprKind::Is {
                subject: Box::new(subject),
                at_least,
                pattern,
            },
        })
    }

    fn test_after(&mut self, node: Node<'i>) -> Option<TestKind> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        parts.next();
        Some(match rule {
            Rule::SAID => TestKind::Said,
            Rule::ENDORSED => TestKind::Endorsed,
            Rule::PRESENT => TestKind::Present,
            Rule::ABSENT => TestKind::Absent,
            Rule::has => TestKind::Has(self.name(parts.next()?)),
            Rule::like => TestKind::Like(self.texts(&mut parts)),
            Rule::under => TestKind::Under(self.texts(&mut parts)),
            Rule::runs => match parts.skip(Rule::ONLY) {
                true => TestKind::RunsOnly(self.texts(&mut parts)),
                false => TestKind::Runs(self.texts(&mut parts)),
            },
            _ => return None,
        })
    }

    fn sum(&mut self, parts: &mut Parts<'i>) -> Option<Expr> {
        let mut left = self.product(parts)?;
        let mut operators = Vec::new();
        while let Some(op) = parts.take(Rule::add_op) {
            operators.push(span(&op));
            let right = self.product(parts)?;
            if operators.len() <= MAX_DEPTH {
                let op = match op.as_str() {
                    "+" => ArithmeticOp::Add,
                    _ => ArithmeticOp::Subtract,
                };
                left = arithmetic(op, left, right);
            }
        }
        self.not_too_long(&operators);
        Some(left)
    }

    fn product(&mut self, parts: &mut Parts<'i>) -> Option<Expr> {
        let mut left = self.value(parts.next()?)?;
        let mut operators = Vec::new();
        while let Some(op) = parts.take(Rule::mul_op) {
            operators.push(span(&op));
            let right = self.value(parts.next()?)?;
            if operators.len() <= MAX_DEPTH {
                left = arithmetic(ArithmeticOp::Multiply, left, right);
            }
        }
        self.not_too_long(&operators);
        Some(left)
    }

    /// A row of operators is a deep tree, and depth is bounded.
    fn not_too_long(&mut self, operators: &[Span]) {
        if let Some(&at) = operators.get(MAX_DEPTH) {
            let what = format!("more than {MAX_DEPTH} of these operators in a row");
            self.tell(codes::syntax(at, what));
        }
    }

    pub(super) fn value(&mut self, node: Node<'i>) -> Option<Expr> {
        let span = span(&node);
        let rule = node.as_rule();
        let kind = match rule {
            Rule::path => self.value_path(node),
            Rule::text => ExprKind::Text(self.text(node).value),
            Rule::duration => ExprKind::Duration(SmolStr::from(node.as_str())),
            Rule::amount => ExprKind::Amount(self.amount(node)?),
            Rule::record => ExprKind::Record(self.record(node)?),
            Rule::TRUE => ExprKind::Bool(true),
            Rule::FALSE => ExprKind::Bool(false),
            Rule::ALLOWED => ExprKind::Allowed,
            Rule::list => {
                let elements: Option<Vec<Expr>> =
                    node.into_inner().map(|node| self.expr(node)).collect();
                ExprKind::List(elements?)
            }
            Rule::paren => ExprKind::Paren(Box::new(self.expr(Parts::of(node).next()?)?)),
            _ => self.function(node)?,
        };
        Some(Expr { span, kind })
    }

    /// A path to a value. What it begins with is a word of the language, so quotes would not help there.
    fn value_path(&mut self, node: Node<'i>) -> ExprKind {
        let span = span(&node);
        let mut segments = Vec::new();
        for part in node.into_inner() {
            segments.push(match segments.is_empty() {
                true => self.any_word(part),
                false => self.key(part),
            });
        }
        if let Some(first) = segments.first() {
            let small = first.text.to_ascii_lowercase();
            let alone = segments.len() == 1;
            let known = match alone {
                true => matches!(&*small, "true" | "false" | "seen"),
                false => is_reserved(&small),
            };
            if small != first.text && known {
                let (place, what) = (first.span, format!("there is no `{}`", first.text));
                self.tell(did_you_mean(
                    codes::syntax(place, what),
                    place,
                    &small,
                    true,
                ));
                if alone && small != "seen" {
                    return ExprKind::Bool(small == "true");
                }
            } else {
                self.small_letters(first, false);
            }
        }
        ExprKind::Path(Path { segments, span })
    }

    /// What begins with a word of its own: `size(…)`, `crossing …`.
    fn function(&mut self, node: Node<'i>) -> Option<ExprKind> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        parts.next()?;
        if matches!(rule, Rule::run_calls | Rule::run_spent) {
            parts.next()?;
        }
        let operand = parts.next()?;
        Some(match rule {
            Rule::run_calls => ExprKind::RunCalls(self.path(operand)),
            Rule::run_spent => ExprKind::RunSpent(self.name(operand)),
            Rule::size => ExprKind::Size(Box::new(self.expr(operand)?)),
            Rule::links => ExprKind::Links(Box::new(self.expr(operand)?)),
            Rule::distance => ExprKind::Distance(self.name(operand)),
            Rule::crossing => ExprKind::Crossing(self.name(operand)),
            Rule::crossed => ExprKind::Crossed(self.name(operand)),
            _ => return None,
        })
    }

    pub(super) fn amount(&mut self, node: Node<'i>) -> Option<Amount> {
        let span = span(&node);
        let mut parts = Parts::of(node);
        let number = self.as_written(parts.take(Rule::number)?);
        let unit = parts.take(Rule::unit_name).map(|node| self.type_name(node));
        Some(Amount { span, number, unit })
    }

    pub(super) fn record(&mut self, node: Node<'i>) -> Option<Record> {
        let span = span(&node);
        let mut bindings = Vec::new();
        for part in node.into_inner() {
            bindings.push(self.binding(part)?);
        }
        Some(Record { span, bindings })
    }

    fn binding(&mut self, node: Node<'i>) -> Option<Binding> {
        let mut parts = Parts::of(node);
        let name = self.key(parts.take(Rule::name)?);
        parts.take(Rule::colon)?;
        let value = self.expr(parts.next()?)?;
        Some(Binding { name, value })
    }

    /// The record of a call. Every mistake in it is told; then there is none, as what is missing may be among them.
    fn bindings(&mut self, node: Node<'i>) -> Option<Record> {
        let span = span(&node);
        let mut bindings = Vec::new();
        let mut broken = false;
        let mut commas = false;
        // Where the binding before stands, and where it ends too soon.
        let (mut before, mut ended): (Option<Span>, Option<Span>) = (None, None);
        for part in node.into_inner() {
            let at = super::span(&part);
            let too_soon = ended.take();
            match part.as_rule() {
                Rule::stray_comma => {
                    if !std::mem::replace(&mut commas, true) {
                        self.stray_comma(at);
                    }
                    continue;
                }
                Rule::bad_binding if too_soon.is_some() && !at.of(self.text).contains(':') => {
                    self.help_to_go_on(too_soon);
                }
                Rule::bad_binding if self.behind_bracket(span, at) => broken = true,
                Rule::bad_binding => {
                    let gap = before.map(|before| Span::new(before.end, at.start));
                    let same = gap.is_some_and(|gap| gap.of(self.text).bytes().all(|b| b == b' '));
                    match before.filter(|_| same) {
                        Some(before) => self.unreadable_behind(before, at, BlockKind::Binding),
                        None => self.unreadable(at, BlockKind::Binding),
                    }
                    ended = self.ended_too_soon(at);
                    broken = true;
                }
                _ => bindings.push(self.binding(part)?),
            }
            commas = false;
            before = Some(at);
        }
        (!broken).then_some(Record { span, bindings })
    }

    /// Whether a bracket that is not closed stands before `at` on its line, in the record at `whole`: then it most
    /// probably is in that bracket.
    fn behind_bracket(&self, whole: Span, at: Span) -> bool {
        let before = Span::new(whole.start, at.start).of(self.text);
        let line = before.rfind('\n').map_or(0, |end| end as u32 + 1);
        self.has_fault(Span::new(whole.start + line, at.start))
    }

    /// A tool, an assumption or an event with what is bound to its arguments.
    pub(super) fn call(&mut self, node: Node<'i>) -> Option<Call> {
        let span = span(&node);
        let mut parts = Parts::of(node);
        let target = self.dotted(parts.take(Rule::dotted)?);
        let args = match parts.take(Rule::bindings) {
            Some(node) => Some(self.bindings(node)?),
            None => None,
        };
        Some(Call { span, target, args })
    }
}

fn joined(mut operands: Vec<Expr>, kind: fn(Vec<Expr>) -> ExprKind) -> Option<Expr> {
    if operands.len() == 1 {
        return operands.pop();
    }
    let span = operands.first()?.span.to(operands.last()?.span);
    Some(Expr {
        span,
        kind: kind(operands),
    })
}

fn arithmetic(op: ArithmeticOp, left: Expr, right: Expr) -> Expr {
    Expr {
        span: left.span.to(right.span),
        kind: ExprKind::Arithmetic {
            op,
            left: Box::new(left),
            right: Box::new(right),
        },
    }
}

fn compare_op(node: &Node<'_>) -> Option<CompareOp> {
    Some(match node.as_str() {
        "==" => CompareOp::Equal,
        "!=" => CompareOp::NotEqual,
        "<" => CompareOp::Less,
        "<=" => CompareOp::LessOrEqual,
        ">" => CompareOp::Greater,
        ">=" => CompareOp::GreaterOrEqual,
        "in" => CompareOp::In,
        _ => return None,
    })
}

fn is_test(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::has
            | Rule::is
            | Rule::SAID
            | Rule::ENDORSED
            | Rule::PRESENT
            | Rule::ABSENT
            | Rule::like
            | Rule::under
            | Rule::runs
    )
}
