//! Texts with meaning that are written out: whether they are what they are used as.

use super::Cx;
use crate::hir::Expr;
use crate::hir::{ExprKind, Meaning, Type};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast;
use rev_text::{Kind, Op, Pattern};

/// The kind that a meaning has where texts are normalised.
pub(super) fn kind(meaning: Meaning) -> Kind {
    match meaning {
        Meaning::Url => Kind::Url,
        Meaning::Path => Kind::Path,
        Meaning::Command => Kind::Command,
        Meaning::Email => Kind::Email,
        Meaning::Host => Kind::Host,
    }
}

/// Why a text is no value of this kind.
pub(super) fn why_not(meaning: Meaning, text: &str) -> Option<String> {
    let normal = rev_text::normalise(kind(meaning), text, &rev_text::Context::default());
    normal.err().map(|why| why.to_string())
}

/// Why no value of this kind can match a pattern.
pub(super) fn why_never(meaning: Meaning, op: Op, pattern: &str) -> Option<String> {
    let parsed = Pattern::parse(kind(meaning), op, pattern);
    parsed.err().map(|why| why.to_string())
}

impl Cx<'_> {
    /// Patterns of a test on a value of this type, each at its own place.
    pub(super) fn patterns_can_match(&mut self, ty: &Type, op: Op, patterns: &[ast::Text]) {
        let Type::Meaning(meaning) = ty.base() else {
            return;
        };
        for pattern in patterns {
            if let Some(why) = why_never(*meaning, op, &pattern.value) {
                let what = format!(
                    "no `{}` can match `\"{}\"`: {why}",
                    meaning.word(),
                    pattern.value
                );
                self.push(codes::type_mismatch(pattern.span, what));
            }
        }
    }

    /// A text that is compared with a value of this kind, or a list of such.
    pub(super) fn compared_as(&mut self, ty: &Type, literal: &Expr) {
        let Type::Meaning(meaning) = ty.base() else {
            return;
        };
        match &literal.kind {
            ExprKind::Text(text) => self.never_is(*meaning, text, literal.span),
            ExprKind::List(elements) => {
                for element in elements {
                    self.compared_as(ty, element);
                }
            }
            _ => {}
        }
    }

    fn never_is(&mut self, meaning: Meaning, text: &str, span: Span) {
        if let Some(why) = why_not(meaning, text) {
            let what = format!("a `{}` is never `\"{text}\"`: {why}", meaning.word());
            self.push(codes::type_mismatch(span, what));
        }
    }
}
