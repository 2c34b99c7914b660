//! Blast radius and budget, as they would be after the call.

use crate::decide::Say;
use crate::decision::{Cause, Debit};
use crate::look::Look;
use crate::run::Run;
use rev_table::Gate;
use rev_table::{BlastRecord, BudgetRecord, NONE, Table, VariantRecord, blast, bound, scope};
use rev_text::Truth;
use rev_value::{Key, Value};
use smallvec::SmallVec;

/// What a call spends: per dimension, in its unit's smallest part. `None` where that cannot be computed.
type Spends = SmallVec<[(u32, Option<i128>); 2]>;

/// Both, for one declaration of a tool.
pub(crate) fn bounds(
    look: &Look<'_>,
    run: &Run,
    tool: u32,
    facts: &VariantRecord,
    subjects: &[Key],
    say: &mut Say<'_>,
) {
    let table = look.reader.table;
    let spends = spends(look, facts);
    if let Some(bounds) = table.blast(facts.blast.get()) {
        blast(look, run, tool, facts, bounds, &spends, subjects, say);
    }
    if !spends.is_empty() {
        budget(table, run, facts, &spends, say);
    }
}

/// Over a bound: one approver, or nobody.
fn over(or_deny: bool) -> Gate {
    if or_deny { Gate::DENY } else { Gate::APPROVAL }
}

fn spends(look: &Look<'_>, facts: &VariantRecord) -> Spends {
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
    let mut spends = Spends::new();
    for (dimension, node) in table.pairs(facts.spends) {
        spends.push((dimension, amount(dimension, node)));
    }
    spends
}

/// What one tool may do in one run.
#[allow(clippy::too_many_arguments)]
fn blast(
    look: &Look<'_>,
    run: &Run,
    tool: u32,
    facts: &VariantRecord,
    blast: &BlastRecord,
    spends: &Spends,
    subjects: &[Key],
    say: &mut Say<'_>,
) {
    let table = look.reader.table;
    let counts = run.state.tools.get(&tool);
    let mut bound = |fine: bool, cause, or_deny| {
        if !fine {
            say.joins(cause, over(blast.flags & or_deny != 0), false);
        }
    };
    let calls = counts.map_or(0, |counts| counts.calls);
    let fine = calls < blast.calls.get();
    bound(fine, Cause::BlastCalls, blast::CALLS_OR_DENY);
    let new = subjects.iter().filter(|subject| {
        let known = counts.map(|counts| counts.subjects.contains(*subject));
        known != Some(true)
    });
    let after = counts.map_or(0, |counts| counts.subjects.len()) + new.count();
    let fine = blast.flags & blast::SUBJECTS == 0 || after as u64 <= blast.subjects.get();
    bound(fine, Cause::BlastSubjects, blast::SUBJECTS_OR_DENY);
    let fine = match blast.scope {
        scope::SINGLE_SUBJECT => after <= 1,
        other => other != scope::CROSS_TENANT,
    };
    bound(fine, Cause::BlastScope, blast::SCOPE_OR_DENY);
    if blast.scope == scope::TENANT {
        let same = tenant(look, run, facts);
        if same != Truth::True {
            say.joins(Cause::BlastScope, Gate::DENY, same == Truth::Unknown);
        }
    }
    for (dimension, amount, flags) in table.triples(blast.bounds) {
        let Some((_, spent)) = spends.iter().find(|(other, _)| *other == dimension) else {
            continue;
        };
        let used = counts.and_then(|counts| counts.amounts.get(&dimension));
        let total = spent.and_then(|spent| used.copied().unwrap_or(0).checked_add(spent));
        let cause = Cause::BlastDimension(dimension);
        match (total, table.amount(amount)) {
            (Some(total), Some(most)) if total <= most => {}
            (Some(_), Some(_)) => say.joins(cause, over(flags & bound::OR_DENY != 0), false),
            // What cannot be counted is not done.
            _ => say.joins(cause, Gate::DENY, true),
        }
    }
}

/// Whether the tool's tenant is the run's.
fn tenant(look: &Look<'_>, run: &Run, facts: &VariantRecord) -> Truth {
    let expected = run.context().get("tenant");
    let same = match look.value(facts.tenant.get()) {
        Value::Text(text, _) => expected.and_then(|it| it.as_str()).map(|it| text == it),
        Value::Number(number) => {
            let expected = expected.and_then(|it| it.as_i64());
            expected.map(|it| number.whole() == Some(it))
        }
        _ => None,
    };
    same.map_or(Truth::Unknown, Truth::from)
}

/// What a run may spend of consequence that cannot be taken back.
fn budget(table: &Table, run: &Run, facts: &VariantRecord, spends: &Spends, say: &mut Say<'_>) {
    let agent = table.agent(run.agent());
    let budget = agent.and_then(|agent| table.budget(agent.budget.get()));
    let weight = weight(table, budget, facts);
    for &(dimension, amount) in spends {
        let at = dimension as usize;
        let used = run.state.debited.get(at).copied().unwrap_or(i128::MAX);
        let counted = amount.zip(weight).and_then(|(amount, weight)| {
            let debit = weighted(amount, weight)?;
            run.spent(dimension).checked_add(amount)?;
            Some((amount, debit, used.checked_add(debit)?))
        });
        let Some((amount, debit, total)) = counted else {
            say.joins(Cause::Budget(dimension), Gate::DENY, true);
            continue;
        };
        say.decision.debits.push(Debit {
            dimension,
            amount,
            debit,
        });
        let within = |most: i128| most.checked_mul(1_000).is_some_and(|most| total <= most);
        let ceilings = budget.map(|budget| table.triples(budget.ceilings));
        for (of, ceiling, flags) in ceilings.into_iter().flatten() {
            let fine = match ceiling {
                _ if of != dimension => true,
                // People only: nothing without one.
                NONE => debit == 0,
                _ => table.amount(ceiling).is_some_and(within),
            };
            if !fine {
                let gate = over(flags & bound::OR_DENY != 0);
                say.joins(Cause::Budget(dimension), gate, false);
            }
        }
        let name = table.dimensions().get(at);
        let name = name.map_or("", |found| table.text(found.name.get()));
        let own = run.state.capability.budget.get(name);
        if !own.is_none_or(|most| within(*most)) {
            say.joins(Cause::Budget(dimension), Gate::APPROVAL, false);
        }
    }
}

/// The digits and decimals of what one unit of consumption counts.
fn weight(
    table: &Table,
    budget: Option<&BudgetRecord>,
    facts: &VariantRecord,
) -> Option<(i128, u32)> {
    let weights = budget.map(|budget| table.triples(budget.weights));
    let mut weights = weights.into_iter().flatten();
    match weights.find(|(class, _, _)| *class == u32::from(facts.class)) {
        Some((_, digits, scale)) => table.amount(digits).map(|digits| (digits, scale)),
        None => Some((i128::from(facts.weight), 0)),
    }
}

/// An amount times a weight, in thousandths, rounded up.
fn weighted(amount: i128, (digits, scale): (i128, u32)) -> Option<i128> {
    let product = amount.checked_mul(1_000)?;
    let product = match digits {
        1 => product,
        _ => product.checked_mul(digits)?,
    };
    // Most weights have no decimals.
    if scale == 0 {
        return Some(product);
    }
    let tens = 10_i128.checked_pow(scale)?;
    let rest = i128::from(product.checked_rem(tens)? != 0);
    product.checked_div(tens)?.checked_add(rest)
}
