//! Whether a call only reads: its tool does, or what is bound to its arguments leaves only cases that do.

use super::atoms::{self, Subject};
use super::conditions::{Alternative, alternatives};
use super::sets::Set;
use super::signature::{declared, signature};
use super::{This, facts};
use crate::check::Cx;
use crate::db::{Db, Package};
use crate::hir::{Call, Effect, Expr, ExprKind, Record, Root, Signature};
use crate::item::Item;
use rev_syntax::ast::ItemKind;
use smol_str::SmolStr;

/// A case of a tool, as far as a call can choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    reads: bool,
    /// When it applies.
    when: When,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum When {
    /// It is `otherwise`.
    NoOther,
    /// In one of these.
    One(Vec<Alternative>),
    /// Its condition is not looked into.
    Unknown,
    /// Its condition is wrong, which is told there.
    Told,
}

/// The cases of a tool, without places.
#[salsa::tracked]
pub(crate) fn choices<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Vec<Choice> {
    let tree = item.tree(db);
    let ItemKind::Tool(tool) = &tree.kind else {
        return Vec::new();
    };
    let this = This {
        tree: tool,
        signature: &declared(db, package, item).signature,
        word: tree.word,
    };
    let mut cx = Cx::new(db, package);
    let env = this.before(&cx);
    let cases = facts::cases(tool);
    let choices = cases.iter().map(|facts| {
        let condition = facts.when.map(|when| cx.condition(when, &env));
        let when = match condition {
            None => When::NoOther,
            Some(condition) if atoms::is_broken(&condition) || !cx.findings.is_empty() => {
                When::Told
            }
            Some(condition) => alternatives(&condition).map_or(When::Unknown, When::One),
        };
        let effect = facts.effect().map(|effect| effect.value);
        Choice {
            reads: effect == Some(Effect::None),
            when,
        }
    });
    choices.collect()
}

impl Signature {
    /// Whether no call of it only reads, whatever its arguments are.
    pub(crate) fn never_reads(&self) -> bool {
        let mut variants = self.variants.iter();
        !self.broken && variants.all(|variant| variant.effect != Effect::None)
    }
}

impl<'db> Cx<'db> {
    /// Whether a call of this tool surely only reads. Every case that may apply does; which may, is known from what is
    /// written out in the call, and from nothing else. `None` where the tool is wrong, which is told there.
    pub(crate) fn only_reads(&self, item: Item<'db>, call: &Call) -> Option<bool> {
        let signature = signature(self.db, self.package, item);
        if signature.broken {
            return None;
        }
        if signature.only_reads() || signature.never_reads() {
            return Some(signature.only_reads());
        }
        let choices = choices(self.db, self.package, item);
        if choices.iter().any(|choice| choice.when == When::Told) {
            return None;
        }
        let mut decided = false;
        for choice in choices {
            let applies = match &choice.when {
                When::NoOther => continue,
                When::Unknown | When::Told => None,
                When::One(all) => some(all.iter().map(|one| holds(one, call, &signature.args))),
            };
            if applies != Some(false) && !choice.reads {
                return Some(false);
            }
            decided |= applies == Some(true);
        }
        let mut rest = choices.iter().filter(|it| it.when == When::NoOther);
        Some(decided || rest.all(|otherwise| otherwise.reads))
    }
}

/// Whether one of them is true; `None` if that is not known.
fn some(all: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut found = Some(false);
    for one in all {
        match one {
            Some(true) => return one,
            Some(false) => {}
            None => found = None,
        }
    }
    found
}

fn holds(one: &Alternative, call: &Call, args: &Record) -> Option<bool> {
    let parts = one.0.iter();
    let fails = some(parts.map(|(subject, set)| admits(subject, set, call, args).map(|it| !it)));
    fails.map(|it| !it)
}

fn admits(subject: &Subject, set: &Set, call: &Call, args: &Record) -> Option<bool> {
    let ExprKind::Path { root, fields } = &subject.what.kind else {
        return None;
    };
    let (name, inner) = fields.split_first().filter(|_| *root == Root::Args)?;
    let bound = call.args.iter().find(|(other, _)| other == name);
    let Some((_, value)) = bound else {
        let optional = args.get(name).is_some_and(|field| field.optional);
        return optional.then_some(set.absent);
    };
    match part(value, inner)? {
        Some(literal) => {
            let one = atoms::equal(&subject.what, literal)?;
            Some(!one.and(set)?.is_empty())
        }
        None => Some(set.absent),
    }
}

/// A part of a value that is written out; `Some(None)` if it is not there.
fn part<'a>(value: &'a Expr, fields: &[SmolStr]) -> Option<Option<&'a Expr>> {
    let Some((first, rest)) = fields.split_first() else {
        return Some(Some(value));
    };
    let ExprKind::Record(entries) = &value.kind else {
        return None;
    };
    match entries.iter().find(|(name, _)| name == first) {
        Some((_, inner)) => part(inner, rest),
        None => Some(None),
    }
}
