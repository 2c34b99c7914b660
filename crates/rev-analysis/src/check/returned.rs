//! What a call returns, for the lines that look at it afterwards.

use super::Cx;
use super::tool::{result_type, signature::signature};
use crate::glob;
use crate::hir::Type;
use crate::scope::{self, ToolsMeant};
use rev_syntax::ast;

impl Cx<'_> {
    /// Whether a name means a tool that no call only reads with.
    pub(crate) fn never_reads(&self, target: &ast::Path) -> bool {
        match scope::find_tool(self.db, self.package, &glob::pattern(target)) {
            ToolsMeant::Some(items) => items
                .iter()
                .any(|item| signature(self.db, self.package, *item).never_reads()),
            ToolsMeant::Twice | ToolsMeant::Nothing => false,
        }
    }

    /// What a call that must only read returns. Of a tool that never only reads, that is told, and nothing is said
    /// about what it returns.
    pub(crate) fn read(&self, target: &ast::Path) -> Type {
        match self.never_reads(target) {
            true => Type::Unknown,
            false => self.returned(target),
        }
    }

    /// What a tool returns. What it returns under several globs that do not agree is known only when it is there.
    pub(crate) fn returned(&self, target: &ast::Path) -> Type {
        let items = match scope::find_tool(self.db, self.package, &glob::pattern(target)) {
            ToolsMeant::Some(items) => items.as_slice(),
            ToolsMeant::Twice | ToolsMeant::Nothing => &[],
        };
        let mut types = items
            .iter()
            .map(|item| result_type(signature(self.db, self.package, *item)));
        match types.next() {
            None => Type::Unknown,
            Some(first) => match types.all(|other| other == first) {
                true => first,
                false => Type::Json,
            },
        }
    }
}
