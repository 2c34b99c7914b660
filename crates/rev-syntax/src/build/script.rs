//! `test` items.

use super::tool::approval;
use super::{Builder, Node, Parts, span, word_of};
use crate::ast::*;
use crate::expected::BlockKind;
use crate::grammar::Rule;

impl<'i> Builder<'i> {
    pub(super) fn test(&mut self, mut parts: Parts<'i>) -> Option<Test> {
        let title = self.text(parts.take(Rule::text)?);
        parts.take(Rule::FOR)?;
        Some(Test {
            title,
            agent: self.name(parts.next()?),
            steps: self.block(parts.next()?, BlockKind::Test, Self::step),
        })
    }

    pub(super) fn step(&mut self, node: Node<'i>) -> Option<Step> {
        let rule = node.as_rule();
        if rule == Rule::APPROVE {
            return Some(Step::Approve);
        }
        let mut parts = Parts::of(node);
        parts.next()?;
        Some(match rule {
            Rule::prompt => Step::Prompt(self.text(parts.next()?)),
            Rule::given_context => {
                parts.take(Rule::CONTEXT)?;
                Step::GivenContext(self.record(parts.next()?)?)
            }
            Rule::given_returns => {
                let tool = self.dotted(parts.next()?);
                parts.take(Rule::RETURNS)?;
                Step::GivenReturns {
                    tool,
                    value: self.expr(parts.next()?)?,
                }
            }
            Rule::call_step => Step::Call(CallStep {
                call: self.call(parts.next()?)?,
                outcome: self.outcome(&mut parts)?,
                expect: self.expect_call(parts.next()?)?,
            }),
            Rule::event_step => {
                let event = self.call(parts.next()?)?;
                let after = match parts.take(Rule::after) {
                    Some(node) => {
                        let mut parts = Parts::of(node);
                        parts.take(Rule::AFTER)?;
                        Some(self.as_written(parts.next()?))
                    }
                    None => None,
                };
                parts.take(Rule::EXPECT)?;
                Step::Event {
                    event,
                    after,
                    expect: self.expect_event(parts.next()?)?,
                }
            }
            Rule::wait => Step::Wait(self.as_written(parts.next()?)),
            _ => return None,
        })
    }

    /// What the tool answers; the outer `None` is a disagreement with the grammar.
    fn outcome(&mut self, parts: &mut Parts<'i>) -> Option<Option<Outcome>> {
        if let Some(node) = parts.take(Rule::FAILS) {
            return Some(Some(Outcome::Fails(span(&node))));
        }
        match parts.take(Rule::returns) {
            Some(node) => {
                let mut parts = Parts::of(node);
                parts.take(Rule::RETURNS)?;
                Some(Some(Outcome::Returns(self.expr(parts.next()?)?)))
            }
            None => Some(None),
        }
    }

    fn expect_call(&mut self, node: Node<'i>) -> Option<ExpectCall> {
        let span = span(&node);
        let mut parts = Parts::of(node);
        parts.take(Rule::EXPECT)?;
        let word = parts.next()?;
        let verdict = match word.as_rule() {
            Rule::ALLOW => Verdict::Allow,
            Rule::APPROVAL => Verdict::Approval,
            Rule::DENY => Verdict::Deny,
            _ => return None,
        };
        let gate = match parts.take(Rule::expect_gate) {
            Some(node) => {
                let mut parts = Parts::of(node);
                parts.take(Rule::GATE)?;
                Some(self.any_word(parts.next()?))
            }
            None => None,
        };
        let because = match parts.take(Rule::expect_because) {
            Some(node) => {
                let mut parts = Parts::of(node);
                parts.take(Rule::BECAUSE)?;
                std::iter::from_fn(|| Some(self.path(parts.take(Rule::dotted)?))).collect()
            }
            None => Vec::new(),
        };
        Some(ExpectCall {
            span,
            verdict: word_of(&word, verdict),
            gate,
            because,
        })
    }

    fn expect_event(&mut self, node: Node<'i>) -> Option<ExpectEvent> {
        let at = span(&node);
        Some(match node.as_rule() {
            Rule::MANUAL => ExpectEvent::Manual(at),
            Rule::NOTHING => ExpectEvent::Nothing(at),
            Rule::recover => {
                let mut parts = Parts::of(node);
                parts.take(Rule::RECOVER)?;
                let mut calls = vec![self.call(parts.next()?)?];
                while parts.skip(Rule::THEN) {
                    calls.push(self.call(parts.next()?)?);
                }
                parts.take(Rule::APPROVAL)?;
                ExpectEvent::Recover {
                    span: at,
                    calls,
                    approval: approval(&parts.next()?)?,
                }
            }
            _ => return None,
        })
    }
}
