//! Boundaries: what a call crosses, worked out from everything that earlier calls crossed.
//!
//! Nothing is kept of a sequence but its history: which boundaries each call that was sent crossed. `a then b` is crossed
//! by a call that crosses `b` if `a` was crossed by it or before it.

use crate::condition::See;
use crate::program::Program;
use crate::read::Reader;
use crate::run::Run;
use crate::text;
use crate::value::{Truth, all, any};
use rev_analysis::glob;
use rev_analysis::hir::{Boundary, BoundaryExpr, BoundaryLine, Expr, ExprKind, Record, Type};
use rev_syntax::ast::MatchKind;
use rev_text::{Context, Kind, Op, normalise};
use serde_json::Value as Json;
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// Which boundaries one call crosses, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Crossings(pub BTreeMap<SmolStr, Truth>);

impl Crossings {
    /// Works all of them out, those first that others ask for.
    pub fn of(see: See<'_>) -> Crossings {
        let mut crossings = Crossings::default();
        for name in see.reader.program.boundaries.keys() {
            visit(see, name, &mut crossings, &mut BTreeSet::new());
        }
        crossings
    }

    pub fn now(&self, name: &str) -> Truth {
        self.0.get(name).copied().flatten()
    }
}

fn visit(see: See<'_>, name: &SmolStr, found: &mut Crossings, open: &mut BTreeSet<SmolStr>) {
    let Some(boundary) = see.reader.program.boundaries.get(name) else {
        return;
    };
    if found.0.contains_key(name) || !open.insert(name.clone()) {
        return;
    }
    for other in asked_for(boundary) {
        visit(see, &other, found, open);
    }
    let with = See {
        crossings: found,
        ..see
    };
    let limited = match &boundary.when {
        Some(when) => with.fires(when),
        None => Some(true),
    };
    let crossed = match &boundary.composed {
        Some(parts) => {
            let mut past: Vec<&Crossings> = see.run.history.iter().collect();
            past.push(found);
            crossed_last(parts, &past)
        }
        None if boundary.lines.is_empty() => Some(true),
        None => any(boundary.lines.iter().map(|line| crosses(with, line))),
    };
    let now = all([crossed, limited]);
    found.0.insert(name.clone(), now);
}

/// The boundaries that one is made of, or asks for.
fn asked_for(boundary: &Boundary) -> Vec<SmolStr> {
    let mut names = Vec::new();
    if let Some(parts) = &boundary.composed {
        names_in(parts, &mut names);
    }
    let lines = boundary.lines.iter().filter_map(|line| match line {
        BoundaryLine::Tool { when, .. } => when.as_ref(),
        BoundaryLine::Matches { .. } => None,
    });
    let mut next: Vec<&Expr> = lines.chain(&boundary.when).collect();
    while let Some(expr) = next.pop() {
        match &expr.kind {
            ExprKind::Crossing(name) => names.push(name.clone()),
            ExprKind::Not(inner) => next.push(inner),
            ExprKind::And(parts) | ExprKind::Or(parts) => next.extend(parts),
            ExprKind::Compare { left, right, .. } => next.extend([&**left, &**right]),
            _ => {}
        }
    }
    names
}

fn names_in(parts: &BoundaryExpr, names: &mut Vec<SmolStr>) {
    match parts {
        BoundaryExpr::Name(name) => names.push(name.clone()),
        BoundaryExpr::And(parts) | BoundaryExpr::Then(parts) | BoundaryExpr::Or(parts) => {
            parts.iter().for_each(|part| names_in(part, names));
        }
    }
}

/// Whether the last call of these crosses a composed boundary.
fn crossed_last(parts: &BoundaryExpr, calls: &[&Crossings]) -> Truth {
    let Some(last) = calls.last() else {
        return Some(false);
    };
    match parts {
        BoundaryExpr::Name(name) => last.now(name),
        BoundaryExpr::Or(parts) => any(parts.iter().map(|part| crossed_last(part, calls))),
        BoundaryExpr::And(parts) => all([
            any(parts.iter().map(|part| crossed_last(part, calls))),
            all(parts.iter().map(|part| ever(part, calls))),
        ]),
        BoundaryExpr::Then(steps) => match steps.split_last() {
            Some((step, [])) => crossed_last(step, calls),
            Some((step, before)) => all([
                crossed_last(step, calls),
                ever(&BoundaryExpr::Then(before.to_vec()), calls),
            ]),
            None => Some(false),
        },
    }
}

/// Whether some call of these crossed a composed boundary, with those before it.
fn ever(parts: &BoundaryExpr, calls: &[&Crossings]) -> Truth {
    any((1..=calls.len()).map(|end| {
        let until: Vec<&Crossings> = calls.iter().take(end).copied().collect();
        crossed_last(parts, &until)
    }))
}

/// Whether some call of a run crossed a boundary.
pub(crate) fn crossed(run: &Run, name: &str) -> Truth {
    any(run.history.iter().map(|call| call.now(name)))
}

/// The steps left until a run crosses a boundary; `None` if that cannot be told.
pub(crate) fn distance(program: &Program, run: &Run, name: &str) -> Option<i64> {
    let boundary = program.boundaries.get(name)?;
    match &boundary.composed {
        Some(parts) => left(program, run, parts),
        None => Some(1),
    }
}

fn left(program: &Program, run: &Run, parts: &BoundaryExpr) -> Option<i64> {
    let past: Vec<&Crossings> = run.history.iter().collect();
    let steps = match parts {
        BoundaryExpr::Name(name) => distance(program, run, name)?,
        BoundaryExpr::Or(parts) => {
            let each: Option<Vec<i64>> =
                parts.iter().map(|part| left(program, run, part)).collect();
            each?.into_iter().min()?
        }
        BoundaryExpr::And(parts) => {
            let mut sum = 0;
            for part in parts {
                if !ever(part, &past)? {
                    sum += left(program, run, part)?;
                }
            }
            sum
        }
        BoundaryExpr::Then(steps) => {
            let mut sum = 0;
            for (at, step) in steps.iter().enumerate() {
                let is_last = at + 1 == steps.len();
                let so_far: Vec<BoundaryExpr> = steps.iter().take(at + 1).cloned().collect();
                if is_last || !ever(&BoundaryExpr::Then(so_far), &past)? {
                    sum += left(program, run, step)?;
                }
            }
            sum
        }
    };
    // What was crossed is crossed again by one step.
    Some(steps.max(1))
}

/// Whether a call crosses one line of a boundary.
fn crosses(see: See<'_>, line: &BoundaryLine) -> Truth {
    match line {
        BoundaryLine::Tool { globs, when } => {
            let mut globs = globs.iter();
            if !globs.any(|one| glob::matches(one, see.fact.name)) {
                return Some(false);
            }
            match when {
                Some(when) => see.fires(when),
                None => Some(true),
            }
        }
        BoundaryLine::Matches {
            kind,
            test,
            patterns,
        } => {
            let op = match test {
                MatchKind::Under => Op::Under,
                MatchKind::Like => Op::Like,
                MatchKind::Runs => Op::Runs,
                MatchKind::Is => Op::Is,
            };
            let wanted = text::kind(*kind);
            let values = values_of(see, wanted).into_iter();
            any(values.map(|(text, context)| text::matches(wanted, op, patterns, &text, &context)))
        }
    }
}

/// Every value of a kind in a call: declared to be one, inside of another, or only tried as one.
fn values_of(see: See<'_>, wanted: Kind) -> Vec<(String, Context<'_>)> {
    let declared = Type::Record(see.fact.declared.tool.signature.args.clone());
    let mut texts = Vec::new();
    texts_in(&see.call.args, &declared, &mut texts);
    let Reader { context, .. } = see.reader;
    let tried = Context {
        tried: true,
        ..context
    };
    let mut values = Vec::new();
    for (kind, text) in texts {
        if kind == wanted
            && let Ok(normal) = normalise(kind, text, &context)
        {
            values.push((normal.into_owned(), context));
        }
        let inside = rev_text::inside(kind, text, &context).into_iter();
        let inside = inside.filter(|(kind, _)| *kind == wanted);
        values.extend(inside.map(|(_, text)| (text, tried)));
    }
    values
}

/// Texts with meaning, and texts that may have any.
fn texts_in<'j>(json: &'j Json, ty: &Type, texts: &mut Vec<(Kind, &'j str)>) {
    match (ty, json) {
        (Type::Meaning(meaning), Json::String(text)) => texts.push((text::kind(*meaning), text)),
        (Type::Optional(inner) | Type::Like(inner, _), _) => texts_in(json, inner, texts),
        (Type::List(inner), Json::Array(items)) => {
            items.iter().for_each(|item| texts_in(item, inner, texts));
        }
        (Type::Record(record), Json::Object(entries)) => {
            for (name, value) in entries {
                entry(record, name, value, texts);
            }
        }
        (Type::Json | Type::Map(_), _) => any_texts(json, texts),
        _ => {}
    }
}

fn entry<'j>(record: &Record, name: &str, value: &'j Json, texts: &mut Vec<(Kind, &'j str)>) {
    match record.get(name) {
        Some(field) => texts_in(value, &field.ty, texts),
        None => any_texts(value, texts),
    }
}

fn any_texts<'j>(json: &'j Json, texts: &mut Vec<(Kind, &'j str)>) {
    match json {
        Json::String(text) => texts.push((Kind::Text, text)),
        Json::Array(items) => items.iter().for_each(|item| any_texts(item, texts)),
        Json::Object(entries) => {
            for (name, value) in entries {
                texts.push((Kind::Text, name));
                any_texts(value, texts);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}
