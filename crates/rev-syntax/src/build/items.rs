//! Items, but for tools and tests.

use super::{Builder, Node, Parts, span, word_of};
use crate::ast::*;
use crate::expected::BlockKind;
use crate::grammar::Rule;

impl<'i> Builder<'i> {
    /// One item with its preface; what is left over behind it is told.
    pub(super) fn chunk(&mut self, node: Node<'i>) -> Option<Item> {
        let mut parts = Parts::of(node);
        let mut allows = Vec::new();
        let mut start = None;
        while let Some(node) = parts.take(Rule::allow) {
            start = start.or(Some(span(&node)));
            allows.push(self.allow(node)?);
        }
        let node = parts.next()?;
        let own = span(&node);
        let word = super::first_word(&node, own);
        let docs = self.docs_before(own.start);
        let told = self.errors.len();
        let mut kind = self.item_kind(node);
        if kind.is_none() && self.errors.len() == told {
            self.unreadable(own, BlockKind::Item);
        }
        if let Some(leftover) = parts.take(Rule::leftover) {
            self.unreadable_behind(own, span(&leftover), BlockKind::Item);
            // What is missing in the item may be there.
            kind.iter_mut().for_each(mark_broken);
            // What was read of a type may not be what was meant, as the `list` of `list<`.
            kind = kind.filter(|kind| !matches!(kind, ItemKind::Type(_)));
        } else if self.faults.iter().any(|fault| fault.kind.is_about_braces()) {
            kind.iter_mut().for_each(mark_broken);
        }
        Some(Item {
            span: start.unwrap_or(own).to(own),
            word,
            docs,
            allows,
            kind: kind?,
        })
    }

    fn allow(&mut self, node: Node<'i>) -> Option<Allow> {
        let span = span(&node);
        let mut parts = Parts::of(node);
        parts.take(Rule::ALLOW)?;
        parts.take(Rule::allow_open)?;
        Some(Allow {
            span,
            code: self.any_word(parts.take(Rule::name)?),
            reason: parts.take(Rule::text).map(|node| self.text(node)),
        })
    }

    fn item_kind(&mut self, node: Node<'i>) -> Option<ItemKind> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        parts.next()?;
        Some(match rule {
            Rule::policy => ItemKind::Policy(Policy {
                name: self.new_name(parts.next()?),
                version: self.as_written(parts.next()?),
            }),
            Rule::unit => ItemKind::Unit(Unit {
                name: self.new_type_name(parts.next()?),
                scale: match parts.skip(Rule::SCALE) {
                    true => Some(self.as_written(parts.next()?)),
                    false => None,
                },
            }),
            Rule::dimension => ItemKind::Dimension(Dimension {
                name: self.new_name(parts.next()?),
                unit: {
                    parts.take(Rule::IN)?;
                    self.type_name(parts.next()?)
                },
            }),
            Rule::label => ItemKind::Label(Label {
                name: self.new_name(parts.next()?),
                marks: self.label_marks(parts)?,
            }),
            Rule::type_alias => ItemKind::Type(TypeAlias {
                name: self.alias_name(parts.next()?),
                ty: {
                    parts.take(Rule::equals)?;
                    self.ty(parts.next()?)?
                },
            }),
            Rule::event => ItemKind::Event(Event {
                name: self.new_dotted(parts.next()?),
                fields: self.record_type(parts.next()?)?,
            }),
            Rule::context => ItemKind::Context(Context {
                fields: self.record_type(parts.next()?)?,
            }),
            Rule::class_item => ItemKind::ClassGate(ClassGate {
                class: self.any_word(parts.next()?),
                gate: {
                    parts.take(Rule::GATE)?;
                    self.any_word(parts.next()?)
                },
            }),
            Rule::gate_item => ItemKind::Gate(GateDecl {
                name: self.new_name(parts.next()?),
                body: self.block(parts.next()?, BlockKind::Gate, Self::gate_field),
            }),
            Rule::assumption => ItemKind::Assumption(Assumption {
                name: self.new_name(parts.next()?),
                body: self.block(parts.next()?, BlockKind::Assumption, Self::assumption_field),
            }),
            Rule::tool => ItemKind::Tool(self.tool(parts)?),
            Rule::rule_item => ItemKind::Rule(crate::ast::Rule {
                name: self.new_name(parts.next()?),
                body: self.block(parts.next()?, BlockKind::Rule, Self::rule_field),
            }),
            Rule::boundary => ItemKind::Boundary(self.boundary(parts)?),
            Rule::budget => ItemKind::Budget(Budget {
                name: self.new_name(parts.next()?),
                body: self.block(parts.next()?, BlockKind::Budget, Self::budget_field),
            }),
            Rule::agent => ItemKind::Agent(Agent {
                name: self.new_name(parts.next()?),
                body: self.block(parts.next()?, BlockKind::Agent, Self::agent_field),
            }),
            Rule::saga => ItemKind::Saga(Saga {
                name: self.new_name(parts.next()?),
                body: self.block(parts.next()?, BlockKind::Saga, Self::saga_field),
            }),
            Rule::invariant => ItemKind::Invariant(Invariant {
                name: self.new_name(parts.next()?),
                body: self.block(parts.next()?, BlockKind::Invariant, Self::invariant_field),
            }),
            Rule::test => ItemKind::Test(self.test(parts)?),
            _ => return None,
        })
    }

    /// The name of a type, which can never be quoted.
    fn alias_name(&mut self, node: Node<'i>) -> Name {
        let name = self.new_type_name(node);
        if name.quoted {
            let what = "the name of a type cannot be quoted";
            let help = "where a type stands, a text in quotes is a text that stands for itself; use letters, digits and `_`";
            self.tell(rev_diagnostics::codes::syntax(name.span, what).help(help));
        }
        name
    }

    fn label_marks(&mut self, mut parts: Parts<'i>) -> Option<Vec<LabelMark>> {
        let mut marks = Vec::new();
        while let Some(node) = parts.next() {
            let at = span(&node);
            marks.push(match node.as_rule() {
                Rule::CONFIDENTIAL => LabelMark::Confidential(at),
                Rule::UNTRUSTED => LabelMark::Untrusted(at),
                Rule::may_leave => LabelMark::MayLeave(at),
                Rule::implies => {
                    let mut parts = Parts::of(node);
                    parts.take(Rule::IMPLIES)?;
                    LabelMark::Implies(at, self.names(&mut parts))
                }
                _ => return None,
            });
        }
        Some(marks)
    }

    /// Names up to the first part that is none.
    pub(super) fn names(&mut self, parts: &mut Parts<'i>) -> Vec<Name> {
        std::iter::from_fn(|| Some(self.name(parts.take(Rule::name)?))).collect()
    }

    /// Dotted names up to the first part that is none.
    pub(super) fn dotted_names(&mut self, parts: &mut Parts<'i>) -> Vec<Path> {
        std::iter::from_fn(|| Some(self.dotted(parts.take(Rule::dotted)?))).collect()
    }

    pub(super) fn globs(&mut self, parts: &mut Parts<'i>) -> Vec<Path> {
        std::iter::from_fn(|| Some(self.dotted(parts.take(Rule::glob)?))).collect()
    }

    pub(super) fn gate_field(&mut self, node: Node<'i>) -> Option<GateField> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        parts.next();
        let mut value = || Some(self.as_written(parts.next()?));
        Some(match rule {
            Rule::approvers => GateField::Approvers(value()?),
            Rule::cooling => GateField::Cooling(value()?),
            Rule::undo => GateField::Undo(value()?),
            Rule::DRY_RUN => GateField::DryRun,
            Rule::OUT_OF_BAND => GateField::OutOfBand,
            Rule::DENY => GateField::Deny,
            _ => return None,
        })
    }

    pub(super) fn assumption_field(&mut self, node: Node<'i>) -> Option<AssumptionField> {
        let rule = node.as_rule();
        if rule == Rule::entry {
            return Some(AssumptionField::Parameter(self.entry(node)?));
        }
        let mut parts = Parts::of(node);
        parts.next()?;
        parts.take(Rule::BY)?;
        Some(match rule {
            Rule::broken_by => AssumptionField::BrokenBy {
                event: self.dotted(parts.next()?),
                condition: self.where_clause(&mut parts)?,
            },
            Rule::checked_by => AssumptionField::CheckedBy {
                call: self.call(parts.next()?)?,
                condition: self.where_clause(&mut parts)?,
            },
            _ => return None,
        })
    }

    /// An optional `where`; the outer `None` is a disagreement with the grammar.
    fn where_clause(&mut self, parts: &mut Parts<'i>) -> Option<Option<Expr>> {
        match parts.take(Rule::where_clause) {
            Some(node) => {
                let mut parts = Parts::of(node);
                parts.take(Rule::WHERE)?;
                Some(Some(self.expr(parts.next()?)?))
            }
            None => Some(None),
        }
    }

    pub(super) fn rule_field(&mut self, node: Node<'i>) -> Option<RuleField> {
        let rule = node.as_rule();
        if rule == Rule::because {
            return Some(RuleField::Because(self.because(node)?));
        }
        let mut parts = Parts::of(node);
        parts.next()?;
        Some(match rule {
            Rule::when => RuleField::When(self.expr(parts.next()?)?),
            Rule::rule_gate => RuleField::Gate(self.any_word(parts.next()?)),
            Rule::rule_deny => RuleField::Deny,
            _ => return None,
        })
    }

    fn boundary(&mut self, mut parts: Parts<'i>) -> Option<Boundary> {
        let name = self.new_name(parts.next()?);
        let composed = match parts.skip(Rule::equals) {
            true => Some(self.composed(parts.next()?)?),
            false => None,
        };
        let body = parts
            .take(Rule::boundary_block)
            .map(|node| self.block(node, BlockKind::Boundary, Self::boundary_field));
        Some(Boundary {
            name,
            composed,
            body,
        })
    }

    fn composed(&mut self, node: Node<'i>) -> Option<BoundaryExpr> {
        let span = span(&node);
        let rule = node.as_rule();
        if rule == Rule::name {
            let kind = BoundaryExprKind::Name(self.name(node));
            return Some(BoundaryExpr { span, kind });
        }
        let mut operands = Vec::new();
        for part in node.into_inner() {
            if !matches!(part.as_rule(), Rule::OR | Rule::THEN | Rule::AND) {
                operands.push(self.composed(part)?);
            }
        }
        if operands.len() == 1 {
            return operands.pop();
        }
        let kind = match rule {
            Rule::either => BoundaryExprKind::Or(operands),
            Rule::sequence => BoundaryExprKind::Then(operands),
            Rule::both => BoundaryExprKind::And(operands),
            _ => return None,
        };
        Some(BoundaryExpr { span, kind })
    }

    pub(super) fn boundary_field(&mut self, node: Node<'i>) -> Option<BoundaryField> {
        let rule = node.as_rule();
        if rule == Rule::because {
            return Some(BoundaryField::Because(self.because(node)?));
        }
        let mut parts = Parts::of(node);
        Some(match rule {
            Rule::REFUSE => BoundaryField::Refuse,
            Rule::HALT => BoundaryField::Halt,
            Rule::matches => self.match_line(parts)?,
            Rule::tool_line => {
                parts.take(Rule::TOOL)?;
                BoundaryField::Tool {
                    globs: self.globs(&mut parts),
                    condition: self.where_clause(&mut parts)?,
                }
            }
            Rule::when => {
                parts.take(Rule::WHEN)?;
                BoundaryField::When(self.expr(parts.next()?)?)
            }
            Rule::rule_gate => {
                parts.take(Rule::GATE)?;
                BoundaryField::Gate(self.any_word(parts.next()?))
            }
            _ => return None,
        })
    }

    fn match_line(&mut self, mut parts: Parts<'i>) -> Option<BoundaryField> {
        let kind = parts.next()?;
        let test = parts.next()?;
        let kind = word_of(
            &kind,
            match kind.as_rule() {
                Rule::PATH => ValueKind::Path,
                Rule::URL => ValueKind::Url,
                Rule::COMMAND => ValueKind::Command,
                Rule::HOST => ValueKind::Host,
                Rule::EMAIL => ValueKind::Email,
                _ => return None,
            },
        );
        let test = word_of(
            &test,
            match test.as_rule() {
                Rule::UNDER => MatchKind::Under,
                Rule::LIKE => MatchKind::Like,
                Rule::RUNS => MatchKind::Runs,
                Rule::IS => MatchKind::Is,
                _ => return None,
            },
        );
        Some(BoundaryField::Matches {
            kind,
            test,
            patterns: self.texts(&mut parts),
        })
    }

    pub(super) fn budget_field(&mut self, node: Node<'i>) -> Option<BudgetField> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        Some(match rule {
            Rule::weight => {
                parts.take(Rule::WEIGHT)?;
                BudgetField::Weight {
                    class: self.any_word(parts.next()?),
                    weight: self.as_written(parts.next()?),
                }
            }
            Rule::human_only => {
                let dimension = self.bounded(parts.next()?, "a budget", &["weight"]);
                parts.take(Rule::HUMAN_ONLY)?;
                BudgetField::HumanOnly {
                    dimension,
                    suffix: bound_suffix(&mut parts),
                }
            }
            Rule::ceiling => BudgetField::Ceiling {
                dimension: self.bounded(parts.next()?, "a budget", &["weight"]),
                amount: self.amount(parts.next()?)?,
                suffix: bound_suffix(&mut parts),
            },
            _ => return None,
        })
    }

    pub(super) fn agent_field(&mut self, node: Node<'i>) -> Option<AgentField> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        parts.next()?;
        Some(match rule {
            Rule::may => AgentField::May(self.globs(&mut parts)),
            Rule::up_to => AgentField::UpTo(self.any_word(parts.next()?)),
            Rule::agent_budget => AgentField::Budget(self.name(parts.next()?)),
            _ => return None,
        })
    }

    pub(super) fn saga_field(&mut self, node: Node<'i>) -> Option<SagaField> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        parts.next()?;
        Some(match rule {
            Rule::key => SagaField::Key(self.expr(parts.next()?)?),
            Rule::steps => {
                let mut steps = vec![self.dotted(parts.next()?)];
                while parts.skip(Rule::THEN) {
                    steps.push(self.dotted(parts.next()?));
                }
                SagaField::Steps(steps)
            }
            _ => return None,
        })
    }

    pub(super) fn invariant_field(&mut self, node: Node<'i>) -> Option<InvariantField> {
        let rule = node.as_rule();
        let mut parts = Parts::of(node);
        parts.next()?;
        Some(match rule {
            Rule::for_agents => InvariantField::For(self.names(&mut parts)),
            Rule::never => InvariantField::Never(self.expr(parts.next()?)?),
            _ => return None,
        })
    }
}

/// Says that not all of an item's block could be read.
fn mark_broken(kind: &mut ItemKind) {
    match kind {
        ItemKind::Gate(item) => item.body.broken = true,
        ItemKind::Assumption(item) => item.body.broken = true,
        ItemKind::Tool(item) => item.body.broken = true,
        ItemKind::Rule(item) => item.body.broken = true,
        ItemKind::Boundary(item) => item.body.iter_mut().for_each(|body| body.broken = true),
        ItemKind::Budget(item) => item.body.broken = true,
        ItemKind::Agent(item) => item.body.broken = true,
        ItemKind::Saga(item) => item.body.broken = true,
        ItemKind::Invariant(item) => item.body.broken = true,
        ItemKind::Test(item) => item.steps.broken = true,
        ItemKind::Event(item) => item.fields.broken = true,
        ItemKind::Context(item) => item.fields.broken = true,
        ItemKind::Policy(_)
        | ItemKind::Unit(_)
        | ItemKind::Dimension(_)
        | ItemKind::Label(_)
        | ItemKind::Type(_)
        | ItemKind::ClassGate(_) => {}
    }
}

/// `per run` and `or deny`, as far as they are there.
pub(super) fn bound_suffix(parts: &mut Parts<'_>) -> BoundSuffix {
    BoundSuffix {
        per_run: parts.skip(Rule::PER) && parts.skip(Rule::RUN),
        or_deny: parts.skip(Rule::OR) && parts.skip(Rule::DENY),
    }
}
