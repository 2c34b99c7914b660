//! Boundaries, and how they are composed of others.

use super::build::Builder;
use super::doc::{GroupKind, LIMIT, Level};
use crate::ast::{Boundary, BoundaryExpr, BoundaryExprKind, BoundaryField, Field};

impl<'a> Builder<'a> {
    pub fn boundary(&mut self, boundary: &'a Boundary, end: u32) {
        self.leaf(boundary.name.span);
        if let Some(composed) = &boundary.composed {
            let end = boundary.body.as_ref().map_or(end, |body| body.span.start);
            let is_name = matches!(composed.kind, BoundaryExprKind::Name(_));
            self.word(" ");
            // Behind a single name there may be parentheses, which disappear, and comments in them.
            self.documentation_ends_line(if is_name { end } else { composed.span.start });
            self.word("= ");
            self.composed(composed, Level::Clause);
            self.settle_before(end);
        }
        let Some(body) = &boundary.body else { return };
        self.word(" ");
        let mut lines: Vec<(&'a Field<_>, Option<&'a Field<_>>)> = Vec::new();
        for field in &body.fields {
            match lines.last_mut() {
                Some((action, because @ None)) if self.gives_reason(action, field) => {
                    *because = Some(field);
                }
                _ => lines.push((field, None)),
            }
        }
        self.group(
            GroupKind::Fields,
            body.span,
            &lines,
            |(field, because)| because.map_or(field.span, |because| field.span.to(because.span)),
            |b, (field, because)| {
                b.boundary_field(field);
                if let Some(because) = because {
                    b.word(" ");
                    b.boundary_field(because);
                }
            },
        );
    }

    /// Whether `because` stands on the line of the action that it gives the reason of, and fits there.
    fn gives_reason(&self, action: &Field<BoundaryField>, because: &Field<BoundaryField>) -> bool {
        let is_action = matches!(
            action.kind,
            BoundaryField::Refuse | BoundaryField::Halt | BoundaryField::Gate(_)
        );
        let length = because.span.end.saturating_sub(action.span.start) as usize;
        is_action
            && matches!(because.kind, BoundaryField::Because(_))
            && length + super::doc::STEP <= LIMIT
            && self.only_blanks(action.span.end, because.span.start)
    }

    fn boundary_field(&mut self, field: &'a Field<BoundaryField>) {
        match &field.kind {
            BoundaryField::Matches {
                kind,
                test,
                patterns,
            } => {
                self.cell_leaf(kind.span);
                self.cell_leaf(test.span);
                self.texts(patterns);
            }
            BoundaryField::Tool { globs, condition } => {
                self.cell_leaf(field.word);
                self.paths(globs);
                let end = globs.last().map_or(field.word.end, |glob| glob.span.end);
                self.where_clause(condition.as_ref(), end);
            }
            BoundaryField::When(condition) => {
                self.cell_leaf(field.word);
                self.expr(condition);
            }
            BoundaryField::Refuse | BoundaryField::Halt => self.leaf(field.word),
            BoundaryField::Gate(gate) => {
                self.word("gate ");
                self.leaf(gate.span);
            }
            BoundaryField::Because(text) => {
                self.word("because ");
                self.leaf(text.span);
            }
        }
    }

    /// Boundaries with `and`, `then` or `or` between them; in parentheses where the tree needs them.
    fn composed(&mut self, expr: &'a BoundaryExpr, level: Level) {
        let (word, parts) = match &expr.kind {
            BoundaryExprKind::Name(name) => return self.leaf(name.span),
            BoundaryExprKind::And(parts) => ("and ", parts),
            BoundaryExprKind::Then(parts) => ("then ", parts),
            BoundaryExprKind::Or(parts) => ("or ", parts),
        };
        let mut end = None;
        for part in parts {
            if let Some(end) = end {
                self.line_may_end(level, end, part.span.start);
                self.word(word);
            }
            if binding(part) <= binding(expr) {
                self.word("(");
                self.composed(part, Level::Kept);
                self.word(")");
            } else {
                self.composed(part, level);
            }
            end = Some(part.span.end);
        }
    }
}

/// How tightly the parts of a composed boundary hold together.
fn binding(expr: &BoundaryExpr) -> u8 {
    match &expr.kind {
        BoundaryExprKind::Or(_) => 1,
        BoundaryExprKind::Then(_) => 2,
        BoundaryExprKind::And(_) => 3,
        BoundaryExprKind::Name(_) => 4,
    }
}
