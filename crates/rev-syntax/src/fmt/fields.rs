//! The fields of tools, reversal contracts and blast radii.

use super::build::Builder;
use super::doc::{GroupKind, Level, columns};
use crate::ast::{
    BlastField, Block, BoundSuffix, Field, Name, Path, ReversalField, Text, ToolField, Within,
};
use rev_diagnostics::Span;

impl<'a> Builder<'a> {
    /// Fields in braces.
    pub fn block<T>(&mut self, block: &'a Block<T>, each: fn(&mut Self, &'a Field<T>)) {
        self.group(
            GroupKind::Fields,
            block.span,
            &block.fields,
            |field| field.span,
            each,
        );
    }

    pub fn tool_field(&mut self, field: &'a Field<ToolField>) {
        let word = field.word;
        match &field.kind {
            ToolField::Outbound | ToolField::Trusted => self.leaf(word),
            ToolField::Contained { because } | ToolField::Deny { because } => match because {
                Some(because) => {
                    self.cell_leaf(word);
                    self.word("because ");
                    self.leaf(because.span);
                }
                None => self.leaf(word),
            },
            ToolField::Case { condition, body } => {
                self.word("case ");
                self.expr(condition);
                self.word(" ");
                self.block(body, Self::tool_field);
            }
            ToolField::Otherwise(body) => {
                self.word("otherwise ");
                self.block(body, Self::tool_field);
            }
            other => {
                self.cell_leaf(word);
                self.tool_value(other);
            }
        }
    }

    /// What stands behind the word of a field that always has something there.
    fn tool_value(&mut self, field: &'a ToolField) {
        match field {
            ToolField::Args { open, fields } => {
                if open.is_some() {
                    self.word("open ");
                }
                self.record_type(fields);
            }
            ToolField::Result(ty) => self.ty(ty),
            ToolField::Wire(text) => self.leaf(text.span),
            ToolField::Effect(effect) => self.leaf(effect.span),
            ToolField::Subject(value) | ToolField::Tenant(value) => self.expr(value),
            ToolField::Spends { dimension, amount } => {
                self.leaf(dimension.span);
                self.word(" = ");
                self.expr(amount);
            }
            ToolField::Require {
                name,
                condition,
                because,
            } => {
                if let Some(name) = name {
                    self.leaf(name.span);
                    self.word(": ");
                }
                self.expr(condition);
                self.because(because.as_ref(), condition.span.end);
            }
            ToolField::Yields(yields) => self.yields(yields),
            ToolField::Clears(labels) => self.names(labels),
            ToolField::DryRun(call) => self.call(call),
            ToolField::DryRunNone { because } => {
                self.word("none");
                if let Some(because) = because {
                    self.because(Some(because), because.span.start);
                }
            }
            ToolField::Instead(tools) => self.paths(tools),
            ToolField::Consent(values) => {
                self.commas(values, |value| value.span, |b, value| b.expr(value));
            }
            ToolField::Gate {
                gate,
                condition,
                because,
            } => {
                self.leaf(gate.span);
                let mut end = gate.span.end;
                if let Some(condition) = condition {
                    self.word(" when ");
                    self.expr(condition);
                    end = condition.span.end;
                }
                self.because(because.as_ref(), end);
            }
            ToolField::Class(class) => self.leaf(class.span),
            ToolField::Reversal { kind, body } => {
                self.leaf(kind.span);
                self.word(" ");
                self.block(body, Self::reversal_field);
            }
            ToolField::Blast(body) => self.block(body, Self::blast_field),
            ToolField::Outbound
            | ToolField::Trusted
            | ToolField::Contained { .. }
            | ToolField::Deny { .. }
            | ToolField::Case { .. }
            | ToolField::Otherwise(_) => {}
        }
    }

    fn reversal_field(&mut self, field: &'a Field<ReversalField>) {
        if matches!(field.kind, ReversalField::Human) {
            self.leaf(field.word);
            return;
        }
        self.cell_leaf(field.word);
        match &field.kind {
            ReversalField::By(calls) => self.calls(calls, Level::Clause),
            ReversalField::Verify {
                call,
                until,
                attempts,
                every,
            } => {
                self.call(call);
                let clauses = [
                    until.as_ref().map(|until| until.span),
                    attempts.as_ref().map(|attempts| attempts.span),
                    every.as_ref().map(|every| every.span),
                ];
                self.verify_clauses(call.span.end, clauses, until.as_ref());
            }
            ReversalField::Approval(mode) => self.leaf(mode.span),
            ReversalField::Within(Within::Forever) => self.word("forever"),
            ReversalField::Within(Within::Duration(duration))
            | ReversalField::Expires(duration)
            | ReversalField::Hold(duration) => self.leaf(duration.span),
            ReversalField::Capture(call) => {
                self.call(call);
                self.line_may_end(Level::Fill, call.span.end, field.span.end);
                self.word("as prior");
            }
            ReversalField::Handle(value) => self.expr(value),
            ReversalField::Policy(gate) => self.leaf(gate.span),
            ReversalField::Assumes(calls) => {
                self.commas(calls, |call| call.span, |b, call| b.call(call));
            }
            ReversalField::Cancel(call) => self.call(call),
            ReversalField::Human => {}
        }
    }

    /// `until`, `attempts` and `every`, in the order in which they were written.
    fn verify_clauses(
        &mut self,
        mut end: u32,
        spans: [Option<Span>; 3],
        until: Option<&'a crate::ast::Expr>,
    ) {
        let words = [
            ("until ", Level::Clause),
            ("attempts ", Level::Fill),
            ("every ", Level::Fill),
        ];
        let mut clauses: Vec<_> = words
            .into_iter()
            .zip(spans)
            .filter_map(|((word, level), span)| Some((span?, word, level)))
            .collect();
        clauses.sort_by_key(|(span, ..)| *span);
        for (span, word, level) in clauses {
            self.line_may_end(level, end, span.start);
            self.word(word);
            match until {
                Some(until) if until.span == span => self.expr(until),
                _ => self.leaf(span),
            }
            end = span.end;
        }
    }

    fn blast_field(&mut self, field: &'a Field<BlastField>) {
        self.cell_leaf(field.word);
        // Bounds stand in one column in every blast radius.
        self.row.least = columns("subjects");
        let suffix = match &field.kind {
            BlastField::Calls(count, suffix) | BlastField::Subjects(count, suffix) => {
                self.leaf(count.span);
                suffix
            }
            BlastField::Scope(scope, suffix) => {
                self.leaf(scope.span);
                suffix
            }
            BlastField::Dimension { amount, suffix, .. } => {
                self.amount(amount);
                suffix
            }
        };
        self.suffix(*suffix);
    }

    pub fn suffix(&mut self, suffix: BoundSuffix) {
        if suffix.per_run {
            self.word(" per run");
        }
        if suffix.or_deny {
            self.word(" or deny");
        }
    }

    /// `because "…"` after what ends at `end`.
    fn because(&mut self, because: Option<&'a Text>, end: u32) {
        if let Some(because) = because {
            self.line_may_end(Level::Clause, end, because.span.start);
            self.word("because ");
            self.leaf(because.span);
        }
    }

    pub fn names(&mut self, names: &'a [Name]) {
        self.commas(names, |name| name.span, |b, name| b.leaf(name.span));
    }

    pub fn paths(&mut self, paths: &'a [Path]) {
        self.commas(paths, |path| path.span, |b, path| b.leaf(path.span));
    }
}
