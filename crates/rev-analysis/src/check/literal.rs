//! Values that are written out: numbers, quantities, lists and records.

use super::expr::BROKEN;
use super::fits;
use super::{Cx, Env};
use crate::hir::{Expr, ExprKind, Field, Record, Type};
use crate::item::Kind;
use crate::number;
use rev_diagnostics::{Span, codes};
use rev_syntax::ast;
use smol_str::SmolStr;
use std::collections::BTreeSet;

impl Cx<'_> {
    /// `5_000`, `0.25`, `5_000 INR`.
    pub fn amount(&mut self, written: &ast::Amount) -> (ExprKind, Type) {
        let text = &written.number.value;
        let Some(decimal) = number::decimal(text) else {
            return self.too_large(written.span, text);
        };
        let Some(unit) = &written.unit else {
            return match decimal.int() {
                Some(int) => (ExprKind::Int(int), Type::Int),
                None if decimal.scale == 0 => self.too_large(written.span, text),
                None => {
                    let kind = ExprKind::Decimal {
                        mantissa: decimal.mantissa,
                        scale: decimal.scale,
                    };
                    (kind, Type::Decimal)
                }
            };
        };
        if self.named(Kind::Unit, &unit.text, unit.span).is_none() {
            return BROKEN;
        }
        let Some(scale) = crate::units::scale(self.db, self.package, &unit.text) else {
            return BROKEN;
        };
        let ty = Type::Quantity(unit.text.clone());
        if decimal.mantissa < 0 {
            let what = "a quantity is never negative";
            self.push(codes::type_mismatch(written.number.span, what));
            return (ExprKind::Broken, ty);
        }
        match decimal.parts(scale) {
            Some(amount) => {
                let unit = unit.text.clone();
                (ExprKind::Quantity { amount, unit }, ty)
            }
            None if decimal.scale > scale => {
                let what = format!(
                    "`{text}` has {}, and `{}` has {}",
                    decimals(decimal.scale),
                    unit.text,
                    decimals(scale)
                );
                let help = match scale {
                    0 => "write a whole amount".to_owned(),
                    _ => format!("round it to {}", decimals(scale)),
                };
                self.push(codes::wrong_unit(written.span, what).help(help));
                (ExprKind::Broken, ty)
            }
            None => self.too_large(written.span, text),
        }
    }

    /// A number that does not fit.
    pub fn too_large(&mut self, span: Span, text: &str) -> (ExprKind, Type) {
        let what = format!("`{text}` is too large");
        self.push(codes::type_mismatch(span, what));
        BROKEN
    }

    pub(super) fn list(&mut self, elements: &[ast::Expr], env: &Env) -> (ExprKind, Type) {
        let elements: Vec<Expr> = elements.iter().map(|it| self.value(it, env)).collect();
        // A long list of texts is common, and its type is all of them.
        let texts = elements.iter().map(|element| match &element.kind {
            ExprKind::Text(text) => Some(text.clone()),
            _ => None,
        });
        if let Some(texts) = texts.collect::<Option<BTreeSet<SmolStr>>>()
            && !texts.is_empty()
        {
            let ty = Type::Texts(texts.into_iter().collect());
            return (ExprKind::List(elements), Type::List(Box::new(ty)));
        }
        let mut ty: Option<Type> = None;
        for element in &elements {
            ty = Some(match ty {
                None => element.ty.clone(),
                Some(ty) => match common(&ty, &element.ty) {
                    Some(ty) => ty,
                    None => {
                        let what = format!(
                            "the elements of a list have one type: this is `{}`, and those before are `{}`",
                            element.ty.shown(),
                            ty.shown()
                        );
                        self.push(codes::type_mismatch(element.span, what));
                        Type::Unknown
                    }
                },
            });
        }
        let ty = Type::List(Box::new(ty.unwrap_or(Type::Unknown)));
        (ExprKind::List(elements), ty)
    }

    pub(super) fn record(&mut self, written: &ast::Record, env: &Env) -> (ExprKind, Type) {
        let mut record = Record::default();
        let mut bindings: Vec<(SmolStr, Expr)> = Vec::new();
        let mut seen: BTreeSet<&SmolStr> = BTreeSet::new();
        for binding in &written.bindings {
            let value = self.value(&binding.value, env);
            let name = &binding.name;
            if !seen.insert(&name.text) {
                let what = format!("`{}` is given", name.text);
                self.push(codes::declared_twice(name.span, what));
                continue;
            }
            record.fields.push(Field {
                name: name.text.clone(),
                ty: value.ty.clone(),
                optional: false,
                yields: Vec::new(),
                yields_nothing: false,
                trusted: false,
            });
            bindings.push((name.text.clone(), value));
        }
        (ExprKind::Record(bindings), Type::Record(record))
    }
}

/// The type that both have, for the elements of a list.
fn common(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        (Type::Texts(a), Type::Texts(b)) => {
            let mut all: Vec<SmolStr> = a.iter().chain(b).cloned().collect();
            all.sort();
            all.dedup();
            Some(Type::Texts(all))
        }
        (Type::List(a), Type::List(b)) => Some(Type::List(Box::new(common(a, b)?))),
        (Type::Record(a), Type::Record(b)) => Some(Type::Record(common_record(a, b)?)),
        _ if fits::fits(b, a) => Some(a.clone()),
        _ if fits::fits(a, b) => Some(b.clone()),
        _ => None,
    }
}

/// A field that one of the two lacks may be missing.
fn common_record(a: &Record, b: &Record) -> Option<Record> {
    let mut all = a.clone();
    for field in &mut all.fields {
        match b.get(&field.name) {
            Some(other) => {
                field.ty = common(&field.ty, &other.ty)?;
                field.optional |= other.optional;
            }
            None => field.optional = true,
        }
    }
    let missing = b.fields.iter().filter(|field| a.get(&field.name).is_none());
    all.fields.extend(missing.cloned().map(|field| Field {
        optional: true,
        ..field
    }));
    all.open |= b.open;
    all.broken |= b.broken;
    Some(all)
}

fn decimals(count: u32) -> String {
    match count {
        0 => "no decimals".to_owned(),
        1 => "1 decimal".to_owned(),
        _ => format!("{count} decimals"),
    }
}
