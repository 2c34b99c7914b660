//! Whether a value may go where it is bound.

use super::cx::mended;
use super::{Cx, Env};
use super::{fits, spelling};
use crate::hir::{Expr, ExprKind, Record, Type};
use rev_diagnostics::{Diagnostic, codes, suggest};
use rev_syntax::ast;
use smol_str::SmolStr;

/// How much of a record must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// Every field that is not optional.
    Whole,
    /// What a test cares about. Results are open: a field that is not declared may be there, too.
    Part,
}

impl Cx<'_> {
    /// A value that must fit `want`; `place` says where it goes, as in "`order` of `orders.get`".
    pub fn value_for(&mut self, written: &ast::Expr, env: &Env, want: &Type, place: &str) -> Expr {
        let expr = self.value(written, env);
        self.must_fit(&expr, want, place, Given::Whole);
        expr
    }

    /// A value of which a test gives the parts that it cares about.
    pub fn part_for(&mut self, written: &ast::Expr, env: &Env, want: &Type, place: &str) -> Expr {
        let expr = self.value(written, env);
        self.must_fit(&expr, want, place, Given::Part);
        expr
    }

    /// What is written out is looked at part by part, so that the part that is wrong is told.
    pub(super) fn must_fit(&mut self, expr: &Expr, want: &Type, place: &str, given: Given) {
        match (&expr.kind, want.present()) {
            (ExprKind::List(elements), Type::List(element)) => {
                for part in elements {
                    self.must_fit(part, element, &format!("an element of {place}"), given);
                }
            }
            (ExprKind::Record(bindings), Type::Map(element)) => {
                for (name, value) in bindings {
                    self.must_fit(value, element, &format!("`{name}` in {place}"), given);
                }
            }
            (ExprKind::Record(bindings), Type::Record(record)) => {
                self.record_fits(expr, bindings, record, place, given);
            }
            _ => self.leaf_fits(expr, want, place, given),
        }
    }

    fn record_fits(
        &mut self,
        expr: &Expr,
        bindings: &[(SmolStr, Expr)],
        record: &Record,
        place: &str,
        given: Given,
    ) {
        for (name, value) in bindings {
            let inner = format!("`{name}` of {place}");
            match record.get(name) {
                Some(field) => self.must_fit(value, &field.read_type(), &inner, given),
                None if record.broken || record.open => {}
                None => {
                    let names = record.fields.iter().map(|field| field.name.as_str());
                    let near = suggest::nearest(name, names);
                    if given == Given::Whole || near.is_some() {
                        let finding = codes::unknown_field(value.span, place, name);
                        self.push(match near {
                            Some(near) => finding.help(format!("did you mean `{near}`?")),
                            None => finding,
                        });
                    }
                }
            }
        }
        if given == Given::Part || record.broken {
            return;
        }
        for field in &record.fields {
            if !field.optional && !bindings.iter().any(|(name, _)| *name == field.name) {
                self.push(codes::missing_field(expr.span, place, &field.name));
            }
        }
    }

    fn leaf_fits(&mut self, expr: &Expr, want: &Type, place: &str, given: Given) {
        if let (ExprKind::Text(text), Type::Meaning(meaning)) = (&expr.kind, want.base())
            && let Some(why) = spelling::why_not(*meaning, text)
        {
            let what = format!(
                "{place} is `{}`, and `\"{text}\"` is not: {why}",
                meaning.word()
            );
            self.push(codes::type_mismatch(expr.span, what));
            return;
        }
        if fits::fits(&expr.ty, want) || is_read_as(expr, want, given) {
            return;
        }
        let (have, need) = (expr.ty.present(), want.present());
        if let (Type::Quantity(have), Type::Quantity(need)) = (have.base(), need.base())
            && have != need
        {
            let what = format!("{place} is in `{need}`, and this is in `{have}`");
            self.push(codes::wrong_unit(expr.span, what));
            return;
        }
        if let (ExprKind::Text(text), Type::Texts(set)) = (&expr.kind, need) {
            let what = format!("{place} is never `\"{text}\"`");
            self.push(one_of(codes::type_mismatch(expr.span, what), text, set));
            return;
        }
        if let (ExprKind::Text(text), Type::Like(_, pattern)) = (&expr.kind, need) {
            let what = format!("{place} is like `\"{pattern}\"`, and `\"{text}\"` is not");
            self.push(codes::type_mismatch(expr.span, what));
            return;
        }
        let what = format!(
            "{place} is `{}`, and this is `{}`",
            want.shown(),
            expr.ty.shown()
        );
        let finding = codes::type_mismatch(expr.span, what);
        self.push(match (have, need) {
            (Type::Int | Type::Decimal, Type::Quantity(unit)) => {
                finding.help(format!("write the unit: `… {unit}`"))
            }
            _ if fits::fits(have, want) => {
                finding.help("it may be absent, and what it is bound to may not")
            }
            (Type::Text, Type::Like(..) | Type::Meaning(_) | Type::Texts(_)) => finding.help(
                "declare where it comes from with the narrower type: what does not fit it would be refused when it is needed",
            ),
            _ => finding,
        });
    }
}

/// A text that is written out can be read here and now: as text with meaning, as a time, and in the answer of a tool
/// as JSON.
fn is_read_as(expr: &Expr, want: &Type, given: Given) -> bool {
    if !matches!(expr.kind, ExprKind::Text(_)) {
        return false;
    }
    match want.base() {
        Type::Meaning(_) | Type::Time => true,
        Type::List(_) | Type::Map(_) | Type::Record(_) => given == Given::Part,
        _ => false,
    }
}

/// Names the texts of a closed set, or the one that was probably meant.
pub(super) fn one_of(diagnostic: Diagnostic, text: &str, set: &[SmolStr]) -> Diagnostic {
    let near = suggest::nearest(text, set.iter().map(SmolStr::as_str));
    match near {
        Some(near) => mended(diagnostic, Some(&format!("\"{near}\""))),
        None => {
            let quoted: Vec<String> = set.iter().map(|text| format!("`\"{text}\"`")).collect();
            diagnostic.help(format!("it is one of {}", quoted.join(", ")))
        }
    }
}
