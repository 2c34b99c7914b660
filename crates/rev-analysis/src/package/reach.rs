//! Dimensions that nothing bounds: neither a tool's blast radius nor the budget of every agent that may call it.

use super::Told;
use crate::check::tool::{facts, signature::declared_in};
use crate::db::{Db, Package, SourceFile};
use crate::finding::Finding;
use crate::glob;
use crate::hir::{Class, Effect, Signature};
use crate::item::{Item, Kind};
use crate::scope::{self, Meant, ToolsMeant};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast::{AgentField, BlastField, BudgetField, ItemKind, ToolField};
use smol_str::SmolStr;

pub(super) fn check<'db>(
    db: &'db dyn Db,
    package: Package,
    file: SourceFile,
    told: &mut Vec<Told<'db>>,
) {
    for (item, declared) in &declared_in(db, package, file).tools {
        let item = *item;
        for spending in unbounded(db, package, item, &declared.signature) {
            let agents = agents(db, package);
            let names = &item.key(db).names;
            let mut callers = agents
                .iter()
                .filter(|agent| agent.may_call(db, package, item, spending.class))
                .peekable();
            let called = callers.peek().is_some();
            let loose = callers.find(|agent| !bounds(db, package, agent, &spending.dimension));
            if called && loose.is_none() {
                continue;
            }
            let tool = names.first().cloned().unwrap_or_default();
            let finding = codes::unbounded_dimension(spending.span, &spending.dimension, tool);
            let mut finding = Finding::from(finding);
            if let Some(agent) = loose {
                let text = match &agent.budget {
                    None => "may call it, and has no budget".to_owned(),
                    Some(budget) => format!("may call it, and `{budget}` does not bound this"),
                };
                finding = finding.related(Kind::Agent, &agent.name, text);
            }
            told.push(Told {
                item,
                finding,
                others: Vec::new(),
            });
        }
    }
}

/// A line of `spends` without a bound beside it.
struct Spending {
    dimension: SmolStr,
    span: Span,
    /// The lowest class in which it is spent: who cannot reach that cannot spend.
    class: Class,
}

/// Dimensions that a tool spends in and its blast radius does not bound, each once.
fn unbounded(
    db: &dyn Db,
    package: Package,
    item: Item<'_>,
    signature: &Signature,
) -> Vec<Spending> {
    let mut found: Vec<Spending> = Vec::new();
    let ItemKind::Tool(tool) = &item.tree(db).kind else {
        return found;
    };
    let mut variants = signature.variants.iter();
    let spends = variants.any(|variant| !variant.spends.is_empty());
    if !spends || signature.broken || signature.is_recovery_tool() {
        return found;
    }
    for (facts, variant) in facts::cases(tool).iter().zip(&signature.variants) {
        // An effect without `blast` is told as that.
        let unbounded = match facts.blast() {
            None => variant.effect == Effect::None,
            Some((_, body)) => !body.broken,
        };
        if !variant.settled || !unbounded {
            continue;
        }
        for field in &facts.fields {
            let ToolField::Spends { dimension, .. } = &field.kind else {
                continue;
            };
            let known = scope::find(db, package, Kind::Dimension, &dimension.text);
            let is_bounded = facts.blast().is_some_and(|(_, body)| {
                let mut lines = body.fields.iter();
                lines.any(|line| match &line.kind {
                    // One that means nothing may be a misspelling of this.
                    BlastField::Dimension { dimension: it, .. } => {
                        let known = scope::find(db, package, Kind::Dimension, &it.text);
                        it.text == dimension.text || known == Meant::Nothing
                    }
                    _ => false,
                })
            });
            if is_bounded || !matches!(known, Meant::One(_)) {
                continue;
            }
            match found.iter_mut().find(|it| it.dimension == dimension.text) {
                Some(first) => first.class = first.class.min(variant.class),
                None => found.push(Spending {
                    dimension: dimension.text.clone(),
                    span: field.span,
                    class: variant.class,
                }),
            }
        }
    }
    found
}

/// What an agent may call, from its own text.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Reach {
    pub name: SmolStr,
    pub may: Vec<SmolStr>,
    /// `None` where that is not known, which is told there.
    pub up_to: Option<Class>,
    pub budget: Option<SmolStr>,
    /// A line could not be read: it might have named a budget.
    broken: bool,
}

impl Reach {
    /// Whether it may call a tool that is declared by this name, or by this glob, in a case of this class.
    pub fn may_call_name(&self, name: &str, class: Class) -> bool {
        let mut may = self.may.iter();
        self.up_to.is_none_or(|most| class <= most)
            && may.any(|may| match glob::is_glob(may) {
                true => glob::overlap(may, name),
                false => may == name || glob::is_glob(name) && glob::matches(name, may),
            })
    }

    /// Whether it may call this tool in a case of this class.
    pub fn may_call(&self, db: &dyn Db, package: Package, tool: Item<'_>, class: Class) -> bool {
        let names = &tool.key(db).names;
        let is_meant = |may: &SmolStr| match glob::is_glob(may) {
            true => names.iter().any(|name| glob::overlap(may, name)),
            // A glob does not declare what has a declaration of its own.
            false => match scope::find_tool(db, package, may) {
                ToolsMeant::Some(items) => items.contains(&tool),
                ToolsMeant::Twice | ToolsMeant::Nothing => names.contains(may),
            },
        };
        self.up_to.is_none_or(|most| class <= most) && self.may.iter().any(is_meant)
    }
}

/// What an agent may call.
#[salsa::tracked]
pub(crate) fn reach<'db>(db: &'db dyn Db, item: Item<'db>) -> Reach {
    let mut reach = Reach {
        name: item.key(db).names.first().cloned().unwrap_or_default(),
        may: Vec::new(),
        up_to: None,
        budget: None,
        broken: false,
    };
    let ItemKind::Agent(agent) = &item.tree(db).kind else {
        return reach;
    };
    reach.broken = agent.body.broken;
    for field in &agent.body.fields {
        match &field.kind {
            AgentField::May(globs) => reach.may.extend(globs.iter().map(glob::pattern)),
            AgentField::UpTo(class) => reach.up_to = Class::from_word(&class.text),
            AgentField::Budget(name) => reach.budget = Some(name.text.clone()),
        }
    }
    reach
}

/// All agents, by name.
#[salsa::tracked]
pub(crate) fn agents(db: &dyn Db, package: Package) -> Vec<Reach> {
    let names = scope::scope(db, package).of_kind(Kind::Agent).iter();
    let items = names.flat_map(|declared| &declared.items);
    items.map(|item| reach(db, *item).clone()).collect()
}

/// Whether an agent's budget bounds a dimension. A budget that is not there, or there twice, is told as that.
fn bounds(db: &dyn Db, package: Package, agent: &Reach, dimension: &SmolStr) -> bool {
    let Some(budget) = &agent.budget else {
        return agent.broken;
    };
    match scope::find(db, package, Kind::Budget, budget) {
        Meant::One(item) => match ceilings(db, item) {
            Some(dimensions) => dimensions.contains(dimension),
            None => true,
        },
        Meant::Twice | Meant::Nothing => true,
    }
}

/// The dimensions that a budget bounds; `None` where a line of it could not be read.
#[salsa::tracked]
fn ceilings<'db>(db: &'db dyn Db, item: Item<'db>) -> Option<Vec<SmolStr>> {
    let ItemKind::Budget(budget) = &item.tree(db).kind else {
        return None;
    };
    let lines = budget.body.fields.iter();
    let dimensions = lines.filter_map(|line| match &line.kind {
        BudgetField::Ceiling { dimension, .. } | BudgetField::HumanOnly { dimension, .. } => {
            Some(dimension.text.clone())
        }
        BudgetField::Weight { .. } => None,
    });
    (!budget.body.broken).then(|| dimensions.collect())
}
