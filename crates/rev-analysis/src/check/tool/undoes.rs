//! Tools that only undo others' calls.

use super::This;
use super::facts;
use crate::check::Cx;
use crate::hir::Effect;
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::ToolField;

pub(super) fn check(cx: &mut Cx<'_>, this: This<'_>) {
    cx.names_once(&this.tree.undoes);
    for path in &this.tree.undoes {
        cx.tools(path);
    }
    if !this.signature.is_recovery_tool() {
        return;
    }
    let reads = this.signature.only_reads() && !this.signature.broken;
    for field in facts::cases(this.tree).iter().flat_map(|it| &it.fields) {
        match &field.kind {
            ToolField::Reversal { .. } => {
                let class = "a tool that only `undoes` others";
                let finding = codes::field_of_another_class(field.word, class, "reversal");
                let help = "remove it; or remove `undoes`, if agents may call the tool as well";
                cx.push(finding.help(help));
            }
            ToolField::Effect(effect) if reads && effect.value == Effect::None => {
                nothing_undone(cx, this, effect.span);
            }
            _ => {}
        }
    }
}

/// What changes nothing takes nothing back.
fn nothing_undone(cx: &mut Cx<'_>, this: This<'_>, at: Span) {
    let what = format!(
        "`{}` changes nothing, so it cannot undo anything",
        this.name()
    );
    let help = "say what it changes: `effect internal`, `public` or `authority`; or remove `undoes`, if it only reads";
    cx.push(codes::type_mismatch(at, what).help(help));
}
