//! Tools: their fields, reversal contracts and blast radius.

use super::items::bound_suffix;
use super::{Builder, Node, Parts, span, word_of};
use crate::ast::*;
use crate::expected::BlockKind;
use crate::grammar::Rule;

impl<'i> Builder<'i> {
    pub(super) fn tool(&mut self, mut parts: Parts<'i>) -> Option<Tool> {
        let mut names = Vec::new();
        while let Some(node) = parts.take(Rule::glob) {
            names.push(self.new_dotted(node));
        }
        let undoes = match parts.take(Rule::undoes) {
            Some(node) => {
                let mut parts = Parts::of(node);
                parts.take(Rule::UNDOES)?;
                self.dotted_names(&mut parts)
            }
            None => Vec::new(),
        };
        let body = self.tool_block(parts.next()?);
        Some(Tool {
            names,
            undoes,
            body,
        })
    }

    pub(super) fn tool_block(&mut self, node: Node<'i>) -> ToolBlock {
        self.block(node, BlockKind::Tool, Self::tool_field)
    }

    fn tool_field(&mut self, node: Node<'i>) -> Option<ToolField> {
        let rule = node.as_rule();
        if rule == Rule::TRUSTED {
            return Some(ToolField::Trusted);
        }
        let mut parts = Parts::of(node);
        parts.next()?;
        Some(match rule {
            Rule::args => ToolField::Args {
                open: parts.take(Rule::OPEN).map(|node| span(&node)),
                fields: self.record_type(parts.next()?)?,
            },
            Rule::result => ToolField::Result(self.result_type(parts.next()?)?),
            Rule::wire => ToolField::Wire(self.text(parts.next()?)),
            Rule::effect => ToolField::Effect(effect(&parts.next()?)?),
            Rule::outbound => ToolField::Outbound,
            Rule::contained => ToolField::Contained {
                because: self.because_clause(&mut parts)?,
            },
            Rule::subject => ToolField::Subject(self.expr(parts.next()?)?),
            Rule::tenant => ToolField::Tenant(self.expr(parts.next()?)?),
            Rule::spends => ToolField::Spends {
                dimension: self.name(parts.next()?),
                amount: {
                    parts.take(Rule::equals)?;
                    self.expr(parts.next()?)?
                },
            },
            Rule::require => {
                let name = parts.take(Rule::name).map(|node| self.key(node));
                parts.skip(Rule::colon);
                ToolField::Require {
                    name,
                    condition: self.expr(parts.next()?)?,
                    because: self.because_clause(&mut parts)?,
                }
            }
            Rule::yields => ToolField::Yields(self.yields(&mut parts)),
            Rule::clears => ToolField::Clears(self.names(&mut parts)),
            Rule::dry_run => match parts.skip(Rule::NONE) {
                true => ToolField::DryRunNone {
                    because: self.because_clause(&mut parts)?,
                },
                false => ToolField::DryRun(self.call(parts.next()?)?),
            },
            Rule::instead => ToolField::Instead(self.dotted_names(&mut parts)),
            Rule::consent => {
                let mut arguments = Vec::new();
                while let Some(node) = parts.next() {
                    arguments.push(self.value(node)?);
                }
                ToolField::Consent(arguments)
            }
            Rule::gate_line => ToolField::Gate {
                gate: self.any_word(parts.next()?),
                condition: match parts.skip(Rule::WHEN) {
                    true => Some(self.expr(parts.next()?)?),
                    false => None,
                },
                because: self.because_clause(&mut parts)?,
            },
            Rule::deny_line => ToolField::Deny {
                because: self.because_clause(&mut parts)?,
            },
            Rule::class_line => ToolField::Class(self.any_word(parts.next()?)),
            Rule::reversal => ToolField::Reversal {
                kind: reversal_kind(&parts.next()?)?,
                body: self.block(parts.next()?, BlockKind::Reversal, Self::reversal_field),
            },
            Rule::blast => {
                ToolField::Blast(self.block(parts.next()?, BlockKind::Blast, Self::blast_field))
            }
            Rule::case => ToolField::Case {
                condition: self.expr(parts.next()?)?,
                body: self.tool_block(parts.next()?),
            },
            Rule::otherwise => ToolField::Otherwise(self.tool_block(parts.next()?)),
            _ => return None,
        })
    }

    /// An optional `because`; the outer `None` is a disagreement with the grammar.
    fn because_clause(&mut self, parts: &mut Parts<'i>) -> Option<Option<Text>> {
        match parts.take(Rule::because) {
            Some(node) => Some(Some(self.because(node)?)),
            None => Some(None),
        }
    }

    /// The labels after `yields`, or `nothing`.
    pub(super) fn yields(&mut self, parts: &mut Parts<'i>) -> Yields {
        match parts.skip(Rule::NOTHING) {
            true => Yields::Nothing,
            false => Yields::Labels(self.names(parts)),
        }
    }

    pub(super) fn reversal_field(&mut self, node: Node<'i>) -> Option<ReversalField> {
        let rule = node.as_rule();
        if rule == Rule::HUMAN {
            return Some(ReversalField::Human);
        }
        let mut parts = Parts::of(node);
        parts.next()?;
        Some(match rule {
            Rule::by => {
                let mut calls = vec![self.call(parts.next()?)?];
                while parts.skip(Rule::THEN) {
                    calls.push(self.call(parts.next()?)?);
                }
                ReversalField::By(calls)
            }
            Rule::verify => self.verify(parts)?,
            Rule::approval => ReversalField::Approval(approval(&parts.next()?)?),
            Rule::within => ReversalField::Within(match parts.skip(Rule::FOREVER) {
                true => Within::Forever,
                false => Within::Duration(self.as_written(parts.next()?)),
            }),
            Rule::expires => ReversalField::Expires(self.as_written(parts.next()?)),
            Rule::capture => ReversalField::Capture(self.call(parts.next()?)?),
            Rule::handle => ReversalField::Handle(self.expr(parts.next()?)?),
            Rule::recovery_policy => ReversalField::Policy(self.any_word(parts.next()?)),
            Rule::assumes => {
                let mut calls = Vec::new();
                while let Some(node) = parts.next() {
                    calls.push(self.call(node)?);
                }
                ReversalField::Assumes(calls)
            }
            Rule::hold => ReversalField::Hold(self.as_written(parts.next()?)),
            Rule::cancel => ReversalField::Cancel(self.call(parts.next()?)?),
            _ => return None,
        })
    }

    /// `verify CALL` with its clauses in any order. Of a clause given twice the second is told.
    fn verify(&mut self, mut parts: Parts<'i>) -> Option<ReversalField> {
        let call = self.call(parts.next()?)?;
        let (mut until, mut attempts, mut every) = (None, None, None);
        while let Some(node) = parts.next() {
            let at = super::first_word(&node, span(&node));
            let rule = node.as_rule();
            let mut parts = Parts::of(node);
            parts.next()?;
            let value = parts.next()?;
            let again = match rule {
                Rule::until => until.replace(self.expr(value)?).is_some(),
                Rule::attempts => attempts.replace(self.as_written(value)).is_some(),
                _ => every.replace(self.as_written(value)).is_some(),
            };
            if again {
                self.twice(at);
            }
        }
        Some(ReversalField::Verify {
            call,
            until,
            attempts,
            every,
        })
    }

    pub(super) fn blast_field(&mut self, node: Node<'i>) -> Option<BlastField> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        if rule == Rule::ceiling {
            return Some(BlastField::Dimension {
                dimension: self.bounded(parts.next()?, "`blast`", &["calls", "subjects", "scope"]),
                amount: self.amount(parts.next()?)?,
                suffix: bound_suffix(&mut parts),
            });
        }
        parts.next()?;
        let value = parts.next()?;
        let suffix = bound_suffix(&mut parts);
        Some(match rule {
            Rule::calls => BlastField::Calls(self.as_written(value), suffix),
            Rule::subjects => BlastField::Subjects(self.as_written(value), suffix),
            Rule::scope => {
                let scope = match value.as_rule() {
                    Rule::SINGLE_SUBJECT => Scope::SingleSubject,
                    Rule::TENANT => Scope::Tenant,
                    Rule::CROSS_TENANT => Scope::CrossTenant,
                    _ => return None,
                };
                BlastField::Scope(word_of(&value, scope), suffix)
            }
            _ => return None,
        })
    }
}

fn effect(node: &Node<'_>) -> Option<Word<Effect>> {
    let value = match node.as_rule() {
        Rule::NONE => Effect::None,
        Rule::INTERNAL => Effect::Internal,
        Rule::PUBLIC => Effect::Public,
        Rule::AUTHORITY => Effect::Authority,
        _ => return None,
    };
    Some(word_of(node, value))
}

fn reversal_kind(node: &Node<'_>) -> Option<Word<ReversalKind>> {
    let value = match node.as_rule() {
        Rule::REVERSIBLE => ReversalKind::Reversible,
        Rule::COMPENSABLE => ReversalKind::Compensable,
        Rule::IRREVERSIBLE => ReversalKind::Irreversible,
        _ => return None,
    };
    Some(word_of(node, value))
}

/// `auto`, `human` or `dual_control`.
pub(super) fn approval(node: &Node<'_>) -> Option<Word<Approval>> {
    let value = match node.as_rule() {
        Rule::AUTO => Approval::Auto,
        Rule::HUMAN => Approval::Human,
        Rule::DUAL_CONTROL => Approval::DualControl,
        _ => return None,
    };
    Some(word_of(node, value))
}
