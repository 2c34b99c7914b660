//! What a call returns, for the lines that look at it afterwards.

use super::Cx;
use super::tool::{result_type, signature::signature};
use crate::glob;
use crate::hir::Type;
use crate::scope::{self, ToolsMeant};
use rev_syntax::ast;

impl Cx<'_> {
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
