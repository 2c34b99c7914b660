//! Blast radius and budget, as they would be after the call.

use crate::condition::See;
use crate::decide::{Debit, Judgement};
use crate::gate::Gate;
use crate::value::Value;
use rev_analysis::hir::{Bound, Class, ReversalKind, Scope, Variant, Weight};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// What a call spends, in the smallest part of each unit; `None` where it cannot be computed.
fn spends(see: &See<'_>, variant: &Variant) -> BTreeMap<SmolStr, Option<i128>> {
    let program = see.reader.program;
    let spends = variant.spends.iter().map(|spend| {
        let amount = match see.value(&spend.amount) {
            Value::Absent => Some(0),
            Value::Number(number) => {
                let scale = program.scale_of(&spend.dimension);
                let parts = scale.and_then(|scale| number.parts(scale));
                parts.filter(|parts| *parts >= 0)
            }
            _ => None,
        };
        (spend.dimension.clone(), amount)
    });
    spends.collect()
}

/// Whose state a call changes; a list is many.
pub(crate) fn subjects(see: &See<'_>, variant: &Variant) -> BTreeSet<String> {
    match variant.subject.as_ref().map(|subject| see.value(subject)) {
        None => BTreeSet::new(),
        Some(Value::List(items)) => items.iter().map(Value::key).collect(),
        Some(one) => BTreeSet::from([one.key()]),
    }
}

/// Step 10.
pub(crate) fn bounds(see: &See<'_>, judgement: &mut Judgement) {
    let variant = see.fact.variant;
    let spends = spends(see, variant);
    blast(see, variant, &spends, judgement);
    budget(see, variant, &spends, judgement);
}

fn over<T>(bound: Bound<T>) -> Gate {
    match bound.or_deny {
        true => Gate::deny(),
        false => Gate::approval(),
    }
}

fn blast(
    see: &See<'_>,
    variant: &Variant,
    spends: &BTreeMap<SmolStr, Option<i128>>,
    judgement: &mut Judgement,
) {
    let Some(blast) = &variant.blast else {
        return;
    };
    let before = see.run.tools.get(see.fact.declared.name).cloned();
    let before = before.unwrap_or_default();
    if let Some(calls) = blast.calls
        && before.calls + 1 > calls.value
    {
        judgement.joins("blast.calls", over(calls), false);
    }
    let after: BTreeSet<&String> = before.subjects.iter().chain(&judgement.subjects).collect();
    let after = after.len() as u64;
    if let Some(most) = blast.subjects
        && after > most.value
    {
        judgement.joins("blast.subjects", over(most), false);
    }
    for (dimension, most) in &blast.dimensions {
        let Some(amount) = spends.get(dimension) else {
            continue;
        };
        let code = format!("blast.{dimension}");
        let spent = before.amounts.get(dimension).copied().unwrap_or(0);
        match amount.and_then(|amount| spent.checked_add(amount)) {
            Some(total) if total <= most.value => {}
            Some(_) => judgement.joins(&code, over(*most), false),
            None => judgement.joins(&code, Gate::deny(), true),
        }
    }
    match blast.scope {
        Some(scope) if scope.value == Scope::SingleSubject && after > 1 => {
            judgement.joins("blast.scope", over(scope), false);
        }
        Some(scope) if scope.value == Scope::CrossTenant => {
            judgement.joins("blast.scope", over(scope), false);
        }
        Some(scope) if scope.value == Scope::Tenant => match same_tenant(see, variant) {
            Some(true) => {}
            truth => judgement.joins("blast.scope", Gate::deny(), truth.is_none()),
        },
        _ => {}
    }
}

/// Whether the tool's tenant is the run's.
fn same_tenant(see: &See<'_>, variant: &Variant) -> Option<bool> {
    let name = SmolStr::new_static("tenant");
    let json = see.run.context.get("tenant")?;
    let ty = see.reader.program.context.get(&name)?;
    let ours = see.reader.read(json, ty).ok()?;
    match (see.value(variant.tenant.as_ref()?), ours) {
        (Value::Unknown | Value::Absent, _) | (_, Value::Unknown | Value::Absent) => None,
        (theirs, ours) => Some(theirs.key() == ours.key()),
    }
}

fn budget(
    see: &See<'_>,
    variant: &Variant,
    spends: &BTreeMap<SmolStr, Option<i128>>,
    judgement: &mut Judgement,
) {
    let program = see.reader.program;
    let agent = program.agents.get(&see.run.agent);
    let budget = agent.and_then(|agent| program.budgets.get(agent.budget.as_ref()?));
    let mut weights = budget.iter().flat_map(|budget| &budget.weights);
    let weight = match weights.find(|(class, _)| *class == variant.class) {
        Some((_, weight)) => *weight,
        None => own_weight(variant),
    };
    for (dimension, amount) in spends {
        let code = format!("budget.{dimension}");
        let before = |all: &BTreeMap<SmolStr, i128>| all.get(dimension).copied().unwrap_or(0);
        let debit = amount.and_then(|amount| weighted(amount, weight));
        let total = debit.and_then(|debit| before(&see.run.debited).checked_add(debit));
        let spent = amount.and_then(|amount| before(&see.run.spent).checked_add(amount));
        let (Some(amount), Some(debit), Some(total), Some(_)) = (*amount, debit, total, spent)
        else {
            judgement.joins(&code, Gate::deny(), true);
            continue;
        };
        judgement.debits.push(Debit {
            dimension: dimension.clone(),
            amount,
            debit,
        });
        let ceilings = budget.iter().flat_map(|budget| &budget.ceilings);
        for ceiling in ceilings.filter(|ceiling| ceiling.dimension == *dimension) {
            let fine = match ceiling.amount {
                // Nothing without a person.
                None => debit == 0,
                Some(most) => most.checked_mul(1_000).is_some_and(|most| total <= most),
            };
            let gate = match ceiling.or_deny {
                true => Gate::deny(),
                false => Gate::approval(),
            };
            if !fine {
                judgement.joins(&code, gate, false);
            }
        }
        if let Some(most) = see.run.capability.budget.get(dimension)
            && most.checked_mul(1_000).is_none_or(|most| total > most)
        {
            judgement.joins(&code, Gate::approval(), false);
        }
    }
}

/// What is exactly reversible costs nothing, unless its author says that it belongs to a higher class.
fn own_weight(variant: &Variant) -> Weight {
    let reversible =
        variant.reversal.as_ref().map(|reversal| reversal.kind) == Some(ReversalKind::Reversible);
    let costs = match variant.class {
        Class::ReadOnly | Class::ReversibleInternal => false,
        Class::TimeWindowUndoable | Class::AuthorityModifying => !reversible,
        Class::Compensating | Class::IrreversibleInternal | Class::IrreversiblePublic => true,
    };
    Weight {
        mantissa: i128::from(costs),
        scale: 0,
    }
}

/// In thousandths, rounded up.
fn weighted(amount: i128, weight: Weight) -> Option<i128> {
    let product = amount.checked_mul(weight.mantissa)?.checked_mul(1_000)?;
    let tens = 10_i128.checked_pow(weight.scale)?;
    let up = i128::from(product % tens != 0);
    (product / tens).checked_add(up)
}
