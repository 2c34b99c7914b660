//! Blast radius and budget, as they would be after the call.

use crate::decide::Say;
use crate::decision::{Cause, Debit};
use crate::gate::Gate;
use crate::look::Look;
use crate::typed::Value;
use rev_table::{NONE, Table, VariantRecord, blast, bound, scope};
use rev_text::Truth;
use smallvec::SmallVec;

/// Over a bound: one approver, or nobody.
fn over(or_deny: bool) -> Gate {
    match or_deny {
        true => Gate::DENY,
        false => Gate::APPROVAL,
    }
}

/// What a call spends: per dimension, in its unit's smallest part. `None` where that cannot be computed.
fn spends(look: Look<'_>, facts: &VariantRecord) -> SmallVec<[(u32, Option<i128>); 2]> {
    let table = look.reader.table;
    let amount = |dimension: u32, node: u32| match look.value(node) {
        Value::Absent => Some(0),
        Value::Number(number) => {
            let scale = table.dimensions().get(dimension as usize)?.scale.get();
            let parts = number.parts(u16::try_from(scale).ok()?)?;
            (parts >= 0).then_some(parts)
        }
        _ => None,
    };
    let spends = table.pairs(facts.spends);
    spends
        .map(|(dimension, node)| (dimension, amount(dimension, node)))
        .collect()
}

/// What one tool may do in one run.
pub(crate) fn blast(
    look: Look<'_>,
    tool: u32,
    facts: &VariantRecord,
    subjects: &[u128],
    say: &mut Say<'_>,
) {
    let table = look.reader.table;
    let (Some(run), Some(blast)) = (look.run, table.blast(facts.blast.get())) else {
        return;
    };
    let counts = run.tools.get(&tool);
    let calls = counts.map_or(0, |counts| counts.calls);
    if calls >= blast.calls.get() {
        say.joins(
            Cause::BlastCalls,
            over(blast.flags & blast::CALLS_OR_DENY != 0),
            false,
        );
    }
    let known = |subject: &&u128| counts.is_some_and(|counts| counts.subjects.contains(subject));
    let before = counts.map_or(0, |counts| counts.subjects.len());
    let after = before + subjects.iter().filter(|subject| !known(subject)).count();
    if blast.flags & blast::SUBJECTS != 0 && after as u64 > blast.subjects.get() {
        say.joins(
            Cause::BlastSubjects,
            over(blast.flags & blast::SUBJECTS_OR_DENY != 0),
            false,
        );
    }
    let spends = spends(look, facts);
    for (dimension, amount, flags) in table.triples(blast.bounds) {
        let Some((_, spent)) = spends.iter().find(|(other, _)| *other == dimension) else {
            continue;
        };
        let used = counts.and_then(|counts| counts.amounts.get(&dimension));
        let used = used.copied().unwrap_or(0);
        let total = spent.and_then(|spent| used.checked_add(spent));
        match (total, table.amount(amount)) {
            (Some(total), Some(most)) if total <= most => {}
            (Some(_), Some(_)) => {
                let gate = over(flags & bound::OR_DENY != 0);
                say.joins(Cause::BlastDimension(dimension), gate, false);
            }
            // What cannot be counted is not done.
            _ => say.joins(Cause::BlastDimension(dimension), Gate::DENY, true),
        }
    }
    let scope_gate = over(blast.flags & blast::SCOPE_OR_DENY != 0);
    match blast.scope {
        scope::SINGLE_SUBJECT if after > 1 => say.joins(Cause::BlastScope, scope_gate, false),
        scope::TENANT => match tenant(look, facts) {
            Truth::True => {}
            truth => say.joins(Cause::BlastScope, Gate::DENY, truth == Truth::Unknown),
        },
        scope::CROSS_TENANT => say.joins(Cause::BlastScope, scope_gate, false),
        _ => {}
    }
}

/// Whether the tool's tenant is the run's.
fn tenant(look: Look<'_>, facts: &VariantRecord) -> Truth {
    let expected = look.run.and_then(|run| run.context().get("tenant"));
    let Some(expected) = expected else {
        return Truth::Unknown;
    };
    match look.value(facts.tenant.get()) {
        Value::Text(text, _) => match expected.as_str() {
            Some(expected) => Truth::from(text == expected),
            None => Truth::Unknown,
        },
        Value::Number(number) => match expected.as_i64() {
            Some(expected) => Truth::from(number.whole() == Some(expected)),
            None => Truth::Unknown,
        },
        _ => Truth::Unknown,
    }
}

/// What a run may spend of consequence that cannot be taken back.
pub(crate) fn budget(look: Look<'_>, facts: &VariantRecord, say: &mut Say<'_>) {
    let table = look.reader.table;
    let Some(run) = look.run else { return };
    let agent = table.agent(run.agent());
    let budget = agent.and_then(|agent| table.budget(agent.budget.get()));
    let weight = weight(table, budget, facts);
    for (dimension, amount) in spends(look, facts) {
        let debit = amount
            .zip(weight)
            .and_then(|(amount, weight)| weighted(amount, weight));
        let Some((amount, debit)) = amount.zip(debit) else {
            say.joins(Cause::Budget(dimension), Gate::DENY, true);
            continue;
        };
        let used = run
            .debited
            .get(dimension as usize)
            .copied()
            .unwrap_or(i128::MAX);
        let spent = run.spent(dimension);
        let (Some(total), Some(_)) = (used.checked_add(debit), spent.checked_add(amount)) else {
            say.joins(Cause::Budget(dimension), Gate::DENY, true);
            continue;
        };
        say.decision.debits.push(Debit {
            dimension,
            amount,
            debit,
        });
        let ceilings = budget.map(|budget| table.triples(budget.ceilings));
        for (of, ceiling, flags) in ceilings.into_iter().flatten() {
            if of != dimension {
                continue;
            }
            let fine = match ceiling {
                // People only: nothing without one.
                NONE => debit == 0,
                _ => {
                    let most = table
                        .amount(ceiling)
                        .and_then(|most| most.checked_mul(1_000));
                    most.is_some_and(|most| total <= most)
                }
            };
            if !fine {
                say.joins(
                    Cause::Budget(dimension),
                    over(flags & bound::OR_DENY != 0),
                    false,
                );
            }
        }
        let name = table.dimensions().get(dimension as usize);
        let name = name.map_or("", |found| table.text(found.name.get()));
        if let Some(most) = run.capability.budget.get(name) {
            let fine = most.checked_mul(1_000).is_some_and(|most| total <= most);
            if !fine {
                say.joins(Cause::Budget(dimension), Gate::APPROVAL, false);
            }
        }
    }
}

/// The digits and decimals of what one unit of consumption counts.
fn weight(
    table: &Table,
    budget: Option<&rev_table::BudgetRecord>,
    facts: &VariantRecord,
) -> Option<(i128, u32)> {
    let mut weights = budget
        .into_iter()
        .flat_map(|budget| table.triples(budget.weights));
    match weights.find(|(class, _, _)| *class == u32::from(facts.class)) {
        Some((_, digits, scale)) => table.amount(digits).map(|digits| (digits, scale)),
        None => Some((i128::from(facts.weight), 0)),
    }
}

/// An amount times a weight, in thousandths, rounded up.
fn weighted(amount: i128, (digits, scale): (i128, u32)) -> Option<i128> {
    let product = amount.checked_mul(1_000)?.checked_mul(digits)?;
    let tens = 10_i128.checked_pow(scale)?;
    let whole = product.checked_div(tens)?;
    match product.checked_rem(tens)? {
        0 => Some(whole),
        _ => whole.checked_add(1),
    }
}
