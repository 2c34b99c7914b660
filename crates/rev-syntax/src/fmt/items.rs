//! Files and their items.

use super::build::{Builder, Rows};
use super::doc::{Group, GroupKind, LIMIT, Level, Remark, Row};
use crate::ast::{
    AgentField, Allow, AssumptionField, BudgetField, Field, GateField, InvariantField, Item,
    ItemKind, Label, LabelMark, RuleField, SagaField, Tree,
};
use std::mem::discriminant;

impl<'a> Builder<'a> {
    /// A whole file as rows in no brackets.
    pub fn file(&mut self, tree: &'a Tree) -> Group<'a> {
        let mut rows = Rows::after(0);
        let mut before: Option<&ItemKind> = None;
        for placed in &tree.items {
            self.base = placed.start;
            let first = rows.rows.len();
            for allow in &placed.item.allows {
                let span = allow.span.shifted(self.base);
                self.begin_row(&mut rows, span.start);
                self.allow(allow);
                self.end_row(&mut rows, span.end);
            }
            let word = placed.item.word.shifted(self.base);
            self.begin_row(&mut rows, word.start);
            self.item(&placed.item);
            self.end_row(&mut rows, placed.item.span.shifted(self.base).end);
            let stands_with =
                before.is_some_and(|kind| discriminant(kind) == discriminant(&placed.item.kind));
            separate(&mut rows.rows, first, stands_with);
            before = Some(&placed.item.kind);
        }
        self.base = 0;
        self.end_rows(rows, GroupKind::Fields, u32::MAX)
    }

    fn allow(&mut self, allow: &'a Allow) {
        self.word("@allow(");
        self.leaf(allow.code.span);
        if let Some(reason) = &allow.reason {
            self.word(", ");
            self.leaf(reason.span);
        }
        self.closing(")", allow.span.end);
    }

    fn item(&mut self, item: &'a Item) {
        match &item.kind {
            ItemKind::Dimension(dimension) => {
                self.cell("dimension");
                self.cell_leaf(dimension.name.span);
                self.documentation_ends_line(dimension.unit.span.start);
                self.word("in ");
                self.leaf(dimension.unit.span);
                return;
            }
            ItemKind::Context(_) => self.word("context"),
            _ => self.leaf(item.word),
        }
        self.word(" ");
        match &item.kind {
            ItemKind::Dimension(_) => {}
            ItemKind::Policy(policy) => {
                self.leaf(policy.name.span);
                self.word(" ");
                self.leaf(policy.version.span);
            }
            ItemKind::Unit(unit) => {
                self.leaf(unit.name.span);
                if let Some(scale) = &unit.scale {
                    self.word(" scale ");
                    self.leaf(scale.span);
                }
            }
            ItemKind::Label(label) => self.label(label),
            ItemKind::Type(alias) => {
                self.leaf(alias.name.span);
                self.word(" ");
                self.documentation_ends_line(alias.ty.span.start);
                self.word("= ");
                self.ty(&alias.ty);
            }
            ItemKind::Event(event) => {
                self.leaf(event.name.span);
                self.word(" ");
                self.record_type(&event.fields);
            }
            ItemKind::Context(context) => self.record_type(&context.fields),
            ItemKind::Assumption(assumption) => {
                self.leaf(assumption.name.span);
                self.word(" ");
                self.block(&assumption.body, Self::assumption_field);
            }
            ItemKind::Tool(tool) => {
                self.paths(&tool.names);
                if !tool.undoes.is_empty() {
                    self.word(" undoes ");
                    self.paths(&tool.undoes);
                }
                self.word(" ");
                self.block(&tool.body, Self::tool_field);
            }
            ItemKind::Gate(gate) => {
                self.leaf(gate.name.span);
                self.word(" ");
                self.block(&gate.body, Self::gate_field);
            }
            ItemKind::ClassGate(class) => {
                self.leaf(class.class.span);
                self.word(" gate ");
                self.leaf(class.gate.span);
            }
            ItemKind::Rule(rule) => {
                self.leaf(rule.name.span);
                self.word(" ");
                self.block(&rule.body, Self::rule_field);
            }
            ItemKind::Boundary(boundary) => self.boundary(boundary, item.span.end),
            ItemKind::Budget(budget) => {
                self.leaf(budget.name.span);
                self.word(" ");
                self.block(&budget.body, Self::budget_field);
            }
            ItemKind::Agent(agent) => {
                self.leaf(agent.name.span);
                self.word(" ");
                self.block(&agent.body, Self::agent_field);
            }
            ItemKind::Saga(saga) => {
                self.leaf(saga.name.span);
                self.word(" ");
                self.block(&saga.body, Self::saga_field);
            }
            ItemKind::Invariant(invariant) => {
                self.leaf(invariant.name.span);
                self.word(" ");
                self.block(&invariant.body, Self::invariant_field);
            }
            ItemKind::Test(test) => {
                self.leaf(test.title.span);
                self.word(" for ");
                self.leaf(test.agent.span);
                self.word(" ");
                self.block(&test.steps, Self::step);
            }
        }
    }

    fn label(&mut self, label: &'a Label) {
        self.leaf(label.name.span);
        for mark in &label.marks {
            match mark {
                LabelMark::Confidential(_) => self.word(" confidential"),
                LabelMark::Untrusted(_) => self.word(" untrusted"),
                LabelMark::MayLeave(_) => self.word(" may leave"),
                LabelMark::Implies(_, labels) => {
                    self.word(" implies ");
                    self.names(labels);
                }
            }
        }
    }

    fn assumption_field(&mut self, field: &'a Field<AssumptionField>) {
        match &field.kind {
            AssumptionField::Parameter(entry) => self.entry(entry),
            AssumptionField::BrokenBy { event, condition } => {
                self.word("broken by ");
                self.leaf(event.span);
                self.where_clause(condition.as_ref(), event.span.end);
            }
            AssumptionField::CheckedBy { call, condition } => {
                self.word("checked by ");
                self.call(call);
                self.where_clause(condition.as_ref(), call.span.end);
            }
        }
    }

    /// `where …` after what ends at `end`.
    pub fn where_clause(&mut self, condition: Option<&'a crate::ast::Expr>, end: u32) {
        if let Some(condition) = condition {
            self.line_may_end(Level::Clause, end, condition.span.start);
            self.word("where ");
            self.expr(condition);
        }
    }

    fn gate_field(&mut self, field: &'a Field<GateField>) {
        match &field.kind {
            GateField::Approvers(value) | GateField::Cooling(value) | GateField::Undo(value) => {
                self.cell_leaf(field.word);
                self.leaf(value.span);
            }
            GateField::DryRun | GateField::OutOfBand | GateField::Deny => self.leaf(field.word),
        }
    }

    fn rule_field(&mut self, field: &'a Field<RuleField>) {
        match &field.kind {
            RuleField::When(condition) => {
                self.cell_leaf(field.word);
                self.expr(condition);
            }
            RuleField::Gate(gate) => {
                self.cell_leaf(field.word);
                self.leaf(gate.span);
            }
            RuleField::Deny => self.leaf(field.word),
            RuleField::Because(text) => {
                self.cell_leaf(field.word);
                self.leaf(text.span);
            }
        }
    }

    fn budget_field(&mut self, field: &'a Field<BudgetField>) {
        self.cell_leaf(field.word);
        match &field.kind {
            BudgetField::Ceiling { amount, suffix, .. } => {
                self.amount(amount);
                self.suffix(*suffix);
            }
            BudgetField::HumanOnly { suffix, .. } => {
                self.word("human_only");
                self.suffix(*suffix);
            }
            BudgetField::Weight { class, weight } => {
                self.leaf(class.span);
                self.word(" ");
                self.leaf(weight.span);
            }
        }
    }

    fn agent_field(&mut self, field: &'a Field<AgentField>) {
        self.cell_leaf(field.word);
        match &field.kind {
            AgentField::May(globs) => self.paths(globs),
            AgentField::UpTo(name) | AgentField::Budget(name) => self.leaf(name.span),
        }
    }

    fn saga_field(&mut self, field: &'a Field<SagaField>) {
        self.cell_leaf(field.word);
        match &field.kind {
            SagaField::Key(value) => self.expr(value),
            SagaField::Steps(tools) => {
                let mut end = None;
                for tool in tools {
                    if let Some(end) = end {
                        self.line_may_end(Level::Clause, end, tool.span.start);
                        self.word("then ");
                    }
                    self.leaf(tool.span);
                    end = Some(tool.span.end);
                }
            }
        }
    }

    fn invariant_field(&mut self, field: &'a Field<InvariantField>) {
        self.cell_leaf(field.word);
        match &field.kind {
            InvariantField::For(agents) => self.names(agents),
            InvariantField::Never(condition) => self.expr(condition),
        }
    }
}

/// Sees to the blank lines of the item whose rows begin at `first`, in and above it.
fn separate(rows: &mut [Row<'_>], first: usize, same_kind: bool) {
    let Some((above, own)) = rows.split_at_mut_checked(first) else {
        return;
    };
    let Some((head, rest)) = own.split_first_mut() else {
        return;
    };
    for row in rest.iter_mut() {
        row.blank = false;
        row.lead.iter_mut().for_each(|remark| remark.blank = false);
    }
    let Some(before) = above.last() else { return };
    let short = rest.is_empty() && is_short(head) && is_short(before);
    let documented = head.lead.iter().any(Remark::is_doc);
    let together = same_kind && short && !documented;
    if !together && !head.after_blank() {
        match head.lead.first_mut() {
            Some(remark) => remark.blank = true,
            None => head.blank = true,
        }
    }
}

/// Whether an item takes one line.
fn is_short(row: &Row<'_>) -> bool {
    row.width().is_some_and(|width| width <= LIMIT)
}
